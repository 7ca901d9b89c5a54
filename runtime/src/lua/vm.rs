//! The VM: a sandboxed state with the native functions and the standard library, on a thread of its own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mc_protocol::Code;
use mlua::{Function, IntoLuaMulti, Lua, MultiValue, Table, Value};
use serde_json::Value as Json;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::{call, errors, image, json, registry, sandbox};
use crate::cancel::{Cancel, Reason};
use crate::error::{Error, Result};
use crate::host_files::HostFiles;
use crate::session::Session;
use crate::trace::{Kind, Span, Trace};

/// The stack of a VM's thread: Lua calls itself in C up to 200 deep, and natives stand on top of that.
const STACK_BYTES: usize = 8 << 20;

/// The standard library, in the order in which it is loaded: each file returns what becomes a global of its name.
const LIBRARY: [(&str, &str); 4] = [
    ("log", include_str!("../../../stdlib-lua/log.lua")),
    ("step", include_str!("../../../stdlib-lua/step.lua")),
    ("expect", include_str!("../../../stdlib-lua/expect.lua")),
    ("menu", include_str!("../../../stdlib-lua/menu.lua")),
];
const SANDBOX: &str = include_str!("../../../stdlib-lua/sandbox.lua");
const PRELUDE: &str = include_str!("../../../stdlib-lua/prelude.lua");

/// What a run may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Memory of the VM, in bytes.
    pub memory: usize,
    /// Time on the wall clock; `None` for as long as it takes.
    pub time: Option<Duration>,
}

impl std::default::Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 256 << 20,
            time: None,
        }
    }
}

/// Finds the source of what a script requires, by name: the chunk's name and its text.
pub type Modules = Arc<dyn Fn(&str) -> Option<(String, String)> + Send + Sync>;

/// Everything outside of the VM that natives reach.
pub struct Host {
    session: RefCell<Session>,
    pub(super) files: HostFiles,
    pub(super) trace: Trace,
    pub(super) cancel: Cancel,
    pub(super) runtime: Handle,
    modules: Modules,
}

impl Host {
    /// For one run. Must be called within a tokio runtime. Calls on the guest are written into the trace.
    pub fn new(session: &Session, files: HostFiles, trace: Trace, cancel: Cancel, modules: Modules) -> Host {
        let session = session.with(session.guest().traced(trace.clone()));
        Host {
            session: RefCell::new(session),
            files,
            trace,
            cancel,
            runtime: Handle::current(),
            modules,
        }
    }

    /// The guest of the run.
    pub fn session(&self) -> Session {
        self.session.borrow().clone()
    }

    /// Goes on with another handle of the guest: one that is limited.
    pub fn replace_session(&self, session: Session) {
        self.session.replace(session);
    }

    /// Blocks on work until it is done or the run is to stop.
    ///
    /// # Errors
    /// What the work fails with, or why the run is to stop.
    pub fn wait<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        self.runtime.block_on(self.cancel.guard(work))
    }
}

/// A VM. It stays on the thread that made it.
pub struct Vm {
    lua: Lua,
    host: Rc<Host>,
    run: Function,
}

/// Makes a VM on a thread of its own and works with it there, under the limits.
///
/// # Errors
/// What the work fails with; why the run was stopped when it was, whatever the script made of that.
pub async fn in_vm<T: Send + 'static>(
    host: Host,
    limits: Limits,
    work: impl FnOnce(&Vm) -> Result<T> + Send + 'static,
) -> Result<T> {
    let cancel = host.cancel.clone();
    let (sender, receiver) = oneshot::channel();
    let body = move || {
        let outcome = Vm::new(host, limits.memory).and_then(|vm| work(&vm));
        // Nobody waiting for the outcome is nobody to tell.
        let _ = sender.send(outcome);
    };
    thread::Builder::new()
        .name("lua".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(body)
        .map_err(|error| Error::new(Code::Internal, format!("no thread for the script: {error}")))?;
    let alarm = async {
        match limits.time {
            Some(time) => tokio::time::sleep(time).await,
            None => std::future::pending().await,
        }
    };
    tokio::pin!(receiver, alarm);
    let outcome = tokio::select! {
        outcome = &mut receiver => outcome,
        () = alarm => {
            cancel.cancel(Reason::OutOfTime);
            receiver.await
        }
    };
    match (cancel.reason(), outcome) {
        (Some(reason), Ok(Err(_))) => Err(reason.error()),
        (_, Ok(outcome)) => outcome,
        (_, Err(_)) => Err(Error::new(
            Code::Internal,
            "the script's thread ended without an outcome",
        )),
    }
}

impl Vm {
    fn new(host: Host, memory: usize) -> Result<Vm> {
        let lua = sandbox::new_state(memory, &host.cancel)?;
        let host = Rc::new(host);
        lua.load(SANDBOX)
            .set_name("=sandbox")
            .call::<()>(sandbox::natives(&lua, &host.cancel)?)?;
        let prelude: Table = lua
            .load(PRELUDE)
            .set_name("=prelude")
            .call(internals(&lua, &host)?)?;
        install_natives(&lua, &host, &prelude.get("bind")?)?;
        for (name, source) in LIBRARY {
            let value: Value = lua.load(source).set_name(format!("=stdlib/{name}")).eval()?;
            lua.globals().set(name, value)?;
        }
        lua.globals().set("mac-control internals", Value::Nil)?;
        Ok(Vm {
            run: prelude.get("run")?,
            lua,
            host,
        })
    }

    /// What the VM's natives reach.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Loads a chunk of source, as text.
    ///
    /// # Errors
    /// `bad_recipe` with the line, when it is not Lua.
    pub fn load(&self, name: &str, source: &str) -> Result<Function> {
        let chunk = self
            .lua
            .load(source)
            .set_name(format!("@{name}"))
            .set_mode(mlua::chunk::ChunkMode::Text);
        chunk
            .into_function()
            .map_err(|error| Error::from(error).attempting(format!("loading {name}")))
    }

    /// Calls a function of the script; what it returned.
    ///
    /// # Errors
    /// What the script raised, with where.
    pub fn call(&self, function: &Function, arguments: impl IntoLuaMulti) -> Result<MultiValue> {
        let mut passed = arguments.into_lua_multi(&self.lua)?;
        passed.push_front(Value::Function(function.clone()));
        let mut results = self.run.call::<MultiValue>(passed)?;
        match results.pop_front() {
            Some(Value::Boolean(true)) => Ok(results),
            _ => Err(errors::from_lua(&results.pop_front().unwrap_or(Value::Nil))),
        }
    }

    /// Runs source that stands for itself, an expression or a chunk, and gives its results as JSON.
    ///
    /// # Errors
    /// `bad_recipe` when it is not Lua; what it raised.
    pub fn eval(&self, name: &str, source: &str) -> Result<Json> {
        let expression = self.load(name, &format!("return {source}"));
        let function = expression.or_else(|_| self.load(name, source))?;
        let results = self.call(&function, ())?.into_vec();
        match results.as_slice() {
            [] => Ok(Json::Null),
            [one] => json::to_json(one),
            several => several
                .iter()
                .map(json::to_json)
                .collect::<Result<Vec<_>>>()
                .map(Json::Array),
        }
    }

    /// A JSON value in the VM.
    ///
    /// # Errors
    /// When the VM's memory is used up.
    pub fn value(&self, value: &Json) -> Result<Value> {
        Ok(json::to_lua(&self.lua, value)?)
    }

    /// A value of the VM as JSON.
    ///
    /// # Errors
    /// `script` for a table that is nested too deep.
    pub fn json(&self, value: &Value) -> Result<Json> {
        json::to_json(value)
    }
}

/// Puts every native of the registry where its name says: `mac.fs.list` into tables, `Image:save` among the methods.
fn install_natives(lua: &Lua, host: &Rc<Host>, bind: &Function) -> mlua::Result<()> {
    let methods = lua.create_table()?;
    for native in registry::natives() {
        let function: Function = bind.call(call::bind(lua, host, native)?)?;
        if let Some((_, method)) = native.name.split_once(':') {
            methods.set(method, function)?;
            continue;
        }
        let mut place = lua.globals();
        let mut names = native.name.split('.').peekable();
        while let Some(name) = names.next() {
            if names.peek().is_none() {
                place.set(name, &function)?;
                break;
            }
            let inner = match place.get::<Option<Table>>(name)? {
                Some(inner) => inner,
                None => {
                    let inner = lua.create_table()?;
                    place.set(name, &inner)?;
                    inner
                }
            };
            place = inner;
        }
    }
    lua.set_named_registry_value(image::METHODS_KEY, methods)
}

/// What `prelude.lua` is built on.
fn internals(lua: &Lua, host: &Rc<Host>) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.set("scheme", host.session().guest().scheme())?;
    table.set("explain", lua.create_function(explain)?)?;
    table.set(
        "describe",
        lua.create_function(|_, problem: Value| Ok(describe(&problem)))?,
    )?;
    let log_host = Rc::clone(host);
    table.set(
        "log",
        lua.create_function(move |_, (level, message): (String, mlua::LuaString)| {
            log_host.trace.log(&level, &message.to_string_lossy());
            Ok(())
        })?,
    )?;
    let module_host = Rc::clone(host);
    table.set(
        "source",
        lua.create_function(move |_, name: String| {
            Ok((module_host.modules)(&name)
                .map(|(chunk, source)| (source, format!("@{chunk}")))
                .unzip())
        })?,
    )?;
    let perform_host = Rc::clone(host);
    table.set(
        "perform",
        lua.create_function(move |lua, (verb, arguments): (String, Value)| {
            match perform(&perform_host, &verb, &arguments) {
                Ok(answer) => Ok((true, json::to_lua(lua, &answer)?)),
                Err(error) => Ok((false, Value::Table(errors::to_lua(lua, &error)?))),
            }
        })?,
    )?;
    install_steps(lua, host, &table)?;
    Ok(table)
}

/// A problem as an error table, when it is not one: what a script raises itself is a string, or anything.
fn explain(lua: &Lua, problem: Value) -> mlua::Result<Value> {
    match &problem {
        Value::Table(table) if table.contains_key("code")? => {
            if !table.contains_key("traceback")? {
                table.set("traceback", errors::traceback(lua)?)?;
            }
            Ok(problem)
        }
        _ => Ok(Value::Table(errors::to_lua(lua, &errors::from_lua(&problem))?)),
    }
}

fn describe(problem: &Value) -> String {
    let error = errors::from_lua(problem);
    match error.traceback() {
        Some(traceback) if !traceback.is_empty() => {
            let first = traceback.lines().next().unwrap_or_default();
            format!("{error}\n  at:    {first}")
        }
        _ => error.to_string(),
    }
}

/// Does what only the guest's provider can do.
fn perform(host: &Host, verb: &str, arguments: &Value) -> Result<Json> {
    let session = host.session();
    let guest = session.guest();
    let arguments = json::to_json(arguments)?;
    let name = format!("{}.{verb}", guest.scheme().unwrap_or("target"));
    let span = host.trace.begin(Kind::Native, &name, arguments.clone());
    let outcome = host.wait(guest.hello()).and_then(|_| {
        let provided = guest.provided();
        let provided =
            provided.ok_or_else(|| Error::new(Code::Unsupported, "nobody brought this guest up"))?;
        provided.perform(verb, arguments)
    });
    let outcome = outcome.map_err(|error| error.attempting(name).on(guest.name()));
    span.finish(outcome.as_ref().cloned());
    outcome
}

/// `step_begin` and `step_end`: the spans of the steps that a script names.
fn install_steps(lua: &Lua, host: &Rc<Host>, table: &Table) -> mlua::Result<()> {
    let open: Rc<RefCell<HashMap<u64, Span>>> = Rc::default();
    let (begin_host, spans) = (Rc::clone(host), Rc::clone(&open));
    let mut last = 0;
    let begin = move |_: &Lua, name: String| {
        last += 1;
        spans
            .borrow_mut()
            .insert(last, begin_host.trace.begin(Kind::Step, &name, Json::Null));
        Ok(last)
    };
    table.set("step_begin", lua.create_function_mut(begin)?)?;
    let end = move |_: &Lua, (token, ok, problem): (u64, bool, Value)| {
        if let Some(span) = open.borrow_mut().remove(&token) {
            match ok {
                true => span.finish(Ok(Json::Null)),
                false => span.finish(Err(&errors::from_lua(&problem))),
            }
        }
        Ok(())
    };
    table.set("step_end", lua.create_function(end)?)
}

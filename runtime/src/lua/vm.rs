//! The VM: a sandboxed state with the native functions and the standard library, on a thread of its own.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mc_protocol::Code;
use mlua::{Function, IntoLuaMulti, Lua, MultiValue, Table, Value};
use serde_json::Value as Json;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::{call, errors, image, internals, json, registry, sandbox};
use crate::cancel::{Cancel, Reason};
use crate::error::{Error, Result};
use crate::host_files::HostFiles;
use crate::session::Session;
use crate::trace::Trace;

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

impl Default for Limits {
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
    trace: Trace,
    pub(super) cancel: Cancel,
    runtime: Handle,
    pub(super) modules: Modules,
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

    /// Where the run writes down what it does.
    pub fn trace(&self) -> &Trace {
        &self.trace
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
        image::Gallery::open(&lua, memory);
        let host = Rc::new(host);
        lua.load(SANDBOX)
            .set_name("=sandbox")
            .call::<()>(sandbox::natives(&lua, &host.cancel, memory)?)?;
        let prelude: Table = lua
            .load(PRELUDE)
            .set_name("=prelude")
            .call(internals::table(&lua, &host)?)?;
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

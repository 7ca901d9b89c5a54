//! The natives that `stdlib-lua/prelude.lua` and the rest of the standard library are built on. Scripts do not see them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use mc_protocol::Code;
use mlua::{Function, Lua, LuaString, Table, Value};
use serde_json::Value as Json;

use super::vm::Host;
use super::{errors, json};
use crate::error::{Error, Result};
use crate::guest::Guest;
use crate::provider::Provided;
use crate::trace::{Kind, Span};

/// All of them.
pub(super) fn table(lua: &Lua, host: &Rc<Host>) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.set("scheme", host.session().guest().scheme())?;
    table.set("explain", lua.create_function(explain)?)?;
    table.set(
        "describe",
        lua.create_function(|_, problem: Value| Ok(describe(&problem)))?,
    )?;
    table.set(
        "summary",
        lua.create_function(|_, value: Value| Ok(json::summary(&value).to_string()))?,
    )?;
    table.set("log", log(lua, Rc::clone(host))?)?;
    table.set("source", source(lua, Rc::clone(host))?)?;
    table.set("perform", perform(lua, Rc::clone(host))?)?;
    let open: OpenSteps = Rc::default();
    table.set("step_begin", step_begin(lua, Rc::clone(host), Rc::clone(&open))?)?;
    table.set("step_end", step_end(lua, open)?)?;
    Ok(table)
}

/// The steps of the script that are under way, by the number that the script holds.
type OpenSteps = Rc<RefCell<HashMap<u64, Span>>>;

fn log(lua: &Lua, host: Rc<Host>) -> mlua::Result<Function> {
    lua.create_function(move |_, (level, message): (LuaString, LuaString)| {
        host.trace()
            .log(&level.to_string_lossy(), &message.to_string_lossy());
        Ok(())
    })
}

/// The text of a module and what its chunk is called; nothing when there is no such module.
fn source(lua: &Lua, host: Rc<Host>) -> mlua::Result<Function> {
    lua.create_function(move |_, name: LuaString| {
        Ok((host.modules)(&name.to_string_lossy())
            .map(|(chunk, source)| (source, format!("@{chunk}")))
            .unzip())
    })
}

/// A problem as an error table that says where it was raised: what a script raises itself is a string, or anything.
fn explain(lua: &Lua, problem: Value) -> mlua::Result<Value> {
    match &problem {
        Value::Table(table) => {
            if table.raw_get::<Value>("traceback")?.is_nil() {
                table.raw_set("traceback", errors::traceback(lua)?)?;
            }
            Ok(problem)
        }
        _ => Ok(Value::Table(errors::to_lua(lua, &errors::from_lua(&problem))?)),
    }
}

fn describe(problem: &Value) -> String {
    let error = errors::from_lua(problem);
    match error.traceback().and_then(|traceback| traceback.lines().next()) {
        Some(first) => format!("{error}\n  at:    {first}"),
        None => error.to_string(),
    }
}

/// Does what only the guest's provider can do.
fn perform(lua: &Lua, host: Rc<Host>) -> mlua::Result<Function> {
    lua.create_function(move |lua, (verb, arguments): (LuaString, Value)| {
        Ok(match performed(&host, &verb.to_string_lossy(), &arguments) {
            Ok(answer) => (true, json::to_lua(lua, &answer)?),
            Err(error) => (false, Value::Table(errors::to_lua(lua, &error)?)),
        })
    })
}

fn performed(host: &Host, verb: &str, arguments: &Value) -> Result<Json> {
    let session = host.session();
    let guest = session.guest();
    let arguments = json::to_json(arguments)?;
    let name = format!("{}.{verb}", guest.scheme().unwrap_or("target"));
    let span = host.trace().begin(Kind::Native, &name, arguments.clone());
    let outcome = provided(host, guest).and_then(|provided| provided.perform(verb, arguments));
    let outcome = outcome.map_err(|error| error.attempting(name).on(guest.name()));
    span.finish(outcome.as_ref().cloned());
    outcome
}

/// Who brought the guest up. One that is up is not spoken to: what is wanted of its provider may be to let it speak again.
fn provided(host: &Host, guest: &Guest) -> Result<Arc<dyn Provided>> {
    if guest.provided().is_none() {
        host.wait(guest.hello())?;
    }
    let provided = guest.provided();
    provided.ok_or_else(|| Error::new(Code::Unsupported, "nobody brought this guest up"))
}

fn step_begin(lua: &Lua, host: Rc<Host>, open: OpenSteps) -> mlua::Result<Function> {
    let mut last = 0;
    lua.create_function_mut(move |_, name: LuaString| {
        last += 1;
        let span = host
            .trace()
            .begin(Kind::Step, &name.to_string_lossy(), Json::Null);
        if span.is_kept() {
            open.borrow_mut().insert(last, span);
        }
        Ok(last)
    })
}

fn step_end(lua: &Lua, open: OpenSteps) -> mlua::Result<Function> {
    lua.create_function(move |_, (token, ok, problem): (u64, bool, Value)| {
        if let Some(span) = open.borrow_mut().remove(&token) {
            match ok {
                true => span.finish(Ok(Json::Null)),
                false => span.finish(Err(&errors::from_lua(&problem))),
            }
        }
        Ok(())
    })
}

//! One call of a native function: from what the script passed to what it gets back.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use mc_protocol::Code;
use mlua::{Function, Lua, MultiValue, Value};
use serde_json::Value as Json;

use super::args::Args;
use super::registry::Native;
use super::vm::Host;
use super::{errors, json};
use crate::error::{Error, Result};
use crate::session::Session;
use crate::trace::{Kind, Span};

/// What a native function works with.
pub struct Call<'a> {
    /// The VM.
    pub lua: &'a Lua,
    /// Everything outside of the VM.
    pub host: &'a Host,
    /// The checked arguments.
    pub args: Args,
    /// The step of the trace, for pictures.
    pub span: &'a Span,
    is_quiet: Cell<bool>,
}

impl Call<'_> {
    /// The guest of the run.
    pub fn session(&self) -> Session {
        self.host.session()
    }

    /// Keeps result and error out of the trace.
    pub fn keep_quiet(&self) {
        self.is_quiet.set(true);
    }

    /// Blocks on work until it is done or the run is to stop.
    ///
    /// # Errors
    /// What the work fails with, or why the run is to stop.
    pub fn wait<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        self.host.wait(work)
    }

    /// JSON as the result of the function.
    ///
    /// # Errors
    /// When the VM's memory is used up.
    pub fn answer(&self, json: &Json) -> Result<Value> {
        Ok(json::to_lua(self.lua, json)?)
    }

    /// An argument that the declaration requires, so that it is there.
    ///
    /// # Errors
    /// `internal` when the declaration does not say so.
    pub fn given<T>(&self, name: &str, argument: Option<T>) -> Result<T> {
        argument.ok_or_else(|| Error::new(Code::Internal, format!("`{name}` is not declared as required")))
    }
}

/// A native function for `prelude.lua`: returns `true` and a result, or `false` and an error table.
pub(super) fn bind(lua: &Lua, host: &Rc<Host>, native: &'static Native) -> mlua::Result<Function> {
    let host = Rc::clone(host);
    lua.create_function(
        move |lua, passed: MultiValue| match call(lua, &host, native, passed) {
            Ok(value) => Ok((true, value)),
            Err(error) => Ok((false, Value::Table(errors::to_lua(lua, &error)?))),
        },
    )
}

fn call(lua: &Lua, host: &Host, native: &'static Native, passed: MultiValue) -> Result<Value> {
    if let Some(reason) = host.cancel.reason() {
        return Err(reason.error());
    }
    let args = Args::check(native, lua, passed).map_err(|error| error.attempting(native.name))?;
    let span = host.trace().begin(Kind::Native, native.name, args.shown());
    let call = Call {
        lua,
        host,
        args,
        span: &span,
        is_quiet: Cell::new(false),
    };
    // A panic must not pass through Lua's C frames as an error that a script may catch and go on from.
    let outcome = catch_unwind(AssertUnwindSafe(|| (native.run)(&call)))
        .unwrap_or_else(|_| Err(Error::new(Code::Internal, format!("{} panicked", native.name))));
    let outcome = outcome.map_err(|error| error.attempting(call.args.attempted(native)));
    let is_quiet = call.is_quiet.get();
    drop(call);
    match (is_quiet, &outcome) {
        (true, Ok(_)) => span.finish(Ok(Json::Null)),
        (true, Err(error)) => span.finish(Err(&error.hushed())),
        (false, outcome) => span.finish(outcome.as_ref().map(json::summary)),
    }
    outcome
}

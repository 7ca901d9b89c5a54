//! Errors on their way between Rust and Lua.
//!
//! An error that Rust raises is opaque to a script, and a table that a script raises reaches Rust as text only. So
//! natives return their errors as tables, `stdlib-lua/prelude.lua` raises them, and what ends a run is caught there and
//! handed back as a value.

use mc_protocol::Code;
use mlua::{Lua, Table, Value};
use serde_json::Value as Json;

use super::json;
use crate::error::Error;

/// Frames that begin so are ours, or say nothing.
const OUR_CHUNKS: [&str; 4] = ["[C]:", "sandbox:", "prelude:", "(...tail calls...)"];

impl From<mlua::Error> for Error {
    fn from(error: mlua::Error) -> Error {
        if let Some(own) = error.downcast_ref::<Error>() {
            return own.clone();
        }
        match error {
            mlua::Error::MemoryError(_) => Error::new(Code::Limit, "the script used up its memory"),
            mlua::Error::SyntaxError { message, .. } => Error::new(Code::BadRecipe, message),
            mlua::Error::CallbackError { cause, .. } => Error::from(cause.as_ref().clone()),
            other => Error::new(Code::Script, other.to_string()),
        }
    }
}

/// An error as the table that scripts see; `prelude.lua` gives it its metatable.
pub(super) fn to_lua(lua: &Lua, error: &Error) -> mlua::Result<Table> {
    let fields = json::to_lua(lua, &error.to_json())?;
    let table = match fields {
        Value::Table(table) => table,
        _ => lua.create_table()?,
    };
    if table.get::<Value>("details")?.is_nil() {
        table.set("details", lua.create_table()?)?;
    }
    if error.traceback().is_none() {
        table.set("traceback", traceback(lua)?)?;
    }
    Ok(table)
}

/// What a script raised, as an error of ours.
pub(super) fn from_lua(value: &Value) -> Error {
    match value {
        Value::Table(table) => from_table(table),
        Value::Error(error) => Error::from(error.as_ref().clone()),
        // No handler is called for this one, so it arrives as the interpreter's own text.
        Value::String(text) if text.as_bytes().ends_with(b"not enough memory") => {
            Error::from(mlua::Error::MemoryError(String::new()))
        }
        other => Error::new(
            Code::Script,
            other.to_string().unwrap_or_else(|_| other.type_name().to_owned()),
        ),
    }
}

fn from_table(table: &Table) -> Error {
    let text = |key: &str| table.get::<Option<String>>(key).ok().flatten();
    let code = text("code")
        .and_then(|code| serde_json::from_value(Json::String(code)).ok())
        .unwrap_or(Code::Script);
    let message = text("message").unwrap_or_else(|| json::summary(&Value::Table(table.clone())).to_string());
    let mut error = Error::new(code, message);
    if let Some(attempted) = text("attempted") {
        error = error.attempting(attempted);
    }
    if let Some(guest) = text("guest") {
        error = error.on(guest);
    }
    if let Some(hint) = text("hint").filter(|hint| hint != code.hint()) {
        error = error.trying(hint);
    }
    if let Some(traceback) = text("traceback") {
        error = error.with_traceback(traceback);
    }
    if let Ok(Some(details)) = table.get::<Option<Table>>("details")
        && let Ok(Json::Object(details)) = json::to_json(&Value::Table(details))
    {
        for (key, value) in details {
            error = error.with(&key, value);
        }
    }
    error
}

/// Where the script is, without the frames that are ours.
pub(super) fn traceback(lua: &Lua) -> mlua::Result<String> {
    let whole = lua.traceback(None, 0)?;
    let whole = whole.to_string_lossy();
    let lines = whole.lines().skip(1).map(str::trim);
    let own = lines.filter(|line| !OUR_CHUNKS.iter().any(|chunk| line.starts_with(chunk)));
    Ok(own.collect::<Vec<_>>().join("\n"))
}

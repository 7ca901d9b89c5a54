//! Lua's values as JSON and back.

use mlua::{Lua, Table, Value};
use serde_json::{Map, Value as Json, json};

use crate::error::{Error, Result};

/// How deep a value may be before it is cut off: a table can hold itself.
const DEEPEST: usize = 16;
/// What the metatable of lists is called.
const LIST: &str = "mac-control list";
/// The longest string that a summary shows whole.
const LONGEST_SHOWN: usize = 200;

/// A value as JSON. A table with elements from 1 on is an array when it holds nothing else; an empty one is an object, unless
/// it came from a list. Functions and userdata become
/// what they print as; bytes that are no UTF-8 become `{"bytes": n}`.
///
/// # Errors
/// `script` for a table that is nested too deep.
pub fn to_json(value: &Value) -> Result<Json> {
    convert(value, DEEPEST).ok_or_else(|| {
        let message = format!("a value that is nested deeper than {DEEPEST} tables cannot be written down");
        Error::new(mc_protocol::Code::Script, message)
    })
}

fn convert(value: &Value, deepest: usize) -> Option<Json> {
    Some(match value {
        Value::Nil => Json::Null,
        Value::Boolean(flag) => json!(flag),
        Value::Integer(number) => json!(number),
        Value::Number(number) => json!(number),
        Value::String(text) => string(&text.as_bytes()),
        Value::Table(table) => convert_table(table, deepest.checked_sub(1)?)?,
        other => json!(other.to_string().unwrap_or_else(|_| other.type_name().to_owned())),
    })
}

fn convert_table(table: &Table, deepest: usize) -> Option<Json> {
    let length = table.raw_len() as u64;
    let (mut fields, mut elements) = (Map::new(), Vec::new());
    for (key, value) in table.pairs::<Value, Value>().flatten() {
        let converted = convert(&value, deepest)?;
        match key {
            Value::Integer(place) if place >= 1 && place.unsigned_abs() <= length => {
                elements.push((place, converted))
            }
            key => {
                fields.insert(key.to_string().unwrap_or_default(), converted);
            }
        }
    }
    elements.sort_by_key(|(place, _)| *place);
    if fields.is_empty() && (!elements.is_empty() || is_list(table)) {
        return Some(elements.into_iter().map(|(_, element)| element).collect());
    }
    fields.extend(
        elements
            .into_iter()
            .map(|(place, element)| (place.to_string(), element)),
    );
    // A table has no order of its own; what is printed should not change from run to run.
    fields.sort_keys();
    Some(Json::Object(fields))
}

/// The metatable of lists that came from JSON, so that an empty one that goes back stays a list.
fn list_metatable(lua: &Lua) -> mlua::Result<Table> {
    if let Some(metatable) = lua.named_registry_value::<Option<Table>>(LIST)? {
        return Ok(metatable);
    }
    let metatable = lua.create_table()?;
    metatable.set("__name", LIST)?;
    metatable.set("__metatable", false)?;
    lua.set_named_registry_value(LIST, &metatable)?;
    Ok(metatable)
}

fn is_list(table: &Table) -> bool {
    let name = table
        .metatable()
        .and_then(|metatable| metatable.raw_get::<Option<String>>("__name").ok().flatten());
    name.as_deref() == Some(LIST)
}

fn string(bytes: &[u8]) -> Json {
    match std::str::from_utf8(bytes) {
        Ok(text) => json!(text),
        Err(_) => json!({ "bytes": bytes.len() }),
    }
}

/// A value as a trace shows it: long strings cut, the rest of what cannot be written down left out.
pub fn summary(value: &Value) -> Json {
    shorten(convert(value, 6).unwrap_or_else(|| json!("...")))
}

fn shorten(json: Json) -> Json {
    match json {
        Json::String(text) if text.len() > LONGEST_SHOWN => {
            let shown: String = text.chars().take(LONGEST_SHOWN).collect();
            json!(format!("{shown}... ({} bytes)", text.len()))
        }
        Json::Array(items) => items.into_iter().map(shorten).collect(),
        Json::Object(fields) => fields
            .into_iter()
            .map(|(key, value)| (key, shorten(value)))
            .collect(),
        other => other,
    }
}

/// JSON as a value; `null` is nil.
///
/// # Errors
/// When the VM's memory is used up.
pub fn to_lua(lua: &Lua, json: &Json) -> mlua::Result<Value> {
    Ok(match json {
        Json::Null => Value::Nil,
        Json::Bool(flag) => Value::Boolean(*flag),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Integer(integer),
            None => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::String(lua.create_string(text)?),
        Json::Array(items) => {
            let table = lua.create_table()?;
            for item in items {
                table.raw_push(to_lua(lua, item)?)?;
            }
            table.set_metatable(Some(list_metatable(lua)?))?;
            Value::Table(table)
        }
        Json::Object(fields) => {
            let table = lua.create_table()?;
            for (key, value) in fields {
                table.raw_set(key.as_str(), to_lua(lua, value)?)?;
            }
            Value::Table(table)
        }
    })
}

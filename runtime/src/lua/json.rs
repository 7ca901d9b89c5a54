//! Lua's values as JSON and back.

use mlua::{Lua, Table, Value};
use serde_json::{Map, Value as Json, json};

use crate::error::{Error, Result};

/// How deep a value may be before it is refused: a table can hold itself.
const DEEPEST: usize = 16;
/// What a value may come to, in bytes: a table that holds another twice, and that one another twice, and so on, is small in
/// the VM and without end outside.
const MOST_BYTES: usize = 64 << 20;
/// What a value costs besides its text.
const BYTES_A_VALUE: usize = 32;
/// What the metatable of lists is called.
const LIST: &str = "mac-control list";

/// A value as JSON. A table whose keys are 1 to n is an array; every other one is an object, an empty one too unless it came
/// from a list. Functions and userdata become what they print as, bytes that are no UTF-8 `{"bytes": n}`, and numbers that
/// JSON does not have (not a number, infinity) `null`.
///
/// # Errors
/// `script` for a value that is nested too deep, `limit` for one that is too large.
pub fn to_json(value: &Value) -> Result<Json> {
    let mut writer = Writer { left: MOST_BYTES };
    writer.value(value, DEEPEST)
}

struct Writer {
    /// Bytes that may still be written.
    left: usize,
}

impl Writer {
    fn spend(&mut self, bytes: usize) -> Result<()> {
        self.left = self.left.checked_sub(bytes).ok_or_else(|| {
            let message = format!(
                "a value of more than {} MB cannot be written down",
                MOST_BYTES >> 20
            );
            Error::new(mc_protocol::Code::Limit, message)
        })?;
        Ok(())
    }

    fn value(&mut self, value: &Value, deepest: usize) -> Result<Json> {
        self.spend(BYTES_A_VALUE)?;
        Ok(match value {
            Value::Nil => Json::Null,
            Value::Boolean(flag) => json!(flag),
            Value::Integer(number) => json!(number),
            Value::Number(number) => json!(number),
            Value::String(text) => {
                let bytes = text.as_bytes();
                self.spend(bytes.len())?;
                match std::str::from_utf8(&bytes) {
                    Ok(text) => json!(text),
                    Err(_) => json!({ "bytes": bytes.len() }),
                }
            }
            Value::Table(table) => self.table(table, deepest)?,
            other => json!(printed(other)),
        })
    }

    fn table(&mut self, table: &Table, deepest: usize) -> Result<Json> {
        let deepest = deepest.checked_sub(1).ok_or_else(|| {
            let message =
                format!("a value that is nested deeper than {DEEPEST} tables cannot be written down");
            Error::new(mc_protocol::Code::Script, message)
        })?;
        let mut pairs = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair?;
            pairs.push((key, self.value(&value, deepest)?));
        }
        let count = pairs.len() as u64;
        let place = |key: &Value| match key {
            Value::Integer(place) if (1..=count).contains(&place.unsigned_abs()) && *place > 0 => {
                Some(*place)
            }
            _ => None,
        };
        if pairs.iter().all(|(key, _)| place(key).is_some()) && (count > 0 || is_list(table)) {
            pairs.sort_by_key(|(key, _)| place(key));
            return Ok(pairs.into_iter().map(|(_, element)| element).collect());
        }
        let mut fields = Map::new();
        for (key, value) in pairs {
            let key = printed(&key);
            self.spend(key.len())?;
            fields.insert(key, value);
        }
        // A table has no order of its own; what is printed should not change from run to run.
        fields.sort_keys();
        Ok(Json::Object(fields))
    }
}

/// What a value prints as.
fn printed(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_string_lossy(),
        other => other.to_string().unwrap_or_else(|_| other.type_name().to_owned()),
    }
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

/// A value as a trace shows it: only so much of it that a glance tells what it was.
pub fn summary(value: &Value) -> Json {
    summarize(value, 4)
}

/// The longest text that a summary shows whole, in bytes, and the most elements of one table.
const LONGEST_SHOWN: usize = 200;
const MOST_SHOWN: usize = 20;

fn summarize(value: &Value, deepest: usize) -> Json {
    match value {
        Value::Nil => Json::Null,
        Value::Boolean(flag) => json!(flag),
        Value::Integer(number) => json!(number),
        Value::Number(number) => json!(number),
        Value::String(text) => summarize_text(&text.as_bytes()),
        Value::Table(_) if deepest == 0 => json!("..."),
        Value::Table(table) => summarize_table(table, deepest - 1),
        other => json!(other.type_name()),
    }
}

/// What a value is, for a message.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nothing",
        Value::Boolean(_) => "true or false",
        Value::Integer(_) | Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Table(_) => "a table",
        Value::Function(_) => "a function",
        Value::Thread(_) => "a coroutine",
        _ => "a value of another kind",
    }
}

/// A text as a trace shows it.
pub fn summarize_text(bytes: &[u8]) -> Json {
    let shown = &bytes[..bytes.len().min(LONGEST_SHOWN)];
    match std::str::from_utf8(shown) {
        Ok(text) if shown.len() == bytes.len() => json!(text),
        Ok(text) => json!(format!("{text}... ({} bytes)", bytes.len())),
        // The cut went through a character, as it may; or these are no letters.
        Err(error) if error.error_len().is_none() && shown.len() < bytes.len() => {
            let text = String::from_utf8_lossy(&shown[..error.valid_up_to()]);
            json!(format!("{text}... ({} bytes)", bytes.len()))
        }
        Err(_) => json!({ "bytes": bytes.len() }),
    }
}

fn summarize_table(table: &Table, deepest: usize) -> Json {
    let length = table.raw_len();
    if length > 0 || is_list(table) {
        let places = 1..=length.min(MOST_SHOWN);
        let mut elements: Vec<Json> = places
            .map(|place| summarize(&table.raw_get(place).unwrap_or(Value::Nil), deepest))
            .collect();
        if length > MOST_SHOWN {
            elements.push(json!(format!("... ({length} elements)")));
        }
        return Json::Array(elements);
    }
    let mut fields = Map::new();
    for (key, value) in table.pairs::<Value, Value>().flatten() {
        if fields.len() == MOST_SHOWN {
            fields.insert("...".to_owned(), json!("..."));
            break;
        }
        let key = match &key {
            Value::String(text) => text.to_string_lossy().chars().take(LONGEST_SHOWN).collect(),
            Value::Integer(number) => number.to_string(),
            other => other.type_name().to_owned(),
        };
        fields.insert(key, summarize(&value, deepest));
    }
    fields.sort_keys();
    Json::Object(fields)
}

/// An empty list, which stays one when it becomes JSON.
///
/// # Errors
/// When the VM's memory is used up.
pub fn new_list(lua: &Lua) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.set_metatable(Some(list_metatable(lua)?))?;
    Ok(table)
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
            let table = new_list(lua)?;
            for item in items {
                table.raw_push(to_lua(lua, item)?)?;
            }
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

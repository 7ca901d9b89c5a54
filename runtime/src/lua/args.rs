//! Arguments: what a script passes, checked against what a native function declares.

use std::collections::HashMap;
use std::time::Duration;

use mc_protocol::OsType;
use mlua::{AnyUserData, Lua, MultiValue, Table, Value};
use serde_json::{Map, Value as Json, json};

use super::image::LuaImage;
use super::registry::{Fallback, Kind, Native, Param};
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use crate::session::{Capture, rect_json};

/// The longest time that can be asked for: a year.
const MOST_SECONDS: f64 = 31_536_000.0;

/// One checked argument.
#[derive(Clone, Debug)]
enum Argument {
    Text(String),
    Bytes(Vec<u8>),
    Integer(i64),
    Seconds(Duration),
    Boolean(bool),
    Words(Vec<String>),
    Region(Rect),
    Points(Vec<Point>),
    OsType(OsType),
    Image(AnyUserData),
    Any(Value),
}

/// The arguments of one call.
pub struct Args(HashMap<&'static str, Argument>);

impl Args {
    /// Checks what was passed.
    ///
    /// # Errors
    /// `bad_params` that names the parameter.
    pub fn check(native: &Native, lua: &Lua, passed: MultiValue) -> Result<Args> {
        let mut passed = passed.into_vec();
        while passed.last().is_some_and(Value::is_nil) {
            passed.pop();
        }
        let options = take_options(native, &mut passed)?;
        if passed.len() > native.params.len() {
            let message = format!(
                "{} takes {}, and {} were given",
                native.name,
                match native.params.len() {
                    0 => "no arguments".to_owned(),
                    1 => "one argument".to_owned(),
                    several => format!("{several} arguments"),
                },
                passed.len()
            );
            return Err(Error::bad_param("arguments", message));
        }
        let mut arguments = HashMap::new();
        let mut positional = passed.into_iter();
        for param in native.params {
            insert(
                &mut arguments,
                native,
                param,
                lua,
                positional.next().unwrap_or(Value::Nil),
            )?;
        }
        for option in native.options {
            let value = match &options {
                Some(table) => table.get::<Value>(option.name)?,
                None => Value::Nil,
            };
            insert(&mut arguments, native, option, lua, value)?;
        }
        Ok(Args(arguments))
    }

    /// The call in short, for an error: the function, and the text that it is about.
    pub fn attempted(&self, native: &Native) -> String {
        let subject = native.params.first().and_then(|param| self.text(param.name));
        match subject {
            Some(text) if !self.flag("secret") => format!("{}({text:?})", native.name),
            _ => native.name.to_owned(),
        }
    }

    /// What a trace shows of them. What is sensitive is hidden when the caller said `secret`.
    pub fn shown(&self) -> Json {
        let is_secret = matches!(self.0.get("secret"), Some(Argument::Boolean(true)));
        let mut shown = Map::new();
        let mut names: Vec<_> = self.0.keys().collect();
        names.sort_unstable();
        for name in names {
            let value = match &self.0[name] {
                Argument::Text(_) if is_secret => json!("***"),
                Argument::Text(text) => super::json::summarize_text(text.as_bytes()),
                Argument::Bytes(bytes) => json!({ "bytes": bytes.len() }),
                Argument::Integer(number) => json!(number),
                Argument::Seconds(time) => json!(time.as_secs_f64()),
                Argument::Boolean(flag) => json!(flag),
                Argument::Words(words) => json!(words),
                Argument::Region(region) => rect_json(region),
                Argument::Points(points) => json!(points),
                Argument::OsType(code) => json!(code),
                Argument::Image(_) => json!("Image"),
                Argument::Any(value) => super::json::summary(value),
            };
            shown.insert((*name).to_owned(), value);
        }
        Json::Object(shown)
    }

    /// A text, when given.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.0.get(name) {
            Some(Argument::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Bytes, when given.
    pub fn bytes(&self, name: &str) -> Option<&[u8]> {
        match self.0.get(name) {
            Some(Argument::Bytes(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// A whole number, when given.
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.0.get(name) {
            Some(&Argument::Integer(number)) => Some(number),
            _ => None,
        }
    }

    /// A time, when given.
    pub fn seconds(&self, name: &str) -> Option<Duration> {
        match self.0.get(name) {
            Some(&Argument::Seconds(time)) => Some(time),
            _ => None,
        }
    }

    /// Whether a flag was given and is true.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.0.get(name), Some(Argument::Boolean(true)))
    }

    /// Words; none when not given.
    pub fn words(&self, name: &str) -> &[String] {
        match self.0.get(name) {
            Some(Argument::Words(words)) => words,
            _ => &[],
        }
    }

    /// A region, when given.
    pub fn region(&self, name: &str) -> Option<Rect> {
        match self.0.get(name) {
            Some(&Argument::Region(region)) => Some(region),
            _ => None,
        }
    }

    /// Points; none when not given.
    pub fn points(&self, name: &str) -> &[Point] {
        match self.0.get(name) {
            Some(Argument::Points(points)) => points,
            _ => &[],
        }
    }

    /// A four-character code, when given.
    pub fn os_type(&self, name: &str) -> Option<OsType> {
        match self.0.get(name) {
            Some(&Argument::OsType(code)) => Some(code),
            _ => None,
        }
    }

    /// A picture, when given.
    ///
    /// # Errors
    /// `internal` when it is in use, which a native that does not keep it cannot cause.
    pub fn image(&self, name: &str) -> Result<Option<Capture>> {
        match self.0.get(name) {
            Some(Argument::Image(value)) => Ok(Some(value.borrow::<LuaImage>()?.capture.clone())),
            _ => Ok(None),
        }
    }

    /// Any value, when given.
    pub fn any(&self, name: &str) -> Option<&Value> {
        match self.0.get(name) {
            Some(Argument::Any(value)) => Some(value),
            _ => None,
        }
    }
}

/// The table of options comes last. It may stand in the place of parameters that can be left out.
fn take_options(native: &Native, passed: &mut Vec<Value>) -> Result<Option<Table>> {
    let Some(Value::Table(table)) = passed.last().cloned() else {
        return Ok(None);
    };
    let own_place = native.params.get(passed.len() - 1);
    let is_options = match own_place {
        None => true,
        Some(param) => param.default != Fallback::Required && !may_be_a_table(param.kind),
    };
    if !is_options || native.options.is_empty() {
        return Ok(None);
    }
    for pair in table.pairs::<Value, Value>() {
        let (key, _) = pair?;
        let name = key.to_string()?;
        if !native.options.iter().any(|option| option.name == name) {
            let known: Vec<&str> = native.options.iter().map(|option| option.name).collect();
            let message = format!(
                "{} has no option `{name}`; it has {}",
                native.name,
                known.join(", ")
            );
            return Err(Error::bad_param(&name, message));
        }
    }
    passed.pop();
    Ok(Some(table))
}

fn may_be_a_table(kind: Kind) -> bool {
    matches!(kind, Kind::Region | Kind::Points | Kind::Choices(_) | Kind::Any)
}

fn insert(
    arguments: &mut HashMap<&'static str, Argument>,
    native: &Native,
    param: &Param,
    lua: &Lua,
    value: Value,
) -> Result<()> {
    let value = match (value, param.default) {
        (Value::Nil, Fallback::Nothing) => return Ok(()),
        (Value::Nil, Fallback::Required) => {
            let message = format!("{} needs `{}`: {}", native.name, param.name, param.kind.words());
            return Err(Error::bad_param(param.name, message));
        }
        (Value::Nil, Fallback::Text(text)) => Value::String(lua.create_string(text)?),
        (Value::Nil, Fallback::Integer(number)) => Value::Integer(number),
        (Value::Nil, Fallback::Seconds(seconds)) => Value::Number(seconds),
        (Value::Nil, Fallback::Boolean(flag)) => Value::Boolean(flag),
        (value, _) => value,
    };
    let argument = convert(param.kind, lua, value.clone())?.ok_or_else(|| {
        let given = super::json::summary(&value);
        let message = format!(
            "`{}` of {} is {}, not {given}",
            param.name,
            native.name,
            param.kind.words()
        );
        Error::bad_param(param.name, message)
    })?;
    arguments.insert(param.name, argument);
    Ok(())
}

/// The value as what the parameter wants, or `None` when it is something else.
fn convert(kind: Kind, lua: &Lua, value: Value) -> Result<Option<Argument>> {
    Ok(match kind {
        Kind::Text | Kind::HostPath => text(lua, value)?.map(Argument::Text),
        Kind::Bytes => match value {
            Value::String(bytes) => Some(Argument::Bytes(bytes.as_bytes().to_vec())),
            _ => None,
        },
        Kind::Integer(least, most) => lua
            .coerce_integer(value)?
            .filter(|number| (least..=most).contains(number))
            .map(Argument::Integer),
        Kind::Seconds => seconds(lua, value)?.map(Argument::Seconds),
        Kind::Boolean => match value {
            Value::Boolean(flag) => Some(Argument::Boolean(flag)),
            _ => None,
        },
        Kind::Choice(words) => text(lua, value)?
            .filter(|word| words.contains(&word.as_str()))
            .map(Argument::Text),
        Kind::Choices(words) => choices(words, lua, value)?.map(Argument::Words),
        Kind::Region => match value {
            Value::Table(table) => region(&table)?.map(Argument::Region),
            _ => None,
        },
        Kind::Points => match value {
            Value::Table(table) => points(&table)?.map(Argument::Points),
            _ => None,
        },
        Kind::OsType => text(lua, value)?
            .and_then(|code| code.parse().ok())
            .map(Argument::OsType),
        Kind::Image => match value {
            Value::UserData(image) if image.is::<LuaImage>() => Some(Argument::Image(image)),
            _ => None,
        },
        Kind::Any => Some(Argument::Any(value)),
    })
}

fn text(lua: &Lua, value: Value) -> Result<Option<String>> {
    match value {
        Value::String(_) | Value::Integer(_) | Value::Number(_) => {
            let text = lua.coerce_string(value)?;
            Ok(text.and_then(|text| text.to_str().ok().map(|text| text.to_owned())))
        }
        _ => Ok(None),
    }
}

fn seconds(lua: &Lua, value: Value) -> Result<Option<Duration>> {
    let number = match value {
        Value::Integer(_) | Value::Number(_) => lua.coerce_number(value)?,
        _ => None,
    };
    Ok(number
        .filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds))
        .map(Duration::from_secs_f64))
}

fn choices(known: &[&str], lua: &Lua, value: Value) -> Result<Option<Vec<String>>> {
    let Value::Table(table) = value else {
        return Ok(None);
    };
    let mut words = Vec::new();
    for item in table.sequence_values::<Value>() {
        match text(lua, item?)? {
            Some(word) if known.contains(&word.as_str()) => words.push(word),
            _ => return Ok(None),
        }
    }
    Ok(Some(words))
}

/// `{x=, y=, width=, height=}` or `{x, y, width, height}`. What else the table holds does not matter: a found text is a region.
fn region(table: &Table) -> Result<Option<Rect>> {
    let side = |name: &str, place: i64| number(table, name, place);
    let (Some(x), Some(y), Some(width), Some(height)) = (
        side("x", 1)?,
        side("y", 2)?,
        side("width", 3)?,
        side("height", 4)?,
    ) else {
        return Ok(None);
    };
    let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height)) else {
        return Ok(None);
    };
    Ok((width > 0 && height > 0).then(|| Rect::new(x, y, width, height)))
}

fn points(table: &Table) -> Result<Option<Vec<Point>>> {
    let mut points = Vec::new();
    for item in table.sequence_values::<Value>() {
        let Value::Table(point) = item? else {
            return Ok(None);
        };
        match (number(&point, "x", 1)?, number(&point, "y", 2)?) {
            (Some(x), Some(y)) => points.push(Point::new(x, y)),
            _ => return Ok(None),
        }
    }
    Ok(Some(points))
}

/// A whole number on the screen, by name or by place.
fn number(table: &Table, name: &str, place: i64) -> Result<Option<i32>> {
    let value = match table.get::<Value>(name)? {
        Value::Nil => table.get::<Value>(place)?,
        value => value,
    };
    Ok(match value {
        Value::Integer(number) => i32::try_from(number).ok(),
        Value::Number(number) if number.abs() < 1e9 => Some(number.round() as i32),
        _ => None,
    })
}

//! One value that a script passes, as what a parameter wants.

use std::time::Duration;

use mc_protocol::OsType;
use mc_protocol::common::Psn;
use mlua::{AnyUserData, Lua, Table, Value};

use super::image::LuaImage;
use super::registry::Kind;
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::session::{Holder, Which};

/// The longest time that can be asked for: a year.
const MOST_SECONDS: f64 = 31_536_000.0;

/// One checked argument.
#[derive(Clone, Debug)]
pub(super) enum Argument {
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
    Process(Which),
    Holder(Holder),
    Secret(Value),
    Any(Value),
}

/// The value as what the parameter wants, or `None` when it is something else.
pub(super) fn convert(kind: Kind, lua: &Lua, value: Value) -> Result<Option<Argument>> {
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
        Kind::Process => match value {
            Value::Table(table) => psn(&table)?.map(Which::Psn),
            name => text(lua, name)?.map(Which::Name),
        }
        .map(Argument::Process),
        Kind::Holder => match value {
            Value::Table(table) => psn(&table)?.map(Holder::Process),
            path => text(lua, path)?.map(Holder::File),
        }
        .map(Argument::Holder),
        Kind::Secret => Some(Argument::Secret(value)),
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

/// `{low=, high=}`, or a table that has one as its `psn`: a process.
pub(super) fn psn(table: &Table) -> Result<Option<Psn>> {
    let numbers = match table.get::<Value>("psn")? {
        Value::Table(psn) => psn,
        _ => table.clone(),
    };
    let half = |name: &str| -> Result<Option<u32>> {
        Ok(match numbers.get::<Value>(name)? {
            Value::Integer(number) => u32::try_from(number).ok(),
            _ => None,
        })
    };
    let high = half("high")?;
    Ok(half("low")?.map(|low| Psn { high, low }))
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

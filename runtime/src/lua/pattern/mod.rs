//! Lua's patterns, with a budget: `string.find`, `match`, `gmatch` and `gsub` as natives.
//!
//! The matcher in Lua's own library backtracks in C, where no hook runs: a pattern such as `(.-)*b` over a long string
//! of `a` cannot be stopped. This one looks at the run's token every so many steps. The language is that of the Lua 5.4
//! Reference Manual, section 6.4.1.

mod matcher;

use mlua::{Lua, LuaString, MultiValue, Table, Value};

use self::matcher::Matcher;
use crate::cancel::Cancel;

/// Puts `find`, `match`, `gmatch` and `gsub` into a table. Each returns `true` and its results, or `false` and a
/// message: what Rust raises cannot be read by a script. For `gsub` a table of replacements is a function by then.
/// A result that grows beyond `most_bytes` does not fit into the VM, and is given up while it grows.
pub(in crate::lua) fn install(
    lua: &Lua,
    table: &Table,
    cancel: &Cancel,
    most_bytes: usize,
) -> mlua::Result<()> {
    let natives: [(&str, Native); 4] = [
        ("find", find),
        ("match", first_match),
        ("gmatch", gmatch),
        ("gsub", gsub),
    ];
    for (name, native) in natives {
        let cancel = cancel.clone();
        let function = move |lua: &Lua, values: MultiValue| {
            if let Some(reason) = cancel.reason() {
                return Err(mlua::Error::external(reason.error()));
            }
            let call = Call {
                lua,
                cancel: &cancel,
                most_bytes,
                name,
                arguments: values.into_vec(),
            };
            answer(lua, native(&call))
        };
        table.set(name, lua.create_function(function)?)?;
    }
    Ok(())
}

type Native = fn(&Call) -> Outcome<Vec<Value>>;
type Outcome<T> = Result<T, Fault>;

/// Why there is no result.
enum Fault {
    /// The script's mistake, as a sentence.
    Mistake(String),
    /// An error on its way through: the run is to stop, or a function of the script raised one.
    Raised(mlua::Error),
}

impl From<mlua::Error> for Fault {
    fn from(error: mlua::Error) -> Fault {
        Fault::Raised(error)
    }
}

fn mistake<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Fault::Mistake(message.into()))
}

fn answer(lua: &Lua, outcome: Outcome<Vec<Value>>) -> mlua::Result<MultiValue> {
    match outcome {
        Ok(mut values) => {
            values.insert(0, Value::Boolean(true));
            Ok(MultiValue::from_vec(values))
        }
        Err(Fault::Mistake(message)) => Ok(MultiValue::from_vec(vec![
            Value::Boolean(false),
            Value::String(lua.create_string(message)?),
        ])),
        Err(Fault::Raised(error)) => Err(error),
    }
}

/// A call with its arguments.
struct Call<'a> {
    lua: &'a Lua,
    cancel: &'a Cancel,
    most_bytes: usize,
    name: &'static str,
    arguments: Vec<Value>,
}

impl Call<'_> {
    fn argument(&self, number: usize) -> Value {
        self.arguments.get(number - 1).cloned().unwrap_or(Value::Nil)
    }

    fn text(&self, number: usize) -> Outcome<LuaString> {
        let value = self.argument(number);
        let kind = value.type_name();
        match self.lua.coerce_string(value)? {
            Some(text) => Ok(text),
            None => mistake(format!(
                "bad argument #{number} to '{}' (string expected, got {kind})",
                self.name
            )),
        }
    }

    fn integer(&self, number: usize) -> Outcome<Option<i64>> {
        let value = self.argument(number);
        if value.is_nil() {
            return Ok(None);
        }
        match self.lua.coerce_integer(value)? {
            Some(integer) => Ok(Some(integer)),
            None => mistake(format!(
                "bad argument #{number} to '{}' (integer expected)",
                self.name
            )),
        }
    }
}

fn find(call: &Call) -> Outcome<Vec<Value>> {
    let (subject, pattern) = (call.text(1)?, call.text(2)?);
    let (subject, pattern) = (subject.as_bytes(), pattern.as_bytes());
    let Some(start) = start_index(call.integer(3)?, subject.len()) else {
        return Ok(vec![Value::Nil]);
    };
    let is_plain = !matches!(call.argument(4), Value::Nil | Value::Boolean(false));
    if is_plain || !pattern.iter().any(|byte| b"^$*+?.([%-".contains(byte)) {
        // A search in linear time, unlike that of Lua's own library.
        return Ok(match memchr::memmem::find(&subject[start..], &pattern) {
            None => vec![Value::Nil],
            Some(at) => vec![index(start + at + 1), index(start + at + pattern.len())],
        });
    }
    let mut matcher = Matcher::new(call.cancel, &subject, &pattern);
    Ok(match matcher.search(start)? {
        None => vec![Value::Nil],
        Some((from, to)) => {
            let mut found = vec![index(from + 1), index(to)];
            found.extend(matcher.captures_only(call.lua)?);
            found
        }
    })
}

fn first_match(call: &Call) -> Outcome<Vec<Value>> {
    let (subject, pattern) = (call.text(1)?, call.text(2)?);
    let (subject, pattern) = (subject.as_bytes(), pattern.as_bytes());
    let Some(start) = start_index(call.integer(3)?, subject.len()) else {
        return Ok(vec![Value::Nil]);
    };
    let mut matcher = Matcher::new(call.cancel, &subject, &pattern);
    match matcher.search(start)? {
        None => Ok(vec![Value::Nil]),
        Some((from, to)) => matcher.captures_or_whole(call.lua, from, to),
    }
}

/// The iterator answers as the natives do.
fn gmatch(call: &Call) -> Outcome<Vec<Value>> {
    let (subject, pattern, cancel) = (call.text(1)?, call.text(2)?, call.cancel.clone());
    let mut next = start_index(call.integer(3)?, subject.as_bytes().len());
    let mut last_end = None;
    let iterator = call.lua.create_function_mut(move |lua, ()| {
        let (subject, pattern) = (subject.as_bytes(), pattern.as_bytes());
        let mut matcher = Matcher::unanchored(&cancel, &subject, &pattern);
        answer(lua, next_match(&mut matcher, lua, &mut next, &mut last_end))
    })?;
    Ok(vec![Value::Function(iterator)])
}

fn next_match(
    matcher: &mut Matcher,
    lua: &Lua,
    next: &mut Option<usize>,
    last_end: &mut Option<usize>,
) -> Outcome<Vec<Value>> {
    while let Some(at) = next.filter(|&at| at <= matcher.subject.len()) {
        matcher.reset();
        match matcher.matches(at, 0)? {
            Some(end) if *last_end != Some(end) => {
                (*next, *last_end) = (Some(end), Some(end));
                return matcher.captures_or_whole(lua, at, end);
            }
            _ => *next = Some(at + 1),
        }
    }
    Ok(vec![Value::Nil])
}

fn gsub(call: &Call) -> Outcome<Vec<Value>> {
    let (subject, pattern) = (call.text(1)?, call.text(2)?);
    let (subject, pattern, with) = (subject.as_bytes(), pattern.as_bytes(), call.argument(3));
    let mut matcher = Matcher::new(call.cancel, &subject, &pattern);
    let most = call.integer(4)?.unwrap_or(i64::MAX);
    let mut result = Grown::new(call.most_bytes);
    let (mut at, mut count, mut last_end) = (0, 0, None);
    while count < most {
        matcher.reset();
        match matcher.matches(at, matcher.start_pattern)? {
            Some(end) if last_end != Some(end) => {
                count += 1;
                replace(call, &matcher, &with, (at, end), &mut result)?;
                (at, last_end) = (end, Some(end));
            }
            _ if at < subject.len() => {
                result.add(&subject[at..=at])?;
                at += 1;
            }
            _ => break,
        }
        if matcher.is_anchored() {
            break;
        }
    }
    result.add(&subject[at..])?;
    Ok(vec![
        Value::String(call.lua.create_string(&result.bytes)?),
        Value::Integer(count),
    ])
}

fn replace(
    call: &Call,
    matcher: &Matcher,
    with: &Value,
    (from, to): (usize, usize),
    result: &mut Grown,
) -> Outcome<()> {
    let lua = call.lua;
    let replacement = match with {
        Value::String(_) | Value::Integer(_) | Value::Number(_) => {
            let template = call.text(3)?;
            return matcher.expand(lua, &template.as_bytes(), (from, to), result);
        }
        Value::Function(function) => {
            let arguments = MultiValue::from_vec(matcher.captures_or_whole(lua, from, to)?);
            function.call::<Value>(arguments)?
        }
        other => {
            let kind = other.type_name();
            return mistake(format!(
                "bad argument #3 to 'gsub' (string/function/table expected, got {kind})"
            ));
        }
    };
    let kind = replacement.type_name();
    match replacement {
        Value::Nil | Value::Boolean(false) => result.add(&matcher.subject[from..to]),
        replacement => match lua.coerce_string(replacement)? {
            Some(text) => result.add(&text.as_bytes()),
            None => mistake(format!("invalid replacement value (a {kind})")),
        },
    }
}

/// The result of a `gsub`, while it grows. It is not the VM's yet, so the VM's limit does not hold it.
struct Grown {
    bytes: Vec<u8>,
    most: usize,
}

impl Grown {
    fn new(most: usize) -> Grown {
        Grown {
            bytes: Vec::new(),
            most,
        }
    }

    fn add(&mut self, part: &[u8]) -> Outcome<()> {
        if part.len() > self.most - self.bytes.len() {
            let message = "the result of gsub does not fit into memory".to_owned();
            return Err(Fault::Raised(mlua::Error::MemoryError(message)));
        }
        self.bytes.extend_from_slice(part);
        Ok(())
    }
}

/// The index at which a search begins: Lua counts from 1, and from the end when negative.
fn start_index(init: Option<i64>, length: usize) -> Option<usize> {
    let init = init.unwrap_or(1);
    let distance = usize::try_from(init.unsigned_abs()).unwrap_or(usize::MAX);
    let start = if init < 0 {
        length.saturating_sub(distance)
    } else {
        distance.saturating_sub(1)
    };
    (start <= length).then_some(start)
}

fn index(position: usize) -> Value {
    Value::Integer(i64::try_from(position).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests;

//! Arguments: what a script passes, checked against what a native function declares.

use std::collections::HashMap;
use std::time::Duration;

use mc_protocol::{Code, OsType};
use mlua::{Lua, MultiValue, Table, Value};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};

use super::convert::{Argument, convert};
use super::image::LuaImage;
use super::registry::{Fallback, Kind, Native, Param};
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use crate::session::{Capture, Holder, Which, rect_json};

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
            Some(text) if !self.flag("secret") => format!("{}({:?})", native.name, first_line(text)),
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
                Argument::Process(which) => shown_process(which),
                Argument::Holder(Holder::File(path)) => json!(path),
                Argument::Holder(Holder::Process(psn)) => json!(psn),
                Argument::Secret(_) => json!("***"),
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

    /// A process, when given.
    pub fn process(&self, name: &str) -> Option<&Which> {
        match self.0.get(name) {
            Some(Argument::Process(which)) => Some(which),
            _ => None,
        }
    }

    /// Who has a resource fork, when given.
    pub fn holder(&self, name: &str) -> Option<&Holder> {
        match self.0.get(name) {
            Some(Argument::Holder(holder)) => Some(holder),
            _ => None,
        }
    }

    /// A word as the wire's own type of it, when given.
    pub fn word<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.text(name).and_then(|word| as_wire(word).ok())
    }

    /// Words as the wire's own type of them; none when not given.
    ///
    /// # Errors
    /// `internal` for words that the declaration has and the wire does not.
    pub fn all_words<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>> {
        self.words(name).iter().map(|word| as_wire(word)).collect()
    }

    /// Any value, when given.
    pub fn any(&self, name: &str) -> Option<&Value> {
        match self.0.get(name) {
            Some(Argument::Any(value) | Argument::Secret(value)) => Some(value),
            _ => None,
        }
    }
}

/// The longest text that an error repeats, in characters.
const LONGEST_REPEATED: usize = 100;

/// So much of a text that one knows which: a script may be long.
fn first_line(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    let mut shown: String = line.chars().take(LONGEST_REPEATED).collect();
    if shown.len() < text.trim().len() {
        shown.push_str("...");
    }
    shown
}

fn as_wire<T: DeserializeOwned>(word: &str) -> Result<T> {
    serde_json::from_value(json!(word)).map_err(|error| Error::new(Code::Internal, error.to_string()))
}

fn shown_process(which: &Which) -> Json {
    match which {
        Which::Psn(psn) => json!(psn),
        Which::Name(name) => json!(name),
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
    matches!(
        kind,
        Kind::Region
            | Kind::Points
            | Kind::Choices(_)
            | Kind::Process
            | Kind::Holder
            | Kind::Secret
            | Kind::Any
    )
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

//! Values, and what AppleScript makes of one when another kind is wanted.

use super::code::Code;
use super::display::{Words, display};
use super::error::ScriptError;
use std::cell::RefCell;
use std::rc::Rc;

/// A value. Lists and records are shared by whoever has set a variable to them.
#[derive(Debug, Clone)]
pub enum Value {
    /// What a statement without a result leaves.
    Nothing,
    /// From -536,870,911 to 536,870,911; what is larger is a real.
    Integer(i32),
    /// A real number.
    Real(f64),
    /// true or false.
    Boolean(bool),
    /// Text; every character is one of MacRoman.
    Text(Rc<str>),
    /// A list.
    List(Rc<RefCell<Vec<Value>>>),
    /// A record.
    Record(Rc<RefCell<Fields>>),
    /// A class as a value.
    Class(Code),
    /// A constant.
    Constant(Code),
    /// An application, by name.
    Application(Rc<str>),
    /// A reference to an object of an application.
    Reference(Rc<Reference>),
    /// Data of an application that AppleScript has no value for.
    Data(Code, Rc<[u8]>),
    /// The script itself.
    Script,
    /// The language, which has the text item delimiters.
    AppleScript,
}

/// The fields of a record.
pub type Fields = Vec<(Label, Value)>;

/// What a field of a record, or a property, is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Label {
    /// A word of a dictionary.
    Code(Code),
    /// A word of the script's own, in small letters; how it was written follows.
    Own(String, String),
}

/// An object of an application.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The application's name.
    pub application: Rc<str>,
    /// The class wanted; [`Code::PROPERTY`] for a property.
    pub want: Code,
    /// Which of them.
    pub form: Form,
    /// In what; `None`: in the application.
    pub container: Option<Rc<Reference>>,
}

/// Which objects a reference means.
#[derive(Debug, Clone)]
pub enum Form {
    /// The property with this code.
    Property(Code),
    /// The object of this name.
    Name(Rc<str>),
    /// The nth, from 1; negative from the end.
    Index(i32),
    /// By position in words.
    Ordinal(Ordinal),
    /// From one to another, by index.
    Range(i32, i32),
    /// By the application's own id.
    Id(Value),
}

/// A position in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ordinal {
    /// `first`
    First,
    /// `last`
    Last,
    /// `middle`
    Middle,
    /// `some`
    Any,
    /// `every`
    All,
}

/// The largest integer: they have 30 bits.
const LARGEST_INTEGER: f64 = 536_870_911.0;

/// A whole number as AppleScript keeps it.
pub(super) fn integer_or_real(value: f64) -> Value {
    if value.abs() <= LARGEST_INTEGER {
        Value::Integer(value as i32)
    } else {
        Value::Real(value)
    }
}

impl Value {
    /// A text.
    pub fn text(text: impl AsRef<str>) -> Value {
        Value::Text(text.as_ref().into())
    }

    /// A list of its own.
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Rc::new(RefCell::new(items)))
    }

    /// A record of its own.
    pub fn record(fields: Fields) -> Value {
        Value::Record(Rc::new(RefCell::new(fields)))
    }

    /// The class that `class of` gives.
    pub fn class(&self) -> Code {
        match self {
            Value::Nothing | Value::Script | Value::AppleScript => Code::SCRIPT,
            Value::Integer(_) => Code::INTEGER,
            Value::Real(_) => Code::REAL,
            Value::Boolean(_) => Code::BOOLEAN,
            Value::Text(_) => Code::STRING,
            Value::List(_) => Code::LIST,
            Value::Record(_) => Code::RECORD,
            Value::Class(_) => Code::CLASS,
            Value::Constant(_) => Code::CONSTANT,
            Value::Application(_) => Code::APPLICATION,
            Value::Reference(reference) => reference.want,
            Value::Data(code, _) => *code,
        }
    }

    /// The value of a field; `None` where there is none, or this is no record.
    pub fn field(&self, label: &Label) -> Option<Value> {
        let Value::Record(fields) = self else { return None };
        let fields = fields.borrow();
        let found = fields.iter().find(|(known, _)| known.is(label));
        found.map(|(_, value)| value.clone())
    }

    /// A copy that shares nothing with this, down to a depth at which no script can tell.
    pub fn deep_copy(&self, depth: usize) -> Result<Value, ScriptError> {
        if depth == 0 {
            return Err(too_deep());
        }
        Ok(match self {
            Value::List(items) => {
                let items = items.borrow();
                let copies: Result<_, _> = items.iter().map(|item| item.deep_copy(depth - 1)).collect();
                Value::list(copies?)
            }
            Value::Record(fields) => {
                let fields = fields.borrow();
                let copy = |(label, value): &(Label, Value)| Ok((label.clone(), value.deep_copy(depth - 1)?));
                let copies: Result<_, ScriptError> = fields.iter().map(copy).collect();
                Value::record(copies?)
            }
            other => other.clone(),
        })
    }

    /// Bytes that the value takes, about: what the room for values is held against. What it shares is not counted again.
    pub fn size(&self) -> usize {
        match self {
            Value::Text(text) => text.len(),
            Value::List(items) => 16 * items.borrow().len(),
            Value::Record(fields) => 32 * fields.borrow().len(),
            Value::Data(_, bytes) => bytes.len(),
            _ => 16,
        }
    }
}

/// How deep lists may nest before copying, comparing and showing them is given up.
pub(super) const DEEPEST: usize = 60;

/// errOSAStackOverflow.
pub(super) fn too_deep() -> ScriptError {
    ScriptError::new(ScriptError::STACK_OVERFLOW, "Stack overflow.")
}

impl Label {
    /// Whether two labels name the same field.
    pub fn is(&self, other: &Label) -> bool {
        match (self, other) {
            (Label::Code(a), Label::Code(b)) => a == b,
            (Label::Own(a, _), Label::Own(b, _)) => a == b,
            _ => false,
        }
    }
}

/// errAECoercionFail, in AppleScript's words.
pub(super) fn cant_make(value: &Value, class: &str, words: &dyn Words) -> ScriptError {
    let shown = display(value, words, false).unwrap_or_else(|_| "some data".to_owned());
    ScriptError::new(
        ScriptError::CANT_COERCE,
        format!("Can’t make {shown} into a {class}."),
    )
}

/// The item of a list that has one: such a list can become whatever the item can.
fn only_item(value: &Value) -> Option<Value> {
    let Value::List(items) = value else { return None };
    match items.borrow().as_slice() {
        // A list in a list stays one: it may hold itself.
        [Value::List(_)] | [] | [_, _, ..] => None,
        [only] => Some(only.clone()),
    }
}

/// `value as class` (AppleScript Language Guide, figure 3-2): a real with a fraction is no integer.
///
/// # Errors
/// -1700.
pub(super) fn coerce(
    value: &Value,
    class: Code,
    delimiters: &str,
    words: &dyn Words,
) -> Result<Value, ScriptError> {
    let fail = || Err(cant_make(value, &words.class(class), words));
    if !matches!(class, Code::LIST | Code::TEXT | Code::STRING)
        && let Some(item) = only_item(value)
    {
        return coerce(&item, class, delimiters, words).or_else(|_| fail());
    }
    match class {
        Code::TEXT | Code::STRING => as_text(value, delimiters, words).map(Value::text),
        Code::INTEGER => match as_number(value) {
            Some(number) if number.fract() == 0.0 && number.abs() <= LARGEST_INTEGER => {
                Ok(Value::Integer(number as i32))
            }
            _ => fail(),
        },
        Code::REAL => as_number(value).map_or_else(fail, |number| Ok(Value::Real(number))),
        Code::NUMBER => match value {
            Value::Integer(_) | Value::Real(_) => Ok(value.clone()),
            Value::Text(text) => match as_number(value) {
                Some(number) if text.contains(['.', 'e', 'E']) => Ok(Value::Real(number)),
                Some(number) => Ok(integer_or_real(number)),
                None => fail(),
            },
            _ => fail(),
        },
        Code::BOOLEAN => as_boolean(value).map_or_else(fail, |flag| Ok(Value::Boolean(flag))),
        Code::LIST => Ok(as_list(value)),
        Code::RECORD if matches!(value, Value::Record(_)) => Ok(value.clone()),
        Code::CLASS if matches!(value, Value::Class(_)) => Ok(value.clone()),
        _ if class == value.class() => Ok(value.clone()),
        _ => fail(),
    }
}

/// The text of a value, without quotes; items of a list with the delimiters between them.
///
/// # Errors
/// -1700.
pub(super) fn as_text(value: &Value, delimiters: &str, words: &dyn Words) -> Result<String, ScriptError> {
    text_of(value, delimiters, words, DEEPEST)
}

fn text_of(value: &Value, delimiters: &str, words: &dyn Words, depth: usize) -> Result<String, ScriptError> {
    if depth == 0 {
        return Err(too_deep());
    }
    match value {
        Value::Text(text) => Ok(text.to_string()),
        Value::Integer(_) | Value::Real(_) | Value::Boolean(_) | Value::Class(_) | Value::Constant(_) => {
            display(value, words, true)
        }
        Value::List(items) => {
            let texts: Result<Vec<_>, _> = items
                .borrow()
                .iter()
                .map(|item| text_of(item, delimiters, words, depth - 1))
                .collect();
            Ok(texts?.join(delimiters))
        }
        _ => Err(cant_make(value, "string", words)),
    }
}

/// The number that a value is or says.
pub(super) fn as_number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(number) => Some(f64::from(*number)),
        Value::Real(number) => Some(*number),
        Value::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        Value::List(_) => as_number(&only_item(value)?),
        _ => None,
    }
}

/// The truth value that a value is or says.
pub(super) fn as_boolean(value: &Value) -> Option<bool> {
    match value {
        Value::Boolean(flag) => Some(*flag),
        Value::Text(text) if text.eq_ignore_ascii_case("true") => Some(true),
        Value::Text(text) if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

/// A list: itself, a record's values, or the one item.
pub(super) fn as_list(value: &Value) -> Value {
    match value {
        Value::List(_) => value.clone(),
        Value::Record(fields) => {
            Value::list(fields.borrow().iter().map(|(_, value)| value.clone()).collect())
        }
        other => Value::list(vec![other.clone()]),
    }
}

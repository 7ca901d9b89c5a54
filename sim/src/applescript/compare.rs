//! Whether values are equal, which comes first, and what contains what. Text is compared without case.

use super::display::Words;
use super::error::ScriptError;
use super::value::{Value, as_number, cant_make, too_deep};
use std::cmp::Ordering;

/// How many values one comparison looks at before it is given up.
const MOST: usize = 200_000;

/// Compares, and counts what it looks at.
pub(super) struct Comparison {
    left: usize,
}

impl Comparison {
    pub fn new() -> Comparison {
        Comparison { left: MOST }
    }

    fn look(&mut self) -> Result<(), ScriptError> {
        self.left = self.left.checked_sub(1).ok_or_else(too_deep)?;
        Ok(())
    }

    /// `a = b`.
    ///
    /// # Errors
    /// errOSAStackOverflow for lists that hold themselves.
    pub fn equal(&mut self, a: &Value, b: &Value, depth: usize) -> Result<bool, ScriptError> {
        self.look()?;
        if depth == 0 {
            return Err(too_deep());
        }
        Ok(match (a, b) {
            (Value::Integer(_) | Value::Real(_), Value::Integer(_) | Value::Real(_)) => {
                as_number(a) == as_number(b)
            }
            (Value::Text(a), Value::Text(b)) => fold(a) == fold(b),
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::List(a), Value::List(b)) => {
                let (a, b) = (a.borrow(), b.borrow());
                if a.len() != b.len() {
                    return Ok(false);
                }
                for (a, b) in a.iter().zip(b.iter()) {
                    if !self.equal(a, b, depth - 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Value::Record(fields), Value::Record(others)) => {
                if fields.borrow().len() != others.borrow().len() {
                    return Ok(false);
                }
                for (label, value) in fields.borrow().iter() {
                    let Some(other) = b.field(label) else {
                        return Ok(false);
                    };
                    if !self.equal(value, &other, depth - 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Value::Class(a), Value::Class(b)) | (Value::Constant(a), Value::Constant(b)) => a == b,
            (Value::Application(a), Value::Application(b)) => a.eq_ignore_ascii_case(b),
            (Value::Data(type_a, a), Value::Data(type_b, b)) => type_a == type_b && a == b,
            (Value::Reference(_), Value::Reference(_)) => format!("{a:?}") == format!("{b:?}"),
            (Value::Script, Value::Script) | (Value::Nothing, Value::Nothing) => true,
            _ => false,
        })
    }

    /// Whether a list has these items in a row from `at` on.
    fn has_at(
        &mut self,
        list: &[Value],
        at: usize,
        items: &[Value],
        depth: usize,
    ) -> Result<bool, ScriptError> {
        let Some(part) = list.get(at..at + items.len()) else {
            return Ok(false);
        };
        for (a, b) in part.iter().zip(items) {
            if !self.equal(a, b, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Text as it is compared: without case, and with ligatures as the pairs of letters that they stand for (AppleScript Language
/// Guide, "Considering and Ignoring Statements", the attributes case and expansion).
fn fold(text: &str) -> String {
    text.to_lowercase().replace('æ', "ae").replace('œ', "oe")
}

/// Which of two values comes first; the second is made a value like the first.
///
/// # Errors
/// -1700 for what has no order.
pub(super) fn order(a: &Value, b: &Value, words: &dyn Words) -> Result<Ordering, ScriptError> {
    match a {
        Value::Integer(_) | Value::Real(_) => {
            let (Some(first), Some(second)) = (as_number(a), as_number(b)) else {
                return Err(cant_make(b, "number", words));
            };
            Ok(first.partial_cmp(&second).unwrap_or(Ordering::Equal))
        }
        Value::Text(first) => match b {
            Value::Text(second) => Ok(fold(first).cmp(&fold(second))),
            Value::Integer(_) | Value::Real(_) => {
                let second = super::value::as_text(b, "", words)?;
                Ok(fold(first).cmp(&fold(&second)))
            }
            _ => Err(cant_make(b, "string", words)),
        },
        _ => Err(cant_make(a, "number", words)),
    }
}

/// Where in a value another one has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Anywhere,
    Beginning,
    End,
}

/// `whole contains part` and the like.
///
/// # Errors
/// -1700 for values that hold nothing.
pub(super) fn contains(
    whole: &Value,
    part: &Value,
    place: Place,
    words: &dyn Words,
) -> Result<bool, ScriptError> {
    match whole {
        Value::Text(text) => {
            let (text, part) = (fold(text), fold(&super::value::as_text(part, "", words)?));
            Ok(match place {
                Place::Anywhere => text.contains(&part),
                Place::Beginning => text.starts_with(&part),
                Place::End => text.ends_with(&part),
            })
        }
        Value::List(list) => {
            let list = list.borrow().clone();
            let items = match part {
                Value::List(items) => items.borrow().clone(),
                other => vec![other.clone()],
            };
            let last = list.len().checked_sub(items.len());
            let Some(last) = last else { return Ok(false) };
            let places = match place {
                Place::Anywhere => 0..last + 1,
                Place::Beginning => 0..1,
                Place::End => last..last + 1,
            };
            let mut comparison = Comparison::new();
            for at in places {
                if comparison.has_at(&list, at, &items, super::value::DEEPEST)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Record(_) => {
            let Value::Record(fields) = part else {
                return Err(cant_make(part, "record", words));
            };
            let mut comparison = Comparison::new();
            for (label, value) in fields.borrow().iter() {
                let Some(own) = whole.field(label) else {
                    return Ok(false);
                };
                if !comparison.equal(&own, value, super::value::DEEPEST)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        _ => Err(cant_make(whole, "string", words)),
    }
}

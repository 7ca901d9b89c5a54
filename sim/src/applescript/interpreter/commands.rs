//! Commands: to the application that the script tells something, or to the language itself.

use super::super::code::Code;
use super::super::error::ScriptError;
use super::super::syntax::Expression;
use super::super::value::Value;
use super::{Event, Interpreter, Run, Trouble};
use std::rc::Rc;

impl Interpreter<'_> {
    pub(super) fn command(
        &mut self,
        name: &str,
        (class, id): (Code, Code),
        direct: Option<&Expression>,
        parameters: &[(Code, Expression)],
    ) -> Run<Value> {
        let direct_object = match direct {
            Some(direct) => Some(self.object(direct)?),
            None => None,
        };
        if let Some(done) = self.done_here((class, id), direct_object.as_ref(), parameters)? {
            return Ok(done);
        }
        let mut all = Vec::new();
        match (&direct_object, &self.target) {
            (Some(object), _) => all.push((Code::DIRECT, object.clone())),
            (None, target @ Value::Reference(_)) => all.push((Code::DIRECT, target.clone())),
            _ => {}
        }
        for (key, value) in parameters {
            let value = self.object(value)?;
            all.push((*key, value));
        }
        let Some(application) = self.told(direct_object.as_ref()) else {
            return Err(self.not_understood(&self.target.clone(), name));
        };
        let event = Event {
            application,
            class,
            id,
            parameters: all,
            timeout: self.timeout,
        };
        self.send(name, event)
    }

    /// The application that a command goes to.
    fn told(&self, direct: Option<&Value>) -> Option<Rc<str>> {
        let of = |value: &Value| match value {
            Value::Application(name) => Some(Rc::clone(name)),
            Value::Reference(reference) => Some(Rc::clone(&reference.application)),
            _ => None,
        };
        of(&self.target).or_else(|| direct.and_then(of))
    }

    /// What the language does itself: counting and getting of its own values.
    fn done_here(
        &mut self,
        (class, id): (Code, Code),
        direct: Option<&Value>,
        parameters: &[(Code, Expression)],
    ) -> Run<Option<Value>> {
        let Some(direct) = direct else { return Ok(None) };
        let is_own = !matches!(direct, Value::Reference(_) | Value::Application(_));
        if class != Code::CORE || !is_own {
            return Ok(None);
        }
        match id {
            Code::COUNT => {
                let each = match parameters.first() {
                    Some((_, each)) => match self.value(each)? {
                        Value::Class(class) => Some(class),
                        _ => None,
                    },
                    None => None,
                };
                let count = self.count_of_value(direct, each)?;
                match count {
                    Some(count) => Ok(Some(count)),
                    None => Err(self.cant_get("every item", None, direct)),
                }
            }
            Code::EXISTS => Ok(Some(Value::Boolean(true))),
            Code::GET_DATA => Ok(Some(direct.clone())),
            _ => Ok(None),
        }
    }

    /// Sends an event; an error gets AppleScript's words.
    pub(super) fn send(&mut self, name: &str, event: Event) -> Run<Value> {
        self.step()?;
        match self.host.send(&event) {
            Err(Trouble::Error(error)) => Err(self.in_words(name, &event, error).into()),
            other => other,
        }
    }

    /// Says who got an error, and which where the application does not say it.
    fn in_words(&self, name: &str, event: &Event, mut error: ScriptError) -> ScriptError {
        let direct = event.parameters.first().filter(|(key, _)| *key == Code::DIRECT);
        let object = direct.map(|(_, object)| object);
        if error.message.is_empty() {
            error.message = match (error.number, object) {
                (ScriptError::CANT_GET, Some(object)) => format!("Can’t get {}.", self.show(object)),
                (ScriptError::CANT_SET | -10_003, Some(object)) => {
                    let value = event.parameters.iter().find(|(key, _)| *key == Code::KEY_DATA);
                    let value = value.map_or_else(|| "that".to_owned(), |(_, value)| self.show(value));
                    format!("Can’t set {} to {value}.", self.show(object))
                }
                (ScriptError::NOT_UNDERSTOOD, object) => {
                    let whole = Value::Application(Rc::clone(&event.application));
                    let whom = object.filter(|object| matches!(object, Value::Reference(_)));
                    format!(
                        "{} doesn’t understand the {name} message.",
                        self.show(whom.unwrap_or(&whole))
                    )
                }
                (number, _) => sentence(number).map_or_else(
                    || format!("An error of type {number} has occurred."),
                    str::to_owned,
                ),
            };
        }
        error.message = format!("{} got an error: {}", event.application, error.message);
        error
    }
}

/// What AppleScript says to an error number of the system.
pub(super) fn sentence(number: i32) -> Option<&'static str> {
    Some(match number {
        -34 => "The disk is full.",
        -37 => "Bad name for file.",
        -43 => "File wasn’t found.",
        -45 => "The file is locked.",
        -47 => "The file is busy.",
        -48 => "Duplicate file name.",
        -108 => "Out of memory.",
        -128 => "User canceled.",
        -600 => "Application isn’t running.",
        -609 => "Connection is invalid.",
        -1700 => "Can’t make some data into the expected type.",
        -1701 => "Some parameter is missing.",
        -1712 => "AppleEvent timed out.",
        -1713 => "No user interaction allowed.",
        -10_000 => "AppleEvent handler failed.",
        _ => return None,
    })
}

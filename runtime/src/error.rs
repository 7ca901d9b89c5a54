//! The one error of the runtime: a code from the closed list, what was attempted, on which guest, what to try next.
//!
//! The same error becomes a table in Lua, an exit code and a message on the command line, a result in MCP.

use std::fmt;

use mc_protocol::{Code, WireError};
use serde_json::{Map, Value, json};

/// What the runtime's functions return.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Error(Box<Report>);

#[derive(Clone, Debug, PartialEq)]
struct Report {
    code: Code,
    message: String,
    attempted: Option<String>,
    guest: Option<String>,
    traceback: Option<String>,
    hint: Option<String>,
    details: Map<String, Value>,
}

impl Error {
    /// An error with its code and a sentence.
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error(Box::new(Report {
            code,
            message: message.into(),
            attempted: None,
            guest: None,
            traceback: None,
            hint: None,
            details: Map::new(),
        }))
    }

    /// A parameter that is to blame; `details.param` names it.
    pub fn bad_param(param: &str, message: impl Into<String>) -> Error {
        Error::new(Code::BadParams, message).with("param", param)
    }

    /// Says what was being done, unless somebody closer to the cause has said it.
    pub fn attempting(mut self, what: impl Into<String>) -> Error {
        self.0.attempted.get_or_insert_with(|| what.into());
        self
    }

    /// Says on which guest, unless that is known.
    pub fn on(mut self, guest: impl Into<String>) -> Error {
        self.0.guest.get_or_insert_with(|| guest.into());
        self
    }

    /// Adds a number or a name that a program may want.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Error {
        self.0.details.insert(key.to_owned(), value.into());
        self
    }

    /// Says what to try next, where the code alone says it less well, unless somebody closer to the cause has said it.
    pub fn trying(mut self, what: impl Into<String>) -> Error {
        self.0.hint.get_or_insert_with(|| what.into());
        self
    }

    /// Adds where in a script it was raised, unless that is known. No frames say nothing.
    pub fn with_traceback(mut self, traceback: impl Into<String>) -> Error {
        let traceback = Some(traceback.into()).filter(|frames| !frames.is_empty());
        self.0.traceback = self.0.traceback.or(traceback);
        self
    }

    /// As much of it as may be written down when what it is about is secret: words and numbers may repeat what was passed.
    pub fn hushed(&self) -> Error {
        let mut hushed = Error::new(self.code(), "what went wrong is kept out of this");
        hushed.0.attempted.clone_from(&self.0.attempted);
        hushed.0.guest.clone_from(&self.0.guest);
        hushed
    }

    /// The same error under another code: what a broken connection means depends on what was asked.
    pub fn recoded(mut self, code: Code) -> Error {
        self.0.code = code;
        self
    }

    /// [`Error::recoded`], with another sentence.
    pub fn reworded(mut self, code: Code, message: impl Into<String>) -> Error {
        self.0.message = message.into();
        self.recoded(code)
    }

    /// Which of the closed list.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// What went wrong, as a sentence.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What was being done.
    pub fn attempted(&self) -> Option<&str> {
        self.0.attempted.as_deref()
    }

    /// On which guest, by the name of its target.
    pub fn guest(&self) -> Option<&str> {
        self.0.guest.as_deref()
    }

    /// Numbers and names beside it.
    pub fn details(&self) -> &Map<String, Value> {
        &self.0.details
    }

    /// Where in the script it was raised.
    pub fn traceback(&self) -> Option<&str> {
        self.0.traceback.as_deref()
    }

    /// What to try next.
    pub fn hint(&self) -> &str {
        self.0.hint.as_deref().unwrap_or(self.0.code.hint())
    }

    /// All of it as JSON, in the shape that the command line and traces use.
    pub fn to_json(&self) -> Value {
        let mut object = json!({
            "code": self.code().as_str(),
            "message": self.message(),
            "hint": self.hint(),
        });
        let optional = [
            ("attempted", self.attempted()),
            ("guest", self.guest()),
            ("traceback", self.traceback()),
        ];
        for (key, value) in optional {
            if let Some(value) = value {
                object[key] = value.into();
            }
        }
        if !self.0.details.is_empty() {
            object["details"] = Value::Object(self.0.details.clone());
        }
        object
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code().as_str(), self.message())?;
        match (self.attempted(), self.guest()) {
            (Some(attempted), Some(guest)) => write!(f, "\n  while: {attempted} on {guest}")?,
            (Some(attempted), None) => write!(f, "\n  while: {attempted}")?,
            (None, Some(guest)) => write!(f, "\n  on:    {guest}")?,
            (None, None) => {}
        }
        write!(f, "\n  try:   {}", self.hint())
    }
}

impl std::error::Error for Error {}

impl From<WireError> for Error {
    fn from(wire: WireError) -> Error {
        let mut error = Error::new(wire.code, wire.message);
        if let Some(os_error) = wire.details.os_error {
            error = error.with("os_error", os_error);
        }
        if let Some(param) = wire.details.param {
            error = error.with("param", param);
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_was_attempted_where_and_what_to_try() {
        let error = Error::new(Code::NotFound, "there is no folder `Nowhere`")
            .attempting("listing `Macintosh HD:Nowhere`")
            .attempting("running the recipe")
            .on("sim:iici");
        let text = error.to_string();
        assert!(
            text.starts_with("not_found: there is no folder `Nowhere`"),
            "{text}"
        );
        assert!(
            text.contains("while: listing `Macintosh HD:Nowhere` on sim:iici"),
            "{text}"
        );
        assert!(text.contains("try:   List the folder above it"), "{text}");
    }

    #[test]
    fn what_the_guest_said_is_kept() {
        let mut wire = WireError::new(Code::Io, "the disk said -36");
        wire.details.os_error = Some(-36);
        let json = Error::from(wire).to_json();
        assert_eq!(json["code"], "io");
        assert_eq!(json["details"]["os_error"], -36);
        assert!(json.get("guest").is_none());
    }
}

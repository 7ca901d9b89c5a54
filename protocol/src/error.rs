//! Errors as they travel.

use serde::{Deserialize, Serialize};

use crate::Code;

/// What a guest reports instead of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}: {message}", code.as_str())]
pub struct WireError {
    /// Which of the closed list.
    pub code: Code,
    /// What went wrong, as a sentence.
    pub message: String,
    /// Numbers and names that a program may want.
    #[serde(default, skip_serializing_if = "Details::is_empty")]
    pub details: Details,
}

/// Numbers and names beside an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// The Mac's own error number, such as -43.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub os_error: Option<i32>,
    /// The parameter that is to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
}

impl Details {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Details::default()
    }
}

impl WireError {
    /// Without details.
    pub fn new(code: Code, message: impl Into<String>) -> WireError {
        WireError {
            code,
            message: message.into(),
            details: Details::default(),
        }
    }
}

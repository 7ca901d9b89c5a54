//! The methods of the family `cursor`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::{Effect, Method, Stream};

/// Where the pointer is, and whether it says that the front application is busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Get {}

/// The answer to [`Get`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GetAnswer {
    /// Across.
    pub x: i16,
    /// Down.
    pub y: i16,
    /// Whether it is the system's wristwatch, whichever way its hands point.
    pub busy: bool,
}

impl Method for Get {
    const NAME: &'static str = "cursor.get";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = GetAnswer;
}

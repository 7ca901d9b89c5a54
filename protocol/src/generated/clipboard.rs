//! The methods of the family `clipboard`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::Binary;
use crate::{Effect, Method, OsType, Stream};

/// One flavor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlavorName {
    /// Such as `TEXT`, `PICT` or `styl`.
    pub flavor: OsType,
}

/// One flavor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlavorInfo {
    /// Such as `TEXT`.
    pub flavor: OsType,
    /// Bytes of it.
    pub size: u32,
}

/// Reads the clipboard, by a helper application that comes to the front for a moment: so the front application puts out what it keeps for itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Get {
    /// The flavors wanted, best first; without them, only the list of what is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flavors: Option<Vec<FlavorName>>,
}

/// The answer to [`Get`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GetAnswer {
    /// What the clipboard holds.
    pub available: Vec<FlavorInfo>,
    /// The flavor that follows: the first of those wanted that is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flavor: Option<OsType>,
    /// Its bytes; absent when none was wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Binary>,
}

impl Method for Get {
    const NAME: &'static str = "clipboard.get";
    const EFFECT: Effect = Effect::Write;
    const STREAM: Stream = Stream::FromGuest;
    const TIMEOUT_MS: u32 = 20000;
    type Answer = GetAnswer;
}

/// One flavor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlavorSize {
    /// Such as `TEXT`, `PICT` or `styl`.
    pub flavor: OsType,
    /// Bytes of it; they follow in this order.
    pub size: u32,
}

/// Replaces the clipboard, by a helper application that comes to the front for a moment; the bytes of all flavors follow as binary data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// What follows.
    pub flavors: Vec<FlavorSize>,
}

/// The answer to [`Set`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct SetAnswer {}

impl Method for Set {
    const NAME: &'static str = "clipboard.set";
    const EFFECT: Effect = Effect::Write;
    const STREAM: Stream = Stream::ToGuest;
    const TIMEOUT_MS: u32 = 20000;
    type Answer = SetAnswer;
}

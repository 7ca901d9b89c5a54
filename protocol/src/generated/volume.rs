//! The methods of the family `volume`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::{Effect, Method, Stream};

/// One volume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volume {
    /// Volume reference number.
    pub vref: i16,
    /// Its name.
    pub name: String,
    /// File system: `HFS`, or the number of another.
    pub fs: String,
    /// Size, as far as 32 bits tell.
    pub total_bytes: u32,
    /// Free room, as far as 32 bits tell.
    pub free_bytes: u32,
    /// Whether the disk can be ejected.
    pub ejectable: bool,
    /// Whether it is write-protected.
    pub locked: bool,
    /// Whether the System was started from it.
    pub startup: bool,
}

/// The volumes that are mounted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct List {}

/// The answer to [`List`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListAnswer {
    /// All of them.
    pub volumes: Vec<Volume>,
}

impl Method for List {
    const NAME: &'static str = "volume.list";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = ListAnswer;
}

//! The methods of the family `health`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::{Effect, Method, Stream};

/// A cheap sign of life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Health {}

/// The answer to [`Health`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HealthAnswer {
    /// Seconds since the Mac started, by its tick count.
    pub uptime_s: u32,
    /// Free bytes in the agent's own heap.
    pub free_mem: u32,
    /// Seconds since the request before this one.
    pub last_activity_s: u32,
    /// The method that worked longest between two yields so far.
    pub slowest_method: String,
    /// How long that was, in ticks of 1/60 s.
    pub slowest_ticks: u32,
}

impl Method for Health {
    const NAME: &'static str = "health";
    const EFFECT: Effect = Effect::None;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = HealthAnswer;
}

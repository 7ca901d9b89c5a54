//! The methods of the family `subscribe`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::{Effect, Method, Stream};

/// Any of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Channel {
    /// `jobs`
    #[serde(rename = "jobs")]
    Jobs,
    /// `log`
    #[serde(rename = "log")]
    Log,
}

/// Asks for events of some kinds, until this connection ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subscribe {
    /// Which kinds: `jobs` brings `job.progress`, `log` brings `log.line`. `job.done` and `bye` come unasked.
    pub channels: Vec<Channel>,
}

/// The answer to [`Subscribe`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct SubscribeAnswer {}

impl Method for Subscribe {
    const NAME: &'static str = "subscribe";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = SubscribeAnswer;
}

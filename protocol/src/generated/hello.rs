//! The methods of the family `hello`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::{Effect, Method, Stream};

/// What the guest's owner allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tier {
    /// `disabled`
    #[serde(rename = "disabled")]
    Disabled,
    /// `read-only`
    #[serde(rename = "read-only")]
    ReadOnly,
    /// `full`
    #[serde(rename = "full")]
    Full,
}

/// `staged`: this agent runs from where an update was put, and is not committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UpdateState {
    /// `clean`
    #[serde(rename = "clean")]
    Clean,
    /// `staged`
    #[serde(rename = "staged")]
    Staged,
}

/// The first request on a connection: proves the token and says who answers. Until it has succeeded every other method is `unauthorized`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The token from the guest's preferences.
    pub token: String,
    /// Who calls, for the guest's log.
    pub client_id: String,
    /// Version of the wire that the host speaks.
    pub protocol_version: u16,
}

/// The answer to [`Hello`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HelloAnswer {
    /// Version of the agent.
    pub server_version: String,
    /// Version of the wire that the guest speaks.
    pub protocol_version: u16,
    /// Version of the System, such as `7.1`.
    pub sys_version: String,
    /// The model, as the System names it.
    pub machine: String,
    /// The processor, such as `68030`.
    pub cpu: String,
    /// Physical memory in bytes.
    pub ram: u32,
    /// What the guest's owner allows.
    pub agent: Tier,
    /// What this guest can do beyond the minimum, such as `color_quickdraw`.
    pub capabilities: Vec<String>,
    /// What may get in the way, in words.
    pub warnings: Vec<String>,
    /// The Mac's own name, from File Sharing; empty when it has none.
    pub name: String,
    /// `staged`: this agent runs from where an update was put, and is not committed.
    pub update_state: UpdateState,
    /// What the agent was doing, or had done just before, when it, or the Mac, came down the last time; absent when it ended well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_crash_breadcrumb: Option<String>,
}

impl Method for Hello {
    const NAME: &'static str = "hello";
    const EFFECT: Effect = Effect::None;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = HelloAnswer;
}

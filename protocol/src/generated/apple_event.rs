//! The methods of the family `apple_event`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::Psn;
use crate::{Effect, Method, OsType, Stream};

/// Whether the target may ask the user something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Interaction {
    /// `never`
    #[serde(rename = "never")]
    Never,
    /// `can`
    #[serde(rename = "can")]
    Can,
    /// `always`
    #[serde(rename = "always")]
    Always,
}

/// Sends one Apple event, as a job; the job's result is the reply's parameters. Parameters and reply travel as flat descriptors (protocol/README.md).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Send {
    /// Event class, such as `aevt`.
    pub class: OsType,
    /// Event id, such as `odoc`.
    pub id: OsType,
    /// The target by its process serial number; give this, `signature` or `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub psn: Option<Psn>,
    /// The target by the creator of a running application.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<OsType>,
    /// The target by the name of a running application.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Bytes of flat parameters that follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u16>,
    /// Wait for a reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<bool>,
    /// How long to wait for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u32>,
    /// Whether the target may ask the user something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interaction: Option<Interaction>,
    /// Let the target come to the front when it wants to ask something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch_layer: Option<bool>,
}

impl Send {
    /// With what must be given; everything else is absent.
    pub fn new(class: OsType, id: OsType) -> Send {
        Send {
            class,
            id,
            psn: None,
            signature: None,
            name: None,
            size: None,
            reply: None,
            timeout_ms: None,
            interaction: None,
            switch_layer: None,
        }
    }
}

/// The answer to [`Send`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendAnswer {
    /// The job: `jobs.status`, `jobs.result` and `jobs.cancel` take it, the event `job.done` names it.
    pub job_id: u32,
}

impl Method for Send {
    const NAME: &'static str = "apple_event.send";
    const EFFECT: Effect = Effect::Destructive;
    const STREAM: Stream = Stream::ToGuest;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = SendAnswer;
}

//! The methods of the family `jobs`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::Binary;
pub use crate::common::JobStatus;
use crate::{Effect, Method, Stream};

/// Asks a job to stop. It may take until its next yield; `job.done` says when it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cancel {
    /// The job.
    pub job_id: u32,
}

/// The answer to [`Cancel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CancelAnswer {
    /// How far a job is.
    pub status: JobStatus,
}

impl Method for Cancel {
    const NAME: &'static str = "jobs.cancel";
    const EFFECT: Effect = Effect::Write;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = CancelAnswer;
}

/// What a job that is done has produced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Result {
    /// The job.
    pub job_id: u32,
}

/// The answer to [`Result`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultAnswer {
    /// The bytes: text in MacRoman of a script, flat descriptors of an Apple event.
    pub data: Binary,
}

impl Method for Result {
    const NAME: &'static str = "jobs.result";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::FromGuest;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = ResultAnswer;
}

/// How far a job is. Only the one that runs, or ran last, on this connection is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Status {
    /// The job.
    pub job_id: u32,
}

/// The answer to [`Status`].
pub type StatusAnswer = crate::common::JobState;

impl Method for Status {
    const NAME: &'static str = "jobs.status";
    const EFFECT: Effect = Effect::None;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = StatusAnswer;
}

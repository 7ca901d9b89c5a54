//! The methods of the family `jobs`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::{Binary, JobError};
use crate::{Effect, Method, Stream};

/// How far it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum JobStatus {
    /// `running`
    #[serde(rename = "running")]
    Running,
    /// `done`
    #[serde(rename = "done")]
    Done,
    /// `failed`
    #[serde(rename = "failed")]
    Failed,
    /// `cancelled`
    #[serde(rename = "cancelled")]
    Cancelled,
}

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
    /// How far it is now.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusAnswer {
    /// The job.
    pub job_id: u32,
    /// The method that started it.
    pub method: String,
    /// How far it is.
    pub status: JobStatus,
    /// How long it runs, or ran.
    pub elapsed_ms: u32,
    /// How many things it has dealt with so far, when it counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<u32>,
    /// Bytes that `jobs.result` would send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<JobError>,
}

impl Method for Status {
    const NAME: &'static str = "jobs.status";
    const EFFECT: Effect = Effect::None;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = StatusAnswer;
}

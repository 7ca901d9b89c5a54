//! What a guest says unasked.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::Event;

/// Why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ByeReason {
    /// `quit`
    #[serde(rename = "quit")]
    Quit,
    /// `shutdown`
    #[serde(rename = "shutdown")]
    Shutdown,
    /// `update`
    #[serde(rename = "update")]
    Update,
}

/// The agent is about to close the connection of its own accord, and does not come back on it. What was under way is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {
    /// Why.
    pub reason: ByeReason,
}

impl Event for Bye {
    const NAME: &'static str = "bye";
    const CHANNEL: Option<crate::subscribe::Channel> = None;
}

/// A job has ended. Comes unasked, once for each job whose connection still stands.
pub type JobDone = crate::common::JobState;

impl Event for JobDone {
    const NAME: &'static str = "job.done";
    const CHANNEL: Option<crate::subscribe::Channel> = None;
}

/// A job is still running: at most once a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobProgress {
    /// The job.
    pub job_id: u32,
    /// How long it runs.
    pub elapsed_ms: u32,
    /// How many things it has dealt with so far, when it counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<u32>,
}

impl Event for JobProgress {
    const NAME: &'static str = "job.progress";
    const CHANNEL: Option<crate::subscribe::Channel> = Some(crate::subscribe::Channel::Jobs);
}

/// A new line of the agent's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    /// `HH:MM:SS.mmm LEVEL category: message`
    pub line: String,
    /// Its number; `log.tail` takes it.
    pub cursor: u32,
    /// Lines between the one told of before and this one that memory no longer held.
    pub missed: u32,
}

impl Event for LogLine {
    const NAME: &'static str = "log.line";
    const CHANNEL: Option<crate::subscribe::Channel> = Some(crate::subscribe::Channel::Log);
}

//! The methods of the family `log`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::Binary;
use crate::{Effect, Method, Stream};

/// The agent's log file, as it lies on the disk: MacRoman, Returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Download {
    /// 0: the file in use; 1 and 2: the ones before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<u8>,
}

/// The answer to [`Download`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DownloadAnswer {
    /// Its bytes.
    pub data: Binary,
}

impl Method for Download {
    const NAME: &'static str = "log.download";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::FromGuest;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = DownloadAnswer;
}

/// The least grave level that is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LogLevel {
    /// `error`
    #[serde(rename = "error")]
    Error,
    /// `warn`
    #[serde(rename = "warn")]
    Warn,
    /// `info`
    #[serde(rename = "info")]
    Info,
    /// `debug`
    #[serde(rename = "debug")]
    Debug,
    /// `trace`
    #[serde(rename = "trace")]
    Trace,
}

/// Says how much is logged from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetLevel {
    /// The least grave level that is logged.
    pub level: LogLevel,
}

/// The answer to [`SetLevel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetLevelAnswer {
    /// What it was.
    pub before: LogLevel,
}

impl Method for SetLevel {
    const NAME: &'static str = "log.set_level";
    const EFFECT: Effect = Effect::Write;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = SetLevelAnswer;
}

/// Any of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LogCategory {
    /// `transport`
    #[serde(rename = "transport")]
    Transport,
    /// `dispatch`
    #[serde(rename = "dispatch")]
    Dispatch,
    /// `applescript`
    #[serde(rename = "applescript")]
    Applescript,
    /// `apple_event`
    #[serde(rename = "apple_event")]
    AppleEvent,
    /// `screen`
    #[serde(rename = "screen")]
    Screen,
    /// `input`
    #[serde(rename = "input")]
    Input,
    /// `clipboard`
    #[serde(rename = "clipboard")]
    Clipboard,
    /// `process`
    #[serde(rename = "process")]
    Process,
    /// `fs`
    #[serde(rename = "fs")]
    Fs,
    /// `update`
    #[serde(rename = "update")]
    Update,
    /// `job`
    #[serde(rename = "job")]
    Job,
    /// `watchdog`
    #[serde(rename = "watchdog")]
    Watchdog,
}

/// The last lines of the agent's log that memory holds: about 200.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Tail {
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// The least grave level wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<LogLevel>,
    /// Only these; all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub categories: Option<Vec<LogCategory>>,
    /// Go on behind this line: `cursor` of an earlier answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u32>,
}

/// The answer to [`Tail`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TailAnswer {
    /// Oldest first: without a cursor as many of the newest as fit, with one those that come next.
    pub lines: Vec<String>,
    /// Number of the last line that was looked at.
    pub cursor: u32,
    /// Lines behind the cursor asked for that memory no longer held.
    pub missed: u32,
}

impl Method for Tail {
    const NAME: &'static str = "log.tail";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = TailAnswer;
}

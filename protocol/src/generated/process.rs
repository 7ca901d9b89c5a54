//! The methods of the family `process`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::Psn;
use crate::{Effect, Method, OsType, Stream};

/// Brings a process to the front.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Front {
    /// The process.
    pub psn: Psn,
}

/// The answer to [`Front`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontAnswer {
    /// Whether it was in front within two seconds: a process that hangs is not.
    pub front: bool,
}

impl Method for Front {
    const NAME: &'static str = "process.front";
    const EFFECT: Effect = Effect::Write;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = FrontAnswer;
}

/// Launches an application.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// Full path of it; give this or `creator`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its creator, looked up in the desktop databases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creator: Option<OsType>,
    /// Full path of a document that it is to open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// Let it come to the front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front: Option<bool>,
}

/// The answer to [`Launch`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchAnswer {
    /// Its process serial number.
    pub psn: Psn,
    /// What was launched.
    pub path: String,
}

impl Method for Launch {
    const NAME: &'static str = "process.launch";
    const EFFECT: Effect = Effect::Write;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 60000;
    type Answer = LaunchAnswer;
}

/// One process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Process {
    /// Process serial number.
    pub psn: Psn,
    /// Its name.
    pub name: String,
    /// File type of what was launched.
    pub r#type: OsType,
    /// Creator of what was launched.
    pub creator: OsType,
    /// Ticks since the Mac started, at its launch.
    pub launched_at: u32,
    /// Bytes of its partition.
    pub mem_size: u32,
    /// Bytes of it that are in use.
    pub mem_used: u32,
    /// Whether it is in front.
    pub front: bool,
    /// Whether it never comes to the front.
    pub background_only: bool,
}

/// The processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// Where to go on: `cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u16>,
}

/// The answer to [`List`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListAnswer {
    /// This page.
    pub processes: Vec<Process>,
    /// Where the next page begins; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u16>,
}

impl Method for List {
    const NAME: &'static str = "process.list";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = ListAnswer;
}

/// `sent-unconfirmed`: it was asked and is still there; a dialog may be waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum QuitOutcome {
    /// `gone`
    #[serde(rename = "gone")]
    Gone,
    /// `sent-unconfirmed`
    #[serde(rename = "sent-unconfirmed")]
    SentUnconfirmed,
    /// `not-running`
    #[serde(rename = "not-running")]
    NotRunning,
}

/// Asks a process to quit, and says what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quit {
    /// The process.
    pub psn: Psn,
    /// How long to wait until it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u16>,
}

impl Quit {
    /// With what must be given; everything else is absent.
    pub fn new(psn: Psn) -> Quit {
        Quit {
            psn,
            timeout_ms: None,
        }
    }
}

/// The answer to [`Quit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuitAnswer {
    /// `sent-unconfirmed`: it was asked and is still there; a dialog may be waiting.
    pub outcome: QuitOutcome,
}

impl Method for Quit {
    const NAME: &'static str = "process.quit";
    const EFFECT: Effect = Effect::Destructive;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 70000;
    type Answer = QuitAnswer;
}

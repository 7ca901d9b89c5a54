//! Types that several methods share.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::OsType;

/// A rectangle on the main screen, in pixels from its top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rect {
    /// Left edge.
    pub x: i16,
    /// Top edge.
    pub y: i16,
    /// Width.
    pub width: u16,
    /// Height.
    pub height: u16,
}

/// A point on the main screen, in pixels from its top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Across.
    pub x: i16,
    /// Down.
    pub y: i16,
}

/// Stands where binary data belongs: binary frames with the response's id follow, then an end marker with size and CRC-32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binary {
    /// Always true.
    #[serde(rename = "$binary")]
    pub binary: bool,
    /// Bytes that follow, where known beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
}

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EntryKind {
    /// `file`
    #[serde(rename = "file")]
    File,
    /// `folder`
    #[serde(rename = "folder")]
    Folder,
}

/// A file, folder or volume root, as the catalogue has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name, without the path.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
    /// File type, of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<OsType>,
    /// Creator, of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creator: Option<OsType>,
    /// Logical size of the data fork, of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_size: Option<u32>,
    /// Logical size of the resource fork, of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_size: Option<u32>,
    /// How many things it holds, of a folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<u16>,
    /// Seconds since 1904-01-01 00:00, the Mac's local time.
    pub created: u32,
    /// Seconds since 1904-01-01 00:00, the Mac's local time.
    pub modified: u32,
    /// Locked in Get Info.
    pub locked: bool,
    /// Hidden by the Finder.
    pub invisible: bool,
    /// Finder flags, as fdFlags or frFlags holds them.
    pub flags: u16,
    /// File number or directory id: stays the same when the file is moved.
    pub id: u32,
    /// When it was last backed up; 0: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backed_up: Option<u32>,
}

/// Process serial number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Psn {
    /// High half.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<u32>,
    /// Low half.
    pub low: u32,
}

impl Psn {
    /// With what must be given; everything else is absent.
    pub fn new(low: u32) -> Psn {
        Psn { high: None, low }
    }
}

/// Why a job failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobError {
    /// A code of errors.json.
    pub code: String,
    /// In words; of a script, AppleScript's own.
    pub message: String,
    /// The Mac's, or the script's, own number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub os_error: Option<i32>,
    /// Line of the script where it happened, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u16>,
    /// Where in the source it begins, in characters from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u16>,
    /// Where it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<u16>,
}

/// How far a job is.
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

/// How far a job is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobState {
    /// The job.
    pub job_id: u32,
    /// The method that started it.
    pub method: String,
    /// How far a job is.
    pub status: JobStatus,
    /// How long it runs, or ran.
    pub elapsed_ms: u32,
    /// How many things it has dealt with so far, when it counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<u32>,
    /// Bytes that `jobs.result` would send, when it is done and has produced something to send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<JobError>,
}

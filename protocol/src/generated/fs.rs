//! The methods of the family `fs`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::{Binary, Entry};
use crate::{Effect, Method, OsType, Stream};

/// Deletes a file or an empty folder, at once, without the Trash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Delete {
    /// Full path of the file or folder.
    pub path: String,
}

/// The answer to [`Delete`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct DeleteAnswer {}

impl Method for Delete {
    const NAME: &'static str = "fs.delete";
    const EFFECT: Effect = Effect::Destructive;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = DeleteAnswer;
}

/// Which forks to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fork {
    /// `both`
    #[serde(rename = "both")]
    Both,
    /// `data`
    #[serde(rename = "data")]
    Data,
    /// `resource`
    #[serde(rename = "resource")]
    Resource,
}

/// A file's bytes: the data fork, then the resource fork.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Get {
    /// Full path of the file.
    pub path: String,
    /// Which forks to send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
}

impl Get {
    /// With what must be given; everything else is absent.
    pub fn new(path: String) -> Get {
        Get { path, fork: None }
    }
}

/// The answer to [`Get`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GetAnswer {
    /// What the catalogue says of the file.
    pub entry: Entry,
    /// How many of the bytes that follow are the data fork's; they come first.
    pub data_size: u32,
    /// How many of them are the resource fork's.
    pub resource_size: u32,
    /// The bytes.
    pub data: Binary,
}

impl Method for Get {
    const NAME: &'static str = "fs.get";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::FromGuest;
    const TIMEOUT_MS: u32 = 30000;
    type Answer = GetAnswer;
}

/// What a folder holds, a page at a time, in the catalogue's order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// Full path of a folder or volume, such as `Macintosh HD:Trash`.
    pub path: String,
    /// Where to go on: `cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u16>,
}

impl List {
    /// With what must be given; everything else is absent.
    pub fn new(path: String) -> List {
        List { path, cursor: None }
    }
}

/// The answer to [`List`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListAnswer {
    /// This page.
    pub entries: Vec<Entry>,
    /// When the folder was last changed: pages with different values do not belong together.
    pub modified: u32,
    /// Where the next page begins; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u16>,
}

impl Method for List {
    const NAME: &'static str = "fs.list";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = ListAnswer;
}

/// Writes a file with both forks: under a temporary name first, under its own name only when size and CRC-32 agree and both forks have been read back. Whatever fails, no half-written file remains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Put {
    /// Full path of the file to be.
    pub path: String,
    /// File type.
    pub r#type: OsType,
    /// Creator.
    pub creator: OsType,
    /// Size of the data fork, which is sent first.
    pub data_size: u32,
    /// Size of the resource fork, which follows.
    pub resource_size: u32,
    /// Modification date to give it, in seconds since 1904; now when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<u32>,
    /// Replace a file of that name; otherwise that is `exists`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replace: Option<bool>,
}

impl Put {
    /// With what must be given; everything else is absent.
    pub fn new(path: String, r#type: OsType, creator: OsType, data_size: u32, resource_size: u32) -> Put {
        Put {
            path,
            r#type,
            creator,
            data_size,
            resource_size,
            modified: None,
            replace: None,
        }
    }
}

/// The answer to [`Put`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PutAnswer {
    /// CRC-32 of both forks in a row, as read back from the disk.
    pub crc32: u32,
    /// Whether a file of that name was replaced.
    pub replaced: bool,
}

impl Method for Put {
    const NAME: &'static str = "fs.put";
    const EFFECT: Effect = Effect::Destructive;
    const STREAM: Stream = Stream::ToGuest;
    const TIMEOUT_MS: u32 = 30000;
    type Answer = PutAnswer;
}

/// What the catalogue says of one file, folder or volume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stat {
    /// Full path, such as `Macintosh HD:Read Me`.
    pub path: String,
}

/// The answer to [`Stat`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatAnswer {
    /// What it is.
    pub entry: Entry,
}

impl Method for Stat {
    const NAME: &'static str = "fs.stat";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = StatAnswer;
}

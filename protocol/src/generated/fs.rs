//! The methods of the family `fs`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::{Binary, Entry};
use crate::{Effect, Method, OsType, Stream};

/// Deletes a file or folder, at once, without the Trash. A folder that still holds something is `not_empty` unless `recursive` is said, and then a job. The System file, the Finder, the System Folder and the agent itself are `protected`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Delete {
    /// Full path of the file or folder.
    pub path: String,
    /// Delete a folder with all that it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recursive: Option<bool>,
}

impl Delete {
    /// With what must be given; everything else is absent.
    pub fn new(path: String) -> Delete {
        Delete {
            path,
            recursive: None,
        }
    }
}

/// The answer to [`Delete`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct DeleteAnswer {
    /// The job that deletes, of a folder that is not empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job_id: Option<u32>,
}

impl Method for Delete {
    const NAME: &'static str = "fs.delete";
    const EFFECT: Effect = Effect::Destructive;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = DeleteAnswer;
}

/// Which forks to send; `macbinary` sends both in one MacBinary III stream.
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
    /// `macbinary`
    #[serde(rename = "macbinary")]
    Macbinary,
}

/// A file's bytes: the data fork, then the resource fork; or a range of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Get {
    /// Full path of the file.
    pub path: String,
    /// Which forks to send; `macbinary` sends both in one MacBinary III stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// Leave out so many bytes of what would be sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// Send at most so many bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// `changed` when the file's modification date is another one: what an interrupted transfer began with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchanged_since: Option<u32>,
}

impl Get {
    /// With what must be given; everything else is absent.
    pub fn new(path: String) -> Get {
        Get {
            path,
            fork: None,
            offset: None,
            length: None,
            unchanged_since: None,
        }
    }
}

/// The answer to [`Get`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GetAnswer {
    /// What the catalogue says of the file.
    pub entry: Entry,
    /// How many bytes of the data fork belong to the whole that was asked for; they come first.
    pub data_size: u32,
    /// How many of the resource fork.
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

/// Makes a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mkdir {
    /// Full path of the folder to be.
    pub path: String,
    /// Make missing folders above it, and be content when it is there already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parents: Option<bool>,
}

impl Mkdir {
    /// With what must be given; everything else is absent.
    pub fn new(path: String) -> Mkdir {
        Mkdir { path, parents: None }
    }
}

/// The answer to [`Mkdir`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MkdirAnswer {
    /// Whether it was made: false when it was there already.
    pub created: bool,
}

impl Method for Mkdir {
    const NAME: &'static str = "fs.mkdir";
    const EFFECT: Effect = Effect::Write;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = MkdirAnswer;
}

/// Moves a file or folder on its volume, or gives it another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// Full path of what to move.
    pub path: String,
    /// Full path that it is to have.
    pub to: String,
    /// Replace a file of that name; otherwise that is `exists`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replace: Option<bool>,
}

impl Move {
    /// With what must be given; everything else is absent.
    pub fn new(path: String, to: String) -> Move {
        Move {
            path,
            to,
            replace: None,
        }
    }
}

/// The answer to [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveAnswer {
    /// Whether a file of that name was replaced.
    pub replaced: bool,
}

impl Method for Move {
    const NAME: &'static str = "fs.move";
    const EFFECT: Effect = Effect::Destructive;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = MoveAnswer;
}

/// `macbinary`: what follows is one MacBinary stream of `data_size` bytes, which says the rest itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PutForm {
    /// `forks`
    #[serde(rename = "forks")]
    Forks,
    /// `macbinary`
    #[serde(rename = "macbinary")]
    Macbinary,
}

/// Writes a file with both forks: under a temporary name first, under its own name only when size and CRC-32 agree and both forks have been read back. Whatever fails, no half-written file remains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Put {
    /// Full path of the file to be.
    pub path: String,
    /// File type; needed unless `form` is `macbinary`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<OsType>,
    /// Creator; needed unless `form` is `macbinary`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creator: Option<OsType>,
    /// Size of the data fork, which is sent first.
    pub data_size: u32,
    /// Size of the resource fork, which follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_size: Option<u32>,
    /// Modification date to give it, in seconds since 1904; now when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<u32>,
    /// Replace a file of that name; otherwise that is `exists`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replace: Option<bool>,
    /// `macbinary`: what follows is one MacBinary stream of `data_size` bytes, which says the rest itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<PutForm>,
    /// Creation date to give it, in seconds since 1904; now when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<u32>,
    /// Finder flags to give it; those that only the Finder may set are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flags: Option<u16>,
    /// Get Info comment to give it, where there is a desktop database.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Keep what has arrived when the connection is lost, and go on with what an earlier put like this one has kept: `accepted` says from where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<bool>,
}

impl Put {
    /// With what must be given; everything else is absent.
    pub fn new(path: String, data_size: u32) -> Put {
        Put {
            path,
            r#type: None,
            creator: None,
            data_size,
            resource_size: None,
            modified: None,
            replace: None,
            form: None,
            created: None,
            flags: None,
            comment: None,
            resume: None,
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
    /// Its Get Info comment, where the desktop database has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

impl Method for Stat {
    const NAME: &'static str = "fs.stat";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = StatAnswer;
}

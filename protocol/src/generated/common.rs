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
}

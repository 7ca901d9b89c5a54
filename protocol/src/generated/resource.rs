//! The methods of the family `resource`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::{Binary, Psn};
use crate::{Effect, Method, OsType, Stream};

/// One resource, as the Resource Manager hands it out: expanded where it lies compressed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Get {
    /// Full path of the file whose resource fork is read; give this or `psn`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// A running application whose own resource fork is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub psn: Option<Psn>,
    /// Its type.
    pub r#type: OsType,
    /// Its id.
    pub id: i16,
}

impl Get {
    /// With what must be given; everything else is absent.
    pub fn new(r#type: OsType, id: i16) -> Get {
        Get {
            path: None,
            psn: None,
            r#type,
            id,
        }
    }
}

/// The answer to [`Get`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GetAnswer {
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Attribute bits.
    pub attributes: u8,
    /// Its bytes.
    pub data: Binary,
}

impl Method for Get {
    const NAME: &'static str = "resource.get";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::FromGuest;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = GetAnswer;
}

/// One type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceType {
    /// The type.
    pub r#type: OsType,
    /// How many resources of it.
    pub count: u16,
}

/// One resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceInfo {
    /// Its id.
    pub id: i16,
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its size on the disk.
    pub bytes: u32,
    /// Attribute bits: 4 protected, 16 locked, 32 purgeable, 64 system heap ...
    pub attributes: u8,
}

/// What a resource fork holds: its types, or the resources of one type, a page at a time. Reads no resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// Full path of the file whose resource fork is read; give this or `psn`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// A running application whose own resource fork is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub psn: Option<Psn>,
    /// List the resources of this type; without it, the types.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<OsType>,
    /// Where to go on: `cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u16>,
}

/// The answer to [`List`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct ListAnswer {
    /// The types, without `type`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub types: Option<Vec<ResourceType>>,
    /// The resources, with `type`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<Vec<ResourceInfo>>,
    /// Where the next page begins; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u16>,
}

impl Method for List {
    const NAME: &'static str = "resource.list";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = ListAnswer;
}

//! The methods of the family `font`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::Binary;
use crate::{Effect, Method, Stream};

/// Resource type that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StrikeKind {
    /// `NFNT`
    #[serde(rename = "NFNT")]
    Nfnt,
    /// `FONT`
    #[serde(rename = "FONT")]
    Font,
}

/// One strike, as its resource lies in the System file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Get {
    /// Resource type that holds it.
    pub kind: StrikeKind,
    /// Resource id.
    pub id: i16,
}

/// The answer to [`Get`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GetAnswer {
    /// The resource's bytes.
    pub data: Binary,
}

impl Method for Get {
    const NAME: &'static str = "font.get";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::FromGuest;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = GetAnswer;
}

/// One strike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrikeInfo {
    /// Name of the family: the FOND's.
    pub family: String,
    /// Number of the family: the FOND's.
    pub family_id: i16,
    /// Size in points.
    pub size: u16,
    /// Style bits: 0 plain, 1 bold, 2 italic.
    pub style: u16,
    /// Resource type that holds it.
    pub kind: StrikeKind,
    /// Resource id.
    pub id: i16,
    /// Size of the resource.
    pub bytes: u32,
}

/// The bitmap strikes in the System file, one for each entry of each family's association table that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// Where to go on: `cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u32>,
}

/// The answer to [`List`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListAnswer {
    /// This page.
    pub strikes: Vec<StrikeInfo>,
    /// Where the next page begins; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u32>,
}

impl Method for List {
    const NAME: &'static str = "font.list";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = ListAnswer;
}

//! The methods of the family `system`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::{Effect, Method, Stream};

/// The machine and its System in more detail than `hello`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Info {}

/// The answer to [`Info`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InfoAnswer {
    /// Version of the System, such as `7.1`.
    pub sys_version: String,
    /// The model, as the System names it.
    pub machine: String,
    /// The processor, such as `68030`.
    pub cpu: String,
    /// Physical memory in bytes.
    pub ram: u32,
    /// Free bytes in the agent's own heap.
    pub free_mem: u32,
    /// Free temporary memory of the whole machine, in bytes.
    pub temp_mem: u32,
    /// Width of the main screen in pixels.
    pub screen_width: u16,
    /// Height of the main screen in pixels.
    pub screen_height: u16,
    /// Bits of a pixel of the main screen.
    pub screen_depth: u8,
    /// Name of the startup volume: the first part of most paths.
    pub startup_volume: String,
    /// Path of the System Folder.
    pub system_folder: String,
    /// Who uses the Mac: the owner's name from Sharing Setup or the Chooser; empty when nobody has given one.
    pub user: String,
    /// The Mac's clock: seconds since 1904-01-01 00:00, local time.
    pub date: u32,
    /// Seconds east of Greenwich, as set in the Map control panel; absent when it was never set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gmt_offset_s: Option<i32>,
}

impl Method for Info {
    const NAME: &'static str = "system.info";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = InfoAnswer;
}

/// Sets the Mac's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetTime {
    /// Seconds since 1904-01-01 00:00, local time.
    pub date: u32,
}

/// The answer to [`SetTime`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetTimeAnswer {
    /// What the clock says now.
    pub date: u32,
}

impl Method for SetTime {
    const NAME: &'static str = "system.set_time";
    const EFFECT: Effect = Effect::Write;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = SetTimeAnswer;
}

/// The Mac's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Time {}

/// The answer to [`Time`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeAnswer {
    /// Seconds since 1904-01-01 00:00, the Mac's local time.
    pub date: u32,
    /// Seconds east of Greenwich, as set in the Map control panel; absent when it was never set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gmt_offset_s: Option<i32>,
}

impl Method for Time {
    const NAME: &'static str = "system.time";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 5000;
    type Answer = TimeAnswer;
}

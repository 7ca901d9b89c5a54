//! The methods of the family `screen`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::common::{Binary, Point, Rect};
use crate::{Effect, Method, Stream};

/// Rows in which something has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Band {
    /// First row, counted from the region's top.
    pub top: u16,
    /// How many rows.
    pub height: u16,
}

/// What was taken; absent when nothing has changed since, and then no data follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Left edge of what was taken.
    pub x: i16,
    /// Top edge of what was taken.
    pub y: i16,
    /// Its width.
    pub width: u16,
    /// Its height.
    pub height: u16,
    /// Bits of a pixel.
    pub depth: u8,
    /// True when all of it was taken in one turn; otherwise the screen may have changed between two bands.
    pub consistent: bool,
    /// The bands that have changed since: the PICT holds only these. Absent when it holds all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bands: Option<Vec<Band>>,
}

/// The pixels of the main screen, or a part of it, without the pointer, as a PICT (version 2, without the 512 bytes that a PICT file has in front).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Capture {
    /// What to take; the whole screen when absent. One that leaves the screen is `bad_params`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Rect>,
    /// Take the whole region in one turn of the event loop, however long that starves the other programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_turn: Option<bool>,
    /// Bits of a pixel to reduce the picture to: 1, 2, 4 or 8; the screen's own when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u8>,
    /// `checksum` of an earlier capture of the same region and depth: only the bands that have changed since are sent, all when the agent no longer knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
}

/// The answer to [`Capture`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptureAnswer {
    /// Names these pixels, for `since`.
    pub checksum: u32,
    /// What was taken; absent when nothing has changed since, and then no data follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// The PICT; absent when nothing has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Binary>,
}

impl Method for Capture {
    const NAME: &'static str = "screen.capture";
    const EFFECT: Effect = Effect::Read;
    const STREAM: Stream = Stream::FromGuest;
    const TIMEOUT_MS: u32 = 30000;
    type Answer = CaptureAnswer;
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Gesture {
    /// `move`
    #[serde(rename = "move")]
    Move,
    /// `click`
    #[serde(rename = "click")]
    Click,
    /// `drag`
    #[serde(rename = "drag")]
    Drag,
    /// `key`
    #[serde(rename = "key")]
    Key,
    /// `type`
    #[serde(rename = "type")]
    Type,
}

/// Any of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Modifier {
    /// `command`
    #[serde(rename = "command")]
    Command,
    /// `shift`
    #[serde(rename = "shift")]
    Shift,
    /// `option`
    #[serde(rename = "option")]
    Option,
    /// `control`
    #[serde(rename = "control")]
    Control,
}

/// One gesture. `click` and `move` use x and y, `drag` uses path, `key` uses char and code, `type` uses text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputEvent {
    /// What to do.
    pub r#type: Gesture,
    /// Where, across.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i16>,
    /// Where, down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i16>,
    /// How many clicks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// Press at the first point, move along the others, release at the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<Point>>,
    /// How long a drag rests at its last point before the release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold_ms: Option<u16>,
    /// MacRoman character code of the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub char: Option<u8>,
    /// Virtual key code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<u8>,
    /// Text to type, as UTF-8; line ends are Returns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Keys held meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<Vec<Modifier>>,
}

impl InputEvent {
    /// With what must be given; everything else is absent.
    pub fn new(r#type: Gesture) -> InputEvent {
        InputEvent {
            r#type,
            x: None,
            y: None,
            count: None,
            path: None,
            hold_ms: None,
            char: None,
            code: None,
            text: None,
            modifiers: None,
        }
    }
}

/// Mouse and keyboard, compiled into a script that interrupt-time code carries out, so that it goes on while the front application tracks. Answered when the script has finished and the button is up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// What to do, in order.
    pub events: Vec<InputEvent>,
}

/// The answer to [`Input`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputAnswer {
    /// Steps of the script that were carried out: all of them.
    pub steps: u32,
}

impl Method for Input {
    const NAME: &'static str = "screen.input";
    const EFFECT: Effect = Effect::Write;
    const STREAM: Stream = Stream::None;
    const TIMEOUT_MS: u32 = 60000;
    type Answer = InputAnswer;
}

//! `ALRT` (Inside Macintosh: Macintosh Toolbox Essentials, chapter 6, "The Alert Resource").

use super::{Format, Position, Reader, put_rect, put_word};
use crate::desktop::geometry::Rect;
use mc_pack::OsType;

/// A stage says, in a nibble: whether item 2 is the default, whether the box is drawn, and how often it beeps. Four stages
/// alike make a word.
const DRAWN_WITH_ONE_BEEP: i16 = 0x5555;
const SECOND_IS_DEFAULT: i16 = 0x8888_u16 as i16;

/// An alert: its size and its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alert {
    /// Content rectangle; where it is positioned automatically only its size counts.
    pub bounds: Rect,
    /// Resource id of its `DITL`.
    pub items: i16,
    /// Number of the button that Return presses, 1 or 2.
    pub default_item: usize,
    /// Where it comes up.
    pub position: Position,
}

impl Format for Alert {
    const KIND: OsType = OsType(*b"ALRT");

    fn encode(&self) -> Vec<u8> {
        let mut data = Vec::new();
        let second = if self.default_item == 2 {
            SECOND_IS_DEFAULT
        } else {
            0
        };
        put_rect(&mut data, self.bounds);
        for word in [self.items, DRAWN_WITH_ONE_BEEP | second, self.position.code()] {
            put_word(&mut data, word);
        }
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<Alert, &'static str> {
        Ok(Alert {
            bounds: reader.rect()?,
            items: reader.word()?,
            default_item: if reader.word()? & 8 == 0 { 1 } else { 2 },
            position: Position::parse(reader)?,
        })
    }
}

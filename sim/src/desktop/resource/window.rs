//! `WIND` (Inside Macintosh: Macintosh Toolbox Essentials, chapter 4, "The Window Resource").

use super::{Format, Reader, put_rect, put_string, put_word};
use crate::desktop::geometry::Rect;
use mc_pack::OsType;

/// The window definition of a document window that can neither grow nor zoom.
const NO_GROW_DOC_PROC: i16 = 4;

/// A window that an application opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowTemplate {
    /// Content rectangle in global coordinates.
    pub bounds: Rect,
    /// Title.
    pub title: String,
}

impl Format for WindowTemplate {
    const KIND: OsType = OsType(*b"WIND");

    fn encode(&self) -> Vec<u8> {
        let mut data = Vec::new();
        put_rect(&mut data, self.bounds);
        // Definition, not visible yet, with a close box, no reference constant.
        for word in [NO_GROW_DOC_PROC, 0, 0x0100, 0, 0] {
            put_word(&mut data, word);
        }
        put_string(&mut data, &self.title);
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<WindowTemplate, &'static str> {
        let bounds = reader.rect()?;
        reader.bytes(10)?;
        Ok(WindowTemplate {
            bounds,
            title: reader.string()?,
        })
    }
}

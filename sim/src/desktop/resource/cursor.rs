//! A pointer: `CURS`, 16 by 16 pixels with a mask and a hot spot (Inside Macintosh: Imaging With QuickDraw, chapter 8,
//! "The Cursor Resource").

use super::{Format, Reader, SmallIcon, put_word};
use crate::desktop::geometry::Point;
use mc_pack::OsType;

/// A pointer of one bit. The leftmost pixel of a row is its highest bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// Black pixels.
    pub ink: [u16; 16],
    /// Pixels that are not transparent.
    pub mask: [u16; 16],
    /// The pixel that is at the mouse, from the top left.
    pub hot_spot: Point,
}

impl Cursor {
    /// The arrow, which is no resource but a global of QuickDraw.
    pub const ARROW: Cursor = Cursor {
        ink: [
            0x0000, 0x4000, 0x6000, 0x7000, 0x7800, 0x7C00, 0x7E00, 0x7F00, 0x7F80, 0x7C00, 0x6C00, 0x4600,
            0x0600, 0x0300, 0x0300, 0x0000,
        ],
        mask: [
            0xC000, 0xE000, 0xF000, 0xF800, 0xFC00, 0xFE00, 0xFF00, 0xFF80, 0xFFC0, 0xFFC0, 0xFE00, 0xEF00,
            0xCF00, 0x0780, 0x0780, 0x0300,
        ],
        hot_spot: Point { v: 1, h: 1 },
    };

    /// Reads a drawing, as [`SmallIcon::from_drawing`].
    ///
    /// # Errors
    /// The number of the line that is wrong.
    pub fn from_drawing(drawing: &str, hot_spot: Point) -> Result<Cursor, usize> {
        let icon = SmallIcon::from_drawing(drawing)?;
        Ok(Cursor {
            ink: icon.ink.map(|row| row as u16),
            mask: icon.mask.map(|row| row as u16),
            hot_spot,
        })
    }
}

impl Format for Cursor {
    const KIND: OsType = OsType(*b"CURS");

    fn encode(&self) -> Vec<u8> {
        let rows = self.ink.iter().chain(&self.mask);
        let mut data: Vec<u8> = rows.flat_map(|row| row.to_be_bytes()).collect();
        put_word(&mut data, self.hot_spot.v);
        put_word(&mut data, self.hot_spot.h);
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<Cursor, &'static str> {
        let mut cursor = Cursor {
            ink: [0; 16],
            mask: [0; 16],
            hot_spot: Point::default(),
        };
        for row in cursor.ink.iter_mut().chain(&mut cursor.mask) {
            *row = reader.word()? as u16;
        }
        cursor.hot_spot = Point::new(reader.word()?, reader.word()?);
        Ok(cursor)
    }
}

//! Pictures of one bit with a mask: `ICN#`, 32 by 32 pixels, and `ics#`, 16 by 16 (Inside Macintosh: More Macintosh
//! Toolbox, chapter 5, "Icon Utilities"). The mask says which pixels the icon covers. An `ICON`, as dialogs show it, has none.

use super::{Format, Reader};
use mc_pack::OsType;

/// An icon of `N` by `N` pixels, 16 or 32; the leftmost pixel of a row is bit `N - 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Icon<const N: usize> {
    /// Black pixels.
    pub ink: [u32; N],
    /// Pixels that are not transparent.
    pub mask: [u32; N],
}

/// An `ICN#`.
pub type LargeIcon = Icon<32>;
/// An `ics#`.
pub type SmallIcon = Icon<16>;

impl<const N: usize> Icon<N> {
    const BLANK: Icon<N> = Icon {
        ink: [0; N],
        mask: [0; N],
    };

    /// Reads a drawing: `N` lines of up to `N` characters, `#` for black, `.` for white, a blank for transparent.
    ///
    /// # Errors
    /// The number of the line (from 1) that has another character or is too long, or the first one too many or
    /// too few.
    pub fn from_drawing(drawing: &str) -> Result<Icon<N>, usize> {
        let mut icon = Icon::BLANK;
        let count = drawing.lines().count();
        if count != N {
            return Err(count.min(N) + 1);
        }
        for (row, line) in drawing.lines().enumerate() {
            if line.len() > N {
                return Err(row + 1);
            }
            for (column, character) in line.bytes().enumerate() {
                let pixel = 1 << (N - 1 - column);
                let (ink, mask) = match character {
                    b'#' => (pixel, pixel),
                    b'.' => (0, pixel),
                    b' ' => (0, 0),
                    _ => return Err(row + 1),
                };
                icon.ink[row] |= ink;
                icon.mask[row] |= mask;
            }
        }
        Ok(icon)
    }

    fn rows(&self) -> impl Iterator<Item = u32> {
        self.ink.into_iter().chain(self.mask)
    }

    fn read(mut row: impl FnMut() -> Result<u32, &'static str>) -> Result<Icon<N>, &'static str> {
        let mut icon = Icon::BLANK;
        for bits in icon.ink.iter_mut().chain(&mut icon.mask) {
            *bits = row()?;
        }
        Ok(icon)
    }
}

impl Format for LargeIcon {
    const KIND: OsType = OsType(*b"ICN#");

    fn encode(&self) -> Vec<u8> {
        self.rows().flat_map(u32::to_be_bytes).collect()
    }

    fn parse(reader: &mut Reader<'_>) -> Result<LargeIcon, &'static str> {
        Icon::read(|| reader.long())
    }
}

/// An `ICON`: 32 by 32 pixels that cover what is below them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainIcon(pub LargeIcon);

impl Format for PlainIcon {
    const KIND: OsType = OsType(*b"ICON");

    fn encode(&self) -> Vec<u8> {
        self.0.ink.into_iter().flat_map(u32::to_be_bytes).collect()
    }

    fn parse(reader: &mut Reader<'_>) -> Result<PlainIcon, &'static str> {
        let mut icon = LargeIcon {
            ink: [0; 32],
            mask: [u32::MAX; 32],
        };
        for bits in &mut icon.ink {
            *bits = reader.long()?;
        }
        Ok(PlainIcon(icon))
    }
}

impl Format for SmallIcon {
    const KIND: OsType = OsType(*b"ics#");

    fn encode(&self) -> Vec<u8> {
        self.rows().flat_map(|row| (row as u16).to_be_bytes()).collect()
    }

    fn parse(reader: &mut Reader<'_>) -> Result<SmallIcon, &'static str> {
        Icon::read(|| Ok(u32::from(reader.word()? as u16)))
    }
}

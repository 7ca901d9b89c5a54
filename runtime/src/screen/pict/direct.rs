//! Pixels that are colours themselves: 16 and 32 bits, and the ways to pack them.
//!
//! Imaging With QuickDraw, chapter 4 (PixMap, packType): 1 is not packed, 2 leaves out the byte of 32 bits that means
//! nothing, 3 repeats words, 4 packs the components one after the other. 0 is the usual one of the depth.

use super::bits::{packed_row, read_row};
use super::input::Input;
use super::packbits;
use super::{PictError, Place};
use crate::screen::image::Rgb;

/// How direct pixels are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// 16 bits: five of each component.
    Thousands { packed: bool },
    /// 32 bits: eight of each component, behind a byte that means nothing.
    Millions(Millions),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Millions {
    Whole,
    WithoutFirstByte,
    /// Three components, or four: the byte that means nothing in front.
    Components(usize),
}

impl Format {
    /// Reads a PixMap after its bounds.
    pub(super) fn read(input: &mut Input<'_>, place: Place) -> Result<Format, PictError> {
        const RGB_DIRECT: u16 = 16;
        let wanted = "a PixMap";
        input.skip(2, wanted)?; // pmVersion
        let pack_type = input.u16(wanted)?;
        input.skip(12, wanted)?; // packSize, hRes, vRes
        let pixel_type = input.u16(wanted)?;
        let depth = input.u16(wanted)?;
        let components = input.u16(wanted)?;
        input.skip(14, wanted)?; // cmpSize, planeBytes, pmTable, pmReserved
        if pixel_type != RGB_DIRECT {
            return Err(place.malformed("direct bits are not of direct colour"));
        }
        match (depth, pack_type, components) {
            (16, 0 | 3, _) => Ok(Format::Thousands { packed: true }),
            (16, 1, _) => Ok(Format::Thousands { packed: false }),
            (32, 1, _) => Ok(Format::Millions(Millions::Whole)),
            (32, 2, _) => Ok(Format::Millions(Millions::WithoutFirstByte)),
            (32, 0 | 4, 3 | 4) => Ok(Format::Millions(Millions::Components(components.into()))),
            (16 | 32, ..) => Err(place.unsupported("direct bits that are packed in another way")),
            _ => Err(place.malformed("a direct pixel is not 16 or 32 bits")),
        }
    }

    pub(super) fn depth(self) -> usize {
        match self {
            Format::Thousands { .. } => 16,
            Format::Millions(_) => 32,
        }
    }
}

/// Reads the rows of one opcode.
pub(super) struct Reader {
    format: Format,
    row_bytes: usize,
    bytes: Vec<u8>,
    row: Vec<Rgb>,
}

impl Reader {
    pub(super) fn new(format: Format, row_bytes: usize, width: usize) -> Reader {
        // QuickDraw does not pack rows of fewer than 8 bytes.
        let format = match format {
            Format::Thousands { .. } if row_bytes < 8 => Format::Thousands { packed: false },
            Format::Millions(_) if row_bytes < 8 => Format::Millions(Millions::Whole),
            format => format,
        };
        let bytes = match format {
            Format::Millions(Millions::WithoutFirstByte) => 3 * width,
            Format::Millions(Millions::Components(components)) => components * width,
            _ => row_bytes,
        };
        Reader {
            format,
            row_bytes,
            bytes: vec![0; bytes],
            row: vec![Rgb::WHITE; width],
        }
    }

    /// The next row.
    pub(super) fn row(&mut self, input: &mut Input<'_>, place: Place) -> Result<&[Rgb], PictError> {
        match self.format {
            Format::Thousands { packed: true } => {
                let packed = packed_row(input, self.row_bytes)?;
                packbits::unpack_words(packed, &mut self.bytes).map_err(|fault| fault.at(place))?;
            }
            Format::Millions(Millions::Components(_)) => {
                read_row(input, place, true, self.row_bytes, &mut self.bytes)?;
            }
            _ => read_row(input, place, false, self.row_bytes, &mut self.bytes)?,
        }
        self.spread();
        Ok(&self.row)
    }

    /// Colours out of bytes.
    fn spread(&mut self) {
        let width = self.row.len();
        let bytes = &self.bytes;
        let colour = |at: usize| match self.format {
            Format::Thousands { .. } => {
                let pixel = u16::from_be_bytes([bytes[2 * at], bytes[2 * at + 1]]);
                let component = |shift: u16| {
                    let five = (pixel >> shift & 0x1F) as u8;
                    five << 3 | five >> 2
                };
                Rgb::new(component(10), component(5), component(0))
            }
            Format::Millions(Millions::Whole) => {
                Rgb::new(bytes[4 * at + 1], bytes[4 * at + 2], bytes[4 * at + 3])
            }
            Format::Millions(Millions::WithoutFirstByte) => {
                Rgb::new(bytes[3 * at], bytes[3 * at + 1], bytes[3 * at + 2])
            }
            Format::Millions(Millions::Components(components)) => {
                let red = (components - 3) * width + at;
                Rgb::new(bytes[red], bytes[red + width], bytes[red + 2 * width])
            }
        };
        let row: Vec<Rgb> = (0..width).map(colour).collect();
        self.row = row;
    }
}

//! Strikes as `NFNT` resources (Inside Macintosh: Text, chapter 4, "The Bitmapped Font ('NFNT') Resource").
//!
//! The record: thirteen words, the bit image of all glyphs side by side, the location table (where in the image each
//! glyph begins) and the offset/width table (left edge and advance of each glyph, -1 for a character that is
//! absent). The glyph after the last character is the missing-character glyph.

use super::strike::{Glyph, Strike, StrikeError};
use std::collections::BTreeMap;

/// fontType of a proportional font without colour table.
const PROPORTIONAL: u16 = 0x9000;
const HEADER_LENGTH: usize = 26;
/// owTLoc counts words from its own place in the record.
const OWT_LOC_PLACE: usize = 16;
/// An entry of the offset/width table for an absent character.
const ABSENT: u16 = 0xFFFF;

/// Why a strike and an `NFNT` resource cannot be turned into each other.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NfntError {
    /// The resource ends before this part of it.
    #[error("reading an NFNT: {0} lies outside the resource, which is cut short or damaged")]
    OutOfBounds(&'static str),
    /// The record contradicts itself.
    #[error("reading an NFNT: {0}; the resource is damaged")]
    Inconsistent(&'static str),
    /// A font of a kind that the desktop does not draw.
    #[error("reading an NFNT: font type {0:#06x} has a depth or a colour table; use a strike of one bit")]
    Coloured(u16),
    /// The format's fields are too narrow for the strike.
    #[error("writing an NFNT: {0}; draw the glyphs narrower")]
    TooLarge(&'static str),
    /// The glyphs make no strike.
    #[error("reading an NFNT: {0}")]
    Strike(#[from] StrikeError),
}

/// Writes a strike as the data of an `NFNT` resource.
///
/// # Errors
/// [`NfntError::TooLarge`].
pub fn encode(strike: &Strike) -> Result<Vec<u8>, NfntError> {
    let first = strike.glyphs().keys().next().copied().unwrap_or(0);
    let last = strike.glyphs().keys().next_back().copied().unwrap_or(0);
    // One slot a character code, present or not, then the missing-character glyph.
    let slots: Vec<Option<&Glyph>> = (first..=last)
        .map(|code| strike.glyphs().get(&code))
        .chain([Some(strike.missing())])
        .collect();
    let present = || slots.iter().copied().flatten();
    let kern_max = present().map(|glyph| glyph.left).min().unwrap_or(0).min(0);
    let rect_right = present()
        .map(|glyph| i16::from(glyph.left) + i16::from(glyph.width))
        .max()
        .unwrap_or(0);
    let image = Image::of(strike, &slots)?;

    let mut offset_widths = Vec::with_capacity(slots.len() + 1);
    for slot in &slots {
        offset_widths.push(match slot {
            None => ABSENT,
            Some(glyph) => {
                let offset = i16::from(glyph.left) - i16::from(kern_max);
                let offset = u8::try_from(offset).ok().filter(|offset| *offset < 0xFF);
                let offset =
                    offset.ok_or(NfntError::TooLarge("left edges lie more than 254 pixels apart"))?;
                u16::from_be_bytes([offset, glyph.advance])
            }
        });
    }
    offset_widths.push(ABSENT);

    let tables_at = HEADER_LENGTH + image.bytes.len();
    let offset_widths_at = tables_at + image.locations.len() * 2;
    let owt_loc = u16::try_from((offset_widths_at - OWT_LOC_PLACE) / 2)
        .map_err(|_| NfntError::TooLarge("the bit image takes more than 128 KB"))?;
    let words = [
        PROPORTIONAL,
        u16::from(first),
        u16::from(last),
        present().map(|glyph| u16::from(glyph.advance)).max().unwrap_or(0),
        i16::from(kern_max) as u16,
        (-i16::from(strike.descent())) as u16,
        (rect_right - i16::from(kern_max)) as u16,
        u16::from(strike.height()),
        owt_loc,
        u16::from(strike.ascent()),
        u16::from(strike.descent()),
        u16::from(strike.leading()),
        image.row_words,
    ];
    let mut data: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    data.extend(image.bytes);
    data.extend(
        image
            .locations
            .iter()
            .chain(&offset_widths)
            .flat_map(|word| word.to_be_bytes()),
    );
    Ok(data)
}

/// All glyphs side by side, and where each begins.
struct Image {
    row_words: u16,
    bytes: Vec<u8>,
    locations: Vec<u16>,
}

impl Image {
    fn of(strike: &Strike, slots: &[Option<&Glyph>]) -> Result<Image, NfntError> {
        let mut locations = vec![0_u16];
        let mut end = 0_u16;
        for slot in slots {
            let width = slot.map_or(0, |glyph| u16::from(glyph.width));
            end = end
                .checked_add(width)
                .ok_or(NfntError::TooLarge("the glyphs are over 65,535 pixels wide"))?;
            locations.push(end);
        }
        let row_words = end.div_ceil(16);
        let row_bytes = usize::from(row_words) * 2;
        let mut bytes = vec![0; row_bytes * usize::from(strike.height())];
        for (slot, &start) in slots.iter().zip(&locations) {
            let Some(glyph) = slot else { continue };
            for row in 0..usize::from(strike.height()) {
                for column in (0..glyph.width).filter(|&column| glyph.ink(row, column)) {
                    let pixel = usize::from(start) + usize::from(column);
                    bytes[row * row_bytes + pixel / 8] |= 0x80 >> (pixel % 8);
                }
            }
        }
        Ok(Image {
            row_words,
            bytes,
            locations,
        })
    }
}

/// Reads a strike from the data of an `NFNT` resource.
///
/// # Errors
/// [`NfntError`] when the resource is cut short, contradicts itself or is not a one-bit strike that
/// [`Strike::new`] takes.
pub fn parse(data: &[u8]) -> Result<Strike, NfntError> {
    let word = |place: usize, part| {
        let bytes = data
            .get(place..place + 2)
            .and_then(|bytes| <[u8; 2]>::try_from(bytes).ok());
        bytes.map(u16::from_be_bytes).ok_or(NfntError::OutOfBounds(part))
    };
    let header = |index: usize| word(index * 2, "the header");
    let font_type = header(0)?;
    // Bits 2 and 3 are the depth; bit 7 a colour table, bit 9 a synthetic strike of grey.
    if font_type & 0x028C != 0 {
        return Err(NfntError::Coloured(font_type));
    }
    let (first, last) = (header(1)?, header(2)?);
    let kern_max = header(4)? as i16;
    let (height, ascent, descent) = (header(7)?, header(9)?, header(10)?);
    let (leading, row_words) = (header(11)?, header(12)?);
    if first > last || last > 0xFF {
        return Err(NfntError::Inconsistent(
            "the first character lies after the last, or the last after 255",
        ));
    }
    let small = |value: u16| u8::try_from(value).map_err(|_| NfntError::Inconsistent("a height is over 255"));
    let metrics = (small(ascent)?, small(descent)?, small(leading)?);
    if height != ascent + descent || height > 0xFF {
        return Err(NfntError::Inconsistent("the height is not ascent and descent"));
    }

    let row_bytes = usize::from(row_words) * 2;
    let locations_at = HEADER_LENGTH + row_bytes * usize::from(height);
    let image = data
        .get(HEADER_LENGTH..locations_at)
        .ok_or(NfntError::OutOfBounds("the bit image"))?;
    let offset_widths_at = OWT_LOC_PLACE + usize::from(header(8)?) * 2;
    let read_slot = |slot: usize| -> Result<Option<Glyph>, NfntError> {
        let entry = word(offset_widths_at + slot * 2, "the offset/width table")?;
        if entry == ABSENT {
            return Ok(None);
        }
        let start = word(locations_at + slot * 2, "the location table")?;
        let end = word(locations_at + slot * 2 + 2, "the location table")?;
        if start > end || usize::from(end) > row_bytes * 8 {
            return Err(NfntError::Inconsistent("a glyph lies outside the bit image"));
        }
        let [offset, advance] = entry.to_be_bytes();
        let left = kern_max
            .checked_add(i16::from(offset))
            .and_then(|left| i8::try_from(left).ok());
        Ok(Some(Glyph {
            advance,
            left: left.ok_or(NfntError::Inconsistent("a left edge is over 127 pixels away"))?,
            width: small(end - start)?,
            rows: image
                .chunks_exact(row_bytes.max(1))
                .map(|row| cut(row, start, end))
                .collect(),
        }))
    };

    let mut glyphs = BTreeMap::new();
    for (slot, code) in (first as u8..=last as u8).enumerate() {
        if let Some(glyph) = read_slot(slot)? {
            glyphs.insert(code, glyph);
        }
    }
    let missing = read_slot(usize::from(last - first) + 1)?;
    let missing = missing.ok_or(NfntError::Inconsistent("there is no missing-character glyph"))?;
    Ok(Strike::new(metrics, glyphs, missing)?)
}

/// Pixels `start` to `end` of a row of the bit image, at most 32 of them, from bit 31 down.
fn cut(row: &[u8], start: u16, end: u16) -> u32 {
    (start..end.min(start.saturating_add(32)))
        .zip((0..32).rev())
        .fold(0, |bits, (pixel, bit)| {
            let byte = row[usize::from(pixel / 8)];
            bits | u32::from(byte >> (7 - pixel % 8) & 1) << bit
        })
}

#[cfg(test)]
mod tests {
    use super::super::bdf;
    use super::*;
    use crate::desktop::system_file::STRIKES;
    use proptest::prelude::*;

    #[test]
    fn every_drawn_strike_comes_back() {
        for source in STRIKES {
            let strike = bdf::parse(source.bdf).unwrap().strike;
            assert_eq!(
                parse(&encode(&strike).unwrap()).unwrap(),
                strike,
                "NFNT {}",
                source.id
            );
        }
    }

    #[test]
    fn the_record_is_laid_out_as_the_book_says() {
        let glyph = |left, width, advance, bits| Glyph {
            advance,
            left,
            width,
            rows: vec![bits, 0],
        };
        let glyphs = BTreeMap::from([
            (65, glyph(-1, 3, 4, 0xA000_0000)),
            (67, glyph(1, 2, 5, 0xC000_0000)),
        ]);
        let strike = Strike::new((1, 1, 2), glyphs, glyph(0, 1, 2, 0x8000_0000)).unwrap();
        let data = encode(&strike).unwrap();
        let words: Vec<u16> = data
            .chunks(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect();
        let header = [0x9000, 65, 67, 5, 0xFFFF, 0xFFFF, 4, 2, 12, 1, 1, 2, 1];
        assert_eq!(words[..13], header);
        assert_eq!(words[13..15], [0b1011_1100_0000_0000, 0]);
        assert_eq!(words[15..20], [0, 3, 3, 5, 6]);
        assert_eq!(words[20..], [0x0004, 0xFFFF, 0x0205, 0x0102, 0xFFFF]);
    }

    #[test]
    fn a_cut_resource_is_refused() {
        let strike = bdf::parse(STRIKES[0].bdf).unwrap().strike;
        let data = encode(&strike).unwrap();
        for length in 0..data.len() - 2 {
            assert!(parse(&data[..length]).is_err(), "{length} bytes were taken");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(place in 0_usize..26, value: u8, noise in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&noise);
            let strike = bdf::parse(STRIKES[1].bdf).unwrap().strike;
            let mut data = encode(&strike).unwrap();
            data[place] = value;
            let _ = parse(&data);
        }
    }
}

//! Strikes from `NFNT` and `FONT` resources, which have the same form.
//!
//! Layout: Inside Macintosh: Text, chapter 4, "The Bitmapped Font ('NFNT') Resource". A header of 26 bytes is followed
//! by one wide bit image with all glyphs side by side, a table of where each glyph starts in it, and a table of
//! offsets and widths. Codes run from `firstChar` to `lastChar`; behind them stands the box for missing characters.

use thiserror::Error;

use super::character::character;
use super::{Column, Glyph, MAX_HEIGHT, MISSING, Strike, StrikeName};

/// Why a resource is not a strike that can be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StrikeError {
    /// The resource ends before the table that its header announces.
    #[error("the font resource has {length} bytes, but its {part} ends at byte {end}; fetch it again")]
    Truncated {
        /// Bytes in the resource.
        length: usize,
        /// What does not fit.
        part: &'static str,
        /// Where it would end.
        end: usize,
    },
    /// A font in grey or colour, or a resource that only holds widths.
    #[error("the font type {font_type:#06x} is not a 1-bit strike; only black and white strikes can be read")]
    NotOneBit {
        /// The font type word.
        font_type: u16,
    },
    /// A header field that no drawable strike has.
    #[error("the font resource is damaged: its {field} is {value}")]
    Field {
        /// Which field.
        field: &'static str,
        /// What it says.
        value: i32,
    },
    /// The table of glyph positions goes backwards or past the end of the bit image.
    #[error(
        "the font resource is damaged: the glyph of code {code} lies at columns {start} to {end} of {columns}"
    )]
    Location {
        /// The character code; the one after the last is the missing character's.
        code: u16,
        /// First column.
        start: u16,
        /// Column after the last.
        end: u16,
        /// Columns in the bit image.
        columns: usize,
    },
    /// Not one character has a glyph with ink.
    #[error("the strike draws nothing: none of its characters has a glyph with ink")]
    NoGlyphs,
}

/// The fields of the header that matter here.
struct Header {
    first: u16,
    last: u16,
    kern_max: i32,
    ascent: usize,
    height: usize,
    leading: u32,
    row_words: usize,
    /// Where the offset/width table starts, in bytes.
    offsets_at: usize,
}

const HEADER_BYTES: usize = 26;

/// The widest glyph, and the furthest that one may reach back over its pen: more than any strike of 60 rows needs.
const WIDEST: u16 = 512;

impl Strike {
    /// Reads an `NFNT` or `FONT` resource.
    ///
    /// # Errors
    /// A [`StrikeError`] when the resource is damaged, or not a 1-bit strike of at most [`MAX_HEIGHT`] rows.
    pub fn from_nfnt(resource: &[u8], name: StrikeName) -> Result<Strike, StrikeError> {
        let header = Header::read(resource)?;
        let codes = usize::from(header.last - header.first) + 1;
        // Two entries more than codes: the missing character, and the end.
        let entries = codes + 2;
        let image = part(
            resource,
            HEADER_BYTES,
            2 * header.row_words * header.height,
            "bit image",
        )?;
        let locations = part(
            resource,
            HEADER_BYTES + image.len(),
            2 * entries,
            "location table",
        )?;
        let offsets = part(resource, header.offsets_at, 2 * (codes + 1), "offset/width table")?;
        let mut glyphs = Vec::new();
        for position in 0..=codes {
            let code = header.first + position as u16;
            let character = if position == codes {
                Some(MISSING)
            } else {
                drawn_as(code)
            };
            let (Some(character), Some(entry)) = (character, OffsetWidth::read(offsets, position)) else {
                continue;
            };
            let columns = columns(image, &header, locations, position, code)?;
            glyphs.push(Glyph::trimmed(
                character,
                header.kern_max + entry.offset,
                entry.width,
                &columns,
            ));
        }
        drop_copies_of_the_missing_box(&mut glyphs);
        if glyphs.iter().all(Glyph::is_blank) {
            return Err(StrikeError::NoGlyphs);
        }
        Ok(Strike {
            name,
            ascent: header.ascent as u32,
            descent: (header.height - header.ascent) as u32,
            leading: header.leading,
            glyphs,
        })
    }
}

impl Header {
    fn read(resource: &[u8]) -> Result<Self, StrikeError> {
        let header = part(resource, 0, HEADER_BYTES, "header")?;
        let word = |index: usize| u16::from_be_bytes([header[2 * index], header[2 * index + 1]]);
        let field = |name, value: u16| StrikeError::Field {
            field: name,
            value: (value as i16).into(),
        };

        let font_type = word(0);
        // The top bit is always set; the others of this mask are the depth, a colour table, colours, and synthesis.
        if font_type & 0x838C != 0x8000 {
            return Err(StrikeError::NotOneBit { font_type });
        }
        let (first, last) = (word(1), word(2));
        if first > last || last > 255 {
            return Err(field("last character", last));
        }
        let kern_max = word(4) as i16;
        if kern_max.unsigned_abs() > WIDEST {
            return Err(field("kerning", word(4)));
        }
        let (height, ascent, row_words) = (word(7), word(9), word(12));
        if height == 0 || usize::from(height) > MAX_HEIGHT {
            return Err(field("height", height));
        }
        if ascent > height {
            return Err(field("ascent", ascent));
        }
        if row_words > 0x1000 {
            return Err(field("row words", row_words));
        }
        // owTLoc counts words from itself. nDescent, when it is not negative, is its high half.
        let high = if (word(5) as i16) < 0 {
            0
        } else {
            usize::from(word(5))
        };
        let offsets_at = 16 + 2 * (high << 16 | usize::from(word(8)));
        Ok(Self {
            first,
            last,
            kern_max: kern_max.into(),
            ascent: ascent.into(),
            height: height.into(),
            leading: word(11).into(),
            row_words: row_words.into(),
            offsets_at,
        })
    }
}

/// An entry of the offset/width table.
struct OffsetWidth {
    /// Columns from the leftmost possible glyph edge.
    offset: i32,
    /// Pixels that the pen moves on.
    width: i32,
}

impl OffsetWidth {
    /// The entry at `position`; `None` for a character that the strike lacks.
    fn read(table: &[u8], position: usize) -> Option<Self> {
        let entry = table.get(2 * position..2 * position + 2)?;
        (entry != [0xFF, 0xFF]).then(|| Self {
            offset: entry[0].into(),
            width: entry[1].into(),
        })
    }
}

fn drawn_as(code: u16) -> Option<char> {
    u8::try_from(code).ok().and_then(character)
}

fn part<'a>(
    resource: &'a [u8],
    start: usize,
    length: usize,
    part: &'static str,
) -> Result<&'a [u8], StrikeError> {
    let end = start.saturating_add(length);
    resource.get(start..end).ok_or(StrikeError::Truncated {
        length: resource.len(),
        part,
        end,
    })
}

/// Cuts a glyph out of the bit image, column by column.
fn columns(
    image: &[u8],
    header: &Header,
    locations: &[u8],
    position: usize,
    code: u16,
) -> Result<Vec<Column>, StrikeError> {
    let location = |at: usize| u16::from_be_bytes([locations[2 * at], locations[2 * at + 1]]);
    let (start, end) = (location(position), location(position + 1));
    let columns = header.row_words * 16;
    if start > end || usize::from(end) > columns || end - start > WIDEST {
        return Err(StrikeError::Location {
            code,
            start,
            end,
            columns,
        });
    }
    let rows = || (0..).zip(image.chunks_exact((2 * header.row_words).max(1)));
    let column = |x: usize| {
        rows().fold(0, |bits, (y, row)| {
            bits | Column::from(row[x / 8] >> (7 - x % 8) & 1) << y
        })
    };
    Ok((start.into()..end.into()).map(column).collect())
}

/// Many strikes fill the codes that they lack with the box for missing characters; those are one glyph, not fifty
/// characters that look alike.
fn drop_copies_of_the_missing_box(glyphs: &mut Vec<Glyph>) {
    const MANY: usize = 4;
    let Some(missing) = glyphs
        .iter()
        .find(|g| g.character == MISSING && !g.is_blank())
        .cloned()
    else {
        return;
    };
    let is_box = |g: &Glyph| {
        Glyph {
            character: MISSING,
            ..g.clone()
        } == missing
    };
    if glyphs.iter().filter(|g| is_box(g)).count() > MANY {
        glyphs.retain(|g| g.character == MISSING || !is_box(g));
    }
}

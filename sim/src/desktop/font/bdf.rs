//! Reads the BDF files that the strikes are drawn in (Glyph Bitmap Distribution Format 2.1, Adobe).
//!
//! The dialect is narrow on purpose: `ENCODING` is a MacRoman code, or -1 for the one missing-character glyph, and
//! ascent and descent must be given as properties. The property `LEADING` is ours.

use super::strike::{Glyph, MAX_IMAGE_WIDTH, Strike, StrikeError};
use std::collections::BTreeMap;
use std::str::{FromStr, SplitWhitespace};

/// A font as a BDF file holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BdfFont {
    /// `FAMILY_NAME`.
    pub family: String,
    /// Point size.
    pub size: u8,
    /// The glyphs.
    pub strike: Strike,
}

/// Why a BDF file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BdfError {
    /// A line that does not belong there or cannot be read.
    #[error("BDF line {line}: {reason}; correct the line")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// Something that every file needs is not there.
    #[error("the BDF file has no {0}; add it")]
    Missing(&'static str),
    /// The glyphs make no strike.
    #[error("the BDF file makes no strike: {0}")]
    Strike(#[from] StrikeError),
}

/// Reads a whole file.
///
/// # Errors
/// [`BdfError`] with the number of the line.
pub fn parse(text: &str) -> Result<BdfFont, BdfError> {
    let mut reader = Reader {
        lines: text.lines().enumerate(),
        line: 0,
    };
    reader.expect("STARTFONT")?;
    let header = Header::read(&mut reader)?;
    let mut glyphs = BTreeMap::new();
    let mut missing = None;
    for _ in 0..header.glyph_count {
        let (code, glyph) = read_glyph(&mut reader, header.ascent, header.descent)?;
        let twice = match code {
            Some(code) => glyphs.insert(code, glyph).is_some(),
            None => missing.replace(glyph).is_some(),
        };
        if twice {
            return Err(reader.error("this encoding appears twice"));
        }
    }
    reader.expect("ENDFONT")?;
    let missing = missing.ok_or(BdfError::Missing("glyph with ENCODING -1"))?;
    let strike = Strike::new((header.ascent, header.descent, header.leading), glyphs, missing)?;
    Ok(BdfFont {
        family: header.family,
        size: header.size,
        strike,
    })
}

struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    line: usize,
}

impl<'a> Reader<'a> {
    /// The next line that is no comment: its keyword and the rest.
    fn next(&mut self) -> Result<(&'a str, &'a str), BdfError> {
        for (index, line) in self.lines.by_ref() {
            self.line = index + 1;
            let line = line.trim();
            if line.is_empty() || line.split_whitespace().next() == Some("COMMENT") {
                continue;
            }
            let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            return Ok((keyword, rest.trim()));
        }
        Err(self.error("the file ends too early"))
    }

    fn expect(&mut self, keyword: &str) -> Result<&'a str, BdfError> {
        match self.next()? {
            (found, rest) if found == keyword => Ok(rest),
            (found, _) => Err(self.error(format!("{keyword} expected, {found} found"))),
        }
    }

    fn error(&self, reason: impl Into<String>) -> BdfError {
        BdfError::Line {
            line: self.line,
            reason: reason.into(),
        }
    }

    fn number<T: FromStr>(&self, words: &mut SplitWhitespace<'_>, what: &str) -> Result<T, BdfError> {
        let word = words
            .next()
            .ok_or_else(|| self.error(format!("{what} is missing")))?;
        word.parse()
            .map_err(|_| self.error(format!("{what} is no number in range: {word}")))
    }

    fn only<T: FromStr>(&self, rest: &str, what: &str) -> Result<T, BdfError> {
        self.number(&mut rest.split_whitespace(), what)
    }
}

struct Header {
    family: String,
    size: u8,
    ascent: u8,
    descent: u8,
    leading: u8,
    glyph_count: u16,
}

impl Header {
    /// Reads up to and with the line `CHARS`.
    fn read(reader: &mut Reader<'_>) -> Result<Header, BdfError> {
        let (mut family, mut size, mut ascent, mut descent, mut leading) = (None, None, None, None, 0);
        let glyph_count = loop {
            match reader.next()? {
                ("FAMILY_NAME", rest) => family = Some(rest.trim_matches('"').to_owned()),
                ("SIZE", rest) => size = Some(reader.only(rest, "the size")?),
                ("FONT_ASCENT", rest) => ascent = Some(row_count(reader, rest)?),
                ("FONT_DESCENT", rest) => descent = Some(row_count(reader, rest)?),
                ("LEADING", rest) => leading = row_count(reader, rest)?,
                ("CHARS", rest) => break reader.only(rest, "the number of glyphs")?,
                ("FONT" | "FONTBOUNDINGBOX" | "STARTPROPERTIES" | "ENDPROPERTIES", _) => {}
                (keyword, _) => return Err(reader.error(format!("{keyword} is not known in the header"))),
            }
        };
        Ok(Header {
            family: family.ok_or(BdfError::Missing("property FAMILY_NAME"))?,
            size: size.ok_or(BdfError::Missing("line SIZE"))?,
            ascent: ascent.ok_or(BdfError::Missing("property FONT_ASCENT"))?,
            descent: descent.ok_or(BdfError::Missing("property FONT_DESCENT"))?,
            leading,
            glyph_count,
        })
    }
}

/// A number of rows: no strike of ours needs more than 100.
fn row_count(reader: &Reader<'_>, rest: &str) -> Result<u8, BdfError> {
    match reader.only(rest, "the number of rows")? {
        rows @ 0..=100 => Ok(rows),
        rows => Err(reader.error(format!("{rows} rows are more than 100"))),
    }
}

/// Reads one glyph, `STARTCHAR` to `ENDCHAR`, and puts it on the strike's rows.
fn read_glyph(reader: &mut Reader<'_>, ascent: u8, descent: u8) -> Result<(Option<u8>, Glyph), BdfError> {
    reader.expect("STARTCHAR")?;
    let rest = reader.expect("ENCODING")?;
    let code = match reader.only(rest, "the encoding")? {
        -1_i32 => None,
        code => Some(u8::try_from(code).map_err(|_| reader.error("the encoding is no MacRoman code"))?),
    };
    reader.expect("SWIDTH")?;
    let rest = reader.expect("DWIDTH")?;
    let advance = reader.only(rest, "the advance")?;
    let rest = reader.expect("BBX")?;
    let mut words = rest.split_whitespace();
    let width: u8 = reader.number(&mut words, "the width")?;
    let height: u8 = reader.number(&mut words, "the height")?;
    let left = reader.number(&mut words, "the left edge")?;
    let bottom: i8 = reader.number(&mut words, "the bottom edge")?;
    let first_row = i32::from(ascent) - i32::from(height) - i32::from(bottom);
    let rows_below = i32::from(descent) + i32::from(bottom);
    if width > MAX_IMAGE_WIDTH || first_row < 0 || rows_below < 0 {
        return Err(reader.error("the box is wider than 32 pixels or leaves the font's ascent and descent"));
    }
    reader.expect("BITMAP")?;
    let mut rows = vec![0; first_row as usize];
    for _ in 0..height {
        let (digits, _) = reader.next()?;
        rows.push(read_row(digits, width).ok_or_else(|| {
            reader.error(format!(
                "a row of {width} pixels in whole bytes expected, {digits} found"
            ))
        })?);
    }
    rows.resize(usize::from(ascent) + usize::from(descent), 0);
    reader.expect("ENDCHAR")?;
    Ok((
        code,
        Glyph {
            advance,
            left,
            width,
            rows,
        },
    ))
}

/// A row of hexadecimal digits, as many bytes as the width needs, the leftmost pixel first.
fn read_row(digits: &str, width: u8) -> Option<u32> {
    let count = usize::from(width.div_ceil(8)) * 2;
    if digits.len() != count || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let bits = u32::from_str_radix(digits, 16).ok()?;
    Some(bits << (32 - 4 * count as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SMALL: &str = "STARTFONT 2.1\nCOMMENT two glyphs\nSIZE 9 72 72\nSTARTPROPERTIES 3\nFAMILY_NAME \"Tiny\"\n\
        FONT_ASCENT 3\nFONT_DESCENT 1\nENDPROPERTIES\nCHARS 2\n\
        STARTCHAR A\nENCODING 65\nSWIDTH 500 0\nDWIDTH 4 0\nBBX 3 2 1 0\nBITMAP\nA0\n40\nENDCHAR\n\
        STARTCHAR .notdef\nENCODING -1\nSWIDTH 500 0\nDWIDTH 2 0\nBBX 1 1 0 -1\nBITMAP\n80\nENDCHAR\nENDFONT\n";

    #[test]
    fn glyphs_land_on_the_rows_of_the_strike() {
        let font = parse(SMALL).unwrap();
        assert_eq!((font.family.as_str(), font.size), ("Tiny", 9));
        let a = font.strike.glyph(65);
        assert_eq!(a.rows, [0, 0xA000_0000, 0x4000_0000, 0]);
        assert_eq!((a.advance, a.left, a.width), (4, 1, 3));
        assert_eq!(font.strike.glyph(66).rows, [0, 0, 0, 0x8000_0000]);
    }

    #[test]
    fn bad_files_are_refused_with_the_line() {
        let cases = [
            (
                "STARTFONT",
                "STARTFUNT",
                "BDF line 1: STARTFONT expected, STARTFUNT found; correct the line",
            ),
            (
                "FONT_ASCENT 3\n",
                "",
                "the BDF file has no property FONT_ASCENT; add it",
            ),
            (
                "ENCODING 65",
                "ENCODING 300",
                "BDF line 11: the encoding is no MacRoman code; correct the line",
            ),
            (
                "\nA0\n",
                "\nA\n",
                "BDF line 16: a row of 3 pixels in whole bytes expected, A found; correct the line",
            ),
            (
                "\nA0\n",
                "\nF0\n",
                "the BDF file makes no strike: glyph Some(65): it has ink to the right of its width",
            ),
            (
                "BBX 3 2 1 0",
                "BBX 3 2 1 2",
                "BDF line 14: the box is wider than 32 pixels or leaves the font's ascent and descent; correct the line",
            ),
            (
                "DWIDTH 4 0",
                "DWIDTH wide 0",
                "BDF line 13: the advance is no number in range: wide; correct the line",
            ),
            (
                "ENCODING 65",
                "ENCODING -1",
                "BDF line 26: this encoding appears twice; correct the line",
            ),
            (
                "ENDFONT\n",
                "",
                "BDF line 26: the file ends too early; correct the line",
            ),
            (
                "CHARS 2",
                "CHARS 3",
                "BDF line 27: STARTCHAR expected, ENDFONT found; correct the line",
            ),
        ];
        for (from, to, message) in cases {
            let error = parse(&SMALL.replacen(from, to, 1)).unwrap_err();
            assert_eq!(error.to_string(), message, "after {from:?} became {to:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(cut in 0..SMALL.len(), noise in "[A-Z0-9 \n-]{0,40}") {
            let _ = parse(&format!("{}{noise}{}", &SMALL[..cut], &SMALL[cut..]));
            let _ = parse(&SMALL[..cut]);
        }
    }
}

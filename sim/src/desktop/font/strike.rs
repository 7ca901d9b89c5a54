//! A strike: the glyphs of one font at one size, as pixels.

use std::collections::BTreeMap;

/// The widest glyph image, in pixels: a row of it is kept in one word.
pub const MAX_IMAGE_WIDTH: u8 = 32;

/// One character's picture and its place on the baseline.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Glyph {
    /// How far the pen moves, in pixels.
    pub advance: u8,
    /// From the pen to the image's left edge; negative when the image reaches back over its neighbour.
    pub left: i8,
    /// Width of the image; 0 for a blank.
    pub width: u8,
    /// A row for each of the strike's, from the ascent line down; the leftmost pixel is bit 31.
    pub rows: Vec<u32>,
}

impl Glyph {
    /// Whether the image has ink at this row and column.
    pub fn ink(&self, row: usize, column: u8) -> bool {
        column < self.width
            && self
                .rows
                .get(row)
                .is_some_and(|bits| bits >> (31 - column) & 1 == 1)
    }
}

/// A glyph that does not fit its strike.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("glyph {code:?}: {reason}")]
pub struct StrikeError {
    /// Character code; `None` for the missing-character glyph.
    pub code: Option<u8>,
    /// What is wrong.
    pub reason: &'static str,
}

/// The glyphs of one font at one size, by MacRoman character code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strike {
    ascent: u8,
    descent: u8,
    leading: u8,
    glyphs: BTreeMap<u8, Glyph>,
    missing: Glyph,
}

impl Strike {
    /// Puts a strike together. `ascent` rows lie above the baseline, `descent` below, `leading` between lines.
    ///
    /// # Errors
    /// [`StrikeError`] when a glyph has not `ascent + descent` rows, is wider than 32 pixels or has
    /// ink outside its width.
    pub fn new(
        (ascent, descent, leading): (u8, u8, u8),
        glyphs: BTreeMap<u8, Glyph>,
        missing: Glyph,
    ) -> Result<Strike, StrikeError> {
        let height = usize::from(ascent) + usize::from(descent);
        let all = glyphs
            .iter()
            .map(|(&code, glyph)| (Some(code), glyph))
            .chain([(None, &missing)]);
        for (code, glyph) in all {
            let refuse = |reason| Err(StrikeError { code, reason });
            if glyph.rows.len() != height {
                return refuse("it has not as many rows as its strike");
            }
            if glyph.width > MAX_IMAGE_WIDTH {
                return refuse("its image is wider than 32 pixels");
            }
            let outside = u32::MAX.checked_shr(u32::from(glyph.width)).unwrap_or(0);
            if glyph.rows.iter().any(|row| row & outside != 0) {
                return refuse("it has ink to the right of its width");
            }
        }
        Ok(Strike {
            ascent,
            descent,
            leading,
            glyphs,
            missing,
        })
    }

    /// Rows above the baseline.
    pub fn ascent(&self) -> u8 {
        self.ascent
    }

    /// Rows below the baseline.
    pub fn descent(&self) -> u8 {
        self.descent
    }

    /// Blank rows between two lines.
    pub fn leading(&self) -> u8 {
        self.leading
    }

    /// Rows of a glyph image.
    pub fn height(&self) -> u8 {
        self.ascent + self.descent
    }

    /// The glyph of a character code, or the missing-character glyph.
    pub fn glyph(&self, code: u8) -> &Glyph {
        self.glyphs.get(&code).unwrap_or(&self.missing)
    }

    /// The glyph for characters that the strike lacks.
    pub fn missing(&self) -> &Glyph {
        &self.missing
    }

    /// The characters that it has, in order of their codes.
    pub fn glyphs(&self) -> &BTreeMap<u8, Glyph> {
        &self.glyphs
    }
}

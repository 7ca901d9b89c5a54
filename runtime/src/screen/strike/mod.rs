//! A strike: one size of a font as the bitmaps that QuickDraw copies to the screen.
//!
//! Glyphs are kept as columns, because text is read from left to right and a column of a glyph fits in one word. A
//! strike says nothing of where it came from: [`Strike::from_nfnt`] reads the Macintosh's own resources, and another
//! source of strikes is another constructor in a file of its own.

mod character;
mod nfnt;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use self::nfnt::StrikeError;

/// The tallest strike that can be read: a column and the rows around it must fit in a [`Column`].
pub const MAX_HEIGHT: usize = 60;

/// One column of a glyph or of a line of the screen: bit 0 is the topmost row of the font rectangle.
pub type Column = u64;

/// The replacement character: what the strike's box for missing characters is read as.
pub const MISSING: char = '\u{FFFD}';

/// A set of QuickDraw style bits, with the numbers that QuickDraw gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Style(u8);

impl Style {
    /// No style.
    pub const PLAIN: Style = Style(0);
    /// Smeared by a pixel to the right.
    pub const BOLD: Style = Style(1);

    /// The style with these QuickDraw bits.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Whether every bit of `other` is set.
    pub const fn contains(self, other: Style) -> bool {
        self.0 & other.0 == other.0
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 7] = [
            "bold",
            "italic",
            "underline",
            "outline",
            "shadow",
            "condense",
            "extend",
        ];
        let set = NAMES.iter().enumerate().filter(|(bit, _)| self.0 >> bit & 1 == 1);
        let names: Vec<&str> = set.map(|(_, name)| *name).collect();
        f.write_str(if names.is_empty() { "plain" } else { "" })?;
        f.write_str(&names.join(" "))
    }
}

/// What a strike is called: `Chicago 12`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StrikeName {
    /// The family's name, as its `FOND` resource is named.
    pub family: String,
    /// The size in points.
    pub size: u16,
    /// The style that the bitmaps have in themselves.
    #[serde(default)]
    pub style: Style,
}

impl StrikeName {
    /// The name of a plain strike.
    pub fn plain(family: impl Into<String>, size: u16) -> Self {
        Self {
            family: family.into(),
            size,
            style: Style::PLAIN,
        }
    }
}

impl fmt::Display for StrikeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.family, self.size)?;
        if self.style == Style::PLAIN {
            Ok(())
        } else {
            write!(f, " {}", self.style)
        }
    }
}

/// A character's bitmap and where it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glyph {
    /// What it means; [`MISSING`] for the box drawn in place of characters that the strike lacks.
    pub character: char,
    /// Columns from the pen to the first column with ink; negative when the glyph reaches back over its neighbour.
    pub left: i32,
    /// Pixels that the pen moves on.
    pub advance: i32,
    /// The bitmap, without blank columns at its sides; empty for a space.
    pub columns: Vec<Column>,
}

impl Glyph {
    /// A glyph whose bitmap starts `offset` columns from the pen; blank columns at its sides are cut off.
    fn trimmed(character: char, offset: i32, advance: i32, columns: &[Column]) -> Self {
        let blank = columns.iter().take_while(|&&c| c == 0).count();
        let end = columns
            .iter()
            .rposition(|&c| c != 0)
            .map_or(blank, |last| last + 1);
        // A strike is at most 65535 columns wide, so the count fits.
        let left = if end == blank { 0 } else { offset + blank as i32 };
        Self {
            character,
            left,
            advance,
            columns: columns[blank.min(end)..end].to_vec(),
        }
    }

    /// Whether it leaves no ink.
    pub fn is_blank(&self) -> bool {
        self.columns.is_empty()
    }

    /// How many pixels of ink it leaves.
    pub fn ink(&self) -> u32 {
        self.columns.iter().map(|c| c.count_ones()).sum()
    }
}

/// One size and style of a font.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strike {
    name: StrikeName,
    ascent: u32,
    descent: u32,
    leading: u32,
    glyphs: Vec<Glyph>,
}

impl Strike {
    /// What the strike is called.
    pub fn name(&self) -> &StrikeName {
        &self.name
    }

    /// Rows of the font rectangle above the baseline.
    pub fn ascent(&self) -> u32 {
        self.ascent
    }

    /// Rows of the font rectangle from the baseline down.
    pub fn descent(&self) -> u32 {
        self.descent
    }

    /// Rows between the font rectangles of one line and the next.
    pub fn leading(&self) -> u32 {
        self.leading
    }

    /// Rows of the font rectangle, at most [`MAX_HEIGHT`].
    pub fn height(&self) -> u32 {
        self.ascent + self.descent
    }

    /// The glyphs, one a character, in the order of their codes; at the end the box for missing characters, if any.
    pub fn glyphs(&self) -> &[Glyph] {
        &self.glyphs
    }

    /// The glyph that is drawn for `character`.
    pub fn glyph(&self, character: char) -> Option<&Glyph> {
        self.glyphs.iter().find(|g| g.character == character)
    }

    /// The strike as QuickDraw makes it bold when the font has no bold strike: each pixel smeared one to the right, the
    /// pen moved one further (Inside Macintosh: Text, "QuickDraw Text", font styles).
    pub fn bold(&self) -> Strike {
        let glyphs = self.glyphs.iter().map(|glyph| Glyph {
            advance: glyph.advance + 1,
            columns: smeared(&glyph.columns),
            ..glyph.clone()
        });
        let style = Style(self.name.style.0 | Style::BOLD.0);
        Strike {
            name: StrikeName {
                style,
                ..self.name.clone()
            },
            glyphs: glyphs.collect(),
            ..self.clone()
        }
    }
}

fn smeared(columns: &[Column]) -> Vec<Column> {
    if columns.is_empty() {
        return Vec::new();
    }
    let shifted = std::iter::once(0).chain(columns.iter().copied());
    let own = columns.iter().copied().chain(std::iter::once(0));
    own.zip(shifted).map(|(a, b)| a | b).collect()
}

//! Reads the BDF files that the simulated Macintosh's fonts are drawn in.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::screen::strike::{Strike, StrikeName};

/// One character of a font, as it stands in the file.
#[derive(Debug, Clone, Default)]
pub(crate) struct BdfGlyph {
    pub(crate) advance: i32,
    /// Width and height of the bitmap, and where its lower left corner is from the pen on the baseline.
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) x: i32,
    pub(crate) y: i32,
    /// Rows from top to bottom; the leftmost pixel is the highest of `width` bits.
    pub(crate) rows: Vec<u64>,
}

impl BdfGlyph {
    /// Whether the pixel at column `x` and row `y` of the bitmap is inked.
    pub(crate) fn pixel(&self, x: i32, y: i32) -> bool {
        self.rows[y as usize] >> (self.width - 1 - x) & 1 == 1
    }
}

/// A font at one size.
#[derive(Debug, Clone)]
pub(crate) struct BdfFont {
    pub(crate) name: StrikeName,
    pub(crate) ascent: i32,
    pub(crate) descent: i32,
    pub(crate) leading: i32,
    /// By MacRoman code; -1 is the box for missing characters.
    pub(crate) glyphs: BTreeMap<i32, BdfGlyph>,
}

impl BdfFont {
    /// One of the strikes in `sim/fonts`.
    pub(crate) fn of_the_sim(file: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../sim/fonts")
            .join(file);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Self::parse(&text)
    }

    pub(crate) fn chicago() -> Self {
        Self::of_the_sim("chicago-12.bdf")
    }

    pub(crate) fn geneva_9() -> Self {
        Self::of_the_sim("geneva-9.bdf")
    }

    pub(crate) fn geneva_10() -> Self {
        Self::of_the_sim("geneva-10.bdf")
    }

    /// The font as the reader gets it: through an NFNT resource.
    pub(crate) fn strike(&self) -> Strike {
        Strike::from_nfnt(&super::nfnt::write(self), self.name.clone()).expect("the font makes a strike")
    }

    pub(crate) fn glyph(&self, code: u8) -> Option<&BdfGlyph> {
        self.glyphs.get(&code.into())
    }

    fn parse(text: &str) -> Self {
        let mut font = Self {
            name: StrikeName::plain("", 0),
            ascent: 0,
            descent: 0,
            leading: 0,
            glyphs: BTreeMap::new(),
        };
        let (mut code, mut glyph) = (0, BdfGlyph::default());
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
            let numbers: Vec<i32> = rest.split_whitespace().filter_map(|n| n.parse().ok()).collect();
            match keyword {
                "SIZE" => font.name.size = numbers[0] as u16,
                "FAMILY_NAME" => font.name.family = rest.trim_matches('"').to_owned(),
                "FONT_ASCENT" => font.ascent = numbers[0],
                "FONT_DESCENT" => font.descent = numbers[0],
                "LEADING" => font.leading = numbers[0],
                "ENCODING" => (code, glyph) = (numbers[0], BdfGlyph::default()),
                "DWIDTH" => glyph.advance = numbers[0],
                "BBX" => {
                    (glyph.width, glyph.height, glyph.x, glyph.y) =
                        (numbers[0], numbers[1], numbers[2], numbers[3])
                }
                "BITMAP" => {
                    let hex = |row: &str| {
                        let bits = u64::from_str_radix(row, 16).expect("a row of hexadecimal digits");
                        bits >> (row.len() as i32 * 4 - glyph.width)
                    };
                    glyph.rows = lines
                        .by_ref()
                        .take_while(|row| *row != "ENDCHAR")
                        .map(hex)
                        .collect();
                    font.glyphs.insert(code, glyph.clone());
                }
                _ => {}
            }
        }
        assert!(
            font.name.size > 0 && font.ascent > 0 && !font.glyphs.is_empty(),
            "not a font"
        );
        font
    }
}

//! Words to draw, and strikes drawn at random.

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::screen::strike::StrikeName;
use crate::screen::testing::bdf::{BdfFont, BdfGlyph};
use crate::screen::testing::paper::mac_roman;

/// A random number generator with a fixed start.
pub(super) struct Dice(TestRng);

impl Dice {
    pub(super) fn new(seed: u8) -> Self {
        Self(TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]))
    }

    /// A number from 0 up to, but without, `below`.
    pub(super) fn roll(&mut self, below: usize) -> usize {
        self.0.next_u64() as usize % below
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }

    pub(super) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

const WORDS: [&str; 56] = [
    "About",
    "Apple",
    "Balloon",
    "Cancel",
    "Chooser",
    "Clean",
    "Clipboard",
    "Control",
    "Copy",
    "Desk",
    "Disk",
    "Don’t",
    "Duplicate",
    "Eject",
    "Empty",
    "Extensions",
    "File",
    "Folder",
    "Help",
    "HyperCard",
    "Illustration",
    "Insert",
    "Items",
    "K",
    "Label",
    "MB",
    "Macintosh",
    "Make",
    "Memory",
    "Monitors",
    "New",
    "OK",
    "Open…",
    "Page",
    "Panels",
    "Paste",
    "Print…",
    "Quit",
    "Restart",
    "Save",
    "Select",
    "Setup",
    "Show",
    "Shut",
    "Special",
    "Startup",
    "System",
    "TeachText",
    "Trash",
    "Undo",
    "View",
    "Window",
    "Äpfel",
    "fiancé",
    "jiffy",
    "über",
];

/// A word, a number or a code, as they stand on a screen.
pub(super) fn word(dice: &mut Dice) -> String {
    match dice.roll(8) {
        0 => dice.roll(100_000).to_string(),
        1 => format!("{}.{}", dice.roll(30), dice.roll(10)),
        2 => (0..3 + dice.roll(7))
            .map(|_| char::from(b'!' + dice.roll(94) as u8))
            .collect(),
        3 => dice.pick(&WORDS).to_lowercase(),
        4 => format!("({})", dice.pick(&WORDS)),
        _ => dice.pick(&WORDS).to_owned(),
    }
}

/// One to seven words.
pub(super) fn sentence(dice: &mut Dice) -> String {
    let words: Vec<String> = (0..1 + dice.roll(7)).map(|_| word(dice)).collect();
    words.join(" ")
}

/// A strike whose printable characters are random shapes, some of which overhang their neighbours.
pub(super) fn random_font(dice: &mut Dice, name: &str) -> BdfFont {
    let ascent = 7 + dice.roll(8) as i32;
    let descent = 2 + dice.roll(3) as i32;
    let mut font = BdfFont {
        name: StrikeName::plain(name, ascent as u16),
        ascent,
        descent,
        leading: 0,
        glyphs: Default::default(),
    };
    for code in (b'!'..=b'~').chain(mac_roman("Ääéü…’")) {
        font.glyphs
            .insert(code.into(), random_glyph(dice, ascent, descent));
    }
    let space = BdfGlyph {
        advance: 3 + dice.roll(3) as i32,
        ..BdfGlyph::default()
    };
    font.glyphs.insert(b' '.into(), space);
    font
}

fn random_glyph(dice: &mut Dice, ascent: i32, descent: i32) -> BdfGlyph {
    let width = 3 + dice.roll(6) as i32;
    let y = -(dice.roll(descent as usize + 1) as i32);
    let height = 4 + dice.roll((ascent - 4 - y) as usize) as i32;
    // Ink in every column, so that no glyph falls apart into others.
    let rows: Vec<u64> = (0..height)
        .map(|row| {
            let stem = 1 << dice.roll(width as usize);
            let all = if row == height / 2 { u64::MAX } else { 0 };
            (dice.bits() & dice.bits() | stem | all) & ((1 << width) - 1)
        })
        .collect();
    let overhang = dice.pick(&[0, 0, 0, 0, 1]);
    let x = dice.pick(&[0, 1, 1, 1, -1]);
    BdfGlyph {
        advance: x + width + 1 - overhang,
        width,
        height,
        x,
        y,
        rows,
    }
}

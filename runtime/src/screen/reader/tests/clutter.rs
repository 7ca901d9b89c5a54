//! What is not text: noise, patterns, controls, pictures; and strikes made to waste time.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::samples::{Dice, random_font};
use super::*;
use crate::screen::strike::StrikeName;
use crate::screen::testing::nfnt;

fn assert_nothing(paper: &Paper, what: &str) {
    let fonts = fonts();
    let lines = reader(&fonts).read(&paper.image());
    assert!(
        lines.is_empty(),
        "{what}: {:?}",
        lines
            .iter()
            .map(|l| (&l.text, l.rect, l.look))
            .collect::<Vec<_>>()
    );
}

#[test]
fn noise_says_nothing() {
    let mut dice = Dice::new(60);
    for percent in [1, 5, 20, 50, 80, 95, 99] {
        let mut paper = Paper::new(640, 480);
        for y in 0..480 {
            for x in 0..640 {
                paper.set(x, y, dice.roll(100) < percent);
            }
        }
        assert_nothing(&paper, &format!("{percent} % noise"));
    }
}

#[test]
fn patterns_and_frames_say_nothing() {
    let mut dice = Dice::new(61);
    for _ in 0..20 {
        let mut paper = Paper::new(640, 480);
        let tile = dice.bits();
        for y in 0..480 {
            for x in 0..640 {
                paper.set(x, y, tile >> (x % 8 + 8 * (y % 8)) & 1 == 1);
            }
        }
        for _ in 0..60 {
            let (x, y) = (dice.roll(600) as i32, dice.roll(440) as i32);
            let rect = Rect::new(x, y, 4 + dice.roll(60) as u32, 4 + dice.roll(60) as u32);
            match dice.roll(4) {
                0 => paper.frame(rect, 1 + dice.roll(3) as i32),
                1 => paper.round_frame(rect, 4 + dice.roll(5) as i32, 1),
                2 => paper.fill(rect, dice.roll(2) == 0),
                _ => paper.grey(rect),
            }
        }
        assert_nothing(&paper, "patterns and frames");
    }
}

/// Pictures like icons: symmetric blots of 32 by 32 pixels with an outline.
#[test]
fn pictures_say_nothing() {
    let mut dice = Dice::new(62);
    for _ in 0..10 {
        let mut paper = Paper::new(640, 480);
        for cell in 0..130 {
            let (left, top) = (5 + cell % 13 * 48, 5 + cell / 13 * 47);
            for y in 0..32 {
                let row = dice.bits() | dice.bits();
                for x in 0..16 {
                    let black = row >> x & 1 == 1 && dice.roll(10) > 0;
                    paper.set(left + x, top + y, black);
                    paper.set(left + 31 - x, top + y, black);
                }
            }
            paper.frame(Rect::new(left, top, 32, 32), 1);
        }
        assert_nothing(&paper, "pictures");
    }
}

/// Glyphs that are parts of each other and of the picture fit almost everywhere; that must stay affordable.
#[test]
fn a_hostile_strike_does_not_keep_the_reader_busy() {
    let mut dice = Dice::new(63);
    let mut font = random_font(&mut dice, "Hostile");
    for (at, glyph) in font.glyphs.values_mut().enumerate() {
        (glyph.x, glyph.y, glyph.width, glyph.height) = (0, 0, 1 + at as i32 % 3, 1);
        glyph.advance = at as i32 % 5;
        glyph.rows = vec![(1 << glyph.width) - 1];
    }
    let reader = reader(&[font]);
    let mut paper = Paper::new(640, 480);
    for y in (4..470).step_by(9) {
        paper.fill(Rect::new(10, y, 600, 1), true);
        for x in (0..640).filter(|x| x % 7 == 0) {
            paper.set(x, y, false);
        }
    }
    let start = Instant::now();
    reader.read(&paper.image());
    println!("hostile strike: {:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(20));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever a damaged strike still is, reading with it ends, and in time.
    #[test]
    fn a_damaged_strike_is_survived(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        header in prop::collection::vec((2usize..26, any::<u8>()), 0..2),
    ) {
        let font = BdfFont::geneva_9();
        let mut resource = nfnt::write(&font);
        for (at, value) in changes {
            let at = 26 + at.index(resource.len() - 26);
            resource[at] = value;
        }
        for (at, value) in header {
            resource[at] = value;
        }
        let Ok(strike) = Strike::from_nfnt(&resource, StrikeName::plain("Damaged", 9)) else { return Ok(()) };
        let mut paper = Paper::new(320, 60);
        paper.text(&font, 10, 20, &mac_roman("The quick brown fox jumps"), PLAIN);
        paper.text(&font, 10, 40, &mac_roman("over the lazy dog 1234567"), TextStyle { dimmed: true, ..PLAIN });
        let start = Instant::now();
        read(&paper.image(), &[strike]);
        prop_assert!(start.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn images_of_any_size_are_survived(
        width in 1i32..70,
        height in 1i32..70,
        seed in any::<u8>(),
    ) {
        let mut dice = Dice::new(seed);
        let mut paper = Paper::new(width, height);
        for y in 0..height {
            for x in 0..width {
                paper.set(x, y, dice.roll(5) == 0);
            }
        }
        paper.text(&BdfFont::chicago(), -3, height - 1, &mac_roman("Edge"), PLAIN);
        read(&paper.image(), &[BdfFont::chicago().strike()]);
    }
}

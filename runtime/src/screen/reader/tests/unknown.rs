//! Text that the reader has no strike for, and text that is damaged: silence, not nonsense.

use super::samples::{Dice, random_font, sentence};
use super::settings::{Put, Setting, put};
use super::*;

/// A sheet full of sentences in `font`.
fn sheet(font: &BdfFont, settings: &[Setting], dice: &mut Dice) -> (Paper, Vec<Put>) {
    let mut paper = Paper::new(640, 480);
    let mut taken = Vec::new();
    let fonts = std::slice::from_ref(font);
    let all = (0..25).filter_map(|_| {
        let (text, setting) = (sentence(dice), dice.pick(settings));
        put(&mut paper, &mut taken, fonts, 0, setting, &text, dice)
    });
    let all = all.collect();
    (paper, all)
}

/// What `known` reads on sheets that are written in `unknown` only.
fn misread(known: &[BdfFont], unknown: &BdfFont, settings: &[Setting], seed: u8) -> Vec<String> {
    let reader = reader(known);
    let mut dice = Dice::new(seed);
    let mut all = Vec::new();
    for _ in 0..10 {
        let (paper, _) = sheet(unknown, settings, &mut dice);
        let lines = reader.read(&paper.image());
        all.extend(
            lines
                .iter()
                .map(|l| format!("{:?} {} {:?}", l.text, l.strike, l.look)),
        );
    }
    all
}

#[test]
fn an_unknown_strike_yields_nothing() {
    for unknown in 0..3 {
        let mut known = fonts().to_vec();
        let font = known.remove(unknown);
        assert_eq!(
            misread(&known, &font, &Setting::ALL, 30),
            [""; 0],
            "{}",
            font.name
        );
    }
}

#[test]
fn a_random_strike_yields_nothing() {
    for seed in 40..50 {
        let font = random_font(&mut Dice::new(seed), "Unknown");
        assert_eq!(misread(&fonts(), &font, &Setting::ALL, seed), [""; 0]);
    }
}

/// The strike of another version of the system: every letter is a pixel different. (Dimming may erase just that pixel,
/// and then the letter is the known one.)
#[test]
fn a_similar_strike_yields_nothing() {
    let mut dice = Dice::new(51);
    let settings: Vec<Setting> = Setting::ALL
        .into_iter()
        .filter(|&s| s != Setting::Dimmed)
        .collect();
    for font in fonts() {
        let mut similar = font.clone();
        for glyph in similar.glyphs.values_mut().filter(|g| g.width > 0) {
            let row = dice.roll(glyph.rows.len());
            glyph.rows[row] ^= 1 << dice.roll(glyph.width as usize);
        }
        assert_eq!(
            misread(&fonts(), &similar, &settings, 52),
            [""; 0],
            "{}",
            font.name
        );
    }
}

/// One wrong pixel in every line: what is read of it is what it was. The few exceptions are what one pixel can turn
/// into another character, such as a period into a colon.
#[test]
fn a_damaged_line_is_not_read_wrongly() {
    let mut dice = Dice::new(50);
    let (mut right, mut wrong) = (0, Vec::new());
    for font in fonts() {
        let reader = reader(std::slice::from_ref(&font));
        for _ in 0..10 {
            let (mut paper, all) = sheet(&font, &[Setting::Bare], &mut dice);
            for put in &all {
                let (x, y) = (
                    dice.roll(put.cell.w as usize) as i32,
                    dice.roll(put.cell.h as usize) as i32,
                );
                paper.flip(put.cell.x + x, put.cell.y + y);
            }
            for line in reader.read(&paper.image()) {
                if all.iter().any(|put| put.read_by(&line).is_some()) {
                    right += 1;
                } else {
                    wrong.push(line.text);
                }
            }
        }
    }
    println!(
        "of damaged lines {right} parts were read rightly, {} wrongly: {wrong:?}",
        wrong.len()
    );
    assert!(wrong.len() * 100 <= right);
}

//! The reader against text that an independent pen has set.

mod clutter;
mod samples;
mod sentences;
mod settings;
mod unknown;

use super::*;
use crate::screen::image::{Pixels, Rgb};
use crate::screen::testing::bdf::BdfFont;
use crate::screen::testing::paper::{Paper, TextStyle, mac_roman};

const PLAIN: TextStyle = TextStyle {
    inverse: false,
    bold: false,
    dimmed: false,
};

/// The three strikes of the simulated Macintosh.
fn fonts() -> [BdfFont; 3] {
    [BdfFont::chicago(), BdfFont::geneva_9(), BdfFont::geneva_10()]
}

fn reader(fonts: &[BdfFont]) -> Reader {
    let strikes: Vec<Strike> = fonts.iter().map(BdfFont::strike).collect();
    Reader::new(&strikes)
}

fn texts(lines: &[TextLine]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}

/// A Finder screen with an alert: menu bar, window, icon labels, buttons.
fn alert_screen(fonts: &[BdfFont; 3]) -> Paper {
    let [chicago, geneva, _] = fonts;
    let mut paper = Paper::new(640, 480);
    paper.grey(Rect::new(0, 20, 640, 460));
    paper.fill(Rect::new(0, 19, 640, 1), true);
    let mut pen = 20;
    for title in ["File", "Edit", "View", "Label", "Special"] {
        pen = paper.text(chicago, pen, 14, &mac_roman(title), PLAIN) + 13;
    }
    // A label on the desktop in a white box that just holds it, and a selected one.
    for (y, selected) in [(80, false), (120, true)] {
        let width = paper.text(geneva, 560, y, &mac_roman("Macintosh HD"), PLAIN) - 560;
        paper.fill(Rect::new(558, y - 10, width as u32 + 4, 12), selected);
        let style = TextStyle {
            inverse: selected,
            ..PLAIN
        };
        paper.text(geneva, 560, y, &mac_roman("Macintosh HD"), style);
    }
    let alert = Rect::new(100, 100, 440, 130);
    paper.fill(alert, false);
    paper.frame(alert, 1);
    let lines = [
        "Are you sure you want to remove the items in the",
        "Trash permanently?",
    ];
    for (row, line) in (0..).zip(lines) {
        paper.text(chicago, 175, 130 + 16 * row, &mac_roman(line), PLAIN);
    }
    for (x, title) in [(330, "Cancel"), (420, "OK")] {
        let button = Rect::new(x, 195, 60, 20);
        paper.round_frame(button, 5, 1);
        let width = paper.clone().text(chicago, 0, 0, &mac_roman(title), PLAIN);
        paper.text(chicago, x + (60 - width) / 2, 209, &mac_roman(title), PLAIN);
    }
    paper.round_frame(Rect::new(416, 191, 68, 28), 8, 3);
    paper
}

#[test]
fn an_alert_over_the_finder_is_read_whole() {
    let fonts = fonts();
    let reader = reader(&fonts);
    let lines = reader.read(&alert_screen(&fonts).image());
    let expected = [
        "File",
        "Edit",
        "View",
        "Label",
        "Special",
        "Macintosh HD",
        "Macintosh HD",
        "Are you sure you want to remove the items in the",
        "Trash permanently?",
        "Cancel",
        "OK",
    ];
    let mut read = texts(&lines);
    read.sort_unstable();
    let mut sorted = expected;
    sorted.sort_unstable();
    assert_eq!(read, sorted);

    let ok = lines.iter().find(|l| l.text == "OK").expect("it was read");
    assert_eq!(
        (ok.strike.to_string().as_str(), ok.look, ok.baseline),
        ("Chicago 12", Look::Plain, 209)
    );
    assert!(Rect::new(420, 195, 60, 20).contains_rect(&ok.rect), "{}", ok.rect);
    let selected = lines
        .iter()
        .find(|l| l.look == Look::Inverse)
        .expect("one label is selected");
    assert_eq!(
        (selected.text.as_str(), selected.strike.size),
        ("Macintosh HD", 9)
    );
}

#[test]
fn colours_are_read_by_how_bright_they_are() {
    let fonts = fonts();
    let image = alert_screen(&fonts).image();
    let Pixels::Indexed { indices, .. } = image.pixels() else {
        panic!("an image with a palette was expected");
    };
    let palette = vec![Rgb::new(220, 220, 255), Rgb::new(70, 30, 0)];
    let tinted = Image::indexed(640, 480, palette, indices.clone()).expect("the parts fit");
    let reader = reader(&fonts);
    assert_eq!(reader.read(&tinted), reader.read(&image));
}

#[test]
fn grey_text_is_dimmed_text() {
    let font = BdfFont::chicago();
    let mut paper = Paper::new(200, 60);
    paper.text(&font, 20, 20, &mac_roman("Eject Disk"), PLAIN);
    let palette = vec![Rgb::WHITE, Rgb::new(136, 136, 136)];
    let image = Image::indexed(200, 60, palette, paper.pixels()).expect("the parts fit");
    let lines = reader(&[font]).read(&image);
    assert_eq!((texts(&lines), lines[0].look), (vec!["Eject Disk"], Look::Dimmed));
}

#[test]
fn a_region_does_not_cut_words() {
    let fonts = fonts();
    let image = alert_screen(&fonts).image();
    let reader = reader(&fonts);
    let buttons = reader.read_region(&image, Rect::new(300, 190, 200, 40));
    assert_eq!(texts(&buttons), ["Cancel", "OK"]);
    assert!(reader.read_region(&image, Rect::new(330, 195, 10, 20)).is_empty());
}

#[test]
fn words_have_their_own_boxes() {
    let fonts = fonts();
    let mut paper = Paper::new(300, 40);
    let mut pen = 30;
    let mut pens = Vec::new();
    for word in ["Eject ", "the ", "disk"] {
        pens.push(pen);
        pen = paper.text(&fonts[1], pen, 20, &mac_roman(word), PLAIN);
    }
    let lines = reader(&fonts).read(&paper.image());
    let words = lines[0].words();
    assert_eq!(
        words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>(),
        ["Eject", "the", "disk"]
    );
    assert_eq!(words.iter().map(|w| w.rect.x).collect::<Vec<_>>(), pens);
    assert_eq!(
        (words[2].rect.right(), words[2].rect.y, words[2].rect.h),
        (pen, 10, 12)
    );
}

#[test]
fn without_strikes_nothing_is_read() {
    let image = alert_screen(&fonts()).image();
    assert!(read(&image, &[]).is_empty());
}

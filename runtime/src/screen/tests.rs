//! From a capture to a place to click, the whole way.

use super::find::{FindError, MatchKind, find_one};
use super::image::Rgb;
use super::pict;
use super::reader::Reader;
use super::strike::Strike;
use super::testing::bdf::BdfFont;
use super::testing::paper::{Paper, TextStyle, mac_roman};
use super::testing::pict::{Bits, Edges, Picture};
use crate::geometry::Rect;

const BUTTONS: [(&str, Rect); 2] = [
    ("Cancel", Rect::new(150, 90, 80, 20)),
    ("OK", Rect::new(250, 90, 80, 20)),
];

/// An alert on the grey desktop, its text and buttons in `font`, as the picture that a capture brings.
fn capture(font: &BdfFont) -> Vec<u8> {
    let mut paper = Paper::new(400, 160);
    paper.grey(Rect::new(0, 0, 400, 160));
    paper.fill(Rect::new(40, 20, 320, 110), false);
    paper.frame(Rect::new(40, 20, 320, 110), 2);
    paper.text(
        font,
        70,
        50,
        &mac_roman("Remove the items in the Trash?"),
        TextStyle::default(),
    );
    for (title, button) in BUTTONS {
        paper.round_frame(button, 5, 1);
        let width = Paper::new(1, 1).text(font, 0, 0, &mac_roman(title), TextStyle::default());
        let pen = button.x + (button.w as i32 - width) / 2;
        paper.text(font, pen, button.y + 14, &mac_roman(title), TextStyle::default());
    }
    let frame = Edges::at(0, 0, 400, 160);
    let palette = vec![Rgb::WHITE, Rgb::BLACK];
    Picture::version_2(frame)
        .clip(frame)
        .bits(&Bits::whole(frame, 1, Some(palette), paper.pixels()))
        .end()
}

fn read(fonts: &[&BdfFont], capture: &[u8]) -> Vec<super::reader::TextLine> {
    let strikes: Vec<Strike> = fonts.iter().map(|font| font.strike()).collect();
    Reader::new(&strikes).read(&pict::decode(capture).expect("the capture decodes"))
}

#[test]
fn a_button_is_found_by_its_text_in_any_strike_that_was_imported() {
    for font in [BdfFont::chicago(), BdfFont::geneva_10()] {
        let lines = read(&[&font], &capture(&font));
        for (title, button) in BUTTONS {
            let found = find_one(&lines, title, MatchKind::Exact, None).expect("the button is there");
            assert!(
                button.contains(found.rect.center()),
                "{title} in {}: {}",
                font.name,
                found.rect
            );
        }
        assert!(find_one(&lines, "the Trash", MatchKind::Contains, None).is_ok());
    }
}

#[test]
fn a_strike_that_was_not_imported_is_not_guessed_from_another() {
    let lines = read(&[&BdfFont::chicago()], &capture(&BdfFont::geneva_10()));
    assert_eq!(lines, []);
    let error = find_one(&lines, "OK", MatchKind::Exact, None).expect_err("nothing was read");
    assert_eq!(
        error,
        FindError::NotOnScreen {
            text: "OK".to_owned(),
            nearest: vec![]
        }
    );
}

#[test]
fn two_equal_buttons_are_listed_not_chosen() {
    let font = BdfFont::chicago();
    let mut lines = read(&[&font], &capture(&font));
    let again: Vec<_> = lines.iter().filter(|line| line.text == "OK").cloned().collect();
    lines.extend(again);
    let error = find_one(&lines, "OK", MatchKind::Exact, None).expect_err("there are two");
    assert!(
        matches!(&error, FindError::Ambiguous { matches, .. } if matches.len() == 2),
        "{error}"
    );
}

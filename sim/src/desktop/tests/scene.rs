//! The scene is the truth about the pixels.

use super::bench::{Bench, middle};
use super::gallery::gallery;
use super::mac::{LARGE, SMALL, STATION};
use crate::desktop::font::{FontName, Fonts, Style, encode};
use crate::desktop::*;
use proptest::prelude::*;

fn fonts() -> Fonts {
    Fonts::load(&system_file(&STATION).unwrap()).unwrap()
}

/// The pixels of a text that the strikes say are ink.
fn ink_of(text: &TextScene, fonts: &Fonts) -> Vec<Point> {
    let font = [FontName::Chicago12, FontName::Geneva9, FontName::Geneva10]
        .into_iter()
        .find(|font| font.family_and_size() == (text.font.as_str(), text.size))
        .unwrap();
    let style = if text.bold { Style::Bold } else { Style::Plain };
    let strike = fonts.strike(font);
    let mut pen = text.rect.left;
    let mut ink = Vec::new();
    for code in encode(&text.text) {
        let glyph = strike.glyph(code);
        for (v, row) in (text.rect.top..).zip(0..glyph.rows.len()) {
            for (h, column) in (pen + i16::from(glyph.left)..).zip(0..glyph.width) {
                if glyph.ink(row, column) {
                    ink.push(Point::new(v, h));
                }
            }
        }
        pen += i16::from(glyph.advance) + style.extra();
    }
    assert_eq!(pen, text.rect.right, "{}", text.text);
    ink
}

pub(super) fn assert_texts_are_there(bench: &mut Bench) {
    let fonts = fonts();
    let black = if bench.mac.screen.depth() == Depth::One {
        1
    } else {
        palette::BLACK
    };
    for text in bench
        .scene()
        .texts
        .iter()
        .filter(|text| text.cover == Cover::None)
    {
        let (ink, wanted) = match text.state {
            TextState::Normal => (ink_of(text, &fonts), black),
            TextState::Inverse => (ink_of(text, &fonts), palette::WHITE),
            TextState::Dimmed => continue,
        };
        assert!(
            ink.iter().all(|&at| bench.mac.screen.pixel(at) == wanted),
            "{:?} is not there",
            text.text
        );
    }
}

#[test]
fn every_text_of_the_scene_is_on_the_screen() {
    for screen in [SMALL, LARGE] {
        assert_texts_are_there(&mut Bench::new(screen, true));
        let mut bench = Bench::new(screen, false);
        bench.type_key(b'a', Modifiers::COMMAND);
        assert_texts_are_there(&mut bench);
        let item = middle(bench.item("\u{F8FF}", "About This Macintosh\u{2026}").rect);
        bench.press_drag_release(middle(bench.title("\u{F8FF}").rect), item);
        bench.mac.press(middle(bench.title("Edit").rect));
        bench.track();
        bench.mac.drag(middle(bench.item("Edit", "Select All").rect));
        bench.track();
        assert_texts_are_there(&mut bench);
    }
}

#[test]
fn what_an_alert_covers_is_not_in_the_scene() {
    let covers = |bench: &Bench, text: &str| {
        bench
            .scene()
            .texts
            .into_iter()
            .find(|shown| shown.text == text)
            .map(|text| text.cover)
    };
    let bench = Bench::new(LARGE, false);
    assert_eq!(covers(&bench, "Empty Folder"), Some(Cover::None));
    let bench = Bench::new(LARGE, true);
    assert_eq!(covers(&bench, "Empty Folder"), None);
    assert_eq!(covers(&bench, "Documents"), Some(Cover::None));
}

/// Something that a user does.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Press(i16, i16),
    Drag(i16, i16),
    Release,
    Key(u8, bool),
    Wait(u32),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        (-5..345_i16, -5..517_i16).prop_map(|(v, h)| Deed::Press(v, h)),
        (0..25_i16, 0..300_i16).prop_map(|(v, h)| Deed::Press(v, h)),
        (-5..345_i16, -5..517_i16).prop_map(|(v, h)| Deed::Drag(v, h)),
        Just(Deed::Release),
        (any::<u8>(), any::<bool>()).prop_map(|(code, command)| Deed::Key(code, command)),
        (0..100_u32).prop_map(Deed::Wait),
    ]
}

fn do_all(bench: &mut Bench, deeds: Vec<Deed>) {
    for deed in deeds {
        match deed {
            Deed::Press(v, h) => bench.mac.press(Point::new(v, h)),
            Deed::Drag(v, h) => bench.mac.drag(Point::new(v, h)),
            Deed::Release => bench.mac.release(),
            Deed::Key(code, command) => {
                let modifiers = if command {
                    Modifiers::COMMAND
                } else {
                    Modifiers::default()
                };
                bench.mac.key(code, modifiers);
            }
            Deed::Wait(ticks) => bench.mac.wait(ticks),
        }
        if bench.turn() == Turn::Quit {
            return;
        }
    }
    bench.mac.release();
    bench.settle();
    assert_texts_are_there(bench);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whatever_the_user_does_the_finder_comes_back(deeds in prop::collection::vec(deed(), 1..40)) {
        do_all(&mut Bench::new(SMALL, false), deeds);
    }

    #[test]
    fn whatever_the_user_does_every_window_and_dialog_comes_back(
        deeds in prop::collection::vec(deed(), 1..40),
        dialog in prop::sample::select(vec!["Modal", "Movable", "Modeless", "Alert"]),
    ) {
        let (mut bench, _) = gallery(SMALL, false);
        bench.type_key(b'n', Modifiers::COMMAND);
        bench.choose("File", dialog);
        do_all(&mut bench, deeds);
    }
}

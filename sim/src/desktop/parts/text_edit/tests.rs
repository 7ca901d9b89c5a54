use super::*;
use crate::desktop::font::{FontName, Fonts};
use crate::desktop::geometry::Point;
use crate::desktop::tests::STATION;
use crate::desktop::{Event, EventKind, Modifiers, system_file};
use proptest::prelude::*;

const FACE: Typeface = Typeface::plain(FontName::Geneva10);

fn fonts() -> Fonts {
    Fonts::load(&system_file(&STATION).unwrap()).unwrap()
}

fn layout(edit: &TextEdit, width: i16) -> Layout {
    Layout::new(edit, FACE, width, &fonts())
}

fn lines(text: &str, width: i16) -> Vec<String> {
    let edit = TextEdit::new(text.as_bytes());
    let layout = layout(&edit, width);
    let line = |number| String::from_utf8(edit.text()[layout.line(number)].to_vec()).unwrap();
    (0..layout.line_count()).map(line).collect()
}

fn typed(edit: &mut TextEdit, code: u8, modifiers: Modifiers, width: i16) -> KeyEffect {
    let event = Event {
        what: EventKind::KeyDown,
        message: u32::from(code),
        when: 0,
        location: Point::default(),
        modifiers,
    };
    let layout = layout(edit, width);
    edit.key(&event, &layout).unwrap()
}

fn press(clicks: u8, modifiers: Modifiers) -> Press {
    Press {
        at: Point::default(),
        when: 0,
        clicks,
        modifiers,
    }
}

#[test]
fn lines_break_behind_blanks_in_long_words_and_at_returns() {
    assert_eq!(lines("", 100), [""]);
    assert_eq!(lines("one\r\rtwo\r", 100), ["one\r", "\r", "two\r", ""]);
    let two = layout(&TextEdit::new(b""), 100).width_of(b"seven seven");
    assert_eq!(lines("seven seven seven", two), ["seven seven ", "seven"]);
    assert_eq!(
        lines("seven seven       seven", two),
        ["seven seven       ", "seven"]
    );
    let four = layout(&TextEdit::new(b""), 100).width_of(b"seve");
    assert_eq!(lines("seven", four), ["seve", "n"]);
    // Even where nothing fits there is a character in each line.
    assert_eq!(lines("ab", 1), ["a", "b"]);
}

#[test]
fn places_and_points_belong_to_each_other() {
    let edit = TextEdit::new(b"first line\rsecond");
    let layout = layout(&edit, 300);
    for place in 0..=edit.text().len() {
        let point = layout.point(edit.text(), place);
        assert_eq!(layout.place(edit.text(), point), place);
    }
    assert_eq!(layout.place(edit.text(), Point::new(-5, 40)), 0);
    assert_eq!(
        layout.place(edit.text(), Point::new(2, 299)),
        10,
        "before the return"
    );
    assert_eq!(layout.place(edit.text(), Point::new(500, 0)), 17);
}

#[test]
fn typing_replaces_what_is_selected() {
    let mut edit = TextEdit::new(b"hello world");
    edit.select(6..11);
    assert_eq!(
        typed(&mut edit, b'm', Modifiers::default(), 300),
        KeyEffect::Typed
    );
    typed(&mut edit, b'e', Modifiers::default(), 300);
    assert_eq!((edit.text(), edit.selection()), (&b"hello me"[..], 8..8));
    typed(&mut edit, 0x08, Modifiers::default(), 300);
    assert_eq!(edit.text(), b"hello m");
    edit.select(0..0);
    typed(&mut edit, 0x7F, Modifiers::default(), 300);
    typed(&mut edit, 0x08, Modifiers::default(), 300);
    assert_eq!((edit.text(), edit.selection()), (&b"ello m"[..], 0..0));
    assert_eq!(
        typed(&mut edit, 0x1B, Modifiers::default(), 300),
        KeyEffect::Ignored
    );
}

#[test]
fn arrows_move_and_with_shift_select() {
    let mut edit = TextEdit::new(b"a long line\rs\ranother one");
    edit.select(8..8);
    for (code, modifiers, wanted) in [
        (0x1F, Modifiers::default(), 13..13),
        // The column is that of the long line still.
        (0x1F, Modifiers::SHIFT, 13..22),
        (0x1F, Modifiers::SHIFT, 13..25),
        (0x1C, Modifiers::SHIFT, 13..24),
        (0x1D, Modifiers::default(), 24..24),
        (0x1E, Modifiers::default(), 13..13),
        (0x1C, Modifiers::SHIFT, 12..13),
        (0x1C, Modifiers::default(), 12..12),
        (0x1C, Modifiers::default(), 11..11),
        (0x1E, Modifiers::default(), 0..0),
    ] {
        assert_eq!(typed(&mut edit, code, modifiers, 300), KeyEffect::Moved);
        let selection = edit.selection();
        let near = |at: usize, wanted: usize| at.abs_diff(wanted) <= 1;
        assert!(
            near(selection.start, wanted.start) && near(selection.end, wanted.end),
            "{selection:?} after {code:#x}, not {wanted:?}"
        );
    }
}

#[test]
fn a_double_click_selects_a_word_and_then_more_words() {
    let mut edit = TextEdit::new(b"don't stop, now!");
    edit.press(&press(1, Modifiers::default()), 2);
    edit.press(&press(2, Modifiers::default()), 2);
    assert_eq!(edit.selected(), b"don't");
    assert!(edit.drag(8));
    assert_eq!(edit.selected(), b"don't stop");
    edit.press(&press(2, Modifiers::default()), 10);
    assert_eq!(edit.selected(), b",");
    edit.press(&press(2, Modifiers::default()), 13);
    edit.drag(1);
    assert_eq!(edit.selected(), b"don't stop, now");
    edit.press(&press(1, Modifiers::default()), 6);
    edit.press(&press(1, Modifiers::SHIFT), 10);
    assert_eq!(edit.selected(), b"stop");
    edit.press(&press(1, Modifiers::SHIFT), 0);
    assert_eq!(edit.selection(), 0..6);
}

#[test]
fn a_text_never_becomes_longer_than_a_word_can_count() {
    let mut edit = TextEdit::new(&vec![b'x'; LONGEST_TEXT + 10]);
    assert_eq!(edit.text().len(), LONGEST_TEXT);
    assert_eq!(edit.insert(b"y"), Err(TooLong));
    edit.select(0..5);
    assert_eq!(edit.insert(b"12345"), Ok(()));
    assert_eq!(edit.insert(b"6"), Err(TooLong));
    assert_eq!((edit.text().len(), edit.selection()), (LONGEST_TEXT, 5..5));
}

#[test]
fn the_caret_blinks_every_32_ticks() {
    let mut edit = TextEdit::new(b"text");
    let changes: Vec<u32> = (100..200).filter(|tick| edit.idle(*tick)).collect();
    assert_eq!(changes, [100, 132, 164, 196]);
    edit.select(0..2);
    assert!(!edit.idle(300), "a selection does not blink");
}

proptest! {
    #[test]
    fn every_character_is_in_exactly_one_line(
        text in proptest::collection::vec(prop_oneof![Just(b' '), Just(b'\r'), b'a'..=b'z', any::<u8>()], 0..120),
        width in 0_i16..120,
    ) {
        let edit = TextEdit::new(&text);
        let layout = Layout::new(&edit, FACE, width, &fonts());
        let mut at = 0;
        for number in 0..layout.line_count() {
            let line = layout.line(number);
            prop_assert_eq!(line.start, at);
            prop_assert!(!line.is_empty() || number + 1 == layout.line_count());
            at = line.end;
        }
        prop_assert_eq!(at, text.len());
        for place in 0..=text.len() {
            let found = layout.place(edit.text(), layout.point(edit.text(), place));
            // Characters without width share a point.
            let between = &text[found.min(place)..found.max(place)];
            prop_assert_eq!(layout.width_of(between), 0);
        }
    }
}

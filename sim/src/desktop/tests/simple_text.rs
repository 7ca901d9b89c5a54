//! SimpleText: what the user does to documents, and what becomes of their changes.

use super::bench::{Bench, middle};
use super::mac::{LARGE, SMALL, STATION};
use super::scene::assert_texts_are_there;
use crate::descriptor::{Code, Descriptor, Fields};
use crate::desktop::*;

const RETURN: u8 = 0x0D;
const ESCAPE: u8 = 0x1B;

pub(super) fn editor(screen: Screen) -> Bench {
    let process = application(*b"ttxt", &STATION, screen)
        .expect("it exists")
        .expect("it can be built");
    let mut bench = Bench::with(process, screen);
    assert_eq!(send(&mut bench, b"aevt", b"oapp", Vec::new()), Response::done());
    bench.settle();
    bench
}

pub(super) fn event(class: &Code, id: &Code, parameters: Vec<(Code, Descriptor)>) -> AppleEvent {
    AppleEvent {
        request: 7,
        class: *class,
        id: *id,
        parameters: Fields(parameters),
        interaction: Interaction::Can,
        may_switch_layer: true,
    }
}

pub(super) fn send(
    bench: &mut Bench,
    class: &Code,
    id: &Code,
    parameters: Vec<(Code, Descriptor)>,
) -> Response {
    let response = bench
        .process
        .apple_event(&event(class, id, parameters), &mut bench.mac);
    bench.settle();
    response
}

fn open(bench: &mut Bench, path: &str) -> Response {
    let spec = [&[0; 7], path.as_bytes()].concat();
    let spec = Descriptor::data(crate::descriptor::FSS, spec);
    send(bench, b"aevt", b"odoc", vec![(*b"----", spec)])
}

pub(super) fn write(bench: &mut Bench, text: &str) {
    for code in text.bytes() {
        bench.mac.key(code, Modifiers::default());
    }
    bench.settle();
}

pub(super) fn command(bench: &mut Bench, key: u8) {
    bench.type_key(key, Modifiers::COMMAND);
}

pub(super) fn press(bench: &mut Bench, title: &str) {
    let button = bench.button(title);
    assert!(button.enabled, "{title} is dimmed");
    bench.click(middle(button.rect));
}

/// The text in the window in front.
pub(super) fn edited(bench: &Bench) -> EditTextScene {
    bench.scene().windows[0].edit_texts[0].clone()
}

pub(super) fn on_disk(bench: &Bench, path: &str) -> Option<String> {
    bench.mac.disk.texts.get(path).cloned()
}

#[test]
fn it_opens_with_an_untitled_window_and_takes_what_is_typed() {
    let mut bench = editor(LARGE);
    assert_eq!(bench.titles(), ["untitled"]);
    let window = bench.scene().windows[0].clone();
    assert!(window.close_box.is_some() && window.zoom_box.is_some() && window.grow_box.is_some());
    assert_eq!(window.scroll_bars.len(), 2);
    bench.mac.press(middle(bench.title("Edit").rect));
    bench.track();
    assert!(!bench.item("Edit", "Undo").enabled && bench.item("Edit", "Select All").enabled);
    bench.mac.release();
    bench.settle();
    write(&mut bench, "Hello, world\rand all");
    assert_eq!(edited(&bench).text, "Hello, world\rand all");
    assert_eq!(edited(&bench).selection, (20, 20));
    assert!(bench.shows("Hello, world") && bench.shows("and all"));
    assert_texts_are_there(&mut bench);
    command(&mut bench, b'n');
    assert_eq!(bench.titles(), ["untitled 2", "untitled"]);
    assert!(!bench.scene().windows[1].edit_texts[0].active);
}

#[test]
fn text_is_selected_by_dragging_and_double_clicks_and_replaced() {
    let mut bench = editor(LARGE);
    write(&mut bench, "one two three");
    let line = bench
        .scene()
        .texts
        .into_iter()
        .find(|text| text.text == "one two three");
    let line = line.expect("the line shows").rect;
    let v = middle(line).v;
    bench.double_click(Point::new(v, line.left + 30));
    assert_eq!(edited(&bench).selection, (4, 7));
    write(&mut bench, "2");
    assert_eq!(edited(&bench).text, "one 2 three");
    bench.press_drag_release(Point::new(v, line.left), Point::new(v, line.right + 50));
    assert_eq!(edited(&bench).selection, (0, 11));
    assert_texts_are_there(&mut bench);
    bench.choose("Edit", "Clear");
    assert_eq!(edited(&bench).text, "");
    command(&mut bench, b'z');
    assert_eq!(edited(&bench).text, "one 2 three");
    command(&mut bench, b'z');
    assert_eq!(edited(&bench).text, "", "Undo again is Redo");
}

#[test]
fn what_was_cut_is_pasted_here_and_in_other_applications() {
    let mut bench = editor(LARGE);
    write(&mut bench, "abc");
    command(&mut bench, b'a');
    command(&mut bench, b'x');
    assert!(bench.mac.scrap().is_empty(), "it keeps a scrap of its own");
    command(&mut bench, b'v');
    command(&mut bench, b'v');
    assert_eq!(edited(&bench).text, "abcabc");
    bench.process.publish_scrap(&mut bench.mac);
    let flavor = Flavor {
        kind: *b"TEXT",
        data: b"abc".to_vec(),
    };
    assert_eq!(bench.mac.scrap(), [flavor]);
    let other = Flavor {
        kind: *b"TEXT",
        data: b" from others".to_vec(),
    };
    bench.mac.put_scrap(&[other]);
    bench.process.take_scrap(&mut bench.mac);
    command(&mut bench, b'v');
    assert_eq!(edited(&bench).text, "abcabc from others");
    command(&mut bench, b'z');
    assert_eq!(edited(&bench).text, "abcabc");
}

#[test]
fn typing_is_undone_in_one_step() {
    let mut bench = editor(LARGE);
    write(&mut bench, "first");
    bench.type_key(0x1C, Modifiers::default());
    write(&mut bench, "second\x08\x08");
    assert_eq!(edited(&bench).text, "firssecot");
    command(&mut bench, b'z');
    assert_eq!(edited(&bench).text, "first");
}

#[test]
fn long_texts_scroll_and_the_caret_stays_in_view() {
    let mut bench = editor(SMALL);
    let lines: String = (0..30).map(|number| format!("line {number}\r")).collect();
    write(&mut bench, &lines);
    let bar = bench.scene().windows[0].scroll_bars[0].clone();
    assert!(bar.vertical && bar.value == bar.maximum && bar.maximum > 0);
    assert!(bench.shows("line 29") && !bench.shows("line 0"));
    assert_texts_are_there(&mut bench);
    bench.type_key(0x01, Modifiers::default());
    assert!(bench.shows("line 0"), "Home scrolls to the top");
    bench.type_key(b'!', Modifiers::default());
    assert!(bench.shows("!"), "typing scrolls to the caret");
    // A selection is dragged on below the window.
    bench.type_key(0x01, Modifiers::default());
    let view = edited(&bench).rect;
    bench.mac.press(Point::new(view.top + 6, view.left + 5));
    bench.track();
    bench.mac.drag(Point::new(view.bottom + 20, view.left + 100));
    for _ in 0..40 {
        bench.turn();
        bench.mac.wait(1);
    }
    bench.mac.release();
    bench.settle();
    let (start, end) = edited(&bench).selection;
    assert!(start == 0 && end > 100, "{start}..{end}");
    assert!(bench.scene().windows[0].scroll_bars[0].value > 0);
}

#[test]
fn fonts_sizes_and_styles_are_those_there_are_strikes_for() {
    let mut bench = editor(LARGE);
    write(&mut bench, "text");
    let look = |bench: &Bench| {
        let text = bench.scene().texts.into_iter().find(|text| text.text == "text");
        text.map(|text| (text.font, text.size, text.bold))
            .expect("it shows")
    };
    assert_eq!(look(&bench), ("Geneva".to_owned(), 10, false));
    bench.choose("Size", "9 Point");
    bench.choose("Style", "Bold");
    assert_eq!(look(&bench), ("Geneva".to_owned(), 9, true));
    bench.choose("Font", "Chicago");
    assert_eq!(look(&bench), ("Chicago".to_owned(), 12, true));
    bench.mac.press(middle(bench.title("Size").rect));
    bench.track();
    assert!(!bench.item("Size", "9 Point").enabled);
    assert_eq!(bench.item("Size", "12 Point").mark, Some('\u{2713}'));
    bench.mac.release();
    bench.settle();
    command(&mut bench, b'z');
    assert_eq!(look(&bench), ("Geneva".to_owned(), 9, true));
}

#[test]
fn what_is_too_long_or_no_text_is_not_opened() {
    let mut bench = editor(LARGE);
    let path = "Macintosh HD:Long";
    bench
        .mac
        .disk
        .write_text(path, &"x".repeat(32_768), *b"ttxt")
        .unwrap();
    let refused = open(&mut bench, path);
    assert!(matches!(refused, Response::Answered(Err(error)) if error.number == -108));
    assert!(bench.alert_is_up());
    press(&mut bench, "OK");
    bench
        .mac
        .disk
        .write_text(path, &"x".repeat(32_767), *b"ttxt")
        .unwrap();
    assert_eq!(open(&mut bench, path), Response::done());
    write(&mut bench, "y");
    assert!(bench.alert_is_up(), "there is no room for another character");
    press(&mut bench, "OK");
    assert_eq!(edited(&bench).text.len(), 32_767);
    let refused = open(&mut bench, "Macintosh HD:SimpleText");
    assert!(matches!(refused, Response::Answered(Err(error)) if error.number == -208));
}

#[test]
fn closing_a_changed_document_asks_and_does_what_is_answered() {
    let mut bench = editor(LARGE);
    open(&mut bench, "Macintosh HD:Read Me");
    command(&mut bench, b'w');
    assert_eq!(
        bench.titles(),
        ["untitled"],
        "without changes it is closed at once"
    );
    open(&mut bench, "Macintosh HD:Read Me");
    write(&mut bench, "P.S. ");
    let close = bench.scene().windows[0].close_box.unwrap();
    bench.click(middle(close));
    let alert = bench.scene().windows[0].clone();
    assert_eq!(
        (alert.kind, alert.icon),
        (WindowKind::Alert, Some(DialogIcon::Caution))
    );
    assert!(bench.button("Save").default);
    command(&mut bench, b'd');
    assert!(bench.alert_is_up(), "Cmd-D means nothing here");
    press(&mut bench, "Cancel");
    assert_eq!(bench.titles(), ["Read Me", "untitled"]);
    command(&mut bench, b'w');
    press(&mut bench, "Don\u{2019}t Save");
    assert_eq!(on_disk(&bench, "Macintosh HD:Read Me"), None);
    open(&mut bench, "Macintosh HD:Read Me");
    write(&mut bench, "P.S. ");
    command(&mut bench, b'w');
    bench.type_key(RETURN, Modifiers::default());
    let saved = on_disk(&bench, "Macintosh HD:Read Me");
    assert_eq!(saved.as_deref(), Some("P.S. text of Macintosh HD:Read Me"));
    assert_eq!(bench.titles(), ["untitled"]);
}

#[test]
fn quitting_asks_for_each_changed_document() {
    let mut bench = editor(LARGE);
    write(&mut bench, "one");
    command(&mut bench, b'n');
    write(&mut bench, "two");
    assert_eq!(send(&mut bench, b"aevt", b"quit", Vec::new()), Response::Later);
    assert!(bench.alert_is_up());
    press(&mut bench, "Don\u{2019}t Save");
    assert!(bench.alert_is_up(), "there is another one");
    press(&mut bench, "Save");
    // It has no name yet; a cancelled dialog cancels the quitting.
    bench.type_key(ESCAPE, Modifiers::default());
    let (request, answer) = bench.mac.answers.pop().expect("an answer");
    assert_eq!((request, answer.map_err(|error| error.number)), (7, Err(-128)));
    assert_eq!(bench.titles(), ["untitled"]);
    send(&mut bench, b"aevt", b"quit", Vec::new());
    press(&mut bench, "Save");
    let save = bench.button("Save").rect;
    bench.mac.press(middle(save));
    bench.mac.release();
    let quits = (0..100).any(|_| {
        bench.mac.wait(1);
        bench.turn() == Turn::Quit
    });
    assert!(quits);
    assert_eq!(bench.mac.answers.pop(), Some((7, Ok(Fields::default()))));
    assert_eq!(on_disk(&bench, "Macintosh HD:untitled").as_deref(), Some("one"));
}

#[test]
fn what_the_disk_refuses_an_alert_says_and_nothing_is_lost() {
    let mut bench = editor(LARGE);
    open(&mut bench, "Macintosh HD:Read Me");
    write(&mut bench, "more ");
    bench.mac.disk.refuses = true;
    command(&mut bench, b'w');
    press(&mut bench, "Save");
    assert!(bench.alert_is_up());
    press(&mut bench, "OK");
    assert_eq!(bench.titles()[0], "Read Me");
    bench.mac.disk.refuses = false;
    command(&mut bench, b's');
    assert!(on_disk(&bench, "Macintosh HD:Read Me").is_some());
}

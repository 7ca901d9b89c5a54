//! Windows, menus and Apple events of an application in the frame.

use super::bench::{Bench, middle};
use super::gallery::*;
use super::mac::{LARGE, SMALL};
use super::scene::assert_texts_are_there;
use crate::descriptor::Fields;
use crate::desktop::*;

fn with_windows(count: usize) -> (Bench, Log) {
    let (mut bench, log) = gallery(LARGE, false);
    for _ in 0..count {
        bench.type_key(b'n', Modifiers::COMMAND);
    }
    log.lock().unwrap().clear();
    (bench, log)
}

fn window(bench: &Bench, place: usize) -> WindowScene {
    bench.scene().windows[place].clone()
}

fn grip(window: &WindowScene) -> Point {
    Point::new(window.frame.top + 8, window.frame.left + 40)
}

fn drag(bench: &mut Bench, from: Point, by: Point) {
    bench.press_drag_release(from, Point::new(from.v + by.v, from.h + by.h));
}

fn scrolled(bench: &Bench) -> Point {
    let window = window(bench, 0);
    let value = |vertical| {
        let mut bars = window.scroll_bars.iter();
        bars.find(|bar| bar.vertical == vertical).unwrap().value
    };
    Point::new(value(true), value(false))
}

#[test]
fn a_window_is_dragged_by_its_outline() {
    let (mut bench, _) = with_windows(1);
    let before = window(&bench, 0);
    let clean = bench.mac.screen.pixels.clone();
    let from = grip(&before);
    bench.mac.press(from);
    bench.track();
    bench.mac.drag(Point::new(from.v + 50, from.h + 70));
    bench.track();
    assert_eq!(window(&bench, 0).frame, before.frame);
    assert!(bench.mac.screen.pixels != clean, "there is no outline");
    assert_texts_are_there(&mut bench);
    // Far outside the outline goes back, and so does the window.
    bench.mac.drag(Point::new(5, 300));
    bench.track();
    assert_texts_are_there(&mut bench);
    bench.mac.release();
    bench.settle();
    assert_eq!(window(&bench, 0).frame, before.frame);
    drag(&mut bench, from, Point::new(50, 70));
    assert_eq!(window(&bench, 0).frame, before.frame.offset(50, 70));
    assert_eq!(
        window(&bench, 0).scroll_bars[0].rect,
        before.scroll_bars[0].rect.offset(50, 70)
    );
}

#[test]
fn a_press_in_a_window_behind_brings_it_forward_and_its_title_bar_drags_it() {
    let (mut bench, log) = with_windows(2);
    let (front, behind) = (window(&bench, 0), window(&bench, 1));
    assert!(front.active && !behind.active && behind.close_box.is_none());
    let row = Point::new(behind.content.top + 20, behind.content.left + 3);
    bench.double_click(row);
    assert_eq!(window(&bench, 0).frame, behind.frame);
    assert!(
        taken(&log).is_empty(),
        "the press that brought it forward counts for nothing else"
    );
    drag(
        &mut bench,
        Point::new(front.frame.top + 8, front.frame.right - 5),
        Point::new(40, 0),
    );
    assert_eq!(window(&bench, 0).frame, front.frame.offset(40, 0));
}

fn taken(log: &Log) -> Vec<String> {
    std::mem::take(&mut *log.lock().unwrap())
}

#[test]
fn the_grow_box_changes_the_size_within_limits() {
    let (mut bench, _) = with_windows(1);
    let before = window(&bench, 0);
    let corner = middle(before.grow_box.unwrap());
    drag(&mut bench, corner, Point::new(60, 100));
    let after = window(&bench, 0);
    assert_eq!(
        (after.content.height(), after.content.width()),
        (before.content.height() + 60, before.content.width() + 100)
    );
    assert_eq!(after.grow_box, Some(before.grow_box.unwrap().offset(60, 100)));
    let corner = middle(after.grow_box.unwrap());
    drag(&mut bench, corner, Point::new(-300, -400));
    let content = window(&bench, 0).content;
    assert_eq!((content.height(), content.width()), (80, 100));
}

#[test]
fn the_zoom_box_goes_to_the_whole_screen_and_back() {
    let (mut bench, _) = with_windows(1);
    let before = window(&bench, 0);
    bench.click(middle(before.zoom_box.unwrap()));
    let zoomed = window(&bench, 0);
    assert!(zoomed.frame.top >= 20 && zoomed.frame.height() > 430 && zoomed.frame.width() > 620);
    assert!(zoomed.scroll_bars[0].maximum < before.scroll_bars[0].maximum);
    bench.click(middle(zoomed.zoom_box.unwrap()));
    assert_eq!(window(&bench, 0).frame, before.frame);
}

#[test]
fn a_box_of_the_title_bar_counts_only_when_let_go_inside() {
    let (mut bench, _) = with_windows(1);
    let close = middle(window(&bench, 0).close_box.unwrap());
    bench.press_drag_release(close, Point::new(400, 400));
    assert_eq!(bench.titles().len(), 1);
    bench.click(close);
    assert!(bench.titles().is_empty());
}

#[test]
fn arrows_pages_and_the_thumb_scroll() {
    let (mut bench, _) = with_windows(1);
    let scene = window(&bench, 0);
    let bar = scene.scroll_bars[0].clone();
    let most = LINES * LINE - (scene.content.height() - 15);
    assert_eq!(
        (bar.vertical, bar.value, bar.maximum, bar.enabled),
        (true, 0, most, true)
    );
    let h = middle(bar.rect).h;
    bench.click(Point::new(bar.rect.bottom - 5, h));
    assert_eq!(scrolled(&bench).v, LINE);
    bench.mac.press(Point::new(bar.rect.bottom - 5, h));
    for _ in 0..20 {
        bench.turn();
        bench.mac.wait(1);
    }
    let pressed = window(&bench, 0).scroll_bars[0].pressed;
    assert_eq!(pressed, Some(BarPart::LineDown));
    bench.mac.release();
    bench.settle();
    assert_eq!(scrolled(&bench).v, 6 * LINE, "five times in twenty ticks");
    let page = scene.content.height() - 15 - LINE;
    bench.click(Point::new(bar.rect.bottom - 20, h));
    assert_eq!(scrolled(&bench).v, 6 * LINE + page);
    bench.click(Point::new(bar.rect.top + 17, h));
    assert_eq!(scrolled(&bench).v, 6 * LINE);
    bench.click(Point::new(bar.rect.top + 3, h));
    assert_eq!(scrolled(&bench).v, 5 * LINE);
    // The thumb to the end, then far away, where it goes back.
    let thumb = middle(window(&bench, 0).scroll_bars[0].thumb.unwrap());
    drag(&mut bench, thumb, Point::new(300, 0));
    assert_eq!(scrolled(&bench).v, 5 * LINE, "it was let go far outside");
    bench.press_drag_release(thumb, Point::new(bar.rect.bottom - 2, h));
    assert_eq!(scrolled(&bench).v, most);
    assert!(bench.shows("line 39") && !bench.shows("line 3"));
    assert_texts_are_there(&mut bench);
}

#[test]
fn the_horizontal_bar_scrolls_too() {
    let (mut bench, _) = with_windows(1);
    let bar = window(&bench, 0).scroll_bars[1].clone();
    assert_eq!(bar.maximum, WIDTH - (240 - 15));
    bench.click(Point::new(middle(bar.rect).v, bar.rect.right - 4));
    assert_eq!(scrolled(&bench), Point::new(0, 10));
}

#[test]
fn content_scrolls_itself_while_it_follows_the_mouse_and_can_make_the_program_act() {
    let (mut bench, log) = with_windows(1);
    let content = window(&bench, 0).content;
    let first = Point::new(content.top + 5, content.left + 30);
    bench.mac.press(first);
    bench.track();
    bench.mac.drag(Point::new(content.bottom + 20, first.h));
    bench.track();
    assert!(scrolled(&bench).v >= LINE, "{:?}", scrolled(&bench));
    bench.mac.release();
    bench.settle();
    bench.mac.wait(100);
    bench.double_click(first);
    assert_eq!(taken(&log).len(), 1);
    assert!(bench.titles()[0].starts_with("line "));
    bench.type_key(b'+', Modifiers::default());
    assert!(bench.scene().texts.iter().any(|text| text.text.ends_with('+')));
}

#[test]
fn an_inactive_window_has_empty_scroll_bars() {
    let (bench, _) = with_windows(2);
    let behind = window(&bench, 1);
    assert!(
        behind
            .scroll_bars
            .iter()
            .all(|bar| !bar.enabled && bar.thumb.is_none())
    );
    assert_eq!((behind.grow_box, behind.zoom_box), (None, None));
}

#[test]
fn the_apple_menu_opens_what_is_in_its_folder() {
    let (mut bench, log) = gallery(LARGE, false);
    bench.choose("\u{F8FF}", "About Gallery\u{2026}");
    assert_eq!(taken(&log), ["128 1"]);
    bench.choose("\u{F8FF}", "Note Pad");
    let opened = bench.mac.opened.clone();
    assert_eq!(opened, ["Macintosh HD:System Folder:Apple Menu Items:Note Pad"]);
    assert!(taken(&log).is_empty());
    // What appears in the folder appears in the menu; what cannot be opened is told about.
    let path = "Macintosh HD:System Folder:Apple Menu Items:Letter";
    bench.mac.disk.items.insert(path.to_owned(), Some((*b"TEXT", 1)));
    bench.press_drag_release(middle(bench.title("\u{F8FF}").rect), Point::new(300, 300));
    bench.choose("\u{F8FF}", "Letter");
    assert!(bench.alert_is_up());
    let says = bench
        .scene()
        .texts
        .iter()
        .any(|text| text.text.contains("Letter"));
    assert!(says, "the alert does not name it");
    bench.type_key(0x0D, Modifiers::default());
    assert!(!bench.alert_is_up());
}

#[test]
fn the_program_dims_marks_and_renames_before_a_menu_opens() {
    let (mut bench, log) = with_windows(1);
    bench.mac.press(middle(bench.title("File").rect));
    bench.track();
    assert_eq!(bench.item("File", "New Window").mark, Some('\u{2713}'));
    let item = |bench: &Bench| bench.item("\u{F8FF}", "About Gallery\u{2026}");
    assert!(
        !item(&bench).enabled,
        "the system keeps what the program has dimmed"
    );
    bench.mac.drag(middle(bench.item("File", "New Window").rect));
    bench.track();
    bench.mac.release();
    bench.settle();
    assert_eq!((taken(&log), bench.titles().len()), (vec!["129 1".to_owned()], 2));
}

#[test]
fn the_application_menu_switches_and_hides() {
    let (mut bench, _) = with_windows(1);
    let running = |id, name: &str, front| Running {
        id,
        name: name.to_owned(),
        front,
        hidden: false,
    };
    bench.mac.running = vec![running(7, "Finder", false), running(9, "Gallery", true)];
    let look = |bench: &mut Bench| {
        bench.press_drag_release(middle(bench.title("Application").rect), Point::new(300, 300));
    };
    look(&mut bench);
    let texts: Vec<String> = bench
        .title("Application")
        .items
        .into_iter()
        .map(|item| item.text)
        .collect();
    assert_eq!(
        texts,
        [
            "Hide Gallery",
            "Hide Others",
            "Show All",
            "-",
            "Finder",
            "Gallery"
        ]
    );
    assert_eq!(bench.item("Application", "Gallery").mark, Some('\u{2713}'));
    assert!(!bench.item("Application", "Show All").enabled);
    bench.choose("Application", "Hide Others");
    assert!(bench.mac.running[0].hidden && !bench.mac.running[1].hidden);
    look(&mut bench);
    assert!(
        !bench.item("Application", "Hide Gallery").enabled,
        "somebody has to show"
    );
    bench.choose("Application", "Show All");
    assert!(!bench.mac.running[0].hidden);
    bench.choose("Application", "Finder");
    assert_eq!(bench.mac.brought_forward, [7]);
}

#[test]
fn a_dimmed_item_and_a_key_of_none_do_nothing_but_beep() {
    let (mut bench, log) = with_windows(0);
    bench.choose("File", "Never");
    assert!(taken(&log).is_empty());
    let bar = Point::new(3, 300);
    let before = bench.mac.screen.pixel(bar);
    bench.mac.key(b'j', Modifiers::COMMAND);
    bench.turn();
    assert_eq!(bench.mac.screen.pixel(bar), !before);
}

fn send(bench: &mut Bench, id: &[u8; 4], interaction: Interaction) -> Response {
    let event = AppleEvent {
        request: 3,
        class: *b"aevt",
        id: *id,
        parameters: Fields::default(),
        interaction,
        may_switch_layer: true,
    };
    bench.process.apple_event(&event, &mut bench.mac)
}

#[test]
fn the_required_events_are_taken_but_not_while_the_user_is_busy() {
    let (mut bench, _) = gallery(LARGE, false);
    assert_eq!(send(&mut bench, b"oapp", Interaction::Can), Response::done());
    bench.settle();
    assert_eq!(bench.titles(), ["untitled"]);
    let missed = send(&mut bench, b"odoc", Interaction::Can);
    assert!(matches!(missed, Response::Answered(Err(error)) if error.number == -1715));
    let unknown = send(&mut bench, b"xxxx", Interaction::Can);
    assert!(matches!(unknown, Response::Answered(Err(error)) if error.number == -1708));
    bench.mac.press(middle(bench.title("File").rect));
    bench.track();
    assert_eq!(send(&mut bench, b"oapp", Interaction::Can), Response::NotNow);
    bench.mac.release();
    bench.settle();
    bench.choose("File", "Modal");
    assert_eq!(send(&mut bench, b"quit", Interaction::Can), Response::NotNow);
    bench.type_key(0x1B, Modifiers::default());
    assert_eq!(send(&mut bench, b"quit", Interaction::Never), Response::done());
    assert_eq!(bench.turn(), Turn::Quit);
}

#[test]
fn quitting_asks_when_it_must() {
    let (mut bench, _) = gallery(LARGE, true);
    let refused = send(&mut bench, b"quit", Interaction::Never);
    assert!(matches!(refused, Response::Answered(Err(error)) if error.number == -1713));
    assert_eq!(send(&mut bench, b"quit", Interaction::Can), Response::Later);
    bench.settle();
    assert!(bench.alert_is_up());
    bench.type_key(0x1B, Modifiers::default());
    let (request, reply) = bench.mac.answers.pop().unwrap();
    assert_eq!((request, reply.unwrap_err().number), (3, -128));
    bench.type_key(b'q', Modifiers::COMMAND);
    assert!(bench.alert_is_up());
    bench.mac.key(0x0D, Modifiers::default());
    while bench.turn() != Turn::Quit {
        bench.mac.wait(1);
    }
    assert!(bench.mac.answers.is_empty(), "nobody has asked for an answer");
}

#[test]
fn work_lets_others_have_time_and_takes_no_events() {
    let (mut bench, _) = with_windows(0);
    bench.mac.press(middle(bench.title("File").rect));
    bench.track();
    bench.mac.drag(middle(bench.item("File", "Busy").rect));
    bench.track();
    bench.mac.release();
    let mut turns = 0;
    while bench.turn() != (Turn::Yield { sleep: 1 }) {
        bench.mac.wait(1);
        turns += 1;
        assert!(turns < 100, "it does not work");
    }
    bench.mac.key(b'n', Modifiers::COMMAND);
    assert_eq!(send(&mut bench, b"oapp", Interaction::Can), Response::NotNow);
    bench.settle();
    assert!(bench.titles().is_empty(), "it takes no events");
    bench.settle();
    assert_eq!(bench.titles(), ["untitled"], "the key waited");
}

#[test]
fn nothing_is_left_of_outlines_and_dialogs() {
    for screen in [SMALL, LARGE] {
        let (mut bench, _) = gallery(screen, false);
        bench.type_key(b'n', Modifiers::COMMAND);
        let clean = bench.mac.screen.pixels.clone();
        for kind in ["Modal", "Movable"] {
            bench.choose("File", kind);
            let bar = bench.scene().windows[0].scroll_bars[0].clone();
            bench.press_drag_release(
                middle(bar.thumb.unwrap()),
                Point::new(middle(bar.rect).v, bar.rect.right - 20),
            );
            bench.type_key(0x1B, Modifiers::default());
        }
        assert!(bench.mac.screen.pixels == clean, "the screen is not what it was");
    }
}

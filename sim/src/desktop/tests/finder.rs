//! What the Finder does with presses, drags, releases and keys.

use super::bench::{Bench, middle};
use super::mac::{LARGE, SMALL};
use crate::descriptor::{DIRECT_OBJECT, Descriptor, FSS, Fields};
use crate::desktop::parts::ROUND_CYCLES;
use crate::desktop::resource::Cursor;
use crate::desktop::*;

const NOWHERE: Point = Point::new(330, 300);

#[test]
fn a_press_in_ok_released_outside_does_nothing() {
    let mut bench = Bench::new(SMALL, true);
    let ok = bench.button("OK");
    assert!(ok.default && !bench.button("Cancel").default);
    bench.mac.press(middle(ok.rect));
    bench.track();
    assert!(bench.button("OK").highlighted);
    bench.mac.drag(NOWHERE);
    bench.track();
    assert!(!bench.button("OK").highlighted);
    bench.mac.release();
    bench.settle();
    assert!(bench.alert_is_up());
    assert_eq!(bench.trash_count(), 3);
}

#[test]
fn coming_back_before_the_release_counts() {
    let mut bench = Bench::new(LARGE, true);
    let ok = middle(bench.button("OK").rect);
    bench.mac.press(ok);
    bench.track();
    bench.mac.drag(NOWHERE);
    bench.track();
    bench.drag_and_release(ok);
    assert!(!bench.alert_is_up());
    assert_eq!(bench.trash_count(), 0);
}

#[test]
fn cancel_leaves_the_trash_and_ok_empties_it() {
    let mut bench = Bench::new(LARGE, true);
    bench.click(middle(bench.button("Cancel").rect));
    assert!(!bench.alert_is_up());
    assert_eq!(bench.trash_count(), 3);

    bench.choose("Special", "Empty Trash\u{2026}");
    assert!(bench.alert_is_up());
    assert!(bench.shows("Are you sure you want to remove the items in"));
    bench.click(middle(bench.button("OK").rect));
    assert!(!bench.alert_is_up());
    assert_eq!(bench.trash_count(), 0);

    assert_eq!(bench.mac.cursor, Cursor::ARROW, "the work is done");

    // With nothing in it the item is dimmed.
    bench.choose("Special", "Empty Trash\u{2026}");
    assert!(!bench.alert_is_up());
}

#[test]
fn the_pointer_is_a_watch_while_the_trash_is_emptied() {
    let mut bench = Bench::new(LARGE, true);
    bench.mac.press(middle(bench.button("OK").rect));
    bench.track();
    bench.mac.release();
    let turn = loop {
        let turn = bench.process.turn(&mut bench.mac);
        bench.mac.wait(1);
        if turn != (Turn::Tracking { cycles: ROUND_CYCLES }) {
            break turn;
        }
    };
    assert_eq!(turn, Turn::Yield { sleep: 1 }, "the others get time");
    assert_ne!(bench.mac.cursor, Cursor::ARROW);
    assert_eq!(bench.trash_count(), 3);
    bench.settle();
    assert_eq!((bench.mac.cursor, bench.trash_count()), (Cursor::ARROW, 0));
}

#[test]
fn keys_answer_the_alert() {
    for (code, modifiers, left) in [
        (0x0D, Modifiers::default(), 0),
        (0x03, Modifiers::default(), 0),
        (0x1B, Modifiers::default(), 3),
        (b'.', Modifiers::COMMAND, 3),
    ] {
        let mut bench = Bench::new(SMALL, true);
        bench.type_key(code, modifiers);
        assert!(!bench.alert_is_up(), "key {code:#04x} left the alert");
        assert_eq!(bench.trash_count(), left, "after key {code:#04x}");
    }
}

#[test]
fn an_alert_keeps_everything_else_away_with_a_flash() {
    let mut bench = Bench::new(LARGE, true);
    let special = middle(bench.title("Special").rect);
    assert!(!bench.title("Special").enabled);
    let bar = Point::new(3, 300);
    for press in [true, false] {
        let before = bench.mac.screen.pixel(bar);
        if press {
            bench.mac.press(special);
            bench.mac.release();
        } else {
            bench.mac.key(b'x', Modifiers::default());
        }
        bench.track();
        assert_eq!(bench.mac.screen.pixel(bar), !before, "no flash");
        bench.settle();
        assert_eq!(bench.mac.screen.pixel(bar), before);
        assert!(bench.alert_is_up());
    }
}

#[test]
fn a_menu_follows_the_mouse() {
    let mut bench = Bench::new(LARGE, false);
    bench.mac.press(middle(bench.title("File").rect));
    bench.track();
    assert_eq!(bench.scene().open_menu, Some(1));
    // Over another title its menu opens instead.
    bench.mac.drag(middle(bench.title("Special").rect));
    bench.track();
    assert_eq!(bench.scene().open_menu, Some(5));
    for (item, highlighted) in [("Empty Trash\u{2026}", true), ("-", false), ("Restart", false)] {
        bench.mac.drag(middle(bench.item("Special", item).rect));
        bench.track();
        assert_eq!(bench.item("Special", item).highlighted, highlighted, "{item}");
    }
    // Released on a dimmed item, nothing is chosen.
    bench.mac.release();
    bench.settle();
    assert_eq!(bench.scene().open_menu, None);
    assert!(!bench.alert_is_up());
}

#[test]
fn a_release_outside_a_menu_chooses_nothing() {
    let mut bench = Bench::new(SMALL, false);
    bench.mac.press(middle(bench.title("Special").rect));
    bench.track();
    bench
        .mac
        .drag(middle(bench.item("Special", "Empty Trash\u{2026}").rect));
    bench.track();
    bench.drag_and_release(NOWHERE);
    assert!(!bench.alert_is_up());
}

#[test]
fn what_is_chosen_blinks_before_it_happens() {
    let mut bench = Bench::new(LARGE, false);
    let item = middle(bench.item("Special", "Empty Trash\u{2026}").rect);
    bench.mac.press(middle(bench.title("Special").rect));
    bench.track();
    bench.mac.drag(item);
    bench.track();
    bench.mac.release();
    let mut changes = 0;
    let mut was = true;
    while !bench.alert_is_up() {
        assert!(changes < 10);
        bench.turn();
        bench.mac.wait(1);
        let now = bench.item("Special", "Empty Trash\u{2026}").highlighted;
        changes += usize::from(now != was);
        was = now;
    }
    // Three times off and on, then off for good.
    assert_eq!(changes, 7);
}

#[test]
fn command_keys_and_the_close_box_close_windows() {
    let mut bench = Bench::new(LARGE, false);
    assert_eq!(bench.titles(), ["Macintosh HD"]);
    bench.choose("\u{F8FF}", "About This Macintosh\u{2026}");
    assert_eq!(bench.titles(), ["About This Macintosh", "Macintosh HD"]);
    assert!(bench.shows("Simulated Macintosh IIci") && bench.shows("Total Memory: 8,192K"));
    let close_box = bench.scene().windows[0].close_box.unwrap();
    bench.press_drag_release(middle(close_box), NOWHERE);
    assert_eq!(bench.titles().len(), 2);
    bench.click(middle(close_box));
    assert_eq!(bench.titles(), ["Macintosh HD"]);
    bench.type_key(b'w', Modifiers::COMMAND);
    assert!(bench.titles().is_empty());
}

#[test]
fn icons_are_selected_and_opened() {
    let mut bench = Bench::new(LARGE, false);
    bench.click(middle(bench.icon("Documents").rect));
    assert!(bench.icon("Documents").selected);
    bench.type_key(b'o', Modifiers::COMMAND);
    assert_eq!(bench.titles(), ["Documents", "Macintosh HD"]);
    assert!(bench.icon("Letter to Ada").rect.top > 0);
    bench.double_click(middle(bench.icon("Trash").rect));
    assert_eq!(bench.titles()[0], "Trash");
    bench.type_key(b'a', Modifiers::COMMAND);
    assert!(bench.scene().windows[0].icons.iter().all(|icon| icon.selected));
    // A click in a window behind brings it to the front, and that is all.
    let behind = bench.scene().windows[2].frame;
    bench.click(Point::new(behind.top + 5, behind.left + 60));
    assert_eq!(bench.titles()[0], "Macintosh HD");
    // A document of no application says so.
    bench.double_click(middle(bench.icon("Read Me").rect));
    assert!(bench.alert_is_up());
    bench.type_key(0x0D, Modifiers::default());
    assert!(!bench.alert_is_up());
}

#[test]
fn a_trash_that_cannot_be_emptied_is_reported() {
    let mut bench = Bench::new(LARGE, true);
    bench.mac.disk.refuses = true;
    bench.click(middle(bench.button("OK").rect));
    let scene = bench.scene();
    assert_eq!(scene.windows[0].icon, Some(DialogIcon::Stop));
    assert!(
        scene.texts.iter().any(|text| text.text.contains("-45")),
        "the error number is not shown"
    );
    assert_eq!(bench.trash_count(), 3);
}

#[test]
fn what_others_do_to_the_volume_shows_within_a_second() {
    let mut bench = Bench::new(LARGE, false);
    bench
        .mac
        .disk
        .items
        .insert("Macintosh HD:Put by the host".to_owned(), Some((*b"TEXT", 100)));
    bench.settle();
    assert!(!bench.shows("Put by the host"));
    bench.mac.wait(61);
    bench.settle();
    assert!(bench.shows("Put by the host"));
    let quiet = bench.mac.screen.rows_put;
    bench.mac.wait(61);
    bench.settle();
    assert_eq!(
        bench.mac.screen.rows_put, quiet,
        "it drew although nothing changed"
    );
}

#[test]
fn nothing_is_left_of_menus_alerts_and_windows() {
    for screen in [SMALL, LARGE] {
        let mut bench = Bench::new(screen, false);
        let clean = bench.mac.screen.pixels.clone();
        bench.choose("Special", "Empty Trash\u{2026}");
        bench.type_key(0x1B, Modifiers::default());
        bench.choose("\u{F8FF}", "About This Macintosh\u{2026}");
        bench.type_key(b'w', Modifiers::COMMAND);
        assert!(bench.mac.screen.pixels == clean, "the screen is not what it was");
    }
}

#[test]
fn the_scene_names_every_text_that_shows() {
    let bench = Bench::new(LARGE, true);
    let scene = bench.scene();
    let find = |text: &str| scene.texts.iter().find(|shown| shown.text == text).unwrap();
    assert_eq!(
        (find("OK").font.as_str(), find("OK").size, find("OK").state),
        ("Chicago", 12, TextState::Normal)
    );
    assert_eq!(find("File").state, TextState::Dimmed);
    assert_eq!((find("Trash").font.as_str(), find("Trash").size), ("Geneva", 9));
    let json = serde_json::to_string(&scene).unwrap();
    assert_eq!(serde_json::from_str::<Scene>(&json).unwrap(), scene);
}

/// An event with file specifications of these paths as its direct object.
fn about_places(class: &[u8; 4], id: &[u8; 4], paths: &[&str]) -> AppleEvent {
    let places = paths.iter().map(|path| {
        let spec = [&[0xFF, 0xFF, 0, 0, 0, 2, path.len() as u8], path.as_bytes()].concat();
        Descriptor::data(FSS, spec)
    });
    AppleEvent {
        request: 1,
        class: *class,
        id: *id,
        parameters: Fields(vec![(DIRECT_OBJECT, Descriptor::list(places.collect()))]),
        interaction: Interaction::Can,
        may_switch_layer: false,
    }
}

#[test]
fn an_apple_event_opens_folders() {
    let mut bench = Bench::new(LARGE, false);
    for (class, id) in [(b"aevt", b"odoc"), (b"FNDR", b"sope")] {
        let event = about_places(class, id, &["Macintosh HD:System Folder"]);
        assert_eq!(
            bench.process.apple_event(&event, &mut bench.mac),
            Response::done()
        );
        bench.settle();
        assert_eq!(bench.scene().windows[0].title, "System Folder");
    }
    let event = about_places(b"aevt", b"odoc", &["Macintosh HD:Nowhere"]);
    let response = bench.process.apple_event(&event, &mut bench.mac);
    assert!(
        matches!(&response, Response::Answered(Err(error)) if error.number == -43),
        "{response:?}"
    );
    let event = about_places(b"core", b"getd", &[]);
    let response = bench.process.apple_event(&event, &mut bench.mac);
    assert!(matches!(&response, Response::Answered(Err(error)) if error.number == -1708));
}

#[test]
fn an_alert_keeps_apple_events_waiting() {
    let mut bench = Bench::new(LARGE, true);
    let event = about_places(b"aevt", b"oapp", &[]);
    assert_eq!(
        bench.process.apple_event(&event, &mut bench.mac),
        Response::NotNow
    );
    bench.mac.key(0x1B, Modifiers::default());
    bench.settle();
    assert_eq!(
        bench.process.apple_event(&event, &mut bench.mac),
        Response::done()
    );
}

//! What dialogs do with presses and keys.

use super::bench::{Bench, middle};
use super::gallery::*;
use super::mac::{LARGE, SMALL};
use super::scene::assert_texts_are_there;
use crate::desktop::*;

const RETURN: u8 = 0x0D;
const TAB: u8 = 0x09;
const ESCAPE: u8 = 0x1B;
const BACKSPACE: u8 = 0x08;

/// Gallery with a dialog up.
fn with_dialog(screen: Screen, item: &str) -> (Bench, Log) {
    let (mut bench, log) = gallery(screen, false);
    bench.choose("File", item);
    log.lock().unwrap().clear();
    (bench, log)
}

fn dialog(bench: &Bench) -> WindowScene {
    bench.scene().windows[0].clone()
}

fn radio_buttons(bench: &Bench) -> Vec<bool> {
    dialog(bench)
        .radio_buttons
        .iter()
        .map(|button| button.on)
        .collect()
}

fn taken(log: &Log) -> Vec<String> {
    std::mem::take(&mut *log.lock().unwrap())
}

#[test]
fn a_check_box_changes_when_it_is_let_go_inside() {
    let (mut bench, log) = with_dialog(SMALL, "Modal");
    let sound = |bench: &Bench| dialog(bench).check_boxes[0].clone();
    let at = middle(sound(&bench).rect);
    bench.mac.press(at);
    bench.track();
    assert!(sound(&bench).highlighted && !sound(&bench).on);
    bench.mac.drag(Point::new(at.v + 60, at.h));
    bench.track();
    assert!(!sound(&bench).highlighted);
    bench.mac.release();
    bench.settle();
    assert!(!sound(&bench).on && taken(&log).is_empty());
    for (on, reported) in [(true, "dialog 3 1 Sound"), (false, "dialog 3 0 Sound")] {
        bench.click(at);
        assert_eq!(sound(&bench).on, on);
        assert_eq!(taken(&log), [reported]);
    }
}

#[test]
fn a_dimmed_control_cannot_be_pressed() {
    let (mut bench, log) = with_dialog(LARGE, "Modal");
    let never = dialog(&bench).check_boxes[1].clone();
    assert_eq!((never.text.as_str(), never.enabled), ("Never", false));
    bench.click(middle(never.rect));
    assert!(taken(&log).is_empty() && !dialog(&bench).check_boxes[1].on);
}

#[test]
fn one_radio_button_of_a_group_is_on() {
    let (mut bench, log) = with_dialog(SMALL, "Modal");
    assert_eq!(radio_buttons(&bench), [false, true, false]);
    for (place, on) in [
        (2, [false, false, true]),
        (0, [true, false, false]),
        (0, [true, false, false]),
    ] {
        let button = dialog(&bench).radio_buttons[place].rect;
        bench.click(middle(button));
        assert_eq!(radio_buttons(&bench), on);
    }
    assert_eq!(
        taken(&log),
        ["dialog 6 1 Fast", "dialog 4 1 Slow", "dialog 4 1 Slow"]
    );
}

#[test]
fn a_pop_up_menu_opens_over_its_value_and_follows_the_mouse() {
    let (mut bench, log) = with_dialog(LARGE, "Modal");
    let pop_up = |bench: &Bench| dialog(bench).pop_ups[0].clone();
    let closed = pop_up(&bench);
    assert_eq!((closed.value, closed.text.as_str()), (2, "Two"));
    assert_eq!(
        closed.items[1].rect.top,
        closed.rect.top + 1,
        "the value lies over the box"
    );
    assert_eq!(closed.items[1].mark, Some('\u{2713}'));
    bench.mac.press(middle(closed.rect));
    bench.track();
    let open = pop_up(&bench);
    assert!(open.open && open.items[1].highlighted);
    // A dimmed item is not highlighted, and letting go on it changes nothing.
    bench.mac.drag(middle(open.items[2].rect));
    bench.track();
    assert!(pop_up(&bench).items.iter().all(|item| !item.highlighted));
    bench.mac.release();
    bench.settle();
    assert_eq!((pop_up(&bench).value, pop_up(&bench).open), (2, false));
    assert!(taken(&log).is_empty());
    bench.press_drag_release(middle(closed.rect), middle(open.items[3].rect));
    let chosen = pop_up(&bench);
    assert_eq!((chosen.value, chosen.text.as_str()), (4, "Four"));
    assert_eq!(chosen.items.iter().position(|item| item.mark.is_some()), Some(3));
    assert_eq!(taken(&log), ["dialog 7 4 Four"]);
}

#[test]
fn what_is_typed_goes_to_the_edit_text_that_tab_has_chosen() {
    let (mut bench, log) = with_dialog(SMALL, "Modal");
    let edits = |bench: &Bench| {
        let edits = dialog(bench).edit_texts.into_iter();
        edits.map(|edit| (edit.text, edit.active)).collect::<Vec<_>>()
    };
    let plain = Modifiers::default();
    bench.type_key(b'!', plain);
    assert_eq!(edits(&bench)[0], ("untitled!".to_owned(), true));
    bench.type_key(TAB, plain);
    bench.type_key(b'a', plain);
    assert_eq!(edits(&bench)[1], ("a".to_owned(), true));
    assert!(!edits(&bench)[0].1);
    // The user item comes next, then the first text again, all of which is selected.
    bench.type_key(TAB, plain);
    bench.type_key(b'k', plain);
    bench.type_key(TAB, plain);
    assert_eq!(dialog(&bench).edit_texts[0].selection, (0, 9));
    bench.type_key(b'c', Modifiers::COMMAND);
    bench.type_key(b'n', plain);
    assert_eq!(edits(&bench)[0].0, "n");
    bench.type_key(BACKSPACE, plain);
    bench.type_key(b'v', Modifiers::COMMAND);
    assert_eq!(edits(&bench)[0].0, "untitled!");
    assert!(taken(&log).iter().any(|line| line.starts_with("dialog 12 ")));
}

#[test]
fn a_press_sets_the_caret_and_a_drag_selects() {
    let (mut bench, _) = with_dialog(LARGE, "Modal");
    let rect = dialog(&bench).edit_texts[0].rect;
    let far_right = Point::new(middle(rect).v, rect.right - 2);
    bench.click(far_right);
    assert_eq!(dialog(&bench).edit_texts[0].selection, (8, 8));
    bench.mac.wait(60);
    bench.press_drag_release(far_right, Point::new(middle(rect).v, rect.left));
    assert_eq!(dialog(&bench).edit_texts[0].selection, (0, 8));
    assert_texts_are_there(&mut bench);
}

#[test]
fn return_escape_and_command_keys_press_buttons() {
    for (code, modifiers, hit) in [
        (RETURN, Modifiers::default(), "dialog 1 0 OK"),
        (0x03, Modifiers::default(), "dialog 1 0 OK"),
        (ESCAPE, Modifiers::default(), "dialog 2 0 Cancel"),
        (b'.', Modifiers::COMMAND, "dialog 2 0 Cancel"),
        (b'D', Modifiers::COMMAND, "dialog 1 0 OK"),
    ] {
        let (mut bench, log) = with_dialog(SMALL, "Modal");
        bench.mac.key(code, modifiers);
        bench.track();
        assert!(dialog(&bench).buttons.iter().any(|button| button.highlighted));
        bench.settle();
        assert_eq!(taken(&log), [hit], "key {code:#04x}");
        assert!(bench.scene().windows.is_empty());
    }
}

#[test]
fn a_user_item_follows_the_mouse_and_takes_keys() {
    let (mut bench, log) = with_dialog(LARGE, "Modal");
    let origin = dialog(&bench).content;
    let at = |h: i16| Point::new(origin.top + 50, origin.left + 180 + h);
    bench.press_drag_release(at(5), at(70));
    assert_eq!(taken(&log), ["dialog 12 0 "]);
    assert!(bench.shows("Copying 70"), "the text has its new parameter");
    bench.type_key(b'x', Modifiers::default());
    assert_eq!(taken(&log).len(), 1, "what is typed goes to it");
    let bar = Point::new(3, 300);
    let before = bench.mac.screen.pixel(bar);
    bench.mac.key(b'!', Modifiers::default());
    bench.turn();
    assert_eq!(
        bench.mac.screen.pixel(bar),
        !before,
        "what it does not want beeps"
    );
}

#[test]
fn a_scroll_bar_in_a_dialog_scrolls() {
    let (mut bench, log) = with_dialog(LARGE, "Modal");
    let bar = dialog(&bench).scroll_bars[0].clone();
    assert_eq!(
        (bar.vertical, bar.value, bar.maximum, bar.enabled),
        (false, 0, 20, true)
    );
    let right = Point::new(middle(bar.rect).v, bar.rect.right - 4);
    bench.mac.press(right);
    bench.track();
    assert_eq!(dialog(&bench).scroll_bars[0].value, 1, "an arrow scrolls at once");
    for _ in 0..8 {
        bench.mac.wait(1);
        bench.turn();
    }
    assert_eq!(
        dialog(&bench).scroll_bars[0].value,
        3,
        "and again while it is held"
    );
    bench.mac.release();
    bench.settle();
    assert_eq!(taken(&log), ["dialog 14 3 "]);
}

#[test]
fn a_modal_dialog_keeps_everything_else_away() {
    let (mut bench, _) = with_dialog(LARGE, "Modal");
    assert!(!bench.process.lets_go());
    assert!(bench.scene().menu_bar.iter().all(|menu| !menu.enabled));
    let bar = Point::new(3, 300);
    for at in [Point::new(460, 20), middle(bench.title("File").rect)] {
        let before = bench.mac.screen.pixel(bar);
        bench.mac.press(at);
        bench.mac.release();
        bench.turn();
        assert_eq!(bench.mac.screen.pixel(bar), !before, "no flash");
        bench.settle();
    }
    assert_eq!(dialog(&bench).kind, WindowKind::Dialog);
}

#[test]
fn a_movable_dialog_is_dragged_and_lets_others_come_forward() {
    let (mut bench, log) = with_dialog(LARGE, "Movable");
    let before = dialog(&bench);
    assert_eq!(
        (before.kind, before.title.as_str()),
        (WindowKind::MovableDialog, "Settings of Gallery")
    );
    assert!(bench.process.lets_go());
    let enabled = |title: &str| bench.title(title).enabled;
    assert!(!enabled("File") && enabled("Application") && enabled("Help") && enabled("\u{F8FF}"));
    let grip = Point::new(before.frame.top + 8, before.frame.left + 60);
    bench.mac.press(grip);
    bench.track();
    bench.mac.drag(Point::new(grip.v + 30, grip.h - 40));
    bench.track();
    assert_eq!(dialog(&bench).frame, before.frame, "only an outline moves");
    bench.mac.release();
    bench.settle();
    let after = dialog(&bench);
    assert_eq!(after.frame, before.frame.offset(30, -40));
    assert_eq!(after.buttons[0].rect, before.buttons[0].rect.offset(30, -40));
    assert_eq!(
        after.scroll_bars[0].rect,
        before.scroll_bars[0].rect.offset(30, -40)
    );
    bench.click(middle(after.buttons[0].rect));
    assert_eq!(taken(&log), ["dialog 1 0 OK"]);
}

#[test]
fn a_modeless_dialog_is_a_window_among_the_others() {
    let (mut bench, log) = with_dialog(LARGE, "Modeless");
    assert_eq!(dialog(&bench).kind, WindowKind::Document);
    bench.type_key(b'n', Modifiers::COMMAND);
    assert_eq!(bench.titles(), ["untitled", "Find"], "the menus can be used");
    let find = bench.scene().windows[1].frame;
    bench.click(Point::new(find.bottom - 5, find.left + 30));
    assert_eq!(bench.titles(), ["Find", "untitled"]);
    bench.type_key(b'z', Modifiers::default());
    assert_eq!(dialog(&bench).edit_texts[0].text, "untitledz");
    bench.click(middle(dialog(&bench).close_box.unwrap()));
    assert_eq!(bench.titles(), ["untitled"]);
    assert_eq!(taken(&log)[0], "129 1");
}

#[test]
fn an_alert_lies_over_a_dialog_and_goes_first() {
    let (mut bench, log) = with_dialog(LARGE, "Modeless");
    bench.choose("File", "Alert");
    assert!(bench.alert_is_up() && bench.shows("This is not that."));
    assert_eq!(dialog(&bench).icon, Some(DialogIcon::Note));
    bench.type_key(RETURN, Modifiers::default());
    assert_eq!(dialog(&bench).title, "Find");
    assert_eq!(taken(&log), ["129 2", "alert 1 0 OK"]);
}

#[test]
fn every_text_of_a_dialog_is_on_the_screen() {
    for screen in [SMALL, LARGE] {
        for kind in ["Modal", "Movable", "Modeless", "Alert"] {
            let (mut bench, _) = with_dialog(screen, kind);
            assert_texts_are_there(&mut bench);
            if let Some(pop_up) = dialog(&bench).pop_ups.first() {
                let at = middle(pop_up.rect);
                bench.mac.press(at);
                bench.track();
                assert_texts_are_there(&mut bench);
            }
        }
    }
}

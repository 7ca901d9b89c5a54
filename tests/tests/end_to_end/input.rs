//! Mouse and keyboard, carried out by interrupt-time code while the front application tracks in a tight loop.

use mc_protocol::common::Point;
use mc_protocol::screen::{Gesture, Input, InputAnswer, InputEvent, Modifier};
use mc_protocol::{Code, WireError};
use mc_sim::desktop::{Rect, WindowKind, WindowScene};
use mc_sim::{Profile, Sim};
use mc_tests::Wire;

use crate::boot;

const TRASH: &str = "Macintosh HD:Trash";

fn alert(sim: &Sim) -> Option<WindowScene> {
    sim.scene()
        .windows
        .into_iter()
        .find(|window| window.kind == WindowKind::Alert)
}

fn button(sim: &Sim, text: &str) -> Rect {
    let alert = alert(sim).expect("the alert is up");
    alert
        .buttons
        .into_iter()
        .find(|button| button.text == text)
        .expect("it has the button")
        .rect
}

fn middle(rect: Rect) -> Point {
    Point {
        x: (rect.left + rect.right) / 2,
        y: (rect.top + rect.bottom) / 2,
    }
}

fn drag(path: Vec<Point>, hold_ms: u16) -> InputEvent {
    InputEvent {
        path: Some(path),
        hold_ms: Some(hold_ms),
        ..InputEvent::new(Gesture::Drag)
    }
}

fn click(at: Point) -> InputEvent {
    InputEvent {
        x: Some(at.x),
        y: Some(at.y),
        ..InputEvent::new(Gesture::Click)
    }
}

fn key(char: u8, code: u8, modifiers: Vec<Modifier>) -> InputEvent {
    InputEvent {
        char: Some(char),
        code: Some(code),
        modifiers: Some(modifiers),
        ..InputEvent::new(Gesture::Key)
    }
}

fn give(wire: &mut Wire, events: Vec<InputEvent>) -> Result<InputAnswer, WireError> {
    wire.call(&Input { events })
}

/// Waits until the desktop has got round to what was done; the wall clock only ends a test that fails.
fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while !holds() {
        assert!(std::time::Instant::now() < deadline, "{what}");
        std::thread::yield_now();
    }
}

#[test]
fn clicking_cancel_closes_the_alert_and_leaves_the_trash() {
    for profile in [Profile::Plus, Profile::Iici] {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let before = sim.list(TRASH);
        let answer =
            give(&mut wire, vec![click(middle(button(&sim, "Cancel")))]).expect("the click is carried out");
        assert!(answer.steps > 0);
        eventually("the alert goes away", || alert(&sim).is_none());
        assert_eq!(sim.list(TRASH), before);
        assert_eq!(sim.bomb(), None);
    }
}

#[test]
fn clicking_ok_empties_the_trash() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    give(&mut wire, vec![click(middle(button(&sim, "OK")))]).expect("the click is carried out");
    eventually("the Trash is emptied", || {
        sim.list(TRASH).is_some_and(|items| items.is_empty())
    });
}

#[test]
fn a_button_that_is_left_before_the_release_does_nothing() {
    for profile in [Profile::Plus, Profile::Iici] {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let before = sim.list(TRASH);
        let inside = middle(button(&sim, "OK"));
        let outside = Point {
            x: inside.x,
            y: inside.y - 60,
        };
        give(&mut wire, vec![drag(vec![inside, outside], 100)]).expect("the gesture is carried out");
        // Something that comes after it, so that the gesture is known to be over for the desktop, too.
        give(
            &mut wire,
            vec![InputEvent {
                x: Some(5),
                y: Some(300),
                ..InputEvent::new(Gesture::Move)
            }],
        )
        .expect("a move");
        assert!(alert(&sim).is_some_and(|alert| alert.buttons.iter().all(|button| !button.highlighted)));
        assert_eq!(sim.list(TRASH), before);
    }
}

#[test]
fn the_agent_starves_while_the_front_application_tracks_and_the_gesture_goes_on() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let inside = middle(button(&sim, "OK"));
    let outside = Point {
        x: inside.x,
        y: inside.y - 60,
    };
    let mut yields_during = |path: Vec<Point>| {
        let before = sim.stats().yields;
        give(&mut wire, vec![drag(path, 1000)]).expect("the gesture is carried out");
        sim.stats().yields - before
    };
    // A press on the alert's text is not tracked: the Dialog Manager beeps and goes on calling GetNextEvent.
    let free = yields_during(vec![
        outside,
        Point {
            x: outside.x + 1,
            y: outside.y,
        },
    ]);
    let starved = yields_during(vec![
        inside,
        Point {
            x: inside.x + 1,
            y: inside.y,
        },
        outside,
    ]);
    assert!(
        free >= 30,
        "the agent runs beside an alert: {free} yields in a second"
    );
    assert!(
        starved * 3 < free,
        "the agent has no time while a button is tracked: {starved} yields against {free}"
    );
    assert!(
        alert(&sim).is_some(),
        "and the gesture, which ended outside, did nothing"
    );
}

#[test]
fn a_menu_is_chosen_by_press_drag_release() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    give(&mut wire, vec![click(middle(button(&sim, "Cancel")))]).expect("the click is carried out");
    eventually("the alert goes away", || alert(&sim).is_none());
    let scene = sim.scene();
    let menu = scene
        .menu_bar
        .iter()
        .find(|menu| menu.title == "Special")
        .expect("the Finder has it");
    let item = menu
        .items
        .iter()
        .find(|item| item.text.starts_with("Empty Trash"))
        .expect("and it has the item");
    let path = vec![middle(menu.rect), middle(item.rect)];
    give(&mut wire, vec![drag(path, 50)]).expect("the gesture is carried out");
    eventually("the alert comes up", || alert(&sim).is_some());
}

#[test]
fn keys_reach_the_front_application() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    give(&mut wire, vec![key(b'.', 0x2F, vec![Modifier::Command])]).expect("Command-period");
    eventually("Command-period is Cancel", || alert(&sim).is_none());
    assert!(sim.list(TRASH).is_some_and(|items| !items.is_empty()));
}

#[test]
fn gestures_that_make_no_sense_are_refused_whole() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let at = middle(button(&sim, "OK"));
    for wrong in [
        InputEvent::new(Gesture::Click),
        InputEvent::new(Gesture::Drag),
        InputEvent {
            path: Some(Vec::new()),
            ..InputEvent::new(Gesture::Drag)
        },
        InputEvent::new(Gesture::Key),
        InputEvent::new(Gesture::Type),
        InputEvent {
            text: Some("日".to_owned()),
            ..InputEvent::new(Gesture::Type)
        },
    ] {
        let refused = give(&mut wire, vec![click(at), wrong.clone()]).expect_err("refused");
        assert_eq!(refused.code, Code::BadParams, "{wrong:?}");
        assert!(alert(&sim).is_some(), "nothing of it was done: {wrong:?}");
    }
}

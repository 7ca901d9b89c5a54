//! The pointer: where it is, what it says, and what moves it.

use mc_protocol::common::Point;
use mc_protocol::cursor;
use mc_protocol::screen::{Gesture, Input, InputEvent, Modifier};
use mc_protocol::{Code, health};
use mc_sim::desktop::Rect;
use mc_sim::{Profile, Sim};
use mc_tests::Wire;

use crate::boot;

fn at(gesture: Gesture, point: Point) -> InputEvent {
    InputEvent {
        x: Some(point.x),
        y: Some(point.y),
        ..InputEvent::new(gesture)
    }
}

fn give(wire: &mut Wire, events: Vec<InputEvent>) {
    wire.call(&Input { events }).expect("the gesture is carried out");
}

fn middle(rect: Rect) -> Point {
    Point {
        x: (rect.left + rect.right) / 2,
        y: (rect.top + rect.bottom) / 2,
    }
}

fn button(sim: &Sim, text: &str) -> Point {
    let buttons = sim.scene().windows.into_iter().flat_map(|window| window.buttons);
    let found = buttons.into_iter().find(|button| button.text == text);
    middle(found.expect("the alert is up").rect)
}

fn pointer(wire: &mut Wire) -> cursor::GetAnswer {
    wire.call(&cursor::Get {}).expect("cursor.get is served")
}

#[test]
fn the_pointer_is_where_it_was_moved_to() {
    for profile in Profile::ALL {
        let sim = boot(profile);
        let mut wire = Wire::connect(sim.port());
        let hello = wire.hello(sim.token()).expect("hello is answered");
        let has_manager = hello
            .capabilities
            .iter()
            .any(|can| can == "cursor_device_manager");
        assert_eq!(has_manager, profile == Profile::Quadra);
        for (x, y) in [(300, 200), (0, 0), (511, 341)] {
            give(&mut wire, vec![at(Gesture::Move, Point { x, y })]);
            let pointer = pointer(&mut wire);
            assert_eq!((pointer.x, pointer.y, pointer.busy), (x, y, false), "{profile:?}");
        }
        assert_eq!(sim.bomb(), None);
    }
}

#[test]
fn a_wristwatch_is_busy_and_an_arrow_is_not() {
    for profile in [Profile::Plus, Profile::Quadra] {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let ok = button(&sim, "OK");
        assert!(!pointer(&mut wire).busy);
        give(&mut wire, vec![at(Gesture::Click, ok)]);
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        let mut was_busy = false;
        while sim
            .list("Macintosh HD:Trash")
            .is_some_and(|items| !items.is_empty())
        {
            was_busy |= pointer(&mut wire).busy;
            assert!(std::time::Instant::now() < deadline, "the Trash is emptied");
        }
        assert!(was_busy, "the Finder shows a watch while it empties the Trash");
        assert!(!pointer(&mut wire).busy);
    }
}

#[test]
fn a_double_click_opens_and_a_triple_click_is_three() {
    for profile in [Profile::Plus, Profile::Quadra] {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let cancel = button(&sim, "Cancel");
        give(&mut wire, vec![at(Gesture::Click, cancel)]);
        let icons = sim.scene().desktop_icons;
        let trash = icons
            .iter()
            .find(|icon| icon.name == "Trash")
            .expect("the Trash is on the desktop");
        let double = InputEvent {
            count: Some(2),
            ..at(Gesture::Click, middle(trash.rect))
        };
        give(&mut wire, vec![double]);
        let is_open = || sim.scene().windows.iter().any(|window| window.title == "Trash");
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while !is_open() {
            assert!(std::time::Instant::now() < deadline, "the Trash opens");
            std::thread::yield_now();
        }
        let presses = |sim: &Sim| {
            let taken = sim.events_taken();
            taken
                .iter()
                .filter(|event| event.what == mc_sim::desktop::EventKind::MouseDown)
                .count()
        };
        let before = presses(&sim);
        let triple = InputEvent {
            count: Some(3),
            ..at(Gesture::Click, Point { x: 5, y: 330 })
        };
        give(&mut wire, vec![triple]);
        while presses(&sim) < before + 3 {
            assert!(std::time::Instant::now() < deadline, "three presses are taken");
            std::thread::yield_now();
        }
    }
}

#[test]
fn nothing_else_is_served_while_a_script_runs() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let path = Some(vec![Point { x: 5, y: 300 }, Point { x: 6, y: 300 }]);
    let drag = InputEvent {
        path,
        hold_ms: Some(500),
        ..InputEvent::new(Gesture::Drag)
    };
    let script = Input { events: vec![drag] };
    let first = wire.request(&script);
    let second = wire.request(&script);
    let third = wire.request(&health::Health {});
    assert_eq!(wire.refusal(), (Some(second), Code::Busy));
    assert_eq!(wire.refusal(), (Some(third), Code::Busy));
    let (id, outcome) = wire.response();
    assert_eq!(id, Some(first));
    outcome.expect("the first script is carried out");
}

#[test]
fn a_client_that_vanishes_in_the_middle_leaves_no_key_down() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let path = Some(vec![Point { x: 5, y: 300 }, Point { x: 6, y: 300 }]);
    let drag = InputEvent {
        path,
        hold_ms: Some(3_000),
        modifiers: Some(vec![Modifier::Command, Modifier::Shift, Modifier::Option]),
        ..InputEvent::new(Gesture::Drag)
    };
    wire.request(&Input {
        events: vec![drag; 4],
    });
    let held = || {
        sim.events_taken()
            .last()
            .is_some_and(|event| event.modifiers.0 & 0x0B00 == 0x0B00)
    };
    while !held() {
        std::thread::yield_now();
    }
    wire.hang_up();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let typing = InputEvent {
        text: Some("x".to_owned()),
        ..InputEvent::new(Gesture::Type)
    };
    give(&mut wire, vec![typing]);
    let typed = || {
        sim.events_taken()
            .into_iter()
            .find(|event| event.message as u8 == b'x')
    };
    let event = loop {
        if let Some(event) = typed() {
            break event;
        }
        std::thread::yield_now();
    };
    assert_eq!(event.modifiers.0 & 0x1B00, 0, "no key is held");
    assert_eq!(event.modifiers.0 & 0x0080, 0x0080, "and the button is up");
}

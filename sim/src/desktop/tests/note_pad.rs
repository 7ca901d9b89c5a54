//! The Note Pad: what it does with keys and Apple events, and when it quits.

use super::mac::{FakeMac, LARGE, STATION};
use crate::descriptor::{Descriptor, Fields};
use crate::desktop::*;

struct Bench {
    mac: FakeMac,
    pad: Box<dyn Process>,
}

impl Bench {
    fn new() -> Bench {
        let mut pad = application(*b"npad", &STATION, LARGE)
            .expect("it exists")
            .expect("it can be built");
        pad.activate(true);
        Bench {
            mac: FakeMac::new(LARGE),
            pad,
        }
    }

    /// Gives turns, a tick each, until it waits or quits.
    fn settle(&mut self) -> Turn {
        for _ in 0..200 {
            let turn = self.pad.turn(&mut self.mac);
            if !matches!(turn, Turn::Tracking { .. }) {
                return turn;
            }
            self.mac.wait(1);
        }
        panic!("it did not come back to WaitNextEvent");
    }

    fn write(&mut self, text: &str) {
        for code in text.bytes() {
            self.mac.key(code, Modifiers::default());
        }
        self.settle();
    }

    fn send(&mut self, class: &[u8; 4], id: &[u8; 4], interaction: Interaction) -> Response {
        let event = AppleEvent {
            request: 5,
            class: *class,
            id: *id,
            parameters: Fields(vec![(*b"data", Descriptor::text("sent"))]),
            interaction,
            may_switch_layer: true,
        };
        self.pad.apple_event(&event, &mut self.mac)
    }

    fn question(&self) -> bool {
        self.pad.scene(true).windows[0].kind == WindowKind::Alert
    }

    /// Presses a button of the question.
    fn press(&mut self, title: &str) -> Turn {
        let scene = self.pad.scene(true);
        let buttons = &scene.windows[0].buttons;
        let button = buttons.iter().find(|button| button.text == title);
        let rect = button.expect("the button").rect;
        self.mac.press(Point::new(
            (rect.top + rect.bottom) / 2,
            (rect.left + rect.right) / 2,
        ));
        self.pad.turn(&mut self.mac);
        self.mac.release();
        self.settle()
    }
}

#[test]
fn what_is_typed_and_what_is_sent_can_be_asked_for() {
    let mut bench = Bench::new();
    bench.write("hellp\x08o");
    let text = bench.send(b"core", b"getd", Interaction::Can);
    assert_eq!(text, Response::result(Descriptor::text("hello")));
    assert_eq!(bench.send(b"core", b"setd", Interaction::Can), Response::done());
    let text = bench.send(b"core", b"getd", Interaction::Can);
    assert_eq!(text, Response::result(Descriptor::text("sent")));
    let other = bench.send(b"core", b"delo", Interaction::Can);
    assert!(matches!(other, Response::Answered(Err(error)) if error.number == -1708));
}

#[test]
fn without_changes_it_quits_at_once() {
    let mut bench = Bench::new();
    assert_eq!(bench.send(b"aevt", b"quit", Interaction::Never), Response::done());
    assert_eq!(bench.settle(), Turn::Quit);
}

#[test]
fn with_changes_it_asks_and_takes_no_events_meanwhile() {
    let mut bench = Bench::new();
    bench.write("a note");
    assert_eq!(bench.send(b"aevt", b"quit", Interaction::Can), Response::Later);
    assert!(matches!(bench.settle(), Turn::Yield { .. }));
    assert!(bench.question() && !bench.pad.lets_go());
    assert_eq!(bench.send(b"core", b"getd", Interaction::Can), Response::NotNow);
    assert!(matches!(bench.press("Cancel"), Turn::Yield { .. }));
    let (request, reply) = bench.mac.answers.pop().expect("an answer");
    assert_eq!((request, reply.map_err(|error| error.number)), (5, Err(-128)));
    assert!(!bench.question() && bench.pad.lets_go());
    assert_eq!(bench.send(b"aevt", b"quit", Interaction::Can), Response::Later);
    bench.settle();
    assert_eq!(bench.press("Don\u{2019}t Save"), Turn::Quit);
    assert_eq!(bench.mac.answers.pop(), Some((5, Ok(Fields::default()))));
}

#[test]
fn it_saves_when_it_is_told_to() {
    let mut bench = Bench::new();
    bench.write("a note");
    bench.send(b"aevt", b"quit", Interaction::Can);
    bench.settle();
    assert_eq!(bench.press("Save"), Turn::Quit);
    assert!(bench.mac.disk.exists("Macintosh HD:Note"));
}

#[test]
fn when_nobody_may_be_asked_it_refuses() {
    let mut bench = Bench::new();
    bench.write("a note");
    let refused = bench.send(b"aevt", b"quit", Interaction::Never);
    assert!(matches!(refused, Response::Answered(Err(error)) if error.number == -1713));
    assert!(matches!(bench.settle(), Turn::Yield { .. }) && !bench.question());
}

#[test]
fn behind_others_it_asks_only_when_it_has_come_forward() {
    let mut bench = Bench::new();
    bench.write("a note");
    bench.pad.activate(false);
    assert_eq!(bench.send(b"aevt", b"quit", Interaction::Can), Response::Later);
    bench.settle();
    assert_eq!((bench.mac.came_forward, bench.question()), (1, false));
    bench.pad.activate(true);
    bench.settle();
    assert!(bench.question());
}

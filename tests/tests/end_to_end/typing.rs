//! Text reaches the front application as the keyboard would have typed it: character, key code and modifiers.

use mc_protocol::screen::{Gesture, Input, InputEvent};
use mc_sim::desktop::EventKind;
use mc_sim::{Profile, Sim};
use mc_tests::Wire;

use crate::boot;

const SHIFT: u16 = 0x0200;
const OPTION: u16 = 0x0800;

/// Key code, character and modifiers of the keys that the front application has taken.
fn keys(sim: &Sim) -> Vec<(u8, u8, u16)> {
    sim.events_taken()
        .iter()
        .filter(|event| event.what == EventKind::KeyDown)
        .map(|event| {
            (
                (event.message >> 8) as u8,
                event.message as u8,
                event.modifiers.0 & 0x1B00,
            )
        })
        .collect()
}

fn type_text(wire: &mut Wire, text: &str) {
    let typing = InputEvent {
        text: Some(text.to_owned()),
        ..InputEvent::new(Gesture::Type)
    };
    wire.call(&Input { events: vec![typing] })
        .expect("the text is typed");
}

fn wait_for(sim: &Sim, count: usize) -> Vec<(u8, u8, u16)> {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    loop {
        let keys = keys(sim);
        if keys.len() >= count {
            return keys;
        }
        assert!(
            std::time::Instant::now() < deadline,
            "{} of {count} keys",
            keys.len()
        );
        std::thread::yield_now();
    }
}

#[test]
fn characters_come_with_the_keys_of_the_layout() {
    for profile in [Profile::Plus, Profile::Quadra] {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        type_text(&mut wire, "aA1!*\u{A9}\u{152}\u{E9}\u{DC} \u{A4}");
        let expected = [
            (0x00, b'a', 0),
            (0x00, b'A', SHIFT),
            (0x12, b'1', 0),
            (0x12, b'!', SHIFT),
            (0x1C, b'*', SHIFT),
            (0x05, 0xA9, OPTION),
            (0x0C, 0xCE, OPTION | SHIFT),
            // Behind a dead key: the key that completes it, as the system tells it.
            (0x0E, 0x8E, 0),
            (0x20, 0x86, SHIFT),
            (0x31, b' ', 0),
            (0x13, 0xDB, OPTION | SHIFT),
        ];
        assert_eq!(wait_for(&sim, expected.len()), expected, "{profile:?}");
    }
}

#[test]
fn a_text_longer_than_the_queue_arrives_whole_and_in_order() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let text: String = ('a'..='z').cycle().take(300).collect();
    type_text(&mut wire, &text);
    let typed: String = wait_for(&sim, text.len())
        .iter()
        .map(|&(_, character, _)| char::from(character))
        .collect();
    assert_eq!(typed, text);
}

//! The event queue and what a Plus does to the button.

use super::*;
use crate::profile::Profile;
use crate::testing::Bench;

const POST_EVENT: u16 = 0xA02F;
const P_POST_EVENT: u16 = 0xA12F;
const GET_OS_EVENT: u16 = 0xA031;
const KEY_DOWN: u32 = 3;

#[test]
fn an_event_carries_what_its_sender_wrote_into_the_element() {
    let mut bench = Bench::new(Profile::Iici);
    let ticks = bench.machine.memory.get(low::TICKS);
    bench.machine.memory.put(low::MOUSE, Point::new(10, 20));
    let (element, result) = bench.os(P_POST_EVENT, KEY_DOWN, 0x0061);
    assert_eq!(result, 0);
    bench.put_word(element + MODIFIERS, 0x0100);
    let event = take(&mut bench.machine)
        .expect("a queue in order")
        .expect("an event");
    assert_eq!(event.what, EventKind::KeyDown);
    assert_eq!(
        (event.message, event.when, event.location),
        (0x61, ticks, Point::new(10, 20))
    );
    assert!(event.modifiers.command());
    assert_eq!(take(&mut bench.machine), Ok(None));
}

#[test]
fn a_full_queue_loses_its_oldest_event() {
    let mut bench = Bench::new(Profile::Plus);
    for message in 0..25 {
        bench.os(POST_EVENT, KEY_DOWN, message);
    }
    let record = bench.room(RECORD);
    let mut messages = Vec::new();
    while bench.os(GET_OS_EVENT, record, 0xFFFF).1 == 0 {
        messages.push(bench.long(record + 2));
    }
    assert_eq!(messages, (5..25).collect::<Vec<_>>());
    assert_eq!(bench.word(record), 0, "a null event");
}

#[test]
fn key_ups_are_masked_out() {
    let mut bench = Bench::new(Profile::Iici);
    assert_eq!(bench.os(POST_EVENT, 4, 0).1, 1, "evtNotEnb");
}

#[test]
fn modifiers_come_from_the_key_map_and_the_button() {
    let mut bench = Bench::new(Profile::Iici);
    let shift = 0x38;
    bench.put_byte(low::KEY_MAP + shift / 8, 1 << (shift % 8));
    let (up, _) = bench.os(P_POST_EVENT, KEY_DOWN, 0);
    bench.machine.memory.put(low::MB_STATE, 0);
    let (down, _) = bench.os(P_POST_EVENT, u32::from(MOUSE_DOWN), 0);
    assert_eq!(
        (bench.word(up + MODIFIERS), bench.word(down + MODIFIERS)),
        (0x0280, 0x0200)
    );
}

#[test]
fn the_button_is_still_down_until_a_mouse_event_waits() {
    let mut bench = Bench::new(Profile::Iici);
    bench.machine.memory.put(low::MB_STATE, 0);
    assert_eq!(still_down(&bench.machine), Ok(true));
    bench.os(POST_EVENT, u32::from(MOUSE_UP), 0);
    assert_eq!(still_down(&bench.machine), Ok(false));
}

#[test]
fn a_plus_undoes_a_press_unless_mb_ticks_is_ahead() {
    let mut bench = Bench::new(Profile::Plus);
    let press = |bench: &mut Bench, mb_ticks_ahead: u32| {
        let ticks = bench.machine.memory.get(low::TICKS);
        bench.machine.memory.put(low::MB_TICKS, ticks + mb_ticks_ahead);
        bench.machine.memory.put(low::MB_STATE, 0);
        bench.pass_ticks(5);
        bench.machine.memory.get(low::MB_STATE) & BUTTON_UP == 0
    };
    assert!(!press(&mut bench, 0));
    let undone = take(&mut bench.machine)
        .expect("a queue in order")
        .expect("an event");
    assert_eq!(undone.what, EventKind::MouseUp);
    assert!(press(&mut bench, 100));
    let mut iici = Bench::new(Profile::Iici);
    assert!(press(&mut iici, 0), "the Apple Desktop Bus reports changes only");
}

//! Apple events from one program to another.

use super::launching::{CONTINUE, DONT_SWITCH, give, launch_named, launched};
use super::program::{AWARE, IN_BACKGROUND, Noted};
use super::*;
use crate::testing::Slot;

fn pack_8(bench: &mut Bench, selector: u16, arguments: &[Slot]) -> i16 {
    bench.machine.cpu.set_d(0, u32::from(selector));
    bench.tool(0xA816, arguments, Some(Word(0))) as i16
}

fn code(code: &[u8; 4]) -> Slot {
    Long(u32::from_be_bytes(*code))
}

/// An event to an application by its signature.
pub fn event(bench: &mut Bench, class: &[u8; 4], id: &[u8; 4], signature: &[u8; 4]) -> u32 {
    let (data, address, event) = (bench.room(4), bench.room(8), bench.room(8));
    bench.put_bytes(data, signature);
    assert_eq!(
        pack_8(
            bench,
            0x0825,
            &[code(b"sign"), Long(data), Long(4), Long(address)]
        ),
        0
    );
    let arguments = [
        code(class),
        code(id),
        Long(address),
        Word(0xFFFF),
        Long(0),
        Long(event),
    ];
    assert_eq!(pack_8(bench, 0x0B14, &arguments), 0);
    event
}

/// AESend with kAEWaitReply, kAECanInteract and kAECanSwitchLayer: result code and reply.
pub fn send(bench: &mut Bench, event: u32, ticks: u32, idle: u32) -> (i16, u32) {
    let reply = bench.room(8);
    let arguments = [
        Long(event),
        Long(reply),
        Long(0x63),
        Word(0),
        Long(ticks),
        Long(idle),
        Long(0),
    ];
    (pack_8(bench, 0x0D17, &arguments), reply)
}

/// keyErrorNumber of a reply.
pub fn error_number(bench: &mut Bench, reply: u32) -> i16 {
    let (kind, data, size) = (bench.room(4), bench.room(4), bench.room(4));
    let arguments = [
        Long(reply),
        code(b"errn"),
        code(b"shor"),
        Long(kind),
        Long(data),
        Long(2),
        Long(size),
    ];
    assert_eq!(pack_8(bench, 0x0E11, &arguments), 0, "AEGetKeyPtr");
    bench.int(data)
}

#[test]
fn an_event_reaches_a_program_that_takes_them_and_its_answer_comes_back() {
    let mut bench = Bench::new(Profile::Iici);
    let program = Noted::install(&mut bench, b"First", &[AWARE], 64, 6000);
    launched(&mut bench, b"First", CONTINUE | DONT_SWITCH);
    give(&mut bench, 3);
    assert_eq!(program.apple_events(&bench), (1, -1708), "Open Application");
    let event = event(&mut bench, b"core", b"getd", b"tstF");
    assert_eq!(send(&mut bench, event, 60, 0).0, -1708, "errAEEventNotHandled");
    assert_eq!(program.apple_events(&bench), (2, -1708));
}

#[test]
fn an_idle_function_may_ask_for_events_meanwhile() {
    let mut bench = Bench::new(Profile::Iici);
    let program = Noted::install(&mut bench, b"First", &[AWARE], 64, 6000);
    launched(&mut bench, b"First", CONTINUE | DONT_SWITCH);
    give(&mut bench, 3);
    let event = event(&mut bench, b"core", b"getd", b"tstF");
    let record = bench.room(16);
    // WaitNextEvent(0, record, 1, NIL), then return FALSE to the caller of a function of three pointers.
    let idle = bench.code(&[
        0x4267,
        0x4267,
        0x2F3C,
        (record >> 16) as u16,
        record as u16,
        0x2F3C,
        0,
        1,
        0x42A7,
        0xA860,
        0x321F,
        0x205F,
        0x4FEF,
        0x000C,
        0x3EBC,
        0,
        0x4ED0,
    ]);
    assert_eq!(send(&mut bench, event, 60, idle).0, -1708);
    assert_eq!(program.apple_events(&bench).0, 2);
}

#[test]
fn a_program_that_does_not_take_events_cannot_be_sent_any() {
    let mut bench = Bench::new(Profile::Iici);
    Noted::install(&mut bench, b"First", &[IN_BACKGROUND], 64, 1);
    launched(&mut bench, b"First", CONTINUE | DONT_SWITCH);
    let event = event(&mut bench, b"core", b"getd", b"tstF");
    assert_eq!(send(&mut bench, event, 60, 0).0, -906, "destPortErr");
}

#[test]
fn a_target_that_ends_meanwhile_ends_the_wait() {
    let mut bench = Bench::new(Profile::Iici);
    // It never asks for an event again in that time, so it does not get this one.
    let program = Noted::install(&mut bench, b"First", &[AWARE], 64, 6000);
    let psn = launched(&mut bench, b"First", CONTINUE | DONT_SWITCH);
    give(&mut bench, 3);
    program.quit(&mut bench);
    let event = event(&mut bench, b"core", b"getd", b"tstF");
    let result = send(&mut bench, event, 60, 0).0;
    assert!([-1708, -609].contains(&result), "{result}");
    give(&mut bench, 2);
    assert!(!bench.machine.processes.exists(psn));
    assert_eq!(send(&mut bench, event, 60, 0).0, -609, "connectionInvalid");
}

#[test]
fn launch_parameters_take_the_place_of_open_application() {
    let mut bench = Bench::new(Profile::Iici);
    let program = Noted::install(&mut bench, b"First", &[AWARE], 64, 6000);
    let event = event(&mut bench, b"core", b"getd", b"tstF");
    let parameters = bench.room(8);
    assert_eq!(
        pack_8(
            &mut bench,
            0x0603,
            &[Long(event), code(b"appa"), Long(parameters)]
        ),
        0
    );
    let handle = bench.long(parameters + 4);
    let data = bench.machine.memory.strip(bench.long(handle));
    assert_eq!(
        (bench.word(data), bench.bytes(data + 2, 4)),
        (23, b"core".to_vec())
    );
    let (result, block) = launch_named(&mut bench, b"Nowhere", CONTINUE);
    assert_eq!(result, -43);
    bench.put_long(block + 40, data);
    let spec = bench.long(block + 16);
    bench.put_bytes(spec + 6, b"\x05First");
    assert_eq!(bench.os(0xA9F2, block, 0).1, 0);
    give(&mut bench, 3);
    assert_eq!(program.apple_events(&bench).0, 1, "one event, and not two");
}

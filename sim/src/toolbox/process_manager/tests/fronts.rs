//! Who is in front: SetFrontProcess, suspend and resume events, and who keeps the place.

use super::launching::{CONTINUE, DONT_SWITCH, give, launched};
use super::program::{IN_BACKGROUND, Noted, ONLY_BACKGROUND, SUSPENDS};
use super::*;

/// SetFrontProcess: its result code.
fn set_front(bench: &mut Bench, psn: Psn) -> i16 {
    let at = bench.room(8);
    bench.put_bytes(at, &psn.to_bytes());
    bench.tool(OS_DISPATCH, &[Long(at), Word(0x3B)], Some(Word(0))) as i16
}

/// GetFrontProcess.
fn front(bench: &mut Bench) -> Psn {
    let at = bench.room(8);
    let arguments = [Long(at), Long(u32::MAX), Word(0x39)];
    assert_eq!(bench.tool(OS_DISPATCH, &arguments, Some(Word(0))), 0);
    Psn(bench.long(at + 4))
}

/// An application of the desktop with a modal dialog up or not.
struct Modal {
    is_up: std::rc::Rc<std::cell::Cell<bool>>,
}

impl Process for Modal {
    fn name(&self) -> &str {
        "Modal"
    }

    fn turn(&mut self, _: &mut dyn Mac) -> Turn {
        Turn::Yield { sleep: 1 }
    }

    fn lets_go(&self) -> bool {
        !self.is_up.get()
    }
}

#[test]
fn a_switch_takes_place_at_the_next_event_call_with_a_resume_event() {
    let mut bench = Bench::new(Profile::Iici);
    let program = Noted::install(&mut bench, b"First", &[SUSPENDS], 64, 1);
    let psn = launched(&mut bench, b"First", CONTINUE | DONT_SWITCH);
    give(&mut bench, 2);
    assert_eq!(set_front(&mut bench, psn), 0);
    assert_eq!(front(&mut bench), FINDER, "not before the next event call");
    give(&mut bench, 3);
    assert_eq!(front(&mut bench), psn);
    assert_eq!(program.notices(&bench), (1, 0x0100_0001));
    assert_eq!(set_front(&mut bench, FINDER), 0);
    give(&mut bench, 4);
    assert_eq!(front(&mut bench), FINDER);
    assert_eq!(program.notices(&bench), (2, 0x0100_0000));
}

#[test]
fn a_launched_program_comes_forward_and_what_was_there_comes_back() {
    let mut bench = Bench::new(Profile::Iici);
    let program = Noted::install(&mut bench, b"First", &[], 64, 1);
    let psn = launched(&mut bench, b"First", CONTINUE);
    give(&mut bench, 3);
    assert_eq!(front(&mut bench), psn);
    assert_eq!(program.notices(&bench).0, 0, "it does not take such events");
    program.quit(&mut bench);
    give(&mut bench, 3);
    assert_eq!(front(&mut bench), FINDER);
}

#[test]
fn who_cannot_be_in_front_is_refused() {
    let mut bench = Bench::new(Profile::Iici);
    Noted::install(&mut bench, b"First", &[ONLY_BACKGROUND], 64, 1);
    let psn = launched(&mut bench, b"First", CONTINUE);
    give(&mut bench, 3);
    assert_eq!(front(&mut bench), FINDER);
    assert_eq!(set_front(&mut bench, psn), -606, "appIsDaemon");
    assert_eq!(set_front(&mut bench, Psn(0x7777)), -600, "procNotFound");
}

#[test]
fn behind_a_modal_dialog_nobody_comes_forward() {
    let mut bench = Bench::new(Profile::Iici);
    let is_up = std::rc::Rc::new(std::cell::Cell::new(true));
    bench.machine.front = Front::new(Box::new(Modal {
        is_up: std::rc::Rc::clone(&is_up),
    }));
    Noted::install(&mut bench, b"First", &[], 64, 1);
    let psn = launched(&mut bench, b"First", CONTINUE);
    give(&mut bench, 10);
    assert_eq!(front(&mut bench), FINDER);
    is_up.set(false);
    give(&mut bench, 2);
    assert_eq!(front(&mut bench), psn);
}

#[test]
fn what_the_user_does_reaches_the_process_in_front_only() {
    let mut bench = Bench::new(Profile::Iici);
    let in_front = Noted::install(&mut bench, b"First", &[IN_BACKGROUND], 64, 1);
    let behind = Noted::install(&mut bench, b"Second", &[IN_BACKGROUND], 64, 1);
    launched(&mut bench, b"Second", CONTINUE | DONT_SWITCH);
    launched(&mut bench, b"First", CONTINUE);
    give(&mut bench, 3);
    bench.os(0xA02F, 1, 0);
    give(&mut bench, 3);
    assert_eq!((in_front.presses(&bench), behind.presses(&bench)), (1, 0));
}

#[test]
fn event_avail_leaves_the_event_in_its_queue() {
    let mut bench = Bench::new(Profile::Iici);
    let psn = bench.machine.processes.current().expect("a process");
    assert_eq!(super::super::fronts::switch(&mut bench.machine, psn), Ok(()));
    bench.os(0xA02F, 3, 0x61);
    let record = bench.room(16);
    let arguments = [Word(0xFFFF), Long(record)];
    let ask = |bench: &mut Bench, trap: u16| {
        let is_event = bench.tool(trap, &arguments, Some(Word(0))) >> 8;
        (is_event, bench.word(record), bench.long(record + 2))
    };
    // Open Application comes behind what the user does.
    assert_eq!(ask(&mut bench, 0xA971), (1, 3, 0x61), "EventAvail");
    assert_eq!(ask(&mut bench, 0xA970), (1, 3, 0x61), "GetNextEvent");
    assert_eq!(ask(&mut bench, 0xA970).1, 23);
    assert_eq!(ask(&mut bench, 0xA970).0, 0);
}

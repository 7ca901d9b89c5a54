//! Who runs when, and what a process leaves behind.

mod apple_events;
mod desktop;
mod fronts;
mod launching;
mod program;

use super::{FINDER, Psn, bury, give_time, launch};
use crate::bomb::{Cause, Stop};
use crate::desktop::{Mac, Process, Turn};
use crate::front::Front;
use crate::low_memory as low;
use crate::profile::Profile;
use crate::testing::{Bench, Slot::Long, Slot::Word};
use std::net::TcpStream;
use std::time::Instant;

const OS_DISPATCH: u16 = 0xA88F;

/// A front process that stays in a tracking loop for some ticks of guest time and then does nothing any more.
struct Tracker {
    until: u32,
}

impl Process for Tracker {
    fn name(&self) -> &str {
        "Tracker"
    }

    fn turn(&mut self, mac: &mut dyn Mac) -> Turn {
        if mac.ticks() < self.until {
            Turn::Tracking { cycles: 20_000 }
        } else {
            Turn::Yield { sleep: 60 }
        }
    }
}

/// A program that calls WaitNextEvent `times` times, counting them in the long at `counter`, and ends.
fn yielding_program(bench: &mut Bench, counter: u32, times: u16, sleep: u16) -> u32 {
    let record = bench.room(16);
    bench.code(&[
        0x4267, // CLR.W -(SP): the result
        0x3F3C,
        0xFFFF, // MOVE.W #everyEvent,-(SP)
        0x2F3C,
        (record >> 16) as u16,
        record as u16, // MOVE.L #record,-(SP)
        0x2F3C,
        0,
        sleep,  // MOVE.L #sleep,-(SP)
        0x42A7, // CLR.L -(SP): no mouse region
        0xA860, // _WaitNextEvent
        0x321F, // MOVE.W (SP)+,D1
        0x52B9,
        (counter >> 16) as u16,
        counter as u16, // ADDQ.L #1,counter
        0x0CB9,
        0,
        times,
        (counter >> 16) as u16,
        counter as u16, // CMPI.L #times,counter
        0x6600,
        (-42_i16) as u16, // BNE to the start
        0xA9F4,           // _ExitToShell
    ])
}

#[test]
fn while_the_front_process_tracks_only_interrupt_code_runs() {
    let mut bench = Bench::new(Profile::Iici);
    let now = bench.machine.memory.get(low::TICKS);
    bench.machine.front = Front::new(Box::new(Tracker { until: now + 60 }));
    let counter = bench.room(4);
    let snapshot = bench.room(4);
    bench.put_long(snapshot, 0xFFFF);
    let program = yielding_program(&mut bench, counter, 5, 0);
    // A task that fires in the middle of the tracking: MOVE.L counter,snapshot; RTS.
    let routine = bench.code(&[
        0x23F9,
        (counter >> 16) as u16,
        counter as u16,
        (snapshot >> 16) as u16,
        snapshot as u16,
        0x4E75,
    ]);
    let record = bench.room(22);
    bench.put_long(record + 6, routine);
    bench.os(0xA058, record, 0);
    bench.os(0xA05A, record, 500);
    assert_eq!(bench.machine.run_program(program), Err(Stop::Exit));
    assert_eq!((bench.long(snapshot), bench.long(counter)), (0, 5));
    assert!(bench.machine.memory.get(low::TICKS) >= now + 60);
}

#[test]
fn polling_without_sleep_gets_one_turn_a_tick() {
    let mut bench = Bench::new(Profile::Iici);
    let counter = bench.room(4);
    let before = bench.machine.memory.get(low::TICKS);
    let program = yielding_program(&mut bench, counter, 10, 0);
    assert_eq!(bench.machine.run_program(program), Err(Stop::Exit));
    let ticks = bench.machine.memory.get(low::TICKS) - before;
    assert!(ticks >= 9, "{ticks} ticks");
}

#[test]
fn what_the_network_brings_ends_a_sleep_at_once() {
    let mut bench = Bench::new(Profile::Iici);
    let counter = bench.room(4);
    let stream_block = bench.room(102);
    let buffer = bench.room(8192);
    for (at, value) in [(32, buffer), (36, 8192)] {
        bench.put_long(stream_block + at, value);
    }
    bench.put_word(stream_block + 24, -48_i16 as u16);
    bench.put_word(stream_block + 26, 30);
    assert_eq!(bench.block_call(0xA004, stream_block), 0);
    bench.put_word(stream_block + 26, 31);
    for at in (32..64).step_by(4) {
        bench.put_long(stream_block + at, 0);
    }
    bench.put_word(stream_block + 46, 4780);
    assert_eq!(bench.block_call(0xA404, stream_block), 0);
    let _client = TcpStream::connect(("127.0.0.1", bench.machine.network.port())).expect("a connection");
    let program = yielding_program(&mut bench, counter, 1, 3600);
    let start = Instant::now();
    assert_eq!(bench.machine.run_program(program), Err(Stop::Exit));
    assert!(start.elapsed().as_secs() < 30, "a minute of sleep was cut short");
    assert_eq!(bench.int(stream_block + 16), 0, "the passive open has ended");
}

#[test]
fn a_process_tells_of_itself() {
    let mut bench = Bench::new(Profile::Iici);
    let psn = bench.room(8);
    assert_eq!(
        bench.tool(OS_DISPATCH, &[Long(psn), Word(0x37)], Some(Word(0))),
        0
    );
    let (info, name, spec) = (bench.room(60), bench.room(32), bench.room(70));
    bench.put_long(info, 60);
    bench.put_long(info + 4, name);
    bench.put_long(info + 56, spec);
    let arguments = [Long(psn), Long(info), Word(0x3A)];
    assert_eq!(bench.tool(OS_DISPATCH, &arguments, Some(Word(0))), 0);
    assert_eq!(bench.bytes(info + 16, 8), b"APPLmcAg");
    assert_eq!(
        bench.long(info + 32),
        384 << 10,
        "the partition that SIZE asks for"
    );
    assert_eq!(bench.bytes(name, 32), bench.bytes(spec + 6, 32));
    bench.put_long(psn + 4, 77);
    assert_eq!(
        bench.tool(OS_DISPATCH, &arguments, Some(Word(0))) as u16 as i16,
        -600,
        "procNotFound"
    );
}

#[test]
fn an_unknown_selector_is_a_bomb_that_names_it() {
    let mut bench = Bench::new(Profile::Iici);
    let bomb = bench.tool_bomb(OS_DISPATCH, &[Word(0x7777)], None);
    assert_eq!(
        bomb.to_string(),
        "OSDispatch has no selector $7777 in the simulation; add it beside the others of that trap"
    );
}

/// Ends the process that the bench has launched.
fn end(bench: &mut Bench) -> Result<(), Stop> {
    let psn = bench.machine.processes.current().expect("a process");
    bury(&mut bench.machine, psn)
}

#[test]
fn a_timer_that_was_left_behind_is_a_bomb() {
    let mut bench = Bench::new(Profile::Iici);
    let record = bench.room(22);
    bench.os(0xA058, record, 0);
    let expected = Cause::Stale {
        what: "Time Manager task",
        address: record,
    };
    assert_eq!(end(&mut bench), Err(Stop::Bomb(expected)));
}

#[test]
fn a_stream_that_was_left_behind_is_a_bomb() {
    let mut bench = Bench::new(Profile::Iici);
    let block = bench.room(102);
    let buffer = bench.room(8192);
    bench.put_long(block + 32, buffer);
    bench.put_long(block + 36, 8192);
    bench.put_word(block + 24, -48_i16 as u16);
    bench.put_word(block + 26, 30);
    assert_eq!(bench.block_call(0xA004, block), 0);
    let expected = Cause::Stale {
        what: "MacTCP stream buffer",
        address: buffer,
    };
    assert_eq!(end(&mut bench), Err(Stop::Bomb(expected)));
}

#[test]
fn a_process_that_cleans_up_leaves_its_memory_and_files_free() {
    let mut bench = Bench::new(Profile::Plus);
    assert_eq!(end(&mut bench), Ok(()));
    let agent = bench.agent;
    assert!(
        launch(&mut bench.machine, agent).is_ok(),
        "it can be launched again"
    );
}

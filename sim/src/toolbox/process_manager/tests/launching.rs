//! LaunchApplication: what it starts, what it tells, what it refuses, and what is left behind.

use super::program::{AWARE, IN_BACKGROUND, Noted, ONLY_BACKGROUND, SUSPENDS, install};
use super::*;
use crate::low_memory as low;

const LAUNCH_APPLICATION: u16 = 0xA9F2;
/// launchContinue with launchNoFileFlags, and the others.
pub const CONTINUE: u16 = 0x4800;
pub const USE_MINIMUM: u16 = 0x0400;
pub const DONT_SWITCH: u16 = 0x0200;
const INHIBIT_DAEMON: u16 = 0x0080;

/// Launches an application of the root: result code and parameter block.
pub fn launch_named(bench: &mut Bench, name: &[u8], flags: u16) -> (i16, u32) {
    launch_at(bench, 2, name, flags)
}

/// Launches an application of a folder.
pub fn launch_at(bench: &mut Bench, folder: u32, name: &[u8], flags: u16) -> (i16, u32) {
    let (block, spec) = (bench.room(44), bench.room(70));
    bench.put_word(spec, -1_i16 as u16);
    bench.put_long(spec + 2, folder);
    bench
        .machine
        .memory
        .set_pascal_string(spec + 6, name)
        .expect("a name");
    bench.put_word(block + 6, 0x4C43);
    bench.put_long(block + 8, 32);
    bench.put_word(block + 14, flags);
    bench.put_long(block + 16, spec);
    let (_, result) = bench.os(LAUNCH_APPLICATION, block, 0);
    (result as i16, block)
}

/// As [`launch_named`], of one that can be launched: its serial number.
pub fn launched(bench: &mut Bench, name: &[u8], flags: u16) -> Psn {
    let (result, block) = launch_named(bench, name, flags);
    assert_eq!(result, 0, "{}", String::from_utf8_lossy(name));
    Psn(bench.long(block + 24))
}

/// Lets the others have their turns for some ticks.
pub fn give(bench: &mut Bench, ticks: u64) {
    let until = bench.machine.clock.now() + bench.machine.clock.cycles_of_ticks(ticks);
    give_time(&mut bench.machine, until, |_| false).expect("programs that do not stop the machine");
}

/// TempFreeMem.
fn temporary(bench: &mut Bench) -> u32 {
    bench.tool(OS_DISPATCH, &[Word(0x18)], Some(Long(0)))
}

#[test]
fn two_programs_have_their_turns_side_by_side_and_each_its_own_world() {
    let mut bench = Bench::new(Profile::Iici);
    let first = Noted::install(&mut bench, b"First", &[IN_BACKGROUND], 128, 1);
    let second = Noted::install(&mut bench, b"Second", &[IN_BACKGROUND], 128, 3);
    let own_a5 = bench.machine.memory.get(low::CURRENT_A5);
    let registers = bench.machine.cpu.dar[2..8].to_vec();
    for name in [b"First".as_slice(), b"Second"] {
        launched(&mut bench, name, CONTINUE | DONT_SWITCH);
    }
    assert_eq!(
        first.turns(&bench),
        0,
        "nobody runs before the launcher asks for an event"
    );
    give(&mut bench, 12);
    let turns = (first.turns(&bench), second.turns(&bench));
    assert!(turns.0 > turns.1 && turns.1 >= 2, "{turns:?}");
    let ((a5, current), (other, _)) = (first.a5(&bench), second.a5(&bench));
    assert_eq!(a5, current);
    assert!(a5 != other && a5 != own_a5);
    assert_eq!(bench.machine.memory.get(low::CURRENT_A5), own_a5);
    assert_eq!(bench.machine.cpu.dar[2..8], registers);
}

#[test]
fn a_launch_tells_serial_number_and_size() {
    let mut bench = Bench::new(Profile::Iici);
    Noted::install(&mut bench, b"First", &[AWARE], 128, 1);
    let (result, block) = launch_named(&mut bench, b"First", CONTINUE);
    assert_eq!((result, bench.long(block + 28)), (0, 128 << 10));
    assert_eq!(bench.long(block + 32), 64 << 10, "the minimum of SIZE");
    let (info, name) = (bench.room(60), bench.room(32));
    bench.put_long(info, 60);
    bench.put_long(info + 4, name);
    let arguments = [Long(block + 20), Long(info), Word(0x3A)];
    assert_eq!(bench.tool(OS_DISPATCH, &arguments, Some(Word(0))), 0);
    assert_eq!(bench.bytes(name, 6), b"\x05First");
    assert_eq!(bench.bytes(info + 16, 8), b"APPLtstF");
    let free = bench.long(info + 36);
    assert!(free > 32 << 10 && free < 128 << 10, "{free}");
    let launcher = bench.machine.processes.current().expect("a launcher");
    assert_eq!(bench.long(info + 44), launcher.0);
    let again = launched(&mut bench, b"First", CONTINUE);
    assert_eq!(again, Psn(bench.long(block + 24)), "it is the one that runs");
}

#[test]
fn what_cannot_be_launched_is_refused_and_costs_nothing() {
    let mut bench = Bench::new(Profile::Plus);
    Noted::install(&mut bench, b"Huge", &[], 16 << 10, 1);
    Noted::install(&mut bench, b"Tiny", &[], 20, 1);
    install(&mut bench, b"Empty", *b"none", &[]);
    let free = temporary(&mut bench);
    for (name, flags, expected) in [
        (b"Nowhere".as_slice(), CONTINUE, -43),
        (b"System Folder", CONTINUE, -43),
        (b"Huge", CONTINUE, -108),
        (b"Tiny", CONTINUE, -605),
        (b"Empty", CONTINUE, -192),
    ] {
        assert_eq!(
            launch_named(&mut bench, name, flags).0,
            expected,
            "{}",
            String::from_utf8_lossy(name)
        );
    }
    assert_eq!(temporary(&mut bench), free);
    let (result, block) = launch_named(&mut bench, b"Huge", CONTINUE | USE_MINIMUM);
    assert_eq!(result, 0, "the minimum will do");
    assert!(bench.long(block + 28) >= 64 << 10);
    assert_eq!(
        launch_named(&mut bench, b"Tiny", CONTINUE).0,
        -108,
        "all is taken"
    );
}

#[test]
fn a_launcher_that_wants_no_background_application_gets_none() {
    let mut bench = Bench::new(Profile::Iici);
    Noted::install(&mut bench, b"First", &[ONLY_BACKGROUND], 128, 1);
    let refused = launch_named(&mut bench, b"First", CONTINUE | INHIBIT_DAEMON).0;
    assert_eq!(refused, -606, "appIsDaemon");
    assert_eq!(launch_named(&mut bench, b"First", CONTINUE).0, 0);
}

#[test]
fn a_program_that_ends_gives_everything_back() {
    let mut bench = Bench::new(Profile::Iici);
    let free = temporary(&mut bench);
    let program = Noted::install(&mut bench, b"First", &[IN_BACKGROUND], 128, 1);
    let psn = launched(&mut bench, b"First", CONTINUE | DONT_SWITCH);
    give(&mut bench, 3);
    assert!(temporary(&mut bench) < free);
    program.quit(&mut bench);
    give(&mut bench, 3);
    assert!(!bench.machine.processes.exists(psn));
    assert_eq!(temporary(&mut bench), free);
    assert_ne!(
        launched(&mut bench, b"First", CONTINUE | DONT_SWITCH),
        psn,
        "numbers are not used again"
    );
}

#[test]
fn without_launch_continue_the_launcher_ends() {
    let mut bench = Bench::new(Profile::Iici);
    Noted::install(&mut bench, b"First", &[], 64, 1);
    let (block, spec) = (bench.room(44), bench.room(70));
    bench.put_word(spec, -1_i16 as u16);
    bench.put_long(spec + 2, 2);
    bench.put_bytes(spec + 6, b"\x05First");
    bench.put_word(block + 6, 0x4C43);
    bench.put_long(block + 8, 32);
    bench.put_long(block + 16, spec);
    assert_eq!(bench.try_os(LAUNCH_APPLICATION, block, 0), Err(Stop::Exit));
    assert!(bench.machine.processes.with_signature(*b"tstF").is_some());
}

#[test]
fn the_processes_can_be_gone_through() {
    let mut bench = Bench::new(Profile::Iici);
    Noted::install(&mut bench, b"First", &[ONLY_BACKGROUND], 64, 1);
    let launched = launched(&mut bench, b"First", CONTINUE);
    let psn = bench.room(8);
    let mut seen = Vec::new();
    let next = |bench: &mut Bench| bench.tool(OS_DISPATCH, &[Long(psn), Word(0x38)], Some(Word(0))) as u16;
    while next(&mut bench) == 0 {
        seen.push(Psn(bench.long(psn + 4)));
    }
    let current = bench.machine.processes.current().expect("a process");
    assert_eq!(seen, [FINDER, current, launched]);
    assert_eq!((bench.long(psn), bench.long(psn + 4)), (0, 0), "kNoProcess");
    let (other, same) = (bench.room(8), bench.room(2));
    bench.put_long(psn + 4, 2);
    bench.put_long(other + 4, current.0);
    let is_same = |bench: &mut Bench| {
        let arguments = [Long(psn), Long(other), Long(same), Word(0x3D)];
        assert_eq!(bench.tool(OS_DISPATCH, &arguments, Some(Word(0))), 0);
        bench.byte(same)
    };
    assert_eq!(is_same(&mut bench), 1, "kCurrentProcess");
    bench.put_long(other + 4, FINDER.0);
    assert_eq!(is_same(&mut bench), 0);
}

#[test]
fn in_the_background_only_who_asks_for_it_gets_null_events() {
    let mut bench = Bench::new(Profile::Iici);
    let program = Noted::install(&mut bench, b"First", &[SUSPENDS], 64, 1);
    let psn = launched(&mut bench, b"First", CONTINUE | DONT_SWITCH);
    give(&mut bench, 10);
    assert_eq!(program.turns(&bench), 1, "it runs up to its first call");
    let at = bench.room(8);
    bench.put_bytes(at, &psn.to_bytes());
    assert_eq!(bench.tool(OS_DISPATCH, &[Long(at), Word(0x3B)], Some(Word(0))), 0);
    give(&mut bench, 10);
    assert!(program.turns(&bench) > 5, "in front it does");
}

#[test]
fn a_process_that_sleeps_can_be_woken() {
    let mut bench = Bench::new(Profile::Iici);
    let program = Noted::install(&mut bench, b"First", &[IN_BACKGROUND], 64, 6000);
    let psn = launched(&mut bench, b"First", CONTINUE | DONT_SWITCH);
    give(&mut bench, 3);
    assert_eq!(program.turns(&bench), 1);
    let at = bench.room(8);
    bench.put_bytes(at, &psn.to_bytes());
    assert_eq!(bench.tool(OS_DISPATCH, &[Long(at), Word(0x3C)], Some(Word(0))), 0);
    give(&mut bench, 3);
    assert_eq!(program.turns(&bench), 2);
}

//! The component as a program calls it.

use crate::bomb::Cause;
use crate::config::Config;
use crate::descriptor::Descriptor;
use crate::profile::{Profile, SystemVersion};
use crate::testing::{Bench, Slot};
use crate::toolbox::apple_event_manager::{read, write};
use Slot::{Long, Word};

const DISPATCH: u16 = 0xA82A;

/// A machine with AppleScript open.
struct Scripting {
    bench: Bench,
    instance: u32,
    /// Room for a descriptor and for an ID.
    descriptor: u32,
    id: u32,
}

fn code(code: &[u8; 4]) -> Slot {
    Long(u32::from_be_bytes(*code))
}

fn machine(system: SystemVersion) -> Bench {
    Bench::with(Config {
        profile: Profile::Plus,
        system,
        ..Config::default()
    })
}

impl Scripting {
    fn new() -> Scripting {
        let mut bench = machine(SystemVersion::V7_5);
        let (descriptor, id) = (bench.room(8), bench.room(4));
        bench.machine.cpu.set_d(0, 0x21);
        let instance = bench.tool(DISPATCH, &[code(b"osa "), code(b"ascr")], Some(Long(0)));
        assert_ne!(instance, 0);
        Scripting {
            bench,
            instance,
            descriptor,
            id,
        }
    }

    fn call(&mut self, selector: u32, arguments: &[u32]) -> i32 {
        let mut slots = vec![Long(self.instance)];
        slots.extend(arguments.iter().map(|&argument| Long(argument)));
        slots.push(Long((arguments.len() as u32 * 4) << 16 | selector));
        self.bench.machine.cpu.set_d(0, 0);
        self.bench.tool(DISPATCH, &slots, Some(Long(0))) as i32
    }

    fn compile(&mut self, source: &str) -> i32 {
        let descriptor = Descriptor::text(source);
        write(&mut self.bench.machine, self.descriptor, &descriptor).expect("room for the source");
        self.bench.put_long(self.id, 0);
        let result = self.call(0x0103, &[self.descriptor, 0, self.id]);
        self.bench.os(0xA023, self.bench.long(self.descriptor + 4), 0);
        result
    }

    fn execute(&mut self) -> i32 {
        let script = self.bench.long(self.id);
        self.call(0x0003, &[script, 0, 0, self.id])
    }

    fn text(&mut self) -> String {
        let result = read(&mut self.bench.machine, self.descriptor).expect("a descriptor");
        self.bench.os(0xA023, self.bench.long(self.descriptor + 4), 0);
        result.as_text().expect("text")
    }

    fn display(&mut self, mode: u32) -> String {
        let value = self.bench.long(self.id);
        assert_eq!(self.call(0x0004, &[value, 0x5445_5854, mode, self.descriptor]), 0);
        self.text()
    }

    fn error(&mut self, selector: &[u8; 4], wanted: &[u8; 4]) -> Descriptor {
        let arguments = [*selector, *wanted].map(u32::from_be_bytes);
        let result = self.call(0x0005, &[arguments[0], arguments[1], self.descriptor]);
        assert_eq!(result, 0, "{selector:?}");
        let part = read(&mut self.bench.machine, self.descriptor).expect("a descriptor");
        self.bench.os(0xA023, self.bench.long(self.descriptor + 4), 0);
        part
    }

    fn free(&mut self) -> u32 {
        self.bench.os(0xA01C, 0, 0).1
    }

    fn close(&mut self) -> u32 {
        self.bench.machine.cpu.set_d(0, 0x08);
        self.bench.tool(DISPATCH, &[Long(self.instance)], Some(Word(0)))
    }
}

#[test]
fn a_script_is_compiled_run_and_shown() {
    let mut scripting = Scripting::new();
    assert_eq!(
        scripting.compile("{1, \"two\", a:3} & {}"),
        -1753,
        "no list has a label in the middle"
    );
    assert_eq!(scripting.compile("{1, \"two\"} & true"), 0);
    assert_eq!(scripting.execute(), 0);
    assert_eq!(scripting.display(0), "{1, \"two\", true}");
    assert_eq!(scripting.display(8), "{1, two, true}");
    assert_eq!(scripting.call(0x0102, &[scripting.descriptor]), 0);
    assert_eq!(scripting.text(), "AppleScript");
}

#[test]
fn a_script_without_a_result_gives_no_value() {
    let mut scripting = Scripting::new();
    assert_eq!(scripting.compile("-- nothing"), 0);
    assert_eq!(scripting.execute(), 0);
    let value = scripting.bench.long(scripting.id);
    assert_eq!(value, 0, "kOSANullScript");
    let text = scripting.call(0x0004, &[value, 0x5445_5854, 0, scripting.descriptor]);
    assert_eq!(text, -1751, "errOSAInvalidID");
}

#[test]
fn errors_are_told_in_parts() {
    let mut scripting = Scripting::new();
    assert_eq!(scripting.compile("1\rset x to foo"), 0);
    assert_eq!(scripting.execute(), -1753);
    assert_eq!(scripting.error(b"errn", b"shor").as_long(), Some(-2753));
    assert_eq!(scripting.error(b"errn", b"long").as_long(), Some(-2753));
    let message = "The variable foo is not defined.";
    assert_eq!(
        scripting.error(b"errs", b"TEXT").as_text().as_deref(),
        Some(message)
    );
    let range = scripting
        .error(b"erng", b"erng")
        .coerced(*b"reco")
        .expect("a record");
    let place = |key: &[u8; 4]| range.field(*key).and_then(Descriptor::as_long);
    assert_eq!((place(b"srcs"), place(b"srce")), (Some(11), Some(14)));
}

#[test]
fn everything_lies_in_the_heap_and_is_given_back() {
    let mut scripting = Scripting::new();
    let open = scripting.free();
    assert_eq!(scripting.compile("set x to \"some text\""), 0);
    let script = scripting.bench.long(scripting.id);
    assert!(scripting.free() < open, "compiled code takes memory");
    assert_eq!(scripting.execute(), 0);
    let value = scripting.bench.long(scripting.id);
    assert_eq!(scripting.call(0x0006, &[value]), 0);
    assert_eq!(scripting.call(0x0006, &[script]), 0);
    assert_eq!(scripting.call(0x0006, &[script]), -1751, "it is gone");
    assert_eq!(scripting.free(), open);
    assert_eq!(scripting.close(), 0);
    assert!(scripting.free() > open + 40_000, "the instance took memory");
    assert_eq!(scripting.close(), 0x8001);
    assert_eq!(
        scripting.call(0x0102, &[scripting.descriptor]),
        0x8000_8001_u32 as i32
    );
}

#[test]
fn the_active_function_is_called_and_its_error_stops_the_script() {
    let mut scripting = Scripting::new();
    let counter = scripting.bench.room(4);
    // ADDQ.L #1,counter; MOVE.W #-128,8(SP) from the third call on; RTD is no instruction of a 68000: MOVE.L (SP)+,A0; ADDQ.L #4,SP; JMP (A0).
    let words = [
        0x52B9,
        (counter >> 16) as u16,
        counter as u16, // ADDQ.L #1,counter
        0x0CB9,
        0,
        3,
        (counter >> 16) as u16,
        counter as u16, // CMPI.L #3,counter
        0x6506,         // BCS.S past the move
        0x3F7C,
        (-128_i16) as u16,
        8, // MOVE.W #-128,8(SP)
        0x205F,
        0x588F,
        0x4ED0, // MOVEA.L (SP)+,A0; ADDQ.L #4,SP; JMP (A0)
    ];
    let routine = scripting.bench.code(&words);
    scripting.bench.machine.memory.flush_code_cache();
    assert_eq!(scripting.call(0x0009, &[routine, 42]), 0);
    assert_eq!(scripting.call(0x000A, &[scripting.descriptor, scripting.id]), 0);
    assert_eq!(
        (
            scripting.bench.long(scripting.descriptor),
            scripting.bench.long(scripting.id)
        ),
        (routine, 42)
    );
    let before = scripting.bench.machine.clock.now();
    assert_eq!(scripting.compile("repeat\rend repeat"), 0);
    assert_eq!(scripting.execute(), -1753);
    assert_eq!(scripting.error(b"errn", b"shor").as_long(), Some(-128));
    assert_eq!(scripting.bench.long(counter), 3);
    let ticks =
        (scripting.bench.machine.clock.now() - before) / scripting.bench.machine.clock.cycles_of_ticks(1);
    assert!(
        (2..=20).contains(&ticks),
        "it is called about once a tick: {ticks}"
    );
}

#[test]
fn a_call_with_the_wrong_arguments_is_a_broken_rule_and_an_unknown_one_an_error() {
    let mut scripting = Scripting::new();
    assert_eq!(scripting.call(0x0501, &[0]), 0x8000_8002_u32 as i32);
    let slots = [Long(scripting.instance), Long(0), Long(4 << 16 | 0x0103)];
    scripting.bench.machine.cpu.set_d(0, 0);
    let cause = scripting.bench.tool_bomb(DISPATCH, &slots, Some(Long(0)));
    assert!(matches!(cause, Cause::BrokenRule { .. }), "{cause:?}");
}

#[test]
fn without_applescript_there_is_nothing_to_open() {
    let mut bench = machine(SystemVersion::V7_1);
    bench.machine.cpu.set_d(0, 0x21);
    assert_eq!(
        bench.tool(DISPATCH, &[code(b"osa "), code(b"ascr")], Some(Long(0))),
        0
    );
    assert_eq!(bench.os(0xA1AD, 0, u32::from_be_bytes(*b"ascr")).1 as i16, -5551);
    let mut bench = machine(SystemVersion::V7_0);
    bench.machine.cpu.set_d(0, 0x21);
    let cause = bench.tool_bomb(DISPATCH, &[code(b"osa "), code(b"ascr")], Some(Long(0)));
    assert_eq!(cause, Cause::UnknownTrap { word: DISPATCH });
    let mut bench = Bench::with(Config {
        system: SystemVersion::V7_0,
        applescript: Some(true),
        ..Config::default()
    });
    assert_eq!(bench.os(0xA1AD, 0, u32::from_be_bytes(*b"ascr")), (1, 0));
}

#[test]
fn a_tell_goes_out_as_an_apple_event_and_no_process_is_an_error() {
    let mut scripting = Scripting::new();
    assert_eq!(scripting.compile("tell application \"Nobody\" to activate"), 0);
    assert_eq!(scripting.execute(), -1753);
    assert_eq!(scripting.error(b"errn", b"shor").as_long(), Some(-600));
    let message = scripting.error(b"errs", b"TEXT").as_text().expect("a message");
    assert_eq!(message, "Nobody got an error: Application isn’t running.");
}

//! A program for the tests: it asks for events again and again and notes in shared memory what it gets.

use crate::boot::{NewFile, add_file};
use crate::testing::Bench;
use crate::volume::ROOT;
use mc_pack::resource_fork::{Attributes, Resource};
use mc_pack::size_resource::{Size, SizeFlags};
use mc_pack::{OsType, ResourceFork};

pub const SUSPENDS: SizeFlags = SizeFlags::ACCEPT_SUSPEND_RESUME_EVENTS;
pub const IN_BACKGROUND: SizeFlags = SizeFlags::CAN_BACKGROUND;
pub const ONLY_BACKGROUND: SizeFlags = SizeFlags::ONLY_BACKGROUND;
pub const AWARE: SizeFlags = SizeFlags::IS_HIGH_LEVEL_EVENT_AWARE;

/// Where a program notes what it sees, from the start of its room in the system heap.
const TURNS: u32 = 0;
const A5: u32 = 4;
const NOTICE: u32 = 8;
const NOTICES: u32 = 12;
const APPLE_EVENTS: u32 = 16;
const PROCESSED: u32 = 20;
const QUITS: u32 = 24;
const CURRENT_A5: u32 = 28;
const RECORD: u32 = 32;
const PRESSES: u32 = 48;
const ROOM: u32 = 64;

/// A program and its room.
pub struct Noted {
    room: u32,
}

/// CMPI.W #what,record; then `then` when it is so.
fn when(room: u32, what: u16, then: &[u16]) -> Vec<u16> {
    let [hi, lo] = halves(room + RECORD);
    let skip = 0x6600 | (2 * then.len() as u16);
    [&[0x0C79, what, hi, lo, skip][..], then].concat()
}

fn halves(at: u32) -> [u16; 2] {
    [(at >> 16) as u16, at as u16]
}

/// ADDQ.L #1,at
fn count(at: u32) -> Vec<u16> {
    [&[0x52B9][..], &halves(at)].concat()
}

fn code(room: u32, sleep: u16) -> Vec<u16> {
    let [record_hi, record_lo] = halves(room + RECORD);
    let [message_hi, message_lo] = halves(room + RECORD + 2);
    let start = [
        &[0x23CD][..], // MOVE.L A5,at
        &halves(room + A5),
        &[0x23F8, 0x0904], // MOVE.L CurrentA5,at
        &halves(room + CURRENT_A5),
    ]
    .concat();
    let wait = [
        0x4267, // CLR.W -(SP)
        0x3F3C, 0xFFFF, // MOVE.W #everyEvent,-(SP)
        0x2F3C, record_hi, record_lo, // MOVE.L #record,-(SP)
        0x2F3C, 0, sleep,  // MOVE.L #sleep,-(SP)
        0x42A7, // CLR.L -(SP)
        0xA860, // _WaitNextEvent
        0x321F, // MOVE.W (SP)+,D1
    ];
    // MOVE.L message,notice
    let keep_notice = [&[0x23F9, message_hi, message_lo][..], &halves(room + NOTICE)].concat();
    let notice = when(room, 15, &[keep_notice, count(room + NOTICES)].concat());
    let process = [
        &count(room + APPLE_EVENTS)[..],
        // CLR.W -(SP); PEA record; MOVE.W #AEProcessAppleEvent,D0; _Pack8; MOVE.W (SP)+,processed
        &[
            0x4267, 0x4879, record_hi, record_lo, 0x303C, 0x021B, 0xA816, 0x33DF,
        ],
        &halves(room + PROCESSED),
    ]
    .concat();
    let apple_event = when(room, 23, &process);
    let press = when(room, 1, &count(room + PRESSES));
    let body = [count(room + TURNS), wait.to_vec(), notice, apple_event, press].concat();
    // TST.L quits; BEQ to the start of the body; _ExitToShell
    let [quits_hi, quits_lo] = halves(room + QUITS);
    let back = -(2 * (body.len() as i16 + 4));
    let end = [0x4AB9, quits_hi, quits_lo, 0x6700, back as u16, 0xA9F4];
    [start, body, end.to_vec()].concat()
}

fn resource(res_type: &[u8; 4], id: i16, data: Vec<u8>) -> Resource {
    Resource {
        res_type: OsType(*res_type),
        id,
        name: None,
        attributes: Attributes::empty(),
        data,
    }
}

/// The resource fork of an application with one segment.
fn fork(code: &[u16], size: Size) -> Vec<u8> {
    // 40 bytes above A5, 256 below, a jump table of one entry at 32.
    let code_0 = [40_u32, 256, 8, 32].map(u32::to_be_bytes).concat();
    let entry = [0_u16, 0x3F3C, 1, 0xA9F0];
    let words = |words: &[u16]| {
        words
            .iter()
            .flat_map(|word| word.to_be_bytes())
            .collect::<Vec<u8>>()
    };
    let mut fork = ResourceFork::new();
    for resource in [
        resource(b"CODE", 0, [code_0, words(&entry)].concat()),
        resource(b"CODE", 1, words(&[&[0, 1], code].concat())),
        size.to_resource(),
    ] {
        fork.add(resource).expect("resources that differ");
    }
    fork.to_bytes().expect("a resource fork")
}

/// Puts an application on the disk.
pub fn install(bench: &mut Bench, name: &[u8], creator: [u8; 4], resource: &[u8]) {
    let file = NewFile {
        file_type: *b"APPL",
        creator,
        data: &[],
        resource,
    };
    add_file(&mut bench.machine.volume, ROOT, name, &file, 0).expect("room on the disk");
}

impl Noted {
    /// Puts the program on the disk as an application of `kilobytes`, which sleeps for so many ticks.
    pub fn install(bench: &mut Bench, name: &[u8], flags: &[SizeFlags], kilobytes: u32, sleep: u16) -> Noted {
        let (room, result) = bench.os(0xA71E, 0, ROOM);
        assert_eq!(result, 0, "room in the system heap");
        let bits = flags.iter().fold(0, |bits, flag| bits | flag.bits());
        let size = Size {
            flags: SizeFlags::from_bits(bits),
            preferred: kilobytes << 10,
            minimum: 64 << 10,
        };
        let mut creator = *b"tst?";
        creator[3] = name[0];
        install(bench, name, creator, &fork(&code(room, sleep), size));
        Noted { room }
    }

    pub fn turns(&self, bench: &Bench) -> u32 {
        bench.long(self.room + TURNS)
    }

    /// A5 as the program has it, and CurrentA5 as it sees it.
    pub fn a5(&self, bench: &Bench) -> (u32, u32) {
        (bench.long(self.room + A5), bench.long(self.room + CURRENT_A5))
    }

    /// How many suspend and resume events it got, and the message of the last.
    pub fn notices(&self, bench: &Bench) -> (u32, u32) {
        (bench.long(self.room + NOTICES), bench.long(self.room + NOTICE))
    }

    /// How many Apple events it got, and what became of the last.
    pub fn apple_events(&self, bench: &Bench) -> (u32, i16) {
        (
            bench.long(self.room + APPLE_EVENTS),
            bench.int(self.room + PROCESSED),
        )
    }

    /// How often the button was pressed for it.
    pub fn presses(&self, bench: &Bench) -> u32 {
        bench.long(self.room + PRESSES)
    }

    /// Has it end at its next turn.
    pub fn quit(&self, bench: &mut Bench) {
        bench.put_long(self.room + QUITS, 1);
    }
}

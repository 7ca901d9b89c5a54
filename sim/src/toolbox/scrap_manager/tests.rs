//! The scrap of one process, and what a switch does to it.

use super::{enter, flavors, leave};
use crate::desktop::Flavor;
use crate::low_memory as low;
use crate::profile::Profile;
use crate::testing::{Bench, Slot::Long};
use crate::toolbox::process_manager::{FINDER, Psn};

const INFO_SCRAP: u16 = 0xA9F9;
const UNLOAD_SCRAP: u16 = 0xA9FA;
const LOAD_SCRAP: u16 = 0xA9FB;
const ZERO_SCRAP: u16 = 0xA9FC;
const GET_SCRAP: u16 = 0xA9FD;
const PUT_SCRAP: u16 = 0xA9FE;

const NO_TYPE: i32 = -102;
const MEMORY_FULL: i32 = -108;

fn bench() -> Bench {
    Bench::new(Profile::Plus)
}

fn plain(bench: &mut Bench, trap: u16) -> i32 {
    bench.tool(trap, &[], Some(Long(0))) as i32
}

fn put(bench: &mut Bench, kind: &[u8; 4], data: &[u8]) -> i32 {
    let at = bench.room(data.len().max(1) as u32);
    bench.put_bytes(at, data);
    put_from(bench, kind, at, data.len() as u32)
}

fn put_from(bench: &mut Bench, kind: &[u8; 4], at: u32, len: u32) -> i32 {
    let arguments = [Long(len), Long(u32::from_be_bytes(*kind)), Long(at)];
    bench.tool(PUT_SCRAP, &arguments, Some(Long(0))) as i32
}

/// The data of a flavor and its offset in the scrap, or the error.
fn get(bench: &mut Bench, kind: &[u8; 4]) -> Result<(Vec<u8>, u32), i32> {
    let handle = bench.os(0xA122, 0, 0).0;
    let offset = bench.room(4);
    let arguments = [Long(handle), Long(u32::from_be_bytes(*kind)), Long(offset)];
    let len = bench.tool(GET_SCRAP, &arguments, Some(Long(0))) as i32;
    if len < 0 {
        return Err(len);
    }
    let data = bench.long(handle);
    Ok((bench.bytes(data, len as u32), bench.long(offset)))
}

fn text(data: &[u8]) -> Flavor {
    Flavor {
        kind: *b"TEXT",
        data: data.to_vec(),
    }
}

#[test]
fn flavors_lie_behind_each_other_at_even_places() {
    let mut bench = bench();
    assert_eq!(plain(&mut bench, ZERO_SCRAP), 0);
    assert_eq!(put(&mut bench, b"TEXT", b"abc"), 0);
    assert_eq!(put(&mut bench, b"styl", &[1, 2]), 0);
    assert_eq!(get(&mut bench, b"TEXT"), Ok((b"abc".to_vec(), 8)));
    assert_eq!(get(&mut bench, b"styl"), Ok((vec![1, 2], 20)));
    assert_eq!(get(&mut bench, b"PICT"), Err(NO_TYPE));
    let info = bench.tool(INFO_SCRAP, &[], Some(Long(0)));
    assert_eq!(info, low::SCRAP_SIZE.0);
    assert_eq!(
        (bench.long(info), bench.word(info + 10)),
        (22, 1),
        "size and state"
    );
    let name = bench.long(info + 12);
    assert_eq!(bench.bytes(name, 10), b"\x09Clipboard");
    let handle = bench.long(info + 4);
    let data = bench.long(handle);
    assert_eq!(bench.bytes(data, 12), b"TEXT\0\0\0\x03abc\0");
}

#[test]
fn the_count_tells_that_the_scrap_was_emptied() {
    let mut bench = bench();
    let count = |bench: &Bench| bench.machine.memory.get(low::SCRAP_COUNT);
    let before = count(&bench);
    plain(&mut bench, ZERO_SCRAP);
    put(&mut bench, b"TEXT", b"one");
    assert_eq!(count(&bench), before + 1);
    plain(&mut bench, ZERO_SCRAP);
    assert_eq!(count(&bench), before + 2);
    assert_eq!(get(&mut bench, b"TEXT"), Err(NO_TYPE));
}

#[test]
fn a_scrap_goes_to_the_disk_and_comes_back() {
    let mut bench = bench();
    plain(&mut bench, ZERO_SCRAP);
    put(&mut bench, b"TEXT", b"text");
    assert_eq!(plain(&mut bench, UNLOAD_SCRAP), 0);
    assert_eq!(bench.machine.memory.get(low::SCRAP_HANDLE), 0);
    assert_eq!(bench.machine.memory.get(low::SCRAP_STATE), 0);
    assert_eq!(
        put(&mut bench, b"PICT", &[7; 9]),
        0,
        "a flavor is added to the file, too"
    );
    assert_eq!(get(&mut bench, b"TEXT"), Ok((b"text".to_vec(), 8)));
    assert_eq!(plain(&mut bench, LOAD_SCRAP), 0);
    assert_eq!(bench.machine.memory.get(low::SCRAP_STATE), 1);
    assert_eq!(get(&mut bench, b"PICT"), Ok((vec![7; 9], 20)));
}

#[test]
fn what_the_heap_has_no_room_for_goes_to_the_disk() {
    let mut bench = bench();
    let rom = bench.machine.memory.rom_base();
    plain(&mut bench, ZERO_SCRAP);
    let large = 380 << 10;
    // Anything readable will do as a source; the partition is as large, so there is no room for a copy.
    let source = bench.machine.memory.get(low::APPL_ZONE);
    assert_ne!(source, rom);
    assert_eq!(put_from(&mut bench, b"PICT", source, large), MEMORY_FULL);
    assert_eq!(plain(&mut bench, UNLOAD_SCRAP), 0);
    assert_eq!(put_from(&mut bench, b"PICT", source, large), 0);
    assert_eq!(plain(&mut bench, LOAD_SCRAP), MEMORY_FULL);
}

/// The process whose code the bench stands for.
fn program(bench: &Bench) -> Psn {
    bench.machine.processes.current().expect("a program")
}

#[test]
fn the_application_that_comes_forward_gets_what_the_one_before_has_put_out() {
    let mut bench = bench();
    let psn = program(&bench);
    bench
        .machine
        .scrap
        .put_from_desktop(FINDER, &[text(b"of the Finder")]);
    assert_eq!(enter(&mut bench.machine, psn), Ok(true));
    assert_eq!(get(&mut bench, b"TEXT"), Ok((b"of the Finder".to_vec(), 8)));
    assert_eq!(leave(&mut bench.machine, psn), Ok(()));
    assert_eq!(enter(&mut bench.machine, FINDER), Ok(false), "nothing is new");
    assert_eq!(enter(&mut bench.machine, psn), Ok(false), "nothing is new");
    plain(&mut bench, ZERO_SCRAP);
    put(&mut bench, b"TEXT", b"of the program");
    assert_eq!(
        bench.machine.scrap.of_desktop(),
        [text(b"of the Finder")],
        "nobody sees it yet"
    );
    assert_eq!(leave(&mut bench.machine, psn), Ok(()));
    assert_eq!(enter(&mut bench.machine, FINDER), Ok(true));
    assert_eq!(bench.machine.scrap.of_desktop(), [text(b"of the program")]);
}

#[test]
fn a_program_in_the_background_gets_noerr_and_nobody_sees_what_it_did() {
    let mut bench = bench();
    let psn = program(&bench);
    bench.machine.scrap.put_from_desktop(FINDER, &[text(b"real")]);
    assert_eq!(
        get(&mut bench, b"TEXT"),
        Err(NO_TYPE),
        "it does not see the desk scrap"
    );
    assert_eq!(plain(&mut bench, ZERO_SCRAP), 0);
    assert_eq!(put(&mut bench, b"TEXT", b"vain"), 0);
    assert_eq!(
        get(&mut bench, b"TEXT"),
        Ok((b"vain".to_vec(), 8)),
        "and believes that it has worked"
    );
    assert_eq!(bench.machine.scrap.of_desktop(), [text(b"real")]);
    assert_eq!(enter(&mut bench.machine, psn), Ok(true));
    assert_eq!(get(&mut bench, b"TEXT"), Ok((b"real".to_vec(), 8)));
}

#[test]
fn a_scrap_that_does_not_fit_is_handed_over_on_the_disk() {
    let mut bench = bench();
    let psn = program(&bench);
    let large = text(&vec![b'x'; 400 << 10]);
    bench
        .machine
        .scrap
        .put_from_desktop(FINDER, std::slice::from_ref(&large));
    assert_eq!(enter(&mut bench.machine, psn), Ok(true));
    assert_eq!(bench.machine.memory.get(low::SCRAP_STATE), 0);
    assert_eq!(bench.machine.memory.get(low::SCRAP_HANDLE), 0);
    let file = bench.machine.volume.id_of("Macintosh HD:System Folder:Clipboard");
    let data = file.and_then(|file| bench.machine.volume.fork(file, crate::volume::Fork::Data));
    assert_eq!(data.map(flavors), Ok(vec![large]));
}

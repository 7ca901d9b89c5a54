//! Calls of the File Manager on a machine with more than one volume.

use super::parameter_block::*;
use crate::config::{Config, Disk};
use crate::low_memory as low;
use crate::profile::Profile;
use crate::testing::Bench;

const CREATE: u16 = 0xA208;
const GET_V_INFO: u16 = 0xA207;
const FLUSH_VOL: u16 = 0xA013;
const DISPATCH: u16 = 0xA260;
const CAT_MOVE: u32 = 5;
const DIR_CREATE: u32 = 6;
const GET_CAT_INFO: u32 = 9;
const EXCHANGE: u32 = 23;
const OPEN_DF: u32 = 26;
const ROOT: u32 = 2;

/// A Plus with a floppy disk and a CD-ROM.
fn bench() -> Bench {
    let cd = Disk {
        locked: true,
        bytes: 600 << 20,
        ..Disk::floppy("Pictures")
    };
    Bench::with(Config {
        profile: Profile::Plus,
        disks: vec![Disk::floppy("Floppy"), cd],
        ..Config::default()
    })
}

fn block(bench: &mut Bench, volume: i16, folder: u32, name: &[u8]) -> u32 {
    let block = bench.room(128);
    let name = bench.string(name);
    bench.put_long(block + NAME_PTR, name);
    bench.put_word(block + V_REF_NUM, volume as u16);
    bench.put_long(block + DIR_ID, folder);
    block
}

fn create(bench: &mut Bench, volume: i16, name: &[u8]) -> i16 {
    let block = block(bench, volume, ROOT, name);
    bench.block_call(CREATE, block)
}

fn exists(bench: &mut Bench, volume: i16, name: &[u8]) -> bool {
    let block = block(bench, volume, ROOT, name);
    bench.block_select(DISPATCH, GET_CAT_INFO, block) == 0
}

#[test]
fn volumes_are_counted_and_described() {
    let mut bench = bench();
    let block = block(&mut bench, 0, 0, b"");
    let mut found = Vec::new();
    for index in 1.. {
        bench.put_word(block + INDEX, index);
        if bench.block_call(GET_V_INFO, block) != 0 {
            assert_eq!(bench.int(block + RESULT), -35, "nsvErr");
            break;
        }
        let name = bench.long(block + NAME_PTR);
        let len = u32::from(bench.byte(name));
        found.push((
            bench.bytes(name + 1, len),
            bench.int(block + V_REF_NUM),
            bench.word(block + 38) & 0x80,
            bench.int(block + 66),
        ));
    }
    assert_eq!(
        found,
        [
            (b"Macintosh HD".to_vec(), -1, 0, 1),
            (b"Floppy".to_vec(), -2, 0, 2),
            (b"Pictures".to_vec(), -3, 0x80, 3)
        ]
    );
    let floppy = self::block(&mut bench, 0, 0, b"floppy:");
    bench.put_word(floppy + INDEX, -1_i16 as u16);
    assert_eq!(bench.block_call(GET_V_INFO, floppy), 0);
    let bytes = u32::from(bench.word(floppy + 46)) * bench.long(floppy + 48);
    assert_eq!((bench.int(floppy + V_REF_NUM), bytes), (-2, 1_440 << 10));
}

#[test]
fn the_drive_queue_has_a_drive_for_each() {
    let bench = bench();
    let mut element = bench.long(low::DRIVE_QUEUE + 2);
    let mut drives = Vec::new();
    while element != 0 {
        drives.push((
            bench.int(element + 6),
            bench.byte(element - 4),
            bench.byte(element - 3),
        ));
        if bench.long(element) == 0 {
            assert_eq!(bench.long(low::DRIVE_QUEUE + 6), element, "qTail");
        }
        element = bench.long(element);
    }
    assert_eq!(drives, [(1, 0, 8), (2, 0, 1), (3, 0x80, 1)]);
}

#[test]
fn a_name_is_looked_for_on_the_volume_that_the_call_means() {
    let mut bench = bench();
    assert_eq!(create(&mut bench, -2, b"By Number"), 0);
    assert_eq!(create(&mut bench, 2, b"By Drive"), 0);
    assert_eq!(
        create(&mut bench, -1, b"Floppy:By Path"),
        0,
        "the path alone counts"
    );
    for name in [&b"By Number"[..], b"By Drive", b"By Path"] {
        assert!(exists(&mut bench, -2, name));
        assert!(!exists(&mut bench, 0, name), "the default volume is the other");
    }
    assert!(exists(&mut bench, 0, b"FLOPPY:by path"));
    assert_eq!(create(&mut bench, 4, b"No Drive"), -35, "nsvErr");
    assert_eq!(create(&mut bench, 0, b"Nowhere:No Volume"), -35, "nsvErr");
}

#[test]
fn nothing_is_moved_or_exchanged_between_volumes() {
    let mut bench = bench();
    create(&mut bench, -1, b"Here");
    create(&mut bench, -2, b"There");
    let folder = block(&mut bench, -2, ROOT, b"Folder");
    assert_eq!(bench.block_select(DISPATCH, DIR_CREATE, folder), 0);
    let target = bench.string(b"Floppy:Folder");
    let here = block(&mut bench, -1, ROOT, b"Here");
    bench.put_long(here + MISC, target);
    assert_eq!(bench.block_select(DISPATCH, CAT_MOVE, here), -50, "paramErr");
    let other = bench.string(b"Floppy:There");
    bench.put_long(here + MISC, other);
    assert_eq!(bench.block_select(DISPATCH, EXCHANGE, here), -50, "paramErr");
}

#[test]
fn a_locked_disk_is_read_and_not_written() {
    let mut bench = bench();
    assert_eq!(create(&mut bench, -3, b"New"), -44, "wPrErr");
    let now = bench.machine.seconds();
    let pictures = bench.machine.mounted_mut(-3).expect("it is mounted");
    pictures.create_file(ROOT, b"Old", now).expect("room for it");
    let old = block(&mut bench, -3, ROOT, b"Old");
    bench.put_byte(old + PERMISSION, 3);
    assert_eq!(bench.block_select(DISPATCH, OPEN_DF, old), -44, "wPrErr");
    bench.put_byte(old + PERMISSION, 1);
    assert_eq!(bench.block_select(DISPATCH, OPEN_DF, old), 0);
    bench.put_long(old + NAME_PTR, 0);
    assert_eq!(bench.block_call(FLUSH_VOL, old), 0, "there is nothing to write");
}

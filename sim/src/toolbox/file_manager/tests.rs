//! Calls of the File Manager, one after the other, on the volume of a fresh machine.

use super::parameter_block::*;
use crate::fault::{DiskFailure, Fault};
use crate::profile::Profile;
use crate::testing::Bench;
use crate::testing::Slot::{self, Long, Word};

const OPEN: u16 = 0xA200;
const CLOSE: u16 = 0xA001;
const READ: u16 = 0xA002;
const WRITE: u16 = 0xA003;
const CREATE: u16 = 0xA208;
const DELETE: u16 = 0xA209;
const OPEN_RF: u16 = 0xA20A;
const RENAME: u16 = 0xA20B;
const GET_F_INFO: u16 = 0xA20C;
const SET_F_INFO: u16 = 0xA20D;
const SET_F_LOCK: u16 = 0xA241;
const RST_F_LOCK: u16 = 0xA242;
const FLUSH_VOL: u16 = 0xA013;
const FLUSH_FILE: u16 = 0xA045;
const SET_EOF: u16 = 0xA012;
const GET_V_INFO: u16 = 0xA207;
const DISPATCH: u16 = 0xA260;
const CAT_MOVE: u32 = 5;
const DIR_CREATE: u32 = 6;
const GET_CAT_INFO: u32 = 9;
const SET_CAT_INFO: u32 = 10;
const EXCHANGE: u32 = 23;
const OPEN_DF: u32 = 26;

const ROOT: u32 = 2;

/// A parameter block with a folder and a name, and room for any of them.
fn block(bench: &mut Bench, folder: u32, name: &[u8]) -> u32 {
    let block = bench.room(128);
    let name = bench.string(name);
    bench.put_long(block + NAME_PTR, name);
    bench.put_long(block + DIR_ID, folder);
    block
}

fn create(bench: &mut Bench, folder: u32, name: &[u8]) -> i16 {
    let block = block(bench, folder, name);
    bench.block_call(CREATE, block)
}

/// Opens a fork for reading and writing; result and reference number.
fn open(bench: &mut Bench, name: &[u8], fork: u16) -> (i16, u16) {
    let block = block(bench, ROOT, name);
    bench.put_byte(block + PERMISSION, 3);
    let result = match fork {
        DISPATCH => bench.block_select(DISPATCH, OPEN_DF, block),
        word => bench.block_call(word, block),
    };
    (result, bench.word(block + REF_NUM))
}

/// Reads or writes at the mark; result and the count that was done.
fn transfer(bench: &mut Bench, word: u16, ref_num: u16, buffer: u32, count: u32) -> (i16, u32) {
    let block = bench.room(64);
    bench.put_word(block + REF_NUM, ref_num);
    bench.put_long(block + BUFFER, buffer);
    bench.put_long(block + REQUEST_COUNT, count);
    let result = bench.block_call(word, block);
    (result, bench.long(block + ACTUAL_COUNT))
}

fn close(bench: &mut Bench, ref_num: u16) -> i16 {
    let block = bench.room(64);
    bench.put_word(block + REF_NUM, ref_num);
    bench.block_call(CLOSE, block)
}

fn cat_info(bench: &mut Bench, folder: u32, name: &[u8]) -> (i16, u32) {
    let block = block(bench, folder, name);
    (bench.block_select(DISPATCH, GET_CAT_INFO, block), block)
}

fn high_level(bench: &mut Bench, selector: u32, arguments: &[Slot]) -> i16 {
    bench.machine.cpu.set_d(0, selector);
    bench.tool(0xAA52, arguments, Some(Word(0))) as i16
}

#[test]
fn both_forks_are_written_and_read_back() {
    for profile in [Profile::Plus, Profile::Iici] {
        let mut bench = Bench::new(profile);
        assert_eq!(create(&mut bench, ROOT, b"New"), 0);
        let buffer = bench.room(64);
        for (fork, text) in [(DISPATCH, &b"data fork"[..]), (OPEN_RF, b"resource")] {
            let (result, ref_num) = open(&mut bench, b"New", fork);
            assert_eq!(result, 0);
            bench.put_bytes(buffer, text);
            assert_eq!(
                transfer(&mut bench, WRITE, ref_num, buffer, text.len() as u32),
                (0, text.len() as u32)
            );
            assert_eq!(close(&mut bench, ref_num), 0);
            assert_eq!(close(&mut bench, ref_num), -51, "rfNumErr");
            let (_, again) = open(&mut bench, b"NEW", fork);
            bench.put_bytes(buffer, &[0; 16]);
            assert_eq!(
                transfer(&mut bench, READ, again, buffer, 50),
                (-39, text.len() as u32),
                "eofErr"
            );
            assert_eq!(bench.bytes(buffer, text.len() as u32), text);
            close(&mut bench, again);
        }
        let (result, info) = cat_info(&mut bench, ROOT, b"New");
        assert_eq!(
            (
                result,
                bench.long(info + DATA_LEN),
                bench.long(info + RESOURCE_LEN)
            ),
            (0, 9, 8)
        );
    }
}

#[test]
fn what_is_wrong_has_its_own_code() {
    let mut bench = Bench::new(Profile::Iici);
    assert_eq!(create(&mut bench, ROOT, b"Read Me"), -48, "dupFNErr");
    assert_eq!(
        create(&mut bench, ROOT, b"a name of thirty-two characters!"),
        -37,
        "bdNamErr"
    );
    assert_eq!(create(&mut bench, 9999, b"x"), -120, "dirNFErr");
    assert_eq!(open(&mut bench, b"Nowhere", OPEN).0, -43, "fnfErr");
    assert_eq!(open(&mut bench, b":No:File", OPEN).0, -120, "dirNFErr");
    let (_, first) = open(&mut bench, b"Read Me", OPEN);
    assert_eq!(
        open(&mut bench, b"Read Me", OPEN),
        (-49, first),
        "opWrErr, with the path in the way"
    );
    let target = block(&mut bench, ROOT, b"Read Me");
    assert_eq!(bench.block_call(DELETE, target), -47, "fBsyErr");
    let folder = block(&mut bench, ROOT, b"System Folder");
    assert_eq!(bench.block_call(DELETE, folder), -47, "fBsyErr");
    assert_eq!(bench.block_call(GET_F_INFO, folder), -43, "fnfErr for a folder");
    let volume = block(&mut bench, ROOT, b"");
    bench.put_word(volume + V_REF_NUM, 7);
    assert_eq!(bench.block_call(GET_V_INFO, volume), -35, "nsvErr");
}

#[test]
fn the_nth_write_fails_and_nothing_is_written_by_it() {
    let mut bench = Bench::new(Profile::Iici);
    create(&mut bench, ROOT, b"New");
    let (_, ref_num) = open(&mut bench, b"New", DISPATCH);
    let buffer = bench.room(100);
    for (error, code) in [(DiskFailure::Medium, -36), (DiskFailure::Full, -34)] {
        bench
            .machine
            .fault(Fault::DiskWrite { nth: 2, error })
            .expect("it can be switched on");
        assert_eq!(transfer(&mut bench, WRITE, ref_num, buffer, 100), (0, 100));
        assert_eq!(transfer(&mut bench, WRITE, ref_num, buffer, 100), (code, 0));
        assert_eq!(transfer(&mut bench, WRITE, ref_num, buffer, 100), (0, 100));
    }
    let (_, info) = cat_info(&mut bench, ROOT, b"New");
    assert_eq!(bench.long(info + DATA_LEN), 400);
}

/// What fails when its write to the disk does, and then works: so it has changed nothing the first time.
fn fails_once(bench: &mut Bench, what: &str, mut call: impl FnMut(&mut Bench) -> i16) {
    let error = DiskFailure::Medium;
    bench
        .machine
        .fault(Fault::DiskWrite { nth: 1, error })
        .expect("it can be switched on");
    assert_eq!(call(bench), -36, "{what}: ioErr");
    assert_eq!(call(bench), 0, "{what}");
}

#[test]
fn every_call_that_changes_the_disk_counts_as_a_write() {
    let mut bench = Bench::new(Profile::Plus);
    let bench = &mut bench;
    fails_once(bench, "Create", |bench| create(bench, ROOT, b"New"));
    let folder = block(bench, ROOT, b"Folder");
    fails_once(bench, "DirCreate", |bench| {
        bench.put_long(folder + DIR_ID, ROOT);
        bench.block_select(DISPATCH, DIR_CREATE, folder)
    });
    let folder_id = bench.long(folder + DIR_ID);

    let (_, ref_num) = open(bench, b"New", DISPATCH);
    let fork = bench.room(64);
    bench.put_word(fork + REF_NUM, ref_num);
    bench.put_long(fork + MISC, 10);
    for (name, word) in [("SetEOF", SET_EOF), ("FlushFile", FLUSH_FILE)] {
        fails_once(bench, name, |bench| bench.block_call(word, fork));
    }
    let error = DiskFailure::Full;
    bench
        .machine
        .fault(Fault::DiskWrite { nth: 1, error })
        .expect("it can be switched on");
    assert_eq!(close(bench, ref_num), -34, "dskFulErr");
    assert_eq!(close(bench, ref_num), -51, "rfNumErr: it is closed all the same");

    let (_, info) = cat_info(bench, ROOT, b"New");
    let (file, spec) = (block(bench, ROOT, b"New"), bench.room(70));
    for (name, word) in [
        ("SetFInfo", SET_F_INFO),
        ("SetFLock", SET_F_LOCK),
        ("RstFLock", RST_F_LOCK),
    ] {
        fails_once(bench, name, |bench| bench.block_call(word, file));
    }
    fails_once(bench, "SetCatInfo", |bench| {
        bench.put_long(info + DIR_ID, ROOT);
        bench.block_select(DISPATCH, SET_CAT_INFO, info)
    });
    let (two, other) = (bench.string(b"Two"), bench.string(b"Read Me"));
    bench.put_long(file + MISC, two);
    fails_once(bench, "Rename", |bench| bench.block_call(RENAME, file));
    let file = block(bench, ROOT, b"Two");
    bench.put_long(file + MISC, other);
    fails_once(bench, "ExchangeFiles", |bench| {
        bench.block_select(DISPATCH, EXCHANGE, file)
    });
    bench.put_long(file + MISC, 0);
    bench.put_long(file + NEW_DIR_ID, folder_id);
    fails_once(bench, "CatMove", |bench| {
        bench.block_select(DISPATCH, CAT_MOVE, file)
    });
    bench.put_long(file + DIR_ID, folder_id);
    fails_once(bench, "Delete", |bench| bench.block_call(DELETE, file));
    fails_once(bench, "FlushVol", |bench| bench.block_call(FLUSH_VOL, fork));

    bench.put_word(spec, u16::MAX);
    bench.put_long(spec + 2, ROOT);
    bench.put_bytes(spec + 6, b"\x04Spec");
    let create = [Long(spec), Long(0), Long(0), Word(0)];
    fails_once(bench, "FSpCreate", |bench| high_level(bench, 4, &create));
    let finder_info = bench.room(16);
    for (name, selector, arguments) in [
        ("FSpSetFInfo", 8, &[Long(spec), Long(finder_info)][..]),
        ("FSpDelete", 6, &[Long(spec)]),
    ] {
        fails_once(bench, name, |bench| high_level(bench, selector, arguments));
    }
}

#[test]
fn a_full_volume_refuses_and_gives_a_reservation_back() {
    let mut bench = Bench::new(Profile::Iici);
    create(&mut bench, ROOT, b"Big");
    let (_, ref_num) = open(&mut bench, b"Big", DISPATCH);
    let block = bench.room(64);
    bench.put_word(block + REF_NUM, ref_num);
    let free = bench.machine.volume.free_blocks();
    let room = free * bench.machine.volume.block_len();
    bench.put_long(block + MISC, room + 1);
    assert_eq!(bench.block_call(SET_EOF, block), -34, "dskFulErr");
    bench.put_long(block + MISC, room);
    assert_eq!(bench.block_call(SET_EOF, block), 0);
    assert_eq!(bench.machine.volume.free_blocks(), 0);
    bench.put_long(block + MISC, 0);
    assert_eq!(bench.block_call(SET_EOF, block), 0);
    assert_eq!(bench.machine.volume.free_blocks(), free);
}

#[test]
fn a_folder_is_listed_by_index_without_regard_to_case() {
    let mut bench = Bench::new(Profile::Iici);
    let folder = block(&mut bench, ROOT, b"List");
    assert_eq!(bench.block_select(DISPATCH, DIR_CREATE, folder), 0);
    let id = bench.long(folder + DIR_ID);
    for name in [&b"beta"[..], b"Alpha", b"GAMMA"] {
        assert_eq!(create(&mut bench, id, name), 0);
    }
    let info = block(&mut bench, id, b"");
    let name_at = bench.long(info + NAME_PTR);
    let mut names = Vec::new();
    for index in 1.. {
        bench.put_word(info + INDEX, index);
        bench.put_long(info + DIR_ID, id);
        if bench.block_select(DISPATCH, GET_CAT_INFO, info) != 0 {
            break;
        }
        let len = u32::from(bench.byte(name_at));
        names.push(bench.bytes(name_at + 1, len));
    }
    assert_eq!(names, [&b"Alpha"[..], b"beta", b"GAMMA"]);
    bench.put_word(info + INDEX, -1_i16 as u16);
    bench.put_long(info + DIR_ID, id);
    assert_eq!(bench.block_select(DISPATCH, GET_CAT_INFO, info), 0);
    assert_eq!(
        (bench.word(info + FILE_COUNT), bench.long(info + PARENT_ID)),
        (3, ROOT)
    );
    assert_eq!(bench.bytes(name_at + 1, 4), b"List");
}

#[test]
fn finder_information_and_dates_are_kept() {
    let mut bench = Bench::new(Profile::Iici);
    let (_, info) = cat_info(&mut bench, ROOT, b"Read Me");
    bench.put_long(info + DIR_ID, ROOT);
    bench.put_bytes(info + FINDER_INFO, b"ABCDefgh\x40\x00");
    bench.put_bytes(info + EXTENDED_FINDER_INFO, &[7; 16]);
    bench.put_long(info + MODIFIED, 12345);
    assert_eq!(bench.block_select(DISPATCH, SET_CAT_INFO, info), 0);
    let (_, again) = cat_info(&mut bench, ROOT, b"Read Me");
    assert_eq!(bench.bytes(again + FINDER_INFO, 10), b"ABCDefgh\x40\x00");
    assert_eq!(
        (
            bench.byte(again + EXTENDED_FINDER_INFO),
            bench.long(again + MODIFIED)
        ),
        (7, 12345)
    );
}

#[test]
fn files_move_are_renamed_and_exchange_their_contents() {
    let mut bench = Bench::new(Profile::Iici);
    let folder = block(&mut bench, ROOT, b"Documents");
    bench.put_word(folder + INDEX, 0);
    assert_eq!(bench.block_select(DISPATCH, GET_CAT_INFO, folder), 0);
    let documents = bench.long(folder + DIR_ID);
    create(&mut bench, ROOT, b"One");
    let rename = block(&mut bench, ROOT, b"One");
    let new_name = bench.string(b"Two");
    bench.put_long(rename + MISC, new_name);
    assert_eq!(bench.block_call(RENAME, rename), 0);
    let (_, ref_num) = open(&mut bench, b"Two", DISPATCH);
    let buffer = bench.room(4);
    transfer(&mut bench, WRITE, ref_num, buffer, 4);
    let exchange = block(&mut bench, ROOT, b"Two");
    let other = bench.string(b"Read Me");
    bench.put_long(exchange + MISC, other);
    bench.put_long(exchange + NEW_DIR_ID, ROOT);
    assert_eq!(bench.block_select(DISPATCH, EXCHANGE, exchange), 0);
    let (_, info) = cat_info(&mut bench, ROOT, b"Read Me");
    assert_eq!(bench.long(info + DATA_LEN), 4);
    transfer(&mut bench, WRITE, ref_num, buffer, 4);
    let (_, info) = cat_info(&mut bench, ROOT, b"Read Me");
    assert_eq!(
        bench.long(info + DATA_LEN),
        8,
        "the open path follows the contents"
    );
    close(&mut bench, ref_num);
    let moving = block(&mut bench, ROOT, b"Two");
    bench.put_long(moving + NEW_DIR_ID, documents);
    assert_eq!(bench.block_select(DISPATCH, CAT_MOVE, moving), 0);
    assert_eq!(cat_info(&mut bench, ROOT, b"Two").0, -43);
    assert_eq!(cat_info(&mut bench, documents, b"Two").0, 0);
}

#[test]
fn a_completion_routine_is_called_at_interrupt_time() {
    let mut bench = Bench::new(Profile::Iici);
    let counter = bench.room(4);
    let routine = bench.counting_routine(counter);
    let flush = bench.room(64);
    bench.put_long(flush + COMPLETION, routine);
    assert_eq!(bench.block_call(0xA413, flush), 0);
    assert_eq!((bench.int(flush + RESULT), bench.long(counter)), (0, 0));
    bench.pass(1);
    assert_eq!(bench.long(counter), 1);
}

#[test]
fn an_fs_spec_names_what_need_not_exist() {
    let mut bench = Bench::new(Profile::Iici);
    let spec = bench.room(70);
    let name = bench.string(b"Macintosh HD:Documents:New");
    let make = [Word(0), Long(0), Long(name), Long(spec)];
    assert_eq!(high_level(&mut bench, 1, &make), -43, "fnfErr");
    assert_eq!(bench.bytes(spec + 6, 4), b"\x03New");
    let create = [Long(spec), Long(0x4142_4344), Long(0x5445_5854), Word(0)];
    assert_eq!(high_level(&mut bench, 4, &create), 0);
    assert_eq!(high_level(&mut bench, 4, &create), -48, "dupFNErr");
    assert_eq!(high_level(&mut bench, 1, &make), 0);
    let info = bench.room(16);
    assert_eq!(high_level(&mut bench, 7, &[Long(spec), Long(info)]), 0);
    assert_eq!(bench.bytes(info, 8), b"TEXTABCD");
    assert_eq!(high_level(&mut bench, 6, &[Long(spec)]), 0);
    assert_eq!(high_level(&mut bench, 6, &[Long(spec)]), -43);
}

#[test]
fn special_folders_are_found_and_made() {
    let mut bench = Bench::new(Profile::Iici);
    let (volume_at, folder_at) = (bench.room(2), bench.room(4));
    let find = |bench: &mut Bench, folder: &[u8; 4], create: u16| {
        bench.machine.cpu.set_d(0, 0);
        let folder = Long(u32::from_be_bytes(*folder));
        let arguments = [
            Word(0x8000),
            folder,
            Word(create),
            Long(volume_at),
            Long(folder_at),
        ];
        bench.tool(0xA823, &arguments, Some(Word(0))) as i16
    };
    assert_eq!(find(&mut bench, b"pref", 0), 0);
    let preferences = bench.long(folder_at);
    assert_eq!(cat_info(&mut bench, preferences, b"mc-agent Preferences").0, 0);
    assert_eq!(find(&mut bench, b"temp", 0), -43);
    assert_eq!(find(&mut bench, b"temp", 0x0100), 0);
    assert_eq!(find(&mut bench, b"none", 0), -43);
}

#[test]
fn a_control_block_tells_of_an_open_fork() {
    let mut bench = Bench::new(Profile::Plus);
    let (_, ref_num) = open(&mut bench, b"Read Me", DISPATCH);
    let block = bench.room(64);
    let name = bench.string(b"");
    bench.put_long(block + NAME_PTR, name);
    bench.put_word(block + REF_NUM, ref_num);
    assert_eq!(bench.block_select(DISPATCH, 8, block), 0);
    let len = bench.long(block + 40);
    assert_eq!(bench.bytes(name, 8), b"\x07Read Me");
    assert_eq!((bench.int(block + 52), bench.long(block + 58)), (-1, ROOT));
    assert_eq!(bench.word(block + 36), 0x100, "the data fork, for writing");
    let (_, info) = cat_info(&mut bench, ROOT, b"Read Me");
    assert_eq!(bench.long(info + DATA_LEN), len);
    assert_eq!(bench.long(info + DIR_ID), bench.long(block + 32));
    bench.put_word(block + REF_NUM, 0x7000);
    assert_eq!(bench.block_select(DISPATCH, 8, block), -51, "rfNumErr");
    bench.put_word(block + INDEX, 99);
    assert_eq!(bench.block_select(DISPATCH, 8, block), -38, "fnOpnErr");
}

//! Descriptors, lists and records.

use super::{Desk, call, code};
use crate::bomb::{Cause, Stop};
use crate::fault::Fault;
use crate::testing::Slot::{Long, Word};

const MEMORY_FULL: i16 = -108;
const COERCION_FAIL: i16 = -1700;
const NOT_FOUND: i16 = -1701;
const WRONG_DATA_TYPE: i16 = -1703;
const ILLEGAL_INDEX: i16 = -1719;

#[test]
fn a_descriptor_holds_its_bytes_until_it_is_disposed_of() {
    let mut desk = Desk::new();
    let free = desk.free();
    let at = desk.desc(b"TEXT", b"hello");
    assert_eq!(desk.bench.bytes(at, 4), b"TEXT");
    let handle = desk.bench.long(at + 4);
    let data = desk.bench.machine.memory.strip(desk.bench.long(handle));
    assert_eq!(desk.bench.bytes(data, 5), b"hello");
    assert!(desk.free() < free);
    desk.dispose(at);
    assert_eq!(
        (desk.bench.bytes(at, 4), desk.bench.long(at + 4)),
        (b"null".to_vec(), 0)
    );
    desk.dispose(at);
}

#[test]
fn a_copy_of_a_disposed_descriptor_is_a_bomb() {
    let mut desk = Desk::new();
    let at = desk.desc(b"TEXT", b"hello");
    let copy = desk.room();
    let record = desk.bench.bytes(at, 8);
    desk.bench.put_bytes(copy, &record);
    desk.dispose(at);
    let result = desk.room();
    for (selector, arguments) in [
        (0x0204, vec![Long(copy)]),
        (0x0405, vec![Long(copy), Long(result)]),
    ] {
        desk.bench.machine.cpu.set_d(0, selector);
        let bomb = desk.bench.try_tool(0xA816, &arguments, Some(Word(0)));
        assert!(
            matches!(bomb, Err(Stop::Bomb(Cause::BrokenRule { .. }))),
            "selector {selector:04X}: {bomb:?}"
        );
    }
}

#[test]
fn values_are_coerced_on_the_way() {
    let mut desk = Desk::new();
    let text = desk.desc(b"TEXT", b"-17");
    let result = desk.room();
    assert_eq!(
        call(
            &mut desk.bench,
            0x0603,
            &[Long(text), code(b"long"), Long(result)]
        ),
        0
    );
    let handle = desk.bench.long(result + 4);
    let data = desk.bench.machine.memory.strip(desk.bench.long(handle));
    assert_eq!(desk.bench.long(data) as i32, -17);
    let refused = call(
        &mut desk.bench,
        0x0603,
        &[Long(text), code(b"obj "), Long(result)],
    );
    assert_eq!(
        (refused, desk.bench.bytes(result, 4)),
        (COERCION_FAIL, b"null".to_vec())
    );
    let arguments = [code(b"TEXT"), Long(0), Long(0), code(b"long"), Long(result)];
    assert_eq!(
        call(&mut desk.bench, 0x0A02, &arguments),
        COERCION_FAIL,
        "AECoercePtr of no digits"
    );
}

#[test]
fn a_list_is_put_together_and_read_by_index() {
    let mut desk = Desk::new();
    let list = desk.list(false);
    let item = desk.desc(b"long", &[0, 0, 0, 9]);
    let put =
        |desk: &mut Desk, index: u32| call(&mut desk.bench, 0x0609, &[Long(list), Long(index), Long(item)]);
    assert_eq!(
        (put(&mut desk, 0), put(&mut desk, 2), put(&mut desk, 1)),
        (0, 0, 0)
    );
    assert_eq!(put(&mut desk, 4), ILLEGAL_INDEX);
    let count_at = desk.bench.room(4);
    assert_eq!(call(&mut desk.bench, 0x0407, &[Long(list), Long(count_at)]), 0);
    assert_eq!(desk.bench.long(count_at), 2);
    let room = desk.bench.room(32);
    let nth = |desk: &mut Desk, index: u32| {
        let arguments = [
            Long(list),
            Long(index),
            code(b"TEXT"),
            Long(room),
            Long(room + 4),
            Long(room + 8),
            Long(8),
            Long(room + 16),
        ];
        call(&mut desk.bench, 0x100A, &arguments)
    };
    assert_eq!(nth(&mut desk, 2), 0);
    assert_eq!(
        (desk.bench.bytes(room, 9), desk.bench.long(room + 16)),
        (b"****TEXT9".to_vec(), 1)
    );
    assert_eq!((nth(&mut desk, 3), nth(&mut desk, 0)), (NOT_FOUND, NOT_FOUND));
    assert_eq!(
        call(&mut desk.bench, 0x040E, &[Long(list), Long(1)]),
        0,
        "AEDeleteItem"
    );
    assert_eq!(nth(&mut desk, 2), NOT_FOUND);
    assert_eq!(desk.put_key(list, b"----", b"TEXT", b"x"), WRONG_DATA_TYPE);
}

#[test]
fn a_record_keeps_one_value_for_each_keyword() {
    let mut desk = Desk::new();
    let record = desk.list(true);
    assert_eq!(desk.put_key(record, b"name", b"TEXT", b"first"), 0);
    assert_eq!(desk.put_key(record, b"size", b"shor", &[0, 3]), 0);
    assert_eq!(desk.put_key(record, b"name", b"TEXT", b"second"), 0);
    assert_eq!(
        desk.get_key(record, b"name", b"****"),
        Ok((*b"TEXT", b"second".to_vec(), 6))
    );
    assert_eq!(
        desk.get_key(record, b"size", b"long"),
        Ok((*b"long", vec![0, 0, 0, 3], 4))
    );
    assert_eq!(desk.get_key(record, b"kind", b"****"), Err(NOT_FOUND));
    assert_eq!(desk.get_key(record, b"name", b"long"), Err(COERCION_FAIL));
    assert_eq!(call(&mut desk.bench, 0x0413, &[Long(record), code(b"name")]), 0);
    assert_eq!(desk.get_key(record, b"name", b"****"), Err(NOT_FOUND));
    assert_eq!(
        call(&mut desk.bench, 0x0413, &[Long(record), code(b"name")]),
        NOT_FOUND
    );
}

#[test]
fn what_does_not_fit_a_buffer_is_cut_off_and_its_size_told() {
    let mut desk = Desk::new();
    let record = desk.list(true);
    assert_eq!(desk.put_key(record, b"name", b"TEXT", &[b'x'; 100]), 0);
    let (_, data, size) = desk.get_key(record, b"name", b"TEXT").expect("a text");
    assert_eq!((data, size), (vec![b'x'; 64], 100));
}

#[test]
fn records_lie_in_lists_and_become_object_specifiers() {
    let mut desk = Desk::new();
    let (list, record) = (desk.list(false), desk.list(true));
    assert_eq!(desk.put_key(record, b"want", b"type", b"file"), 0);
    let specifier = desk.room();
    let coerced = call(
        &mut desk.bench,
        0x0603,
        &[Long(record), code(b"obj "), Long(specifier)],
    );
    assert_eq!((coerced, desk.bench.bytes(specifier, 4)), (0, b"obj ".to_vec()));
    assert_eq!(
        call(&mut desk.bench, 0x0609, &[Long(list), Long(0), Long(specifier)]),
        0
    );
    let (found, keyword) = (desk.room(), desk.bench.room(4));
    let arguments = [Long(list), Long(1), code(b"reco"), Long(keyword), Long(found)];
    assert_eq!(call(&mut desk.bench, 0x0A0B, &arguments), 0, "AEGetNthDesc");
    assert_eq!(
        desk.get_key(found, b"want", b"type"),
        Ok((*b"type", b"file".to_vec(), 4))
    );
}

#[test]
fn without_memory_a_call_says_so_and_nothing_is_lost() {
    let mut desk = Desk::new();
    let record = desk.list(true);
    assert_eq!(desk.put_key(record, b"name", b"TEXT", b"kept"), 0);
    let free = desk.free();
    let found = desk.room();
    let before = desk.free();
    desk.bench
        .machine
        .fault(Fault::Allocation { nth: 1 })
        .expect("it can be switched on");
    assert_eq!(desk.put_key(record, b"more", b"TEXT", b"lost"), MEMORY_FULL);
    desk.bench
        .machine
        .fault(Fault::Allocation { nth: 1 })
        .expect("it can be switched on");
    let arguments = [Long(record), code(b"name"), code(b"TEXT"), Long(found)];
    assert_eq!(
        call(&mut desk.bench, 0x0812, &arguments),
        MEMORY_FULL,
        "AEGetKeyDesc"
    );
    assert_eq!(
        (desk.bench.bytes(found, 4), desk.free()),
        (b"null".to_vec(), before)
    );
    assert!(free >= before);
    assert_eq!(
        desk.get_key(record, b"name", b"TEXT"),
        Ok((*b"TEXT", b"kept".to_vec(), 4))
    );
}

#[test]
fn an_unknown_selector_is_a_bomb_that_names_it() {
    let mut desk = Desk::new();
    desk.bench.machine.cpu.set_d(0, 0x0777);
    let bomb = desk.bench.tool_bomb(0xA816, &[], Some(Word(0)));
    assert_eq!(
        bomb,
        Cause::UnknownSelector {
            trap: "Pack8",
            selector: 0x777
        }
    );
}

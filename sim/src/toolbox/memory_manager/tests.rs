//! The Memory Manager's traps.

use crate::bomb::{Cause, Stop};
use crate::fault::Fault;
use crate::low_memory as low;
use crate::profile::Profile;
use crate::testing::{Bench, Slot::Long, Slot::Word};

const NEW_PTR: u16 = 0xA11E;
const NEW_PTR_CLEAR: u16 = 0xA31E;
const DISPOSE_PTR: u16 = 0xA01F;
const FREE_MEM: u16 = 0xA01C;
const NEW_HANDLE: u16 = 0xA122;
const DISPOSE_HANDLE: u16 = 0xA023;
const SET_HANDLE_SIZE: u16 = 0xA024;
const GET_HANDLE_SIZE: u16 = 0xA025;
const H_LOCK: u16 = 0xA029;
const H_GET_STATE: u16 = 0xA069;
const BLOCK_MOVE: u16 = 0xA02E;
const OS_DISPATCH: u16 = 0xA88F;

fn result(bench: &Bench) -> (i16, i16) {
    (
        bench.machine.cpu.d(0) as i16,
        bench.machine.memory.get(low::MEM_ERR) as i16,
    )
}

#[test]
fn a_new_block_holds_noise_unless_it_is_to_be_cleared() {
    let mut bench = Bench::new(Profile::Plus);
    let (noisy, _) = bench.os(NEW_PTR, 0, 8);
    assert_ne!(bench.bytes(noisy, 8), [0; 8]);
    let (clear, _) = bench.os(NEW_PTR_CLEAR, 0, 8);
    assert_eq!(bench.bytes(clear, 8), [0; 8]);
    let free = bench.os(FREE_MEM, 0, 0).1;
    bench.os(DISPOSE_PTR, clear, 0);
    assert!(bench.os(FREE_MEM, 0, 0).1 > free);
}

#[test]
fn what_does_not_fit_is_refused_with_mem_full() {
    let mut bench = Bench::new(Profile::Iici);
    let (pointer, _) = bench.os(NEW_PTR, 0, 1 << 20);
    assert_eq!((pointer, result(&bench)), (0, (-108, -108)));
    let (handle, _) = bench.os(NEW_HANDLE, 0, 16);
    bench.os(SET_HANDLE_SIZE, handle, 1 << 20);
    assert_eq!(result(&bench), (-108, -108));
    assert_eq!(bench.os(GET_HANDLE_SIZE, handle, 0).1, 16);
}

#[test]
fn the_nth_allocation_fails_on_request() {
    let mut bench = Bench::new(Profile::Iici);
    bench
        .machine
        .fault(Fault::Allocation { nth: 2 })
        .expect("it can be switched on");
    assert_ne!(bench.os(NEW_PTR, 0, 8).0, 0);
    assert_eq!(bench.os(NEW_HANDLE, 0, 8).0, 0);
    assert_ne!(bench.os(NEW_HANDLE, 0, 8).0, 0);
}

#[test]
fn a_lock_shows_in_the_state() {
    let mut bench = Bench::new(Profile::Quadra);
    let (handle, _) = bench.os(NEW_HANDLE, 0, 8);
    bench.os(H_LOCK, handle, 0);
    assert_eq!(bench.os(H_GET_STATE, handle, 0).1, 0x80);
    assert_eq!(
        bench.long(handle) >> 24,
        0,
        "with 32-bit addressing the master pointer is clean"
    );
}

#[test]
fn temporary_memory_is_beside_the_applications_heap() {
    let mut bench = Bench::new(Profile::Iici);
    let result_at = bench.room(2);
    let free = bench.os(FREE_MEM, 0, 0).1;
    let arguments = [Long(1 << 20), Long(result_at), Word(0x1D)];
    let handle = bench.tool(OS_DISPATCH, &arguments, Some(Long(0)));
    assert_eq!((bench.int(result_at), bench.os(FREE_MEM, 0, 0).1), (0, free));
    assert_eq!(bench.os(GET_HANDLE_SIZE, handle, 0).1, 1 << 20);
    assert_eq!(bench.os(DISPOSE_HANDLE, handle, 0).1, 0);
    let too_much = [Long(64 << 20), Long(result_at), Word(0x1D)];
    assert_eq!(bench.tool(OS_DISPATCH, &too_much, Some(Long(0))), 0);
    assert_eq!(bench.int(result_at), -108);
}

#[test]
fn blocks_that_overlap_are_moved_whole() {
    let mut bench = Bench::new(Profile::Plus);
    let (at, _) = bench.os(NEW_PTR, 0, 16);
    bench.put_bytes(at, b"0123456789");
    bench.machine.cpu.set_a(1, at + 3);
    bench.os(BLOCK_MOVE, at, 7);
    assert_eq!(bench.bytes(at, 10), b"0120123456");
}

#[test]
fn registers_come_back_as_the_conventions_say() {
    let mut bench = Bench::new(Profile::Iici);
    bench.machine.cpu.set_d(1, 0x1111);
    bench.machine.cpu.set_a(1, 0x2222);
    bench.os(NEW_PTR, 0, 8);
    assert_eq!((bench.machine.cpu.d(1), bench.machine.cpu.a(1)), (0x1111, 0x2222));
    bench.tool(0xA975, &[], Some(Long(0)));
    assert_ne!((bench.machine.cpu.d(1), bench.machine.cpu.a(1)), (0x1111, 0x2222));
}

#[test]
fn allocating_at_interrupt_time_is_a_bomb() {
    let mut bench = Bench::new(Profile::Iici);
    // MOVEQ #8,D0; _NewPtr; RTS, as a Time Manager task.
    let routine = bench.code(&[0x7008, NEW_PTR, 0x4E75]);
    let record = bench.room(22);
    bench.put_long(record + 6, routine);
    bench.os(0xA058, record, 0);
    bench.os(0xA05A, record, 1);
    bench.machine.clock.advance(1_000_000);
    let outcome = bench.machine.interrupts();
    assert!(
        matches!(outcome, Err(Stop::Bomb(Cause::BrokenRule { trap: "NewPtr", .. }))),
        "{outcome:?}"
    );
}

#[test]
fn a_background_only_application_must_ask_for_its_stack() {
    const SET_APPL_LIMIT: u16 = 0xA02D;
    const MAX_APPL_ZONE: u16 = 0xA063;
    for (profile, default_stack) in [(Profile::Plus, 8 << 10), (Profile::Iici, 24 << 10)] {
        let mut bench = Bench::new(profile);
        let stack_base = bench.machine.memory.get(low::CUR_STACK_BASE);
        assert_eq!(bench.machine.memory.get(low::APPL_LIMIT), stack_base - (2 << 10));
        bench.os(SET_APPL_LIMIT, stack_base - 16, 0);
        assert_eq!(
            bench.machine.memory.get(low::APPL_LIMIT),
            stack_base - default_stack,
            "{profile:?}: the least that SetApplLimit leaves"
        );
        let free = bench.os(FREE_MEM, 0, 0).1;
        bench.os(MAX_APPL_ZONE, 0, 0);
        let heap_end = bench.machine.memory.get(low::HEAP_END);
        assert_eq!(heap_end, stack_base - default_stack, "{profile:?}");
        assert_eq!(
            bench.os(FREE_MEM, 0, 0).1 - free,
            (24 << 10) - default_stack,
            "{profile:?}"
        );
    }
}

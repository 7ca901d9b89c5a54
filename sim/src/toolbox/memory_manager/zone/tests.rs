//! Blocks that move, grow, and are given back.

use super::*;
use crate::profile::Profile;

fn zone() -> (Memory, Zone) {
    let mut memory = Memory::new(&Profile::Iici.hardware());
    let zone = Zone::new(&mut memory, 0x10000, 0x11000).unwrap();
    (memory, zone)
}

fn data(memory: &Memory, handle: u32) -> u32 {
    memory.strip(memory.long(handle).unwrap())
}

#[test]
fn handles_move_when_room_is_needed_and_locked_ones_do_not() {
    let (mut memory, mut zone) = zone();
    let a = zone.new_handle(&mut memory, 1000).unwrap();
    let b = zone.new_handle(&mut memory, 1000).unwrap();
    let c = zone.new_handle(&mut memory, 1000).unwrap();
    memory.set_long(data(&memory, b), 0x1234_5678).unwrap();
    let (old_b, old_c) = (data(&memory, b), data(&memory, c));
    zone.set_state(&mut memory, c, LOCKED, "HLock").unwrap();
    zone.dispose_handle(&mut memory, a).unwrap();
    let d = zone.new_handle(&mut memory, 1500);
    assert_eq!(d, Err(Failure::Os(OsErr::MEMORY_FULL)));
    assert_eq!(zone.take_moved(), 1000);
    assert!(data(&memory, b) < old_b);
    assert_eq!(data(&memory, c), old_c);
    assert_eq!(memory.long(data(&memory, b)), Ok(0x1234_5678));
}

#[test]
fn the_state_lies_in_the_master_pointer_with_24_bit_addressing() {
    let (mut memory, mut zone) = zone();
    let handle = zone.new_handle(&mut memory, 10).unwrap();
    zone.set_state(&mut memory, handle, LOCKED | RESOURCE, "HLock")
        .unwrap();
    assert_eq!(memory.long(handle).unwrap() >> 24, 0xA0);
}

#[test]
fn a_block_grows_in_place_or_moves() {
    let (mut memory, mut zone) = zone();
    let a = zone.new_handle(&mut memory, 10).unwrap();
    memory.set_bytes(data(&memory, a), b"0123456789").unwrap();
    let before = data(&memory, a);
    zone.set_handle_size(&mut memory, a, 20).unwrap();
    assert_eq!(data(&memory, a), before);
    zone.new_ptr(&mut memory, 4).unwrap();
    zone.set_handle_size(&mut memory, a, 200).unwrap();
    assert_ne!(data(&memory, a), before);
    assert_eq!(memory.bytes(data(&memory, a), 10), Ok(&b"0123456789"[..]));
}

#[test]
fn what_a_block_gives_up_holds_noise() {
    let (mut memory, mut zone) = zone();
    let handle = zone.new_handle(&mut memory, 40).unwrap();
    let at = data(&memory, handle);
    memory.fill(at, 40, 0).unwrap();
    zone.set_handle_size(&mut memory, handle, 8).unwrap();
    assert_eq!(memory.bytes(at, 8), Ok(&[0; 8][..]));
    assert_eq!(memory.bytes(at + 8, 32), Ok(&[NOISE; 32][..]));
}

#[test]
fn giving_back_twice_or_after_an_overrun_is_a_bomb() {
    let (mut memory, mut zone) = zone();
    let first = zone.new_ptr(&mut memory, 16).unwrap();
    let second = zone.new_ptr(&mut memory, 16).unwrap();
    memory.fill(first, 16 + BLOCK_HEADER, 0).unwrap();
    assert!(zone.dispose_ptr(&mut memory, second).is_err());
    zone.dispose_ptr(&mut memory, first).unwrap();
    assert!(zone.dispose_ptr(&mut memory, first).is_err());
}

#[test]
fn free_bytes_come_back() {
    let (mut memory, mut zone) = zone();
    zone.more_masters(&mut memory).unwrap();
    let free = zone.free();
    let handle = zone.new_handle(&mut memory, 123).unwrap();
    assert!(zone.free() < free);
    zone.dispose_handle(&mut memory, handle).unwrap();
    assert_eq!(zone.free(), free);
    assert_eq!(memory.long(zone.start() + 12), Ok(free));
}

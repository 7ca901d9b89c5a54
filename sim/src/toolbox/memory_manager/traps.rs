//! The Memory Manager's traps: arguments in D0 and A0, results in A0 and D0, the result code in MemErr too.

use super::{LOCKED, PURGEABLE, RESOURCE, ZoneId};
use crate::bomb::{Failure, Settle, Stop};
use crate::costs::Cost;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::os_err::{OsErr, code};
use crate::trap::{Entry, Trap, os};

pub(crate) const TRAPS: &[Entry] = &[
    os(0xA01A, "GetZone", Cost::Small, get_zone),
    os(0xA01B, "SetZone", Cost::Small, set_zone),
    os(0xA01C, "FreeMem", Cost::Small, free_mem),
    os(0xA01D, "MaxMem", Cost::Allocate, max_mem),
    os(0xA01E, "NewPtr", Cost::Allocate, new_ptr),
    os(0xA01F, "DisposePtr", Cost::Allocate, dispose_ptr),
    os(0xA021, "GetPtrSize", Cost::Small, get_ptr_size),
    os(0xA022, "NewHandle", Cost::Allocate, new_handle),
    os(0xA023, "DisposeHandle", Cost::Allocate, dispose_handle),
    os(0xA024, "SetHandleSize", Cost::Allocate, set_handle_size),
    os(0xA025, "GetHandleSize", Cost::Small, get_handle_size),
    os(0xA028, "RecoverHandle", Cost::Small, recover_handle),
    os(0xA029, "HLock", Cost::Small, h_lock),
    os(0xA02A, "HUnlock", Cost::Small, h_unlock),
    os(0xA02B, "EmptyHandle", Cost::Allocate, empty_handle),
    os(0xA02D, "SetApplLimit", Cost::Small, set_appl_limit),
    os(0xA02E, "BlockMove", Cost::Small, block_move),
    os(0xA036, "MoreMasters", Cost::Allocate, more_masters),
    os(0xA040, "ReserveMem", Cost::Allocate, compact_mem),
    os(0xA049, "HPurge", Cost::Small, h_purge),
    os(0xA04A, "HNoPurge", Cost::Small, h_no_purge),
    os(0xA04C, "CompactMem", Cost::Allocate, compact_mem),
    os(0xA061, "MaxBlock", Cost::Small, max_block),
    os(0xA062, "PurgeSpace", Cost::Small, purge_space),
    os(0xA063, "MaxApplZone", Cost::Small, max_appl_zone),
    os(0xA064, "MoveHHi", Cost::Allocate, move_h_hi),
    os(0xA065, "StackSpace", Cost::Small, stack_space),
    os(0xA066, "NewEmptyHandle", Cost::Allocate, new_empty_handle),
    os(0xA067, "HSetRBit", Cost::Small, h_set_r_bit),
    os(0xA068, "HClrRBit", Cost::Small, h_clr_r_bit),
    os(0xA069, "HGetState", Cost::Small, h_get_state),
    os(0xA06A, "HSetState", Cost::Small, h_set_state),
];

/// The result code: D0 and MemErr.
fn finish(machine: &mut Machine, result: Result<(), OsErr>) {
    let code = code(result);
    machine.cpu.set_d(0, code as i32 as u32);
    machine.memory.put(low::MEM_ERR, code as u16);
}

/// A result in A0, 0 when there is none.
fn finish_in_a0(machine: &mut Machine, result: Result<u32, Failure>) -> Result<(), Stop> {
    let result = result.settle()?;
    machine.cpu.set_a(0, result.unwrap_or(0));
    finish(machine, result.map(|_| ()));
    Ok(())
}

/// The zone of an allocating trap: bit 10 means the system heap.
fn zone_of(machine: &Machine, trap: Trap) -> ZoneId {
    if trap.bit_10() {
        ZoneId::System
    } else {
        machine.current_zone()
    }
}

fn get_zone(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let zone = machine.memory.get(low::THE_ZONE);
    finish_in_a0(machine, Ok(zone))
}

fn set_zone(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let zone = machine.pointer_in(0)?;
    machine.memory.put(low::THE_ZONE, zone);
    finish(machine, Ok(()));
    Ok(())
}

fn free_mem(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let zone = zone_of(machine, trap);
    let (free, _) = largest(machine, zone)?;
    machine.cpu.set_d(0, free);
    Ok(())
}

fn max_mem(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    compact_mem(machine, trap)?;
    machine.cpu.set_a(0, 0);
    Ok(())
}

/// CompactMem; ReserveMem and MaxMem compact as well.
fn compact_mem(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let zone = zone_of(machine, trap);
    let largest = compact(machine, zone)?;
    finish(machine, Ok(()));
    let is_reserve = trap.number() == 0xA040;
    machine.cpu.set_d(0, if is_reserve { 0 } else { largest });
    Ok(())
}

/// Compacts a zone; the largest block that can then be had.
fn compact(machine: &mut Machine, zone: ZoneId) -> Result<u32, Stop> {
    let largest = machine.with_zone(zone, |zone, memory| {
        zone.compact(memory)?;
        Ok::<u32, Stop>(zone.largest())
    })?;
    Ok(largest.min(machine.heap.most_of(zone)))
}

impl Machine {
    /// The largest block that a zone could give without being compacted.
    ///
    /// # Errors
    /// A bomb when there is no such zone.
    pub fn largest_block(&mut self, zone: ZoneId) -> Result<u32, Stop> {
        largest(self, zone).map(|(_, largest)| largest)
    }
}

fn largest(machine: &mut Machine, zone: ZoneId) -> Result<(u32, u32), Stop> {
    let (free, largest) = machine.with_zone(zone, |zone, _| Ok::<_, Stop>((zone.free(), zone.largest())))?;
    Ok((free, largest.min(machine.heap.most_of(zone))))
}

fn max_block(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let zone = zone_of(machine, trap);
    let (_, largest) = largest(machine, zone)?;
    machine.cpu.set_d(0, largest);
    Ok(())
}

fn purge_space(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let zone = zone_of(machine, trap);
    let (free, largest) = largest(machine, zone)?;
    machine.cpu.set_d(0, free);
    machine.cpu.set_a(0, largest);
    Ok(())
}

fn new_ptr(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let size = machine.cpu.d(0);
    let zone = zone_of(machine, trap);
    let pointer = machine.new_ptr(zone, size);
    if let (Ok(pointer), true) = (&pointer, trap.bit_9()) {
        clear(machine, *pointer, size)?;
    }
    finish_in_a0(machine, pointer)
}

fn clear(machine: &mut Machine, at: u32, size: u32) -> Result<(), Stop> {
    machine.memory.fill(at, size, 0)?;
    machine.charge(Cost::MoveByte, size);
    Ok(())
}

fn dispose_ptr(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let pointer = machine.pointer_in(0)?;
    machine.dispose_ptr(pointer)?;
    finish(machine, Ok(()));
    Ok(())
}

fn get_ptr_size(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let pointer = machine.pointer_in(0)?;
    let size = machine.with_zone_of(pointer, "GetPtrSize", |zone, _| zone.ptr_size(pointer))?;
    finish(machine, Ok(()));
    machine.cpu.set_d(0, size);
    Ok(())
}

fn new_handle(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let size = machine.cpu.d(0);
    let zone = zone_of(machine, trap);
    let handle = machine.new_handle(zone, size);
    if let (Ok(handle), true) = (&handle, trap.bit_9()) {
        let data = machine.memory.pointer(*handle)?;
        clear(machine, data, size)?;
    }
    finish_in_a0(machine, handle)
}

fn new_empty_handle(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let zone = zone_of(machine, trap);
    let handle = machine.new_empty_handle(zone);
    finish_in_a0(machine, handle)
}

fn dispose_handle(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let handle = machine.pointer_in(0)?;
    machine.dispose_handle(handle)?;
    finish(machine, Ok(()));
    Ok(())
}

fn empty_handle(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let handle = machine.pointer_in(0)?;
    let trap = "EmptyHandle";
    machine.with_zone_of(handle, trap, |zone, memory| {
        zone.empty_handle(memory, handle, trap)
    })?;
    finish(machine, Ok(()));
    Ok(())
}

fn set_handle_size(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let (handle, size) = (machine.pointer_in(0)?, machine.cpu.d(0));
    let result = machine.set_handle_size(handle, size).settle()?;
    finish(machine, result);
    Ok(())
}

fn get_handle_size(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let size = machine.handle_size(machine.pointer_in(0)?)?;
    finish(machine, Ok(()));
    machine.cpu.set_d(0, size);
    Ok(())
}

fn recover_handle(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let pointer = machine.pointer_in(0)?;
    let handle = machine.with_zone_of(pointer, "RecoverHandle", |zone, _| {
        zone.recover_handle(pointer).ok_or(Failure::Os(OsErr::BAD_ZONE))
    });
    finish_in_a0(machine, handle)
}

fn change_state(machine: &mut Machine, set: u8, clear: u8, trap: &'static str) -> Result<(), Stop> {
    let handle = machine.pointer_in(0)?;
    machine.change_state(handle, set, clear, trap)?;
    finish(machine, Ok(()));
    Ok(())
}

fn h_lock(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    change_state(machine, LOCKED, 0, "HLock")
}

fn h_unlock(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    change_state(machine, 0, LOCKED, "HUnlock")
}

fn h_purge(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    change_state(machine, PURGEABLE, 0, "HPurge")
}

fn h_no_purge(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    change_state(machine, 0, PURGEABLE, "HNoPurge")
}

fn h_set_r_bit(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    change_state(machine, RESOURCE, 0, "HSetRBit")
}

fn h_clr_r_bit(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    change_state(machine, 0, RESOURCE, "HClrRBit")
}

fn h_get_state(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let handle = machine.pointer_in(0)?;
    let state = machine.with_zone_of(handle, "HGetState", |zone, _| zone.state(handle, "HGetState"))?;
    finish(machine, Ok(()));
    machine.cpu.set_d(0, u32::from(state));
    Ok(())
}

fn h_set_state(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let state = machine.cpu.d(0) as u8;
    change_state(machine, state, !state, "HSetState")
}

/// MoveHHi moves a block out of the way of others; blocks move only when room is needed here, so it stays.
fn move_h_hi(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    change_state(machine, 0, 0, "MoveHHi")
}

/// SetApplLimit: whatever is asked for, the default stack is left.
fn set_appl_limit(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let wanted = machine.pointer_in(0)?;
    let stack_base = machine.memory.get(low::CUR_STACK_BASE);
    let highest = stack_base.saturating_sub(machine.memory.get(low::DEFLT_STACK));
    machine.memory.put(low::APPL_LIMIT, wanted.min(highest));
    finish(machine, Ok(()));
    Ok(())
}

/// MaxApplZone: grows the application's zone to its limit; one that reaches beyond it is not cut back.
fn max_appl_zone(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let limit = machine.memory.get(low::APPL_LIMIT);
    let heap_end: u32 = machine.with_zone(ZoneId::Application, |zone, memory| zone.grow(memory, limit))?;
    machine.memory.put(low::HEAP_END, heap_end);
    finish(machine, Ok(()));
    Ok(())
}

fn more_masters(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let zone = machine.current_zone();
    let result = machine
        .with_zone(zone, |zone, memory| zone.more_masters(memory))
        .settle()?;
    finish(machine, result);
    Ok(())
}

fn stack_space(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let space = machine.cpu.sp().wrapping_sub(machine.memory.get(low::HEAP_END));
    machine.cpu.set_d(0, space);
    Ok(())
}

/// BlockMove and BlockMoveData: A0 source, A1 destination, D0 count; the areas may overlap.
fn block_move(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let (source, destination, count) = (machine.pointer_in(0)?, machine.pointer_in(1)?, machine.cpu.d(0));
    let bytes = machine.memory.bytes(source, count)?.to_vec();
    machine.memory.set_bytes(destination, &bytes)?;
    machine.charge(Cost::MoveByte, count);
    machine.cpu.set_d(0, 0);
    Ok(())
}

/// The temporary memory selectors of OSDispatch (Inside Macintosh: Memory, chapter 2, "Allocating Temporary
/// Memory"); `false` for a selector that is not one of them.
pub(crate) fn temporary_memory(machine: &mut Machine, selector: u16) -> Result<bool, Stop> {
    match selector {
        0x15 => {
            let grow = machine.pop_pointer()?;
            machine.memory.set_long(grow, 0)?;
            let largest = compact(machine, ZoneId::Temporary)?;
            machine.return_long(largest)?;
        }
        0x18 => {
            let (free, _) = largest(machine, ZoneId::Temporary)?;
            machine.return_long(free)?;
        }
        0x1D => {
            let result_at = machine.pop_pointer()?;
            let size = machine.pop_long()?;
            machine.charge(Cost::Allocate, 1);
            let handle = machine.new_handle(ZoneId::Temporary, size).settle()?;
            machine.memory.set_int(result_at, code(handle.map(|_| ())))?;
            machine.return_long(handle.unwrap_or(0))?;
        }
        0x1E => for_temporary_handle(machine, |machine, handle| {
            machine.change_state(handle, LOCKED, 0, "TempHLock")
        })?,
        0x1F => for_temporary_handle(machine, |machine, handle| {
            machine.change_state(handle, 0, LOCKED, "TempHUnlock")
        })?,
        0x20 => for_temporary_handle(machine, Machine::dispose_handle)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// A procedure of a handle and a variable for the result code.
fn for_temporary_handle(
    machine: &mut Machine,
    work: impl FnOnce(&mut Machine, u32) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let result_at = machine.pop_pointer()?;
    let handle = machine.pop_pointer()?;
    work(machine, handle)?;
    machine.memory.set_int(result_at, 0)?;
    Ok(())
}

//! Operating System Utilities: the Trap Manager, addresses, caches, date and time.
//!
//! Inside Macintosh: Operating System Utilities, chapters 4 and 8; Memory, chapter 4, for caches and addressing modes.

use crate::bomb::{Cause, Stop, broken_rule};
use crate::costs::Cost;
use crate::low_memory as low;
use crate::machine::{Machine, ROM_OS_TRAPS, ROM_TOOLBOX_TRAPS, ROM_UNIMPLEMENTED};
use crate::trap::{self, Entry, Trap, os, tool};

pub(crate) const TRAPS: &[Entry] = &[
    os(0xA039, "ReadDateTime", Cost::Small, read_date_time),
    os(0xA03A, "SetDateTime", Cost::Small, set_date_time),
    os(0xA046, "GetTrapAddress", Cost::Small, get_trap_address),
    os(0xA047, "SetTrapAddress", Cost::Small, set_trap_address),
    os(0xA051, "ReadXPRam", Cost::Small, read_parameter_ram),
    os(0xA055, "StripAddress", Cost::Small, strip_address),
    os(0xA05D, "SwapMMUMode", Cost::Small, swap_mmu_mode),
    os(0xA098, "HWPriv", Cost::Small, hw_priv),
    os(0xA0BD, "CacheFlush", Cost::Small, cache_flush),
    tool(0xA9C9, "SysError", Cost::Small, sys_error),
];

const HW_PRIV: u16 = 0xA098;
const CACHE_FLUSH: u16 = 0xA0BD;
/// `_Unimplemented`: exists in every table, as the trap of all that do not exist.
const UNIMPLEMENTED: u16 = 0xA89F;

/// Whether a trap is there only where there are caches.
pub(crate) fn needs_caches(number: u16) -> bool {
    matches!(number, HW_PRIV | CACHE_FLUSH)
}

/// The trap whose address is asked for or set: its word in D0, whose table bit 10 of the trap chooses when bit 9 says
/// that this is the new form; the old form takes a number and looks at its value.
fn wanted_trap(machine: &Machine, trap: Trap) -> Trap {
    let word = machine.cpu.d(0) as u16;
    let is_toolbox = if trap.bit_9() {
        trap.bit_10()
    } else {
        word & 0x0800 != 0
    };
    Trap(if is_toolbox {
        0xA800 | (word & 0x03FF)
    } else {
        0xA000 | (word & 0x00FF)
    })
}

/// GetTrapAddress, GetOSTrapAddress and GetToolTrapAddress: the address in A0.
fn get_trap_address(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let wanted = wanted_trap(machine, trap);
    let address = trap_address(machine, wanted);
    machine.cpu.set_a(0, address);
    machine.cpu.set_d(0, 0);
    Ok(())
}

fn trap_address(machine: &Machine, wanted: Trap) -> u32 {
    let rom = machine.memory.rom_base();
    let number = wanted.number();
    if let Some(patch) = machine.processes.patch(number) {
        return patch;
    }
    if number == UNIMPLEMENTED || !trap::exists(machine, number) {
        return rom + ROM_UNIMPLEMENTED;
    }
    let index = u32::from(number & 0x03FF);
    rom + 4 * index
        + if wanted.is_toolbox() {
            ROM_TOOLBOX_TRAPS
        } else {
            ROM_OS_TRAPS
        }
}

/// The Toolbox trap whose routine lies at this place in ROM.
pub(crate) fn toolbox_trap_at(rom_offset: u32) -> Option<u16> {
    let index = rom_offset.checked_sub(ROM_TOOLBOX_TRAPS)?;
    (index % 4 == 0 && index / 4 < 0x400).then_some(0xA800 | (index / 4) as u16)
}

/// SetTrapAddress and its like, of Toolbox traps: the address in A0. The patch ends with the process, as those of
/// applications do in System 7.
fn set_trap_address(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let wanted = wanted_trap(machine, trap);
    if !wanted.is_toolbox() {
        return Err(broken_rule(
            "SetOSTrapAddress",
            "patching Operating System traps is not simulated",
        ));
    }
    let address = machine.pointer_in(0)?;
    let original = trap_address_in_rom(machine, wanted);
    machine
        .processes
        .set_patch(wanted.number(), (address != original).then_some(address));
    machine.cpu.set_d(0, 0);
    Ok(())
}

fn trap_address_in_rom(machine: &Machine, wanted: Trap) -> u32 {
    machine.memory.rom_base() + ROM_TOOLBOX_TRAPS + 4 * u32::from(wanted.number() & 0x03FF)
}

fn read_date_time(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let (at, seconds) = (machine.pointer_in(0)?, machine.seconds());
    machine.memory.set_long(at, seconds)?;
    machine.cpu.set_d(0, 0);
    Ok(())
}

/// SetDateTime: seconds since 1904 in D0.
fn set_date_time(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let seconds = machine.cpu.d(0);
    machine.set_seconds(seconds);
    machine.cpu.set_d(0, 0);
    Ok(())
}

/// ReadXPRam, of which ReadLocation is one case: in D0 how many bytes and from which address of the parameter RAM, in A0
/// where to. Bytes beyond its end are not there.
fn read_parameter_ram(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let (count, address) = (machine.cpu.d(0) >> 16, machine.cpu.d(0) & 0xFFFF);
    let to = machine.pointer_in(0)?;
    let wanted = address as usize..(address + count) as usize;
    let Some(bytes) = machine.parameter_ram.get(wanted).map(<[u8]>::to_vec) else {
        return Err(broken_rule("ReadXPRam", "the parameter RAM has 256 bytes"));
    };
    machine.memory.set_bytes(to, &bytes)?;
    machine.cpu.set_d(0, 0);
    Ok(())
}

fn strip_address(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let address = machine.memory.strip(machine.cpu.d(0));
    machine.cpu.set_d(0, address);
    Ok(())
}

/// SwapMMUMode: the wanted mode in D0.B, 1 for 32 bits; the old one comes back there.
fn swap_mmu_mode(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let wanted = machine.cpu.d(0) as u8 != 0;
    let old = machine.memory.is_32_bit();
    machine.memory.set_32_bit(wanted);
    let now = machine.memory.is_32_bit();
    machine.memory.put(low::MMU_32_BIT, u8::from(now));
    let rest = machine.cpu.d(0) & 0xFFFF_FF00;
    machine.cpu.set_d(0, rest | u32::from(old));
    Ok(())
}

/// `_HwPriv`: selectors that flush caches.
fn hw_priv(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    match machine.cpu.d(0) as u16 {
        // FlushInstructionCache, FlushDataCache, FlushCodeCacheRange.
        1 | 3 | 9 => {
            machine.memory.flush_code_cache();
            machine.cpu.set_d(0, 0);
            Ok(())
        }
        selector => Err(Cause::UnknownSelector {
            trap: "HWPriv",
            selector: u32::from(selector),
        }
        .into()),
    }
}

/// FlushCodeCache.
fn cache_flush(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    machine.memory.flush_code_cache();
    machine.cpu.set_d(0, 0);
    Ok(())
}

fn sys_error(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let id = machine.cpu.d(0) as i16;
    machine.memory.put(low::DS_ERR_CODE, id as u16);
    Err(Cause::SysError { id }.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;
    use crate::testing::Bench;

    const GET_OS_TRAP_ADDRESS: u16 = 0xA346;
    const GET_TOOL_TRAP_ADDRESS: u16 = 0xA746;

    #[test]
    fn what_a_machine_lacks_has_the_address_of_unimplemented() {
        for (profile, has_caches, has_color) in [(Profile::Plus, false, false), (Profile::Iici, true, true)] {
            let mut bench = Bench::new(profile);
            let (unimplemented, _) = bench.os(GET_TOOL_TRAP_ADDRESS, 0, 0xA89F);
            let mut has = |word, trap| bench.os(word, 0, trap).0 != unimplemented;
            assert!(has(GET_OS_TRAP_ADDRESS, 0xA01E), "NewPtr exists on {profile:?}");
            assert!(
                has(GET_TOOL_TRAP_ADDRESS, 0xA860),
                "WaitNextEvent exists on {profile:?}"
            );
            assert!(
                !has(GET_TOOL_TRAP_ADDRESS, 0xA9EB),
                "nobody answers A9EB on {profile:?}"
            );
            assert_eq!(
                has(GET_OS_TRAP_ADDRESS, 0xA0BD),
                has_caches,
                "CacheFlush on {profile:?}"
            );
            assert_eq!(
                has(GET_TOOL_TRAP_ADDRESS, 0xAA2A),
                has_color,
                "GetMainDevice on {profile:?}"
            );
        }
    }

    #[test]
    fn a_patch_is_called_instead_and_can_go_on_to_the_original() {
        let mut bench = Bench::new(Profile::Iici);
        let tick_count = 0xA975;
        let (original, _) = bench.os(GET_TOOL_TRAP_ADDRESS, 0, tick_count);
        let counter = bench.room(4);
        // ADDQ.L #1,counter; JMP original
        let patch = bench.code(&[
            0x52B9,
            (counter >> 16) as u16,
            counter as u16,
            0x4EF9,
            (original >> 16) as u16,
            original as u16,
        ]);
        bench.os(0xA647, patch, tick_count);
        let before = bench.machine.memory.get(low::TICKS);
        // CLR.L -(SP); _TickCount; MOVE.L (SP)+,result; RTS
        let result = bench.room(4);
        let caller = bench.code(&[
            0x42A7,
            0xA975,
            0x23DF,
            (result >> 16) as u16,
            result as u16,
            0x4E75,
        ]);
        bench
            .machine
            .call_guest(caller, |_| Ok(()))
            .expect("a patch that returns");
        let after = bench.machine.memory.get(low::TICKS);
        assert_eq!(bench.long(counter), 1);
        assert!((before..=after).contains(&bench.long(result)));
        bench.os(0xA647, original, tick_count);
        bench
            .machine
            .call_guest(caller, |_| Ok(()))
            .expect("a call that returns");
        assert_eq!(bench.long(counter), 1);
    }

    #[test]
    fn the_clock_goes_on_from_where_it_was_set() {
        let mut bench = Bench::new(Profile::Plus);
        assert_eq!(bench.os(0xA03A, 0, 3_000_000_000).1, 0);
        assert_eq!(bench.machine.memory.get(low::TIME), 3_000_000_000);
        let second = u64::from(bench.machine.hardware.hz);
        bench.machine.clock.advance(2 * second);
        assert_eq!(bench.machine.seconds(), 3_000_000_002);
    }

    #[test]
    fn addresses_are_stripped_as_the_mode_asks() {
        let mut bench = Bench::new(Profile::Iici);
        assert_eq!(bench.os(0xA055, 0, 0xFBB0_8000).1, 0x00B0_8000);
        assert_eq!(bench.os(0xA05D, 0, 1).1, 0, "it was in 24-bit mode");
        assert_eq!(bench.os(0xA055, 0, 0xFBB0_8000).1, 0xFBB0_8000);
        assert_eq!(bench.os(0xA05D, 0, 0).1, 1);
        assert_eq!(Bench::new(Profile::Plus).os(0xA05D, 0, 1).1, 0);
    }
}

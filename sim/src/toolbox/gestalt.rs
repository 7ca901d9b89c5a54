//! Gestalt Manager: what the machine says of itself.
//!
//! Only what the simulation keeps is announced.
//! A selector that is not in the table gets gestaltUndefSelectorErr, as on a machine whose system does not know it.
//! Values: Inside Macintosh: Operating System Utilities, chapter 1.

use crate::bomb::Stop;
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::{OsErr, code};
use crate::trap::{Entry, Trap, os};
use m68k::CpuType;

pub(crate) const TRAPS: &[Entry] = &[os(0xA0AD, "Gestalt", Cost::Small, gestalt)];

/// The selector in D0; the response comes back in A0.
fn gestalt(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let selector = machine.cpu.d(0).to_be_bytes();
    let response = response(machine, &selector).ok_or(OsErr::UNDEFINED_SELECTOR);
    machine.cpu.set_a(0, response.unwrap_or(0));
    let result = code(response.map(|_| ()));
    machine.cpu.set_d(0, result as i32 as u32);
    Ok(())
}

/// One bit of a response.
const fn bit(number: u32) -> u32 {
    1 << number
}

fn response(machine: &Machine, selector: &[u8; 4]) -> Option<u32> {
    let hardware = &machine.hardware;
    let has_color = hardware.has_color_quickdraw;
    Some(match selector {
        b"vers" => 3,
        b"mach" => u32::from(hardware.machine_type),
        b"proc" => match hardware.cpu {
            CpuType::M68000 => 1,
            CpuType::M68030 => 4,
            _ => 5,
        },
        b"fpu " => match (hardware.has_fpu, hardware.cpu) {
            (false, _) => 0,
            (true, CpuType::M68040) => 3,
            (true, _) => 2,
        },
        b"mmu " => match (hardware.has_mmu, hardware.cpu) {
            (false, _) => 0,
            (true, CpuType::M68040) => 4,
            (true, _) => 3,
        },
        b"sysv" => u32::from(machine.system.bcd()),
        b"ram " | b"lram" => hardware.ram,
        b"pgsz" => 4096,
        // 32-bit QuickDraw 1.3 is in System 7; a machine without color has the original.
        b"qd  " => {
            if has_color {
                0x0230
            } else {
                0
            }
        }
        b"qdrw" => {
            if has_color {
                bit(0) | bit(1) | bit(2) | bit(3)
            } else {
                bit(1)
            }
        }
        b"addr" => {
            let is_32_bit = if machine.memory.is_32_bit() { bit(0) } else { 0 };
            let is_capable = if has_color { bit(2) } else { 0 };
            is_32_bit | is_capable
        }
        // Temporary memory is supported, with real handles that the Memory Manager tracks.
        b"os  " => bit(4) | bit(5) | bit(6),
        b"vm  " => 0,
        // Apple events are there.
        b"evnt" => bit(0),
        // The extended Time Manager.
        b"tmgr" => 3,
        // FindFolder is present; FSSpec calls are.
        b"fold" => bit(0),
        b"fs  " => bit(1),
        // The keyboard of a Plus; the standard one of the Apple Desktop Bus.
        b"kbd " => {
            if hardware.polls_mouse_button {
                3
            } else {
                5
            }
        }
        b"scr#" => 1,
        // AppleScript is present; its version is 1.1.
        b"ascr" if machine.osa.is_installed() => bit(0),
        b"ascv" if machine.osa.is_installed() => 0x0110_0000,
        // The Finder takes drops and calls AEProcessAppleEvent; one that is scriptable knows objects.
        b"fndr" => {
            let knows_objects = if machine.finder_is_scriptable() { bit(3) } else { 0 };
            bit(0) | bit(2) | knows_objects
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::profile::Profile;
    use crate::testing::Bench;

    #[test]
    fn each_machine_says_what_it_is() {
        for (profile, machine, processor, quickdraw) in [
            (Profile::Plus, 4, 1, 0),
            (Profile::Iici, 11, 4, 0x230),
            (Profile::Quadra, 22, 5, 0x230),
        ] {
            let mut bench = Bench::new(profile);
            let mut ask = |selector: &[u8; 4]| bench.os(0xA1AD, 0, u32::from_be_bytes(*selector));
            assert_eq!(ask(b"mach"), (machine, 0), "{profile:?}");
            assert_eq!(ask(b"proc"), (processor, 0), "{profile:?}");
            assert_eq!(ask(b"qd  "), (quickdraw, 0), "{profile:?}");
            assert_eq!(ask(b"sysv"), (0x0710, 0), "{profile:?}");
        }
    }

    #[test]
    fn an_unknown_selector_is_an_error_and_no_answer() {
        let mut bench = Bench::new(Profile::Iici);
        let (response, result) = bench.os(0xA1AD, 0x1234, u32::from_be_bytes(*b"xyzw"));
        assert_eq!((response, result as i16), (0, -5551));
    }
}

//! Cursor Device Manager: the devices that move the pointer, of which this machine has one, its mouse.
//!
//! Apple's interface CursorDevices.h and Technical Note HW 01. The quadra profile has it; which real machine was the first
//! to have it in ROM we have not established.

use crate::bomb::{Failure, Stop, broken_rule};
use crate::costs::Cost;
use crate::desktop::Point;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::memory_manager::ZoneId;
use crate::trap::{Entry, Trap, tool};

const NUMBER: u16 = 0xAADB;

pub(crate) const TRAPS: &[Entry] = &[tool(NUMBER, "CursorDeviceDispatch", Cost::Small, dispatch)];

const TRAP: &str = "CursorDeviceDispatch";

/// Bytes of a CursorDevice, whose first fields are the next device and its CursorData; nothing else of it is kept.
const DEVICE_LEN: u32 = 106;
const WHICH_CURSOR: u32 = 4;

/// A CursorData: where the pointer is, as two Fixed, and whether it is to jump there.
const CURSOR_DATA_LEN: u32 = 72;
const WHERE_X: u32 = 8;
const WHERE_Y: u32 = 12;
const IS_ABSOLUTE: u32 = 20;

/// The device of the mouse, once there is one.
#[derive(Default)]
pub(crate) struct CursorDevices {
    mouse: u32,
}

/// Whether this is the trap of the manager.
pub(crate) fn is_own(number: u16) -> bool {
    number == NUMBER
}

/// Makes the list of devices, on a machine that keeps one.
///
/// # Errors
/// When the system heap has no room.
pub(crate) fn start(machine: &mut Machine) -> Result<(), Failure> {
    if !machine.hardware.has_cursor_devices {
        return Ok(());
    }
    let device = machine.new_ptr(ZoneId::System, DEVICE_LEN)?;
    let data = machine.new_ptr(ZoneId::System, CURSOR_DATA_LEN)?;
    machine.memory.fill(device, DEVICE_LEN, 0)?;
    machine.memory.fill(data, CURSOR_DATA_LEN, 0)?;
    machine.memory.set_long(device + WHICH_CURSOR, data)?;
    machine.cursor_devices.mouse = device;
    Ok(())
}

/// The selector in D0.
fn dispatch(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    match machine.cpu.d(0) {
        1 => move_to(machine),
        11 => next_device(machine),
        selector => Err(broken_rule(TRAP, format!("selector {selector} is not simulated"))),
    }
}

fn is_mouse(machine: &Machine, device: u32) -> bool {
    device != 0 && device == machine.cursor_devices.mouse
}

/// CursorDeviceMoveTo(ourDevice, absX, absY): OSErr. The pointer jumps there when its place is next computed, at the next tick.
fn move_to(machine: &mut Machine) -> Result<(), Stop> {
    let y = machine.pop_long()? as i32;
    let x = machine.pop_long()? as i32;
    let device = machine.pop_pointer()?;
    if !is_mouse(machine, device) {
        machine.return_word(OsErr::PARAMETER.0 as u16)?;
        return Ok(());
    }
    let data = machine.memory.long(device + WHICH_CURSOR)?;
    machine.memory.set_long(data + WHERE_X, (x as u32) << 16)?;
    machine.memory.set_long(data + WHERE_Y, (y as u32) << 16)?;
    machine.memory.set_byte(data + IS_ABSOLUTE, 0xFF)?;
    machine.return_word(0)?;
    Ok(())
}

/// At a tick: where a device has moved the pointer to since the last one.
///
/// # Errors
/// When the list of devices was written over.
pub(crate) fn take_move(machine: &mut Machine) -> Result<Option<Point>, Stop> {
    let device = machine.cursor_devices.mouse;
    if device == 0 {
        return Ok(None);
    }
    let data = machine.memory.long(device + WHICH_CURSOR)?;
    if machine.memory.byte(data + IS_ABSOLUTE)? == 0 {
        return Ok(None);
    }
    machine.memory.set_byte(data + IS_ABSOLUTE, 0)?;
    let [x, y] = [WHERE_X, WHERE_Y].map(|at| machine.memory.int(data + at));
    Ok(Some(Point::new(y?, x?)))
}

/// CursorDeviceNextDevice(ourDevice): OSErr. NULL stands before the first and behind the last.
fn next_device(machine: &mut Machine) -> Result<(), Stop> {
    let at = machine.pop_pointer()?;
    let next = match machine.memory.long(at)? {
        0 => machine.cursor_devices.mouse,
        _ => 0,
    };
    machine.memory.set_long(at, next)?;
    machine.return_word(0)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::desktop::Point;
    use crate::low_memory as low;
    use crate::profile::Profile;
    use crate::testing::{Bench, Slot::Long, Slot::Word};

    const DISPATCH: u16 = 0xAADB;

    #[test]
    fn the_one_device_moves_the_pointer() {
        let mut bench = Bench::new(Profile::Quadra);
        let at = bench.room(4);
        let call = |bench: &mut Bench, selector: u32, arguments: &[crate::testing::Slot]| {
            bench.machine.cpu.set_d(0, selector);
            bench.tool(DISPATCH, arguments, Some(Word(0))) as i16
        };
        assert_eq!(call(&mut bench, 11, &[Long(at)]), 0);
        let device = bench.long(at);
        assert_ne!(device, 0);
        assert_eq!(call(&mut bench, 1, &[Long(device), Long(300), Long(200)]), 0);
        let place = Point::new(200, 300);
        assert_ne!(
            bench.machine.memory.get(low::MOUSE),
            place,
            "not before the next tick"
        );
        bench.pass_ticks(1);
        assert_eq!(bench.machine.memory.get(low::RAW_MOUSE), place);
        assert_eq!(bench.machine.memory.get(low::MOUSE), place);
        assert_eq!(call(&mut bench, 1, &[Long(at), Long(0), Long(0)]), -50);
        assert_eq!(call(&mut bench, 11, &[Long(at)]), 0);
        assert_eq!(bench.long(at), 0, "there is no second one");
    }

    #[test]
    fn older_machines_have_none() {
        for profile in [Profile::Plus, Profile::Iici] {
            let mut bench = Bench::new(profile);
            let unimplemented = bench.os(0xA746, 0, 0xA89F).0;
            assert_eq!(
                bench.os(0xA746, 0, DISPATCH.into()).0,
                unimplemented,
                "{profile:?}"
            );
        }
    }
}

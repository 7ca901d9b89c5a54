//! Device Manager: the drivers `.IPP`, which is MacTCP, and `.AOut`, the modem port. Open, Close and Write are shared with
//! the File Manager: a name with a period in front is a driver's, and drivers have negative reference numbers. Inside
//! Macintosh: Devices, chapter 1.

use crate::bomb::{Failure, Stop};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::file_manager::{self, ParameterBlock};
use crate::toolbox::{mactcp, serial_driver};
use crate::trap::{Entry, Trap, os};

pub(crate) const TRAPS: &[Entry] = &[
    os(0xA000, "Open", Cost::Small, |machine, trap| {
        file_manager::call(machine, trap, open)
    }),
    os(0xA001, "Close", Cost::Small, |machine, trap| {
        file_manager::call(machine, trap, close)
    }),
    os(0xA003, "Write", Cost::Small, write),
    os(0xA004, "Control", Cost::Driver, mactcp::control),
    os(0xA006, "KillIO", Cost::Driver, |machine, trap| {
        file_manager::call(machine, trap, kill_io)
    }),
];

/// The reference number of `.IPP`: unit 47.
pub(crate) const IPP: i16 = -48;

/// ioRefNum.
const REF_NUM: u32 = 24;

fn open(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let name = block.name(machine)?;
    if name.first() != Some(&b'.') {
        return file_manager::open(machine, trap, block);
    }
    let ref_num = if name.eq_ignore_ascii_case(b".IPP") && !machine.tcp.is_absent {
        IPP
    } else if name.eq_ignore_ascii_case(b".AOut") {
        serial_driver::open(machine);
        serial_driver::A_OUT
    } else {
        return Err(OsErr::FILE_NOT_FOUND.into());
    };
    machine.memory.set_int(block.0 + REF_NUM, ref_num)?;
    Ok(())
}

/// Close of `.IPP` leaves it open: others may use it.
fn close(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    match machine.memory.int(block.0 + REF_NUM)? {
        IPP => Ok(()),
        serial_driver::A_OUT => Ok(serial_driver::close(machine)?),
        ..0 => Err(OsErr::BAD_UNIT.into()),
        _ => file_manager::close(machine, block),
    }
}

fn write(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let block = machine.pointer_in(0)?;
    match machine.memory.int(block + REF_NUM)? {
        serial_driver::A_OUT => serial_driver::write(machine, trap, ParameterBlock(block)),
        _ => file_manager::call(machine, trap, file_manager::write),
    }
}

fn kill_io(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    match machine.memory.int(block.0 + REF_NUM)? {
        serial_driver::A_OUT => Ok(serial_driver::kill_io(machine)?),
        _ => Err(OsErr::BAD_UNIT.into()),
    }
}

/// Whether a Control call's block is for `.IPP`.
///
/// # Errors
/// badUnitErr for any other driver.
pub(crate) fn check_driver(machine: &Machine, block: u32) -> Result<(), Failure> {
    match machine.memory.int(block + REF_NUM)? {
        IPP => Ok(()),
        _ => Err(OsErr::BAD_UNIT.into()),
    }
}

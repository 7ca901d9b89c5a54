//! Device Manager: one driver, `.IPP`, which is MacTCP. Open and Close are shared with the File Manager: a name with
//! a period in front is a driver's, and drivers have negative reference numbers. Inside Macintosh: Devices, chapter 1.

use crate::bomb::Failure;
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::file_manager::{self, ParameterBlock};
use crate::toolbox::mactcp;
use crate::trap::{Entry, Trap, os};

pub(crate) const TRAPS: &[Entry] = &[
    os(0xA000, "Open", Cost::Small, |machine, trap| {
        file_manager::call(machine, trap, open)
    }),
    os(0xA001, "Close", Cost::Small, |machine, trap| {
        file_manager::call(machine, trap, close)
    }),
    os(0xA004, "Control", Cost::Driver, mactcp::control),
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
    if !name.eq_ignore_ascii_case(b".IPP") {
        return Err(OsErr::FILE_NOT_FOUND.into());
    }
    machine.memory.set_int(block.0 + REF_NUM, IPP)?;
    Ok(())
}

/// Close of a driver leaves it open: others may use it.
fn close(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    match machine.memory.int(block.0 + REF_NUM)? {
        IPP => Ok(()),
        ..0 => Err(OsErr::BAD_UNIT.into()),
        _ => file_manager::close(machine, block),
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

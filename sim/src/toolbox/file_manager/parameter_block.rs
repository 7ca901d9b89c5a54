//! Parameter blocks: where the fields of the File Manager's structures lie.
//!
//! Inside Macintosh: Files, chapter 2, "Data Structures"; fields of one name lie at one place in all of them.

use crate::bomb::{Failure, Stop};
use crate::machine::Machine;
use crate::os_err::OsErr;

pub(crate) const COMPLETION: u32 = 12;
pub(crate) const RESULT: u32 = 16;
pub(crate) const NAME_PTR: u32 = 18;
pub(crate) const V_REF_NUM: u32 = 22;
pub(crate) const REF_NUM: u32 = 24;
pub(crate) const PERMISSION: u32 = 27;
/// ioMisc: new length, or pointer to a new name or an FSSpec. Also ioNewName and ioDestNamePtr.
pub(crate) const MISC: u32 = 28;
/// ioFDirIndex, and ioVolIndex.
pub(crate) const INDEX: u32 = 28;
pub(crate) const ATTRIBUTES: u32 = 30;
pub(crate) const BUFFER: u32 = 32;
pub(crate) const REQUEST_COUNT: u32 = 36;
/// ioNewDirID and ioDestDirID.
pub(crate) const NEW_DIR_ID: u32 = 36;
pub(crate) const ACTUAL_COUNT: u32 = 40;
pub(crate) const POSITION_MODE: u32 = 44;
pub(crate) const POSITION_OFFSET: u32 = 46;
/// FInfo or DInfo.
pub(crate) const FINDER_INFO: u32 = 32;
pub(crate) const DIR_ID: u32 = 48;
pub(crate) const FILE_COUNT: u32 = 52;
pub(crate) const DATA_LEN: u32 = 54;
pub(crate) const DATA_PHYSICAL_LEN: u32 = 58;
pub(crate) const RESOURCE_LEN: u32 = 64;
pub(crate) const RESOURCE_PHYSICAL_LEN: u32 = 68;
pub(crate) const CREATED: u32 = 72;
pub(crate) const MODIFIED: u32 = 76;
pub(crate) const BACKED_UP: u32 = 80;
/// FXInfo or DXInfo.
pub(crate) const EXTENDED_FINDER_INFO: u32 = 84;
pub(crate) const PARENT_ID: u32 = 100;

/// A parameter block in guest memory, by its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ParameterBlock(pub u32);

impl ParameterBlock {
    /// The completion routine, or 0.
    pub fn completion(self, machine: &Machine) -> Result<u32, Stop> {
        Ok(machine.memory.long(self.0 + COMPLETION)?)
    }

    /// The characters of the name; none when there is no name.
    pub fn name(self, machine: &Machine) -> Result<Vec<u8>, Stop> {
        string(machine, machine.memory.pointer(self.0 + NAME_PTR)?)
    }

    /// Stores a name where the block has room for one.
    pub fn set_name(self, machine: &mut Machine, name: &[u8]) -> Result<(), Stop> {
        let at = machine.memory.pointer(self.0 + NAME_PTR)?;
        if at != 0 {
            machine.memory.set_pascal_string(at, name)?;
        }
        Ok(())
    }

    /// The characters of the string that a field points to.
    pub fn string_at(self, machine: &Machine, field: u32) -> Result<Vec<u8>, Stop> {
        string(machine, machine.memory.pointer(self.0 + field)?)
    }

    /// The file reference number.
    pub fn ref_num(self, machine: &Machine) -> Result<i16, Stop> {
        Ok(machine.memory.int(self.0 + REF_NUM)?)
    }

    /// A count or length.
    ///
    /// # Errors
    /// paramErr when it is negative.
    pub fn length(self, machine: &Machine, field: u32) -> Result<u32, Failure> {
        let value = machine.memory.long(self.0 + field)?;
        if value > i32::MAX as u32 {
            Err(OsErr::PARAMETER.into())
        } else {
            Ok(value)
        }
    }
}

fn string(machine: &Machine, at: u32) -> Result<Vec<u8>, Stop> {
    Ok(if at == 0 {
        Vec::new()
    } else {
        machine.memory.pascal_string(at)?.to_vec()
    })
}

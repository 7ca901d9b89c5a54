//! Folder Manager: FindFolder, which knows where the special folders are.
//!
//! Inside Macintosh: More Macintosh Toolbox does not have it; Inside Macintosh, Volume VI, chapter 9, "The Finder
//! Interface", does. Its dispatcher, `_AliasDispatch`, takes the selector in D0.

use crate::bomb::{Cause, Failure, Settle, Stop};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::{OsErr, code};
use crate::profile::SystemVersion;
use crate::toolbox::file_manager::{VOLUME, write_to};
use crate::trap::{Entry, Trap, tool};
use crate::volume::{ROOT, Volume};

pub(crate) const TRAPS: &[Entry] = &[tool(0xA823, "AliasDispatch", Cost::Catalogue, dispatch)];

/// kOnSystemDisk.
const ON_SYSTEM_DISK: i16 = i16::MIN;

/// Folder types and the names that the folders have, below the root.
const FOLDERS: [([u8; 4], &[&[u8]]); 10] = [
    (*b"macs", &[b"System Folder"]),
    (*b"pref", &[b"System Folder", b"Preferences"]),
    (*b"extn", &[b"System Folder", b"Extensions"]),
    (*b"strt", &[b"System Folder", b"Startup Items"]),
    (*b"amnu", &[b"System Folder", b"Apple Menu Items"]),
    (*b"ctrl", &[b"System Folder", b"Control Panels"]),
    (*b"font", &[b"System Folder", b"Fonts"]),
    (*b"trsh", &[b"Trash"]),
    (*b"desk", &[b"Desktop Folder"]),
    (*b"temp", &[b"Temporary Items"]),
];

/// The names of a special folder in this version of the system: the Fonts folder came with 7.1.
pub(crate) fn names(system: SystemVersion, folder_type: [u8; 4]) -> Option<&'static [&'static [u8]]> {
    if folder_type == *b"font" && system == SystemVersion::V7_0 {
        return None;
    }
    FOLDERS
        .iter()
        .find(|(known, _)| *known == folder_type)
        .map(|(_, names)| *names)
}

fn find(volume: &Volume, names: &[&[u8]]) -> Option<u32> {
    names
        .iter()
        .try_fold(ROOT, |folder, name| volume.child(folder, name))
}

fn dispatch(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let selector = machine.cpu.d(0) & 0xFFFF;
    if selector != 0 {
        return Err(Cause::UnknownSelector {
            trap: "AliasDispatch",
            selector,
        }
        .into());
    }
    let result = find_folder(machine).settle()?;
    machine.return_word(code(result) as u16)?;
    Ok(())
}

/// FindFolder(vRefNum, folderType, createFolder, VAR foundVRefNum, VAR foundDirID).
fn find_folder(machine: &mut Machine) -> Result<(), Failure> {
    let folder_at = machine.pop_pointer()?;
    let v_ref_num_at = machine.pop_pointer()?;
    let create = machine.pop_boolean()?;
    let folder_type = machine.pop_long()?.to_be_bytes();
    let v_ref_num = match machine.pop_word()? as i16 {
        ON_SYSTEM_DISK => VOLUME,
        given => machine.mounted(given)?.v_ref_num(),
    };
    let names = names(machine.system, folder_type).ok_or(OsErr::FILE_NOT_FOUND)?;
    let id = match find(machine.online(v_ref_num)?, names) {
        Some(id) => id,
        None if create => {
            write_to(machine, v_ref_num)?;
            let now = machine.seconds();
            machine.mounted_mut(v_ref_num)?.ensure_folder(names, now)?
        }
        None => return Err(OsErr::FILE_NOT_FOUND.into()),
    };
    machine.memory.set_int(v_ref_num_at, v_ref_num)?;
    machine.memory.set_long(folder_at, id)?;
    Ok(())
}

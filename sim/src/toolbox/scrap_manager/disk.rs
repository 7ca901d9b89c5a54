//! The file Clipboard in the System Folder, where a scrap lies that does not fit into memory.

use crate::bomb::Failure;
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::file_manager::{VOLUME, write_to};
use crate::toolbox::folder_manager;
use crate::volume::Fork;

/// Its name (Inside Macintosh: More Macintosh Toolbox, chapter 2, ScrapName).
pub(super) const NAME: &[u8] = b"Clipboard";

fn system_folder(machine: &mut Machine) -> Result<u32, Failure> {
    let names = folder_manager::names(machine.system, *b"macs").ok_or(OsErr::DIRECTORY_NOT_FOUND)?;
    let now = machine.seconds();
    Ok(machine.mounted_mut(VOLUME)?.ensure_folder(names, now)?)
}

/// All that it holds.
pub(super) fn read(machine: &mut Machine) -> Result<Vec<u8>, Failure> {
    let folder = system_folder(machine)?;
    let volume = machine.mounted(VOLUME)?;
    let file = volume.child(folder, NAME).ok_or(OsErr::FILE_NOT_FOUND)?;
    let bytes = volume.fork(file, Fork::Data)?.to_vec();
    charge(machine, bytes.len());
    Ok(bytes)
}

/// Replaces what it holds.
pub(super) fn write(machine: &mut Machine, bytes: &[u8]) -> Result<(), Failure> {
    let folder = system_folder(machine)?;
    write_to(machine, VOLUME)?;
    charge(machine, bytes.len());
    let now = machine.seconds();
    let volume = machine.mounted_mut(VOLUME)?;
    let file = match volume.child(folder, NAME) {
        Some(file) => file,
        None => volume.create_file(folder, NAME, now)?,
    };
    volume.resize(file, Fork::Data, bytes.len(), now)?;
    Ok(volume.write(file, Fork::Data, 0, bytes, now)?)
}

fn charge(machine: &mut Machine, len: usize) {
    machine.charge(Cost::DiskAccess, 1);
    machine.charge(Cost::DiskByte, len as u32);
}

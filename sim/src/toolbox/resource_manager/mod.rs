//! Resource Manager: open resource files, searched from the current one back to the System file, and the handles of
//! what was loaded from them. Reading only. Inside Macintosh: More Macintosh Toolbox, chapter 1.

#[cfg(test)]
mod tests;
mod traps;

pub(crate) use traps::{TRAPS, open_by_spec};

use crate::bomb::{Failure, Settle, Stop};
use crate::costs::Cost;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::os_err::{OsErr, code};
use crate::toolbox::memory_manager::{LOCKED, PURGEABLE, RESOURCE, ZoneId};
use crate::volume::Fork;
use mc_pack::resource_fork::{Attributes, ResourceFork};
use mc_pack::{OsType, Resource};

/// A resource of an open file.
struct Entry {
    resource: Resource,
    /// Its handle, once something asked for it.
    handle: Option<u32>,
}

/// An open resource file.
struct OpenFile {
    ref_num: i16,
    /// Number of the file in the catalogue.
    file: u32,
    entries: Vec<Entry>,
}

/// The open files, in the order of opening: the System file first, then the application.
#[derive(Default)]
pub(crate) struct ResourceManager {
    files: Vec<OpenFile>,
}

/// Which resource: the index of its file and its own in that file.
type Found = (usize, usize);

impl ResourceManager {
    fn file_index(&self, ref_num: i16) -> Option<usize> {
        self.files.iter().position(|file| file.ref_num == ref_num)
    }

    fn entry(&self, (file, entry): Found) -> Option<&Entry> {
        self.files.get(file)?.entries.get(entry)
    }

    fn entry_mut(&mut self, (file, entry): Found) -> Option<&mut Entry> {
        self.files.get_mut(file)?.entries.get_mut(entry)
    }

    /// The resource that a handle belongs to.
    fn of_handle(&self, handle: u32) -> Option<Found> {
        self.files.iter().enumerate().find_map(|(file, open)| {
            let entry = open
                .entries
                .iter()
                .position(|entry| entry.handle == Some(handle))?;
            Some((file, entry))
        })
    }

    fn find(&self, files: &[usize], wanted: impl Fn(&Resource) -> bool) -> Option<Found> {
        files.iter().find_map(|&file| {
            let entry = self
                .files
                .get(file)?
                .entries
                .iter()
                .position(|entry| wanted(&entry.resource))?;
            Some((file, entry))
        })
    }

    /// Every resource of these files that is wanted, in search order.
    fn all(&self, files: &[usize], wanted: impl Fn(&Resource) -> bool) -> Vec<Found> {
        let in_file = |&file: &usize| {
            let entries = self.files.get(file).map_or(&[][..], |open| &open.entries);
            let found = entries
                .iter()
                .enumerate()
                .filter(|(_, entry)| wanted(&entry.resource));
            found.map(move |(index, _)| (file, index)).collect::<Vec<_>>()
        };
        files.iter().flat_map(in_file).collect()
    }

    /// Forgets everything that a process that is gone had open; its handles went with its heap.
    pub fn close_all_but_system(&mut self) {
        self.files.truncate(1);
    }
}

/// Opens the resource fork of a file, or gives its reference number again. Either way it is the current file then, from
/// which searches begin.
///
/// # Errors
/// eofErr for a file without resources, mapReadErr for a damaged fork.
pub(crate) fn open(machine: &mut Machine, file: u32) -> Result<i16, Failure> {
    if let Some(open) = machine.resources.files.iter().find(|open| open.file == file) {
        let ref_num = open.ref_num;
        machine.memory.put(low::CUR_MAP, ref_num as u16);
        return Ok(ref_num);
    }
    machine.charge(Cost::DiskAccess, 2);
    let bytes = machine.volume.fork(file, Fork::Resource)?;
    if bytes.is_empty() {
        return Err(OsErr::END_OF_FILE.into());
    }
    let fork = ResourceFork::parse(bytes).map_err(|_| OsErr::MAP_READ)?;
    let ref_num = machine
        .files
        .open_fork(&machine.volume, file, Fork::Resource, false)?;
    let entries = fork.iter().map(|resource| Entry {
        resource: resource.clone(),
        handle: None,
    });
    machine.resources.files.push(OpenFile {
        ref_num,
        file,
        entries: entries.collect(),
    });
    machine.memory.put(low::CUR_MAP, ref_num as u16);
    preload(machine, machine.resources.files.len() - 1)?;
    Ok(ref_num)
}

/// Loads what asks for it; what does not fit is loaded when it is wanted.
fn preload(machine: &mut Machine, file: usize) -> Result<(), Stop> {
    let wanted = machine.resources.all(&[file], |resource| {
        resource.attributes.contains(Attributes::PRELOAD)
    });
    for found in wanted {
        if let Err(error) = load(machine, found).settle()? {
            tracing::debug!(%error, "preloading a resource");
        }
    }
    Ok(())
}

fn close(machine: &mut Machine, ref_num: i16) -> Result<(), Failure> {
    let index = machine.resources.file_index(ref_num).filter(|&index| index > 0);
    let file = machine
        .resources
        .files
        .remove(index.ok_or(OsErr::RESOURCE_FILE_NOT_FOUND)?);
    for handle in file.entries.iter().filter_map(|entry| entry.handle) {
        machine.dispose_handle(handle)?;
    }
    machine.files.close(ref_num);
    if machine.memory.get(low::CUR_MAP) == ref_num as u16 {
        let next = machine.resources.files.last().map_or(0, |file| file.ref_num);
        machine.memory.put(low::CUR_MAP, next as u16);
    }
    Ok(())
}

/// The files that are searched: from the current one back to the System file.
fn search_order(machine: &Machine) -> Vec<usize> {
    let current = current_file(machine);
    current.map_or_else(Vec::new, |index| (0..=index).rev().collect())
}

fn current_file(machine: &Machine) -> Option<usize> {
    machine
        .resources
        .file_index(machine.memory.get(low::CUR_MAP) as i16)
}

fn current_only(machine: &Machine) -> Vec<usize> {
    current_file(machine).into_iter().collect()
}

fn set_res_err(machine: &mut Machine, result: Result<(), OsErr>) {
    machine.memory.put(low::RES_ERR, code(result) as u16);
}

/// The handle of a resource, with its data where ResLoad wants it.
///
/// # Errors
/// memFullErr.
fn load(machine: &mut Machine, found: Found) -> Result<u32, Failure> {
    let entry = machine.resources.entry(found).ok_or(OsErr::RESOURCE_NOT_FOUND)?;
    let is_system = entry.resource.attributes.contains(Attributes::SYS_HEAP);
    let handle = match entry.handle {
        Some(handle) => handle,
        None => {
            let zone = if is_system {
                ZoneId::System
            } else {
                machine.current_zone()
            };
            machine.new_empty_handle(zone)?
        }
    };
    if let Some(entry) = machine.resources.entry_mut(found) {
        entry.handle = Some(handle);
    }
    let wants_data = machine.memory.get(low::RES_LOAD) != 0;
    let is_empty = machine.memory.pointer(handle)? == 0;
    if wants_data && is_empty {
        read_data(machine, found, handle)?;
    }
    Ok(handle)
}

/// Reads the data of a resource into its empty handle.
fn read_data(machine: &mut Machine, found: Found, handle: u32) -> Result<(), Failure> {
    let entry = machine.resources.entry(found).ok_or(OsErr::RESOURCE_NOT_FOUND)?;
    let attributes = entry.resource.attributes;
    let data = entry.resource.data.clone();
    machine.set_handle_size(handle, data.len() as u32)?;
    let at = machine.memory.pointer(handle)?;
    machine.memory.set_bytes(at, &data)?;
    machine.charge(Cost::DiskAccess, 1);
    machine.charge(Cost::DiskByte, data.len() as u32);
    let locked = if attributes.contains(Attributes::LOCKED) {
        LOCKED
    } else {
        0
    };
    let purgeable = if attributes.contains(Attributes::PURGEABLE) {
        PURGEABLE
    } else {
        0
    };
    Ok(machine.change_state(handle, RESOURCE | locked | purgeable, 0, "GetResource")?)
}

/// CODE `id` of the application, loaded.
///
/// # Errors
/// resNotFound, memFullErr.
pub(crate) fn load_code(machine: &mut Machine, id: i16) -> Result<u32, Failure> {
    let order = search_order(machine);
    let code = OsType(*b"CODE");
    let found = machine
        .resources
        .find(&order, |resource| resource.res_type == code && resource.id == id);
    load(machine, found.ok_or(OsErr::RESOURCE_NOT_FOUND)?)
}

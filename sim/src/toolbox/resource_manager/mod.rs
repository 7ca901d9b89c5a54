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
use crate::toolbox::file_manager::{self, Entry as CatalogueEntry};
use crate::toolbox::memory_manager::{LOCKED, PURGEABLE, RESOURCE, ZoneId};
use crate::toolbox::process_manager::Psn;
use crate::volume::Fork;
use mc_pack::resource_fork::{Attributes, ResourceFork};
use mc_pack::{OsType, Resource};
use std::ops::Range;

/// A resource of an open file.
struct Entry {
    resource: Resource,
    /// Its handle, once something asked for it.
    handle: Option<u32>,
}

/// An open resource file.
struct OpenFile {
    ref_num: i16,
    file: CatalogueEntry,
    /// The process that has it open; the System file is everybody's.
    owner: Option<Psn>,
    /// The handle of its map, which lies in the heap that was current when it was opened.
    map: u32,
    entries: Vec<Entry>,
}

/// The open files, in the order of opening: the System file first, then the application.
#[derive(Default)]
pub(crate) struct ResourceManager {
    files: Vec<OpenFile>,
    /// The process that asks now.
    pub user: Option<Psn>,
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

    /// Whether a file is in the chain of the process that asks: its own, and the System file.
    fn is_in_chain(&self, file: &OpenFile) -> bool {
        file.owner.is_none() || file.owner == self.user
    }
}

/// Forgets everything that a process that is gone had open; its handles went with its heap, those of system resources too
/// that it was the first to ask for.
pub(crate) fn process_ended(machine: &mut Machine, psn: Psn, partition: &Range<u32>) {
    let files = &mut machine.resources.files;
    files.retain(|file| file.owner != Some(psn));
    let entries = files.iter_mut().flat_map(|file| &mut file.entries);
    for entry in entries {
        entry.handle = entry.handle.filter(|handle| !partition.contains(handle));
    }
}

/// Where the map in memory has the handle of the next one, and its file's reference number (More Macintosh Toolbox,
/// chapter 1, "Resource File Format").
const NEXT_MAP: u32 = 16;
const MAP_REF_NUM: u32 = 20;

/// Opens the resource fork of a file of the startup volume.
///
/// # Errors
/// As [`open_entry`].
pub(crate) fn open(machine: &mut Machine, file: u32) -> Result<i16, Failure> {
    let volume = machine.volume.v_ref_num();
    open_entry(machine, CatalogueEntry { volume, id: file })
}

/// Opens the resource fork of a file, or gives its reference number again when it is open. Either way it is the current
/// file then, from which searches begin.
///
/// # Errors
/// eofErr for a file without resources, mapReadErr for a damaged fork, memFullErr when there is no room for the map.
pub(crate) fn open_entry(machine: &mut Machine, file: CatalogueEntry) -> Result<i16, Failure> {
    if let Some(ref_num) = find_open(machine, file) {
        machine.memory.put(low::CUR_MAP, ref_num as u16);
        return Ok(ref_num);
    }
    machine.charge(Cost::DiskAccess, 2);
    let bytes = machine.online(file.volume)?.fork(file.id, Fork::Resource)?;
    if bytes.is_empty() {
        return Err(OsErr::END_OF_FILE.into());
    }
    let fork = ResourceFork::parse(bytes).map_err(|_| OsErr::MAP_READ)?;
    let map = map_of(bytes).ok_or(OsErr::MAP_READ)?.to_vec();
    let map_handle = machine.new_handle_with(machine.current_zone(), &map)?;
    machine.charge(Cost::DiskByte, map.len() as u32);
    let opened = file_manager::open_for_reading(machine, file, Fork::Resource);
    let ref_num = match opened {
        Ok(ref_num) => ref_num,
        Err(error) => {
            machine.dispose_handle(map_handle)?;
            return Err(error.into());
        }
    };
    let entries = fork.iter().map(|resource| Entry {
        resource: resource.clone(),
        handle: None,
    });
    machine.resources.files.push(OpenFile {
        ref_num,
        file,
        owner: machine.resources.user,
        map: map_handle,
        entries: entries.collect(),
    });
    let at = machine.memory.pointer(map_handle)?;
    let next = machine.memory.get(low::TOP_MAP_HANDLE);
    machine.memory.set_long(at + NEXT_MAP, next)?;
    machine.memory.set_int(at + MAP_REF_NUM, ref_num)?;
    machine.memory.put(low::TOP_MAP_HANDLE, map_handle);
    machine.memory.put(low::CUR_MAP, ref_num as u16);
    if machine.memory.get(low::RES_LOAD) != 0 {
        preload(machine, machine.resources.files.len() - 1)?;
    }
    Ok(ref_num)
}

/// The reference number of a file that is open in the chain of who asks.
fn find_open(machine: &Machine, file: CatalogueEntry) -> Option<i16> {
    let resources = &machine.resources;
    let mut files = resources.files.iter().filter(|open| resources.is_in_chain(open));
    files.find(|open| open.file == file).map(|open| open.ref_num)
}

/// The map of a resource fork: bytes 4 to 8 of the fork say where it is, 12 to 16 how long.
fn map_of(fork: &[u8]) -> Option<&[u8]> {
    let long = |at: usize| Some(u32::from_be_bytes(*fork.get(at..)?.first_chunk()?) as usize);
    let start = long(4)?;
    fork.get(start..start.checked_add(long(12)?)?)
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
    machine.dispose_handle(file.map)?;
    machine.files.close(ref_num);
    link_maps(machine)?;
    if machine.memory.get(low::CUR_MAP) == ref_num as u16 {
        let resources = &machine.resources;
        let mut files = resources
            .files
            .iter()
            .rev()
            .filter(|file| resources.is_in_chain(file));
        let next = files.next().map_or(0, |file| file.ref_num);
        machine.memory.put(low::CUR_MAP, next as u16);
    }
    Ok(())
}

/// Chains the maps of the open files again, the last one that was opened first.
fn link_maps(machine: &mut Machine) -> Result<(), Stop> {
    let resources = &machine.resources;
    let files = resources.files.iter().filter(|file| resources.is_in_chain(file));
    let maps: Vec<u32> = files.map(|file| file.map).collect();
    let mut next = 0;
    for map in maps {
        let at = machine.memory.pointer(map)?;
        machine.memory.set_long(at + NEXT_MAP, next)?;
        next = map;
    }
    machine.memory.put(low::TOP_MAP_HANDLE, next);
    Ok(())
}

/// The files that are searched: from the current one back to the System file.
fn search_order(machine: &Machine) -> Vec<usize> {
    let Some(current) = current_file(machine) else {
        return Vec::new();
    };
    let resources = &machine.resources;
    let is_searched = |&index: &usize| {
        let file = resources.files.get(index);
        file.is_some_and(|file| index == current || resources.is_in_chain(file))
    };
    (0..=current).rev().filter(is_searched).collect()
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

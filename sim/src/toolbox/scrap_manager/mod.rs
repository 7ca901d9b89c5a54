//! Scrap Manager: the desk scrap, which is what users call the clipboard.
//!
//! Each application has a copy of the scrap in its own heap, with globals that belong to it and that these calls work on.
//! When another application comes to the front, what the one before has put into its copy is copied into the new one's heap; where it
//! does not fit it goes to the file Clipboard, and the handle is NIL. So a program that never comes to the front works on a copy that nobody sees:
//! its calls succeed and do nothing useful. Inside Macintosh: More Macintosh Toolbox, chapter 2, "Location of the Scrap"; the README of
//! Apple's BackScrap, 1999.

mod disk;
mod switching;
#[cfg(test)]
mod tests;

pub(crate) use switching::{ScrapManager, enter, leave, start};

use crate::bomb::{Failure, Settle, Stop};
use crate::costs::Cost;
use crate::desktop::Flavor;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::memory_manager::ZoneId;
use crate::trap::{Entry, Trap, tool};

pub(crate) const TRAPS: &[Entry] = &[
    tool(0xA9F9, "InfoScrap", Cost::Small, info_scrap),
    tool(0xA9FA, "UnloadScrap", Cost::Small, unload_scrap),
    tool(0xA9FB, "LoadScrap", Cost::Small, load_scrap),
    tool(0xA9FC, "ZeroScrap", Cost::Small, zero_scrap),
    tool(0xA9FD, "GetScrap", Cost::Small, get_scrap),
    tool(0xA9FE, "PutScrap", Cost::Small, put_scrap),
];

/// scrapState: in memory, or in the file.
const IN_MEMORY: u16 = 1;
const ON_DISK: u16 = 0;

/// What stands in front of the data of a flavor: its type and its length.
const HEADER_LEN: u32 = 8;

/// A length filled up to an even one, as the data of a flavor is.
fn even(len: u32) -> u32 {
    len.saturating_add(1) & !1
}

/// Where the data of the first flavor of a type lies in the bytes of a scrap: its offset and length.
fn find(scrap: &[u8], kind: [u8; 4]) -> Option<(u32, u32)> {
    let mut at = 0_u32;
    loop {
        let header = scrap.get(at as usize..)?.first_chunk::<8>()?;
        let [a, b, c, d, len @ ..] = *header;
        let (data, len) = (at + HEADER_LEN, u32::from_be_bytes(len));
        if [a, b, c, d] == kind {
            return Some((data, len));
        }
        at = data.checked_add(even(len))?;
    }
}

/// The flavors that the bytes of a scrap hold.
pub(crate) fn flavors(scrap: &[u8]) -> Vec<Flavor> {
    let mut rest = scrap;
    let mut flavors = Vec::new();
    while let Some((header, data)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, len @ ..] = *header;
        let len = u32::from_be_bytes(len) as usize;
        let Some(bytes) = data.get(..len) else { break };
        flavors.push(Flavor {
            kind: [a, b, c, d],
            data: bytes.to_vec(),
        });
        rest = data.get(len + len % 2..).unwrap_or_default();
    }
    flavors
}

/// The bytes of one flavor in a scrap.
pub(crate) fn encode(flavor: &Flavor) -> Vec<u8> {
    let len = flavor.data.len() as u32;
    let mut bytes = [&flavor.kind[..], &len.to_be_bytes(), &flavor.data].concat();
    bytes.resize(HEADER_LEN as usize + even(len) as usize, 0);
    bytes
}

/// A result: noErr or an error, as a long.
fn finish(machine: &mut Machine, outcome: Result<u32, Failure>) -> Result<(), Stop> {
    let value = match outcome.settle()? {
        Ok(value) => value,
        Err(error) => i32::from(error.0) as u32,
    };
    machine.return_long(value)?;
    Ok(())
}

fn is_in_memory(machine: &Machine) -> bool {
    machine.memory.get(low::SCRAP_STATE) == IN_MEMORY
}

/// The bytes of the current process's scrap, from wherever they are.
fn bytes(machine: &mut Machine) -> Result<Vec<u8>, Failure> {
    let len = machine.memory.get(low::SCRAP_SIZE);
    if !is_in_memory(machine) {
        return disk::read(machine);
    }
    match machine.memory.get(low::SCRAP_HANDLE) {
        0 => Ok(Vec::new()),
        handle => {
            let data = machine.memory.pointer(handle)?;
            Ok(machine.memory.bytes(data, len)?.to_vec())
        }
    }
}

/// The handle of a scrap in memory, made when there is none.
fn handle(machine: &mut Machine) -> Result<u32, Failure> {
    let handle = machine.memory.get(low::SCRAP_HANDLE);
    if handle != 0 {
        return Ok(handle);
    }
    let handle = machine.new_handle(ZoneId::Application, 0)?;
    machine.memory.put(low::SCRAP_HANDLE, handle);
    Ok(handle)
}

fn info_scrap(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    machine.return_long(low::SCRAP_SIZE.0)?;
    Ok(())
}

/// ZeroScrap: the scrap is empty, and its count tells everybody that it has changed.
fn zero_scrap(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let outcome = zero(machine);
    finish(machine, outcome)
}

fn zero(machine: &mut Machine) -> Result<u32, Failure> {
    if is_in_memory(machine) {
        let handle = handle(machine)?;
        machine.set_handle_size(handle, 0)?;
    } else {
        disk::write(machine, &[])?;
    }
    let count = machine.memory.get(low::SCRAP_COUNT);
    machine.memory.put(low::SCRAP_COUNT, count.wrapping_add(1));
    machine.memory.put(low::SCRAP_SIZE, 0);
    Ok(0)
}

/// PutScrap(length, theType, source): adds a flavor behind those that are there.
fn put_scrap(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let source = machine.pop_pointer()?;
    let kind = machine.pop_long()?.to_be_bytes();
    let len = machine.pop_long()?;
    let outcome = put(machine, kind, source, len);
    finish(machine, outcome)
}

fn put(machine: &mut Machine, kind: [u8; 4], source: u32, len: u32) -> Result<u32, Failure> {
    if (len as i32) < 0 {
        return Err(OsErr::PARAMETER.into());
    }
    let data = match len {
        0 => Vec::new(),
        len => machine.memory.bytes(source, len)?.to_vec(),
    };
    append(machine, &encode(&Flavor { kind, data }))?;
    Ok(0)
}

fn append(machine: &mut Machine, added: &[u8]) -> Result<(), Failure> {
    let old = machine.memory.get(low::SCRAP_SIZE);
    let size = old + added.len() as u32;
    if is_in_memory(machine) {
        let handle = handle(machine)?;
        machine.set_handle_size(handle, size)?;
        let data = machine.memory.pointer(handle)?;
        machine.memory.set_bytes(data + old, added)?;
        machine.charge(Cost::MoveByte, added.len() as u32);
    } else {
        let whole = [disk::read(machine)?, added.to_vec()].concat();
        disk::write(machine, &whole)?;
    }
    machine.memory.put(low::SCRAP_SIZE, size);
    Ok(())
}

/// GetScrap(hDest, theType, VAR offset): the length of the flavor's data, which goes to the handle unless that is NIL.
fn get_scrap(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let offset_at = machine.pop_pointer()?;
    let kind = machine.pop_long()?.to_be_bytes();
    let destination = machine.pop_pointer()?;
    let outcome = get(machine, destination, kind, offset_at);
    finish(machine, outcome)
}

fn get(machine: &mut Machine, destination: u32, kind: [u8; 4], offset_at: u32) -> Result<u32, Failure> {
    let scrap = bytes(machine)?;
    let (offset, len) = find(&scrap, kind).ok_or(OsErr::NO_SUCH_FLAVOR)?;
    machine.memory.set_long(offset_at, offset)?;
    if destination != 0 {
        let data = scrap
            .get(offset as usize..(offset + len) as usize)
            .unwrap_or_default();
        machine.set_handle_size(destination, len)?;
        let at = machine.memory.pointer(destination)?;
        machine.memory.set_bytes(at, data)?;
        machine.charge(Cost::MoveByte, len);
    }
    Ok(len)
}

/// UnloadScrap: from memory into the file.
fn unload_scrap(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let outcome = unload(machine);
    finish(machine, outcome)
}

fn unload(machine: &mut Machine) -> Result<u32, Failure> {
    if !is_in_memory(machine) {
        return Ok(0);
    }
    let scrap = bytes(machine)?;
    disk::write(machine, &scrap)?;
    drop_handle(machine)?;
    machine.memory.put(low::SCRAP_STATE, ON_DISK);
    Ok(0)
}

fn drop_handle(machine: &mut Machine) -> Result<(), Stop> {
    let handle = machine.memory.get(low::SCRAP_HANDLE);
    machine.memory.put(low::SCRAP_HANDLE, 0);
    match handle {
        0 => Ok(()),
        handle => machine.dispose_handle(handle),
    }
}

/// LoadScrap: from the file into memory.
fn load_scrap(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let outcome = load(machine);
    finish(machine, outcome)
}

fn load(machine: &mut Machine) -> Result<u32, Failure> {
    if is_in_memory(machine) {
        return Ok(0);
    }
    let scrap = disk::read(machine)?;
    let handle = machine.new_handle_with(ZoneId::Application, &scrap)?;
    machine.memory.put(low::SCRAP_HANDLE, handle);
    machine.memory.put(low::SCRAP_STATE, IN_MEMORY);
    Ok(0)
}

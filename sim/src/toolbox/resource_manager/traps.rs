//! The Resource Manager's traps: Pascal calls, the result code in ResErr.

use super::{Found, close, current_only, load, open_entry, search_order, set_res_err};
use crate::bomb::{Failure, Settle, Stop};
use crate::costs::Cost;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::file_manager;
use crate::toolbox::memory_manager::RESOURCE;
use crate::trap::{Entry, Trap, tool};
use mc_pack::{OsType, Resource};
use std::collections::BTreeSet;

pub(crate) const TRAPS: &[Entry] = &[
    tool(0xA80D, "Count1Resources", Cost::FindResource, count_resources),
    tool(0xA80E, "Get1IndResource", Cost::FindResource, get_ind_resource),
    tool(0xA80F, "Get1IndType", Cost::FindResource, get_ind_type),
    tool(0xA81A, "HOpenResFile", Cost::Catalogue, h_open_res_file),
    tool(0xA81C, "Count1Types", Cost::FindResource, count_types),
    tool(0xA81F, "Get1Resource", Cost::FindResource, get_resource),
    tool(
        0xA820,
        "Get1NamedResource",
        Cost::FindResource,
        get_named_resource,
    ),
    tool(0xA821, "GetMaxResourceSize", Cost::FindResource, resource_size),
    tool(0xA992, "DetachResource", Cost::FindResource, detach_resource),
    tool(0xA994, "CurResFile", Cost::Small, cur_res_file),
    tool(0xA998, "UseResFile", Cost::Small, use_res_file),
    tool(0xA99A, "CloseResFile", Cost::FindResource, close_res_file),
    tool(0xA99B, "SetResLoad", Cost::Small, set_res_load),
    tool(0xA99C, "CountResources", Cost::FindResource, count_resources),
    tool(0xA99D, "GetIndResource", Cost::FindResource, get_ind_resource),
    tool(0xA99E, "CountTypes", Cost::FindResource, count_types),
    tool(0xA99F, "GetIndType", Cost::FindResource, get_ind_type),
    tool(0xA9A0, "GetResource", Cost::FindResource, get_resource),
    tool(0xA9A1, "GetNamedResource", Cost::FindResource, get_named_resource),
    tool(0xA9A2, "LoadResource", Cost::FindResource, load_resource),
    tool(0xA9A3, "ReleaseResource", Cost::FindResource, release_resource),
    tool(0xA9A4, "HomeResFile", Cost::FindResource, home_res_file),
    tool(0xA9A5, "GetResourceSizeOnDisk", Cost::FindResource, resource_size),
    tool(0xA9A6, "GetResAttrs", Cost::FindResource, get_res_attrs),
    tool(0xA9A8, "GetResInfo", Cost::FindResource, get_res_info),
    tool(0xA9AF, "ResError", Cost::Small, res_error),
];

/// The files that a call looks through: the current one for a call with a 1 in its name.
fn files_of(machine: &Machine, trap: Trap) -> Vec<usize> {
    let only_current = matches!(trap.number(), 0xA80D | 0xA80E | 0xA80F | 0xA81C | 0xA81F | 0xA820);
    if only_current {
        current_only(machine)
    } else {
        search_order(machine)
    }
}

fn pop_type(machine: &mut Machine) -> Result<OsType, Stop> {
    Ok(OsType(machine.pop_long()?.to_be_bytes()))
}

/// Returns the handle of what was found, or NIL, and sets ResErr.
fn return_found(machine: &mut Machine, found: Option<Found>) -> Result<(), Stop> {
    let result = match found {
        Some(found) => load(machine, found).settle()?,
        None => Err(OsErr::RESOURCE_NOT_FOUND),
    };
    set_res_err(machine, result.map(|_| ()));
    machine.return_long(result.unwrap_or(0))?;
    Ok(())
}

fn get_resource(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let id = machine.pop_word()? as i16;
    let res_type = pop_type(machine)?;
    let files = files_of(machine, trap);
    let found = machine.resources.find(&files, |resource| {
        resource.res_type == res_type && resource.id == id
    });
    return_found(machine, found)
}

fn get_named_resource(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let name_at = machine.pop_pointer()?;
    let res_type = pop_type(machine)?;
    let name = machine.memory.pascal_string(name_at)?.to_vec();
    let files = files_of(machine, trap);
    let is_it = |resource: &Resource| {
        let given = resource.name.as_deref().unwrap_or(b"");
        resource.res_type == res_type && given.eq_ignore_ascii_case(&name)
    };
    let found = machine.resources.find(&files, is_it);
    return_found(machine, found)
}

fn count_resources(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let res_type = pop_type(machine)?;
    let files = files_of(machine, trap);
    let count = machine
        .resources
        .all(&files, |resource| resource.res_type == res_type)
        .len();
    set_res_err(machine, Ok(()));
    machine.return_word(count as u16)?;
    Ok(())
}

fn get_ind_resource(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let index = machine.pop_word()? as i16;
    let res_type = pop_type(machine)?;
    let files = files_of(machine, trap);
    let all = machine
        .resources
        .all(&files, |resource| resource.res_type == res_type);
    let found = usize::try_from(index)
        .ok()
        .and_then(|index| all.get(index.checked_sub(1)?).copied());
    return_found(machine, found)
}

fn types(machine: &Machine, trap: Trap) -> Vec<OsType> {
    let found = machine.resources.all(&files_of(machine, trap), |_| true);
    let mut seen = BTreeSet::new();
    let all = found
        .into_iter()
        .filter_map(|found| machine.resources.entry(found))
        .map(|entry| entry.resource.res_type);
    all.filter(|res_type| seen.insert(res_type.0)).collect()
}

fn count_types(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let count = types(machine, trap).len();
    set_res_err(machine, Ok(()));
    machine.return_word(count as u16)?;
    Ok(())
}

/// Get1IndType and GetIndType are procedures: the type goes to a variable, 0 when the index is too large.
fn get_ind_type(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let index = machine.pop_word()? as i16;
    let at = machine.pop_pointer()?;
    let types = types(machine, trap);
    let res_type = usize::try_from(index)
        .ok()
        .and_then(|index| types.get(index.checked_sub(1)?));
    machine
        .memory
        .set_long(at, res_type.map_or(0, |res_type| u32::from_be_bytes(res_type.0)))?;
    set_res_err(machine, res_type.map(|_| ()).ok_or(OsErr::RESOURCE_NOT_FOUND));
    Ok(())
}

/// Pops a handle and finds the resource that it is of; sets ResErr.
fn pop_resource(machine: &mut Machine) -> Result<Option<(u32, Found)>, Stop> {
    let handle = machine.pop_pointer()?;
    let found = machine.resources.of_handle(handle);
    set_res_err(machine, found.map(|_| ()).ok_or(OsErr::RESOURCE_NOT_FOUND));
    Ok(found.map(|found| (handle, found)))
}

fn load_resource(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let Some((_, found)) = pop_resource(machine)? else {
        return Ok(());
    };
    let wanted = machine.memory.get(low::RES_LOAD);
    machine.memory.put(low::RES_LOAD, 1);
    let result = load(machine, found).settle()?;
    machine.memory.put(low::RES_LOAD, wanted);
    set_res_err(machine, result.map(|_| ()));
    Ok(())
}

fn release_resource(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let Some((handle, found)) = pop_resource(machine)? else {
        return Ok(());
    };
    machine.dispose_handle(handle)?;
    if let Some(entry) = machine.resources.entry_mut(found) {
        entry.handle = None;
    }
    Ok(())
}

fn detach_resource(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let Some((handle, found)) = pop_resource(machine)? else {
        return Ok(());
    };
    machine.change_state(handle, 0, RESOURCE, "DetachResource")?;
    if let Some(entry) = machine.resources.entry_mut(found) {
        entry.handle = None;
    }
    Ok(())
}

fn home_res_file(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let found = pop_resource(machine)?.map(|(_, (file, _))| file);
    let ref_num = found
        .and_then(|file| machine.resources.files.get(file))
        .map_or(-1, |file| file.ref_num);
    machine.return_word(ref_num as u16)?;
    Ok(())
}

fn resource_size(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let found = pop_resource(machine)?.and_then(|(_, found)| machine.resources.entry(found));
    let size = found.map_or(-1, |entry| entry.resource.data.len() as i32);
    machine.return_long(size as u32)?;
    Ok(())
}

fn get_res_attrs(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let found = pop_resource(machine)?.and_then(|(_, found)| machine.resources.entry(found));
    let attributes = found.map_or(0, |entry| entry.resource.attributes.bits());
    machine.return_word(u16::from(attributes))?;
    Ok(())
}

/// GetResInfo: id, type and name go to variables.
fn get_res_info(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let name_at = machine.pop_pointer()?;
    let type_at = machine.pop_pointer()?;
    let id_at = machine.pop_pointer()?;
    let Some((_, found)) = pop_resource(machine)? else {
        return Ok(());
    };
    let Some(resource) = machine.resources.entry(found).map(|entry| entry.resource.clone()) else {
        return Ok(());
    };
    machine.memory.set_int(id_at, resource.id)?;
    machine
        .memory
        .set_long(type_at, u32::from_be_bytes(resource.res_type.0))?;
    if name_at != 0 {
        machine
            .memory
            .set_pascal_string(name_at, resource.name.as_deref().unwrap_or(b""))?;
    }
    Ok(())
}

fn cur_res_file(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let current = machine.memory.get(low::CUR_MAP);
    machine.return_word(current)?;
    Ok(())
}

/// UseResFile: 0 means the System file.
fn use_res_file(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let wanted = match machine.pop_word()? {
        0 => machine.memory.get(low::SYS_MAP),
        other => other,
    };
    let exists = machine.resources.file_index(wanted as i16).is_some();
    if exists {
        machine.memory.put(low::CUR_MAP, wanted);
    }
    set_res_err(
        machine,
        if exists {
            Ok(())
        } else {
            Err(OsErr::RESOURCE_FILE_NOT_FOUND)
        },
    );
    Ok(())
}

fn set_res_load(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let wanted = machine.pop_boolean()?;
    machine.memory.put(low::RES_LOAD, u16::from(wanted));
    Ok(())
}

fn res_error(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let error = machine.memory.get(low::RES_ERR);
    machine.return_word(error)?;
    Ok(())
}

/// Opens the resource fork that a volume, a folder and a name lead to; the reference number, or -1. It is only read,
/// whatever the permission says.
pub(crate) fn open_by_spec(
    machine: &mut Machine,
    v_ref_num: i16,
    folder: u32,
    name: &[u8],
) -> Result<i16, Stop> {
    let file = file_manager::find_file(machine, v_ref_num, folder, name);
    let result = file
        .map_err(Failure::Os)
        .and_then(|file| open_entry(machine, file))
        .settle()?;
    set_res_err(machine, result.map(|_| ()));
    Ok(result.unwrap_or(-1))
}

fn h_open_res_file(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let _permission = machine.pop_word()?;
    let name_at = machine.pop_pointer()?;
    let folder = machine.pop_long()?;
    let v_ref_num = machine.pop_word()? as i16;
    let name = machine.memory.pascal_string(name_at)?.to_vec();
    let ref_num = open_by_spec(machine, v_ref_num, folder, &name)?;
    machine.return_word(ref_num as u16)?;
    Ok(())
}

fn close_res_file(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let ref_num = machine.pop_word()? as i16;
    let result = close(machine, ref_num).settle()?;
    set_res_err(machine, result);
    Ok(())
}

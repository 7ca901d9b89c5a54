//! FSSpec calls: HighLevelFSDispatch, with the selector in D0, and MakeFSSpec of FSDispatch.

use super::access::open_with_permission;
use super::catalogue::{delete_item, exchange_items, set_locked};
use super::parameter_block::{DIR_ID, MISC, ParameterBlock, V_REF_NUM};
use super::{Entry, found, unknown, write_to};
use crate::bomb::{Failure, Settle, Stop};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::{OsErr, code};
use crate::toolbox::resource_manager;
use crate::trap::Trap;
use crate::volume::{Fork, Item, Place};

/// Offsets in an FSSpec.
const PARENT_ID: u32 = 2;
const NAME: u32 = 6;

/// Where an FSSpec leads.
fn place(machine: &mut Machine, spec: u32) -> Result<(i16, Place), Failure> {
    let v_ref_num = machine.memory.int(spec)?;
    let parent = machine.memory.long(spec + PARENT_ID)?;
    let name = machine.memory.pascal_string(spec + NAME)?.to_vec();
    Ok(machine.resolve(v_ref_num, parent, &name)?)
}

fn existing(machine: &mut Machine, spec: u32) -> Result<Entry, Failure> {
    Ok(found(place(machine, spec)?)?)
}

fn existing_file(machine: &mut Machine, spec: u32) -> Result<Entry, Failure> {
    let file = existing(machine, spec)?;
    let item = machine.mounted(file.volume)?.item(file.id);
    if item.is_some_and(Item::is_folder) {
        return Err(OsErr::FILE_NOT_FOUND.into());
    }
    Ok(file)
}

fn missing(machine: &mut Machine, spec: u32) -> Result<(i16, u32, Vec<u8>), Failure> {
    match place(machine, spec)? {
        (_, Place::Found(_)) => Err(OsErr::DUPLICATE_NAME.into()),
        (volume, Place::Missing { parent, name }) => Ok((volume, parent, name)),
    }
}

/// Fills an FSSpec; fnfErr when its last name does not exist, which is no obstacle to using it.
fn make(machine: &mut Machine, v_ref_num: i16, folder: u32, name: &[u8], spec: u32) -> Result<(), Failure> {
    machine.charge(Cost::Catalogue, 1);
    let place = machine.resolve(v_ref_num, folder, name)?;
    let (parent, name) = match &place {
        (volume, Place::Found(id)) => {
            let item = machine.mounted(*volume)?.item(*id);
            let item = item.ok_or(OsErr::FILE_NOT_FOUND)?;
            (item.parent, item.name.clone())
        }
        (_, Place::Missing { parent, name }) => (*parent, name.clone()),
    };
    machine.memory.set_int(spec, place.0)?;
    machine.memory.set_long(spec + PARENT_ID, parent)?;
    machine.memory.set_pascal_string(spec + NAME, &name)?;
    found(place)?;
    Ok(())
}

/// MakeFSSpec on a parameter block: ioMisc points to the FSSpec.
pub(super) fn make_from_block(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let v_ref_num = machine.memory.int(block.0 + V_REF_NUM)?;
    let folder = machine.memory.long(block.0 + DIR_ID)?;
    let spec = machine.memory.pointer(block.0 + MISC)?;
    let name = block.name(machine)?;
    make(machine, v_ref_num, folder, &name, spec)
}

/// The calls: Pascal functions that return an OSErr, FSpOpenResFile a reference number.
pub(super) fn dispatch(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let result = match machine.cpu.d(0) as u16 {
        1 => make_call(machine),
        2 => open_call(machine, Fork::Data),
        3 => open_call(machine, Fork::Resource),
        4 => create_call(machine),
        5 => create_folder_call(machine),
        6 => delete_call(machine),
        7 => get_info_call(machine),
        8 => set_info_call(machine),
        9 => lock_call(machine, true),
        10 => lock_call(machine, false),
        11 => rename_call(machine),
        12 => move_call(machine),
        13 => return open_res_file_call(machine),
        15 => exchange_call(machine),
        selector => return Err(unknown("HighLevelFSDispatch", selector)),
    };
    let result = result.settle()?;
    machine.return_word(code(result) as u16)?;
    Ok(())
}

fn make_call(machine: &mut Machine) -> Result<(), Failure> {
    let spec = machine.pop_pointer()?;
    let name_at = machine.pop_pointer()?;
    let folder = machine.pop_long()?;
    let v_ref_num = machine.pop_word()? as i16;
    let name = if name_at == 0 {
        Vec::new()
    } else {
        machine.memory.pascal_string(name_at)?.to_vec()
    };
    make(machine, v_ref_num, folder, &name, spec)
}

fn open_call(machine: &mut Machine, fork: Fork) -> Result<(), Failure> {
    let ref_num_at = machine.pop_pointer()?;
    let permission = (machine.pop_word()? >> 8) as u8;
    let spec = machine.pop_pointer()?;
    machine.charge(Cost::Catalogue, 1);
    let file = existing_file(machine, spec)?;
    let ref_num = open_with_permission(machine, file, fork, permission)?;
    machine.memory.set_int(ref_num_at, ref_num)?;
    Ok(())
}

fn create_call(machine: &mut Machine) -> Result<(), Failure> {
    let _script = machine.pop_word()?;
    let file_type = machine.pop_long()?;
    let creator = machine.pop_long()?;
    let spec = machine.pop_pointer()?;
    machine.charge(Cost::Catalogue, 1);
    let (volume, parent, name) = missing(machine, spec)?;
    write_to(machine, volume)?;
    let now = machine.seconds();
    let volume = machine.mounted_mut(volume)?;
    let id = volume.create_file(parent, &name, now)?;
    if let Some(item) = volume.item_mut(id) {
        item.finder[..4].copy_from_slice(&file_type.to_be_bytes());
        item.finder[4..8].copy_from_slice(&creator.to_be_bytes());
    }
    Ok(())
}

fn create_folder_call(machine: &mut Machine) -> Result<(), Failure> {
    let id_at = machine.pop_pointer()?;
    let _script = machine.pop_word()?;
    let spec = machine.pop_pointer()?;
    machine.charge(Cost::Catalogue, 1);
    let (volume, parent, name) = missing(machine, spec)?;
    write_to(machine, volume)?;
    let now = machine.seconds();
    let id = machine.mounted_mut(volume)?.create_folder(parent, &name, now)?;
    machine.memory.set_long(id_at, id)?;
    Ok(())
}

fn delete_call(machine: &mut Machine) -> Result<(), Failure> {
    let spec = machine.pop_pointer()?;
    machine.charge(Cost::Catalogue, 1);
    let id = existing(machine, spec)?;
    delete_item(machine, id)
}

fn get_info_call(machine: &mut Machine) -> Result<(), Failure> {
    let info = machine.pop_pointer()?;
    let spec = machine.pop_pointer()?;
    machine.charge(Cost::Catalogue, 1);
    let id = existing_file(machine, spec)?;
    let item = machine.mounted(id.volume)?.item(id.id);
    let finder = item.map_or([0; 32], |item| item.finder);
    machine.memory.set_bytes(info, &finder[..16])?;
    Ok(())
}

fn set_info_call(machine: &mut Machine) -> Result<(), Failure> {
    let info = machine.pop_pointer()?;
    let spec = machine.pop_pointer()?;
    machine.charge(Cost::Catalogue, 1);
    let id = existing_file(machine, spec)?;
    let finder = machine.memory.bytes(info, 16)?.to_vec();
    write_to(machine, id.volume)?;
    let item = machine.mounted_mut(id.volume)?.item_mut(id.id);
    item.ok_or(OsErr::FILE_NOT_FOUND)?.finder[..16].copy_from_slice(&finder);
    Ok(())
}

fn lock_call(machine: &mut Machine, locked: bool) -> Result<(), Failure> {
    let spec = machine.pop_pointer()?;
    machine.charge(Cost::Catalogue, 1);
    let id = existing(machine, spec)?;
    set_locked(machine, id, locked)
}

fn rename_call(machine: &mut Machine) -> Result<(), Failure> {
    let name_at = machine.pop_pointer()?;
    let spec = machine.pop_pointer()?;
    machine.charge(Cost::Catalogue, 1);
    let id = existing(machine, spec)?;
    let name = machine.memory.pascal_string(name_at)?.to_vec();
    write_to(machine, id.volume)?;
    let now = machine.seconds();
    Ok(machine.mounted_mut(id.volume)?.rename(id.id, &name, now)?)
}

fn move_call(machine: &mut Machine) -> Result<(), Failure> {
    let target = machine.pop_pointer()?;
    let source = machine.pop_pointer()?;
    machine.charge(Cost::Catalogue, 2);
    let id = existing(machine, source)?;
    let folder = existing(machine, target)?;
    if id.volume != folder.volume {
        return Err(OsErr::PARAMETER.into());
    }
    write_to(machine, id.volume)?;
    let now = machine.seconds();
    Ok(machine.mounted_mut(id.volume)?.move_into(id.id, folder.id, now)?)
}

fn exchange_call(machine: &mut Machine) -> Result<(), Failure> {
    let destination = machine.pop_pointer()?;
    let source = machine.pop_pointer()?;
    let a = existing(machine, source)?;
    let b = existing(machine, destination)?;
    exchange_items(machine, a, b)
}

fn open_res_file_call(machine: &mut Machine) -> Result<(), Stop> {
    let _permission = machine.pop_word()?;
    let spec = machine.pop_pointer()?;
    machine.charge(Cost::Catalogue, 1);
    let v_ref_num = machine.memory.int(spec)?;
    let folder = machine.memory.long(spec + PARENT_ID)?;
    let name = machine.memory.pascal_string(spec + NAME)?.to_vec();
    let ref_num = resource_manager::open_by_spec(machine, v_ref_num, folder, &name)?;
    machine.return_word(ref_num as u16)?;
    Ok(())
}

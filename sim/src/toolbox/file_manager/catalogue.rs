//! The catalogue: making, removing, moving and describing files and folders.

use super::parameter_block::{
    ATTRIBUTES, BACKED_UP, CREATED, DATA_LEN, DATA_PHYSICAL_LEN, DIR_ID, EXTENDED_FINDER_INFO, FILE_COUNT,
    FINDER_INFO, INDEX, MISC, MODIFIED, NEW_DIR_ID, PARENT_ID, ParameterBlock, REF_NUM, RESOURCE_LEN,
    RESOURCE_PHYSICAL_LEN, V_REF_NUM,
};
use super::{Entry, folder_of, found, item, place, write_to};
use crate::bomb::Failure;
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::trap::Trap;
use crate::volume::{Fork, Item, Place};

/// A hierarchical call: what the selectors of FSDispatch are without the bit.
const HIERARCHICAL: Trap = Trap(0xA260);

/// Bits of ioFlAttrib.
const ATTRIBUTE_LOCKED: u8 = 0x01;
const ATTRIBUTE_RESOURCE_FORK_OPEN: u8 = 0x04;
const ATTRIBUTE_DATA_FORK_OPEN: u8 = 0x08;
const ATTRIBUTE_FOLDER: u8 = 0x10;
const ATTRIBUTE_OPEN: u8 = 0x80;

pub(super) fn create(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    match place(machine, trap, block)? {
        (_, Place::Found(_)) => Err(OsErr::DUPLICATE_NAME.into()),
        (volume, Place::Missing { parent, name }) => {
            let now = machine.seconds();
            write_to(machine, volume)?;
            machine.mounted_mut(volume)?.create_file(parent, &name, now)?;
            Ok(())
        }
    }
}

/// DirCreate: the new folder's number comes back in ioDirID.
pub(super) fn create_folder(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    machine.charge(Cost::Catalogue, 1);
    match place(machine, HIERARCHICAL, block)? {
        (_, Place::Found(_)) => Err(OsErr::DUPLICATE_NAME.into()),
        (volume, Place::Missing { parent, name }) => {
            let now = machine.seconds();
            write_to(machine, volume)?;
            let id = machine.mounted_mut(volume)?.create_folder(parent, &name, now)?;
            machine.memory.set_long(block.0 + DIR_ID, id)?;
            Ok(())
        }
    }
}

pub(super) fn delete(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let id = item(machine, trap, block)?;
    delete_item(machine, id)
}

/// Removes an entry.
///
/// # Errors
/// fBsyErr for a file that is open, and as the volume has them.
pub(super) fn delete_item(machine: &mut Machine, entry: Entry) -> Result<(), Failure> {
    if machine.files.is_open(entry) {
        return Err(OsErr::FILE_BUSY.into());
    }
    let now = machine.seconds();
    write_to(machine, entry.volume)?;
    Ok(machine.mounted_mut(entry.volume)?.delete(entry.id, now)?)
}

pub(super) fn rename(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let entry = item(machine, trap, block)?;
    let name = block.string_at(machine, MISC)?;
    let now = machine.seconds();
    write_to(machine, entry.volume)?;
    Ok(machine.mounted_mut(entry.volume)?.rename(entry.id, &name, now)?)
}

/// CatMove: into the folder that ioNewDirID and ioNewName lead to.
pub(super) fn move_item(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    machine.charge(Cost::Catalogue, 2);
    let entry = item(machine, HIERARCHICAL, block)?;
    let target = other(machine, entry.volume, block)?;
    let now = machine.seconds();
    write_to(machine, entry.volume)?;
    Ok(machine
        .mounted_mut(entry.volume)?
        .move_into(entry.id, target.id, now)?)
}

/// What ioNewDirID and ioNewName, or ioDestDirID and ioDestNamePtr, lead to; it has to be on the same volume.
fn other(machine: &mut Machine, v_ref_num: i16, block: ParameterBlock) -> Result<Entry, Failure> {
    let folder = machine.memory.long(block.0 + NEW_DIR_ID)?;
    let name = block.string_at(machine, MISC)?;
    let other = found(machine.resolve(v_ref_num, folder, &name)?)?;
    if other.volume == v_ref_num {
        Ok(other)
    } else {
        Err(OsErr::PARAMETER.into())
    }
}

/// ExchangeFiles: ioDirID and ioNamePtr name one file, ioDestDirID and ioDestNamePtr the other.
pub(super) fn exchange(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let source = item(machine, HIERARCHICAL, block)?;
    let destination = other(machine, source.volume, block)?;
    exchange_items(machine, source, destination)
}

/// Swaps the contents of two files, also under the access paths that are open to them.
///
/// # Errors
/// diffVolErr; paramErr on a volume that cannot; and as the volume has them.
pub(super) fn exchange_items(machine: &mut Machine, a: Entry, b: Entry) -> Result<(), Failure> {
    machine.charge(Cost::Catalogue, 2);
    if a.volume != b.volume {
        return Err(OsErr::DIFFERENT_VOLUME.into());
    }
    if !machine.mounted(a.volume)?.medium.exchanges {
        return Err(OsErr::PARAMETER.into());
    }
    write_to(machine, a.volume)?;
    let now = machine.seconds();
    machine.mounted_mut(a.volume)?.exchange(a.id, b.id, now)?;
    machine.files.exchanged(a, b);
    Ok(())
}

pub(super) fn lock(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let id = item(machine, trap, block)?;
    set_locked(machine, id, true)
}

pub(super) fn unlock(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let id = item(machine, trap, block)?;
    set_locked(machine, id, false)
}

/// Locks or unlocks an entry.
///
/// # Errors
/// fnfErr.
pub(super) fn set_locked(machine: &mut Machine, entry: Entry, locked: bool) -> Result<(), Failure> {
    write_to(machine, entry.volume)?;
    let volume = machine.mounted_mut(entry.volume)?;
    volume.item_mut(entry.id).ok_or(OsErr::FILE_NOT_FOUND)?.locked = locked;
    Ok(())
}

/// The entry that a call with ioFDirIndex means: the index-th of the folder, or the one that is named.
fn indexed_item(
    machine: &mut Machine,
    trap: Trap,
    block: ParameterBlock,
    only_files: bool,
) -> Result<Entry, Failure> {
    let index = machine.memory.int(block.0 + INDEX)?;
    let Ok(index @ 1..) = usize::try_from(index) else {
        return item(machine, trap, block);
    };
    let Entry {
        volume: v_ref_num,
        id: folder,
    } = folder_of(machine, trap, block)?;
    let volume = machine.mounted(v_ref_num)?;
    if !volume.item(folder).is_some_and(Item::is_folder) {
        return Err(OsErr::DIRECTORY_NOT_FOUND.into());
    }
    let is_listed = |id: &u32| !only_files || volume.item(*id).is_some_and(|item| !item.is_folder());
    let id = volume
        .children(folder)
        .filter(is_listed)
        .nth(index - 1)
        .ok_or(OsErr::FILE_NOT_FOUND)?;
    let name = volume.item(id).map(|item| item.name.clone()).unwrap_or_default();
    block.set_name(machine, &name)?;
    Ok(Entry {
        volume: v_ref_num,
        id,
    })
}

fn entry_of(machine: &Machine, entry: Entry) -> Result<Item, OsErr> {
    let item = machine.mounted(entry.volume)?.item(entry.id);
    item.cloned().ok_or(OsErr::FILE_NOT_FOUND)
}

/// GetFInfo: files only.
pub(super) fn get_file_info(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let file = indexed_item(machine, trap, block, true)?;
    let entry = entry_of(machine, file)?;
    if entry.is_folder() {
        return Err(OsErr::FILE_NOT_FOUND.into());
    }
    describe_file(machine, block, file, &entry)
}

/// GetCatInfo: ioFDirIndex above 0 counts in the folder, 0 takes the name, below 0 means the folder itself.
pub(super) fn get_info(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    machine.charge(Cost::Catalogue, 1);
    let id = if machine.memory.int(block.0 + INDEX)? < 0 {
        let folder = folder_of(machine, HIERARCHICAL, block)?;
        let item = machine.mounted(folder.volume)?.item(folder.id);
        let name = item.filter(|item| item.is_folder()).map(|item| item.name.clone());
        block.set_name(machine, &name.ok_or(OsErr::DIRECTORY_NOT_FOUND)?)?;
        folder
    } else {
        indexed_item(machine, HIERARCHICAL, block, false)?
    };
    let entry = entry_of(machine, id)?;
    let memory = &mut machine.memory;
    memory.set_int(block.0 + V_REF_NUM, id.volume)?;
    memory.set_bytes(block.0 + EXTENDED_FINDER_INFO, &entry.finder[16..])?;
    memory.set_long(block.0 + PARENT_ID, entry.parent)?;
    memory.set_long(block.0 + BACKED_UP, entry.backed_up)?;
    if entry.is_folder() {
        describe_folder(machine, block, id, &entry)
    } else {
        describe_file(machine, block, id, &entry)
    }
}

fn describe_folder(
    machine: &mut Machine,
    block: ParameterBlock,
    folder: Entry,
    entry: &Item,
) -> Result<(), Failure> {
    let count = machine.mounted(folder.volume)?.children(folder.id).count();
    let memory = &mut machine.memory;
    let locked = if entry.locked { ATTRIBUTE_LOCKED } else { 0 };
    memory.set_word(block.0 + REF_NUM, 0)?;
    memory.set_byte(block.0 + ATTRIBUTES, ATTRIBUTE_FOLDER | locked)?;
    memory.set_bytes(block.0 + FINDER_INFO, &entry.finder[..16])?;
    memory.set_long(block.0 + DIR_ID, folder.id)?;
    memory.set_word(block.0 + FILE_COUNT, count as u16)?;
    memory.set_long(block.0 + CREATED, entry.created)?;
    memory.set_long(block.0 + MODIFIED, entry.modified)?;
    Ok(())
}

fn describe_file(
    machine: &mut Machine,
    block: ParameterBlock,
    file: Entry,
    entry: &Item,
) -> Result<(), Failure> {
    let block_len = machine.mounted(file.volume)?.block_len();
    let data_path = machine.files.path_to(file, Fork::Data);
    let resource_path = machine.files.path_to(file, Fork::Resource);
    let flags = [
        (entry.locked, ATTRIBUTE_LOCKED),
        (
            resource_path.is_some(),
            ATTRIBUTE_RESOURCE_FORK_OPEN | ATTRIBUTE_OPEN,
        ),
        (data_path.is_some(), ATTRIBUTE_DATA_FORK_OPEN | ATTRIBUTE_OPEN),
    ];
    let attributes = flags
        .iter()
        .filter(|(is_set, _)| *is_set)
        .fold(0, |all, (_, bits)| all | bits);
    let memory = &mut machine.memory;
    memory.set_int(block.0 + REF_NUM, data_path.or(resource_path).unwrap_or(0))?;
    memory.set_byte(block.0 + ATTRIBUTES, attributes)?;
    memory.set_bytes(block.0 + FINDER_INFO, &entry.finder[..16])?;
    memory.set_long(block.0 + DIR_ID, file.id)?;
    for (fork, len_at, physical_at) in [
        (Fork::Data, DATA_LEN, DATA_PHYSICAL_LEN),
        (Fork::Resource, RESOURCE_LEN, RESOURCE_PHYSICAL_LEN),
    ] {
        let len = entry.forks().map_or(0, |forks| forks.get(fork).len()) as u32;
        memory.set_long(block.0 + len_at, len)?;
        memory.set_long(block.0 + physical_at, len.next_multiple_of(block_len))?;
    }
    memory.set_long(block.0 + CREATED, entry.created)?;
    memory.set_long(block.0 + MODIFIED, entry.modified)?;
    Ok(())
}

fn read_info(
    machine: &mut Machine,
    entry: Entry,
    block: ParameterBlock,
    with_extended: bool,
) -> Result<(), Failure> {
    let finder = machine.memory.bytes(block.0 + FINDER_INFO, 16)?.to_vec();
    let extended = if with_extended {
        Some(machine.memory.bytes(block.0 + EXTENDED_FINDER_INFO, 16)?.to_vec())
    } else {
        None
    };
    let created = machine.memory.long(block.0 + CREATED)?;
    let modified = machine.memory.long(block.0 + MODIFIED)?;
    let backed_up = machine.memory.long(block.0 + BACKED_UP)?;
    write_to(machine, entry.volume)?;
    let volume = machine.mounted_mut(entry.volume)?;
    let item = volume.item_mut(entry.id).ok_or(OsErr::FILE_NOT_FOUND)?;
    item.finder[..16].copy_from_slice(&finder);
    if let Some(extended) = extended {
        item.finder[16..].copy_from_slice(&extended);
        item.backed_up = backed_up;
    }
    item.created = created;
    item.modified = modified;
    Ok(())
}

pub(super) fn set_file_info(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let file = item(machine, trap, block)?;
    if entry_of(machine, file)?.is_folder() {
        return Err(OsErr::FILE_NOT_FOUND.into());
    }
    read_info(machine, file, block, false)
}

pub(super) fn set_info(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    machine.charge(Cost::Catalogue, 1);
    let id = item(machine, HIERARCHICAL, block)?;
    read_info(machine, id, block, true)
}

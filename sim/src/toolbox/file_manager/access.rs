//! Opening forks, reading, writing, and the position and length of an access path.

use super::parameter_block::{
    ACTUAL_COUNT, BUFFER, INDEX, MISC, PERMISSION, POSITION_MODE, POSITION_OFFSET, ParameterBlock, REF_NUM,
    REQUEST_COUNT,
};
use super::{AccessPath, Entry, item, write_to};
use crate::bomb::{Failure, broken_rule};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::trap::Trap;
use crate::volume::Fork;

/// Values of ioPermssn.
const WHATEVER_IS_ALLOWED: u8 = 0;
const READ_ONLY: u8 = 1;

/// The bit of ioPosMode that makes a read stop at a character.
const NEWLINE_MODE: u16 = 0x80;

/// Open, of the data fork.
pub(crate) fn open(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    machine.charge(Cost::Catalogue, 1);
    open_fork(machine, trap, block, Fork::Data)
}

pub(super) fn open_data_fork(
    machine: &mut Machine,
    trap: Trap,
    block: ParameterBlock,
) -> Result<(), Failure> {
    open(machine, trap, block)
}

pub(super) fn open_resource_fork(
    machine: &mut Machine,
    trap: Trap,
    block: ParameterBlock,
) -> Result<(), Failure> {
    open_fork(machine, trap, block, Fork::Resource)
}

fn open_fork(machine: &mut Machine, trap: Trap, block: ParameterBlock, fork: Fork) -> Result<(), Failure> {
    let file = item(machine, trap, block)?;
    let permission = machine.memory.byte(block.0 + PERMISSION)?;
    let result = open_with_permission(machine, file, fork, permission);
    if result == Err(OsErr::ALREADY_OPEN_FOR_WRITING) {
        // The caller is told which access path is in its way.
        let writer = machine.files.writer(file, fork).unwrap_or(0);
        machine.memory.set_int(block.0 + REF_NUM, writer)?;
    }
    let ref_num = result?;
    machine.memory.set_int(block.0 + REF_NUM, ref_num)?;
    Ok(())
}

/// Opens a fork with a value of ioPermssn.
pub(super) fn open_with_permission(
    machine: &mut Machine,
    file: Entry,
    fork: Fork,
    permission: u8,
) -> Result<i16, OsErr> {
    match permission {
        READ_ONLY => open_path(machine, file, fork, false),
        WHATEVER_IS_ALLOWED => {
            open_path(machine, file, fork, true).or_else(|_| open_path(machine, file, fork, false))
        }
        _ => open_path(machine, file, fork, true),
    }
}

/// Opens a fork for reading.
///
/// # Errors
/// As [`FileManager::open_fork`](super::FileManager::open_fork).
pub(crate) fn open_for_reading(machine: &mut Machine, file: Entry, fork: Fork) -> Result<i16, OsErr> {
    open_path(machine, file, fork, false)
}

fn open_path(machine: &mut Machine, file: Entry, fork: Fork, may_write: bool) -> Result<i16, OsErr> {
    let Machine {
        files,
        volume,
        more_volumes,
        ..
    } = machine;
    let volume = std::iter::once(&*volume)
        .chain(more_volumes.iter())
        .find(|volume| volume.answers_to(file.volume))
        .ok_or(OsErr::NO_SUCH_VOLUME)?
        .online()?;
    files.open_fork(volume, file.id, fork, may_write)
}

/// The position at which a call wants to begin.
fn wanted_position(
    machine: &Machine,
    block: ParameterBlock,
    path: &AccessPath,
    len: u32,
) -> Result<u32, Failure> {
    let mode = machine.memory.word(block.0 + POSITION_MODE)?;
    if mode & NEWLINE_MODE != 0 {
        return Err(broken_rule("Read", "newline mode is not simulated").into());
    }
    let offset = i64::from(machine.memory.long(block.0 + POSITION_OFFSET)? as i32);
    let position = match mode & 3 {
        0 => i64::from(path.mark),
        1 => offset,
        2 => i64::from(len) + offset,
        _ => i64::from(path.mark) + offset,
    };
    Ok(u32::try_from(position).map_err(|_| OsErr::POSITION)?)
}

fn fork_of<'a>(machine: &'a Machine, path: &AccessPath) -> Result<&'a [u8], OsErr> {
    machine.online(path.file.volume)?.fork(path.file.id, path.fork)
}

fn length(machine: &Machine, path: &AccessPath) -> Result<u32, OsErr> {
    Ok(fork_of(machine, path)?.len() as u32)
}

fn moved_to(machine: &mut Machine, block: ParameterBlock, ref_num: i16, mark: u32) -> Result<(), Failure> {
    machine.files.path(ref_num)?.mark = mark;
    machine.memory.set_long(block.0 + POSITION_OFFSET, mark)?;
    Ok(())
}

pub(super) fn read(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    machine.memory.set_long(block.0 + ACTUAL_COUNT, 0)?;
    let ref_num = block.ref_num(machine)?;
    let path = *machine.files.path(ref_num)?;
    let wanted = block.length(machine, REQUEST_COUNT)?;
    let len = length(machine, &path)?;
    let start = wanted_position(machine, block, &path, len)?.min(len);
    let count = wanted.min(len - start);
    let bytes = fork_of(machine, &path)?[start as usize..(start + count) as usize].to_vec();
    let buffer = machine.memory.pointer(block.0 + BUFFER)?;
    machine.memory.set_bytes(buffer, &bytes)?;
    machine.memory.set_long(block.0 + ACTUAL_COUNT, count)?;
    machine.charge(Cost::DiskAccess, u32::from(count > 0));
    machine.charge(Cost::DiskByte, count);
    moved_to(machine, block, ref_num, start + count)?;
    if count < wanted {
        Err(OsErr::END_OF_FILE.into())
    } else {
        Ok(())
    }
}

/// The access path of a call that changes its fork.
fn path_for_writing(machine: &mut Machine, ref_num: i16) -> Result<AccessPath, OsErr> {
    let path = *machine.files.path(ref_num)?;
    if path.may_write {
        Ok(path)
    } else {
        Err(OsErr::WRITE_PERMISSION)
    }
}

pub(crate) fn write(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    machine.memory.set_long(block.0 + ACTUAL_COUNT, 0)?;
    let ref_num = block.ref_num(machine)?;
    let path = path_for_writing(machine, ref_num)?;
    let count = block.length(machine, REQUEST_COUNT)?;
    let len = length(machine, &path)?;
    let start = wanted_position(machine, block, &path, len)?;
    if start > len {
        return Err(OsErr::END_OF_FILE.into());
    }
    let buffer = machine.memory.pointer(block.0 + BUFFER)?;
    let bytes = machine.memory.bytes(buffer, count)?.to_vec();
    write_to(machine, path.file.volume)?;
    machine.charge(Cost::DiskByte, count);
    let now = machine.seconds();
    machine
        .mounted_mut(path.file.volume)?
        .write(path.file.id, path.fork, start as usize, &bytes, now)?;
    machine.memory.set_long(block.0 + ACTUAL_COUNT, count)?;
    moved_to(machine, block, ref_num, start + count)
}

pub(super) fn get_eof(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let ref_num = block.ref_num(machine)?;
    let path = *machine.files.path(ref_num)?;
    let len = length(machine, &path)?;
    machine.memory.set_long(block.0 + MISC, len)?;
    Ok(())
}

pub(super) fn set_eof(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let ref_num = block.ref_num(machine)?;
    let path = path_for_writing(machine, ref_num)?;
    let len = block.length(machine, MISC)?;
    let now = machine.seconds();
    write_to(machine, path.file.volume)?;
    machine
        .mounted_mut(path.file.volume)?
        .resize(path.file.id, path.fork, len as usize, now)?;
    machine.files.path(ref_num)?.mark = path.mark.min(len);
    Ok(())
}

pub(super) fn get_position(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let ref_num = block.ref_num(machine)?;
    let mark = machine.files.path(ref_num)?.mark;
    for field in [REQUEST_COUNT, ACTUAL_COUNT] {
        machine.memory.set_long(block.0 + field, 0)?;
    }
    machine.memory.set_word(block.0 + POSITION_MODE, 0)?;
    machine.memory.set_long(block.0 + POSITION_OFFSET, mark)?;
    Ok(())
}

pub(super) fn set_position(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let ref_num = block.ref_num(machine)?;
    let path = *machine.files.path(ref_num)?;
    let len = length(machine, &path)?;
    let wanted = wanted_position(machine, block, &path, len)?;
    moved_to(machine, block, ref_num, wanted.min(len))?;
    if wanted > len {
        Err(OsErr::END_OF_FILE.into())
    } else {
        Ok(())
    }
}

/// GetFCBInfo: of the access path that ioRefNum means, or with ioFCBIndx above 0 of the index-th that is open.
pub(super) fn get_control_block(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let index = machine.memory.int(block.0 + INDEX)?;
    let ref_num = match usize::try_from(index).ok().and_then(|index| index.checked_sub(1)) {
        None => block.ref_num(machine)?,
        Some(index) => *machine.files.open.keys().nth(index).ok_or(OsErr::FILE_NOT_OPEN)?,
    };
    let path = *machine.files.path(ref_num)?;
    let len = length(machine, &path)?;
    let volume = machine.mounted(path.file.volume)?;
    let item = volume.item(path.file.id).ok_or(OsErr::FILE_NOT_FOUND)?;
    let (parent, name, block_len) = (item.parent, item.name.clone(), volume.block_len());
    let is_resource = path.fork == Fork::Resource;
    let flags = u16::from(path.may_write) << 8 | u16::from(is_resource) << 9;
    block.set_name(machine, &name)?;
    let memory = &mut machine.memory;
    memory.set_int(block.0 + REF_NUM, ref_num)?;
    memory.set_long(block.0 + 32, path.file.id)?; // ioFCBFlNm
    memory.set_word(block.0 + 36, flags)?; // ioFCBFlags
    memory.set_word(block.0 + 38, 0)?; // ioFCBStBlk
    memory.set_long(block.0 + 40, len)?; // ioFCBEOF
    memory.set_long(block.0 + 44, len.next_multiple_of(block_len))?; // ioFCBPLen
    memory.set_long(block.0 + 48, path.mark)?; // ioFCBCrPs
    memory.set_int(block.0 + 52, path.file.volume)?; // ioFCBVRefNum
    memory.set_long(block.0 + 54, 4 * block_len)?; // ioFCBClpSiz
    memory.set_long(block.0 + 58, parent)?; // ioFCBParID
    Ok(())
}

pub(super) fn flush(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let ref_num = block.ref_num(machine)?;
    let volume = machine.files.path(ref_num)?.file.volume;
    Ok(write_to(machine, volume)?)
}

/// Close, of a file: what is in the cache of a fork that was written to goes to the disk. The access path is gone even when
/// that fails.
pub(crate) fn close(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let ref_num = block.ref_num(machine)?;
    let path = *machine.files.path(ref_num)?;
    machine.files.close(ref_num);
    if path.may_write {
        write_to(machine, path.file.volume)?;
        if path.fork == Fork::Resource {
            leave_stray_bytes(machine, path.file)?;
        }
    }
    Ok(())
}

/// Puts stray bytes into a resource fork that is not empty, when that was asked for.
fn leave_stray_bytes(machine: &mut Machine, file: Entry) -> Result<(), OsErr> {
    let Some(stray) = machine.files.stray else {
        return Ok(());
    };
    let now = machine.seconds();
    let volume = machine.mounted_mut(file.volume)?;
    let len = volume.fork(file.id, Fork::Resource)?.len();
    if len == 0 {
        return Ok(());
    }
    let bytes: Vec<u8> = (0..stray.count).map(|index| (index * 37 + 11) as u8).collect();
    volume.write(file.id, Fork::Resource, len.min(stray.at as usize), &bytes, now)
}

//! Records: descriptors by keyword. The calls for the parameters of an Apple event are the same ones.

use super::descriptors::{read, update};
use super::{exchange, pop_code};
use crate::bomb::Failure;
use crate::descriptor::{Code, Descriptor, Fields, Value};
use crate::machine::Machine;
use crate::os_err::OsErr;

/// The fields of a record, the parameters of an event.
fn fields(value: &mut Value) -> Result<&mut Fields, OsErr> {
    match value {
        Value::Record(fields) => Ok(fields),
        Value::Event(event) => Ok(&mut event.parameters),
        Value::Data(_) | Value::List(_) => Err(OsErr::AE_WRONG_DATA_TYPE),
    }
}

/// AEPutKeyPtr(record, keyword, typeCode, dataPtr, dataSize).
pub(super) fn put_key_ptr(machine: &mut Machine) -> Result<(), Failure> {
    exchange::put_ptr(machine, put)
}

/// AEPutKeyDesc(record, keyword, theAEDesc).
pub(super) fn put_key_desc(machine: &mut Machine) -> Result<(), Failure> {
    exchange::put_desc(machine, put)
}

/// Pops record and keyword.
fn put(machine: &mut Machine, descriptor: Descriptor) -> Result<(), Failure> {
    let keyword = pop_code(machine)?;
    let at = machine.pop_pointer()?;
    update(machine, at, |value| {
        fields(value)?.put(keyword, descriptor);
        Ok(())
    })
}

/// Pops record and keyword; the descriptor. A parameter of an event counts as looked at from then on.
fn get(machine: &mut Machine) -> Result<Descriptor, Failure> {
    let keyword = pop_code(machine)?;
    let at = machine.pop_pointer()?;
    let mut record = read(machine, at)?;
    let found = fields(&mut record.value)?.get(keyword).cloned();
    let found = found.ok_or(OsErr::AE_DESCRIPTOR_NOT_FOUND)?;
    if let Value::Event(event) = &record.value
        && !event.seen.contains(&keyword)
    {
        note_seen(machine, at, keyword)?;
    }
    Ok(found)
}

fn note_seen(machine: &mut Machine, at: u32, keyword: Code) -> Result<(), Failure> {
    update(machine, at, |value| {
        if let Value::Event(event) = value {
            event.seen.push(keyword);
        }
        Ok(())
    })
}

/// AEGetKeyPtr(record, keyword, desiredType, VAR typeCode, dataPtr, maximumSize, VAR actualSize).
pub(super) fn get_key_ptr(machine: &mut Machine) -> Result<(), Failure> {
    exchange::get_ptr(machine, get)
}

/// AEGetKeyDesc(record, keyword, desiredType, VAR result).
pub(super) fn get_key_desc(machine: &mut Machine) -> Result<(), Failure> {
    exchange::get_desc(machine, get)
}

/// AESizeOfKeyDesc(record, keyword, VAR typeCode, VAR dataSize).
pub(super) fn size_of_key_desc(machine: &mut Machine) -> Result<(), Failure> {
    exchange::get_size(machine, get)
}

/// AEDeleteKeyDesc(record, keyword).
pub(super) fn delete_key_desc(machine: &mut Machine) -> Result<(), Failure> {
    let keyword = pop_code(machine)?;
    let at = machine.pop_pointer()?;
    update(machine, at, |value| {
        let removed = fields(value)?.remove(keyword);
        removed.map(|_| ()).ok_or(OsErr::AE_DESCRIPTOR_NOT_FOUND)
    })
}

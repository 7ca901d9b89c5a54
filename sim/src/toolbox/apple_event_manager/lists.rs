//! Descriptor lists: items by their number, from 1. An item of a record has a keyword besides.

use super::descriptors::{coerce, read, update, write};
use super::exchange::{self, Buffer, give};
use super::pop_code;
use crate::bomb::Failure;
use crate::descriptor::{Code, Descriptor, Value, WILD_CARD};
use crate::machine::Machine;
use crate::os_err::OsErr;

/// AECreateList(factoringPtr, factoredSize, isRecord, VAR result). What the items have in common would be kept once only; that
/// saves memory and shows nowhere else, so every item is kept whole here.
pub(super) fn create_list(machine: &mut Machine) -> Result<(), Failure> {
    let result = machine.pop_pointer()?;
    let is_record = machine.pop_boolean()?;
    let _factored = machine.pop_long()?;
    let _factoring = machine.pop_long()?;
    write(machine, result, &super::creating::empty(is_record))
}

/// AECountItems(list, VAR count).
pub(super) fn count_items(machine: &mut Machine) -> Result<(), Failure> {
    let count_at = machine.pop_pointer()?;
    let at = machine.pop_pointer()?;
    let list = read(machine, at)?;
    let count = match &list.value {
        Value::List(items) => items.len(),
        Value::Record(fields) => fields.0.len(),
        Value::Event(event) => event.parameters.0.len(),
        Value::Data(_) => return Err(OsErr::AE_WRONG_DATA_TYPE.into()),
    };
    Ok(machine.memory.set_long(count_at, count as u32)?)
}

/// AEPutPtr(list, index, typeCode, dataPtr, dataSize).
pub(super) fn put_ptr(machine: &mut Machine) -> Result<(), Failure> {
    exchange::put_ptr(machine, put)
}

/// AEPutDesc(list, index, theAEDesc).
pub(super) fn put_desc(machine: &mut Machine) -> Result<(), Failure> {
    exchange::put_desc(machine, put)
}

/// Pops list and index. Index 0 adds an item at the end; the number of an item replaces it; the one behind the last adds, too.
fn put(machine: &mut Machine, descriptor: Descriptor) -> Result<(), Failure> {
    let index = machine.pop_long()? as usize;
    let at = machine.pop_pointer()?;
    update(machine, at, |value| {
        let Value::List(items) = value else {
            return Err(OsErr::AE_WRONG_DATA_TYPE);
        };
        match index.checked_sub(1) {
            None => items.push(descriptor),
            Some(place) if place == items.len() => items.push(descriptor),
            Some(place) => *items.get_mut(place).ok_or(OsErr::AE_ILLEGAL_INDEX)? = descriptor,
        }
        Ok(())
    })
}

/// Pops list and index; the item with its keyword, typeWildCard for that of a list.
fn nth(machine: &mut Machine) -> Result<(Code, Descriptor), Failure> {
    let index = machine.pop_long()? as usize;
    let at = machine.pop_pointer()?;
    let list = read(machine, at)?;
    let place = index.checked_sub(1).ok_or(OsErr::AE_DESCRIPTOR_NOT_FOUND)?;
    let found = match &list.value {
        Value::List(items) => items.get(place).map(|item| (WILD_CARD, item.clone())),
        Value::Record(fields) => fields.0.get(place).cloned(),
        Value::Event(event) => event.parameters.0.get(place).cloned(),
        Value::Data(_) => return Err(OsErr::AE_WRONG_DATA_TYPE.into()),
    };
    Ok(found.ok_or(OsErr::AE_DESCRIPTOR_NOT_FOUND)?)
}

/// AEGetNthPtr(list, index, desiredType, VAR keyword, VAR typeCode, dataPtr, maximumSize, VAR actualSize).
pub(super) fn get_nth_ptr(machine: &mut Machine) -> Result<(), Failure> {
    let buffer = Buffer::pop(machine)?;
    let keyword_at = machine.pop_pointer()?;
    let wanted = pop_code(machine)?;
    let (keyword, item) = nth(machine)?;
    machine.memory.set_long(keyword_at, u32::from_be_bytes(keyword))?;
    buffer.fill(machine, &coerce(&item, wanted)?)
}

/// AEGetNthDesc(list, index, desiredType, VAR keyword, VAR result).
pub(super) fn get_nth_desc(machine: &mut Machine) -> Result<(), Failure> {
    let result = machine.pop_pointer()?;
    let keyword_at = machine.pop_pointer()?;
    let wanted = pop_code(machine)?;
    let (keyword, item) = nth(machine)?;
    machine.memory.set_long(keyword_at, u32::from_be_bytes(keyword))?;
    give(machine, result, wanted, Ok(item))
}

/// AESizeOfNthItem(list, index, VAR typeCode, VAR dataSize).
pub(super) fn size_of_nth_item(machine: &mut Machine) -> Result<(), Failure> {
    exchange::get_size(machine, |machine| nth(machine).map(|(_, item)| item))
}

/// AEDeleteItem(list, index).
pub(super) fn delete_item(machine: &mut Machine) -> Result<(), Failure> {
    let index = machine.pop_long()? as usize;
    let at = machine.pop_pointer()?;
    update(machine, at, |value| {
        let place = index.checked_sub(1).ok_or(OsErr::AE_DESCRIPTOR_NOT_FOUND)?;
        match value {
            Value::List(items) if place < items.len() => drop(items.remove(place)),
            Value::Record(fields) if place < fields.0.len() => drop(fields.0.remove(place)),
            Value::List(_) | Value::Record(_) => return Err(OsErr::AE_DESCRIPTOR_NOT_FOUND),
            Value::Data(_) | Value::Event(_) => return Err(OsErr::AE_WRONG_DATA_TYPE),
        }
        Ok(())
    })
}

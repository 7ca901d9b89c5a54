//! The attributes of an Apple event: where it goes, what it is, how it was sent.

use super::descriptors::{coerce, read, update, write};
use super::lists::{Buffer, tell_size};
use super::{MISSED_KEYWORD, OPTIONAL_KEYWORDS, pop_bytes, pop_code};
use crate::bomb::Failure;
use crate::descriptor::{Code, Descriptor, Event, Value};
use crate::machine::Machine;
use crate::os_err::OsErr;

/// typeKeyword.
const KEYWORD: Code = *b"keyw";

fn event_of(value: &mut Value) -> Result<&mut Event, OsErr> {
    match value {
        Value::Event(event) => Ok(event),
        _ => Err(OsErr::AE_NOT_APPLE_EVENT),
    }
}

/// keyMissedKeywordAttr: the first parameter that nobody has looked at and that is not said to be optional.
fn missed(event: &Event) -> Option<Descriptor> {
    let optional = event.attributes.get(OPTIONAL_KEYWORDS);
    let is_optional = |key: Code| {
        let listed = optional.map_or(&[][..], Descriptor::items);
        listed.iter().any(|item| item.as_code() == Some(key))
    };
    let required = event.parameters.0.iter().map(|(key, _)| *key);
    let mut missed = required.filter(|key| !event.seen.contains(key) && !is_optional(*key));
    missed.next().map(|key| Descriptor::data(KEYWORD, key))
}

/// Pops event and keyword; the attribute.
fn get(machine: &mut Machine) -> Result<Descriptor, Failure> {
    let keyword = pop_code(machine)?;
    let at = machine.pop_pointer()?;
    let mut descriptor = read(machine, at)?;
    let event = event_of(&mut descriptor.value)?;
    let found = match keyword {
        MISSED_KEYWORD => missed(event),
        _ => event.attributes.get(keyword).cloned(),
    };
    Ok(found.ok_or(OsErr::AE_DESCRIPTOR_NOT_FOUND)?)
}

/// AEGetAttributePtr(event, keyword, desiredType, VAR typeCode, dataPtr, maximumSize, VAR actualSize).
pub(super) fn get_attribute_ptr(machine: &mut Machine) -> Result<(), Failure> {
    let buffer = Buffer::pop(machine)?;
    let wanted = pop_code(machine)?;
    let found = get(machine)?;
    buffer.fill(machine, &coerce(&found, wanted)?)
}

/// AEGetAttributeDesc(event, keyword, desiredType, VAR result).
pub(super) fn get_attribute_desc(machine: &mut Machine) -> Result<(), Failure> {
    let result = machine.pop_pointer()?;
    let wanted = pop_code(machine)?;
    let found = get(machine);
    write(machine, result, &Descriptor::null())?;
    let coerced = coerce(&found?, wanted)?;
    write(machine, result, &coerced)
}

/// AESizeOfAttribute(event, keyword, VAR typeCode, VAR dataSize).
pub(super) fn size_of_attribute(machine: &mut Machine) -> Result<(), Failure> {
    let (size_at, type_at) = (machine.pop_pointer()?, machine.pop_pointer()?);
    let found = get(machine)?;
    tell_size(machine, &found, type_at, size_at)
}

/// AEPutAttributePtr(event, keyword, typeCode, dataPtr, dataSize).
pub(super) fn put_attribute_ptr(machine: &mut Machine) -> Result<(), Failure> {
    let bytes = pop_bytes(machine)?;
    let kind = pop_code(machine)?;
    put(machine, Descriptor::data(kind, bytes))
}

/// AEPutAttributeDesc(event, keyword, theAEDesc).
pub(super) fn put_attribute_desc(machine: &mut Machine) -> Result<(), Failure> {
    let at = machine.pop_pointer()?;
    let descriptor = read(machine, at)?;
    put(machine, descriptor)
}

/// Pops event and keyword.
fn put(machine: &mut Machine, descriptor: Descriptor) -> Result<(), Failure> {
    let keyword = pop_code(machine)?;
    let at = machine.pop_pointer()?;
    update(machine, at, |value| {
        event_of(value)?.attributes.put(keyword, descriptor);
        Ok(())
    })
}

//! The attributes of an Apple event: where it goes, what it is, how it was sent.

use super::descriptors::{read, update};
use super::{MISSED_KEYWORD, OPTIONAL_KEYWORDS, exchange, pop_code};
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
    exchange::get_ptr(machine, get)
}

/// AEGetAttributeDesc(event, keyword, desiredType, VAR result).
pub(super) fn get_attribute_desc(machine: &mut Machine) -> Result<(), Failure> {
    exchange::get_desc(machine, get)
}

/// AESizeOfAttribute(event, keyword, VAR typeCode, VAR dataSize).
pub(super) fn size_of_attribute(machine: &mut Machine) -> Result<(), Failure> {
    exchange::get_size(machine, get)
}

/// AEPutAttributePtr(event, keyword, typeCode, dataPtr, dataSize).
pub(super) fn put_attribute_ptr(machine: &mut Machine) -> Result<(), Failure> {
    exchange::put_ptr(machine, put)
}

/// AEPutAttributeDesc(event, keyword, theAEDesc).
pub(super) fn put_attribute_desc(machine: &mut Machine) -> Result<(), Failure> {
    exchange::put_desc(machine, put)
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

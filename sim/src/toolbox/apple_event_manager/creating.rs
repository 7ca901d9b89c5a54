//! Making, coercing and disposing of descriptors, and making an Apple event.

use super::descriptors::{dispose, read, write};
use super::{
    ADDRESS, EVENT_CLASS, EVENT_ID, PROCESS_SERIAL_NUMBER, RETURN_ID, SIGNATURE, TRANSACTION_ID, exchange,
    pop_bytes, pop_code,
};
use crate::bomb::Failure;
use crate::descriptor::{APPLE_EVENT, Descriptor, Event, Fields, LIST, NULL, RECORD, Value};
use crate::machine::Machine;
use crate::os_err::OsErr;

/// kAutoGenerateReturnID.
const AUTO_GENERATE: i16 = -1;

/// AECreateDesc(typeCode, dataPtr, dataSize, VAR result).
pub(super) fn create_desc(machine: &mut Machine) -> Result<(), Failure> {
    let result = machine.pop_pointer()?;
    let bytes = pop_bytes(machine)?;
    let kind = pop_code(machine)?;
    write(machine, result, &Descriptor::data(kind, bytes))
}

/// AECoercePtr(typeCode, dataPtr, dataSize, toType, VAR result).
pub(super) fn coerce_ptr(machine: &mut Machine) -> Result<(), Failure> {
    let result = machine.pop_pointer()?;
    let wanted = pop_code(machine)?;
    let bytes = pop_bytes(machine)?;
    let kind = pop_code(machine)?;
    exchange::give(machine, result, wanted, Ok(Descriptor::data(kind, bytes)))
}

/// AECoerceDesc(theAEDesc, toType, VAR result).
pub(super) fn coerce_desc(machine: &mut Machine) -> Result<(), Failure> {
    let result = machine.pop_pointer()?;
    let wanted = pop_code(machine)?;
    let at = machine.pop_pointer()?;
    let descriptor = read(machine, at)?;
    exchange::give(machine, result, wanted, Ok(descriptor))
}

/// AEDisposeDesc(VAR theAEDesc).
pub(super) fn dispose_desc(machine: &mut Machine) -> Result<(), Failure> {
    let at = machine.pop_pointer()?;
    Ok(dispose(machine, at)?)
}

/// AEDuplicateDesc(theAEDesc, VAR result).
pub(super) fn duplicate_desc(machine: &mut Machine) -> Result<(), Failure> {
    let result = machine.pop_pointer()?;
    let at = machine.pop_pointer()?;
    let descriptor = read(machine, at)?;
    write(machine, result, &descriptor)
}

/// AECreateAppleEvent(class, id, target, returnID, transactionID, VAR result).
pub(super) fn create_apple_event(machine: &mut Machine) -> Result<(), Failure> {
    let result = machine.pop_pointer()?;
    let transaction = machine.pop_long()?;
    let return_id = machine.pop_word()? as i16;
    let target_at = machine.pop_pointer()?;
    let id = pop_code(machine)?;
    let class = pop_code(machine)?;
    write(machine, result, &Descriptor::null())?;
    let target = read(machine, target_at)?;
    let return_id = match return_id {
        AUTO_GENERATE => machine.apple_events.new_return_id(),
        given => given,
    };
    let attributes = vec![
        (EVENT_CLASS, Descriptor::type_of(class)),
        (EVENT_ID, Descriptor::type_of(id)),
        (ADDRESS, target),
        (RETURN_ID, Descriptor::short(return_id)),
        (TRANSACTION_ID, Descriptor::long(transaction as i32)),
    ];
    let event = event(Event {
        attributes: Fields(attributes),
        ..Event::default()
    });
    write(machine, result, &event)
}

/// The descriptor of an event.
pub(super) fn event(event: Event) -> Descriptor {
    Descriptor {
        kind: APPLE_EVENT,
        value: Value::Event(Box::new(event)),
    }
}

/// An empty list or record.
pub(super) fn empty(is_record: bool) -> Descriptor {
    let (kind, value) = if is_record {
        (RECORD, Value::Record(Fields::default()))
    } else {
        (LIST, Value::List(Vec::new()))
    };
    Descriptor { kind, value }
}

/// Whether this type of address is one that the manager knows.
pub(super) fn check_address(target: &Descriptor) -> Result<(), OsErr> {
    match target.kind {
        PROCESS_SERIAL_NUMBER | SIGNATURE => Ok(()),
        NULL => Err(OsErr::PROCESS_NOT_FOUND),
        _ => Err(OsErr::AE_UNKNOWN_ADDRESS_TYPE),
    }
}

//! Descriptors in guest memory: reading one into a tree, and keeping a tree in a handle.

use super::delivery::HIGH_LEVEL_EVENT;
use super::{EVENT_CLASS, EVENT_ID, decoded};
use crate::bomb::{Failure, Stop};
use crate::costs::Cost;
use crate::descriptor::{Code, Descriptor, Event, NULL, Value, flat};
use crate::machine::Machine;
use crate::os_err::OsErr;

/// typeAppParameters.
const APP_PARAMETERS: Code = *b"appa";

/// Reads the descriptor whose record lies at `at`.
///
/// # Errors
/// errAECorruptData; a bomb when its handle is none, or was given back.
pub(crate) fn read(machine: &mut Machine, at: u32) -> Result<Descriptor, Failure> {
    let kind = machine.memory.long(at)?.to_be_bytes();
    let handle = machine.memory.pointer(at + 4)?;
    if handle == 0 {
        return Ok(Descriptor::data(kind, []));
    }
    let bytes = contents(machine, handle)?;
    let value = decoded(kind, &bytes)?;
    Ok(Descriptor { kind, value })
}

fn contents(machine: &mut Machine, handle: u32) -> Result<Vec<u8>, Stop> {
    let len = machine.handle_size(handle)?;
    let data = machine.memory.pointer(handle)?;
    machine.charge(Cost::MoveByte, len);
    if len == 0 {
        return Ok(Vec::new());
    }
    Ok(machine.memory.bytes(data, len)?.to_vec())
}

/// Stores a descriptor in a new handle and its record at `at`. When there is no memory the record is that of typeNull.
///
/// # Errors
/// memFullErr.
pub(crate) fn write(machine: &mut Machine, at: u32, descriptor: &Descriptor) -> Result<(), Failure> {
    set(machine, at, NULL, 0)?;
    if descriptor.kind == NULL {
        return Ok(());
    }
    machine.charge(Cost::Allocate, 1);
    let zone = machine.current_zone();
    let handle = machine.new_handle_with(zone, &flat::encode(&descriptor.value))?;
    set(machine, at, descriptor.kind, handle)?;
    Ok(())
}

/// Stores type and handle of a descriptor.
pub(super) fn set(machine: &mut Machine, at: u32, kind: Code, handle: u32) -> Result<(), Stop> {
    machine.memory.set_long(at, u32::from_be_bytes(kind))?;
    machine.memory.set_long(at + 4, handle)?;
    Ok(())
}

/// Changes what the descriptor at `at` holds, in its handle.
///
/// # Errors
/// What `change` refuses with; memFullErr, and nothing has changed.
pub(super) fn update<T>(
    machine: &mut Machine,
    at: u32,
    change: impl FnOnce(&mut Value) -> Result<T, OsErr>,
) -> Result<T, Failure> {
    let mut descriptor = read(machine, at)?;
    let outcome = change(&mut descriptor.value)?;
    let handle = machine.memory.pointer(at + 4)?;
    if handle == 0 {
        return Err(OsErr::AE_NOT_DESCRIPTOR.into());
    }
    let bytes = flat::encode(&descriptor.value);
    machine.charge(Cost::Allocate, 1);
    machine.charge(Cost::MoveByte, bytes.len() as u32);
    machine.set_handle_size(handle, bytes.len() as u32)?;
    let data = machine.memory.pointer(handle)?;
    machine.memory.set_bytes(data, &bytes)?;
    Ok(outcome)
}

/// AEDisposeDesc: gives the handle back, and makes the record that of typeNull.
///
/// # Errors
/// A bomb when the handle was given back already, through a copy of the record.
pub(super) fn dispose(machine: &mut Machine, at: u32) -> Result<(), Stop> {
    let handle = machine.memory.pointer(at + 4)?;
    if handle != 0 {
        machine.charge(Cost::Allocate, 1);
        machine.dispose_handle(handle)?;
    }
    set(machine, at, NULL, 0)
}

/// An event as LaunchApplication takes it: an event record, a reference constant, and the event behind its length.
fn launch_parameters(event: &Event, value: &Value) -> Descriptor {
    let code = |key| event.code(key).unwrap_or_default();
    let message = flat::encode(value);
    let bytes = [
        &HIGH_LEVEL_EVENT.to_be_bytes()[..],
        &code(EVENT_CLASS),
        &[0; 4],
        &code(EVENT_ID),
        &[0; 2],
        &[0; 4],
        &(message.len() as u32).to_be_bytes(),
        &message,
    ];
    Descriptor::data(APP_PARAMETERS, bytes.concat())
}

/// A descriptor as another type.
///
/// # Errors
/// errAECoercionFail.
pub(super) fn coerce(descriptor: &Descriptor, wanted: Code) -> Result<Descriptor, Failure> {
    if wanted == APP_PARAMETERS
        && let Value::Event(event) = &descriptor.value
    {
        return Ok(launch_parameters(event, &descriptor.value));
    }
    let coerced = descriptor.coerced(wanted);
    coerced.map_err(|_| OsErr::AE_COERCION_FAIL.into())
}

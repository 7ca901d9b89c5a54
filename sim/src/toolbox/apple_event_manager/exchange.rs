//! What the calls that put descriptors into lists, records and events, and get them out, have in common: the arguments on the
//! top of the stack. Where a descriptor goes, or comes from, is said below them and is each caller's own.

use super::descriptors::{coerce, read, write};
use super::{pop_bytes, pop_code};
use crate::bomb::Failure;
use crate::costs::Cost;
use crate::descriptor::{Code, Descriptor, flat};
use crate::machine::Machine;

/// A call that ends in PutPtr: typeCode, dataPtr, dataSize.
pub(super) fn put_ptr(
    machine: &mut Machine,
    put: impl FnOnce(&mut Machine, Descriptor) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let bytes = pop_bytes(machine)?;
    let kind = pop_code(machine)?;
    put(machine, Descriptor::data(kind, bytes))
}

/// A call that ends in PutDesc: theAEDesc.
pub(super) fn put_desc(
    machine: &mut Machine,
    put: impl FnOnce(&mut Machine, Descriptor) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let at = machine.pop_pointer()?;
    let descriptor = read(machine, at)?;
    put(machine, descriptor)
}

/// A call by keyword that ends in Ptr: desiredType, VAR typeCode, dataPtr, maximumSize, VAR actualSize.
pub(super) fn get_ptr(
    machine: &mut Machine,
    get: impl FnOnce(&mut Machine) -> Result<Descriptor, Failure>,
) -> Result<(), Failure> {
    let buffer = Buffer::pop(machine)?;
    let wanted = pop_code(machine)?;
    let found = get(machine)?;
    buffer.fill(machine, &coerce(&found, wanted)?)
}

/// A call by keyword that ends in Desc: desiredType, VAR result.
pub(super) fn get_desc(
    machine: &mut Machine,
    get: impl FnOnce(&mut Machine) -> Result<Descriptor, Failure>,
) -> Result<(), Failure> {
    let result = machine.pop_pointer()?;
    let wanted = pop_code(machine)?;
    let found = get(machine);
    give(machine, result, wanted, found)
}

/// Stores a descriptor as the type that is wanted; that of typeNull where there is none.
pub(super) fn give(
    machine: &mut Machine,
    result: u32,
    wanted: Code,
    found: Result<Descriptor, Failure>,
) -> Result<(), Failure> {
    write(machine, result, &Descriptor::null())?;
    let coerced = coerce(&found?, wanted)?;
    write(machine, result, &coerced)
}

/// A call that begins with SizeOf: VAR typeCode, VAR dataSize.
pub(super) fn get_size(
    machine: &mut Machine,
    get: impl FnOnce(&mut Machine) -> Result<Descriptor, Failure>,
) -> Result<(), Failure> {
    let (size_at, type_at) = (machine.pop_pointer()?, machine.pop_pointer()?);
    let found = get(machine)?;
    tell_size(machine, &found, type_at, size_at)
}

/// Stores type and size of a descriptor's data.
fn tell_size(
    machine: &mut Machine,
    descriptor: &Descriptor,
    type_at: u32,
    size_at: u32,
) -> Result<(), Failure> {
    let len = flat::encode(&descriptor.value).len() as u32;
    machine
        .memory
        .set_long(type_at, u32::from_be_bytes(descriptor.kind))?;
    Ok(machine.memory.set_long(size_at, len)?)
}

/// Where a call that ends in Ptr stores what it found: VAR typeCode, dataPtr, maximumSize, VAR actualSize.
pub(super) struct Buffer {
    type_at: u32,
    data: u32,
    room: u32,
    size_at: u32,
}

impl Buffer {
    /// Pops the four arguments.
    pub fn pop(machine: &mut Machine) -> Result<Buffer, Failure> {
        let size_at = machine.pop_pointer()?;
        let room = machine.pop_long()?;
        let data = machine.pop_pointer()?;
        let type_at = machine.pop_pointer()?;
        Ok(Buffer {
            type_at,
            data,
            room,
            size_at,
        })
    }

    /// Stores type, size and as much of the data as there is room for.
    pub fn fill(self, machine: &mut Machine, descriptor: &Descriptor) -> Result<(), Failure> {
        tell_size(machine, descriptor, self.type_at, self.size_at)?;
        let bytes = flat::encode(&descriptor.value);
        let len = (self.room as usize).min(bytes.len());
        machine.charge(Cost::MoveByte, len as u32);
        if len > 0 {
            machine.memory.set_bytes(self.data, &bytes[..len])?;
        }
        Ok(())
    }
}

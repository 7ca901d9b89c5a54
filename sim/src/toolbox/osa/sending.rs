//! Sending what a script tells an application: a real Apple event, through the application's own send function where it has set one.

use super::{applications, convert};
use crate::applescript::{Event, ScriptError, Value};
use crate::bomb::{Failure, Stop};
use crate::descriptor::{DIRECT_OBJECT, Descriptor, ERROR_NUMBER, ERROR_STRING, Value as Data};
use crate::machine::Machine;
use crate::memory::MemoryFault;
use crate::os_err::OsErr;
use crate::toolbox::apple_event_manager::{read, write};
use crate::trap;

/// `_Pack8`, and the selectors that a scripting component uses of it.
const PACK_8: u16 = 0xA816;
const CREATE_APPLE_EVENT: u16 = 0x0B14;
const PUT_PARAMETER: u16 = 0x0610;
const SEND: u16 = 0x0D17;
const DISPOSE: u16 = 0x0204;

/// kAEWaitReply.
const WAIT_REPLY: u32 = 0x3;
/// The bits of OSAExecute's mode that are AESend's: interaction, reconnecting.
const SAME_BITS: u32 = 0x00B0;
/// kOSAModeCantSwitchLayer, and kAECanSwitchLayer, which it turns off.
const CANT_SWITCH_LAYER: u32 = 0x40;
const CAN_SWITCH_LAYER: u32 = 0x40;
/// kAEDontRecord, which kOSAModeDoRecord turns off.
const DONT_RECORD: u32 = 0x1000;
/// kAEDefaultTimeout.
const DEFAULT_TIMEOUT: i32 = -1;

/// A descriptor record, and those that lie on the stack meanwhile: address, parameter, event, reply.
const DESCRIPTOR_LEN: u32 = 8;
const ROOM: u32 = 4 * DESCRIPTOR_LEN;

/// An argument of a Pascal routine.
#[derive(Clone, Copy)]
enum Argument {
    Word(u16),
    Long(u32),
}

use Argument::{Long, Word};

fn push(machine: &mut Machine, arguments: &[Argument]) -> Result<(), MemoryFault> {
    for argument in arguments {
        match *argument {
            Word(value) => machine.push_word(value)?,
            Long(value) => machine.push_long(value)?,
        }
    }
    Ok(())
}

/// Calls a routine of the Apple Event Manager, as any program does.
fn pack_8(machine: &mut Machine, selector: u16, arguments: &[Argument]) -> Result<(), Failure> {
    machine.push_word(0)?;
    push(machine, arguments)?;
    machine.cpu.set_d(0, u32::from(selector));
    trap::call(machine, PACK_8)?;
    match machine.pop_word()? as i16 {
        0 => Ok(()),
        error => Err(OsErr(error).into()),
    }
}

/// Where the descriptors lie on the guest's stack.
struct Records {
    address: u32,
    parameter: u32,
    event: u32,
    reply: u32,
}

/// Sends an event; what comes back as the direct object, or the application's error (without words where it has none).
///
/// # Errors
/// Result codes of the Apple Event Manager, and whatever stops the machine.
pub(super) fn send(
    machine: &mut Machine,
    instance: u32,
    mode: u32,
    event: &Event,
) -> Result<Result<Value, ScriptError>, Failure> {
    let target = applications::find(machine, &event.application).ok_or(OsErr::PROCESS_NOT_FOUND)?;
    let sp = machine.cpu.sp();
    let base = sp.wrapping_sub(ROOM);
    machine.cpu.set_sp(base);
    let records = Records {
        address: base,
        parameter: base + DESCRIPTOR_LEN,
        event: base + 2 * DESCRIPTOR_LEN,
        reply: base + 3 * DESCRIPTOR_LEN,
    };
    for at in [records.address, records.parameter, records.event, records.reply] {
        write(machine, at, &Descriptor::null())?;
    }
    let outcome = send_with(machine, instance, mode, event, target, &records);
    for at in [records.address, records.parameter, records.event, records.reply] {
        if !matches!(outcome, Err(Failure::Stop(_))) {
            pack_8(machine, DISPOSE, &[Long(at)])?;
        }
    }
    machine.cpu.set_sp(sp);
    outcome
}

fn send_with(
    machine: &mut Machine,
    instance: u32,
    mode: u32,
    event: &Event,
    target: Descriptor,
    records: &Records,
) -> Result<Result<Value, ScriptError>, Failure> {
    build(machine, event, target, records)?;
    let sent = deliver(machine, instance, mode, event, records)?;
    if sent != 0 {
        return Err(OsErr(sent).into());
    }
    let reply = read(machine, records.reply)?;
    Ok(outcome(&reply, event))
}

fn build(machine: &mut Machine, event: &Event, target: Descriptor, records: &Records) -> Result<(), Failure> {
    const ANY_RETURN_ID: u16 = 0xFFFF;
    const ANY_TRANSACTION: u32 = 0;
    write(machine, records.address, &target)?;
    let code = |code: [u8; 4]| Long(u32::from_be_bytes(code));
    let arguments = [
        code(event.class.0),
        code(event.id.0),
        Long(records.address),
        Word(ANY_RETURN_ID),
        Long(ANY_TRANSACTION),
        Long(records.event),
    ];
    pack_8(machine, CREATE_APPLE_EVENT, &arguments)?;
    for (key, value) in &event.parameters {
        let Some(descriptor) = convert::to_descriptor(value) else {
            return Err(OsErr::AE_COERCION_FAIL.into());
        };
        write(machine, records.parameter, &descriptor)?;
        let arguments = [Long(records.event), code(key.0), Long(records.parameter)];
        let put = pack_8(machine, PUT_PARAMETER, &arguments);
        pack_8(machine, DISPOSE, &[Long(records.parameter)])?;
        put?;
    }
    Ok(())
}

/// Calls the send function, or AESend where there is none; the result code.
fn deliver(
    machine: &mut Machine,
    instance: u32,
    mode: u32,
    event: &Event,
    records: &Records,
) -> Result<i16, Failure> {
    let mut send_mode = WAIT_REPLY | DONT_RECORD | (mode & SAME_BITS);
    if mode & CANT_SWITCH_LAYER == 0 {
        send_mode |= CAN_SWITCH_LAYER;
    }
    let timeout = event.timeout.unwrap_or(DEFAULT_TIMEOUT);
    let arguments = [
        Long(records.event),
        Long(records.reply),
        Long(send_mode),
        Word(0), // kAENormalPriority
        Long(timeout as u32),
        Long(0), // no idle function
        Long(0), // no filter
    ];
    let send = machine.osa.instance(instance)?.send;
    if send.routine == 0 {
        return match pack_8(machine, SEND, &arguments) {
            Ok(()) => Ok(0),
            Err(Failure::Os(error)) => Ok(error.0),
            Err(stop) => Err(stop),
        };
    }
    Ok(call_send(machine, send.routine, send.reference, &arguments)?)
}

/// Calls the application's send function: AESend's arguments, then what the application wants to be told.
fn call_send(
    machine: &mut Machine,
    routine: u32,
    reference: u32,
    arguments: &[Argument],
) -> Result<i16, Stop> {
    let result_at = machine.cpu.sp().wrapping_sub(2);
    machine.call_guest(routine, |machine| {
        machine.push_word(0)?;
        push(machine, arguments)?;
        machine.push_long(reference)
    })?;
    Ok(machine.memory.word(result_at)? as i16)
}

/// What a reply says.
fn outcome(reply: &Descriptor, event: &Event) -> Result<Value, ScriptError> {
    let Data::Event(reply) = &reply.value else {
        return Ok(Value::Nothing);
    };
    let parameters = &reply.parameters;
    let number = parameters
        .get(ERROR_NUMBER)
        .and_then(Descriptor::as_long)
        .unwrap_or(0);
    if number != 0 {
        let message = parameters.get(ERROR_STRING).and_then(Descriptor::as_text);
        return Err(ScriptError::new(number, message.unwrap_or_default()));
    }
    let direct = parameters.get(DIRECT_OBJECT);
    Ok(direct.map_or(Value::Nothing, |direct| {
        convert::from_descriptor(direct, &event.application)
    }))
}

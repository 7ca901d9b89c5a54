//! The calls of the component, by selector. Arguments are longs, in the order in which they were pushed.

use super::host::GuestHost;
use super::{BYTES_PER_CHARACTER, Callback, Content, errors, store};
use crate::applescript::{ScriptError, Trouble, Value, compile, display, run};
use crate::bomb::{Failure, Stop};
use crate::costs::Cost;
use crate::descriptor::{Code, Descriptor, TEXT};
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::apple_event_manager::{read, write};
use crate::toolbox::osa::applications::Dictionaries;
use std::rc::Rc;

/// kOSAModeDisplayForHumans.
const FOR_HUMANS: u32 = 0x8;

/// kOSANullScript.
const NULL_SCRIPT: u32 = 0;

/// A call: instance and arguments.
pub(crate) type Call = fn(&mut Machine, u32, &[u32]) -> Result<(), Failure>;

/// The call of a selector, and how many bytes of arguments it takes.
pub(crate) fn call_of(selector: u16) -> Option<(Call, u32)> {
    Some(match selector {
        0x0003 => (execute as Call, 16),
        0x0004 => (display_value, 16),
        0x0005 => (script_error, 12),
        0x0006 => (dispose, 4),
        0x0009 => (set_active_proc, 8),
        0x000A => (get_active_proc, 8),
        0x0102 => (scripting_component_name, 4),
        0x0103 => (compile_source, 12),
        0x0401 => (set_send_proc, 8),
        0x0402 => (get_send_proc, 8),
        _ => return None,
    })
}

/// Keeps an error for OSAScriptError; errOSAScriptError.
fn fail(machine: &mut Machine, instance: u32, error: ScriptError) -> Result<(), Failure> {
    machine.osa.instance(instance)?.error = error;
    Err(OsErr::OSA_SCRIPT_ERROR.into())
}

fn content(machine: &mut Machine, instance: u32, id: u32) -> Result<Content, OsErr> {
    let stored = machine.osa.instance(instance)?.scripts.get(&id);
    stored
        .map(|stored| stored.content.clone())
        .ok_or(OsErr::OSA_INVALID_ID)
}

/// OSACompile(ci, sourceData, modeFlags, VAR previousAndResultingScriptID). Nobody is called meanwhile: the machine stands still.
fn compile_source(machine: &mut Machine, instance: u32, arguments: &[u32]) -> Result<(), Failure> {
    let &[source_at, _mode, id_at] = arguments else {
        return Err(OsErr::PARAMETER.into());
    };
    let (source_at, id_at) = (machine.memory.address(source_at)?, machine.memory.address(id_at)?);
    let source = read(machine, source_at)?
        .as_text()
        .ok_or(OsErr::AE_COERCION_FAIL)?;
    let previous = machine.memory.long(id_at)?;
    if previous != 0 {
        content(machine, instance, previous)?;
    }
    let length = source.chars().count() as u32;
    machine.charge(Cost::ScriptCompile, length);
    let script = match compile(&source, &mut Dictionaries { machine }) {
        Ok(script) => Rc::new(script),
        Err(error) => return fail(machine, instance, error),
    };
    let bytes = length * BYTES_PER_CHARACTER;
    let id = store(machine, instance, previous, Content::Compiled(script), bytes)?;
    machine.memory.set_long(id_at, id)?;
    Ok(())
}

/// OSAExecute(ci, compiledScriptID, contextID, modeFlags, VAR resultingScriptValueID).
fn execute(machine: &mut Machine, instance: u32, arguments: &[u32]) -> Result<(), Failure> {
    let &[id, _context, mode, result_at] = arguments else {
        return Err(OsErr::PARAMETER.into());
    };
    let result_at = machine.memory.address(result_at)?;
    let Content::Compiled(script) = content(machine, instance, id)? else {
        return Err(OsErr::OSA_INVALID_ID.into());
    };
    machine.osa.instance(instance)?.running += 1;
    let mut host = GuestHost::new(machine, instance, mode);
    let outcome = run(&script, &mut host);
    let stop: Option<Stop> = host.into_stop();
    if let Ok(open) = machine.osa.instance(instance) {
        open.running -= 1;
    }
    match (outcome, stop) {
        (_, Some(stop)) => Err(stop.into()),
        // A script without a result has no value.
        (Ok(Value::Nothing), None) => Ok(machine.memory.set_long(result_at, NULL_SCRIPT)?),
        (Ok(value), None) => {
            let bytes = value.size() as u32;
            let id = store(machine, instance, 0, Content::Value(value, script), bytes)?;
            machine.memory.set_long(result_at, id)?;
            Ok(())
        }
        (Err(Trouble::Error(error)), None) => fail(machine, instance, error),
        (Err(Trouble::Stopped), None) => Err(OsErr::OSA_SYSTEM.into()),
    }
}

/// OSADisplay(ci, scriptValueID, desiredType, modeFlags, VAR resultingText).
fn display_value(machine: &mut Machine, instance: u32, arguments: &[u32]) -> Result<(), Failure> {
    let &[id, wanted, mode, result_at] = arguments else {
        return Err(OsErr::PARAMETER.into());
    };
    let result_at = machine.memory.address(result_at)?;
    let Content::Value(value, script) = content(machine, instance, id)? else {
        return Err(OsErr::OSA_INVALID_ID.into());
    };
    if wanted.to_be_bytes() != TEXT {
        return Err(OsErr::AE_COERCION_FAIL.into());
    }
    match display(&value, script.words(), mode & FOR_HUMANS != 0) {
        Ok(text) => write(machine, result_at, &Descriptor::text(&text)),
        Err(error) => fail(machine, instance, error),
    }
}

/// OSAScriptError(ci, selector, desiredType, VAR resultingErrorDescription).
fn script_error(machine: &mut Machine, instance: u32, arguments: &[u32]) -> Result<(), Failure> {
    let &[selector, wanted, result_at] = arguments else {
        return Err(OsErr::PARAMETER.into());
    };
    let result_at = machine.memory.address(result_at)?;
    let code = |long: u32| -> Code { long.to_be_bytes() };
    let part = errors::part(
        &machine.osa.instance(instance)?.error,
        code(selector),
        code(wanted),
    )?;
    write(machine, result_at, &part)
}

/// OSADispose(ci, scriptID).
fn dispose(machine: &mut Machine, instance: u32, arguments: &[u32]) -> Result<(), Failure> {
    let id = arguments.first().copied().unwrap_or(0);
    let stored = machine.osa.instance(instance)?.scripts.remove(&id);
    let stored = stored.ok_or(OsErr::OSA_INVALID_ID)?;
    Ok(machine.dispose_handle(stored.handle)?)
}

/// OSASetActiveProc(ci, activeProc, refCon).
fn set_active_proc(machine: &mut Machine, instance: u32, arguments: &[u32]) -> Result<(), Failure> {
    let callback = callback(machine, arguments)?;
    machine.osa.instance(instance)?.active = callback;
    Ok(())
}

/// OSASetSendProc(ci, sendProc, refCon).
fn set_send_proc(machine: &mut Machine, instance: u32, arguments: &[u32]) -> Result<(), Failure> {
    let callback = callback(machine, arguments)?;
    machine.osa.instance(instance)?.send = callback;
    Ok(())
}

fn callback(machine: &Machine, arguments: &[u32]) -> Result<Callback, Failure> {
    let &[routine, reference] = arguments else {
        return Err(OsErr::PARAMETER.into());
    };
    Ok(Callback {
        routine: machine.memory.address(routine)?,
        reference,
    })
}

/// OSAGetActiveProc(ci, VAR activeProc, VAR refCon).
fn get_active_proc(machine: &mut Machine, instance: u32, arguments: &[u32]) -> Result<(), Failure> {
    let callback = machine.osa.instance(instance)?.active;
    tell_callback(machine, callback, arguments)
}

/// OSAGetSendProc(ci, VAR sendProc, VAR refCon).
fn get_send_proc(machine: &mut Machine, instance: u32, arguments: &[u32]) -> Result<(), Failure> {
    let callback = machine.osa.instance(instance)?.send;
    tell_callback(machine, callback, arguments)
}

fn tell_callback(machine: &mut Machine, callback: Callback, arguments: &[u32]) -> Result<(), Failure> {
    let &[routine_at, reference_at] = arguments else {
        return Err(OsErr::PARAMETER.into());
    };
    let (routine_at, reference_at) = (
        machine.memory.address(routine_at)?,
        machine.memory.address(reference_at)?,
    );
    machine.memory.set_long(routine_at, callback.routine)?;
    machine.memory.set_long(reference_at, callback.reference)?;
    Ok(())
}

/// OSAScriptingComponentName(ci, VAR resultingScriptingComponentName).
fn scripting_component_name(machine: &mut Machine, _: u32, arguments: &[u32]) -> Result<(), Failure> {
    let at = machine.memory.address(arguments.first().copied().unwrap_or(0))?;
    write(machine, at, &Descriptor::text("AppleScript"))
}

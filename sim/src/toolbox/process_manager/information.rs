//! What processes can be asked about: OSDispatch. The selector is pushed last.

use super::table::{CURRENT_PROCESS, Psn};
use super::{fronts, scheduling};
use crate::bomb::{Cause, Failure, Settle, Stop};
use crate::machine::Machine;
use crate::os_err::{OsErr, code};
use crate::toolbox::memory_manager::temporary_memory;
use crate::trap::Trap;

/// Bytes of a ProcessInfoRec.
const INFO_LEN: u32 = 60;

/// What an application of the desktop is said to use of its partition: it has no heap in the guest.
const IN_USE: u32 = 128 << 10;

/// The function behind a selector: it pops its arguments.
type Call = fn(&mut Machine) -> Result<(), Failure>;

pub(super) fn os_dispatch(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let selector = machine.pop_word()?;
    let (arguments, call): (u32, Call) = match selector {
        0x37 => (1, get_current_process),
        0x38 => (1, get_next_process),
        0x39 => (2, get_front_process),
        0x3A => (2, get_process_information),
        0x3B => (1, set_front_process),
        0x3C => (1, wake_up_process),
        0x3D => (3, same_process),
        _ if temporary_memory(machine, selector)? => return Ok(()),
        _ => {
            return Err(Cause::UnknownSelector {
                trap: "OSDispatch",
                selector: u32::from(selector),
            }
            .into());
        }
    };
    let result_at = machine.cpu.sp().wrapping_add(4 * arguments);
    let outcome = call(machine).settle()?;
    machine.cpu.set_sp(result_at);
    machine.return_word(code(outcome) as u16)?;
    Ok(())
}

/// Pops the address of a serial number, and reads which process it means.
fn pop_process(machine: &mut Machine) -> Result<Psn, Failure> {
    let at = machine.pop_pointer()?;
    Ok(resolve(machine, at)?.ok_or(OsErr::PROCESS_NOT_FOUND)?)
}

fn resolve(machine: &Machine, at: u32) -> Result<Option<Psn>, Failure> {
    let psn = Psn::from_bytes(machine.memory.bytes(at, 8)?);
    let psn = match psn {
        Some(CURRENT_PROCESS) => machine.processes.current(),
        other => other,
    };
    Ok(psn.filter(|&psn| machine.processes.exists(psn)))
}

fn store(machine: &mut Machine, at: u32, psn: Option<Psn>) -> Result<(), Failure> {
    let bytes = psn.unwrap_or(Psn(0)).to_bytes();
    Ok(machine.memory.set_bytes(at, &bytes)?)
}

/// GetCurrentProcess(VAR PSN).
fn get_current_process(machine: &mut Machine) -> Result<(), Failure> {
    let at = machine.pop_pointer()?;
    store(machine, at, machine.processes.current())
}

/// GetNextProcess(VAR PSN): kNoProcess begins with the first; behind the last it is stored again.
fn get_next_process(machine: &mut Machine) -> Result<(), Failure> {
    let at = machine.pop_pointer()?;
    let bytes = machine.memory.bytes(at, 8)?;
    let members = &machine.processes.members;
    let next = match Psn::from_bytes(bytes) {
        Some(Psn(0)) => members.first(),
        Some(psn) => {
            let place = members.iter().position(|member| member.psn == psn);
            place.and_then(|place| members.get(place + 1))
        }
        None => None,
    };
    let next = next.map(|member| member.psn);
    store(machine, at, next)?;
    Ok(next.map(|_| ()).ok_or(OsErr::PROCESS_NOT_FOUND)?)
}

/// GetFrontProcess(VAR PSN, dummy): the interface pushes -1 besides.
fn get_front_process(machine: &mut Machine) -> Result<(), Failure> {
    let _dummy = machine.pop_long()?;
    let at = machine.pop_pointer()?;
    let front = machine.processes.front();
    store(machine, at, front)?;
    Ok(front.map(|_| ()).ok_or(OsErr::PROCESS_NOT_FOUND)?)
}

/// SetFrontProcess(PSN): it takes place when the process in front lets go.
fn set_front_process(machine: &mut Machine) -> Result<(), Failure> {
    let psn = pop_process(machine)?;
    if machine.processes.is_background_only(psn) {
        return Err(OsErr::IS_DAEMON.into());
    }
    fronts::ask(machine, psn);
    Ok(())
}

/// WakeUpProcess(PSN).
fn wake_up_process(machine: &mut Machine) -> Result<(), Failure> {
    let psn = pop_process(machine)?;
    scheduling::wake(machine, psn);
    Ok(())
}

/// SameProcess(PSN1, PSN2, VAR result).
fn same_process(machine: &mut Machine) -> Result<(), Failure> {
    let result_at = machine.pop_pointer()?;
    let (second, first) = (machine.pop_pointer()?, machine.pop_pointer()?);
    let first = resolve(machine, first)?.ok_or(OsErr::PROCESS_NOT_FOUND)?;
    let second = resolve(machine, second)?.ok_or(OsErr::PROCESS_NOT_FOUND)?;
    Ok(machine.memory.set_byte(result_at, u8::from(first == second))?)
}

/// GetProcessInformation(PSN, info).
fn get_process_information(machine: &mut Machine) -> Result<(), Failure> {
    let info = machine.pop_pointer()?;
    let psn = pop_process(machine)?;
    if machine.memory.long(info)? != INFO_LEN {
        return Err(OsErr::PARAMETER.into());
    }
    let Some(member) = machine.processes.member(psn) else {
        return Err(OsErr::PROCESS_NOT_FOUND.into());
    };
    let description = member.description.clone();
    let partition = member.partition.clone();
    let (launched_at, launcher) = (member.launched_at, member.launcher);
    let active = member.active / machine.clock.cycles_of_ticks(1).max(1);
    let size = partition.end - partition.start;
    let free = match member.program {
        Some(_) => machine.free_in(partition.start),
        None => size.saturating_sub(IN_USE),
    };
    let name_at = machine.memory.pointer(info + 4)?;
    let spec_at = machine.memory.pointer(info + 56)?;
    if name_at != 0 {
        machine.memory.set_pascal_string(name_at, &description.name)?;
    }
    if spec_at != 0 {
        let file = description.file;
        let item = machine.mounted(file.volume)?.item(file.id);
        let parent = item.map_or(0, |item| item.parent);
        machine.memory.set_int(spec_at, file.volume)?;
        machine.memory.set_long(spec_at + 2, parent)?;
        machine.memory.set_pascal_string(spec_at + 6, &description.name)?;
    }
    store(machine, info + 8, Some(psn))?;
    store(machine, info + 40, launcher)?;
    let memory = &mut machine.memory;
    memory.set_long(info + 16, u32::from_be_bytes(description.file_type))?;
    memory.set_long(info + 20, u32::from_be_bytes(description.creator))?;
    memory.set_long(info + 24, u32::from(description.mode))?;
    memory.set_long(info + 28, partition.start)?;
    memory.set_long(info + 32, size)?;
    memory.set_long(info + 36, free)?;
    memory.set_long(info + 48, launched_at)?;
    memory.set_long(info + 52, active as u32)?;
    Ok(())
}

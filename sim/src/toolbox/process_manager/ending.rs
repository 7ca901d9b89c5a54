//! The end of a process: what it had is taken back, and what still points into its memory is found.

use super::{Psn, fronts, table::WANTS_OBITUARIES};
use crate::bomb::{Cause, Stop};
use crate::low_memory as low;
use crate::machine::Machine;
use crate::toolbox::{apple_event_manager, resource_manager, scrap_manager};
use std::ops::Range;

/// Cleans up behind a program that is gone: its files are closed and its memory is free again.
///
/// # Errors
/// A bomb when something that runs at interrupt time or in a driver still points into its memory.
pub(crate) fn bury(machine: &mut Machine, psn: Psn) -> Result<(), Stop> {
    let Some(index) = machine
        .processes
        .members
        .iter()
        .position(|member| member.psn == psn)
    else {
        return Ok(());
    };
    if machine.processes.front() == Some(psn) {
        scrap_manager::leave(machine, psn)?;
    }
    let member = machine.processes.members.remove(index);
    let stale = stale_pointer(machine, &member.partition);
    let code = member.program.and_then(|program| program.code_1);
    resource_manager::process_ended(machine, psn, &member.partition);
    machine.files.close_all_of(psn);
    machine.heap.close_zone(member.partition.start);
    machine.dispose_partition(member.partition.start)?;
    machine.processes.dead = Some((member.partition, code));
    if !machine.tcp.has_streams() {
        machine.network.stop_listening();
    }
    machine.osa.process_ended(psn);
    if machine.processes.current == Some(psn) {
        let system_zone = machine.memory.get(low::SYS_ZONE);
        machine.memory.put(low::THE_ZONE, system_zone);
        machine.processes.current = None;
    }
    gone(machine, psn, member.launcher)?;
    match stale {
        Some((what, address)) => Err(Cause::Stale { what, address }.into()),
        None => Ok(()),
    }
}

/// What everybody else has to know of the end of a process.
///
/// # Errors
/// When the globals of the one that comes to the front are damaged.
pub(super) fn gone(machine: &mut Machine, psn: Psn, launcher: Option<Psn>) -> Result<(), Stop> {
    apple_event_manager::process_ended(machine, psn);
    machine.scrap.process_ended(psn);
    fronts::left(machine, psn)?;
    let mourner = launcher.and_then(|launcher| machine.processes.member(launcher));
    if let Some(mourner) = mourner.filter(|mourner| mourner.has(WANTS_OBITUARIES)) {
        let mourner = mourner.psn;
        apple_event_manager::post_application_died(machine, mourner, psn);
    }
    Ok(())
}

fn stale_pointer(machine: &Machine, partition: &Range<u32>) -> Option<(&'static str, u32)> {
    let timers = machine.timers.records().map(|at| ("Time Manager task", at));
    let files = machine
        .files
        .blocks()
        .map(|at| ("File Manager parameter block", at));
    let serial = machine
        .serial
        .blocks()
        .map(|at| ("Serial Driver parameter block", at));
    let network = machine.tcp.pointers();
    timers
        .chain(files)
        .chain(serial)
        .chain(network)
        .find(|(_, address)| partition.contains(address))
}

/// An application of the desktop has quit.
///
/// # Errors
/// A bomb when its partition was written over.
pub(crate) fn end_desktop(machine: &mut Machine, psn: Psn) -> Result<(), Stop> {
    let place = machine
        .processes
        .members
        .iter()
        .position(|member| member.psn == psn);
    let Some(place) = place else { return Ok(()) };
    let member = machine.processes.members.remove(place);
    machine.dispose_partition(member.partition.start)?;
    gone(machine, psn, member.launcher)
}

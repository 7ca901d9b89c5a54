//! The end of a process: what it had is taken back, and what still points into its memory is found.

use crate::bomb::Cause;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::toolbox::apple_event_manager;
use std::ops::Range;

/// Cleans up behind a process that is gone: its files are closed and its memory is free again.
///
/// # Errors
/// A bomb when something that runs at interrupt time or in a driver still points into its memory.
pub(crate) fn bury(machine: &mut Machine) -> Result<(), Cause> {
    let Some(partition) = machine.processes.partition.take() else {
        return Ok(());
    };
    if let Some(psn) = machine.processes.current() {
        apple_event_manager::process_ended(machine, psn);
    }
    machine.processes.process = None;
    machine.processes.patches.clear();
    let stale = stale_pointer(machine, &partition);
    machine.processes.dead_partition = Some(partition);
    machine.resources.close_all_but_system();
    machine
        .files
        .close_all_but(machine.memory.get(low::SYS_MAP) as i16);
    machine.heap.close_application_zone();
    machine.network.stop_listening();
    let system_zone = machine.memory.get(low::SYS_ZONE);
    machine.memory.put(low::THE_ZONE, system_zone);
    match stale {
        Some((what, address)) => Err(Cause::Stale { what, address }),
        None => Ok(()),
    }
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

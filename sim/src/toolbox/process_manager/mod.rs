//! Process Manager: the agent's process, its partition and its end, WaitNextEvent, and who runs when.
//!
//! Scheduling is cooperative. The agent runs until it calls WaitNextEvent; then the front process gets its turn, until
//! it yields. While the front process is in a tracking loop nobody else runs, interrupt-time code excepted. Inside
//! Macintosh: Processes, chapters 1 and 2; Macintosh Toolbox Essentials, chapter 2, for WaitNextEvent.

#[cfg(test)]
mod tests;

use crate::bomb::{Cause, Settle, Stop, broken_rule};
use crate::costs::Cost;
use crate::front;
use crate::low_memory as low;
use crate::machine::{Machine, Woken};
use crate::os_err::OsErr;
use crate::toolbox::event_manager::null_event;
use crate::toolbox::file_manager::VOLUME;
use crate::toolbox::memory_manager::{ZoneId, temporary_memory};
use crate::toolbox::resource_manager;
use crate::toolbox::segment_loader::A5World;
use crate::trap::{Entry, Trap, tool};
use crate::volume::Fork;
use mc_pack::{OsType, ResourceFork};
use std::collections::BTreeMap;
use std::ops::Range;

pub(crate) const TRAPS: &[Entry] = &[
    tool(0xA860, "WaitNextEvent", Cost::Event, wait_next_event),
    tool(0xA88F, "OSDispatch", Cost::Small, os_dispatch),
];

/// The low long of the agent's process serial number. Apple's kCurrentProcess is 2, so real ones begin beyond it.
const AGENT_PSN: u32 = 0x2001;
const CURRENT_PROCESS: u32 = 2;

/// What a bomb of launching calls the call.
const LAUNCH: &str = "LaunchApplication";

/// Stack of an application that does not ask for more: DefltStack of a machine with, and one without Color QuickDraw.
const STACK_WITH_COLOR: u32 = 24 << 10;
const STACK: u32 = 8 << 10;

/// Partition of an application without a SIZE resource.
const DEFAULT_PARTITION: u32 = 512 << 10;

/// A turn of the agent that took fewer cycles than this, own and charged, has only looked whether there is something to do.
const POLLING_TURN: u64 = 12_000;

/// The agent's process, while it lives, and the patches that it made.
#[derive(Default)]
pub(crate) struct ProcessManager {
    partition: Option<Range<u32>>,
    /// Memory that a process had which is gone.
    dead_partition: Option<Range<u32>>,
    /// First byte of the code of CODE 1, and its end.
    code_1: Option<u32>,
    /// Toolbox traps that the process has patched.
    patches: BTreeMap<u16, u32>,
    process: Option<Description>,
}

/// What GetProcessInformation tells.
#[derive(Debug, Clone)]
struct Description {
    name: Vec<u8>,
    file_type: [u8; 4],
    creator: [u8; 4],
    mode: u16,
    /// Number of the application file.
    file: u32,
}

impl ProcessManager {
    /// The memory of the process that lives.
    pub fn partition(&self) -> Option<&Range<u32>> {
        self.partition.as_ref()
    }

    /// Notes where the code of a segment lies.
    pub fn segment_loaded(&mut self, id: i16, code: u32) {
        if id == 1 {
            self.code_1 = Some(code);
        }
    }

    /// How far into the code of CODE 1 an address is.
    pub fn offset_in_code(&self, address: u32) -> Option<u32> {
        let partition = self.partition.as_ref().or(self.dead_partition.as_ref())?;
        if !partition.contains(&address) {
            return None;
        }
        address.checked_sub(self.code_1?)
    }

    /// The routine that the process has put in place of a trap.
    pub fn patch(&self, number: u16) -> Option<u32> {
        self.patches.get(&number).copied()
    }

    /// Patches a trap, or takes the patch away.
    pub fn set_patch(&mut self, number: u16, address: Option<u32>) {
        match address {
            Some(address) => self.patches.insert(number, address),
            None => self.patches.remove(&number),
        };
    }
}

/// Launches the application in a file of the startup volume and runs it to its end.
///
/// # Errors
/// How it ended.
pub(crate) fn run_application(machine: &mut Machine, file: u32) -> Result<(), Stop> {
    let start = launch(machine, file)?;
    machine.meter.start_turn();
    machine.run_program(start)
}

/// Makes partition, heap, stack and A5 world; gives the address at which the program starts.
///
/// # Errors
/// A bomb when it is no application or does not fit.
pub(crate) fn launch(machine: &mut Machine, file: u32) -> Result<u32, Stop> {
    let Some(item) = machine.volume.item(file).cloned() else {
        return Err(broken_rule(LAUNCH, "there is no such file"));
    };
    let resources = application_resources(machine, file)?;
    let size = resources
        .get(OsType(*b"SIZE"), -1)
        .map_or(&[][..], |size| &size.data);
    let mode = size.first_chunk().map_or(0, |mode| u16::from_be_bytes(*mode));
    let wanted = size
        .get(2..)
        .and_then(|size| size.first_chunk())
        .map_or(DEFAULT_PARTITION, |size| u32::from_be_bytes(*size));
    let code_0 = resources
        .get(OsType(*b"CODE"), 0)
        .ok_or_else(|| broken_rule(LAUNCH, "there is no CODE 0: it is not an application"))?;
    let world = A5World::parse(&code_0.data)?;
    let partition = partition(machine, wanted)?;

    let a5 = (partition.end - world.above) & !3;
    let stack_base = (a5 - world.below) & !3;
    let stack = if machine.hardware.has_color_quickdraw {
        STACK_WITH_COLOR
    } else {
        STACK
    };
    let limit = stack_base.saturating_sub(stack);
    if limit <= partition.start + 0x1000 {
        return Err(broken_rule(
            LAUNCH,
            "the partition is too small for the A5 world and the stack",
        ));
    }
    machine.memory.fill(stack_base, partition.end - stack_base, 0)?;
    machine.open_zone(ZoneId::Application, partition.start, limit)?;
    let memory = &mut machine.memory;
    memory.put(low::APPL_ZONE, partition.start);
    memory.put(low::THE_ZONE, partition.start);
    memory.put(low::HEAP_END, limit);
    memory.put(low::APPL_LIMIT, limit);
    memory.put(low::BUF_PTR, partition.end);
    memory.put(low::CUR_STACK_BASE, stack_base);
    memory.put(low::CURRENT_A5, a5);
    memory.set_pascal_string(low::CUR_AP_NAME, &item.name)?;
    let ref_num = resource_manager::open(machine, file)
        .settle()?
        .map_err(|error| broken_rule(LAUNCH, format!("its resource fork cannot be opened: {error}")))?;
    machine.memory.put(low::CUR_AP_REF_NUM, ref_num as u16);
    machine.cpu.dar = [0; 16];
    machine.cpu.set_a(5, a5);
    machine.cpu.set_sp(stack_base);
    machine.processes.partition = Some(partition);
    machine.processes.process = Some(Description {
        name: item.name.clone(),
        file_type: item.file_type(),
        creator: item.creator(),
        mode,
        file,
    });
    machine.memory.flush_code_cache();
    world.install(machine, a5)
}

fn application_resources(machine: &Machine, file: u32) -> Result<ResourceFork, Stop> {
    let fork = machine.volume.fork(file, Fork::Resource);
    let fork = fork.map_err(|error| broken_rule(LAUNCH, error.to_string()))?;
    ResourceFork::parse(fork).map_err(|error| broken_rule(LAUNCH, error.to_string()))
}

/// Takes the partition from the top of what the Process Manager has left, so that temporary memory stays in one piece.
fn partition(machine: &mut Machine, wanted: u32) -> Result<Range<u32>, Stop> {
    let end = machine.memory.get(low::BUF_PTR) & !3;
    let heap = machine.memory.get(low::SYS_ZONE);
    let bottom = machine.memory.long(heap)?;
    let Some(start) = end
        .checked_sub(wanted)
        .map(|start| start & !3)
        .filter(|&start| start > bottom + 0x1_0000)
    else {
        return Err(broken_rule(
            LAUNCH,
            format!("there is no room for a partition of {wanted} bytes"),
        ));
    };
    machine.open_zone(ZoneId::Temporary, bottom, start)?;
    Ok(start..end)
}

/// Cleans up behind a process that is gone: its files are closed and its memory is free again.
///
/// # Errors
/// A bomb when something that runs at interrupt time or in a driver still points into its memory.
pub(crate) fn bury(machine: &mut Machine) -> Result<(), Cause> {
    let Some(partition) = machine.processes.partition.take() else {
        return Ok(());
    };
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
    let network = machine.tcp.pointers();
    timers
        .chain(files)
        .chain(network)
        .find(|(_, address)| partition.contains(address))
}

/// WaitNextEvent(eventMask, VAR theEvent, sleep, mouseRgn): the agent runs in the background only, so every event it
/// gets is a null event; the queue is the front process's.
fn wait_next_event(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let _mouse_region = machine.pop_long()?;
    let sleep = machine.pop_long()?;
    let record = machine.pop_long()?;
    let _mask = machine.pop_word()?;
    if machine.at_interrupt_time() {
        return Err(broken_rule(
            "WaitNextEvent",
            "it must not be called at interrupt time",
        ));
    }
    machine.announce_listening();
    let spent = machine.meter.yielded();
    machine.charge(Cost::ProcessSwitch, 1);
    // A process that does not want to sleep, does nothing but look and has nothing to read is given the processor once a
    // tick: nothing can have changed before, unless the network says so, which wakes it at once.
    let polling = spent < POLLING_TURN && !machine.tcp.has_unread();
    let sleep = if sleep == 0 && polling { 1 } else { sleep };
    let deadline = machine.clock.now() + machine.clock.cycles_of_ticks(u64::from(sleep));
    sleep_until(machine, deadline)?;
    null_event(machine, record)?;
    machine.return_boolean(false)?;
    machine.meter.start_turn();
    Ok(())
}

/// Gives the front process its turns until the agent is to run again: at `deadline`, or as soon as the network has
/// something. Waiting for the network is not stretched to the wall clock: the rest of the sleep is skipped.
fn sleep_until(machine: &mut Machine, deadline: u64) -> Result<(), Stop> {
    machine.poll_host(std::time::Duration::ZERO)?;
    loop {
        front::run(machine)?;
        let until = deadline.min(front::next_turn(machine)?);
        let woken = machine.idle_until(until)?;
        if woken == Woken::Network {
            return Ok(());
        }
        if machine.clock.now() >= deadline {
            return Ok(());
        }
    }
}

/// OSDispatch: the selector is pushed last.
fn os_dispatch(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let selector = machine.pop_word()?;
    match selector {
        0x37 => get_current_process(machine),
        0x3A => get_process_information(machine),
        _ if temporary_memory(machine, selector)? => Ok(()),
        _ => Err(Cause::UnknownSelector {
            trap: "OSDispatch",
            selector: u32::from(selector),
        }
        .into()),
    }
}

fn get_current_process(machine: &mut Machine) -> Result<(), Stop> {
    let at = machine.pop_long()?;
    machine.memory.set_long(at, 0)?;
    machine.memory.set_long(at + 4, AGENT_PSN)?;
    machine.return_word(0)?;
    Ok(())
}

/// GetProcessInformation(PSN, info), of the calling process.
fn get_process_information(machine: &mut Machine) -> Result<(), Stop> {
    let info = machine.pop_long()?;
    let psn = machine.pop_long()?;
    let (high, low_long) = (machine.memory.long(psn)?, machine.memory.long(psn + 4)?);
    let process = machine.processes.process.clone();
    let (Some(process), 0, AGENT_PSN | CURRENT_PROCESS) = (process, high, low_long) else {
        machine.return_word(OsErr::PROCESS_NOT_FOUND.0 as u16)?;
        return Ok(());
    };
    let partition = machine.processes.partition.clone().unwrap_or_default();
    let name_at = machine.memory.long(info + 4)?;
    let spec_at = machine.memory.long(info + 56)?;
    if name_at != 0 {
        machine.memory.set_pascal_string(name_at, &process.name)?;
    }
    if spec_at != 0 {
        let parent = machine.volume.item(process.file).map_or(0, |item| item.parent);
        machine.memory.set_int(spec_at, VOLUME)?;
        machine.memory.set_long(spec_at + 2, parent)?;
        machine.memory.set_pascal_string(spec_at + 6, &process.name)?;
    }
    let memory = &mut machine.memory;
    memory.set_long(info + 8, 0)?; // processNumber
    memory.set_long(info + 12, AGENT_PSN)?;
    memory.set_long(info + 16, u32::from_be_bytes(process.file_type))?;
    memory.set_long(info + 20, u32::from_be_bytes(process.creator))?;
    memory.set_long(info + 24, u32::from(process.mode))?;
    memory.set_long(info + 28, partition.start)?;
    memory.set_long(info + 32, partition.end - partition.start)?;
    memory.set_long(info + 36, 0)?; // processFreeMem
    machine.return_word(0)?;
    Ok(())
}

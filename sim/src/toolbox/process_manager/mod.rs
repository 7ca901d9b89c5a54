//! Process Manager: the agent's process, its partition and its end, WaitNextEvent, and who runs when.
//!
//! Scheduling is cooperative. The agent runs until it calls WaitNextEvent; then the front process gets its turn, until
//! it yields. While the front process is in a tracking loop nobody else runs, interrupt-time code excepted. Inside
//! Macintosh: Processes, chapters 1 and 2; Macintosh Toolbox Essentials, chapter 2, for WaitNextEvent.

mod ending;
mod launching;
mod scheduling;
#[cfg(test)]
mod tests;

pub(crate) use ending::bury;
#[cfg(test)]
pub(crate) use launching::launch;
pub(crate) use launching::run_application;
pub(crate) use scheduling::give_time;

use crate::bomb::{Cause, Stop};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::file_manager::VOLUME;
use crate::toolbox::memory_manager::temporary_memory;
use crate::trap::{Entry, Trap, tool};
use std::collections::BTreeMap;
use std::ops::Range;

pub(crate) const TRAPS: &[Entry] = &[
    tool(0xA860, "WaitNextEvent", Cost::Event, scheduling::wait_next_event),
    tool(0xA88F, "OSDispatch", Cost::Small, os_dispatch),
];

/// A process serial number: its low long. The high one is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Psn(pub u32);

/// kCurrentProcess; real numbers begin beyond it.
pub(crate) const CURRENT_PROCESS: Psn = Psn(2);
/// The agent's and the desktop's.
const AGENT_PSN: u32 = 0x2002;
pub(crate) const FINDER: Psn = Psn(0x2001);
/// isHighLevelEventAware in the flags word of SIZE.
const HIGH_LEVEL_EVENT_AWARE: u16 = 0x0040;

impl Psn {
    /// From the eight bytes of the record.
    pub fn from_bytes(bytes: &[u8]) -> Option<Psn> {
        let number = u64::from_be_bytes(bytes.try_into().ok()?);
        u32::try_from(number).ok().map(Psn)
    }

    /// As the eight bytes of the record.
    pub fn to_bytes(self) -> [u8; 8] {
        u64::from(self.0).to_be_bytes()
    }
}

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

    /// The process whose code runs.
    pub fn current(&self) -> Option<Psn> {
        self.process.as_ref().map(|_| Psn(AGENT_PSN))
    }

    /// Whether there is such a process.
    pub fn exists(&self, psn: Psn) -> bool {
        psn == FINDER || self.current() == Some(psn)
    }

    /// The process with this signature.
    pub fn with_signature(&self, signature: [u8; 4]) -> Option<Psn> {
        if signature == *b"MACS" {
            return Some(FINDER);
        }
        let agent = self.process.as_ref()?;
        (agent.creator == signature).then_some(Psn(AGENT_PSN))
    }

    /// Whether a process takes Apple events: isHighLevelEventAware.
    pub fn takes_high_level_events(&self, psn: Psn) -> bool {
        let is_aware = |process: &Description| process.mode & HIGH_LEVEL_EVENT_AWARE != 0;
        psn == FINDER || self.process.as_ref().is_some_and(is_aware)
    }

    /// Whether an address lies in the memory of a process.
    pub fn owns(&self, address: u32) -> bool {
        self.partition
            .as_ref()
            .is_some_and(|partition| partition.contains(&address))
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
    let at = machine.pop_pointer()?;
    machine.memory.set_long(at, 0)?;
    machine.memory.set_long(at + 4, AGENT_PSN)?;
    machine.return_word(0)?;
    Ok(())
}

/// GetProcessInformation(PSN, info), of the calling process.
fn get_process_information(machine: &mut Machine) -> Result<(), Stop> {
    let info = machine.pop_pointer()?;
    let psn = machine.pop_pointer()?;
    let (high, low_long) = (machine.memory.long(psn)?, machine.memory.long(psn + 4)?);
    let process = machine.processes.process.clone();
    let (Some(process), 0, AGENT_PSN | 2) = (process, high, low_long) else {
        machine.return_word(OsErr::PROCESS_NOT_FOUND.0 as u16)?;
        return Ok(());
    };
    let partition = machine.processes.partition.clone().unwrap_or_default();
    let name_at = machine.memory.pointer(info + 4)?;
    let spec_at = machine.memory.pointer(info + 56)?;
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

//! What happens to the scrap when another application comes to the front: what the one before has put into its copy is copied for the next
//! one. What a program does to its copy while it is in the background is lost when it comes forward.

use super::{Flavor, IN_MEMORY, ON_DISK, bytes, disk, drop_handle, encode, flavors};
use crate::bomb::{Failure, Settle, Stop};
use crate::low_memory as low;
use crate::machine::Machine;
use crate::toolbox::memory_manager::ZoneId;
use crate::toolbox::process_manager::{Psn, in_context_of};
use std::collections::BTreeMap;

/// The scrap of the application in front, as the Process Manager takes it from one to the next. Applications of the desktop have no
/// heap: while one of them is in front, this is its copy.
#[derive(Default)]
pub(crate) struct ScrapManager {
    desk: Vec<u8>,
    /// Counts the changes.
    generation: u32,
    seen: BTreeMap<Psn, Seen>,
}

/// What an application knows of the scrap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Seen {
    generation: u32,
    /// ScrapCount of a program, when it was last in front.
    count: u16,
}

impl ScrapManager {
    fn seen(&self, psn: Psn) -> Seen {
        self.seen.get(&psn).copied().unwrap_or_default()
    }

    fn replace(&mut self, psn: Psn, desk: Vec<u8>, count: u16) {
        self.desk = desk;
        self.generation += 1;
        let generation = self.generation;
        self.seen.insert(psn, Seen { generation, count });
    }

    /// The flavors that an application of the desktop finds.
    pub fn of_desktop(&self) -> Vec<Flavor> {
        flavors(&self.desk)
    }

    /// Replaces what is there, for an application of the desktop that is in front.
    pub fn put_from_desktop(&mut self, psn: Psn, flavors: &[Flavor]) {
        self.replace(psn, flavors.iter().flat_map(encode).collect(), 0);
    }

    /// Forgets a process that is gone.
    pub fn process_ended(&mut self, psn: Psn) {
        self.seen.remove(&psn);
    }
}

/// The globals of a program that is new: an empty scrap. The name of the file, which is everybody's, lies in the system heap.
pub(crate) fn start(machine: &mut Machine) -> Result<(), Failure> {
    if machine.memory.get(low::SCRAP_NAME) == 0 {
        let name = machine.new_ptr(ZoneId::System, disk::NAME.len() as u32 + 1)?;
        machine.memory.set_pascal_string(name, disk::NAME)?;
        machine.memory.put(low::SCRAP_NAME, name);
    }
    machine.memory.put(low::SCRAP_SIZE, 0);
    machine.memory.put(low::SCRAP_HANDLE, 0);
    machine.memory.put(low::SCRAP_COUNT, 0);
    machine.memory.put(low::SCRAP_STATE, IN_MEMORY);
    Ok(())
}

/// A program leaves the front, or ends there: what it has changed is the desk scrap now.
///
/// # Errors
/// When its globals are damaged.
pub(crate) fn leave(machine: &mut Machine, psn: Psn) -> Result<(), Stop> {
    let left = in_context_of(machine, psn, |machine| {
        let count = machine.memory.get(low::SCRAP_COUNT);
        let bytes = bytes(machine).settle()?.unwrap_or_default();
        Ok((count, bytes))
    })?;
    if let Some((count, bytes)) = left
        && machine.scrap.seen(psn).count != count
    {
        machine.scrap.replace(psn, bytes, count);
    }
    Ok(())
}

/// A process comes to the front. Whether the scrap is another one than it has: its resume event says convertClipboardFlag.
///
/// # Errors
/// When its globals are damaged.
pub(crate) fn enter(machine: &mut Machine, psn: Psn) -> Result<bool, Stop> {
    let generation = machine.scrap.generation;
    let seen = machine.scrap.seen(psn);
    let count = in_context_of(machine, psn, |machine| {
        let count = machine.memory.get(low::SCRAP_COUNT);
        let seen_last = Seen { generation, count };
        if seen != seen_last {
            give(machine)?;
        }
        Ok(machine.memory.get(low::SCRAP_COUNT))
    })?;
    let now = Seen {
        generation,
        count: count.unwrap_or(0),
    };
    machine.scrap.seen.insert(psn, now);
    Ok(seen != now)
}

/// Copies the desk scrap into the heap of the current program, or to the disk where it does not fit.
fn give(machine: &mut Machine) -> Result<(), Stop> {
    let desk = machine.scrap.desk.clone();
    drop_handle(machine)?;
    let count = machine.memory.get(low::SCRAP_COUNT);
    machine.memory.put(low::SCRAP_COUNT, count.wrapping_add(1));
    machine.memory.put(low::SCRAP_SIZE, desk.len() as u32);
    let copied = machine.new_handle_with(ZoneId::Application, &desk).settle()?;
    if let Ok(handle) = copied {
        machine.memory.put(low::SCRAP_HANDLE, handle);
        machine.memory.put(low::SCRAP_STATE, IN_MEMORY);
        return Ok(());
    }
    let written = disk::write(machine, &desk).settle()?;
    machine.memory.put(low::SCRAP_STATE, ON_DISK);
    if written.is_err() {
        machine.memory.put(low::SCRAP_SIZE, 0);
    }
    Ok(())
}

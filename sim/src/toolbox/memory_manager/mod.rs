//! Memory Manager: zones, pointers and handles, and temporary memory.
//!
//! Three zones exist: the system heap, the heap of the application, and what the Process Manager has left, which is
//! temporary memory. Relocatable blocks really move when a zone is compacted, so a dereferenced handle that should
//! have been locked goes bad here as it does there. Inside Macintosh: Memory, chapters 1 and 2.

#[cfg(test)]
mod tests;
mod traps;
mod zone;

pub(crate) use traps::{TRAPS, temporary_memory};
pub(crate) use zone::{LOCKED, PURGEABLE, RESOURCE};

use crate::bomb::{Failure, Stop, broken_rule};
use crate::costs::Cost;
use crate::fault::{Countdown, Heap};
use crate::low_memory as low;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::os_err::OsErr;
use std::collections::BTreeMap;
use zone::Zone;

/// One of the heap zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ZoneId {
    System,
    /// The heap of the process whose code runs.
    Application,
    /// The heap of the process whose heap begins there.
    Of(u32),
    /// The Process Manager's, where partitions and temporary memory come from.
    Temporary,
}

/// The zones of the machine.
#[derive(Default)]
pub(crate) struct MemoryManager {
    system: Option<Zone>,
    /// The heaps of the processes, by where they begin, and which is the current one.
    applications: BTreeMap<u32, Zone>,
    current: u32,
    temporary: Option<Zone>,
    failing: Countdown<()>,
    shortage: Option<Shortage>,
}

/// Memory that is short on request: no larger block is to be had there.
#[derive(Debug, Clone, Copy)]
struct Shortage {
    heap: Heap,
    largest: u32,
}

impl MemoryManager {
    /// Lets the `nth` allocation from now fail.
    pub fn fail_allocation(&mut self, nth: u32) {
        self.failing.set(nth, ());
    }

    /// Lets no block larger than so many bytes be had.
    pub fn run_short(&mut self, heap: Heap, largest: u32) {
        self.shortage = Some(Shortage { heap, largest });
    }

    /// Ends the shortage.
    pub fn run_short_no_more(&mut self) {
        self.shortage = None;
    }

    /// The most that can be had of a zone in one piece while memory is short.
    fn most_of(&self, id: ZoneId) -> u32 {
        let is_meant = |shortage: &Shortage| match shortage.heap {
            Heap::All => true,
            Heap::Application => matches!(id, ZoneId::Application | ZoneId::Of(_)),
            Heap::Temporary => id == ZoneId::Temporary,
            Heap::System => id == ZoneId::System,
        };
        let shortage = self.shortage.filter(is_meant);
        shortage.map_or(u32::MAX, |shortage| shortage.largest)
    }

    fn zone_mut(&mut self, id: ZoneId) -> Option<&mut Zone> {
        match id {
            ZoneId::System => self.system.as_mut(),
            ZoneId::Application => self.applications.get_mut(&self.current),
            ZoneId::Of(start) => self.applications.get_mut(&start),
            ZoneId::Temporary => self.temporary.as_mut(),
        }
    }

    fn zone(&self, id: ZoneId) -> Option<&Zone> {
        match id {
            ZoneId::System => self.system.as_ref(),
            ZoneId::Application => self.applications.get(&self.current),
            ZoneId::Of(start) => self.applications.get(&start),
            ZoneId::Temporary => self.temporary.as_ref(),
        }
    }

    /// The zone in which an address lies.
    fn zone_of(&self, address: u32) -> Option<ZoneId> {
        // The heaps of processes lie in blocks of the Process Manager's: they are looked at first.
        let applications = self.applications.keys().map(|&start| ZoneId::Of(start));
        [ZoneId::System]
            .into_iter()
            .chain(applications)
            .chain([ZoneId::Temporary])
            .find(|&id| self.zone(id).is_some_and(|zone| zone.contains(address)))
    }

    /// Makes the heap that begins there the current one.
    pub fn switch_to(&mut self, start: u32) {
        self.current = start;
    }

    /// Forgets the heap of a process that is gone.
    pub fn close_zone(&mut self, start: u32) {
        self.applications.remove(&start);
    }
}

impl Machine {
    /// Lays out a zone.
    ///
    /// # Errors
    /// When it does not lie in memory.
    pub fn open_zone(&mut self, id: ZoneId, start: u32, limit: u32) -> Result<(), Stop> {
        let zone = Zone::new(&mut self.memory, start, limit)?;
        match id {
            ZoneId::System => self.heap.system = Some(zone),
            ZoneId::Temporary => self.heap.temporary = Some(zone),
            ZoneId::Application | ZoneId::Of(_) => {
                self.heap.applications.insert(start, zone);
                self.heap.current = start;
            }
        }
        Ok(())
    }

    /// Takes a block for a partition, as high up as there is room; `None` where there is none.
    ///
    /// # Errors
    /// When there is no memory that the Process Manager manages.
    pub fn new_partition(&mut self, size: u32) -> Result<Option<u32>, Stop> {
        if size > self.heap.most_of(ZoneId::Temporary) {
            return Ok(None);
        }
        self.with_zone(ZoneId::Temporary, |zone, memory| zone.new_high(memory, size))
    }

    /// The largest partition that could be had.
    pub fn largest_partition(&self) -> u32 {
        let largest = self.heap.temporary.as_ref().map_or(0, Zone::largest);
        largest.min(self.heap.most_of(ZoneId::Temporary))
    }

    /// Gives back the block of a partition.
    ///
    /// # Errors
    /// A bomb when what lies below has written over it.
    pub fn dispose_partition(&mut self, start: u32) -> Result<(), Stop> {
        self.with_zone(ZoneId::Temporary, |zone, memory| zone.dispose_ptr(memory, start))
    }

    /// Free bytes in the heap that begins there.
    pub fn free_in(&self, start: u32) -> u32 {
        self.heap.zone(ZoneId::Of(start)).map_or(0, Zone::free)
    }

    /// The zone that TheZone names.
    pub fn current_zone(&self) -> ZoneId {
        let start = self.memory.strip(self.memory.get(low::THE_ZONE));
        match self.heap.zone(ZoneId::System) {
            Some(system) if system.start() == start => ZoneId::System,
            _ => ZoneId::Application,
        }
    }

    /// Works on a zone and pays for what moved.
    fn with_zone<T, E: From<Stop>>(
        &mut self,
        id: ZoneId,
        work: impl FnOnce(&mut Zone, &mut Memory) -> Result<T, E>,
    ) -> Result<T, E> {
        let Some(zone) = self.heap.zone_mut(id) else {
            return Err(broken_rule("Memory Manager", "there is no such heap zone").into());
        };
        let result = work(zone, &mut self.memory);
        let moved = zone.take_moved();
        self.charge(Cost::MoveByte, moved);
        result
    }

    /// Works on the zone in which an address lies.
    fn with_zone_of<T, E: From<Stop>>(
        &mut self,
        address: u32,
        trap: &'static str,
        work: impl FnOnce(&mut Zone, &mut Memory) -> Result<T, E>,
    ) -> Result<T, E> {
        match self.heap.zone_of(address) {
            Some(id) => self.with_zone(id, work),
            None => Err(broken_rule(trap, format!("${address:08X} lies in no heap zone")).into()),
        }
    }

    /// Whether `size` more bytes may be taken of a zone: not at interrupt time, and not when that is to fail.
    fn check_may_allocate(&mut self, trap: &'static str, id: ZoneId, size: u32) -> Result<(), Failure> {
        if self.at_interrupt_time() {
            return Err(broken_rule(trap, "memory cannot be allocated at interrupt time").into());
        }
        if self.heap.failing.strikes().is_some() || size > self.heap.most_of(id) {
            Err(OsErr::MEMORY_FULL.into())
        } else {
            Ok(())
        }
    }

    /// Takes a nonrelocatable block, full of noise.
    ///
    /// # Errors
    /// memFullErr; a bomb at interrupt time.
    pub fn new_ptr(&mut self, id: ZoneId, size: u32) -> Result<u32, Failure> {
        self.check_may_allocate("NewPtr", id, size)?;
        self.with_zone(id, |zone, memory| zone.new_ptr(memory, size))
    }

    /// Takes a relocatable block, full of noise.
    ///
    /// # Errors
    /// memFullErr; a bomb at interrupt time.
    pub fn new_handle(&mut self, id: ZoneId, size: u32) -> Result<u32, Failure> {
        self.check_may_allocate("NewHandle", id, size)?;
        self.with_zone(id, |zone, memory| zone.new_handle(memory, size))
    }

    /// Takes a relocatable block that holds `bytes`.
    ///
    /// # Errors
    /// As [`Machine::new_handle`].
    pub fn new_handle_with(&mut self, id: ZoneId, bytes: &[u8]) -> Result<u32, Failure> {
        let handle = self.new_handle(id, bytes.len() as u32)?;
        let data = self.memory.pointer(handle)?;
        self.memory.set_bytes(data, bytes)?;
        self.charge(Cost::MoveByte, bytes.len() as u32);
        Ok(handle)
    }

    /// Takes a handle without a block.
    ///
    /// # Errors
    /// memFullErr; a bomb at interrupt time.
    pub fn new_empty_handle(&mut self, id: ZoneId) -> Result<u32, Failure> {
        self.check_may_allocate("NewEmptyHandle", id, 0)?;
        self.with_zone(id, |zone, memory| zone.new_empty_handle(memory))
    }

    /// Makes a handle's block larger or smaller, or gives an empty handle one.
    ///
    /// # Errors
    /// memFullErr; a bomb at interrupt time.
    pub fn set_handle_size(&mut self, handle: u32, size: u32) -> Result<(), Failure> {
        let handle = self.memory.address(handle)?;
        let zone = self.heap.zone_of(handle).unwrap_or(ZoneId::System);
        let old = self
            .heap
            .zone(zone)
            .map_or(0, |zone| zone.handle_size(handle).unwrap_or(0));
        let more = if size > old { size } else { 0 };
        self.check_may_allocate("SetHandleSize", zone, more)?;
        self.with_zone_of(handle, "SetHandleSize", |zone, memory| {
            zone.set_handle_size(memory, handle, size)
        })
    }

    /// Gives a block back that does not move.
    ///
    /// # Errors
    /// A bomb when it is none.
    pub fn dispose_ptr(&mut self, pointer: u32) -> Result<(), Stop> {
        self.with_zone_of(pointer, "DisposePtr", |zone, memory| {
            zone.dispose_ptr(memory, pointer)
        })
    }

    /// Gives back a relocatable block.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn dispose_handle(&mut self, handle: u32) -> Result<(), Stop> {
        let handle = self.memory.address(handle)?;
        self.with_zone_of(handle, "DisposeHandle", |zone, memory| {
            zone.dispose_handle(memory, handle)
        })
    }

    /// The size of a handle's block.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn handle_size(&mut self, handle: u32) -> Result<u32, Stop> {
        let handle = self.memory.address(handle)?;
        self.with_zone_of(handle, "GetHandleSize", |zone, _| zone.handle_size(handle))
    }

    /// Changes bits of a handle's state byte.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn change_state(&mut self, handle: u32, set: u8, clear: u8, trap: &'static str) -> Result<(), Stop> {
        let handle = self.memory.address(handle)?;
        self.with_zone_of(handle, trap, |zone, memory| {
            let state = zone.state(handle, trap)?;
            zone.set_state(memory, handle, (state | set) & !clear, trap)
        })
    }
}

//! Memory Manager: zones, pointers and handles, and temporary memory.
//!
//! Three zones exist: the system heap, the heap of the application, and what the Process Manager has left, which is
//! temporary memory. Relocatable blocks really move when a zone is compacted, so a dereferenced handle that should
//! have been locked goes bad here as it does there. Inside Macintosh: Memory, chapters 1 and 2.

mod traps;
mod zone;

pub(crate) use traps::{TRAPS, temporary_memory};
pub(crate) use zone::{LOCKED, PURGEABLE, RESOURCE};

use crate::bomb::{Stop, broken_rule};
use crate::costs::Cost;
use crate::fault::Countdown;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::os_err::OsErr;
use zone::Zone;

/// One of the heap zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ZoneId {
    System,
    Application,
    /// The Process Manager's, where temporary memory comes from.
    Temporary,
}

/// The zones of the machine.
#[derive(Default)]
pub(crate) struct MemoryManager {
    system: Option<Zone>,
    application: Option<Zone>,
    temporary: Option<Zone>,
    failing: Countdown,
}

impl MemoryManager {
    /// Lets the `nth` allocation from now fail.
    pub fn fail_allocation(&mut self, nth: u32) {
        self.failing.set(nth);
    }

    fn slot(&mut self, id: ZoneId) -> &mut Option<Zone> {
        match id {
            ZoneId::System => &mut self.system,
            ZoneId::Application => &mut self.application,
            ZoneId::Temporary => &mut self.temporary,
        }
    }

    fn zone(&self, id: ZoneId) -> Option<&Zone> {
        match id {
            ZoneId::System => self.system.as_ref(),
            ZoneId::Application => self.application.as_ref(),
            ZoneId::Temporary => self.temporary.as_ref(),
        }
    }

    /// The zone in which an address lies.
    fn zone_of(&self, address: u32) -> Option<ZoneId> {
        [ZoneId::System, ZoneId::Application, ZoneId::Temporary]
            .into_iter()
            .find(|&id| self.zone(id).is_some_and(|zone| zone.contains(address)))
    }

    /// Forgets the application's zone, its process being gone.
    pub fn close_application_zone(&mut self) {
        self.application = None;
    }
}

impl Machine {
    /// Lays out a zone.
    ///
    /// # Errors
    /// When it does not lie in memory.
    pub fn open_zone(&mut self, id: ZoneId, start: u32, limit: u32) -> Result<(), Stop> {
        let zone = Zone::new(&mut self.memory, start, limit)?;
        *self.heap.slot(id) = Some(zone);
        Ok(())
    }

    /// The zone that TheZone names.
    pub fn current_zone(&self) -> ZoneId {
        let start = self.memory.strip(self.memory.get(low::THE_ZONE));
        match self.heap.zone(ZoneId::System) {
            Some(system) if system.start() == start => ZoneId::System,
            _ => ZoneId::Application,
        }
    }

    fn with_zone<T>(
        &mut self,
        id: ZoneId,
        work: impl FnOnce(&mut Zone, &mut crate::memory::Memory) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        match self.heap.slot(id) {
            Some(zone) => work(zone, &mut self.memory),
            None => Err(broken_rule("Memory Manager", "there is no such heap zone")),
        }
    }

    fn with_zone_of<T>(
        &mut self,
        address: u32,
        trap: &'static str,
        work: impl FnOnce(&mut Zone, &mut crate::memory::Memory) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        match self.heap.zone_of(address) {
            Some(id) => self.with_zone(id, work),
            None => Err(broken_rule(trap, format!("${address:08X} lies in no heap zone"))),
        }
    }

    fn check_may_allocate(&mut self, trap: &'static str) -> Result<Result<(), OsErr>, Stop> {
        if self.at_interrupt_time() {
            return Err(broken_rule(trap, "memory cannot be allocated at interrupt time"));
        }
        Ok(if self.heap.failing.strikes() {
            Err(OsErr::MEMORY_FULL)
        } else {
            Ok(())
        })
    }

    /// Takes a nonrelocatable block, full of noise.
    ///
    /// # Errors
    /// A bomb at interrupt time; inside: memFullErr.
    pub fn new_ptr(&mut self, id: ZoneId, size: u32) -> Result<Result<u32, OsErr>, Stop> {
        if let Err(error) = self.check_may_allocate("NewPtr")? {
            return Ok(Err(error));
        }
        let (pointer, moved) = self.with_zone(id, |zone, memory| zone.new_ptr(memory, size))?;
        self.charge(Cost::MoveByte, moved);
        Ok(pointer)
    }

    /// Takes a relocatable block, full of noise.
    ///
    /// # Errors
    /// A bomb at interrupt time; inside: memFullErr.
    pub fn new_handle(&mut self, id: ZoneId, size: u32) -> Result<Result<u32, OsErr>, Stop> {
        if let Err(error) = self.check_may_allocate("NewHandle")? {
            return Ok(Err(error));
        }
        let (handle, moved) = self.with_zone(id, |zone, memory| zone.new_handle(memory, size))?;
        self.charge(Cost::MoveByte, moved);
        Ok(handle)
    }

    /// Takes a relocatable block that holds `bytes`.
    ///
    /// # Errors
    /// As [`Machine::new_handle`].
    pub fn new_handle_with(&mut self, id: ZoneId, bytes: &[u8]) -> Result<Result<u32, OsErr>, Stop> {
        let handle = match self.new_handle(id, bytes.len() as u32)? {
            Ok(handle) => handle,
            Err(error) => return Ok(Err(error)),
        };
        let data = self.memory.long(handle)?;
        self.memory.set_bytes(data, bytes)?;
        self.charge(Cost::MoveByte, bytes.len() as u32);
        Ok(Ok(handle))
    }

    /// Takes a handle without a block.
    ///
    /// # Errors
    /// A bomb at interrupt time; inside: memFullErr.
    pub fn new_empty_handle(&mut self, id: ZoneId) -> Result<Result<u32, OsErr>, Stop> {
        if let Err(error) = self.check_may_allocate("NewEmptyHandle")? {
            return Ok(Err(error));
        }
        self.with_zone(id, |zone, memory| zone.new_empty_handle(memory))
    }

    /// Makes a handle's block larger or smaller, or gives an empty handle one.
    ///
    /// # Errors
    /// A bomb at interrupt time; inside: memFullErr.
    pub fn set_handle_size(&mut self, handle: u32, size: u32) -> Result<Result<(), OsErr>, Stop> {
        if let Err(error) = self.check_may_allocate("SetHandleSize")? {
            return Ok(Err(error));
        }
        let handle = self.memory.strip(handle);
        let (result, moved) = self.with_zone_of(handle, "SetHandleSize", |zone, memory| {
            zone.set_handle_size(memory, handle, size)
        })?;
        self.charge(Cost::MoveByte, moved);
        Ok(result)
    }

    /// Gives back a relocatable block.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn dispose_handle(&mut self, handle: u32) -> Result<(), Stop> {
        let handle = self.memory.strip(handle);
        self.with_zone_of(handle, "DisposeHandle", |zone, memory| {
            zone.dispose_handle(memory, handle)
        })
    }

    /// The size of a handle's block.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn handle_size(&mut self, handle: u32) -> Result<u32, Stop> {
        let handle = self.memory.strip(handle);
        self.with_zone_of(handle, "GetHandleSize", |zone, _| zone.handle_size(handle))
    }

    /// Changes bits of a handle's state byte.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn change_state(&mut self, handle: u32, set: u8, clear: u8, trap: &'static str) -> Result<(), Stop> {
        let handle = self.memory.strip(handle);
        self.with_zone_of(handle, trap, |zone, memory| {
            let state = zone.state(handle, trap)?;
            zone.set_state(memory, handle, (state | set) & !clear, trap)
        })
    }
}

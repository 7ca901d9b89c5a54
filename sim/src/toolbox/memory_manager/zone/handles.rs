//! The handles of a zone: relocatable blocks by their master pointers.

use super::{BLOCK_HEADER, Block, Kind, LOCKED, NOISE, PURGEABLE, RESOURCE, Zone, len_for, len_wanted};
use crate::bomb::{Failure, Stop, broken_rule};
use crate::memory::Memory;
use crate::os_err::OsErr;

impl Zone {
    /// Takes a master pointer for an empty handle.
    ///
    /// # Errors
    /// memFullErr.
    pub fn new_empty_handle(&mut self, memory: &mut Memory) -> Result<u32, Failure> {
        if self.free_masters.is_empty() {
            self.more_masters(memory)?;
        }
        let master = self.free_masters.pop().ok_or(OsErr::MEMORY_FULL)?;
        self.masters.insert(master, None);
        self.write_master(memory, master)?;
        Ok(master)
    }

    /// Takes a relocatable block.
    ///
    /// # Errors
    /// memFullErr.
    pub fn new_handle(&mut self, memory: &mut Memory, size: u32) -> Result<u32, Failure> {
        let master = self.new_empty_handle(memory)?;
        let filled = self.fill_handle(memory, master, size);
        if filled.is_err() {
            self.masters.remove(&master);
            self.free_masters.push(master);
        }
        filled.map(|()| master)
    }

    /// Gives an empty handle a block.
    fn fill_handle(&mut self, memory: &mut Memory, master: u32, size: u32) -> Result<(), Failure> {
        let at = self.make_room(memory, len_wanted(size)?)?;
        self.put_block(memory, at, size, Kind::Relocatable { master, state: 0 })?;
        self.masters.insert(master, Some(at));
        Ok(self.write_master(memory, master)?)
    }

    fn master(&self, handle: u32, trap: &'static str) -> Result<Option<u32>, Stop> {
        self.masters
            .get(&handle)
            .copied()
            .ok_or_else(|| broken_rule(trap, format!("${handle:08X} is not a handle, or was disposed of")))
    }

    /// Gives back a relocatable block and its master pointer.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn dispose_handle(&mut self, memory: &mut Memory, handle: u32) -> Result<(), Stop> {
        self.empty_handle(memory, handle, "DisposeHandle")?;
        self.masters.remove(&handle);
        self.free_masters.push(handle);
        memory.fill(handle, 4, NOISE)?;
        Ok(())
    }

    /// Gives back the block of a handle, whose master pointer becomes NIL.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn empty_handle(&mut self, memory: &mut Memory, handle: u32, trap: &'static str) -> Result<(), Stop> {
        if let Some(at) = self.master(handle, trap)? {
            self.remove_block(memory, at, trap)?;
        }
        self.masters.insert(handle, None);
        self.write_master(memory, handle)
    }

    /// The size of a handle's block; 0 for an empty handle.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn handle_size(&self, handle: u32) -> Result<u32, Stop> {
        let at = self.master(handle, "GetHandleSize")?;
        Ok(at
            .and_then(|at| self.blocks.get(&at))
            .map_or(0, |block| block.size))
    }

    /// The state byte of a handle.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn state(&self, handle: u32, trap: &'static str) -> Result<u8, Stop> {
        let at = self.master(handle, trap)?;
        Ok(
            match at.and_then(|at| self.blocks.get(&at)).map(|block| block.kind) {
                Some(Kind::Relocatable { state, .. }) => state,
                _ => 0,
            },
        )
    }

    /// Sets the state byte of a handle.
    ///
    /// # Errors
    /// A bomb when there is no such handle.
    pub fn set_state(
        &mut self,
        memory: &mut Memory,
        handle: u32,
        new: u8,
        trap: &'static str,
    ) -> Result<(), Stop> {
        if let Some(at) = self.master(handle, trap)?
            && let Some(Block {
                kind: Kind::Relocatable { state, .. },
                ..
            }) = self.blocks.get_mut(&at)
        {
            *state = new & (LOCKED | PURGEABLE | RESOURCE);
        }
        self.write_master(memory, handle)
    }

    /// Makes a handle's block larger or smaller, or gives an empty handle one.
    ///
    /// # Errors
    /// memFullErr, also for a locked block that something lies behind.
    pub fn set_handle_size(&mut self, memory: &mut Memory, handle: u32, size: u32) -> Result<(), Failure> {
        let trap = "SetHandleSize";
        let Some(at) = self.master(handle, trap)? else {
            return self.fill_handle(memory, handle, size);
        };
        self.check_block(memory, at, trap)?;
        let ceiling = self
            .blocks
            .range(at + 1..)
            .next()
            .map_or(self.limit, |(next, _)| *next);
        let len = len_wanted(size)?;
        if at + len <= ceiling {
            return Ok(self.resize_in_place(memory, at, size)?);
        }
        let state = self.state(handle, trap)?;
        if state & LOCKED != 0 {
            return Err(OsErr::MEMORY_FULL.into());
        }
        let to = self.make_room(memory, len)?;
        let Some(from) = self.master(handle, trap)? else {
            return Err(OsErr::MEMORY_FULL.into());
        };
        let old = self.handle_size(handle)?;
        let bytes = memory.bytes(from + BLOCK_HEADER, old)?.to_vec();
        self.empty_handle(memory, handle, trap)?;
        self.put_block(
            memory,
            to,
            size,
            Kind::Relocatable {
                master: handle,
                state,
            },
        )?;
        memory.set_bytes(to + BLOCK_HEADER, &bytes)?;
        self.moved += old;
        self.masters.insert(handle, Some(to));
        Ok(self.write_master(memory, handle)?)
    }

    fn resize_in_place(&mut self, memory: &mut Memory, at: u32, size: u32) -> Result<(), Stop> {
        if let Some(block) = self.blocks.get_mut(&at) {
            let (old, new) = (block.len, len_for(size));
            memory.fill(at + new, old.saturating_sub(new), NOISE)?;
            block.len = new;
            block.size = size;
        }
        self.write_block_header(memory, at)?;
        self.write_header(memory)
    }

    /// The handle whose block begins at `pointer`.
    pub fn recover_handle(&self, pointer: u32) -> Option<u32> {
        match self.blocks.get(&pointer.wrapping_sub(BLOCK_HEADER))?.kind {
            Kind::Relocatable { master, .. } => Some(master),
            Kind::Fixed => None,
        }
    }
}

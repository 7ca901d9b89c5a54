//! One heap zone: where its blocks lie.
//!
//! Guest memory holds what a program can look at: the zone header with its limit and free count, a header in front of
//! each block and the master pointers. Which block lies where is kept here, and checked against the guest's memory
//! when a block is given back: a program that wrote past the end of its block is found then. Free memory holds noise.

use crate::bomb::{Failure, Stop, broken_rule};
use crate::memory::Memory;
use crate::os_err::OsErr;
use std::collections::BTreeMap;

/// Bytes of a zone header (Inside Macintosh: Memory, chapter 2, "Heap Zones").
const ZONE_HEADER: u32 = 52;
/// Bytes of a block header, as in a 32-bit zone.
const BLOCK_HEADER: u32 = 12;
/// Every block begins on such a boundary.
const ALIGNMENT: u32 = 4;
/// Master pointers made at a time.
const MASTERS: u32 = 64;
/// What free memory is full of: an odd address far away, so that using it is noticed.
const NOISE: u8 = 0xF7;

/// The state byte of a handle, as HGetState gives it.
pub(crate) const LOCKED: u8 = 0x80;
pub(crate) const PURGEABLE: u8 = 0x40;
pub(crate) const RESOURCE: u8 = 0x20;

/// What sort of block it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fixed,
    /// A relocatable block with its master pointer and state byte.
    Relocatable {
        master: u32,
        state: u8,
    },
}

/// A block in use.
#[derive(Debug, Clone, Copy)]
struct Block {
    /// Bytes from its header to its end.
    len: u32,
    /// Bytes that were asked for.
    size: u32,
    kind: Kind,
}

/// A heap zone.
#[derive(Debug)]
pub(crate) struct Zone {
    start: u32,
    limit: u32,
    /// Blocks in use, by the address of their header.
    blocks: BTreeMap<u32, Block>,
    /// Master pointers that are taken: the header of their block, or nothing for an empty handle.
    masters: BTreeMap<u32, Option<u32>>,
    free_masters: Vec<u32>,
    /// Bytes of blocks that were moved and that nobody has paid for.
    moved: u32,
}

fn len_for(size: u32) -> u32 {
    (BLOCK_HEADER + size).next_multiple_of(ALIGNMENT)
}

impl Zone {
    /// Lays out an empty zone from `start` to `limit`.
    ///
    /// # Errors
    /// When it does not lie in memory.
    pub fn new(memory: &mut Memory, start: u32, limit: u32) -> Result<Zone, Stop> {
        memory.fill(start, limit - start, NOISE)?;
        memory.fill(start, ZONE_HEADER, 0)?;
        let zone = Zone {
            start,
            limit,
            blocks: BTreeMap::new(),
            masters: BTreeMap::new(),
            free_masters: Vec::new(),
            moved: 0,
        };
        zone.write_header(memory)?;
        Ok(zone)
    }

    pub fn start(&self) -> u32 {
        self.start
    }

    pub fn contains(&self, address: u32) -> bool {
        (self.start..self.limit).contains(&address)
    }

    /// bkLim and zcbFree.
    fn write_header(&self, memory: &mut Memory) -> Result<(), Stop> {
        memory.set_long(self.start, self.limit)?;
        memory.set_long(self.start + 12, self.free())?;
        Ok(())
    }

    /// The free ranges from the bottom.
    fn gaps(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let first = (self.start + ZONE_HEADER).next_multiple_of(ALIGNMENT);
        let ends = std::iter::once(first).chain(self.blocks.iter().map(|(at, block)| at + block.len));
        let starts = self.blocks.keys().copied().chain(std::iter::once(self.limit));
        ends.zip(starts).filter(|(from, to)| from < to)
    }

    /// Free bytes in all.
    pub fn free(&self) -> u32 {
        self.gaps().map(|(from, to)| to - from).sum()
    }

    /// The largest block that could be had now.
    pub fn largest(&self) -> u32 {
        self.gaps()
            .map(|(from, to)| (to - from).saturating_sub(BLOCK_HEADER))
            .max()
            .unwrap_or(0)
    }

    fn find_gap(&self, len: u32) -> Option<u32> {
        self.gaps()
            .find(|(from, to)| to - from >= len)
            .map(|(from, _)| from)
    }

    fn write_block_header(&self, memory: &mut Memory, at: u32) -> Result<(), Stop> {
        let Some(block) = self.blocks.get(&at) else {
            return Ok(());
        };
        let (tag, owner) = match block.kind {
            Kind::Fixed => (0x40, self.start),
            Kind::Relocatable { master, .. } => (0x80, master - self.start),
        };
        let correction = block.len - BLOCK_HEADER - block.size;
        memory.set_long(at, tag << 24 | correction)?;
        memory.set_long(at + 4, block.len)?;
        memory.set_long(at + 8, owner)?;
        Ok(())
    }

    /// Compares a block's header with what was written there.
    fn check_block(&self, memory: &Memory, at: u32, trap: &'static str) -> Result<(), Stop> {
        let len = self.blocks.get(&at).map_or(0, |block| block.len);
        if memory.long(at + 4)? != len {
            let rule = format!(
                "the header of the block at ${:08X} was overwritten",
                at + BLOCK_HEADER
            );
            return Err(broken_rule(trap, rule));
        }
        Ok(())
    }

    fn write_master(&self, memory: &mut Memory, master: u32) -> Result<(), Stop> {
        let Some(Some(at)) = self.masters.get(&master).copied() else {
            memory.set_long(master, 0)?;
            return Ok(());
        };
        let Some(Block {
            kind: Kind::Relocatable { state, .. },
            ..
        }) = self.blocks.get(&at)
        else {
            return Ok(());
        };
        // With 24-bit addressing the state lies in the upper byte of the master pointer itself.
        let flags = if memory.is_32_bit() {
            0
        } else {
            u32::from(*state) << 24
        };
        memory.set_long(master, (at + BLOCK_HEADER) | flags)?;
        Ok(())
    }

    /// Moves relocatable blocks down over the gaps.
    ///
    /// # Errors
    /// When a header was overwritten.
    pub fn compact(&mut self, memory: &mut Memory) -> Result<(), Stop> {
        let mut next = (self.start + ZONE_HEADER).next_multiple_of(ALIGNMENT);
        let places: Vec<u32> = self.blocks.keys().copied().collect();
        for at in places {
            let Some(block) = self.blocks.get(&at).copied() else {
                continue;
            };
            match block.kind {
                Kind::Relocatable { master, state } if state & LOCKED == 0 && at > next => {
                    self.check_block(memory, at, "CompactMem")?;
                    self.move_block(memory, at, next, block, master)?;
                    next += block.len;
                }
                _ => next = at + block.len,
            }
        }
        Ok(())
    }

    /// Bytes that were moved since this was asked.
    pub fn take_moved(&mut self) -> u32 {
        std::mem::take(&mut self.moved)
    }

    fn move_block(
        &mut self,
        memory: &mut Memory,
        from: u32,
        to: u32,
        block: Block,
        master: u32,
    ) -> Result<(), Stop> {
        let bytes = memory.bytes(from, block.len)?.to_vec();
        memory.fill(from, block.len, NOISE)?;
        memory.set_bytes(to, &bytes)?;
        self.moved += block.size;
        self.blocks.remove(&from);
        self.blocks.insert(to, block);
        self.masters.insert(master, Some(to));
        self.write_block_header(memory, to)?;
        self.write_master(memory, master)
    }

    /// Empties every handle that may be purged.
    fn purge(&mut self, memory: &mut Memory) -> Result<(), Stop> {
        let masters: Vec<u32> = self
            .blocks
            .values()
            .filter_map(|block| match block.kind {
                Kind::Relocatable { master, state } if state & (LOCKED | PURGEABLE) == PURGEABLE => {
                    Some(master)
                }
                _ => None,
            })
            .collect();
        masters
            .into_iter()
            .try_for_each(|master| self.empty_handle(memory, master, "PurgeMem"))
    }

    /// A place for `len` bytes, if need be after compacting and purging.
    fn make_room(&mut self, memory: &mut Memory, len: u32) -> Result<u32, Failure> {
        if self.find_gap(len).is_none() {
            self.compact(memory)?;
        }
        if self.find_gap(len).is_none() {
            self.purge(memory)?;
            self.compact(memory)?;
        }
        Ok(self.find_gap(len).ok_or(OsErr::MEMORY_FULL)?)
    }

    fn put_block(&mut self, memory: &mut Memory, at: u32, size: u32, kind: Kind) -> Result<(), Stop> {
        let len = len_for(size);
        memory.fill(at, len, NOISE)?;
        self.blocks.insert(at, Block { len, size, kind });
        self.write_block_header(memory, at)?;
        self.write_header(memory)
    }

    /// Takes a nonrelocatable block.
    ///
    /// # Errors
    /// memFullErr.
    pub fn new_ptr(&mut self, memory: &mut Memory, size: u32) -> Result<u32, Failure> {
        let at = self.make_room(memory, len_for(size))?;
        self.put_block(memory, at, size, Kind::Fixed)?;
        Ok(at + BLOCK_HEADER)
    }

    /// Makes a block of master pointers.
    ///
    /// # Errors
    /// memFullErr.
    pub fn more_masters(&mut self, memory: &mut Memory) -> Result<(), Failure> {
        let at = self.new_ptr(memory, 4 * MASTERS)?;
        self.free_masters
            .extend((0..MASTERS).rev().map(|index| at + 4 * index));
        Ok(())
    }

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
        let at = self.make_room(memory, len_for(size))?;
        self.put_block(memory, at, size, Kind::Relocatable { master, state: 0 })?;
        self.masters.insert(master, Some(at));
        Ok(self.write_master(memory, master)?)
    }

    fn remove_block(&mut self, memory: &mut Memory, at: u32, trap: &'static str) -> Result<(), Stop> {
        self.check_block(memory, at, trap)?;
        if let Some(block) = self.blocks.remove(&at) {
            memory.fill(at, block.len, NOISE)?;
        }
        self.write_header(memory)
    }

    /// Gives back a nonrelocatable block.
    ///
    /// # Errors
    /// A bomb when there is no such block, or when what lies before it was written over it.
    pub fn dispose_ptr(&mut self, memory: &mut Memory, pointer: u32) -> Result<(), Stop> {
        let at = self.fixed_block(pointer, "DisposePtr")?;
        self.remove_block(memory, at, "DisposePtr")
    }

    fn fixed_block(&self, pointer: u32, trap: &'static str) -> Result<u32, Stop> {
        let at = pointer.wrapping_sub(BLOCK_HEADER);
        match self.blocks.get(&at) {
            Some(Block {
                kind: Kind::Fixed, ..
            }) => Ok(at),
            _ => Err(broken_rule(
                trap,
                format!("${pointer:08X} is not a block that NewPtr gave"),
            )),
        }
    }

    /// The size of a nonrelocatable block.
    ///
    /// # Errors
    /// A bomb when there is no such block.
    pub fn ptr_size(&self, pointer: u32) -> Result<u32, Stop> {
        let at = self.fixed_block(pointer, "GetPtrSize")?;
        Ok(self.blocks.get(&at).map_or(0, |block| block.size))
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
        if at + len_for(size) <= ceiling {
            return Ok(self.resize_in_place(memory, at, size)?);
        }
        let state = self.state(handle, trap)?;
        if state & LOCKED != 0 {
            return Err(OsErr::MEMORY_FULL.into());
        }
        let to = self.make_room(memory, len_for(size))?;
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
            block.len = len_for(size);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;

    fn zone() -> (Memory, Zone) {
        let mut memory = Memory::new(&Profile::Iici.hardware());
        let zone = Zone::new(&mut memory, 0x10000, 0x11000).unwrap();
        (memory, zone)
    }

    fn data(memory: &Memory, handle: u32) -> u32 {
        memory.strip(memory.long(handle).unwrap())
    }

    #[test]
    fn handles_move_when_room_is_needed_and_locked_ones_do_not() {
        let (mut memory, mut zone) = zone();
        let a = zone.new_handle(&mut memory, 1000).unwrap();
        let b = zone.new_handle(&mut memory, 1000).unwrap();
        let c = zone.new_handle(&mut memory, 1000).unwrap();
        memory.set_long(data(&memory, b), 0x1234_5678).unwrap();
        let (old_b, old_c) = (data(&memory, b), data(&memory, c));
        zone.set_state(&mut memory, c, LOCKED, "HLock").unwrap();
        zone.dispose_handle(&mut memory, a).unwrap();
        let d = zone.new_handle(&mut memory, 1500);
        assert_eq!(d, Err(Failure::Os(OsErr::MEMORY_FULL)));
        assert_eq!(zone.take_moved(), 1000);
        assert!(data(&memory, b) < old_b);
        assert_eq!(data(&memory, c), old_c);
        assert_eq!(memory.long(data(&memory, b)), Ok(0x1234_5678));
    }

    #[test]
    fn the_state_lies_in_the_master_pointer_with_24_bit_addressing() {
        let (mut memory, mut zone) = zone();
        let handle = zone.new_handle(&mut memory, 10).unwrap();
        zone.set_state(&mut memory, handle, LOCKED | RESOURCE, "HLock")
            .unwrap();
        assert_eq!(memory.long(handle).unwrap() >> 24, 0xA0);
    }

    #[test]
    fn a_block_grows_in_place_or_moves() {
        let (mut memory, mut zone) = zone();
        let a = zone.new_handle(&mut memory, 10).unwrap();
        memory.set_bytes(data(&memory, a), b"0123456789").unwrap();
        let before = data(&memory, a);
        zone.set_handle_size(&mut memory, a, 20).unwrap();
        assert_eq!(data(&memory, a), before);
        zone.new_ptr(&mut memory, 4).unwrap();
        zone.set_handle_size(&mut memory, a, 200).unwrap();
        assert_ne!(data(&memory, a), before);
        assert_eq!(memory.bytes(data(&memory, a), 10), Ok(&b"0123456789"[..]));
    }

    #[test]
    fn giving_back_twice_or_after_an_overrun_is_a_bomb() {
        let (mut memory, mut zone) = zone();
        let first = zone.new_ptr(&mut memory, 16).unwrap();
        let second = zone.new_ptr(&mut memory, 16).unwrap();
        memory.fill(first, 16 + BLOCK_HEADER, 0).unwrap();
        assert!(zone.dispose_ptr(&mut memory, second).is_err());
        zone.dispose_ptr(&mut memory, first).unwrap();
        assert!(zone.dispose_ptr(&mut memory, first).is_err());
    }

    #[test]
    fn free_bytes_come_back() {
        let (mut memory, mut zone) = zone();
        zone.more_masters(&mut memory).unwrap();
        let free = zone.free();
        let handle = zone.new_handle(&mut memory, 123).unwrap();
        assert!(zone.free() < free);
        zone.dispose_handle(&mut memory, handle).unwrap();
        assert_eq!(zone.free(), free);
        assert_eq!(memory.long(zone.start() + 12), Ok(free));
    }
}

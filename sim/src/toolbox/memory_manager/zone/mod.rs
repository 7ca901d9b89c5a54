//! One heap zone: where its blocks lie.
//!
//! Guest memory holds what a program can look at: the zone header with its limit and free count, a header in front of
//! each block and the master pointers. Which block lies where is kept here, and checked against the guest's memory
//! when a block is given back: a program that wrote past the end of its block is found then. Free memory holds noise.

mod handles;
#[cfg(test)]
mod tests;

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
/// More than any machine has.
const LARGEST_SIZE: u32 = 0x0FFF_FFFF;
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

/// The length of the block that holds `size` bytes.
fn len_for(size: u32) -> u32 {
    BLOCK_HEADER + size.next_multiple_of(ALIGNMENT)
}

/// As [`len_for`], of a size that a program asks for.
fn len_wanted(size: u32) -> Result<u32, OsErr> {
    if size > LARGEST_SIZE {
        Err(OsErr::MEMORY_FULL)
    } else {
        Ok(len_for(size))
    }
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

    /// Moves the end up to `limit`, if that is higher; gives where it lies then.
    ///
    /// # Errors
    /// When it does not lie in memory.
    pub fn grow(&mut self, memory: &mut Memory, limit: u32) -> Result<u32, Stop> {
        if limit > self.limit {
            memory.fill(self.limit, limit - self.limit, NOISE)?;
            self.limit = limit;
            self.write_header(memory)?;
        }
        Ok(self.limit)
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
        let at = self.make_room(memory, len_wanted(size)?)?;
        self.put_block(memory, at, size, Kind::Fixed)?;
        Ok(at + BLOCK_HEADER)
    }

    /// Takes a nonrelocatable block as high up as there is room, so that what is below stays in one piece; `None` where there
    /// is none.
    ///
    /// # Errors
    /// When it does not lie in memory.
    pub fn new_high(&mut self, memory: &mut Memory, size: u32) -> Result<Option<u32>, Stop> {
        let Ok(len) = len_wanted(size) else {
            return Ok(None);
        };
        let Some(top) = self
            .gaps()
            .filter(|(from, to)| to - from >= len)
            .map(|(_, to)| to)
            .last()
        else {
            return Ok(None);
        };
        self.put_block(memory, top - len, size, Kind::Fixed)?;
        Ok(Some(top - len + BLOCK_HEADER))
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
}

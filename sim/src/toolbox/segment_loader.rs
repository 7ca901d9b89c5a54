//! Segment Loader: CODE 0, the jump table and `_LoadSeg`.
//!
//! CODE 0 says how large the A5 world is and holds the jump table, eight bytes an entry. An entry of a segment that is
//! not loaded pushes the segment's number and traps; loading turns every entry of that segment into a JMP (Inside
//! Macintosh: Processes, chapter 7, "Segment Manager", and Volume II, chapter 2, "The Segment Loader").

use crate::bomb::{Settle, Stop, broken_rule};
use crate::costs::Cost;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::toolbox::memory_manager::LOCKED;
use crate::toolbox::resource_manager;
use crate::trap::{Entry, Trap, tool, tool_keeping_registers};

pub(crate) const TRAPS: &[Entry] = &[
    tool_keeping_registers(0xA9F0, "LoadSeg", Cost::Small, load_seg),
    tool(0xA9F4, "ExitToShell", Cost::Small, exit_to_shell),
];

/// Bytes of an entry of the jump table.
const ENTRY: u32 = 8;
/// Bytes in front of the code in a CODE resource other than 0.
const SEGMENT_HEADER: u32 = 4;
/// `JMP` to an absolute address.
const JMP_ABSOLUTE_LONG: u16 = 0x4EF9;

/// The A5 world that CODE 0 describes.
pub(crate) struct A5World {
    /// Bytes above A5: application parameters and jump table.
    pub above: u32,
    /// Bytes below A5: the application's globals and QuickDraw's.
    pub below: u32,
    jump_table_offset: u32,
    jump_table: Vec<u8>,
}

impl A5World {
    /// Reads CODE 0.
    ///
    /// # Errors
    /// A bomb when the lengths in it do not fit the resource.
    pub fn parse(code_0: &[u8]) -> Result<A5World, Stop> {
        let bad = || {
            broken_rule(
                "Launch",
                "the header and the jump table of CODE 0 do not fit together",
            )
        };
        let (header, rest) = code_0.split_at_checked(16).ok_or_else(bad)?;
        let long =
            |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (above, below, table_len, jump_table_offset) = (long(0), long(4), long(8), long(12));
        let jump_table = rest.get(..table_len as usize).ok_or_else(bad)?.to_vec();
        let table_end = jump_table_offset.checked_add(table_len).ok_or_else(bad)?;
        if table_end > above || table_len < ENTRY {
            return Err(bad());
        }
        Ok(A5World {
            above,
            below,
            jump_table_offset,
            jump_table,
        })
    }

    /// Copies the jump table to its place above `a5`, and gives the address at which the program starts.
    ///
    /// # Errors
    /// When the place does not lie in memory.
    pub fn install(&self, machine: &mut Machine, a5: u32) -> Result<u32, Stop> {
        let at = a5 + self.jump_table_offset;
        machine.memory.set_bytes(at, &self.jump_table)?;
        machine
            .memory
            .put(low::CUR_JT_OFFSET, self.jump_table_offset as u16);
        Ok(at + 2)
    }
}

/// `_LoadSeg`: the segment number on the stack, pushed by the jump table's entry that ends with this trap.
fn load_seg(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let id = machine.pop_word()? as i16;
    let entry = machine.cpu.pc.wrapping_sub(ENTRY);
    let handle = resource_manager::load_code(machine, id).settle()?;
    let handle =
        handle.map_err(|error| broken_rule("LoadSeg", format!("CODE {id} cannot be loaded: {error}")))?;
    machine.change_state(handle, LOCKED, 0, "HLock")?;
    let segment = machine.memory.pointer(handle)?;
    machine.processes.segment_loaded(id, segment + SEGMENT_HEADER);
    let first = u32::from(machine.memory.word(segment)?);
    let count = u32::from(machine.memory.word(segment + 2)?);
    let a5 = machine.memory.get(low::CURRENT_A5);
    let table = a5.wrapping_add(u32::from(machine.memory.get(low::CUR_JT_OFFSET)) + first);
    let table = machine.memory.address(table)?;
    for at in (0..count).map(|index| table + ENTRY * index) {
        let offset = u32::from(machine.memory.word(at)?);
        machine.memory.set_word(at, id as u16)?;
        machine.memory.set_word(at + 2, JMP_ABSOLUTE_LONG)?;
        machine
            .memory
            .set_long(at + 4, segment + SEGMENT_HEADER + offset)?;
    }
    machine.memory.flush_code_cache();
    machine.jump(entry + 2);
    Ok(())
}

fn exit_to_shell(_: &mut Machine, _: Trap) -> Result<(), Stop> {
    Err(Stop::Exit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// CODE 0 of an application with one entry.
    fn code_0(above: u32, table_len: u32, offset: u32) -> Vec<u8> {
        let header = [above, 8, table_len, offset].map(u32::to_be_bytes).concat();
        [header, vec![0, 0, 0x3F, 0x3C, 0, 1, 0xA9, 0xF0]].concat()
    }

    #[test]
    fn the_jump_table_lies_inside_of_what_is_above_a5() {
        assert!(A5World::parse(&code_0(40, 8, 32)).is_ok());
        for (above, table_len, offset) in [(39, 8, 32), (40, 16, 32), (40, 0, 32), (40, 8, u32::MAX)] {
            assert!(
                A5World::parse(&code_0(above, table_len, offset)).is_err(),
                "{above} {table_len} {offset}"
            );
        }
    }

    proptest! {
        #[test]
        fn whatever_code_0_holds_is_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            if let Ok(world) = A5World::parse(&bytes) {
                prop_assert!(world.jump_table.len() + 16 <= bytes.len());
            }
        }
    }
}

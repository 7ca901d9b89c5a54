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
        let long = |at: usize| {
            code_0
                .get(at..at + 4)
                .map(|bytes| bytes.iter().fold(0, |sum, &b| sum << 8 | u32::from(b)))
        };
        let bad = || {
            broken_rule(
                "Launch",
                "CODE 0 is shorter than its own header and jump table say",
            )
        };
        let [above, below, table_len, jump_table_offset] =
            [long(0), long(4), long(8), long(12)].map(|field| field.ok_or_else(bad));
        let table_len = table_len? as usize;
        let jump_table = code_0.get(16..16 + table_len).ok_or_else(bad)?.to_vec();
        Ok(A5World {
            above: above?,
            below: below?,
            jump_table_offset: jump_table_offset?,
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
    let segment = machine.memory.strip(machine.memory.long(handle)?);
    machine.processes.segment_loaded(id, segment + SEGMENT_HEADER);
    let first = u32::from(machine.memory.word(segment)?);
    let count = u32::from(machine.memory.word(segment + 2)?);
    let a5 = machine.memory.get(low::CURRENT_A5);
    let table = a5 + u32::from(machine.memory.get(low::CUR_JT_OFFSET)) + first;
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

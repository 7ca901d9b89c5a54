//! The code resources: the jump table in CODE 0, in CODE 1 the whole program behind a near-model segment header, and in RELO 0
//! what start.S needs to relocate it.
//!
//! Inside Macintosh: Processes, chapter 7, and Mac OS Runtime Architectures, chapter 10. The layout, byte by byte, is in
//! agent/pack/README.md.

use crate::elf::Program;
use crate::resource_fork::{Attributes, Resource};
use mc_protocol::OsType;

/// The type of code resources.
pub const CODE: OsType = OsType(*b"CODE");
/// The type of the table of fix-ups: ours.
pub const RELO: OsType = OsType(*b"RELO");

/// Where the jump table starts, from A5: behind the 32 bytes of application parameters.
const JUMP_TABLE_OFFSET: u32 = 32;
const JUMP_TABLE_ENTRY_LENGTH: u32 = 8;
/// `MOVE.W #1,-(SP)` and `_LoadSeg`: an entry whose segment is not loaded yet.
const LOAD_SEGMENT_1: [u8; 6] = [0x3F, 0x3C, 0x00, 0x01, 0xA9, 0xF0];
/// An entry of the table of fix-ups that 16 bits follow: the distance is too long for one byte.
const FAR: u8 = 255;
/// The longest distance that one entry can say.
const MAX_FIXUP_DISTANCE: u32 = 2 * u16::MAX as u32;

/// Why a program does not go into CODE resources.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// Two fix-ups too far apart for 16 bits of words.
    #[error(
        "between the addresses at {from:#x} and {to:#x} lie over {MAX_FIXUP_DISTANCE} bytes without one; \
         move large constant data into a resource of its own"
    )]
    FixupsTooFarApart {
        /// The first of them, 0 for the start of the image.
        from: u32,
        /// The second of them.
        to: u32,
    },
}

/// The bytes of CODE 0: no globals below A5, and a jump table with one entry, the start of CODE 1.
pub fn code_0() -> Vec<u8> {
    let above_a5 = JUMP_TABLE_OFFSET + JUMP_TABLE_ENTRY_LENGTH;
    let below_a5 = 0;
    let mut bytes = [above_a5, below_a5, JUMP_TABLE_ENTRY_LENGTH, JUMP_TABLE_OFFSET]
        .map(u32::to_be_bytes)
        .concat();
    let routine_offset: u16 = 0;
    bytes.extend_from_slice(&routine_offset.to_be_bytes());
    bytes.extend_from_slice(&LOAD_SEGMENT_1);
    bytes
}

/// The bytes of CODE 1: segment header and image.
pub fn code_1(program: &Program) -> Vec<u8> {
    let first_entry_offset: u16 = 0;
    let entry_count: u16 = 1;
    let header = [first_entry_offset, entry_count].map(u16::to_be_bytes).concat();
    [&header, program.image()].concat()
}

/// The bytes of RELO 0: how much memory starts as zero, and the table of fix-ups.
///
/// # Errors
/// `FixupsTooFarApart`.
pub fn relo_0(program: &Program) -> Result<Vec<u8>, CodeError> {
    let table = fixup_table(program.fixups())?;
    Ok([&program.zeroed().to_be_bytes()[..], &table].concat())
}

/// The distances from one fix-up to the next in words, ended by 0: most fit a byte.
fn fixup_table(fixups: impl Iterator<Item = u32>) -> Result<Vec<u8>, CodeError> {
    let mut table = Vec::new();
    let mut from = 0;
    for to in fixups {
        let distance =
            u16::try_from((to - from) / 2).map_err(|_| CodeError::FixupsTooFarApart { from, to })?;
        match u8::try_from(distance) {
            Ok(near) if near != FAR => table.push(near),
            _ => {
                table.push(FAR);
                table.extend_from_slice(&distance.to_be_bytes());
            }
        }
        from = to;
    }
    table.push(0);
    Ok(table)
}

/// CODE 0, CODE 1 and RELO 0. CODE 1 is locked, because relocated code must not move, and preloaded, so that it lies low in
/// the heap.
///
/// # Errors
/// As [`relo_0`].
pub fn resources(program: &Program) -> Result<[Resource; 3], CodeError> {
    let resource = |res_type, id, attributes, data| Resource {
        res_type,
        id,
        name: None,
        attributes,
        data,
    };
    Ok([
        resource(CODE, 0, Attributes::PRELOAD, code_0()),
        resource(CODE, 1, Attributes::PRELOAD | Attributes::LOCKED, code_1(program)),
        resource(RELO, 0, Attributes::empty(), relo_0(program)?),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_0_is_a_jump_table_of_one_entry_that_is_not_loaded() {
        let above_below_length_offset = [0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 32];
        let entry = [0, 0, 0x3F, 0x3C, 0, 1, 0xA9, 0xF0];
        assert_eq!(code_0(), [above_below_length_offset.as_slice(), &entry].concat());
    }

    #[test]
    fn fixups_are_stored_as_distances_in_words() {
        assert_eq!(
            fixup_table(
                [
                    6,
                    10,
                    10 + 2 * 254,
                    10 + 2 * 509,
                    10 + 2 * 509 + MAX_FIXUP_DISTANCE
                ]
                .into_iter()
            ),
            Ok(vec![3, 2, 254, 255, 0, 255, 255, 255, 255, 0])
        );
        let (from, to) = (10, 12 + MAX_FIXUP_DISTANCE);
        assert_eq!(
            fixup_table([from, to].into_iter()),
            Err(CodeError::FixupsTooFarApart { from, to })
        );
    }
}

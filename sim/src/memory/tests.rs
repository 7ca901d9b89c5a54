//! Byte order, addressing modes, and what is refused.

use super::*;
use crate::profile::Profile;

#[test]
fn values_are_big_endian() {
    let mut memory = Memory::new(&Profile::Iici.hardware());
    memory.set_long(0x1000, 0x0102_0304).unwrap();
    assert_eq!(memory.bytes(0x1000, 4).unwrap(), [1, 2, 3, 4]);
    assert_eq!(memory.word(0x1001), Ok(0x0203));
}

#[test]
fn a_word_at_an_odd_address_is_refused_on_a_68000_only() {
    let mut memory = Memory::new(&Profile::Plus.hardware());
    assert_eq!(memory.word(0x1001), Err(MemoryFault::Odd { address: 0x1001 }));
    assert_eq!(
        memory.set_long(0x1001, 1),
        Err(MemoryFault::Odd { address: 0x1001 })
    );
}

#[test]
fn twenty_four_bit_addressing_ignores_the_upper_byte_and_hides_the_frame_buffer() {
    let hardware = Profile::Iici.hardware();
    let mut memory = Memory::new(&hardware);
    memory.set_long(0x2000, 7).unwrap();
    assert_eq!(memory.long(0x8000_2000), Ok(7));
    memory.physical_mut(hardware.screen.base, 1).unwrap()[0] = 9;
    assert_ne!(memory.byte(hardware.screen.base), Ok(9));
    memory.set_32_bit(true);
    assert_eq!(memory.byte(hardware.screen.base), Ok(9));
    assert!(memory.long(0x8000_2000).is_err());
}

#[test]
fn rom_cannot_be_written_and_nothing_answers_beyond_the_end() {
    let mut memory = Memory::new(&Profile::Plus.hardware());
    let rom = memory.rom_base();
    assert!(memory.long(rom).is_ok());
    assert_eq!(
        memory.set_long(rom, 1),
        Err(MemoryFault::Bus {
            address: rom,
            write: true
        })
    );
    assert!(memory.bytes(rom + ROM_LEN - 2, 4).is_err());
}

//! Guest memory: RAM, a small ROM and the frame buffer, big-endian, with the addressing modes of the machine.
//!
//! Three rooms answer: RAM at 0, ROM at [`Hardware::rom_base`](crate::profile::Hardware) and, where it does not lie
//! in RAM, the frame buffer. Everything else is a bus error, also on a Plus, where a real machine would read noise:
//! a wild pointer is found at once. With 24-bit addressing the upper byte of an address is not looked at, so the
//! frame buffer of a IIci cannot be reached by its address and a raw read finds main memory there, as it does on
//! real machines; [`Memory::physical`] is how QuickDraw reaches the screen in either mode.

mod bus;
#[cfg(test)]
mod tests;

use crate::code_cache::CodeCache;
use crate::profile::Hardware;
use m68k::CpuType;

/// Bytes of ROM: an entry for each trap and each exception vector.
pub(crate) const ROM_LEN: u32 = 0x8000;

/// Structures begin below this.
const HIGHEST_STRUCTURE: u32 = 0xFFFE_FFFF;

const MASK_24: u32 = 0x00FF_FFFF;
const MASK_32: u32 = 0xFFFF_FFFF;

/// An access that the hardware would have refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MemoryFault {
    /// Nothing answers at this address, or only ROM does and it was a write.
    Bus { address: u32, write: bool },
    /// A word or long at an odd address on a 68000.
    Odd { address: u32 },
    /// The processor fetched an instruction that it had written as data without a cache flush.
    StaleCode { address: u32 },
}

/// All memory of the machine.
pub(crate) struct Memory {
    ram: Vec<u8>,
    rom: Vec<u8>,
    rom_base: u32,
    vram: Vec<u8>,
    vram_base: u32,
    mask: u32,
    can_switch_mode: bool,
    words_must_be_even: bool,
    code_cache: CodeCache,
    /// What the last access of the processor was refused for.
    fault: Option<MemoryFault>,
}

/// Where an address leads.
enum Place {
    Ram(usize),
    Rom(usize),
    Vram(usize),
}

impl Memory {
    pub fn new(hardware: &Hardware) -> Memory {
        let screen_in_ram = hardware.screen.base < hardware.ram;
        let vram_len = if screen_in_ram { 0 } else { hardware.screen.len() };
        Memory {
            ram: vec![0; hardware.ram as usize],
            rom: vec![0; ROM_LEN as usize],
            rom_base: hardware.rom_base,
            vram: vec![0; vram_len as usize],
            vram_base: hardware.screen.base,
            mask: if hardware.addressing_32 { MASK_32 } else { MASK_24 },
            can_switch_mode: hardware.cpu != CpuType::M68000,
            words_must_be_even: hardware.cpu == CpuType::M68000,
            code_cache: CodeCache::new(hardware.has_copyback_cache, hardware.ram),
            fault: None,
        }
    }

    /// Whether logical addresses have 32 bits now.
    pub fn is_32_bit(&self) -> bool {
        self.mask == MASK_32
    }

    /// Switches the addressing mode; a 68000 stays as it is.
    pub fn set_32_bit(&mut self, on: bool) {
        if self.can_switch_mode {
            self.mask = if on { MASK_32 } else { MASK_24 };
        }
    }

    /// The address with the bits that the machine ignores removed.
    pub fn strip(&self, address: u32) -> u32 {
        address & self.mask
    }

    /// First address of the ROM.
    pub fn rom_base(&self) -> u32 {
        self.rom_base
    }

    /// Writes a word into ROM while the machine is being built.
    pub fn burn_rom(&mut self, offset: u32, word: u16) {
        let offset = offset as usize;
        self.rom[offset..offset + 2].copy_from_slice(&word.to_be_bytes());
    }

    /// Tells the cache model that the caches were flushed.
    pub fn flush_code_cache(&mut self) {
        self.code_cache.flush();
    }

    /// Takes the reason for which the processor's last access was refused.
    pub fn take_fault(&mut self) -> Option<MemoryFault> {
        self.fault.take()
    }

    fn place(&self, address: u32, len: u32) -> Option<Place> {
        let within = |base: u32, room: usize| {
            let start = address.checked_sub(base)? as usize;
            (start + len as usize <= room).then_some(start)
        };
        within(0, self.ram.len())
            .map(Place::Ram)
            .or_else(|| within(self.rom_base, self.rom.len()).map(Place::Rom))
            .or_else(|| within(self.vram_base, self.vram.len()).map(Place::Vram))
    }

    fn read_place(&self, address: u32, len: u32) -> Result<&[u8], MemoryFault> {
        let len_bytes = len as usize;
        match self.place(address, len) {
            Some(Place::Ram(at)) => Ok(&self.ram[at..at + len_bytes]),
            Some(Place::Rom(at)) => Ok(&self.rom[at..at + len_bytes]),
            Some(Place::Vram(at)) => Ok(&self.vram[at..at + len_bytes]),
            None => Err(MemoryFault::Bus {
                address,
                write: false,
            }),
        }
    }

    fn write_place(&mut self, address: u32, len: u32) -> Result<&mut [u8], MemoryFault> {
        let len_bytes = len as usize;
        match self.place(address, len) {
            Some(Place::Ram(at)) => Ok(&mut self.ram[at..at + len_bytes]),
            Some(Place::Vram(at)) => Ok(&mut self.vram[at..at + len_bytes]),
            Some(Place::Rom(_)) | None => Err(MemoryFault::Bus { address, write: true }),
        }
    }

    fn check_even(&self, address: u32) -> Result<(), MemoryFault> {
        if self.words_must_be_even && address & 1 != 0 {
            return Err(MemoryFault::Odd { address });
        }
        Ok(())
    }

    /// An address as a program gives it, without the bits that the machine ignores. At the very top of the 32-bit space
    /// nothing answers on any machine, so offsets of structures can be added to what this lets through.
    pub fn address(&self, given: u32) -> Result<u32, MemoryFault> {
        let address = self.strip(given);
        if address > HIGHEST_STRUCTURE {
            return Err(MemoryFault::Bus {
                address,
                write: false,
            });
        }
        Ok(address)
    }

    /// `len` bytes at a logical address.
    pub fn bytes(&self, address: u32, len: u32) -> Result<&[u8], MemoryFault> {
        self.read_place(address & self.mask, len)
    }

    /// `len` bytes at a logical address, to be changed. The caches are told: what the Toolbox writes is coherent.
    pub fn bytes_mut(&mut self, address: u32, len: u32) -> Result<&mut [u8], MemoryFault> {
        let address = address & self.mask;
        self.code_cache.written_coherently(address, len);
        self.write_place(address, len)
    }

    /// `len` bytes at a physical address, whatever the addressing mode: what QuickDraw sees of the screen.
    pub fn physical(&self, address: u32, len: u32) -> Result<&[u8], MemoryFault> {
        self.read_place(address, len)
    }

    /// As [`Memory::physical`], to be changed.
    pub fn physical_mut(&mut self, address: u32, len: u32) -> Result<&mut [u8], MemoryFault> {
        self.write_place(address, len)
    }

    /// The byte at a logical address.
    pub fn byte(&self, address: u32) -> Result<u8, MemoryFault> {
        Ok(self.bytes(address, 1)?[0])
    }

    /// The word at a logical address, which must be even on a 68000: the ROM that the caller stands for would
    /// read it with one instruction.
    pub fn word(&self, address: u32) -> Result<u16, MemoryFault> {
        self.check_even(address)?;
        Ok(be16(self.bytes(address, 2)?))
    }

    /// The signed word at a logical address.
    pub fn int(&self, address: u32) -> Result<i16, MemoryFault> {
        Ok(self.word(address)? as i16)
    }

    /// The long at a logical address; even on a 68000.
    pub fn long(&self, address: u32) -> Result<u32, MemoryFault> {
        self.check_even(address)?;
        Ok(be32(self.bytes(address, 4)?))
    }

    /// The pointer or handle at a logical address, as [`Memory::address`] has it.
    pub fn pointer(&self, address: u32) -> Result<u32, MemoryFault> {
        self.address(self.long(address)?)
    }

    /// Stores a byte at a logical address.
    pub fn set_byte(&mut self, address: u32, value: u8) -> Result<(), MemoryFault> {
        self.bytes_mut(address, 1)?[0] = value;
        Ok(())
    }

    /// Stores a word at a logical address; even on a 68000.
    pub fn set_word(&mut self, address: u32, value: u16) -> Result<(), MemoryFault> {
        self.check_even(address)?;
        self.bytes_mut(address, 2)?.copy_from_slice(&value.to_be_bytes());
        Ok(())
    }

    /// Stores a signed word at a logical address.
    pub fn set_int(&mut self, address: u32, value: i16) -> Result<(), MemoryFault> {
        self.set_word(address, value as u16)
    }

    /// Stores a long at a logical address; even on a 68000.
    pub fn set_long(&mut self, address: u32, value: u32) -> Result<(), MemoryFault> {
        self.check_even(address)?;
        self.bytes_mut(address, 4)?.copy_from_slice(&value.to_be_bytes());
        Ok(())
    }

    /// Stores bytes at a logical address.
    pub fn set_bytes(&mut self, address: u32, bytes: &[u8]) -> Result<(), MemoryFault> {
        self.bytes_mut(address, bytes.len() as u32)?
            .copy_from_slice(bytes);
        Ok(())
    }

    /// Fills bytes at a logical address.
    pub fn fill(&mut self, address: u32, len: u32, value: u8) -> Result<(), MemoryFault> {
        self.bytes_mut(address, len)?.fill(value);
        Ok(())
    }

    /// The characters of the Pascal string at a logical address, without its length byte.
    pub fn pascal_string(&self, address: u32) -> Result<&[u8], MemoryFault> {
        let len = self.byte(address)?;
        self.bytes(address.wrapping_add(1), u32::from(len))
    }

    /// Stores a Pascal string; what is over 255 characters is cut off.
    pub fn set_pascal_string(&mut self, address: u32, characters: &[u8]) -> Result<(), MemoryFault> {
        let characters = &characters[..characters.len().min(255)];
        self.set_byte(address, characters.len() as u8)?;
        self.set_bytes(address.wrapping_add(1), characters)
    }
}

fn be16(bytes: &[u8]) -> u16 {
    u16::from_be_bytes([bytes[0], bytes[1]])
}

fn be32(bytes: &[u8]) -> u32 {
    u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

//! Memory as the processor reaches it: refusals are kept for the bomb, and writes are noted for the caches.

use super::{Memory, MemoryFault};
use m68k::AddressBus;
use m68k::core::memory::{BusFault, BusFaultKind};

impl Memory {
    fn refuse(&mut self, fault: MemoryFault) -> BusFault {
        self.fault = Some(fault);
        let address = match fault {
            MemoryFault::Bus { address, .. }
            | MemoryFault::Odd { address }
            | MemoryFault::StaleCode { address } => address,
        };
        BusFault {
            kind: BusFaultKind::BusError,
            address,
        }
    }

    /// What the processor reads; the inner loop of the interpreter, so RAM comes first and without further questions.
    #[inline]
    fn cpu_read<const N: usize>(&mut self, address: u32) -> Result<[u8; N], BusFault> {
        let address = address & self.mask;
        let at = address as usize;
        if let Some(bytes) = self.ram.get(at..at + N).and_then(|bytes| bytes.try_into().ok()) {
            return Ok(bytes);
        }
        let read = self
            .read_place(address, N as u32)
            .map(|bytes| bytes.try_into().unwrap_or([0; N]));
        read.map_err(|fault| self.refuse(fault))
    }

    fn cpu_write(&mut self, address: u32, bytes: &[u8]) -> Result<(), BusFault> {
        let address = address & self.mask;
        self.code_cache.written_by_processor(address, bytes.len() as u32);
        match self.write_place(address, bytes.len() as u32) {
            Ok(place) => {
                place.copy_from_slice(bytes);
                Ok(())
            }
            Err(fault) => Err(self.refuse(fault)),
        }
    }

    fn check_fetch(&mut self, address: u32) -> Result<(), BusFault> {
        let address = address & self.mask;
        if self.code_cache.is_stale(address) {
            return Err(self.refuse(MemoryFault::StaleCode { address }));
        }
        Ok(())
    }
}

/// The processor's side. The variants that can fail record why; those that cannot read as zero, and the core uses
/// them only for exception vectors and frames.
impl AddressBus for Memory {
    fn read_byte(&mut self, address: u32) -> u8 {
        self.try_read_byte(address).unwrap_or(0)
    }

    fn read_word(&mut self, address: u32) -> u16 {
        self.try_read_word(address).unwrap_or(0)
    }

    fn read_long(&mut self, address: u32) -> u32 {
        self.try_read_long(address).unwrap_or(0)
    }

    fn write_byte(&mut self, address: u32, value: u8) {
        let _ = self.cpu_write(address, &[value]);
    }

    fn write_word(&mut self, address: u32, value: u16) {
        let _ = self.cpu_write(address, &value.to_be_bytes());
    }

    fn write_long(&mut self, address: u32, value: u32) {
        let _ = self.cpu_write(address, &value.to_be_bytes());
    }

    fn try_read_byte(&mut self, address: u32) -> Result<u8, BusFault> {
        self.cpu_read(address).map(u8::from_be_bytes)
    }

    fn try_read_word(&mut self, address: u32) -> Result<u16, BusFault> {
        self.cpu_read(address).map(u16::from_be_bytes)
    }

    fn try_read_long(&mut self, address: u32) -> Result<u32, BusFault> {
        self.cpu_read(address).map(u32::from_be_bytes)
    }

    fn try_write_byte(&mut self, address: u32, value: u8) -> Result<(), BusFault> {
        self.cpu_write(address, &[value])
    }

    fn try_write_word(&mut self, address: u32, value: u16) -> Result<(), BusFault> {
        self.cpu_write(address, &value.to_be_bytes())
    }

    fn try_write_long(&mut self, address: u32, value: u32) -> Result<(), BusFault> {
        self.cpu_write(address, &value.to_be_bytes())
    }

    fn try_read_immediate_word(&mut self, address: u32) -> Result<u16, BusFault> {
        self.check_fetch(address)?;
        self.try_read_word(address)
    }

    fn try_read_immediate_long(&mut self, address: u32) -> Result<u32, BusFault> {
        self.check_fetch(address)?;
        self.check_fetch(address.wrapping_add(2))?;
        self.try_read_long(address)
    }
}

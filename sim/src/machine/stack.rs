//! The guest's stack: how Pascal calls pass arguments and results.

use super::Machine;
use crate::memory::MemoryFault;

impl Machine {
    /// Pushes a long.
    pub fn push_long(&mut self, value: u32) -> Result<(), MemoryFault> {
        let sp = self.cpu.sp().wrapping_sub(4);
        self.cpu.set_sp(sp);
        self.memory.set_long(sp, value)
    }

    /// Pushes a word.
    pub fn push_word(&mut self, value: u16) -> Result<(), MemoryFault> {
        let sp = self.cpu.sp().wrapping_sub(2);
        self.cpu.set_sp(sp);
        self.memory.set_word(sp, value)
    }

    /// Pops a long: a LongInt, a point or an OSType.
    pub fn pop_long(&mut self) -> Result<u32, MemoryFault> {
        let sp = self.cpu.sp();
        self.cpu.set_sp(sp.wrapping_add(4));
        self.memory.long(sp)
    }

    /// Pops a pointer or a handle.
    pub fn pop_pointer(&mut self) -> Result<u32, MemoryFault> {
        let given = self.pop_long()?;
        self.memory.address(given)
    }

    /// The pointer or handle in an address register.
    pub fn pointer_in(&self, register: usize) -> Result<u32, MemoryFault> {
        self.memory.address(self.cpu.a(register))
    }

    /// Pops a word: an Integer.
    pub fn pop_word(&mut self) -> Result<u16, MemoryFault> {
        let sp = self.cpu.sp();
        self.cpu.set_sp(sp.wrapping_add(2));
        self.memory.word(sp)
    }

    /// Pops a Boolean: a word whose upper byte counts.
    pub fn pop_boolean(&mut self) -> Result<bool, MemoryFault> {
        Ok(self.pop_word()? & 0x0100 != 0)
    }

    /// Stores the word result of a Pascal function in the space that its caller reserved.
    pub fn return_word(&mut self, value: u16) -> Result<(), MemoryFault> {
        self.memory.set_word(self.cpu.sp(), value)
    }

    /// Stores the long result of a Pascal function.
    pub fn return_long(&mut self, value: u32) -> Result<(), MemoryFault> {
        self.memory.set_long(self.cpu.sp(), value)
    }

    /// Stores the Boolean result of a Pascal function.
    pub fn return_boolean(&mut self, value: bool) -> Result<(), MemoryFault> {
        self.return_word(if value { 0x0100 } else { 0 })
    }
}

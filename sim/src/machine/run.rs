//! Running guest code: calls from Rust, the loop, and what it means to arrive in ROM.

use super::{INITIAL_SR, LONGEST_STRETCH, Machine, ROM_EXIT, ROM_RETURN, ROM_VECTORS};
use crate::bomb::{Bomb, Cause, Stop};
use crate::memory::{MemoryFault, ROM_LEN};
use crate::toolbox::os_utils;
use crate::trap;
use m68k::{CpuType, CycleBatchExit};

impl Machine {
    /// Calls a routine of the guest and returns when it has returned; all registers come back as they were. `prepare`
    /// sets registers and pushes arguments.
    ///
    /// # Errors
    /// Whatever stops the routine.
    pub fn call_guest(
        &mut self,
        address: u32,
        prepare: impl FnOnce(&mut Machine) -> Result<(), MemoryFault>,
    ) -> Result<(), Stop> {
        let registers = self.cpu.dar;
        let (pc, ppc, sr) = (self.cpu.pc, self.cpu.ppc, self.cpu.get_sr());
        prepare(self)?;
        self.push_long(self.memory.rom_base() + ROM_RETURN)?;
        self.jump(address);
        let outer_depth = self.slice_depth;
        self.slice_depth = outer_depth.map(|depth| depth + 1);
        let outcome = self.run();
        self.slice_depth = outer_depth;
        outcome?;
        self.cpu.dar = registers;
        self.cpu.set_sr(sr);
        self.cpu.ppc = ppc;
        self.jump(pc);
        Ok(())
    }

    /// Calls a Pascal function of the guest whose arguments are longs, pointers or handles; its result, a word.
    ///
    /// # Errors
    /// Whatever stops the routine.
    pub fn call_pascal(&mut self, address: u32, arguments: &[u32]) -> Result<u16, Stop> {
        let result_at = self.cpu.sp().wrapping_sub(2);
        self.call_guest(address, |machine| {
            machine.push_word(0)?;
            arguments
                .iter()
                .try_for_each(|&argument| machine.push_long(argument))
        })?;
        Ok(self.memory.word(result_at)?)
    }

    /// Calls a routine of the guest at interrupt time and counts its own cycles apart from the main program's.
    ///
    /// # Errors
    /// Whatever stops the routine.
    pub fn call_at_interrupt(
        &mut self,
        address: u32,
        prepare: impl FnOnce(&mut Machine) -> Result<(), MemoryFault>,
    ) -> Result<(), Stop> {
        let outer = self.interrupt_own.replace(0);
        let outcome = self.call_guest(address, prepare);
        let own = std::mem::replace(&mut self.interrupt_own, outer).unwrap_or(0);
        self.meter.interrupt_call(own);
        outcome
    }

    /// Starts the main program of an application at `address` with an empty stack, and runs it to its end.
    ///
    /// # Errors
    /// How it ended: there is no other end.
    #[cfg(test)]
    pub fn run_program(&mut self, address: u32) -> Result<(), Stop> {
        self.ready_program(address)?;
        self.run()
    }

    /// Makes the main program of an application at `address` the next to run, with an empty stack.
    ///
    /// # Errors
    /// When there is no stack.
    pub fn ready_program(&mut self, address: u32) -> Result<(), Stop> {
        self.cpu.set_sr(INITIAL_SR);
        self.push_long(self.memory.rom_base() + ROM_EXIT)?;
        self.jump(address);
        Ok(())
    }

    /// Lets the program that has the processor go on until it asks for an event in its main loop.
    ///
    /// # Errors
    /// [`Stop::Yield`] then, and whatever ends or stops it.
    pub fn run_slice(&mut self) -> Result<(), Stop> {
        let outer = self.slice_depth.replace(0);
        let outcome = self.run();
        self.slice_depth = outer;
        outcome
    }

    /// Whether the program is in its main loop: not in a routine that the Toolbox has called.
    pub fn is_in_main_loop(&self) -> bool {
        self.slice_depth == Some(0)
    }

    /// Sets the program counter.
    pub fn jump(&mut self, address: u32) {
        self.cpu.pc = address;
        self.cpu.invalidate_prefetch();
    }

    /// Runs until the routine that was called last returns.
    fn run(&mut self) -> Result<(), Stop> {
        loop {
            self.interrupts()?;
            let stretch = self
                .next_interrupt()
                .saturating_sub(self.clock.now())
                .clamp(1, LONGEST_STRETCH);
            let result = self.cpu.run_for_cycles(&mut self.memory, stretch as i32);
            self.count_own(result.cycles.max(0) as u64, u64::from(result.instructions));
            match result.exit {
                CycleBatchExit::BudgetExhausted | CycleBatchExit::BoundaryRequested => {}
                CycleBatchExit::AlineTrap { opcode } => {
                    let rom = self.memory.rom_base();
                    match self.memory.strip(self.cpu.ppc).checked_sub(rom) {
                        Some(ROM_RETURN) => return Ok(()),
                        Some(ROM_EXIT) => return Err(Stop::Exit),
                        Some(offset) if offset < ROM_LEN => self.enter_rom(offset)?,
                        _ => trap::call(self, opcode)?,
                    }
                }
                CycleBatchExit::FlineTrap { .. } => return Err(exception("F-line instruction")),
                CycleBatchExit::IllegalInstruction { .. } => return Err(exception("illegal instruction")),
                CycleBatchExit::TrapInstruction { .. } => return Err(exception("TRAP instruction")),
                CycleBatchExit::Breakpoint { .. } => return Err(exception("breakpoint")),
                CycleBatchExit::Stopped => return Err(exception("STOP instruction")),
            }
            if self.own_since_poll >= LONGEST_STRETCH {
                self.keep_pace()?;
            }
        }
    }

    fn count_own(&mut self, cycles: u64, instructions: u64) {
        self.clock.advance(cycles);
        self.own_since_poll += cycles;
        match &mut self.interrupt_own {
            Some(own) => *own += cycles,
            None => self.meter.own(cycles, instructions),
        }
    }

    /// The processor has come to a place in ROM: a patch has jumped to the trap that it stands for, with the return
    /// address on the stack, or something has gone wrong.
    fn enter_rom(&mut self, offset: u32) -> Result<(), Stop> {
        match os_utils::toolbox_trap_at(offset) {
            Some(number) => trap::call_original(self, number),
            None => Err(self.exception_at(offset).into()),
        }
    }

    /// What it means that the processor has come to this exception entry.
    fn exception_at(&mut self, offset: u32) -> Cause {
        let fault = self.memory.take_fault();
        let vector = offset.wrapping_sub(ROM_VECTORS) / 2;
        let sp = self.cpu.sp();
        // A frame begins with the status register and the program counter. The interpreter builds the longer frame of a
        // 68000's address or bus error the other way round from the processor: the program counter lies on top, the
        // address behind status register and instruction.
        let is_long_frame = self.hardware.cpu == CpuType::M68000 && (vector == 2 || vector == 3);
        let pc_at = sp.wrapping_add(if is_long_frame { 0 } else { 2 });
        self.cpu.ppc = self.memory.long(pc_at).unwrap_or(self.cpu.ppc);
        match vector {
            2 => fault.map_or(Cause::Exception { name: "bus error" }, Cause::from),
            3 => {
                let address = if is_long_frame {
                    self.memory.long(sp.wrapping_add(8)).ok()
                } else {
                    None
                };
                Cause::AddressError {
                    address: address.unwrap_or(self.cpu.ppc),
                }
            }
            4 => Cause::Exception {
                name: "illegal instruction",
            },
            5 => Cause::Exception {
                name: "division by zero",
            },
            6 => Cause::Exception {
                name: "CHK out of bounds",
            },
            7 => Cause::Exception {
                name: "TRAPV overflow",
            },
            8 => Cause::Exception {
                name: "privilege violation",
            },
            9 => Cause::Exception { name: "trace" },
            _ => Cause::Exception {
                name: "jump into ROM",
            },
        }
    }

    /// Makes the bomb of a cause, at the instruction where the processor is.
    pub fn bomb_of(&self, cause: Cause) -> Bomb {
        let pc = self.memory.strip(self.cpu.ppc);
        Bomb {
            cause,
            pc,
            code_offset: self.processes.offset_in_code(pc),
        }
    }
}

fn exception(name: &'static str) -> Stop {
    Cause::Exception { name }.into()
}

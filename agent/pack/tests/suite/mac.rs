//! Just enough of a Macintosh to start a program: a processor, memory, a jump table and a Segment Loader.
//!
//! It follows the books, not our packer: CODE 0 as Inside Macintosh: Processes describes it, segment headers as Mac OS
//! Runtime Architectures does. It has no Toolbox beyond what start code and the test program call.

use m68k::{AddressBus, CpuCore, CpuType, LinearMemoryBus, StepResult};
use mc_pack::{OsType, ResourceFork};

const MEMORY: usize = 1 << 20;
const STACK_TOP: u32 = 0x8_0000;
/// A master pointer, what it points to, and what NewPtr gives: full of rubbish, unless it is asked to clear it.
const HANDLE: u32 = 0x6_0000;
const RELO: u32 = 0x6_0010;
const HEAP: u32 = 0x9_0000;
const RUBBISH: u8 = 0xA5;
const A5: u32 = 0x8_0000;
/// What `GetTrapAddress` gives for a trap that the machine does not have, and for one that it has.
const UNIMPLEMENTED: u32 = 0x0040_1234;
const IMPLEMENTED: u32 = 0x0040_5678;
/// Handlers of exceptions: at this address plus twice the vector's number stands an A-line word that nobody uses.
const HANDLERS: u32 = 0x400;
const HANDLER_WORD: u16 = 0xAF00;
/// Start code and the first routines: code only, which must not change once the caches are flushed.
pub const CODE_ONLY: usize = 1024;

/// Which Macintosh.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    pub cpu: CpuType,
    /// `_CacheFlush` exists.
    pub cache_flush: bool,
    /// `_HWPriv` exists.
    pub hw_priv: bool,
    /// Where CODE 1 is loaded.
    pub code_1: u32,
    /// Set in the high byte of the address by which CODE 1 is entered, as in a master pointer.
    pub master_pointer_flags: u32,
}

impl Machine {
    pub const PLUS: Self = Self {
        cpu: CpuType::M68000,
        cache_flush: false,
        hw_priv: false,
        code_1: 0x2_0000,
        master_pointer_flags: 0,
    };
    pub const IICI: Self = Self {
        cpu: CpuType::M68030,
        cache_flush: true,
        hw_priv: true,
        ..Self::PLUS
    };
    pub const QUADRA: Self = Self {
        cpu: CpuType::M68040,
        ..Self::IICI
    };
    pub const OLD_MAC_II: Self = Self {
        cpu: CpuType::M68020,
        cache_flush: false,
        ..Self::IICI
    };
}

/// An exception that ended the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Bomb {
    /// The exception vector: 3 is an address error.
    pub vector: u16,
}

/// A Macintosh with a program in it.
pub struct Mac {
    machine: Machine,
    cpu: CpuCore,
    bus: LinearMemoryBus,
    code_1: Vec<u8>,
    relo_0: Vec<u8>,
    /// Whether RELO 0 has been given back.
    pub released: bool,
    jump_table: u32,
    /// What the program printed with `DebugStr`.
    pub lines: Vec<String>,
    /// The words of the traps that flushed caches.
    pub flushes: Vec<u16>,
    /// The first `CODE_ONLY` bytes of CODE 1 when the caches were flushed.
    pub code_at_flush: Vec<u8>,
}

impl Mac {
    /// Puts jump table and stack in place; CODE 1 is loaded by the jump table's first entry.
    pub fn launch(machine: Machine, fork: &ResourceFork) -> Self {
        let resource =
            |res_type: &[u8; 4], id| fork.get(OsType(*res_type), id).expect("a resource").data.clone();
        let code_0 = resource(b"CODE", 0);
        let field = |index: usize| u32::from_be_bytes(code_0[4 * index..4 * index + 4].try_into().unwrap());
        let (above_a5, below_a5, table_length, table_offset) = (field(0), field(1), field(2), field(3));
        assert_eq!(
            code_0.len(),
            16 + table_length as usize,
            "CODE 0 is its header and the jump table"
        );
        assert!(
            above_a5 >= table_offset + table_length,
            "the jump table lies within the space above A5"
        );

        let mut bus = LinearMemoryBus::new(MEMORY);
        for vector in 2..64 {
            bus.write_long(4 * vector, HANDLERS + 2 * vector);
            bus.write_word(HANDLERS + 2 * vector, HANDLER_WORD + vector as u16);
        }
        bus.write_long(0, STACK_TOP - below_a5);
        let jump_table = A5 + table_offset;
        bus.load(jump_table, &code_0[16..]);
        bus.write_long(4, jump_table + 2);
        let mut cpu = CpuCore::new();
        cpu.set_cpu_type(machine.cpu);
        cpu.reset(&mut bus);
        cpu.set_a(5, A5);
        let (code_1, relo_0) = (resource(b"CODE", 1), resource(b"RELO", 0));
        bus.load(HEAP, &[RUBBISH; 0x1_0000]);
        let (lines, flushes, code_at_flush) = Default::default();
        Self {
            machine,
            cpu,
            bus,
            code_1,
            relo_0,
            released: false,
            jump_table,
            lines,
            flushes,
            code_at_flush,
        }
    }

    /// Runs until `ExitToShell` or an exception.
    pub fn run(&mut self) -> Result<(), Bomb> {
        loop {
            match self.cpu.step(&mut self.bus) {
                StepResult::Ok { .. } => {}
                StepResult::AlineTrap { opcode: 0xA9F4 } => return Ok(()),
                StepResult::AlineTrap {
                    opcode: opcode @ HANDLER_WORD..=0xAF3F,
                } => {
                    return Err(Bomb {
                        vector: opcode - HANDLER_WORD,
                    });
                }
                StepResult::AlineTrap { opcode } => self.trap(opcode),
                other => panic!("the program ran into {other:?} at {:#x}", self.cpu.pc),
            }
        }
    }

    /// Enters the program through the jump table again.
    pub fn enter_again(&mut self) -> Result<(), Bomb> {
        self.cpu.set_sp(STACK_TOP);
        self.jump(self.jump_table + 2);
        self.run()
    }

    /// The first `CODE_ONLY` bytes of CODE 1, as they are in the file.
    pub fn code_in_file(&self) -> &[u8] {
        &self.code_1[..CODE_ONLY]
    }

    /// The same bytes as they are in memory.
    pub fn code_in_memory(&self) -> &[u8] {
        let start = self.machine.code_1 as usize;
        &self.bus.as_slice()[start..start + CODE_ONLY]
    }

    fn trap(&mut self, word: u16) {
        match word {
            0xA9F0 => self.load_segment(),
            0xA9A0 => {
                let (id, res_type) = (self.pop_word(), self.pop_long());
                assert_eq!((res_type.to_be_bytes(), id), (*b"RELO", 0));
                self.bus.load(RELO, &self.relo_0);
                self.bus.write_long(HANDLE, RELO);
                self.bus.write_long(self.cpu.sp(), HANDLE);
            }
            0xA9A3 => {
                assert_eq!(self.pop_long(), HANDLE);
                self.released = true;
                self.bus.load(RELO, &vec![RUBBISH; self.relo_0.len()]);
            }
            0xA31E => {
                let size = self.cpu.d(0) as usize;
                self.bus.load(HEAP, &vec![0; size]);
                self.cpu.set_a(0, HEAP);
                self.cpu.set_d(0, 0);
            }
            0xA055 if self.machine.master_pointer_flags != 0 => {
                self.cpu.set_d(0, self.cpu.d(0) & 0x00FF_FFFF)
            }
            0xA055 => {}
            0xA346 | 0xA746 => {
                let there = match self.cpu.d(0) as u16 {
                    0xA0BD => self.machine.cache_flush,
                    0xA198 => self.machine.hw_priv,
                    _ => false,
                };
                self.cpu.set_a(0, if there { IMPLEMENTED } else { UNIMPLEMENTED });
            }
            0xA0BD if self.machine.cache_flush => self.flush(word),
            0xA198 if self.machine.hw_priv => {
                assert_eq!(self.cpu.d(0), 1, "the selector of FlushInstructionCache");
                self.flush(word);
            }
            0xABFF => {
                let text = self.pop_long() as usize & 0x00FF_FFFF;
                let length = usize::from(self.bus.as_slice()[text]);
                let line = &self.bus.as_slice()[text + 1..text + 1 + length];
                self.lines
                    .push(String::from_utf8(line.to_vec()).expect("a line in ASCII"));
            }
            other => panic!("unknown trap {other:#06x} at {:#x}", self.cpu.pc),
        }
    }

    fn flush(&mut self, word: u16) {
        self.flushes.push(word);
        self.code_at_flush = self.code_in_memory().to_vec();
    }

    /// `_LoadSeg`: loads the segment, turns its jump table entries into jumps, and takes the one that called.
    fn load_segment(&mut self) {
        let entry = self.cpu.pc - 8;
        let segment = self.pop_word();
        assert_eq!(segment, 1, "there is one segment");
        let code_1 = self.machine.code_1;
        self.bus.load(code_1, &self.code_1);
        let first_entry = self.jump_table + u32::from(self.bus.read_word(code_1));
        let entry_count = u32::from(self.bus.read_word(code_1 + 2));
        for entry in (0..entry_count).map(|index| first_entry + 8 * index) {
            assert_eq!(self.bus.read_long(entry + 2), 0x3F3C_0001, "MOVE.W #1,-(SP)");
            let header_length = 4;
            let routine = code_1 + header_length + u32::from(self.bus.read_word(entry));
            self.bus.write_word(entry, segment);
            self.bus.write_word(entry + 2, 0x4EF9);
            self.bus
                .write_long(entry + 4, routine | self.machine.master_pointer_flags);
        }
        self.jump(entry + 2);
    }

    fn jump(&mut self, address: u32) {
        self.cpu.pc = address;
        self.cpu.invalidate_prefetch();
    }

    fn pop_word(&mut self) -> u16 {
        let word = self.bus.read_word(self.cpu.sp());
        self.cpu.set_sp(self.cpu.sp() + 2);
        word
    }

    fn pop_long(&mut self) -> u32 {
        let long = self.bus.read_long(self.cpu.sp());
        self.cpu.set_sp(self.cpu.sp() + 4);
        long
    }
}

//! The machine: processor, memory, clock and managers, and the loop that runs guest code.
//!
//! Guest code runs in [`Machine::run`], in stretches that end at the next interrupt that is due or at an A-line word.
//! A word in RAM is a trap and is answered by [`trap::call`]. A word in ROM is one of ours: the place where a routine
//! called from Rust returns, or an exception vector. Routines of the guest are called from Rust by
//! [`Machine::call_guest`], also in the middle of a trap and at interrupt time, as the Toolbox would.

use crate::bomb::{Bomb, Cause, Stop, broken_rule};
use crate::clock::Clock;
use crate::costs::{self, Cost};
use crate::fault::Fault;
use crate::front::Front;
use crate::interrupts;
use crate::low_memory as low;
use crate::memory::{Memory, MemoryFault, ROM_LEN};
use crate::network::Network;
use crate::profile::{Hardware, SystemVersion};
use crate::stats::Meter;
use crate::toolbox::event_manager::EventManager;
use crate::toolbox::file_manager::FileManager;
use crate::toolbox::mactcp::MacTcp;
use crate::toolbox::memory_manager::MemoryManager;
use crate::toolbox::os_utils;
use crate::toolbox::process_manager::ProcessManager;
use crate::toolbox::quickdraw::QuickDraw;
use crate::toolbox::resource_manager::ResourceManager;
use crate::toolbox::time_manager::TimeManager;
use crate::trap;
use crate::volume::Volume;
use m68k::{CpuCore, CpuType, CycleBatchExit};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// Where routines that were called from Rust return to.
const ROM_RETURN: u32 = 0;
/// Where the main program of an application returns to: as ExitToShell.
const ROM_EXIT: u32 = 0x10;
/// The address that NGetTrapAddress gives for a trap that does not exist.
pub(crate) const ROM_UNIMPLEMENTED: u32 = 0x20;
/// Where exception vectors point, two bytes apart.
const ROM_VECTORS: u32 = 0x100;
/// The address of Operating System trap `n` is this plus 4 `n`.
pub(crate) const ROM_OS_TRAPS: u32 = 0x1000;
/// The address of Toolbox trap `n` is this plus 4 `n`.
pub(crate) const ROM_TOOLBOX_TRAPS: u32 = 0x2000;
/// ROM is full of this A-line word: whoever runs into it is noticed, and `pc` tells where.
const ROM_WORD: u16 = 0xAFFF;

/// Supervisor mode, as all of System 7 runs in on a 68k, and interrupts open.
const INITIAL_SR: u16 = 0x2000;

/// The longest stretch of guest code between two looks at the network, in cycles.
const LONGEST_STRETCH: u64 = 50_000;

/// Work that another thread wants done on the machine.
pub(crate) type Command = Box<dyn FnOnce(&mut Machine) + Send>;

/// Why waiting ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Woken {
    /// The time has come.
    Deadline,
    /// The network has something for the guest.
    Network,
}

/// A simulated Macintosh.
pub(crate) struct Machine {
    pub hardware: Hardware,
    pub system: SystemVersion,
    pub cpu: CpuCore,
    pub memory: Memory,
    pub clock: Clock,
    pub meter: Meter,
    pub heap: MemoryManager,
    pub resources: ResourceManager,
    pub volume: Volume,
    pub files: FileManager,
    pub processes: ProcessManager,
    pub events: EventManager,
    pub timers: TimeManager,
    pub quickdraw: QuickDraw,
    pub tcp: MacTcp,
    pub network: Network,
    pub front: Front,
    /// The bomb that stopped the machine, if one did.
    pub bomb: Option<Bomb>,
    /// Own cycles of the interrupt-time call that runs now.
    interrupt_own: Option<u64>,
    /// Whether interrupt-time work is being done, so that none nests.
    in_interrupt: bool,
    own_since_poll: u64,
    commands: Receiver<Command>,
    /// Called once, when the agent has begun to listen.
    when_listening: Option<Box<dyn FnOnce()>>,
}

/// What a [`Machine`] is built from.
pub(crate) struct Parts {
    pub hardware: Hardware,
    pub system: SystemVersion,
    pub volume: Volume,
    pub network: Network,
    pub front: Front,
    pub commands: Receiver<Command>,
    /// Seconds since 1904 when the machine starts.
    pub started: u32,
}

impl Machine {
    /// A machine with its ROM burnt and its processor at rest; [`boot`](crate::boot) does the rest.
    pub fn new(parts: Parts) -> Machine {
        let hardware = parts.hardware;
        let mut memory = Memory::new(&hardware);
        for offset in (0..ROM_LEN).step_by(2) {
            memory.burn_rom(offset, ROM_WORD);
        }
        let mut cpu = CpuCore::new();
        cpu.set_cpu_type(hardware.cpu);
        cpu.set_sr(INITIAL_SR);
        let mut machine = Machine {
            hardware,
            system: parts.system,
            cpu,
            memory,
            clock: Clock::new(hardware.hz),
            meter: Meter::new(hardware.hz),
            heap: MemoryManager::default(),
            resources: ResourceManager::default(),
            volume: parts.volume,
            files: FileManager::default(),
            processes: ProcessManager::default(),
            events: EventManager::default(),
            timers: TimeManager::default(),
            quickdraw: QuickDraw::default(),
            tcp: MacTcp::default(),
            network: parts.network,
            front: parts.front,
            bomb: None,
            interrupt_own: None,
            in_interrupt: false,
            own_since_poll: 0,
            commands: parts.commands,
            when_listening: None,
        };
        machine.set_vectors();
        machine.files.started = parts.started;
        machine
    }

    fn set_vectors(&mut self) {
        // 64 vectors: from $100 on, where a 68000 has those of its interrupting devices, the system keeps its globals.
        let rom = self.memory.rom_base();
        for vector in 0..64 {
            low::Global::write(
                low::Long(4 * vector),
                &mut self.memory,
                rom + ROM_VECTORS + 2 * vector,
            );
        }
    }

    /// Whether the processor has caches that a program may have to flush.
    pub fn has_caches(&self) -> bool {
        self.hardware.cpu != CpuType::M68000
    }

    /// Lets the guest pay for `units` of work done by the host.
    pub fn charge(&mut self, cost: Cost, units: u32) {
        let cycles = u64::from(costs::cycles(cost, self.hardware.cpu)) * u64::from(units);
        self.clock.advance(cycles);
        self.meter.charged(cycles);
    }

    /// Seconds since 1904.
    pub fn seconds(&self) -> u32 {
        self.files.started.wrapping_add(self.clock.seconds())
    }

    /// Whether a routine of the guest is running at interrupt time.
    pub fn at_interrupt_time(&self) -> bool {
        self.in_interrupt
    }

    /// Has `tell` called when the agent has begun to listen.
    pub fn when_listening(&mut self, tell: Box<dyn FnOnce()>) {
        self.when_listening = Some(tell);
    }

    /// Calls whoever waits for the agent to listen, if it does.
    pub fn announce_listening(&mut self) {
        if self.tcp.has_listened()
            && let Some(tell) = self.when_listening.take()
        {
            tell();
        }
    }

    /// Switches a failure on.
    pub fn fault(&mut self, fault: Fault) {
        match fault {
            Fault::DiskWrite { nth, error } => self.files.fail_write(nth, error),
            Fault::Allocation { nth } => self.heap.fail_allocation(nth),
            Fault::NetworkPause => self.network.set_paused(true),
            Fault::NetworkResume => {
                self.network.set_paused(false);
                self.tcp.look_again();
            }
        }
    }

    // The stack.

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

    /// Pops a long: a pointer, a handle, a LongInt or a point.
    pub fn pop_long(&mut self) -> Result<u32, MemoryFault> {
        let sp = self.cpu.sp();
        self.cpu.set_sp(sp.wrapping_add(4));
        self.memory.long(sp)
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

    // Running guest code.

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
        self.run()?;
        self.cpu.dar = registers;
        self.cpu.set_sr(sr);
        self.cpu.ppc = ppc;
        self.jump(pc);
        Ok(())
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
    pub fn run_program(&mut self, address: u32) -> Result<(), Stop> {
        self.cpu.set_sr(INITIAL_SR);
        self.push_long(self.memory.rom_base() + ROM_EXIT)?;
        self.jump(address);
        self.run()
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
            self.count_own(result.cycles.max(0) as u64);
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
                self.poll_host(Duration::ZERO)?;
            }
        }
    }

    fn count_own(&mut self, cycles: u64) {
        self.clock.advance(cycles);
        self.own_since_poll += cycles;
        match &mut self.interrupt_own {
            Some(own) => *own += cycles,
            None => self.meter.own(cycles),
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

    // Time and the world outside.

    /// Does what is due at interrupt time, unless that is being done already or the guest has closed interrupts.
    ///
    /// # Errors
    /// Whatever stops a routine of the guest.
    pub fn interrupts(&mut self) -> Result<(), Stop> {
        let closed = self.cpu.get_sr() & 0x0700 != 0;
        if self.in_interrupt || closed {
            return Ok(());
        }
        self.in_interrupt = true;
        let outcome = interrupts::run_due(self);
        self.in_interrupt = false;
        outcome
    }

    /// When interrupt-time work is due next, in guest cycles.
    fn next_interrupt(&self) -> u64 {
        [
            Some(self.clock.next_tick()),
            self.timers.next_due(),
            self.files.next_completion(),
            self.tcp.next_due(),
        ]
        .into_iter()
        .flatten()
        .min()
        .unwrap_or(u64::MAX)
    }

    /// Lets guest time follow the wall clock, with nothing but interrupt-time code running, until `deadline` (in guest
    /// cycles) or until the network has something new for the guest.
    ///
    /// # Errors
    /// Whatever stops a routine at interrupt time.
    pub fn idle_until(&mut self, deadline: u64) -> Result<Woken, Stop> {
        loop {
            self.interrupts()?;
            if self.tcp.take_news() {
                return Ok(Woken::Network);
            }
            let now = self.clock.now();
            if now >= deadline {
                return Ok(Woken::Deadline);
            }
            self.follow_wall_clock(deadline.min(self.next_interrupt()))?;
        }
    }

    /// Sleeps until `until` (in guest cycles) at the pace of the wall clock, or until something comes from outside.
    ///
    /// # Errors
    /// [`Stop::Quit`].
    pub fn follow_wall_clock(&mut self, until: u64) -> Result<(), Stop> {
        let left = until.saturating_sub(self.clock.now());
        let start = Instant::now();
        self.poll_host(self.clock.span_of(left))?;
        // A host that overslept is not a reason for the guest to miss more than a tick.
        let passed = self.clock.cycles_of(start.elapsed());
        self.clock
            .advance(passed.min(left + self.clock.cycles_of_ticks(1)));
        Ok(())
    }

    /// Blocks the whole machine in a synchronous call until `done`: only interrupt-time code runs.
    ///
    /// # Errors
    /// A bomb when it is called at interrupt time, where it could never end.
    pub fn block_until(
        &mut self,
        trap: &'static str,
        done: impl Fn(&Machine) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        if self.in_interrupt {
            return Err(broken_rule(
                trap,
                "a synchronous call at interrupt time never returns",
            ));
        }
        while !done(self)? {
            let tick = self.clock.cycles_of_ticks(1);
            self.idle_until(self.clock.now() + tick)?;
        }
        Ok(())
    }

    /// Looks at the world outside for at most `wait`: sockets, and what other threads want.
    ///
    /// # Errors
    /// [`Stop::Quit`] when the simulator is being dropped.
    pub fn poll_host(&mut self, wait: Duration) -> Result<(), Stop> {
        self.own_since_poll = 0;
        if self.network.wait(wait) {
            self.tcp.look_again();
        }
        loop {
            match self.commands.try_recv() {
                Ok(command) => command(self),
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => return Err(Stop::Quit),
            }
        }
    }
}

fn exception(name: &'static str) -> Stop {
    Cause::Exception { name }.into()
}

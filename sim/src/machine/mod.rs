//! The machine: processor, memory, clock and managers, and the loop that runs guest code.
//!
//! Guest code runs in [`Machine::run`], in stretches that end at the next interrupt that is due or at an A-line word.
//! A word in RAM is a trap and is answered by [`trap::call`](crate::trap::call). A word in ROM is one of ours: the place where a routine
//! called from Rust returns, or an exception vector. Routines of the guest are called from Rust by
//! [`Machine::call_guest`], also in the middle of a trap and at interrupt time, as the Toolbox would.

mod run;
mod stack;
mod time;

use crate::bomb::{Bomb, Cause, Stop};
use crate::clock::Clock;
use crate::costs::{self, Cost};
use crate::fault::{Fault, Hand, PlannedTrouble};
use crate::front::Front;
use crate::low_memory as low;
use crate::memory::{Memory, ROM_LEN};
use crate::network::Network;
use crate::pace::{Pace, Speed};
use crate::profile::{Hardware, SystemVersion};
use crate::stats::Meter;
use crate::toolbox::apple_event_manager::AppleEventManager;
use crate::toolbox::cursor_device_manager::CursorDevices;
use crate::toolbox::event_manager::EventManager;
use crate::toolbox::file_manager::FileManager;
use crate::toolbox::mactcp::MacTcp;
use crate::toolbox::memory_manager::MemoryManager;
use crate::toolbox::osa::Osa;
use crate::toolbox::process_manager::ProcessManager;
use crate::toolbox::quickdraw::QuickDraw;
use crate::toolbox::resource_manager::ResourceManager;
use crate::toolbox::scrap_manager::ScrapManager;
use crate::toolbox::script_manager::ScriptManager;
use crate::toolbox::serial_driver::SerialDriver;
use crate::toolbox::time_manager::TimeManager;
use crate::user::User;
use crate::volume::Volume;
use m68k::{CpuCore, CpuType};
use std::collections::VecDeque;
use std::sync::mpsc::Receiver;

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
pub(crate) struct Command {
    pub moment: Moment,
    pub work: Box<dyn FnOnce(&mut Machine) + Send>,
}

/// When a [`Command`] may be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Whenever the machine looks at the world outside.
    Any,
    /// When a stepped clock stands; on another machine at any time.
    Standing,
}

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
    pub pace: Pace,
    pub meter: Meter,
    pub heap: MemoryManager,
    pub resources: ResourceManager,
    /// The startup volume.
    pub volume: Volume,
    /// The others, in the order in which they were mounted.
    pub more_volumes: Vec<Volume>,
    pub files: FileManager,
    pub processes: ProcessManager,
    pub osa: Osa,
    pub events: EventManager,
    pub apple_events: AppleEventManager,
    pub scrap: ScrapManager,
    pub timers: TimeManager,
    pub quickdraw: QuickDraw,
    pub cursor_devices: CursorDevices,
    pub script: ScriptManager,
    pub tcp: MacTcp,
    pub serial: SerialDriver,
    pub user: User,
    /// The 256 bytes of memory that a battery keeps.
    pub parameter_ram: [u8; 256],
    pub network: Network,
    pub front: Front,
    /// The bomb that stopped the machine, if one did.
    pub bomb: Option<Bomb>,
    /// What goes wrong from the first instruction of the agent on.
    pub faults_at_start: Vec<Fault>,
    /// What stops the machine at the next occasion, on request.
    pub end: Option<Cause>,
    /// A user's hand on the mouse.
    pub hand: Option<Hand>,
    /// What is to happen inside of a trap.
    pub trouble: PlannedTrouble,
    /// Whether the plug has been pulled: nothing happens any more.
    pub is_off: bool,
    /// Own cycles of the interrupt-time call that runs now.
    interrupt_own: Option<u64>,
    /// Whether interrupt-time work is being done, so that none nests.
    in_interrupt: bool,
    own_since_poll: u64,
    /// How many routines that the Toolbox has called the program is in, while the scheduler runs it.
    slice_depth: Option<u32>,
    commands: Receiver<Command>,
    /// Commands that wait for their moment.
    postponed: VecDeque<Command>,
    /// Whether every process sleeps and the clock waits for a step.
    stands: bool,
    /// When the agent began to listen, in ticks.
    pub listened_at: Option<u32>,
    /// Called once, when the agent has begun to listen.
    when_listening: Option<Box<dyn FnOnce()>>,
}

/// What a [`Machine`] is built from.
pub(crate) struct Parts {
    pub hardware: Hardware,
    pub system: SystemVersion,
    pub has_applescript: bool,
    pub volume: Volume,
    pub more_volumes: Vec<Volume>,
    pub network: Network,
    pub front: Front,
    pub commands: Receiver<Command>,
    /// Seconds since 1904 when the machine starts.
    pub started: u32,
    pub speed: Speed,
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
        let clock = Clock::new(hardware.hz);
        let mut machine = Machine {
            hardware,
            system: parts.system,
            cpu,
            memory,
            pace: Pace::new(parts.speed, &clock),
            clock,
            meter: Meter::new(hardware.hz),
            heap: MemoryManager::default(),
            resources: ResourceManager::default(),
            volume: parts.volume,
            more_volumes: parts.more_volumes,
            files: FileManager::default(),
            processes: ProcessManager::default(),
            osa: Osa::new(parts.has_applescript),
            events: EventManager::default(),
            apple_events: AppleEventManager::default(),
            scrap: ScrapManager::default(),
            timers: TimeManager::default(),
            quickdraw: QuickDraw::default(),
            cursor_devices: CursorDevices::default(),
            script: ScriptManager::default(),
            tcp: MacTcp::default(),
            serial: SerialDriver::default(),
            user: User::default(),
            parameter_ram: [0; 256],
            network: parts.network,
            front: parts.front,
            bomb: None,
            faults_at_start: Vec::new(),
            end: None,
            hand: None,
            trouble: PlannedTrouble::default(),
            is_off: false,
            interrupt_own: None,
            in_interrupt: false,
            own_since_poll: 0,
            slice_depth: None,
            commands: parts.commands,
            postponed: VecDeque::new(),
            stands: false,
            listened_at: None,
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

    /// Whether the Finder can be scripted: the one of System 7.5, where there is AppleScript.
    pub fn finder_is_scriptable(&self) -> bool {
        self.osa.is_installed() && self.system == SystemVersion::V7_5
    }

    /// Whether the processor has caches that a program may have to flush.
    pub fn has_caches(&self) -> bool {
        self.hardware.cpu != CpuType::M68000
    }

    /// Lets the guest pay for `units` of work done by the host.
    pub fn charge(&mut self, cost: Cost, units: u32) {
        let cycles = u64::from(costs::cycles(cost, self.hardware.cpu)) * u64::from(units);
        self.clock.advance(cycles);
        if self.in_interrupt {
            self.meter.charged_in_interrupt(cycles);
        } else {
            self.meter.charged(cycles);
        }
    }

    /// Seconds since 1904.
    pub fn seconds(&self) -> u32 {
        self.files.started.wrapping_add(self.clock.seconds())
    }

    /// Sets the clock.
    pub fn set_seconds(&mut self, seconds: u32) {
        self.files.started = seconds.wrapping_sub(self.clock.seconds());
        self.memory.put(low::TIME, seconds);
    }

    /// Stops the machine when that was asked for.
    ///
    /// # Errors
    /// The bomb.
    pub fn end_if_wanted(&mut self) -> Result<(), Stop> {
        match self.end.take() {
            Some(cause) => Err(cause.into()),
            None => Ok(()),
        }
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
        if self.tcp.has_opened()
            && let Some(tell) = self.when_listening.take()
        {
            self.listened_at = Some(self.clock.ticks() as u32);
            self.pace.started(&self.clock);
            tell();
        }
    }
}

//! What stops the simulated Macintosh for good: the bomb box, with a reason that a person can act on.

use crate::memory::MemoryFault;
use crate::os_err::OsErr;

/// A system error. The machine shows its last screen and does nothing any more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{cause} (pc ${pc:08X}{})", code_offset.map(|offset| format!(", CODE 1 + ${offset:04X}")).unwrap_or_default())]
pub struct Bomb {
    /// Why.
    #[source]
    pub cause: Cause,
    /// Address of the instruction that did it: for a trap, the trap word itself.
    pub pc: u32,
    /// `pc` counted from the first byte of the code in CODE 1, when it lies there: the address in the linker's map.
    pub code_offset: Option<u32>,
}

/// The kinds of [`Bomb`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// System error 12: an A-line word that no Toolbox file answers.
    #[error("the trap ${word:04X} is not simulated; see \"How to add a trap\" in sim/README.md")]
    UnknownTrap {
        /// The trap word.
        word: u16,
    },
    /// A known dispatching trap with a selector that is not answered.
    #[error("{trap} has no selector ${selector:X} in the simulation; add it beside the others of that trap")]
    UnknownSelector {
        /// Apple's name of the trap.
        trap: &'static str,
        /// The selector that was passed.
        selector: u32,
    },
    /// System error 2: a word or long at an odd address on a 68000, or an odd program counter.
    #[error("address error: word or long access at ${address:08X}, or code at an odd address")]
    AddressError {
        /// The address that was accessed.
        address: u32,
    },
    /// System error 1: an address that nothing answers, or a write to ROM.
    #[error("bus error: nothing to {} at ${address:08X}", if *write { "write" } else { "read" })]
    BusError {
        /// The address that was accessed.
        address: u32,
        /// Whether it was a write.
        write: bool,
    },
    /// Instructions were fetched from memory that the processor had written without a cache flush.
    #[error(
        "stale code at ${address:08X}: it was written as data and entered without FlushCodeCache or _HwPriv"
    )]
    StaleCode {
        /// Where the fetch was.
        address: u32,
    },
    /// Another exception of the processor.
    #[error("processor exception: {name}")]
    Exception {
        /// What the manual calls it.
        name: &'static str,
    },
    /// System error 28: the stack has grown into the heap.
    #[error("the stack (${sp:08X}) has run into the heap, which ends at ${heap_end:08X}")]
    StackRanIntoHeap {
        /// The stack pointer when it was noticed.
        sp: u32,
        /// End of the application heap.
        heap_end: u32,
    },
    /// The program broke a rule of a Toolbox call so that a real machine would fail sooner or later.
    #[error("{trap}: {rule}")]
    BrokenRule {
        /// The call.
        trap: &'static str,
        /// What was wrong.
        rule: String,
    },
    /// The process is gone and something still points into its partition.
    #[error("stale {what}: it still points at ${address:08X}, in the partition of a process that is gone")]
    Stale {
        /// What was left behind, for example `Time Manager task`.
        what: &'static str,
        /// Where it points.
        address: u32,
    },
    /// The program called SysError.
    #[error("the program called SysError with {id}")]
    SysError {
        /// The error number that it gave.
        id: i16,
    },
    /// The crash that was asked for.
    #[error("crashed in {trap}, as Fault::CrashInTrap asked for")]
    Crash {
        /// Apple's name of the trap.
        trap: &'static str,
    },
    /// The system error alert that was asked for.
    #[error("system error {id}, as Fault::BombBox asked for")]
    Requested {
        /// The number of the error.
        id: i16,
    },
    /// The power is out.
    #[error("the power was cut at a write to the disk, as Fault::PowerCut asked for")]
    PowerCut,
    /// The simulator has a defect: the program has done nothing wrong.
    #[error("the simulator itself has failed: {message}; this is a defect of it, please report it")]
    Simulator {
        /// What its code had to say.
        message: String,
    },
}

impl Cause {
    /// The number that SysError shows (Inside Macintosh: Operating System Utilities, chapter 2, "System Error Handler").
    fn id(&self) -> i16 {
        match self {
            Cause::BusError { .. } => 1,
            Cause::AddressError { .. } => 2,
            Cause::UnknownTrap { .. } | Cause::UnknownSelector { .. } => 12,
            Cause::StackRanIntoHeap { .. } => 28,
            Cause::SysError { id } | Cause::Requested { id } => *id,
            _ => 3,
        }
    }

    /// What the system error alert says of it.
    pub(crate) fn on_screen(&self) -> String {
        match self.id() {
            1 => "bus error".to_owned(),
            2 => "address error".to_owned(),
            3 => "illegal instruction".to_owned(),
            id => format!("ID = {id:02}"),
        }
    }
}

impl From<MemoryFault> for Cause {
    fn from(fault: MemoryFault) -> Cause {
        match fault {
            MemoryFault::Bus { address, write } => Cause::BusError { address, write },
            MemoryFault::Odd { address } => Cause::AddressError { address },
            MemoryFault::StaleCode { address } => Cause::StaleCode { address },
        }
    }
}

/// Why guest code stopped running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A system error.
    Bomb(Cause),
    /// The process called ExitToShell or returned from its main program.
    Exit,
    /// The program has asked for an event in its main loop: others have their turns.
    Yield,
    /// Whoever started the simulator wants it to end.
    Quit,
}

impl From<Cause> for Stop {
    fn from(cause: Cause) -> Stop {
        Stop::Bomb(cause)
    }
}

impl From<MemoryFault> for Stop {
    fn from(fault: MemoryFault) -> Stop {
        Stop::Bomb(fault.into())
    }
}

/// A bomb for a broken rule of `trap`.
pub(crate) fn broken_rule(trap: &'static str, rule: impl Into<String>) -> Stop {
    Stop::Bomb(Cause::BrokenRule {
        trap,
        rule: rule.into(),
    })
}

/// Why a call of the Toolbox does not succeed: with a result code for its caller, or for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The caller gets this result code and goes on.
    Os(OsErr),
    /// The machine or the process stops.
    Stop(Stop),
}

impl From<OsErr> for Failure {
    fn from(error: OsErr) -> Failure {
        Failure::Os(error)
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

impl From<MemoryFault> for Failure {
    fn from(fault: MemoryFault) -> Failure {
        Failure::Stop(fault.into())
    }
}

/// Takes result codes apart from what stops the machine.
pub(crate) trait Settle<T> {
    /// Passes a stop on; what remains is for the caller of the Toolbox.
    ///
    /// # Errors
    /// The stop.
    fn settle(self) -> Result<Result<T, OsErr>, Stop>;
}

impl<T> Settle<T> for Result<T, Failure> {
    fn settle(self) -> Result<Result<T, OsErr>, Stop> {
        match self {
            Ok(value) => Ok(Ok(value)),
            Err(Failure::Os(error)) => Ok(Err(error)),
            Err(Failure::Stop(stop)) => Err(stop),
        }
    }
}

//! Failures that can be switched on.

/// Something that goes wrong on request. Each is one-shot unless it says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The `nth` write to the disk from now (1 is the next) fails, and nothing is changed by it.
    DiskWrite {
        /// Counts every call of the File Manager that changes a fork, the catalogue or what the disk holds of them: Write,
        /// SetEOF, FlushFile, Close of a fork that may be written to, FlushVol, Create, DirCreate, Delete, Rename, CatMove,
        /// ExchangeFiles, SetFInfo, SetCatInfo, SetFLock, RstFLock, the same by FSSpec, and
        /// FindFolder when it makes the folder.
        nth: u32,
        /// How it fails.
        error: DiskFailure,
    },
    /// The `nth` allocation from now, of any kind, finds no memory.
    Allocation {
        /// Counts NewPtr, NewHandle, NewEmptyHandle, TempNewHandle and SetHandleSize, and what the Resource Manager takes.
        nth: u32,
    },
    /// The program crashes inside of the `nth` call of a trap from now.
    CrashInTrap {
        /// Apple's name of the trap, as its table in `toolbox` has it: `CopyBits`, `FlushVol`, `Pack8`.
        trap: &'static str,
        /// 1 is the next call; 0 none.
        nth: u32,
        /// What becomes of it.
        crash: Crash,
    },
    /// The `nth` call of a trap from now takes so long, as of a disk that has to be spun up; interrupt-time code runs meanwhile.
    StallInTrap {
        /// Apple's name of the trap, as for [`Fault::CrashInTrap`].
        trap: &'static str,
        /// 1 is the next call; 0 none.
        nth: u32,
        /// Ticks of 1/60 s.
        ticks: u32,
    },
    /// The front process keeps the processor for so long from its next turn on, as one that hangs in a loop: nothing but
    /// interrupt-time code runs meanwhile. Then it goes on as if nothing had been.
    FrontHangs {
        /// Ticks of 1/60 s.
        ticks: u32,
    },
    /// The application of the desktop with this signature leaves every Apple event from now on unanswered.
    AppleEventsIgnored {
        /// Its creator, `MACS` for the Finder.
        creator: [u8; 4],
    },
    /// MacTCP keeps the port for an old connection: the next passive opens fail.
    PortKept {
        /// How many.
        opens: u32,
    },
    /// No byte passes the network until [`Fault::NetworkResume`]; connections stay open.
    NetworkPause,
    /// The network passes bytes again.
    NetworkResume,
}

/// How a program comes down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crash {
    /// With the bomb that takes the machine down: [`Cause::Crash`](crate::Cause::Crash).
    Bomb,
    /// By ExitToShell, as whoever has a debugger makes it leave.
    ExitToShell,
}

/// How a disk write fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskFailure {
    /// The medium is damaged: ioErr.
    Medium,
    /// The volume is full: dskFulErr.
    Full,
}

/// Counts down to a failure of kind `F`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Countdown<F>(Option<(u32, F)>);

impl<F> Default for Countdown<F> {
    fn default() -> Countdown<F> {
        Countdown(None)
    }
}

impl<F: Copy> Countdown<F> {
    /// Fails at the `nth` call of [`Countdown::strikes`] from now; 0 never.
    pub fn set(&mut self, nth: u32, failure: F) {
        self.0 = (nth > 0).then_some((nth, failure));
    }

    /// Counts one event; how it fails if it is the one.
    pub fn strikes(&mut self) -> Option<F> {
        let (left, failure) = self.0?;
        self.0 = (left > 1).then_some((left - 1, failure));
        self.0.is_none().then_some(failure)
    }
}

/// What happens inside of a trap on request.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Trouble {
    /// The program comes down.
    Crash(Crash),
    /// It takes so many ticks.
    Stall(u32),
}

/// The trouble that is to come.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PlannedTrouble {
    trap: &'static str,
    countdown: Countdown<Trouble>,
}

impl PlannedTrouble {
    /// Plans trouble in the `nth` call of a trap.
    pub fn set(&mut self, trap: &'static str, nth: u32, trouble: Trouble) {
        self.trap = trap;
        self.countdown.set(nth, trouble);
    }

    /// Counts a call of a trap; what happens in it if it is the one.
    pub fn strikes_in(&mut self, trap: &str) -> Option<Trouble> {
        if self.trap == trap {
            self.countdown.strikes()
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_event_fails_once() {
        let mut countdown = Countdown::default();
        assert_eq!(countdown.strikes(), None);
        countdown.set(2, "full");
        assert_eq!(
            [countdown.strikes(), countdown.strikes(), countdown.strikes()],
            [None, Some("full"), None]
        );
    }
}

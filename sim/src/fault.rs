//! Failures that can be switched on.

/// Something that goes wrong on request. Each is one-shot unless it says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The `nth` write to the disk from now (1 is the next) fails.
    DiskWrite {
        /// Counts File Manager writes, of either fork.
        nth: u32,
        /// How it fails.
        error: DiskFailure,
    },
    /// The `nth` allocation from now, of any kind, finds no memory.
    Allocation {
        /// Counts NewPtr, NewHandle, TempNewHandle and growing SetHandleSize.
        nth: u32,
    },
    /// No byte passes the network until [`Fault::NetworkResume`]; connections stay open.
    NetworkPause,
    /// The network passes bytes again.
    NetworkResume,
}

/// How a disk write fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskFailure {
    /// The medium is damaged: ioErr.
    Medium,
    /// The volume is full: dskFulErr.
    Full,
}

/// Counts down to a failure.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Countdown(Option<u32>);

impl Countdown {
    /// Fails at the `nth` call of [`Countdown::strikes`] from now; 0 never.
    pub fn set(&mut self, nth: u32) {
        self.0 = (nth > 0).then_some(nth);
    }

    /// Counts one event; whether it is the one that fails.
    pub fn strikes(&mut self) -> bool {
        self.0 = match self.0 {
            Some(1) => None,
            Some(left) => Some(left - 1),
            None => return false,
        };
        self.0.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_event_fails_once() {
        let mut countdown = Countdown::default();
        assert!(!countdown.strikes());
        countdown.set(2);
        assert_eq!(
            [countdown.strikes(), countdown.strikes(), countdown.strikes()],
            [false, true, false]
        );
    }
}

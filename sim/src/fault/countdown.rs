//! Failures that are counted down to.

use super::Crash;

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

    /// Never fails.
    pub fn clear(&mut self) {
        self.0 = None;
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

    /// Plans none.
    pub fn clear(&mut self) {
        self.countdown.clear();
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

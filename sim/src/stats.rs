//! Figures about the guest: its own cycles, counted, and the charged ones, modelled, never mixed.

use std::collections::BTreeMap;
use std::time::Duration;

/// A single call that takes longer than this is long on any machine, and counted apart.
const LONG_CALL_MS: u64 = 50;

/// What the guest has cost since the start or the last reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Processor clock, in cycles a second.
    pub hz: u32,
    /// Cycles of the agent's own instructions, counted by the interpreter, outside interrupts.
    pub own_cycles: u64,
    /// How many instructions those were.
    pub own_instructions: u64,
    /// The most of them between two calls of WaitNextEvent.
    pub worst_own_between_yields: u64,
    /// The most of own and charged cycles together between two calls of WaitNextEvent. What is charged for interrupts (ticks, the network
    /// driver's work for what arrives) comes whoever has the processor, and is no part of it.
    pub worst_total_between_yields: u64,
    /// The same, without the single calls that alone take 50 ms or more: what the program could have cut into turns.
    pub worst_rest_between_yields: u64,
    /// The most own cycles of one call at interrupt time: a Time Manager task, a completion routine, an ASR.
    pub worst_own_in_interrupt: u64,
    /// Cycles charged for calls that were answered in Rust.
    pub charged_cycles: u64,
    /// Calls of the agent at interrupt time.
    pub interrupt_calls: u64,
    /// Calls of WaitNextEvent.
    pub yields: u64,
}

impl Stats {
    /// Charged cycles as a part of all that were spent, from 0 to 1: how much of a figure is modelled.
    pub fn modelled_share(&self) -> f64 {
        let all = self.own_cycles + self.charged_cycles;
        if all == 0 {
            0.0
        } else {
            self.charged_cycles as f64 / all as f64
        }
    }

    /// How long `cycles` take on this machine.
    pub fn span_of(&self, cycles: u64) -> Duration {
        Duration::from_secs_f64(cycles as f64 / f64::from(self.hz.max(1)))
    }
}

/// The counters behind [`Stats`].
#[derive(Debug, Clone, Default)]
pub(crate) struct Meter {
    stats: Stats,
    own_since_yield: u64,
    charged_since_yield: u64,
    long_since_yield: u64,
    /// Whether what is spent now is somebody else's.
    pauses: bool,
    long_calls: BTreeMap<&'static str, u64>,
}

impl Meter {
    pub fn new(hz: u32) -> Meter {
        let mut meter = Meter::default();
        meter.stats.hz = hz;
        meter
    }

    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Starts over, from the next yield on.
    pub fn reset(&mut self) {
        *self = Meter {
            pauses: self.pauses,
            ..Meter::new(self.stats.hz)
        };
    }

    /// Begins or stops to count; gives what was done before.
    pub fn measure(&mut self, on: bool) -> bool {
        !std::mem::replace(&mut self.pauses, !on)
    }

    pub fn own(&mut self, cycles: u64, instructions: u64) {
        if self.pauses {
            return;
        }
        self.stats.own_cycles += cycles;
        self.stats.own_instructions += instructions;
        self.own_since_yield += cycles;
    }

    pub fn charged(&mut self, cycles: u64) {
        if self.pauses {
            return;
        }
        self.stats.charged_cycles += cycles;
        self.charged_since_yield += cycles;
    }

    /// Charges what happens at interrupt time, in whoever's turn.
    pub fn charged_in_interrupt(&mut self, cycles: u64) {
        if !self.pauses {
            self.stats.charged_cycles += cycles;
        }
    }

    /// What has been charged so far in this turn.
    pub fn charged_in_turn(&self) -> u64 {
        self.charged_since_yield
    }

    /// Notes that a call has ended that was charged `cycles`, those of calls inside of it included.
    pub fn called(&mut self, name: &'static str, cycles: u64) {
        if self.pauses || cycles * 1000 < LONG_CALL_MS * u64::from(self.stats.hz) {
            return;
        }
        let worst = self.long_calls.entry(name).or_default();
        *worst = cycles.max(*worst);
        self.long_since_yield += cycles;
    }

    /// The calls that alone took 50 ms or more, and the most cycles of each.
    pub fn long_calls(&self) -> &BTreeMap<&'static str, u64> {
        &self.long_calls
    }

    pub fn interrupt_call(&mut self, own: u64) {
        self.stats.interrupt_calls += 1;
        self.stats.worst_own_in_interrupt = self.stats.worst_own_in_interrupt.max(own);
    }

    /// Cycles, own and charged, since the last yield.
    pub fn since_yield(&self) -> u64 {
        self.own_since_yield + self.charged_since_yield
    }

    /// Notes a yield and tells how many cycles, own and charged, have passed since the one before.
    pub fn yielded(&mut self) -> u64 {
        let total = self.since_yield();
        self.stats.yields += 1;
        self.stats.worst_own_between_yields = self.stats.worst_own_between_yields.max(self.own_since_yield);
        self.stats.worst_total_between_yields = self.stats.worst_total_between_yields.max(total);
        let rest = total.saturating_sub(self.long_since_yield);
        self.stats.worst_rest_between_yields = self.stats.worst_rest_between_yields.max(rest);
        self.start_turn();
        total
    }

    /// Forgets what was spent by others while the agent did not have its turn.
    pub fn start_turn(&mut self) {
        self.own_since_yield = 0;
        self.charged_since_yield = 0;
        self.long_since_yield = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_turn_is_kept_and_the_share_is_of_all() {
        let mut meter = Meter::new(1_000_000);
        meter.own(300, 50);
        meter.charged(100);
        assert_eq!(meter.yielded(), 400);
        meter.own(100, 20);
        assert_eq!(meter.yielded(), 100);
        let stats = meter.stats();
        assert_eq!(
            (stats.worst_own_between_yields, stats.worst_total_between_yields),
            (300, 400)
        );
        assert_eq!(stats.own_instructions, 70);
        assert_eq!(stats.modelled_share(), 0.2);
        assert_eq!(stats.span_of(500), Duration::from_micros(500));
    }

    #[test]
    fn a_call_that_alone_takes_long_is_counted_apart() {
        let mut meter = Meter::new(1_000_000);
        meter.own(300, 50);
        meter.charged(49_999);
        meter.called("Short", 49_999);
        meter.charged(50_000);
        meter.called("Long", 50_000);
        assert_eq!(meter.yielded(), 100_299);
        assert_eq!(meter.stats().worst_rest_between_yields, 50_299);
        assert_eq!(meter.long_calls().clone(), [("Long", 50_000)].into());
        meter.own(7, 1);
        meter.yielded();
        assert_eq!(meter.stats().worst_rest_between_yields, 50_299);
    }

    #[test]
    fn interrupts_are_no_part_of_the_turn_that_they_fall_into() {
        let mut meter = Meter::new(1_000_000);
        meter.own(300, 50);
        meter.charged_in_interrupt(5_000);
        assert_eq!(meter.yielded(), 300);
        assert_eq!(meter.stats().charged_cycles, 5_000);
    }
}

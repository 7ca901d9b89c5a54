//! Guest time: processor cycles, and what is derived from them.
//!
//! Time passes in three ways. The processor's own cycles are counted by the interpreter. Calls answered in Rust are
//! charged from the table in [`costs`](crate::costs). While every process sleeps, it passes as [`pace`](crate::pace) says.

use std::time::Duration;

/// Ticks a minute: the vertical retrace of the original screen comes every 352 x 370 cycles of 7.8336 MHz
/// (Inside Macintosh, Volume III, chapter 2, "The Video Interface"); later machines imitate that rate.
const TICK_CYCLES_OF_A_PLUS: u64 = 352 * 370;
const HZ_OF_A_PLUS: u64 = 7_833_600;

/// The machine's clock.
#[derive(Debug, Clone)]
pub(crate) struct Clock {
    hz: u64,
    now: u64,
    next_tick: u64,
    /// Ticks that have been due so far.
    ticks: u64,
}

impl Clock {
    pub fn new(hz: u32) -> Clock {
        let mut clock = Clock {
            hz: u64::from(hz),
            now: 0,
            next_tick: 0,
            ticks: 0,
        };
        clock.next_tick = clock.cycles_of_ticks(1);
        clock
    }

    /// Guest time since start, in cycles.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Lets guest time pass.
    pub fn advance(&mut self, cycles: u64) {
        self.now += cycles;
    }

    /// When the next tick is due, in cycles since start.
    pub fn next_tick(&self) -> u64 {
        self.next_tick
    }

    /// Takes a due tick; `false` when none is due.
    pub fn take_tick(&mut self) -> bool {
        if self.now < self.next_tick {
            return false;
        }
        self.ticks += 1;
        self.next_tick = self.cycles_of_ticks(self.ticks + 1);
        true
    }

    /// Ticks since start.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Cycles in a number of ticks.
    pub fn cycles_of_ticks(&self, ticks: u64) -> u64 {
        ticks * TICK_CYCLES_OF_A_PLUS * self.hz / HZ_OF_A_PLUS
    }

    /// Cycles in a span of time.
    pub fn cycles_of(&self, span: Duration) -> u64 {
        (span.as_nanos() * u128::from(self.hz) / 1_000_000_000) as u64
    }

    /// The span of time that a number of cycles takes.
    pub fn span_of(&self, cycles: u64) -> Duration {
        Duration::from_nanos((u128::from(cycles) * 1_000_000_000 / u128::from(self.hz)) as u64)
    }

    /// Whole seconds since start.
    pub fn seconds(&self) -> u32 {
        (self.now / self.hz) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_and_a_bit_ticks_make_a_second() {
        for hz in [7_833_600, 25_000_000] {
            let mut clock = Clock::new(hz);
            clock.advance(u64::from(hz));
            let ticks = std::iter::from_fn(|| clock.take_tick().then_some(())).count();
            assert_eq!(ticks, 60);
            assert!(clock.next_tick() > clock.now());
        }
    }

    #[test]
    fn spans_and_cycles_convert() {
        let clock = Clock::new(25_000_000);
        assert_eq!(clock.cycles_of(Duration::from_millis(2)), 50_000);
        assert_eq!(clock.span_of(50_000), Duration::from_millis(2));
    }
}

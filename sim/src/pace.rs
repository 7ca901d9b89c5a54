//! How guest time stands to the time of the host: the one place that reads the host's clock.

use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::clock::Clock;
use crate::profile::UnknownName;

/// For how long a machine that starts up may skip idle time; an agent that does not listen by then waits for something.
const LONGEST_START: Duration = Duration::from_secs(60);

/// How guest time stands to the time of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Speed {
    /// The processor runs as fast as the host can. While every process sleeps, time follows the wall clock; while the machine
    /// starts up such time is skipped.
    #[default]
    Max,
    /// Guest time never runs ahead of the wall clock: a Plus takes as long as a Plus.
    Real,
    /// The processor runs as fast as the host can, and time in which every process sleeps passes only by
    /// [`Sim::step`](crate::Sim::step). What happens then depends on nothing but what is asked of the machine.
    Stepped,
}

impl Speed {
    /// What a user can choose; [`Speed::Stepped`] is for tests.
    pub const ALL: [Speed; 2] = [Speed::Max, Speed::Real];

    /// The word for it on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Speed::Max => "max",
            Speed::Real => "real",
            Speed::Stepped => "stepped",
        }
    }
}

impl FromStr for Speed {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Speed, UnknownName> {
        let mut all = Speed::ALL.into_iter();
        all.find(|speed| speed.name() == name)
            .ok_or_else(|| UnknownName::new("speed", name, &Speed::ALL.map(Speed::name)))
    }
}

/// What is to be done until idle time may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    /// It passes at once, up to this moment in guest cycles.
    Skip(u64),
    /// It passes with the wall clock.
    Follow,
    /// It stands still.
    Stand,
}

/// Where a machine stands.
#[derive(Debug, Clone)]
pub(crate) struct Pace {
    speed: Speed,
    /// A moment of the host, and guest time then: neither runs ahead of the other from here, at real speed.
    anchor: (Instant, u64),
    /// Until when idle time may pass, in guest cycles, of a stepped clock.
    horizon: u64,
    /// When the machine has started up at the latest, in guest cycles; `None` once it has.
    starts_until: Option<u64>,
}

impl Pace {
    /// The pace of a machine that starts up.
    pub fn new(speed: Speed, clock: &Clock) -> Pace {
        Pace {
            speed,
            anchor: (Instant::now(), clock.now()),
            horizon: 0,
            starts_until: Some(clock.now() + clock.cycles_of(LONGEST_START)),
        }
    }

    /// Whether time waits for steps.
    pub fn is_stepped(&self) -> bool {
        self.speed == Speed::Stepped
    }

    /// Whether the pace is that of the wall clock whatever happens.
    pub fn is_real(&self) -> bool {
        self.speed == Speed::Real
    }

    /// The machine has started up: a stepped clock stands at the next tick.
    pub fn started(&mut self, clock: &Clock) {
        if self.starts_until.take().is_some() {
            self.horizon = clock.next_tick();
        }
    }

    /// Lets so many cycles more pass in idleness.
    pub fn step(&mut self, cycles: u64) {
        self.horizon += cycles;
    }

    /// Whether a stepped clock has got where it may.
    pub fn has_arrived(&self, clock: &Clock) -> bool {
        self.starts_until.is_none() && clock.now() >= self.horizon
    }

    /// How idle time passes now.
    pub fn passing(&mut self, clock: &Clock) -> Passing {
        let starting = self.starts_until.filter(|_| self.speed != Speed::Real);
        if let Some(latest) = starting {
            if clock.now() < latest {
                return Passing::Skip(latest);
            }
            self.started(clock);
        }
        match self.speed {
            Speed::Max | Speed::Real => Passing::Follow,
            Speed::Stepped if clock.now() < self.horizon => Passing::Skip(self.horizon),
            Speed::Stepped => Passing::Stand,
        }
    }

    /// How far guest time has run ahead of the wall clock, at real speed. What the host is late is given up: the guest does
    /// not hurry afterwards.
    pub fn ahead(&mut self, clock: &Clock) -> Duration {
        let (moment, cycles) = self.anchor;
        let passed = clock.span_of(clock.now() - cycles);
        let elapsed = moment.elapsed();
        if elapsed > passed {
            self.anchor = (moment + elapsed, clock.now());
        }
        passed.saturating_sub(elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_is_skipped_and_ends() {
        let mut clock = Clock::new(1_000_000);
        let mut pace = Pace::new(Speed::Max, &clock);
        let latest = 60_000_000;
        assert_eq!(pace.passing(&clock), Passing::Skip(latest));
        clock.advance(latest);
        assert_eq!(pace.passing(&clock), Passing::Follow);
        let mut pace = Pace::new(Speed::Max, &clock);
        pace.started(&clock);
        assert_eq!(pace.passing(&clock), Passing::Follow);
    }

    #[test]
    fn a_stepped_clock_stands_until_it_is_stepped() {
        let mut clock = Clock::new(1_000_000);
        let mut pace = Pace::new(Speed::Stepped, &clock);
        pace.started(&clock);
        let tick = clock.next_tick();
        assert_eq!(pace.passing(&clock), Passing::Skip(tick));
        assert!(!pace.has_arrived(&clock));
        clock.advance(tick);
        assert_eq!(pace.passing(&clock), Passing::Stand);
        assert!(pace.has_arrived(&clock));
        pace.step(10);
        assert_eq!(pace.passing(&clock), Passing::Skip(tick + 10));
    }

    #[test]
    fn guest_time_that_runs_ahead_is_told() {
        let mut clock = Clock::new(1_000_000);
        let mut pace = Pace::new(Speed::Real, &clock);
        clock.advance(3_600_000_000);
        assert!(pace.ahead(&clock) > Duration::from_secs(1_800));
    }
}

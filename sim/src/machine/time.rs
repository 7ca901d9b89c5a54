//! Time and the world outside: interrupts, sleeping, sockets, and what other threads want.

use super::{Machine, Woken};
use crate::bomb::{Stop, broken_rule};
use crate::interrupts;
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};

impl Machine {
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
    pub(super) fn next_interrupt(&self) -> u64 {
        [
            Some(self.clock.next_tick()),
            self.timers.next_due(),
            self.files.next_completion(),
            self.tcp.next_due(),
            self.serial.next_due(),
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

    /// Lets guest time pass as fast as the host can, with nothing but interrupt-time code running.
    ///
    /// # Errors
    /// Whatever stops a routine at interrupt time.
    pub fn pass_ticks(&mut self, ticks: u32) -> Result<(), Stop> {
        for _ in 0..ticks {
            self.clock.advance(self.clock.cycles_of_ticks(1));
            self.poll_host(Duration::ZERO)?;
            self.interrupts()?;
        }
        Ok(())
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
                Err(_) if self.is_off => return Err(Stop::Quit),
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => return Err(Stop::Quit),
            }
        }
    }
}

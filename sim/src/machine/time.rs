//! Time and the world outside: interrupts, sleeping, sockets, and what other threads want.

use super::{Command, Machine, Moment, Woken};
use crate::bomb::{Stop, broken_rule};
use crate::interrupts;
use crate::pace::Passing;
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};

/// How long a machine whose clock stands looks at the world outside at a time.
const LONGEST_LOOK: Duration = Duration::from_secs(1);

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
            self.network.next_due(),
            self.serial.next_due(),
        ]
        .into_iter()
        .flatten()
        .min()
        .unwrap_or(u64::MAX)
    }

    /// Lets idle time pass, with nothing but interrupt-time code running, until `deadline` (in guest cycles) or until the network
    /// has something new for the guest.
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
            self.idle(deadline.min(self.next_interrupt()))?;
        }
    }

    /// Lets ticks pass in which a program keeps the processor, with nothing but interrupt-time code running: as fast as the host
    /// can, unless the machine keeps another pace.
    ///
    /// # Errors
    /// Whatever stops a routine at interrupt time.
    pub fn pass_ticks(&mut self, ticks: u32) -> Result<(), Stop> {
        for _ in 0..ticks {
            self.pass(self.clock.cycles_of_ticks(1))?;
        }
        Ok(())
    }

    /// As [`Machine::pass_ticks`], of cycles.
    ///
    /// # Errors
    /// Whatever stops a routine at interrupt time.
    pub fn pass(&mut self, cycles: u64) -> Result<(), Stop> {
        let until = self.clock.now() + cycles;
        while self.pace.is_stepped() && self.clock.now() < until {
            self.interrupts()?;
            self.idle(until)?;
        }
        self.clock.advance(until.saturating_sub(self.clock.now()));
        self.keep_pace()?;
        self.interrupts()
    }

    /// Lets idle time pass until `until` (in guest cycles), or until something comes from outside.
    ///
    /// # Errors
    /// [`Stop::Quit`].
    pub fn idle(&mut self, until: u64) -> Result<(), Stop> {
        match self.pace.passing(&self.clock) {
            Passing::Skip(latest) => {
                let now = self.clock.now();
                self.clock.advance(until.min(latest).saturating_sub(now));
                self.poll_host(Duration::ZERO)
            }
            Passing::Follow => {
                self.keep_pace()?;
                self.follow_wall_clock(until)
            }
            Passing::Stand => {
                self.stands = true;
                let outcome = self.poll_host(LONGEST_LOOK);
                self.stands = false;
                outcome
            }
        }
    }

    /// Looks at the world outside, and waits there while guest time has run ahead of a wall clock that it must not run ahead of.
    ///
    /// # Errors
    /// [`Stop::Quit`].
    pub fn keep_pace(&mut self) -> Result<(), Stop> {
        self.poll_host(Duration::ZERO)?;
        while self.pace.is_real() {
            let ahead = self.pace.ahead(&self.clock);
            if ahead.is_zero() {
                break;
            }
            self.poll_host(ahead)?;
        }
        Ok(())
    }

    /// Sleeps until `until` (in guest cycles) at the pace of the wall clock, or until something comes from outside.
    fn follow_wall_clock(&mut self, until: u64) -> Result<(), Stop> {
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
    /// [`Stop::Quit`] when the simulator is being dropped; the bomb that was asked for.
    pub fn poll_host(&mut self, wait: Duration) -> Result<(), Stop> {
        self.own_since_poll = 0;
        let is_wanted = self
            .postponed
            .iter()
            .any(|command| self.is_moment(command.moment));
        if self.network.wait(if is_wanted { Duration::ZERO } else { wait }) {
            self.tcp.look_again();
        }
        for command in std::mem::take(&mut self.postponed) {
            self.obey(command);
        }
        loop {
            match self.commands.try_recv() {
                Ok(command) => self.obey(command),
                Err(_) if self.is_off => return Err(Stop::Quit),
                Err(TryRecvError::Empty) => return self.end_if_wanted(),
                Err(TryRecvError::Disconnected) => return Err(Stop::Quit),
            }
        }
    }
    /// Does what another thread wants, or puts it off until its moment.
    fn obey(&mut self, command: Command) {
        if self.is_moment(command.moment) {
            (command.work)(self);
        } else {
            self.postponed.push_back(command);
        }
    }

    fn is_moment(&self, moment: Moment) -> bool {
        // A machine that a bomb has stopped stands, and runs nothing.
        let has_arrived = self.stands && self.pace.has_arrived(&self.clock);
        let stands = !self.pace.is_stepped() || has_arrived || self.bomb.is_some();
        match moment {
            Moment::Any => true,
            Moment::Standing => stands,
        }
    }
}

//! Time Manager: tasks that are called at interrupt time after a delay.
//!
//! The original, the revised (System 6.0.3) and the extended (System 7) form differ in what is done with a time that
//! is left over: InsTime inserts a task of the first two, InsXTime one of the extended form, whose `tmWakeUp` keeps the
//! time of its last expiry so that a task primed again from inside itself does not drift. Inside Macintosh:
//! Processes, chapter 3.

use crate::bomb::{Stop, broken_rule};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::trap::{Entry, Trap, os};
use std::time::Duration;

pub(crate) const TRAPS: &[Entry] = &[
    os(0xA058, "InsTime", Cost::Small, ins_time),
    os(0xA059, "RmvTime", Cost::Small, rmv_time),
    os(0xA05A, "PrimeTime", Cost::Small, prime_time),
];

/// Offsets in a TMTask.
const QTYPE: u32 = 4;
const TM_ADDR: u32 = 6;
const TM_COUNT: u32 = 10;
const TM_WAKE_UP: u32 = 14;

/// The bit of qType that says the task is primed.
const ACTIVE: u16 = 0x8000;

/// An installed task.
#[derive(Debug, Clone, Copy)]
struct Task {
    /// Address of its TMTask.
    record: u32,
    extended: bool,
    /// When it expires, in guest cycles, while it is primed.
    due: Option<u64>,
    /// When it expired last, for an extended task.
    last_due: Option<u64>,
}

/// The queue of tasks.
#[derive(Default)]
pub(crate) struct TimeManager {
    tasks: Vec<Task>,
}

impl TimeManager {
    /// When the next task expires, in guest cycles.
    pub fn next_due(&self) -> Option<u64> {
        self.tasks.iter().filter_map(|task| task.due).min()
    }

    /// The records of all installed tasks.
    pub fn records(&self) -> impl Iterator<Item = u32> + '_ {
        self.tasks.iter().map(|task| task.record)
    }

    fn task(&mut self, record: u32) -> Option<&mut Task> {
        self.tasks.iter_mut().find(|task| task.record == record)
    }
}

/// InsTime, and InsXTime with bit 10.
fn ins_time(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let record = machine.pointer_in(0)?;
    if machine.timers.task(record).is_some() {
        return Err(broken_rule(
            "InsTime",
            "this task is already in the queue, which would be linked into a circle",
        ));
    }
    let qtype = machine.memory.word(record + QTYPE)?;
    machine.memory.set_word(record + QTYPE, qtype & !ACTIVE)?;
    machine.timers.tasks.push(Task {
        record,
        extended: trap.bit_10(),
        due: None,
        last_due: None,
    });
    machine.cpu.set_d(0, 0);
    Ok(())
}

/// PrimeTime: D0 is a delay in milliseconds, or in microseconds when it is negative.
fn prime_time(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let record = machine.pointer_in(0)?;
    let count = machine.cpu.d(0) as i32;
    let delay = match u64::try_from(count) {
        Ok(milliseconds) => Duration::from_millis(milliseconds),
        Err(_) => Duration::from_micros(u64::from(count.unsigned_abs())),
    };
    let now = machine.clock.now();
    let cycles = machine.clock.cycles_of(delay);
    let wake_up = machine.memory.long(record + TM_WAKE_UP)?;
    let Some(task) = machine.timers.task(record) else {
        return Err(broken_rule("PrimeTime", "this task is not in the queue"));
    };
    // With tmWakeUp 0 an extended task counts from now, else from its last expiry.
    let base = match task.last_due {
        Some(last) if task.extended && wake_up != 0 => last,
        _ => now,
    };
    task.due = Some((base + cycles).max(now));
    let qtype = machine.memory.word(record + QTYPE)?;
    machine.memory.set_word(record + QTYPE, qtype | ACTIVE)?;
    machine.cpu.set_d(0, 0);
    Ok(())
}

/// RmvTime: what was left of the delay comes back in tmCount, in negated microseconds where that fits, else in
/// milliseconds; 0 for a task that had expired.
fn rmv_time(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let record = machine.pointer_in(0)?;
    let Some(index) = machine.timers.tasks.iter().position(|task| task.record == record) else {
        return Err(broken_rule("RmvTime", "this task is not in the queue"));
    };
    let task = machine.timers.tasks.remove(index);
    let left = task.due.map_or(0, |due| due.saturating_sub(machine.clock.now()));
    let left = machine.clock.span_of(left);
    let count = match i32::try_from(left.as_micros()) {
        Ok(microseconds) => -microseconds,
        Err(_) => i32::try_from(left.as_millis()).unwrap_or(i32::MAX),
    };
    machine.memory.set_long(record + TM_COUNT, count as u32)?;
    let qtype = machine.memory.word(record + QTYPE)?;
    machine.memory.set_word(record + QTYPE, qtype & !ACTIVE)?;
    machine.cpu.set_d(0, 0);
    Ok(())
}

/// Calls the task that expired first, if one did: A0 is the address of its routine and A1 that of its record.
///
/// # Errors
/// Whatever stops the routine.
pub(crate) fn run_expired(machine: &mut Machine) -> Result<bool, Stop> {
    let now = machine.clock.now();
    let expired = machine
        .timers
        .tasks
        .iter_mut()
        .filter(|task| task.due.is_some_and(|due| due <= now));
    let Some(task) = expired.min_by_key(|task| task.due) else {
        return Ok(false);
    };
    task.last_due = task.due.take();
    let (record, extended) = (task.record, task.extended);
    machine.charge(Cost::TimerInterrupt, 1);
    let qtype = machine.memory.word(record + QTYPE)?;
    machine.memory.set_word(record + QTYPE, qtype & !ACTIVE)?;
    if extended {
        // Any value but 0: the Time Manager's own notion of the moment.
        machine.memory.set_long(record + TM_WAKE_UP, (now as u32) | 1)?;
    }
    let routine = machine.memory.long(record + TM_ADDR)?;
    if routine != 0 {
        machine.call_at_interrupt(routine, |machine| {
            machine.cpu.set_a(0, routine);
            machine.cpu.set_a(1, record);
            Ok(())
        })?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;
    use crate::testing::Bench;

    const INS_TIME: u16 = 0xA058;
    const INS_X_TIME: u16 = 0xA458;
    const PRIME_TIME: u16 = 0xA05A;
    const RMV_TIME: u16 = 0xA059;

    fn milliseconds(bench: &Bench, count: u64) -> u64 {
        bench.machine.clock.cycles_of(Duration::from_millis(count))
    }

    fn task(bench: &mut Bench, install: u16) -> (u32, u32) {
        let counter = bench.room(4);
        let routine = bench.counting_routine(counter);
        let record = bench.room(22);
        bench.put_long(record + TM_ADDR, routine);
        bench.os(install, record, 0);
        (record, counter)
    }

    #[test]
    fn a_task_runs_once_when_its_time_has_come() {
        let mut bench = Bench::new(Profile::Plus);
        let (record, counter) = task(&mut bench, INS_TIME);
        bench.os(PRIME_TIME, record, 10);
        assert_eq!(bench.word(record + QTYPE) & ACTIVE, ACTIVE);
        let nine = milliseconds(&bench, 9);
        bench.pass(nine);
        assert_eq!(bench.long(counter), 0);
        bench.pass(nine);
        assert_eq!((bench.long(counter), bench.word(record + QTYPE) & ACTIVE), (1, 0));
        bench.pass(10 * nine);
        assert_eq!(bench.long(counter), 1);
        let stats = bench.machine.meter.stats();
        assert_eq!(stats.interrupt_calls, 1);
        // ADDQ.L to an absolute long address takes 28 cycles, RTS 16 (MC68000 User's Manual, section 8).
        assert_eq!(stats.worst_own_in_interrupt, 44);
    }

    #[test]
    fn an_extended_task_primed_from_its_own_expiry_does_not_drift() {
        let mut bench = Bench::new(Profile::Iici);
        let (record, _) = task(&mut bench, INS_X_TIME);
        bench.os(PRIME_TIME, record, 10);
        let due = bench.machine.timers.next_due().expect("a primed task");
        let late = milliseconds(&bench, 13);
        bench.pass(late);
        bench.os(PRIME_TIME, record, 10);
        assert_eq!(
            bench.machine.timers.next_due(),
            Some(due + milliseconds(&bench, 10))
        );
    }

    #[test]
    fn what_is_left_comes_back_in_microseconds() {
        let mut bench = Bench::new(Profile::Iici);
        let (record, _) = task(&mut bench, INS_TIME);
        bench.os(PRIME_TIME, record, (-8000_i32) as u32);
        let three = milliseconds(&bench, 3);
        bench.pass(three);
        bench.os(RMV_TIME, record, 0);
        let left = -(bench.long(record + TM_COUNT) as i32);
        assert!((4900..=5000).contains(&left), "{left}");
        assert_eq!(bench.machine.timers.records().count(), 0);
    }

    #[test]
    fn installing_twice_is_a_bomb() {
        let mut bench = Bench::new(Profile::Iici);
        let (record, _) = task(&mut bench, INS_TIME);
        assert!(bench.try_os(INS_TIME, record, 0).is_err());
    }
}

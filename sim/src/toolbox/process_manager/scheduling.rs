//! Who runs when.
//!
//! A program runs until it asks for an event. Where it does so in its own main loop it is put aside, and the scheduler
//! ([`run_until_ended`]) gives the others their turns until there is something for it. Where it does so further down, in a routine
//! that the Toolbox has called, the others have their turns from inside of that call ([`give_time`]); a program that is in such a
//! call goes on only when those that got the processor from it have asked for an event again.

use super::context::Context;
use super::fronts;
use super::table::{CAN_BACKGROUND, Psn, State, Wait};
use super::{ending, table::Member};
use crate::bomb::{Stop, broken_rule};
use crate::costs::Cost;
use crate::front;
use crate::machine::{Machine, Woken};
use crate::toolbox::apple_event_manager;
use crate::toolbox::event_manager;
use crate::trap::Trap;
use std::time::Duration;

/// A turn of a program that took fewer cycles than this has only looked whether there is something to do.
const POLLING_TURN: u64 = 12_000;

/// highLevelEventMask and osMask.
const HIGH_LEVEL_EVENTS: u16 = 0x0400;
const OS_EVENTS: u16 = 0x8000;

/// WaitNextEvent(eventMask, VAR theEvent, sleep, mouseRgn).
pub(super) fn wait_next_event(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let _mouse_region = machine.pop_long()?;
    let sleep = machine.pop_long()?;
    ask_for_event(machine, "WaitNextEvent", sleep, true)
}

/// GetNextEvent(eventMask, VAR theEvent): the other processes have their turns in it, too.
pub(super) fn get_next_event(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    ask_for_event(machine, "GetNextEvent", 0, true)
}

/// EventAvail(eventMask, VAR theEvent): as GetNextEvent, but the event stays in its queue.
pub(super) fn event_avail(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    ask_for_event(machine, "EventAvail", 0, false)
}

/// Pops mask and record.
fn ask_for_event(machine: &mut Machine, trap: &'static str, sleep: u32, takes: bool) -> Result<(), Stop> {
    let record = machine.pop_pointer()?;
    let mask = machine.pop_word()?;
    if machine.at_interrupt_time() {
        return Err(broken_rule(trap, "it must not be called at interrupt time"));
    }
    machine.announce_listening();
    // A process that does not want to sleep, does nothing but look and has nothing to read is given the processor once a
    // tick: nothing can have changed before, unless the network says so, which wakes it at once.
    let spent = machine.clock.now().saturating_sub(machine.processes.slice_began);
    let polling = spent < POLLING_TURN && !machine.tcp.has_unread();
    let sleep = if sleep == 0 && polling { 1 } else { sleep };
    let wait = Wait {
        record,
        takes,
        mask,
        wakes_at: machine.clock.now() + machine.clock.cycles_of_ticks(u64::from(sleep)),
    };
    if machine.is_in_main_loop() {
        machine.processes.waiting = Some(wait);
        return Err(Stop::Yield);
    }
    let caller = machine.processes.current;
    give_time(machine, wait.wakes_at, |machine| {
        caller.is_some_and(|psn| has_event(machine, psn, mask).unwrap_or(true))
    })?;
    deliver(machine, caller, wait)
}

/// Whether an event of those that `mask` lets through waits for a process.
fn has_event(machine: &Machine, psn: Psn, mask: u16) -> Result<bool, Stop> {
    let notices = machine
        .processes
        .program(psn)
        .map_or(0, |program| program.notices.len());
    if notices > 0 && mask & OS_EVENTS != 0 {
        return Ok(true);
    }
    if mask & HIGH_LEVEL_EVENTS != 0 && apple_event_manager::has_event(machine, psn) {
        return Ok(true);
    }
    let is_front = machine.processes.front() == Some(psn);
    Ok(is_front && event_manager::is_waiting_for(machine, mask)?)
}

/// Stores the event that a program gets, and whether it is one.
fn deliver(machine: &mut Machine, psn: Option<Psn>, wait: Wait) -> Result<(), Stop> {
    let is_event = match psn {
        Some(psn) => store_event(machine, psn, wait)?,
        None => false,
    };
    if !is_event {
        event_manager::null_event(machine, wait.record)?;
    }
    machine.return_boolean(is_event)?;
    Ok(())
}

/// In the order of their priority: suspend and resume, what the user does, Apple events.
fn store_event(machine: &mut Machine, psn: Psn, wait: Wait) -> Result<bool, Stop> {
    if wait.mask & OS_EVENTS != 0
        && let Some(message) = fronts::next_notice(machine, psn, wait.takes)
    {
        event_manager::os_event(machine, wait.record, message)?;
        return Ok(true);
    }
    let is_front = machine.processes.front() == Some(psn);
    if is_front && event_manager::store_queued(machine, wait.record, wait.mask, wait.takes)? {
        return Ok(true);
    }
    let wants = wait.mask & HIGH_LEVEL_EVENTS != 0;
    let event = wants.then(|| apple_event_manager::next_event(machine, psn, wait.takes));
    if let Some(event) = event.flatten() {
        event_manager::high_level_event(machine, wait.record, event)?;
        return Ok(true);
    }
    Ok(false)
}

/// Lets the other processes run until the current one is to go on: at `deadline`, when it `is_wanted`, or as soon as the
/// network has something. Waiting for the network is not stretched to the wall clock: the rest of the sleep is skipped.
///
/// # Errors
/// Whatever stops a routine of the guest.
pub(crate) fn give_time(
    machine: &mut Machine,
    deadline: u64,
    is_wanted: impl Fn(&Machine) -> bool,
) -> Result<(), Stop> {
    yielded(machine);
    machine.poll_host(Duration::ZERO)?;
    loop {
        round(machine)?;
        if is_wanted(machine) {
            break;
        }
        let until = deadline.min(next_turn(machine)?);
        let woken = machine.idle_until(until)?;
        if woken == Woken::Network {
            wake_readers(machine);
            break;
        }
        if machine.clock.now() >= deadline {
            break;
        }
    }
    resumed(machine);
    Ok(())
}

/// Gives everybody their turns until this process has ended.
///
/// # Errors
/// A bomb, and [`Stop::Quit`].
pub(crate) fn run_until_ended(machine: &mut Machine, psn: Psn) -> Result<(), Stop> {
    while machine.processes.exists(psn) {
        machine.poll_host(Duration::ZERO)?;
        round(machine)?;
        let until = next_turn(machine)?;
        if machine.idle_until(until)? == Woken::Network {
            wake_readers(machine);
        }
    }
    Ok(())
}

/// Gives everybody their turns and lets a tick pass.
///
/// # Errors
/// A bomb, and [`Stop::Quit`].
pub(crate) fn live_a_tick(machine: &mut Machine) -> Result<(), Stop> {
    let tick = machine.clock.now() + machine.clock.cycles_of_ticks(1);
    round(machine)?;
    if machine.idle_until(tick)? == Woken::Network {
        wake_readers(machine);
    }
    Ok(())
}

/// The current program gives the processor away.
fn yielded(machine: &mut Machine) {
    let now = machine.clock.now();
    let spent = now.saturating_sub(machine.processes.slice_began);
    let current = machine.processes.current;
    if let Some(member) = current.and_then(|psn| machine.processes.member_mut(psn)) {
        member.active += spent;
    }
    if current == machine.processes.measured {
        machine.meter.yielded();
    }
    machine.charge(Cost::ProcessSwitch, 1);
}

/// The current program has the processor again.
fn resumed(machine: &mut Machine) {
    machine.processes.slice_began = machine.clock.now();
    if machine.processes.current == machine.processes.measured {
        machine.meter.start_turn();
    }
}

/// One turn for everybody who is due.
fn round(machine: &mut Machine) -> Result<(), Stop> {
    fronts::settle(machine)?;
    front::run(machine)?;
    fronts::settle(machine)?;
    let psns: Vec<Psn> = machine
        .processes
        .members
        .iter()
        .map(|member| member.psn)
        .collect();
    for psn in psns {
        if is_due(machine, psn)? {
            resume(machine, psn)?;
        }
    }
    Ok(())
}

/// Whether a process gets null events: in the background only one that asks for them does.
fn gets_null_events(machine: &Machine, member: &Member) -> bool {
    machine.processes.front() == Some(member.psn) || member.has(CAN_BACKGROUND)
}

fn is_due(machine: &Machine, psn: Psn) -> Result<bool, Stop> {
    let Some(member) = machine.processes.member(psn) else {
        return Ok(false);
    };
    match member.program.as_ref().map(|program| &program.state) {
        None | Some(State::Running) => Ok(false),
        Some(State::Ready(_)) => Ok(true),
        Some(State::Waiting(_, wait)) => {
            let sleeps = machine.clock.now() < wait.wakes_at || !gets_null_events(machine, member);
            Ok(!sleeps || has_event(machine, psn, wait.mask)?)
        }
    }
}

/// When somebody is to have a turn next, in guest cycles.
fn next_turn(machine: &Machine) -> Result<u64, Stop> {
    let mut next = front::next_turn(machine)?;
    for member in &machine.processes.members {
        let turn = match member.program.as_ref().map(|program| &program.state) {
            None | Some(State::Running) => continue,
            Some(State::Ready(_)) => 0,
            Some(State::Waiting(_, wait)) => {
                if is_due(machine, member.psn)? {
                    0
                } else if machine.processes.front() == Some(member.psn) {
                    // A new event is noticed at the next tick.
                    wait.wakes_at.min(machine.clock.next_tick())
                } else if gets_null_events(machine, member) {
                    wait.wakes_at
                } else {
                    continue;
                }
            }
        };
        next = next.min(turn);
    }
    Ok(next)
}

/// Ends the sleep of the programs that have streams: the network has something for one of them.
fn wake_readers(machine: &mut Machine) {
    let pointers: Vec<u32> = machine.tcp.pointers().map(|(_, at)| at).collect();
    for member in &mut machine.processes.members {
        let reads = pointers.iter().any(|at| member.partition.contains(at));
        if let Some(State::Waiting(_, wait)) = member.program.as_mut().map(|program| &mut program.state)
            && reads
        {
            wait.wakes_at = 0;
        }
    }
}

/// WakeUpProcess.
pub(super) fn wake(machine: &mut Machine, psn: Psn) {
    match machine
        .processes
        .program_mut(psn)
        .map(|program| &mut program.state)
    {
        Some(State::Waiting(_, wait)) => wait.wakes_at = 0,
        Some(_) => {}
        None => machine.front.wake(psn),
    }
}

/// Gives a program the processor until it asks for an event again, or ends.
fn resume(machine: &mut Machine, psn: Psn) -> Result<(), Stop> {
    let Some(program) = machine.processes.program_mut(psn) else {
        return Ok(());
    };
    let (context, wait) = match std::mem::replace(&mut program.state, State::Running) {
        State::Running => return Ok(()),
        State::Ready(context) => (context, None),
        State::Waiting(context, wait) => (context, Some(wait)),
    };
    let outer = Context::save(machine)?;
    context.load(machine)?;
    let is_measured = machine.processes.measured == Some(psn);
    let outer_measured = machine.meter.measure(is_measured);
    resumed(machine);
    if let Some(wait) = wait {
        deliver(machine, Some(psn), wait)?;
    }
    let outcome = machine.run_slice();
    yielded(machine);
    match outcome {
        Err(Stop::Yield) => put_aside(machine, psn)?,
        Ok(()) | Err(Stop::Exit) => ending::bury(machine, psn)?,
        Err(stop) => return Err(stop),
    }
    machine.meter.measure(outer_measured);
    outer.load(machine)?;
    Ok(())
}

/// Keeps what a program needs to go on when there is an event for it.
fn put_aside(machine: &mut Machine, psn: Psn) -> Result<(), Stop> {
    let context = Box::new(Context::save(machine)?);
    let wait = machine.processes.waiting.take();
    if let (Some(program), Some(wait)) = (machine.processes.program_mut(psn), wait) {
        program.state = State::Waiting(context, wait);
    }
    Ok(())
}

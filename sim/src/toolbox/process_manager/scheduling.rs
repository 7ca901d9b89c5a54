//! Who runs when: WaitNextEvent of the agent, and the turns of the front process meanwhile.

use crate::bomb::{Stop, broken_rule};
use crate::costs::Cost;
use crate::front;
use crate::machine::{Machine, Woken};
use crate::toolbox::apple_event_manager;
use crate::toolbox::event_manager::{high_level_event, null_event};
use crate::trap::Trap;
use std::time::Duration;

/// A turn of the agent that took fewer cycles than this, own and charged, has only looked whether there is something to do.
const POLLING_TURN: u64 = 12_000;

/// highLevelEventMask.
const HIGH_LEVEL_EVENTS: u16 = 0x0400;

/// WaitNextEvent(eventMask, VAR theEvent, sleep, mouseRgn): the agent runs in the background only, so every event it
/// gets is a null event or an Apple event; the queue is the front process's.
pub(super) fn wait_next_event(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let _mouse_region = machine.pop_long()?;
    let sleep = machine.pop_long()?;
    let record = machine.pop_pointer()?;
    let mask = machine.pop_word()?;
    if machine.at_interrupt_time() {
        return Err(broken_rule(
            "WaitNextEvent",
            "it must not be called at interrupt time",
        ));
    }
    machine.announce_listening();
    let wants_events = mask & HIGH_LEVEL_EVENTS != 0;
    // A process that does not want to sleep, does nothing but look and has nothing to read is given the processor once a
    // tick: nothing can have changed before, unless the network says so, which wakes it at once.
    let polling = machine.meter.since_yield() < POLLING_TURN && !machine.tcp.has_unread();
    let sleep = if sleep == 0 && polling { 1 } else { sleep };
    let deadline = machine.clock.now() + machine.clock.cycles_of_ticks(u64::from(sleep));
    give_time(machine, deadline, |machine| wants_events && has_event(machine))?;
    let current = machine.processes.current().filter(|_| wants_events);
    let event = current.and_then(|psn| apple_event_manager::next_event(machine, psn, true));
    match event {
        Some(event) => high_level_event(machine, record, event)?,
        None => null_event(machine, record)?,
    }
    machine.return_boolean(event.is_some())?;
    Ok(())
}

fn has_event(machine: &Machine) -> bool {
    let current = machine.processes.current();
    current.is_some_and(|psn| apple_event_manager::has_event(machine, psn))
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
    machine.meter.yielded();
    machine.charge(Cost::ProcessSwitch, 1);
    machine.poll_host(Duration::ZERO)?;
    loop {
        front::run(machine)?;
        if is_wanted(machine) {
            break;
        }
        let until = deadline.min(front::next_turn(machine)?);
        let woken = machine.idle_until(until)?;
        if woken == Woken::Network || machine.clock.now() >= deadline {
            break;
        }
    }
    machine.meter.start_turn();
    Ok(())
}

//! Who runs when: WaitNextEvent of the agent, and the turns of the front process meanwhile.

use crate::bomb::{Stop, broken_rule};
use crate::costs::Cost;
use crate::front;
use crate::machine::{Machine, Woken};
use crate::toolbox::event_manager::null_event;
use crate::trap::Trap;
use std::time::Duration;

/// A turn of the agent that took fewer cycles than this, own and charged, has only looked whether there is something to do.
const POLLING_TURN: u64 = 12_000;

/// WaitNextEvent(eventMask, VAR theEvent, sleep, mouseRgn): the agent runs in the background only, so every event it
/// gets is a null event; the queue is the front process's.
pub(super) fn wait_next_event(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let _mouse_region = machine.pop_long()?;
    let sleep = machine.pop_long()?;
    let record = machine.pop_pointer()?;
    let _mask = machine.pop_word()?;
    if machine.at_interrupt_time() {
        return Err(broken_rule(
            "WaitNextEvent",
            "it must not be called at interrupt time",
        ));
    }
    machine.announce_listening();
    let spent = machine.meter.yielded();
    machine.charge(Cost::ProcessSwitch, 1);
    // A process that does not want to sleep, does nothing but look and has nothing to read is given the processor once a
    // tick: nothing can have changed before, unless the network says so, which wakes it at once.
    let polling = spent < POLLING_TURN && !machine.tcp.has_unread();
    let sleep = if sleep == 0 && polling { 1 } else { sleep };
    let deadline = machine.clock.now() + machine.clock.cycles_of_ticks(u64::from(sleep));
    sleep_until(machine, deadline)?;
    null_event(machine, record)?;
    machine.return_boolean(false)?;
    machine.meter.start_turn();
    Ok(())
}

/// Gives the front process its turns until the agent is to run again: at `deadline`, or as soon as the network has
/// something. Waiting for the network is not stretched to the wall clock: the rest of the sleep is skipped.
fn sleep_until(machine: &mut Machine, deadline: u64) -> Result<(), Stop> {
    machine.poll_host(Duration::ZERO)?;
    loop {
        front::run(machine)?;
        let until = deadline.min(front::next_turn(machine)?);
        let woken = machine.idle_until(until)?;
        if woken == Woken::Network || machine.clock.now() >= deadline {
            return Ok(());
        }
    }
}

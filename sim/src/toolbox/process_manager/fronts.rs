//! Who is in front: SetFrontProcess, suspend and resume events (Inside Macintosh: Macintosh Toolbox Essentials, chapter 2,
//! "Responding to Operating System Events").
//!
//! A switch is asked for and takes place later: when the process in front is at an event call, has no modal dialog up, and has got
//! its suspend event. So a process that hangs keeps its place.

use super::table::{Psn, TAKES_SUSPEND_EVENTS};
use crate::bomb::Stop;
use crate::front;
use crate::machine::Machine;
use crate::toolbox::scrap_manager;

/// Messages of operating-system events: suspendResumeMessage in the upper byte, then resumeFlag and convertClipboardFlag.
const SUSPEND: u32 = 0x0100_0000;
const RESUME: u32 = 0x0100_0001;
const CONVERT_CLIPBOARD: u32 = 2;

/// Asks that a process comes to the front.
pub(crate) fn ask(machine: &mut Machine, psn: Psn) {
    machine.processes.next_front = Some(psn);
}

/// Hides the windows of a process, or shows them again. One that is in front is put behind the next that shows; where there is none it
/// stays as it is.
pub(crate) fn hide(machine: &mut Machine, psn: Psn, hidden: bool) {
    if hidden && machine.processes.front() == Some(psn) {
        let Some(next) = next_visible(machine, psn) else {
            return;
        };
        ask(machine, next);
    }
    if let Some(member) = machine.processes.member_mut(psn) {
        member.hidden = hidden;
    }
    front::redraw(machine);
}

/// The frontmost process with windows that show, but for this one.
fn next_visible(machine: &Machine, but: Psn) -> Option<Psn> {
    let processes = &machine.processes;
    processes
        .layers()
        .find(|&psn| psn != but && !processes.is_hidden(psn))
}

/// Switches to the process that is to come to the front, if the one that is there lets go.
pub(super) fn settle(machine: &mut Machine) -> Result<(), Stop> {
    let Some(next) = machine.processes.next_front else {
        return Ok(());
    };
    let front = machine.processes.front();
    if front == Some(next) || !machine.processes.exists(next) {
        machine.processes.next_front = None;
        return Ok(());
    }
    if let Some(front) = front
        && !lets_go(machine, front)
    {
        return Ok(());
    }
    machine.processes.next_front = None;
    switch(machine, next)
}

/// Whether a process that is in front can go now. One that takes suspend events gets its own first.
fn lets_go(machine: &mut Machine, psn: Psn) -> bool {
    let takes_events = machine
        .processes
        .member(psn)
        .is_some_and(|member| member.has(TAKES_SUSPEND_EVENTS));
    let is_leaving = machine.processes.is_leaving;
    let Some(program) = machine.processes.program_mut(psn) else {
        return front::lets_go(machine, psn);
    };
    if !takes_events {
        return true;
    }
    if is_leaving {
        return program.notices.is_empty();
    }
    program.notices.push_back(SUSPEND);
    machine.processes.is_leaving = true;
    false
}

/// Puts a process in front, with the scrap that the one before leaves.
pub(super) fn switch(machine: &mut Machine, next: Psn) -> Result<(), Stop> {
    let left = machine.processes.front();
    if let Some(left) = left {
        front::publish_scrap(machine, left);
        scrap_manager::leave(machine, left)?;
    }
    machine.processes.is_leaving = false;
    machine.processes.layers.retain(|&psn| psn != next);
    machine.processes.layers.insert(0, next);
    let is_new = scrap_manager::enter(machine, next)?;
    if is_new {
        front::take_scrap(machine, next);
    }
    let Some(member) = machine.processes.member_mut(next) else {
        return Ok(());
    };
    member.hidden = false;
    let convert = if is_new { CONVERT_CLIPBOARD } else { 0 };
    let takes_events = member.has(TAKES_SUSPEND_EVENTS);
    if let Some(program) = member.program.as_mut().filter(|_| takes_events) {
        program.notices.push_back(RESUME | convert);
    }
    front::switched(machine, left, next);
    Ok(())
}

/// The next suspend or resume event of a program.
pub(super) fn next_notice(machine: &mut Machine, psn: Psn, takes: bool) -> Option<u32> {
    let notices = &mut machine.processes.program_mut(psn)?.notices;
    if takes {
        notices.pop_front()
    } else {
        notices.front().copied()
    }
}

/// A process is gone: the one that was in front before it comes forward.
///
/// # Errors
/// When the globals of the one that comes are damaged.
pub(super) fn left(machine: &mut Machine, psn: Psn) -> Result<(), Stop> {
    let was_front = machine.processes.front() == Some(psn);
    machine.processes.layers.retain(|&layer| layer != psn);
    if machine.processes.next_front == Some(psn) {
        machine.processes.next_front = None;
    }
    if !was_front {
        return Ok(());
    }
    machine.processes.is_leaving = false;
    let Some(next) = next_visible(machine, psn).or(machine.processes.front()) else {
        return Ok(());
    };
    // Nobody is in front until the next one is: it does not leave anything to itself.
    machine.processes.layers.retain(|&layer| layer != next);
    let others = std::mem::take(&mut machine.processes.layers);
    let switched = switch(machine, next);
    machine.processes.layers.extend(others);
    switched
}

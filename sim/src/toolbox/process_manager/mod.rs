//! Process Manager: the processes, their partitions, their turns and their end.
//!
//! Scheduling is cooperative. A program runs until it asks for an event; then the others get their turns. While the process in front
//! is in a tracking loop nobody else runs, interrupt-time code excepted. Programs are executed by the processor;
//! applications of the desktop, the Finder among them, are written in Rust and have their turns in
//! [`front`](crate::front). Inside Macintosh: Processes, chapters 1 and 2; Macintosh Toolbox Essentials, chapter 2, for
//! WaitNextEvent.

mod context;
mod ending;
mod fronts;
mod information;
mod launch_application;
mod launching;
mod opening;
mod scheduling;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use context::in_context_of;
#[cfg(test)]
pub(crate) use ending::bury;
pub(crate) use ending::end_desktop;
pub(crate) use fronts::{ask as bring_forward, hide};
#[cfg(test)]
pub(crate) use launching::launch;
pub(crate) use launching::{run_application, start};
pub(crate) use opening::open;
pub(crate) use scheduling::{give_time, live_a_tick};
pub(crate) use table::{CURRENT_PROCESS, Description, FINDER, ProcessManager, Psn};

use crate::costs::Cost;
use crate::trap::{Entry, tool, tool_keeping_registers};

pub(crate) const TRAPS: &[Entry] = &[
    tool(0xA860, "WaitNextEvent", Cost::Event, scheduling::wait_next_event),
    tool(0xA970, "GetNextEvent", Cost::Event, scheduling::get_next_event),
    tool(0xA971, "EventAvail", Cost::Event, scheduling::event_avail),
    tool(0xA88F, "OSDispatch", Cost::Small, information::os_dispatch),
    tool_keeping_registers(
        0xA9F2,
        "LaunchApplication",
        Cost::Small,
        launch_application::launch_application,
    ),
];

//! The life of a machine on its thread: starting up, the agent, and what remains without it.

use crate::bomb::{Bomb, Cause, Stop};
use crate::boot::boot;
use crate::config::Config;
use crate::error::SimError;
use crate::front;
use crate::machine::{Command, Machine};
use crate::network::Network;
use crate::toolbox::process_manager;
use crate::volume::Volume;
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

/// What became of the start.
pub(crate) type Started = Result<(), SimError>;

/// The life of a machine, on its thread.
pub(crate) fn live(
    config: &Config,
    network: Network,
    commands: Receiver<Command>,
    disk: Option<Volume>,
    started: Sender<Started>,
) {
    let mut booted = match guarded(|| Ok(boot(config, network, commands, disk))) {
        Ok(Ok(booted)) => booted,
        Ok(Err(error)) => return tell(&started, Err(error)),
        Err(stop) => return tell(&started, Err(SimError::start(stop.into()))),
    };
    let machine = &mut booted.machine;
    let listening = started.clone();
    machine.when_listening(Box::new(move || tell(&listening, Ok(()))));
    let end = guarded(|| run_agent(machine, booted.agent));
    let Some(outcome) = settle(machine, end) else {
        return;
    };
    tell(&started, outcome);
    drop(started);
    outlive(machine);
}

/// Lives a part of a machine's life. A panic in it is a defect of the simulator, and stops the machine as a bomb that
/// says so.
fn guarded<T>(part: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
    // What a panic leaves half done is only looked at afterwards, never run again.
    panic::catch_unwind(AssertUnwindSafe(part)).unwrap_or_else(|panic| {
        let message = message_of(panic.as_ref());
        Err(Cause::Simulator { message }.into())
    })
}

pub(crate) fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without words").to_owned()
}

/// From the first turn of the desktop to the end of the agent.
fn run_agent(machine: &mut Machine, agent: u32) -> Result<(), Stop> {
    front::run(machine)?;
    process_manager::run_application(machine, agent)
}

fn tell(started: &Sender<Started>, outcome: Started) {
    // The starter may have lost patience.
    let _ = started.send(outcome);
}

/// What the end of the agent means; `None` when the simulator is to end.
fn settle(machine: &mut Machine, end: Result<(), Stop>) -> Option<Started> {
    match end {
        Err(Stop::Quit) => None,
        Err(Stop::Bomb(cause)) => Some(Err(SimError::Bomb(bombed(machine, cause)))),
        Ok(()) | Err(Stop::Exit | Stop::Yield) => Some(Err(SimError::AgentEnded)),
    }
}

fn bombed(machine: &mut Machine, cause: Cause) -> Bomb {
    let bomb = machine.bomb_of(cause);
    tracing::error!(%bomb, "the simulated Macintosh has bombed");
    // A defect in showing it is not worth more than a line in the log.
    let shown = guarded(|| {
        front::show_end(machine, &bomb.cause);
        Ok(())
    });
    if let Err(stop) = shown {
        tracing::error!(?stop, "the end of the machine cannot be shown");
    }
    machine.bomb = Some(bomb.clone());
    bomb
}

/// What the machine does without its agent: after a bomb nothing, else the desktop goes on.
fn outlive(machine: &mut Machine) {
    const MOMENT: Duration = Duration::from_secs(1);
    loop {
        let end = guarded(|| {
            if machine.bomb.is_some() {
                return machine.poll_host(MOMENT);
            }
            process_manager::live_a_tick(machine)
        });
        match end {
            Ok(()) => {}
            Err(Stop::Bomb(cause)) => {
                bombed(machine, cause);
            }
            Err(Stop::Exit | Stop::Yield | Stop::Quit) => return,
        }
    }
}

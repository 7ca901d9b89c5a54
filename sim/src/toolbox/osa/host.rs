//! The machine as a running script sees it: steps cost time, the active function is called, events are sent.

use super::sending;
use crate::applescript::{Event, Host, ScriptError, Trouble, Value};
use crate::bomb::{Settle, Stop};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::toolbox::memory_manager::ZoneId;
use std::time::Duration;

/// The least room that a value may take, however full the heap is: an error must remain sayable.
const LEAST_ROOM: usize = 1 << 10;

pub(super) struct GuestHost<'a> {
    machine: &'a mut Machine,
    instance: u32,
    /// Mode flags of OSAExecute.
    mode: u32,
    /// When the active function is to be called next, in guest cycles.
    next_call: u64,
    room: usize,
    /// What stopped the machine, or the process, meanwhile.
    stop: Option<Stop>,
}

impl GuestHost<'_> {
    pub fn new(machine: &mut Machine, instance: u32, mode: u32) -> GuestHost<'_> {
        let mut host = GuestHost {
            machine,
            instance,
            mode,
            next_call: 0,
            room: 0,
            stop: None,
        };
        host.measure_room();
        host
    }

    pub fn into_stop(self) -> Option<Stop> {
        self.stop
    }

    /// What a value may take: the largest block that the heap could give.
    fn measure_room(&mut self) {
        let largest = self.machine.largest_block(ZoneId::Application);
        self.room = largest.map_or(0, |largest| largest as usize).max(LEAST_ROOM);
    }

    fn stopped(&mut self, stop: Stop) -> Trouble {
        self.stop = Some(stop);
        Trouble::Stopped
    }

    /// Lets the world go on and calls the active function, where there is one.
    fn call_active(&mut self) -> Result<i16, Stop> {
        let machine = &mut *self.machine;
        machine.poll_host(Duration::ZERO)?;
        machine.interrupts()?;
        let active = machine.osa.instance(self.instance).map(|open| open.active);
        match active {
            Ok(active) if active.routine != 0 => {
                let result = machine.call_pascal(active.routine, &[active.reference])?;
                Ok(result as i16)
            }
            _ => Ok(0),
        }
    }
}

impl Host for GuestHost<'_> {
    fn step(&mut self, bytes: usize) -> Result<(), Trouble> {
        self.machine.charge(Cost::ScriptStep, 1);
        self.machine.charge(Cost::MoveByte, bytes as u32);
        if self.machine.clock.now() < self.next_call {
            return Ok(());
        }
        let called = self.call_active();
        // Once it wants the script to end it is asked before every step: a script that catches the error gets it again.
        let pause = if called == Ok(0) {
            self.machine.clock.cycles_of_ticks(1)
        } else {
            0
        };
        self.next_call = self.machine.clock.now() + pause;
        self.measure_room();
        match called {
            Ok(0) => Ok(()),
            Ok(number) => {
                let message = match i32::from(number) {
                    ScriptError::USER_CANCELED => "User canceled.".to_owned(),
                    number => format!("An error of type {number} has occurred."),
                };
                Err(ScriptError::new(number.into(), message).into())
            }
            Err(stop) => Err(self.stopped(stop)),
        }
    }

    fn room(&self) -> usize {
        self.room
    }

    fn send(&mut self, event: &Event) -> Result<Value, Trouble> {
        let sent = sending::send(self.machine, self.instance, self.mode, event);
        match sent.settle() {
            Ok(Ok(Ok(value))) => Ok(value),
            Ok(Ok(Err(error))) => Err(error.into()),
            Ok(Err(error)) => Err(ScriptError::new(error.0.into(), "").into()),
            Err(stop) => Err(self.stopped(stop)),
        }
    }
}

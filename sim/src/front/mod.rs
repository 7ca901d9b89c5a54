//! The applications of the desktop: each a [`Process`], which gets its turns here and reaches the machine through
//! [`Mac`](crate::desktop::Mac).

mod filing;
mod mac;
mod trouble;

pub(crate) use trouble::{
    put_up_alert, redraw_slowly, save_screen, save_screen_no_more, show_end, take_alerts_down,
};

use crate::bomb::Stop;
use crate::costs::Cost;
use crate::desktop::{
    self, Compositor, Event, Layer, MENU_BAR_HEIGHT, ModalAlert, Process, Scene, Station, Turn,
};
use crate::machine::Machine;
use crate::toolbox::process_manager::{self, FINDER, Psn};
use crate::toolbox::{apple_event_manager, event_manager, quickdraw};
use mac::FrontMac;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use trouble::Trouble;

/// How many events are remembered.
const MOST_TAKEN: usize = 4096;

/// The applications of the desktop, and when each wants its next turn.
#[derive(Default)]
pub(crate) struct Front {
    seats: BTreeMap<Psn, Seat>,
    /// For how many ticks the process in front is to keep the processor.
    hangs: u32,
    /// Applications that leave Apple events unanswered.
    silent: BTreeSet<[u8; 4]>,
    compositor: Compositor,
    /// Whether what is on the screen is out of date, whatever the applications say.
    outdated: bool,
    /// The last events that the processes in front have taken.
    taken: VecDeque<Event>,
    /// What goes wrong on request with what shows.
    trouble: Trouble,
    /// What stopped the machine inside of a turn.
    stop: Option<Stop>,
    /// What an application is built for that is launched.
    pub setting: Option<Setting>,
}

/// The machine and its screen, as an application of the desktop is built for them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    pub station: Station,
    pub screen: desktop::Screen,
}

/// An application of the desktop.
struct Seat {
    process: Box<dyn Process>,
    /// What it has put up on request, which keeps the events from it.
    alert: Option<ModalAlert>,
    /// In guest cycles.
    wakes_at: u64,
}

impl Front {
    /// A desktop with this application in the place of the Finder.
    pub fn new(process: Box<dyn Process>) -> Front {
        let mut front = Front::default();
        front.add(FINDER, process);
        front
    }

    /// Adds an application that was launched.
    pub fn add(&mut self, psn: Psn, process: Box<dyn Process>) {
        let seat = Seat {
            process,
            alert: None,
            wakes_at: 0,
        };
        self.seats.insert(psn, seat);
    }

    /// Remembers an event that the process in front has taken, as one of the last.
    fn note(&mut self, event: Event) {
        if self.taken.len() == MOST_TAKEN {
            self.taken.pop_front();
        }
        self.taken.push_back(event);
    }

    /// The last events that processes in front have taken, the oldest first.
    pub fn taken(&self) -> Vec<Event> {
        self.taken.iter().copied().collect()
    }

    /// Has the process in front keep the processor for so long when its turn comes.
    pub fn hang(&mut self, ticks: u32) {
        self.hangs = ticks;
    }

    /// Gives an application a turn at the next occasion.
    pub fn wake(&mut self, psn: Psn) {
        if let Some(seat) = self.seats.get_mut(&psn) {
            seat.wakes_at = 0;
        }
    }

    /// Has the application with this signature leave Apple events unanswered.
    pub fn silence(&mut self, signature: [u8; 4]) {
        self.silent.insert(signature);
    }

    /// Has all applications answer Apple events again.
    pub fn silence_nobody(&mut self) {
        self.silent.clear();
    }

    /// What is on the screen.
    pub fn scene(&self) -> Scene {
        self.compositor.scene().clone()
    }
}

/// When an application of the desktop is to have a turn next, in guest cycles.
///
/// # Errors
/// When the event queue is damaged.
pub(crate) fn next_turn(machine: &Machine) -> Result<u64, Stop> {
    let seats = machine.front.seats.values();
    // A new event is noticed at the next tick: that is when the interrupt code of the guest may have posted one.
    let next = seats
        .map(|seat| seat.wakes_at.min(machine.clock.next_tick()))
        .min();
    Ok(next.unwrap_or(u64::MAX))
}

/// Gives the applications of the desktop their turns, the one in front first: each that is due, or for which an event waits,
/// until it yields. While one is in a tracking loop only interrupt-time code runs beside it.
///
/// # Errors
/// Whatever stops a routine at interrupt time.
pub(crate) fn run(machine: &mut Machine) -> Result<(), Stop> {
    // Tick by tick: the fault may be lifted meanwhile.
    while machine.front.hangs > 0 {
        machine.front.hangs -= 1;
        machine.pass_ticks(1)?;
    }
    trouble::watch(machine)?;
    let front = machine.processes.front();
    let mut psns: Vec<Psn> = machine.front.seats.keys().copied().collect();
    psns.sort_by_key(|&psn| front != Some(psn));
    for psn in psns {
        run_one(machine, psn)?;
    }
    switch_by_click(machine)?;
    show(machine);
    Ok(())
}

/// A press in a window of an application that is not in front brings that one forward, and goes no further. What lies between
/// the windows is the Finder's.
fn switch_by_click(machine: &mut Machine) -> Result<(), Stop> {
    let Some(front) = machine.processes.front() else {
        return Ok(());
    };
    let Some(at) = event_manager::next_press(machine)?.filter(|at| at.v >= MENU_BAR_HEIGHT) else {
        return Ok(());
    };
    let has_window = |psn: &Psn| {
        let seat = machine.front.seats.get(psn);
        let is_visible = !machine.processes.is_hidden(*psn);
        is_visible && seat.is_some_and(|seat| seat.process.has_window_at(at))
    };
    let owner = machine.processes.layers().find(has_window).unwrap_or(FINDER);
    if owner != front && machine.front.seats.contains_key(&owner) && lets_go(machine, front) {
        event_manager::take(machine)?;
        process_manager::bring_forward(machine, owner);
    }
    Ok(())
}

/// The windows of an application were hidden, or show again.
pub(crate) fn redraw(machine: &mut Machine) {
    machine.front.outdated = true;
}

/// Brings the screen up to date when an application shows something else.
fn show(machine: &mut Machine) {
    // Each is asked: it forgets that it has changed when it is.
    let seats = machine.front.seats.values_mut();
    let changed = seats
        .map(|seat| {
            let alert = seat.alert.as_mut().is_some_and(Process::has_changed);
            u32::from(seat.process.has_changed() | alert)
        })
        .sum::<u32>();
    if changed == 0 && !machine.front.outdated {
        return;
    }
    let Some(psn) = machine.processes.front() else {
        return;
    };
    machine.front.outdated = false;
    let order: Vec<Psn> = machine.processes.layers().collect();
    let mut seats: Vec<(Psn, Seat)> = std::mem::take(&mut machine.front.seats).into_iter().collect();
    seats.sort_by_key(|(psn, _)| {
        let depth = order.iter().position(|layer| layer == psn);
        std::cmp::Reverse(depth.unwrap_or(order.len()))
    });
    let trouble = std::mem::take(&mut machine.front.trouble);
    let in_front = seats.iter().find(|(layer, _)| *layer == psn);
    let overlays = trouble.overlays(machine, in_front.map(|(_, seat)| seat));
    let alerted: Vec<_> = seats.iter().map(|(_, seat)| trouble::alerted(seat)).collect();
    let mut layers: Vec<Layer<'_>> = seats
        .iter()
        .zip(&alerted)
        .map(|((layer, seat), alerted)| Layer {
            process: match alerted {
                Some(alerted) => alerted,
                None => seat.process.as_ref(),
            },
            in_front: *layer == psn,
            hidden: machine.processes.is_hidden(*layer),
        })
        .collect();
    trouble.cover(&overlays, &mut layers);
    let mut compositor = std::mem::take(&mut machine.front.compositor);
    quickdraw::hide_pointer(machine);
    compositor.show(&layers, &mut FrontMac { machine, psn });
    quickdraw::show_pointer(machine);
    drop(layers);
    drop(alerted);
    machine.front.compositor = compositor;
    machine.front.trouble = trouble;
    machine.front.seats = seats.into_iter().collect();
}

fn run_one(machine: &mut Machine, psn: Psn) -> Result<(), Stop> {
    let Some(seat) = machine.front.seats.get(&psn) else {
        return Ok(());
    };
    let is_due = machine.clock.now() >= seat.wakes_at;
    let is_front = machine.processes.front() == Some(psn);
    let has_event = is_front && event_manager::is_waiting(machine)?;
    if !is_due && !has_event && !apple_event_manager::has_event(machine, psn) {
        return Ok(());
    }
    take_apple_events(machine, psn);
    loop {
        let Some(turn) = with_seat(machine, psn, |seat, mac| match &mut seat.alert {
            Some(alert) => alert.turn(mac),
            None => seat.process.turn(mac),
        }) else {
            return Ok(());
        };
        if let Some(stop) = machine.front.stop.take() {
            return Err(stop);
        }
        match turn {
            Turn::Yield { sleep } => {
                let ticks = machine.clock.cycles_of_ticks(u64::from(sleep.max(1)));
                let wakes_at = machine.clock.now() + ticks;
                if let Some(seat) = machine.front.seats.get_mut(&psn) {
                    seat.wakes_at = wakes_at;
                }
                return Ok(());
            }
            Turn::Tracking { cycles } => {
                show(machine);
                track(machine, u64::from(cycles))?;
            }
            Turn::Quit if is_alerted(machine, psn) => {
                if let Some(seat) = machine.front.seats.get_mut(&psn) {
                    seat.alert = None;
                }
                redraw(machine);
            }
            Turn::Quit => {
                machine.front.seats.remove(&psn);
                return process_manager::end_desktop(machine, psn);
            }
        }
    }
}

/// Whether an application has an alert up that it was made to put up.
fn is_alerted(machine: &Machine, psn: Psn) -> bool {
    let seat = machine.front.seats.get(&psn);
    seat.is_some_and(|seat| seat.alert.is_some())
}

fn with_process<T>(
    machine: &mut Machine,
    psn: Psn,
    work: impl FnOnce(&mut dyn Process, &mut FrontMac<'_>) -> T,
) -> Option<T> {
    with_seat(machine, psn, |seat, mac| work(seat.process.as_mut(), mac))
}

fn with_seat<T>(
    machine: &mut Machine,
    psn: Psn,
    work: impl FnOnce(&mut Seat, &mut FrontMac<'_>) -> T,
) -> Option<T> {
    let mut seat = machine.front.seats.remove(&psn)?;
    quickdraw::hide_pointer(machine);
    let result = work(&mut seat, &mut FrontMac { machine, psn });
    quickdraw::show_pointer(machine);
    machine.front.seats.insert(psn, seat);
    Some(result)
}

/// Hands an application the Apple events that wait for it.
fn take_apple_events(machine: &mut Machine, psn: Psn) {
    let signature = machine.processes.signature(psn);
    let is_silent = signature.is_some_and(|signature| machine.front.silent.contains(&signature));
    if is_silent || is_alerted(machine, psn) || !apple_event_manager::has_event(machine, psn) {
        return;
    }
    with_process(machine, psn, |process, mac| {
        apple_event_manager::deliver_to_desktop(mac.machine, psn, |machine, event| {
            machine.charge(Cost::AppleEvent, 1);
            process.apple_event(event, &mut FrontMac { machine, psn })
        });
    });
}

/// Whether an application that is in front can be put behind now: not while a modal dialog is up.
pub(crate) fn lets_go(machine: &Machine, psn: Psn) -> bool {
    let seat = machine.front.seats.get(&psn);
    seat.is_none_or(|seat| seat.alert.is_none() && seat.process.lets_go())
}

/// Tells the two applications that another one is in front.
pub(crate) fn switched(machine: &mut Machine, left: Option<Psn>, next: Psn) {
    for (psn, is_front) in left.map(|psn| (psn, false)).into_iter().chain([(next, true)]) {
        if let Some(seat) = machine.front.seats.get_mut(&psn) {
            seat.process.activate(is_front);
            seat.wakes_at = 0;
        }
    }
    trouble::switched(machine);
}

/// Has an application of the desktop put out what it keeps in a scrap of its own.
pub(crate) fn publish_scrap(machine: &mut Machine, psn: Psn) {
    with_process(machine, psn, |process, mac| process.publish_scrap(mac));
}

/// Tells an application of the desktop that the scrap is another one now.
pub(crate) fn take_scrap(machine: &mut Machine, psn: Psn) {
    with_process(machine, psn, |process, mac| process.take_scrap(mac));
}

/// Lets guest time pass for one round of a tracking loop. It passes as fast as the host can while a timer of the guest
/// is running, which is what will end the loop; else as idle time does.
fn track(machine: &mut Machine, cycles: u64) -> Result<(), Stop> {
    if machine.timers.next_due().is_some() {
        return machine.pass(cycles.max(1));
    }
    let until = machine.clock.now() + cycles.max(1);
    while machine.clock.now() < until {
        machine.interrupts()?;
        machine.idle(until)?;
    }
    machine.interrupts()
}

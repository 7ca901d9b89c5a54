//! What goes wrong on request with what shows: alerts that applications put up, a screen saver, windows that are drawn late, the end.

use super::mac::FrontMac;
use super::{Seat, redraw};
use crate::bomb::{Cause, Stop};
use crate::desktop::{
    Alerted, BombBox, Compositor, Curtain, Layer, ModalAlert, Point, Process, ScreenSaver, Surface, palette,
};
use crate::fault::FaultError;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::toolbox::event_manager;
use crate::toolbox::process_manager::{FINDER, Psn};

/// How long after a screen saver has gone the first event is still thrown away.
const WAKING_TICKS: u32 = 30;
/// Ticks between two places of what moves on the screen.
const FRAME_TICKS: u32 = 4;

/// See the module.
#[derive(Default)]
pub(super) struct Trouble {
    saver: Option<Saver>,
    /// For how many ticks the windows of an application that comes to the front stay blank.
    slow_redraw: Option<u32>,
    /// Until which tick they are.
    blank_until: Option<u32>,
    bomb: Option<BombBox>,
}

/// A screen saver.
struct Saver {
    /// After how many ticks without input it comes.
    after: u32,
    /// Where the shape begins.
    seed: u32,
    /// When there was input the last time, and where the mouse was then.
    last_input: u32,
    mouse: Point,
    /// Since when the screen is black.
    since: Option<u32>,
    /// Until when the event is thrown away that has woken it.
    swallows_until: Option<u32>,
}

/// What lies over the applications, as long as it is drawn.
#[derive(Default)]
pub(super) struct Overlays {
    curtain: Option<Curtain>,
    saver: Option<ScreenSaver>,
}

impl Trouble {
    /// What lies over the applications now, the one in front being this one.
    pub fn overlays(&self, machine: &Machine, front: Option<&Seat>) -> Overlays {
        let ticks = machine.memory.get(low::TICKS);
        let blank = self.blank_until.and(front).filter(|seat| seat.alert.is_none());
        let since = self
            .saver
            .as_ref()
            .and_then(|saver| Some((saver.since?, saver.seed)));
        let saver = since.filter(|_| self.bomb.is_none()).zip(machine.front.setting);
        Overlays {
            curtain: blank.map(|seat| Curtain::over(&seat.process.scene(true))),
            saver: saver.map(|((since, seed), setting)| {
                let frames = ticks.wrapping_sub(since) / FRAME_TICKS;
                let way = seed.wrapping_mul(7919).wrapping_add(frames.wrapping_mul(5));
                ScreenSaver::new(setting.screen, way)
            }),
        }
    }

    /// Lays it over them.
    pub fn cover<'a>(&'a self, overlays: &'a Overlays, layers: &mut Vec<Layer<'a>>) {
        let layer = |process: &'a dyn Process, in_front| Layer {
            process,
            in_front,
            hidden: false,
        };
        if let Some(curtain) = &overlays.curtain {
            layers.push(layer(curtain, false));
        }
        if let Some(bomb) = &self.bomb {
            layers.push(layer(bomb, false));
        }
        if let Some(saver) = &overlays.saver {
            layers.clear();
            layers.push(layer(saver, true));
        }
    }
}

/// An application with what it has put up.
pub(super) fn alerted(seat: &Seat) -> Option<Alerted<'_>> {
    seat.alert.as_ref().map(|alert| Alerted {
        process: seat.process.as_ref(),
        alert,
    })
}

/// Has the application in front put up an alert.
///
/// # Errors
/// [`FaultError::Alert`] for a text that does not fit into one.
pub(crate) fn put_up_alert(
    machine: &mut Machine,
    text: &str,
    buttons: &[String],
    starves: bool,
) -> Result<(), FaultError> {
    let no_alert = |reason: String| FaultError::Alert { reason };
    let setting = machine.front.setting;
    let setting = setting.ok_or_else(|| no_alert("there is no desktop".to_owned()))?;
    let buttons: Vec<&str> = match buttons {
        [] => vec!["OK"],
        some => some.iter().map(String::as_str).collect(),
    };
    let alert = ModalAlert::new(text, &buttons, starves, &setting.station, setting.screen)
        .map_err(|error| no_alert(error.to_string()))?;
    let front = machine.processes.front();
    let psn = front
        .filter(|psn| machine.front.seats.contains_key(psn))
        .unwrap_or(FINDER);
    if let Some(seat) = machine.front.seats.get_mut(&psn) {
        seat.alert = Some(alert);
        seat.wakes_at = 0;
    }
    redraw(machine);
    Ok(())
}

/// Takes all alerts down, as if somebody had pressed a button of each.
pub(crate) fn take_alerts_down(machine: &mut Machine) {
    for seat in machine.front.seats.values_mut() {
        seat.alert = None;
    }
    redraw(machine);
}

/// Saves the screen after so many ticks without input.
pub(crate) fn save_screen(machine: &mut Machine, after: u32, seed: u32) {
    let ticks = machine.memory.get(low::TICKS);
    machine.front.trouble.saver = Some(Saver {
        after,
        seed,
        last_input: ticks,
        mouse: machine.memory.get(low::MOUSE),
        since: None,
        swallows_until: None,
    });
}

/// Saves it no more.
pub(crate) fn save_screen_no_more(machine: &mut Machine) {
    machine.front.trouble.saver = None;
    redraw(machine);
}

/// How long windows stay blank that come to the front; `None`: they do not.
pub(crate) fn redraw_slowly(machine: &mut Machine, ticks: Option<u32>) {
    machine.front.trouble.slow_redraw = ticks;
    machine.front.trouble.blank_until = None;
    redraw(machine);
}

/// Another application has come to the front.
pub(super) fn switched(machine: &mut Machine) {
    let ticks = machine.memory.get(low::TICKS);
    if let Some(late) = machine.front.trouble.slow_redraw {
        machine.front.trouble.blank_until = Some(ticks.wrapping_add(late));
        redraw(machine);
    }
}

/// Once a round: what comes up, goes or moves by itself.
///
/// # Errors
/// When the event queue is damaged.
pub(super) fn watch(machine: &mut Machine) -> Result<(), Stop> {
    let ticks = machine.memory.get(low::TICKS);
    let blank = machine.front.trouble.blank_until;
    if blank.is_some_and(|until| ticks >= until) {
        machine.front.trouble.blank_until = None;
        redraw(machine);
    }
    let Some(mut saver) = machine.front.trouble.saver.take() else {
        return Ok(());
    };
    let is_changed = watch_saver(machine, &mut saver, ticks);
    machine.front.trouble.saver = Some(saver);
    if is_changed? {
        redraw(machine);
    }
    Ok(())
}

/// Whether the screen has to be drawn again.
fn watch_saver(machine: &mut Machine, saver: &mut Saver, ticks: u32) -> Result<bool, Stop> {
    let mouse = machine.memory.get(low::MOUSE);
    let is_down = machine.memory.get(low::MB_STATE) & event_manager::BUTTON_UP == 0;
    let has_event = event_manager::is_waiting(machine)?;
    let has_input = has_event || is_down || mouse != saver.mouse;
    if has_input {
        saver.last_input = ticks;
        saver.mouse = mouse;
    }
    let was_black = saver.since.is_some();
    if has_input && was_black {
        saver.since = None;
        saver.swallows_until = Some(ticks + WAKING_TICKS);
    }
    if let Some(until) = saver.swallows_until {
        if has_event {
            event_manager::take(machine)?;
        }
        if has_event || ticks >= until {
            saver.swallows_until = None;
        }
    }
    if !was_black && !has_input && ticks.wrapping_sub(saver.last_input) >= saver.after {
        saver.since = Some(ticks);
        return Ok(true);
    }
    let moves = saver
        .since
        .is_some_and(|since| ticks.wrapping_sub(since).is_multiple_of(FRAME_TICKS));
    Ok(moves || (was_black && has_input))
}

/// The machine has come to its end: the system error alert is on the screen, or nothing where the power is out.
pub(crate) fn show_end(machine: &mut Machine, cause: &Cause) {
    match cause {
        // What is half done in a simulator that has failed is left alone.
        Cause::Simulator { .. } => {}
        Cause::PowerCut => go_black(machine),
        cause => show_bomb(machine, cause),
    }
}

fn show_bomb(machine: &mut Machine, cause: &Cause) {
    let Some(setting) = machine.front.setting else {
        return;
    };
    match BombBox::new(cause.on_screen(), &setting.station, setting.screen) {
        Ok(bomb) => {
            machine.front.trouble.bomb = Some(bomb);
            redraw(machine);
            super::show(machine);
        }
        Err(error) => tracing::error!(%error, "the system error alert cannot be shown"),
    }
}

fn go_black(machine: &mut Machine) {
    machine.front.compositor = Compositor::default();
    let mut screen = FrontMac { machine, psn: Psn(0) };
    let black = match screen.depth() {
        crate::desktop::Depth::One => 1,
        crate::desktop::Depth::Eight => palette::BLACK,
    };
    let row = vec![black; screen.width() as usize];
    for v in 0..screen.height() {
        screen.put_row(Point::new(v, 0), &row);
    }
}

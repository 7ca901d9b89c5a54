//! The frame of every application that is put together from [`parts`](super::parts): menu bar, windows, dialogs and what follows the
//! mouse are its, what is in them and what it means is its [`Program`]'s.
//!
//! One file each for what a program supplies (`program`), what the frame keeps for it (`frame`, `window`, `pane`, `scrap`,
//! `system_menus`), what the user does (`events`, `clicks`), what takes its time (`activity`), Apple events, and the picture.

mod activity;
mod apple_events;
mod clicks;
mod events;
mod frame;
mod pane;
mod picture;
mod program;
mod scrap;
mod system_menus;
mod window;

pub use frame::Frame;
pub use pane::Pane;
pub use program::{Bars, Content, Extent, Program};
pub use scrap::PrivateScrap;
pub use window::{Window, WindowId};

use super::geometry::Point;
use super::parts::ROUND_CYCLES;
use super::{AppleEvent, Canvas, FinderError, Mac, Part, Process, Response, Scene, Toolkit, Turn};
use activity::Activity;
use frame::{Quitting, Shown};
use std::sync::Arc;

/// Ticks between two turns while a text is edited: its caret blinks.
const CARET_SLEEP: u32 = 15;

/// An application: the frame with its program.
#[derive(Clone)]
pub struct Application<P: Program> {
    program: P,
    frame: Frame<P>,
    has_started: bool,
    next_idle: u32,
}

impl<P: Program> Application<P> {
    /// An application that is about to have its first turn.
    ///
    /// # Errors
    /// [`FinderError`] when a resource that every application needs is missing or damaged: `MBAR` 128 with its menus, `ics#` 128.
    pub fn new(program: P, toolkit: Arc<Toolkit>) -> Result<Application<P>, FinderError> {
        let frame = Frame::new(toolkit, program.name())?;
        Ok(Application {
            program,
            frame,
            has_started: false,
            next_idle: 0,
        })
    }

    /// The program.
    pub fn program(&self) -> &P {
        &self.program
    }

    /// What comes before everything else, once.
    fn start(&mut self, mac: &mut dyn Mac) {
        if !std::mem::replace(&mut self.has_started, true) {
            self.frame.refresh_system_menus(mac);
            self.program.start(&mut self.frame, mac);
            self.frame.changed = true;
        }
    }

    /// Takes events until there is none left, or one of them starts something that takes time.
    fn serve(&mut self, mac: &mut dyn Mac) {
        self.ask_if_wanted(mac);
        while self.frame.is_idle() && self.frame.quitting != Quitting::Done {
            let Some(event) = mac.next_event() else { break };
            self.handle(&event, mac);
            self.ask_if_wanted(mac);
        }
        if self.frame.is_idle() && mac.ticks() >= self.next_idle {
            self.idle(mac);
        }
        self.lay_out();
    }

    /// Gives the program, the content of the active window and dialogs their time.
    fn idle(&mut self, mac: &mut dyn Mac) {
        self.program.idle(&mut self.frame, mac);
        let ticks = mac.ticks();
        let in_front = self.frame.in_front;
        if in_front {
            self.frame.refresh_system_menus(mac);
        }
        let toolkit = Arc::clone(&self.frame.toolkit);
        let mut changed = false;
        for (place, shown) in self.frame.shown.iter_mut().enumerate() {
            match shown {
                Shown::Window(window) => {
                    let mut pane = window.pane(in_front && place == 0);
                    window.content.idle(ticks, &mut pane, &toolkit);
                    changed |= window.settle(&pane, &toolkit);
                }
                Shown::Dialog(open) => {
                    open.dialog.idle(ticks);
                    changed |= open.dialog.take_changed();
                }
            }
        }
        self.frame.changed |= changed;
        self.next_idle = ticks + self.sleep(mac);
    }

    fn sleep(&self, mac: &dyn Mac) -> u32 {
        let edits = |shown: &Shown<P>| match shown {
            Shown::Window(window) => window.content.blinks(),
            Shown::Dialog(open) => open.dialog.focus().is_some(),
        };
        let blinks = self.frame.in_front && self.frame.shown.first().is_some_and(edits);
        let sleep = self.program.sleep(mac);
        if blinks { sleep.min(CARET_SLEEP) } else { sleep }
    }

    /// What is in the windows may have become longer or shorter.
    fn lay_out(&mut self) {
        let toolkit = Arc::clone(&self.frame.toolkit);
        let laid_out = self.frame.windows_mut().map(|window| window.lay_out(&toolkit));
        let changed = laid_out.fold(false, |changed, window| changed | window);
        self.frame.changed |= changed;
    }
}

impl<P: Program> Process for Application<P> {
    fn name(&self) -> &str {
        self.program.name()
    }

    fn turn(&mut self, mac: &mut dyn Mac) -> Turn {
        self.start(mac);
        if self.frame.is_idle() {
            self.serve(mac);
        } else {
            self.follow(mac);
            self.ask_if_wanted(mac);
            self.lay_out();
        }
        self.frame.settle_menus();
        if self.frame.quitting == Quitting::Done {
            return Turn::Quit;
        }
        match self.frame.activity {
            Activity::Idle => Turn::Yield {
                sleep: self.next_idle.saturating_sub(mac.ticks()),
            },
            Activity::Work => Turn::Yield { sleep: 1 },
            _ => Turn::Tracking { cycles: ROUND_CYCLES },
        }
    }

    fn apple_event(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        let response = self.serve_apple_event(event, mac);
        self.frame.settle_menus();
        response
    }

    fn lets_go(&self) -> bool {
        !self.frame.has_modal() || self.frame.has_movable()
    }

    fn activate(&mut self, in_front: bool) {
        self.frame.in_front = in_front;
        self.frame.changed = true;
        self.next_idle = 0;
        self.program.activate(in_front, &mut self.frame);
    }

    fn has_changed(&mut self) -> bool {
        std::mem::take(&mut self.frame.changed)
    }

    fn paint(&self, canvas: &mut Canvas, part: Part, in_front: bool) {
        self.draw_part(canvas, part, in_front);
    }

    fn has_window_at(&self, at: Point) -> bool {
        let mut shown = self.frame.shown.iter();
        shown.any(|shown| shown.frame().structure().contains(at))
    }

    fn publish_scrap(&mut self, mac: &mut dyn Mac) {
        self.program.publish_scrap(&mut self.frame, mac);
    }

    fn take_scrap(&mut self, mac: &mut dyn Mac) {
        self.program.take_scrap(&mut self.frame, mac);
    }

    fn scene(&self, in_front: bool) -> Scene {
        self.describe(in_front)
    }
}

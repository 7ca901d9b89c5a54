//! What the user is in the middle of: the one thing that follows the mouse or waits for a tick.

use super::Application;
use super::frame::{Frame, Shown};
use super::program::{Content, Program};
use super::window::{Axis, WindowId};
use crate::desktop::geometry::Rect;
use crate::desktop::parts::{
    BoxTracker, Choice, DragTracker, GrowTracker, MenuState, MenuTracker, ScrollTracker, Step, WindowPart,
};
use crate::desktop::{BarPart, Mac};
use std::sync::Arc;

/// See the module.
#[derive(Clone)]
pub(super) enum Activity {
    /// Waiting for the next event.
    Idle,
    /// In MenuSelect.
    Menu(MenuTracker),
    /// A Cmd-key has been typed; its menu's title is inverted until this tick.
    Key { menu: usize, choice: Choice, until: u32 },
    /// The menu bar is inverted instead of a beep, until this tick.
    Beep { until: u32 },
    /// In TrackGoAway or TrackBox.
    Box {
        window: WindowId,
        part: WindowPart,
        tracker: BoxTracker,
    },
    /// In DragWindow.
    Drag { window: WindowId, tracker: DragTracker },
    /// In GrowWindow.
    Grow { window: WindowId, tracker: GrowTracker },
    /// In TrackControl, in a scroll bar.
    Scroll {
        window: WindowId,
        axis: Axis,
        tracker: ScrollTracker,
    },
    /// The content of a window follows the mouse.
    Content { window: WindowId },
    /// Something in a dialog is down.
    Dialog { window: WindowId },
    /// The program follows the mouse itself.
    Program,
    /// The program works without taking events; others get time.
    Work,
}

/// What follows the mouse, as far as it shows: a picture is drawn only when this changes.
#[derive(PartialEq, Eq)]
pub(super) struct Look {
    menu: Option<MenuState>,
    pressed: Option<WindowPart>,
    scrolled: Option<(Axis, BarPart)>,
    outline: Option<Rect>,
    beeping: bool,
}

impl<P: Program> Frame<P> {
    /// Which menu is open, or inverted.
    pub(super) fn menu_state(&self) -> Option<MenuState> {
        match &self.activity {
            Activity::Menu(tracker) => tracker.state(),
            Activity::Key { menu, .. } => Some(MenuState::Title(*menu)),
            _ => None,
        }
    }

    /// The box of this window that is drawn as pressed.
    pub(super) fn pressed_part(&self, id: WindowId) -> Option<WindowPart> {
        match &self.activity {
            Activity::Box {
                window,
                part,
                tracker,
            } if *window == id => tracker.is_inside().then_some(*part),
            _ => None,
        }
    }

    /// The part of this window's scroll bars that is drawn as pressed.
    pub(super) fn scrolled_part(&self, id: WindowId) -> Option<(Axis, BarPart)> {
        match &self.activity {
            Activity::Scroll {
                window,
                axis,
                tracker,
            } if *window == id => tracker.pressed().map(|part| (*axis, part)),
            _ => None,
        }
    }

    /// The outline that follows the mouse.
    pub(super) fn outline(&self) -> Option<Rect> {
        match &self.activity {
            Activity::Drag { tracker, .. } => Some(tracker.outline()),
            Activity::Grow { tracker, .. } => Some(tracker.outline()),
            Activity::Scroll {
                window,
                axis,
                tracker,
            } => self.window(*window)?.thumb_outline(*axis, tracker),
            _ => None,
        }
    }

    /// Whether the menu bar is inverted.
    pub(super) fn is_beeping(&self) -> bool {
        matches!(self.activity, Activity::Beep { .. })
    }

    pub(super) fn is_idle(&self) -> bool {
        matches!(self.activity, Activity::Idle)
    }

    pub(super) fn look(&self) -> Look {
        let window = match &self.activity {
            Activity::Box { window, .. } | Activity::Scroll { window, .. } => Some(*window),
            _ => None,
        };
        Look {
            menu: self.menu_state(),
            pressed: window.and_then(|window| self.pressed_part(window)),
            scrolled: window.and_then(|window| self.scrolled_part(window)),
            outline: self.outline(),
            beeping: self.is_beeping(),
        }
    }
}

impl<P: Program> Application<P> {
    /// One round of whatever follows the mouse or waits for a tick.
    pub(super) fn follow(&mut self, mac: &mut dyn Mac) {
        let before = self.frame.look();
        // What is done with is idle; the deed may begin something new.
        match std::mem::replace(&mut self.frame.activity, Activity::Idle) {
            Activity::Idle => {}
            Activity::Menu(mut tracker) => match tracker.step(&self.frame.menus, mac) {
                Step::Again => self.frame.activity = Activity::Menu(tracker),
                Step::Done(choice) => self.carry_out(choice, mac),
            },
            Activity::Key { choice, until, .. } if mac.ticks() >= until => self.carry_out(Some(choice), mac),
            Activity::Beep { until } if mac.ticks() >= until => {}
            waiting @ (Activity::Key { .. } | Activity::Beep { .. }) => self.frame.activity = waiting,
            Activity::Box {
                window,
                part,
                mut tracker,
            } => match tracker.step(mac) {
                Step::Again => {
                    self.frame.activity = Activity::Box {
                        window,
                        part,
                        tracker,
                    }
                }
                Step::Done(true) => self.press_box(window, part, mac),
                Step::Done(false) => {}
            },
            Activity::Drag { window, mut tracker } => match tracker.step(mac) {
                Step::Again => self.frame.activity = Activity::Drag { window, tracker },
                Step::Done(way) => self.frame.move_shown(window, way),
            },
            Activity::Grow { window, mut tracker } => match tracker.step(mac) {
                Step::Again => self.frame.activity = Activity::Grow { window, tracker },
                Step::Done(content) => self.frame.place_window(window, content),
            },
            Activity::Scroll {
                window,
                axis,
                tracker,
            } => self.scroll(window, axis, tracker, mac),
            Activity::Content { window } => self.follow_content(window, mac),
            Activity::Dialog { window } => self.follow_dialog(window, mac),
            Activity::Program => {
                self.frame.activity = Activity::Program;
                if self.program.step(&mut self.frame, mac) == Step::Done(())
                    && matches!(self.frame.activity, Activity::Program)
                {
                    self.frame.activity = Activity::Idle;
                }
            }
            Activity::Work => {
                self.frame.activity = Activity::Work;
                if self.program.work(&mut self.frame, mac) == Step::Done(())
                    && matches!(self.frame.activity, Activity::Work)
                {
                    self.frame.activity = Activity::Idle;
                }
            }
        }
        self.frame.changed |= self.frame.is_idle() || self.frame.look() != before;
    }

    fn press_box(&mut self, window: WindowId, part: WindowPart, mac: &mut dyn Mac) {
        if part == WindowPart::Close {
            self.close(window, mac);
            return;
        }
        let toolkit = Arc::clone(&self.frame.toolkit);
        if let Some(window) = self.frame.window_mut(window) {
            window.zoom(&toolkit);
        }
    }

    fn scroll(&mut self, id: WindowId, axis: Axis, mut tracker: ScrollTracker, mac: &mut dyn Mac) {
        let toolkit = Arc::clone(&self.frame.toolkit);
        let Some(window) = self.frame.window_mut(id) else {
            return;
        };
        let stride = window.stride(axis, &toolkit);
        let Some(bar) = window.bar_mut(axis) else { return };
        let before = bar.value;
        let step = tracker.step(bar, stride, mac);
        let scrolled = bar.value != before;
        window.follow_bars();
        self.frame.changed |= scrolled;
        if step == Step::Again {
            self.frame.activity = Activity::Scroll {
                window: id,
                axis,
                tracker,
            };
        }
    }

    fn follow_content(&mut self, id: WindowId, mac: &mut dyn Mac) {
        let toolkit = Arc::clone(&self.frame.toolkit);
        let Some(window) = self.frame.window_mut(id) else {
            return;
        };
        let mut pane = window.pane(true);
        let step = window.content.step(&mut pane, &toolkit, mac);
        let changed = window.settle(&pane, &toolkit);
        self.frame.changed |= changed;
        self.take_step(id, step, mac);
    }

    /// Goes on following the mouse in a window, or does what its content says.
    pub(super) fn take_step(
        &mut self,
        window: WindowId,
        step: Step<Option<<P::Content as Content>::Act>>,
        mac: &mut dyn Mac,
    ) {
        match step {
            Step::Again => self.frame.activity = Activity::Content { window },
            Step::Done(Some(act)) => self.act(window, act, mac),
            Step::Done(None) => {}
        }
    }

    fn follow_dialog(&mut self, id: WindowId, mac: &mut dyn Mac) {
        let toolkit = Arc::clone(&self.frame.toolkit);
        let Some(dialog) = self.frame.dialog_with(id) else {
            return;
        };
        let step = dialog.step(&toolkit.fonts, mac);
        let changed = dialog.take_changed();
        self.frame.changed |= changed;
        match step {
            Step::Again => self.frame.activity = Activity::Dialog { window: id },
            Step::Done(Some(item)) => self.hit(id, item, mac),
            Step::Done(None) => {}
        }
    }

    /// An item of a dialog was hit.
    pub(super) fn hit(&mut self, id: WindowId, item: usize, mac: &mut dyn Mac) {
        let found = self.frame.shown.iter().find_map(|shown| match shown {
            Shown::Dialog(open) if open.id == id => Some(open.purpose.clone()),
            _ => None,
        });
        match found {
            Some(Some(purpose)) => self.program.hit(purpose, item, &mut self.frame, mac),
            Some(None) => self.frame.close_window(id),
            None => {}
        }
        self.frame.changed = true;
    }
}

impl<P: Program> Frame<P> {
    /// MoveWindow, of a window or a dialog.
    fn move_shown(&mut self, id: WindowId, way: crate::desktop::Point) {
        if let Some(dialog) = self.dialog_with(id) {
            dialog.move_by(way);
        } else if let Some(window) = self.window(id) {
            let content = window.frame().content.offset(way.v, way.h);
            self.place_window(id, content);
        }
    }
}

//! The seam between a dialog and what an application draws in it: a list, a progress bar.

use super::Step;
use super::control::{ControlLook, Press};
use crate::desktop::draw::Canvas;
use crate::desktop::font::Fonts;
use crate::desktop::geometry::Rect;
use crate::desktop::{Event, Mac, WindowScene};
use std::any::Any;

/// What became of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyed {
    /// It means nothing to the item.
    Ignored,
    /// It is done with.
    Taken,
    /// It is done with, and the application is to know of it.
    Hit,
}

/// A user item of a dialog. `rect` is its rectangle in global coordinates.
pub trait UserItem: Any + Send + Sync {
    /// Draws it; whatever it needs white it fills itself.
    fn draw(&self, canvas: &mut Canvas, rect: Rect, fonts: &Fonts, look: ControlLook);

    /// The button went down in it. [`Step::Again`] when it follows the mouse: then [`UserItem::step`] is called until it is done.
    /// Done with whether the application is to know of it.
    fn press(&mut self, _press: &Press, _rect: Rect, _fonts: &Fonts, _mac: &mut dyn Mac) -> Step<bool> {
        Step::Done(true)
    }

    /// One round of following the mouse.
    fn step(&mut self, _rect: Rect, _fonts: &Fonts, _mac: &mut dyn Mac) -> Step<bool> {
        Step::Done(false)
    }

    /// Whether it shows something else than when this was asked before; asked after each round of following the mouse.
    fn take_changed(&mut self) -> bool {
        true
    }

    /// Whether it can be what is typed goes to, in turn with the edit texts.
    fn takes_keys(&self) -> bool {
        false
    }

    /// Takes a key that neither presses a button nor goes to the next item.
    fn key(&mut self, _event: &Event, _rect: Rect, _fonts: &Fonts) -> Keyed {
        Keyed::Ignored
    }

    /// Time has passed; tells whether it shows something else now.
    fn idle(&mut self, _ticks: u32) -> bool {
        false
    }

    /// Adds what tests should know of it to the window's scene.
    fn scene(&self, _rect: Rect, _fonts: &Fonts, _scene: &mut WindowScene) {}

    /// A copy of it.
    fn boxed(&self) -> Box<dyn UserItem>;
}

impl Clone for Box<dyn UserItem> {
    fn clone(&self) -> Box<dyn UserItem> {
        self.as_ref().boxed()
    }
}

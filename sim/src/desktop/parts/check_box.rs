//! Check boxes: a square with a cross when it is checked (Inside Macintosh: Macintosh Toolbox Essentials, chapter 5, "Control
//! Manager").

use super::control::{ControlLook, draw_mark_title, line_colour, mark_rect};
use crate::desktop::ChoiceScene;
use crate::desktop::draw::{Canvas, Colour};
use crate::desktop::font::Fonts;
use crate::desktop::geometry::{Point, Rect};

/// A check box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckBox {
    /// Title.
    pub title: String,
    /// Whether it is checked.
    pub checked: bool,
}

impl CheckBox {
    /// Draws it; the line around it is thicker while it is pressed.
    pub fn draw(&self, canvas: &mut Canvas, rect: Rect, fonts: &Fonts, look: ControlLook) {
        let square = mark_rect(rect);
        let line = line_colour(canvas, look.enabled);
        canvas.fill(square, Colour::White);
        canvas.frame(square, line);
        if look.pressed {
            canvas.frame(square.inset(1, 1), line);
        }
        if self.checked {
            for (v, h) in (square.top..square.bottom).zip(square.left..) {
                canvas.set(Point::new(v, h), line);
                canvas.set(Point::new(v, square.left + square.right - 1 - h), line);
            }
        }
        draw_mark_title(canvas, fonts, rect, &self.title, look.enabled);
    }

    /// What tests should know of it.
    pub fn scene(&self, rect: Rect, look: ControlLook) -> ChoiceScene {
        ChoiceScene {
            text: self.title.clone(),
            rect,
            mark: mark_rect(rect),
            on: self.checked,
            enabled: look.enabled,
            highlighted: look.pressed,
        }
    }
}

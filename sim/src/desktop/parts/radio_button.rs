//! Radio buttons: a circle with a dot when it is on (Inside Macintosh: Macintosh Toolbox Essentials, chapter 5, "Control
//! Manager").

use super::control::{ControlLook, draw_mark_title, line_colour, mark_rect};
use crate::desktop::ChoiceScene;
use crate::desktop::draw::{Canvas, Colour};
use crate::desktop::font::Fonts;
use crate::desktop::geometry::Rect;

/// From the circle to the dot.
const DOT_INSET: i16 = 3;

/// A radio button. Whoever owns several turns the others of its group off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RadioButton {
    /// Title.
    pub title: String,
    /// Whether it is on.
    pub on: bool,
}

impl RadioButton {
    /// Draws it; the line around it is thicker while it is pressed.
    pub fn draw(&self, canvas: &mut Canvas, rect: Rect, fonts: &Fonts, look: ControlLook) {
        let circle = mark_rect(rect);
        let line = line_colour(canvas, look.enabled);
        canvas.fill_round(circle, circle.width(), Colour::White);
        let pen = if look.pressed { 2 } else { 1 };
        canvas.frame_round(circle, circle.width(), pen, line);
        if self.on {
            let dot = circle.inset(DOT_INSET, DOT_INSET);
            canvas.fill_round(dot, dot.width(), line);
        }
        draw_mark_title(canvas, fonts, rect, &self.title, look.enabled);
    }

    /// What tests should know of it.
    pub fn scene(&self, rect: Rect, look: ControlLook) -> ChoiceScene {
        ChoiceScene {
            text: self.title.clone(),
            rect,
            mark: mark_rect(rect),
            on: self.on,
            enabled: look.enabled,
            highlighted: look.pressed,
        }
    }
}

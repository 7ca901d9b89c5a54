//! Push buttons (Inside Macintosh: Macintosh Toolbox Essentials, chapter 5, "Control Manager").

use super::control::{ControlLook, baseline, line_colour};
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts};
use crate::desktop::geometry::Rect;
use crate::desktop::{ButtonScene, TextState};

/// Diameter of a button's corners.
const CORNER: i16 = 10;
/// The ring of the default button: a pen of three pixels, one pixel away from the button.
const RING_PEN: i16 = 3;
const RING_OUTSET: i16 = 4;
const RING_CORNER: i16 = 16;

/// A push button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// Title.
    pub title: String,
    /// Whether Return presses it.
    pub default: bool,
}

impl Button {
    /// Draws it, inverted while it is pressed.
    pub fn draw(&self, canvas: &mut Canvas, rect: Rect, fonts: &Fonts, look: ControlLook) {
        let (ground, state) = match (look.pressed, look.enabled) {
            (true, _) => (Colour::Black, TextState::Inverse),
            (false, true) => (Colour::White, TextState::Normal),
            (false, false) => (Colour::White, TextState::Dimmed),
        };
        let line = line_colour(canvas, look.enabled);
        canvas.fill_round(rect, CORNER, ground);
        canvas.frame_round(rect, CORNER, 1, line);
        if self.default {
            let ring = rect.inset(-RING_OUTSET, -RING_OUTSET);
            canvas.frame_round(ring, RING_CORNER, RING_PEN, line);
        }
        let centre = (rect.left + rect.right) / 2;
        let style = TextStyle::plain(FontName::Chicago12).state(state);
        canvas.centred_text(fonts, centre, baseline(rect), &self.title, style);
    }

    /// What tests should know of it.
    pub fn scene(&self, rect: Rect, look: ControlLook) -> ButtonScene {
        ButtonScene {
            text: self.title.clone(),
            rect,
            default: self.default,
            enabled: look.enabled,
            highlighted: look.pressed,
        }
    }
}

//! Push buttons (Inside Macintosh: Macintosh Toolbox Essentials, chapter 5, "Control Manager").

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
/// From the middle of the button to the baseline of its title.
const BASELINE_DROP: i16 = 4;

/// A push button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// Title.
    pub title: String,
    /// Its rectangle in global coordinates, without ring.
    pub rect: Rect,
    /// Whether Return presses it.
    pub default: bool,
}

impl Button {
    /// Draws it, inverted while it is pressed.
    pub fn draw(&self, canvas: &mut Canvas, fonts: &Fonts, pressed: bool) {
        let (ground, state) = match pressed {
            true => (Colour::Black, TextState::Inverse),
            false => (Colour::White, TextState::Normal),
        };
        canvas.fill_round(self.rect, CORNER, ground);
        canvas.frame_round(self.rect, CORNER, 1, Colour::Black);
        if self.default {
            let ring = self.rect.inset(-RING_OUTSET, -RING_OUTSET);
            canvas.frame_round(ring, RING_CORNER, RING_PEN, Colour::Black);
        }
        let centre = (self.rect.left + self.rect.right) / 2;
        let baseline = (self.rect.top + self.rect.bottom) / 2 + BASELINE_DROP;
        let style = TextStyle::plain(FontName::Chicago12).state(state);
        canvas.centred_text(fonts, centre, baseline, &self.title, style);
    }

    /// What tests should know of it.
    pub fn scene(&self, pressed: bool) -> ButtonScene {
        ButtonScene {
            text: self.title.clone(),
            rect: self.rect,
            default: self.default,
            enabled: true,
            highlighted: pressed,
        }
    }
}

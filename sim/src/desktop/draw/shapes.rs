//! Frames, lines and rounded rectangles.

use super::canvas::{Canvas, Colour};
use crate::desktop::geometry::{Point, Rect};

impl Canvas {
    /// FrameRect with a pen of one pixel.
    pub fn frame(&mut self, rect: Rect, colour: Colour) {
        self.fill(
            Rect {
                bottom: rect.top + 1,
                ..rect
            },
            colour,
        );
        self.fill(
            Rect {
                top: rect.bottom - 1,
                ..rect
            },
            colour,
        );
        self.fill(
            Rect {
                right: rect.left + 1,
                ..rect
            },
            colour,
        );
        self.fill(
            Rect {
                left: rect.right - 1,
                ..rect
            },
            colour,
        );
    }

    /// A horizontal line: row `v`, columns `left` to before `right`.
    pub fn horizontal(&mut self, v: i16, left: i16, right: i16, colour: Colour) {
        self.fill(Rect::new(v, left, v + 1, right), colour);
    }

    /// A vertical line: column `h`, rows `top` to before `bottom`.
    pub fn vertical(&mut self, h: i16, top: i16, bottom: i16, colour: Colour) {
        self.fill(Rect::new(top, h, bottom, h + 1), colour);
    }

    /// The upper left sides of a frame in one colour, the lower right in another, as System 7 shades its parts.
    pub fn shade(&mut self, rect: Rect, upper_left: Colour, lower_right: Colour) {
        self.frame(rect, lower_right);
        self.horizontal(rect.top, rect.left, rect.right - 1, upper_left);
        self.vertical(rect.left, rect.top, rect.bottom - 1, upper_left);
    }

    /// The drop shadow of one pixel at right and bottom, `gap` pixels away from the upper left corner.
    pub fn shadow(&mut self, rect: Rect, gap: i16) {
        self.vertical(rect.right, rect.top + gap, rect.bottom + 1, Colour::Black);
        self.horizontal(rect.bottom, rect.left + gap, rect.right + 1, Colour::Black);
    }

    /// PaintRoundRect; `diameter` is that of the corners.
    pub fn fill_round(&mut self, rect: Rect, diameter: i16, colour: Colour) {
        for v in rect.top..rect.bottom {
            let inset = corner_inset(rect, diameter, v);
            self.horizontal(v, rect.left + inset, rect.right - inset, colour);
        }
    }

    /// FrameRoundRect with a pen of `pen` pixels.
    pub fn frame_round(&mut self, rect: Rect, diameter: i16, pen: i16, colour: Colour) {
        let inner = rect.inset(pen, pen);
        for v in rect.top..rect.bottom {
            let outer_inset = corner_inset(rect, diameter, v);
            let (left, right) = (rect.left + outer_inset, rect.right - outer_inset);
            if v < inner.top || v >= inner.bottom {
                self.horizontal(v, left, right, colour);
            } else {
                let inner_inset = corner_inset(inner, diameter - 2 * pen, v);
                self.horizontal(v, left, inner.left + inner_inset, colour);
                self.horizontal(v, inner.right - inner_inset, right, colour);
            }
        }
    }

    /// Makes the corners of the screen round and black, as the desktop of the main screen has them.
    pub fn round_screen_corners(&mut self) {
        const INSETS: [i16; 5] = [5, 3, 2, 1, 1];
        let bounds = self.bounds();
        for (depth, inset) in (0..).zip(INSETS) {
            for v in [bounds.top + depth, bounds.bottom - 1 - depth] {
                self.horizontal(v, bounds.left, bounds.left + inset, Colour::Black);
                self.horizontal(v, bounds.right - inset, bounds.right, Colour::Black);
            }
        }
    }

    /// Draws a small picture: `#` is ink, everything else is left as it is.
    pub fn stencil(&mut self, origin: Point, rows: &[&str], colour: Colour) {
        for (v, row) in (origin.v..).zip(rows) {
            for (h, character) in (origin.h..).zip(row.bytes()) {
                if character == b'#' {
                    self.set(Point::new(v, h), colour);
                }
            }
        }
    }
}

/// How far row `v` of a rounded rectangle is drawn in from its sides.
fn corner_inset(rect: Rect, diameter: i16, v: i16) -> i16 {
    let radius = f32::from(diameter.min(rect.height()).min(rect.width())) / 2.0;
    let from_edge = (v - rect.top).min(rect.bottom - 1 - v);
    let rise = radius - f32::from(from_edge) - 0.5;
    if rise <= 0.0 {
        return 0;
    }
    let reach = (radius * radius - rise * rise).max(0.0).sqrt();
    (radius - (reach + 0.5).floor()) as i16
}

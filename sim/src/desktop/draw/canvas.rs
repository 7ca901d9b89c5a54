//! The off-screen picture. It is drawn from the back to the front, so that nothing is left over of what a window, a
//! menu or an alert covered, and it keeps account of the texts that show.

use crate::desktop::geometry::{Point, Rect};
use crate::desktop::palette;
use crate::desktop::resource::Icon;
use crate::desktop::{Cover, Depth, TextScene};

/// The colours of System 7's own drawing. In black and white each is what a one-bit Mac shows instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// Paper.
    White,
    /// Ink.
    Black,
    /// Dimmed text and lines.
    Grey,
    /// Frames of inactive windows.
    DarkGrey,
    /// Ground of an active title bar, a scroll bar's trough.
    Light,
    /// Lines of an active title bar.
    Stripe,
    /// The lit side of a frame: a light lavender.
    TingeLight,
    /// The side in shadow.
    TingeDark,
}

impl Colour {
    /// Its index in the system palette.
    fn index(self) -> u8 {
        match self {
            Colour::White => palette::WHITE,
            Colour::Black => palette::BLACK,
            Colour::Grey => 249,
            Colour::DarkGrey => 251,
            Colour::Light => 245,
            Colour::Stripe => 250,
            Colour::TingeLight => 42,
            Colour::TingeDark => 85,
        }
    }

    /// Whether a one-bit screen shows it black.
    fn is_black(self) -> bool {
        matches!(
            self,
            Colour::Black | Colour::Grey | Colour::DarkGrey | Colour::Stripe
        )
    }
}

/// A picture of the whole screen.
pub struct Canvas {
    pub(super) bounds: Rect,
    depth: Depth,
    pub(super) pixels: Vec<u8>,
    pub(super) clip: Rect,
    pub(super) texts: Vec<TextScene>,
}

impl Canvas {
    /// A white picture.
    pub fn new(width: i16, height: i16, depth: Depth) -> Canvas {
        let bounds = Rect::new(0, 0, height, width);
        let pixels =
            vec![palette::WHITE; usize::from(bounds.width() as u16) * usize::from(bounds.height() as u16)];
        Canvas {
            bounds,
            depth,
            pixels,
            clip: bounds,
            texts: Vec::new(),
        }
    }

    /// The whole screen.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Whether it has colours.
    pub fn has_colour(&self) -> bool {
        self.depth == Depth::Eight
    }

    /// The texts that still show, in drawing order.
    pub fn into_texts(self) -> Vec<TextScene> {
        self.texts
    }

    /// Draws with `draw` inside `clip` only.
    pub fn clipped(&mut self, clip: Rect, draw: impl FnOnce(&mut Canvas)) {
        let outer = self.clip;
        self.clip = outer.intersect(clip);
        draw(self);
        self.clip = outer;
    }

    /// Says that something opaque is about to be drawn over `rect`: texts below it show no more, or in part.
    pub fn cover(&mut self, rect: Rect) {
        let covered = rect.intersect(self.clip);
        self.texts.retain(|text| !covered.encloses(text.rect));
        self.touch(rect);
    }

    /// Says that `rect` is drawn over in part: texts below it are not what they were.
    fn touch(&mut self, rect: Rect) {
        let rect = rect.intersect(self.clip);
        for text in self
            .texts
            .iter_mut()
            .filter(|text| !text.rect.intersect(rect).is_empty())
        {
            text.cover = Cover::Partial;
        }
    }

    /// The value that stands for a colour in this picture.
    pub(super) fn value(&self, colour: Colour) -> u8 {
        match self.depth {
            Depth::Eight => colour.index(),
            Depth::One if colour.is_black() => palette::BLACK,
            Depth::One => palette::WHITE,
        }
    }

    pub(super) fn place(&self, at: Point) -> Option<usize> {
        self.clip
            .contains(at)
            .then(|| at.v as usize * self.bounds.width() as usize + at.h as usize)
    }

    /// Sets one pixel.
    pub fn set(&mut self, at: Point, colour: Colour) {
        if let Some(place) = self.place(at) {
            self.pixels[place] = self.value(colour);
        }
    }

    /// PaintRect with a plain colour.
    pub fn fill(&mut self, rect: Rect, colour: Colour) {
        let value = self.value(colour);
        self.each_row(rect, |row, _| row.fill(value));
    }

    /// PaintRect with the 50 % grey pattern: every other pixel black, the first of the screen among them.
    pub fn fill_grey_pattern(&mut self, rect: Rect) {
        self.each_row(rect, |row, start| {
            for (h, pixel) in row.iter_mut().enumerate() {
                let odd = (start.h as usize + h + start.v as usize) % 2 == 1;
                *pixel = if odd { palette::WHITE } else { palette::BLACK };
            }
        });
    }

    /// PaintRect with the light grey pattern, the trough of a scroll bar in black and white: every fourth pixel black.
    pub fn fill_light_pattern(&mut self, rect: Rect) {
        self.each_row(rect, |row, start| {
            for (h, pixel) in row.iter_mut().enumerate() {
                let shift = 2 * (start.v as usize % 2);
                let black = (start.h as usize + h + shift).is_multiple_of(4);
                *pixel = if black { palette::BLACK } else { palette::WHITE };
            }
        });
    }

    /// The outline that follows the mouse while something is dragged: a frame of one pixel, every other one inverted.
    pub fn outline(&mut self, rect: Rect) {
        let right_column = rect.right - 1;
        let inner = Rect::new(rect.top + 1, rect.left, rect.bottom - 1, rect.right);
        for side in [
            Rect {
                bottom: rect.top + 1,
                ..rect
            },
            Rect {
                top: rect.bottom - 1,
                ..rect
            },
            Rect {
                right: rect.left + 1,
                ..inner
            },
            Rect {
                left: right_column,
                ..inner
            },
        ] {
            self.touch(side);
            self.each_row(side, |row, start| {
                for (h, pixel) in row.iter_mut().enumerate() {
                    if (start.h as usize + h + start.v as usize).is_multiple_of(2) {
                        *pixel = !*pixel;
                    }
                }
            });
        }
    }

    /// InvertRect.
    pub fn invert(&mut self, rect: Rect) {
        self.each_row(rect, |row, _| row.iter_mut().for_each(|pixel| *pixel = !*pixel));
    }

    /// Calls `paint` with each row of the part of `rect` that is inside the clipping, and where it starts.
    fn each_row(&mut self, rect: Rect, paint: impl Fn(&mut [u8], Point)) {
        let rect = rect.intersect(self.clip);
        if rect.is_empty() {
            return;
        }
        for v in rect.top..rect.bottom {
            let start = v as usize * self.bounds.width() as usize + rect.left as usize;
            paint(
                &mut self.pixels[start..start + rect.width() as usize],
                Point::new(v, rect.left),
            );
        }
    }

    /// PlotIcon with its mask; a selected icon is drawn as its negative.
    pub fn icon<const N: usize>(&mut self, icon: &Icon<N>, origin: Point, selected: bool) {
        for (v, (ink, mask)) in (origin.v..).zip(icon.ink.iter().zip(&icon.mask)) {
            for (h, bit) in (origin.h..).zip((0..N).rev()) {
                if mask >> bit & 1 == 1 {
                    let black = (ink >> bit & 1 == 1) != selected;
                    self.set(
                        Point::new(v, h),
                        if black { Colour::Black } else { Colour::White },
                    );
                }
            }
        }
    }
}

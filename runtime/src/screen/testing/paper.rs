//! A sheet to draw on: text by the Font Manager's rules, and the shapes that stand around text on a screen.

use mc_protocol::macroman;

use super::bdf::{BdfFont, BdfGlyph};
use crate::geometry::Rect;
use crate::screen::image::{Image, Rgb};

/// How text is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TextStyle {
    /// White on black; the caller draws the black.
    pub(crate) inverse: bool,
    /// Smeared, and one pixel wider a character.
    pub(crate) bold: bool,
    /// Erased through the 50 % pattern afterwards.
    pub(crate) dimmed: bool,
}

/// One bit a pixel; `true` is black.
#[derive(Debug, Clone)]
pub(crate) struct Paper {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pixels: Vec<bool>,
}

impl Paper {
    pub(crate) fn new(width: i32, height: i32) -> Self {
        Self {
            width,
            height,
            pixels: vec![false; (width * height) as usize],
        }
    }

    pub(crate) fn set(&mut self, x: i32, y: i32, black: bool) {
        if let Some(at) = self.inside(x, y) {
            self.pixels[at] = black;
        }
    }

    pub(crate) fn flip(&mut self, x: i32, y: i32) {
        if let Some(at) = self.inside(x, y) {
            self.pixels[at] ^= true;
        }
    }

    fn inside(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| (y * self.width + x) as usize)
    }

    /// One index a pixel: 0 for white, 1 for black.
    pub(crate) fn pixels(&self) -> Vec<u8> {
        self.pixels.iter().map(|&black| u8::from(black)).collect()
    }

    pub(crate) fn image(&self) -> Image {
        let palette = vec![Rgb::WHITE, Rgb::BLACK];
        Image::indexed(self.width as u32, self.height as u32, palette, self.pixels()).expect("the parts fit")
    }

    pub(crate) fn fill(&mut self, rect: Rect, black: bool) {
        self.fill_with(rect, |_, _| black);
    }

    /// The 50 % grey of a black and white desktop.
    pub(crate) fn grey(&mut self, rect: Rect) {
        self.fill_with(rect, |x, y| (x + y) % 2 == 0);
    }

    fn fill_with(&mut self, rect: Rect, black: impl Fn(i32, i32) -> bool) {
        for y in rect.y..rect.bottom() {
            for x in rect.x..rect.right() {
                self.set(x, y, black(x, y));
            }
        }
    }

    /// A frame of `thickness` pixels just inside `rect`.
    pub(crate) fn frame(&mut self, rect: Rect, thickness: i32) {
        for y in rect.y..rect.bottom() {
            for x in rect.x..rect.right() {
                let inner = (x - rect.x)
                    .min(rect.right() - 1 - x)
                    .min(y - rect.y)
                    .min(rect.bottom() - 1 - y);
                if inner < thickness {
                    self.set(x, y, true);
                }
            }
        }
    }

    /// A frame whose corners are cut to quarter circles of `radius`, as FrameRoundRect draws them.
    pub(crate) fn round_frame(&mut self, rect: Rect, radius: i32, thickness: i32) {
        for y in rect.y..rect.bottom() {
            for x in rect.x..rect.right() {
                if in_round_rect(rect, radius, 0, x, y) && !in_round_rect(rect, radius, thickness, x, y) {
                    self.set(x, y, true);
                }
            }
        }
    }

    /// Draws `text` (MacRoman) with its first pen at `pen` and its baseline at row `baseline`; returns the last pen.
    pub(crate) fn text(
        &mut self,
        font: &BdfFont,
        pen: i32,
        baseline: i32,
        text: &[u8],
        style: TextStyle,
    ) -> i32 {
        let mut at = pen;
        for &code in text {
            let glyph = font
                .glyph(code)
                .or_else(|| font.glyphs.get(&-1))
                .expect("a glyph for every character");
            self.glyph(glyph, at, baseline, style);
            at += glyph.advance + i32::from(style.bold);
        }
        at
    }

    fn glyph(&mut self, glyph: &BdfGlyph, pen: i32, baseline: i32, style: TextStyle) {
        for y in 0..glyph.height {
            for x in (0..glyph.width).filter(|&x| glyph.pixel(x, y)) {
                for smear in 0..=i32::from(style.bold) {
                    let (x, y) = (pen + glyph.x + x + smear, baseline - glyph.y - glyph.height + y);
                    if !style.dimmed || (x + y) % 2 == 0 {
                        self.set(x, y, !style.inverse);
                    }
                }
            }
        }
    }
}

/// Whether a pixel's middle lies in the round rectangle that is `inset` pixels inside `rect`.
fn in_round_rect(rect: Rect, radius: i32, inset: i32, x: i32, y: i32) -> bool {
    let (left, top) = (rect.x + inset, rect.y + inset);
    let (right, bottom) = (rect.right() - inset, rect.bottom() - inset);
    if x < left || x >= right || y < top || y >= bottom {
        return false;
    }
    let radius = (radius - inset).max(0);
    // Distances to the corner circle's middle, in half pixels.
    let reach = |at: i32, low: i32, high: i32| {
        (2 * (low + radius - at) - 1)
            .max(2 * (at - high + radius) + 1)
            .max(0)
    };
    let (dx, dy) = (reach(x, left, right), reach(y, top, bottom));
    dx * dx + dy * dy <= 4 * radius * radius || dx == 0 || dy == 0
}

/// The codes of `text` in a strike.
pub(crate) fn mac_roman(text: &str) -> Vec<u8> {
    let code = |c: char| match c {
        '⌘' => 0x11,
        other => macroman::from_char(other).unwrap_or_else(|| panic!("{other:?} is not in MacRoman")),
    };
    text.chars().map(code).collect()
}

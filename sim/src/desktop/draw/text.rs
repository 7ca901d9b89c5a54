//! Text with 1-bit strikes, as QuickDraw's DrawString draws it.

use super::canvas::{Canvas, Colour};
use crate::desktop::font::{FontName, Fonts, Glyph, Style, encode};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::{Cover, TextScene, TextState};

/// How to draw a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextStyle {
    /// Font.
    pub font: FontName,
    /// Plain or bold.
    pub style: Style,
    /// Normal, inverse or dimmed.
    pub state: TextState,
}

impl TextStyle {
    /// Plain black text.
    pub const fn plain(font: FontName) -> TextStyle {
        TextStyle {
            font,
            style: Style::Plain,
            state: TextState::Normal,
        }
    }

    /// The same, drawn in another state.
    #[must_use]
    pub const fn state(self, state: TextState) -> TextStyle {
        TextStyle { state, ..self }
    }
}

impl Canvas {
    /// Draws `text` with the pen starting at `pen`, which lies on the baseline, and notes it for the scene.
    pub fn text(&mut self, fonts: &Fonts, pen: Point, text: &str, style: TextStyle) {
        let strike = fonts.strike(style.font);
        let top = pen.v - i16::from(strike.ascent());
        let mut h = pen.h;
        for code in encode(text) {
            let glyph = strike.glyph(code);
            self.glyph(glyph, Point::new(top, h), style);
            h += i16::from(glyph.advance) + style.style.extra();
        }
        let (family, size) = style.font.family_and_size();
        let rect = Rect::new(top, pen.h, top + i16::from(strike.height()), h);
        let shown = rect.intersect(self.clip);
        if text.trim().is_empty() || shown.is_empty() {
            return;
        }
        self.texts.push(TextScene {
            text: text.to_owned(),
            rect,
            baseline: pen.v,
            font: family.to_owned(),
            size,
            bold: style.style == Style::Bold,
            state: style.state,
            cover: if shown == rect {
                Cover::None
            } else {
                Cover::Partial
            },
        });
    }

    /// Draws `text` with its middle at column `centre`.
    pub fn centred_text(&mut self, fonts: &Fonts, centre: i16, baseline: i16, text: &str, style: TextStyle) {
        let width = fonts.width(style.font, style.style, text);
        self.text(fonts, Point::new(baseline, centre - width / 2), text, style);
    }

    fn glyph(&mut self, glyph: &Glyph, origin: Point, style: TextStyle) {
        let left = origin.h + i16::from(glyph.left);
        for (v, row) in (origin.v..).zip(0..glyph.rows.len()) {
            for (h, column) in (left..).zip(0..glyph.width) {
                if glyph.ink(row, column) {
                    self.ink(Point::new(v, h), style.state);
                    if style.style == Style::Bold {
                        self.ink(Point::new(v, h + 1), style.state);
                    }
                }
            }
        }
    }

    /// One pixel of a letter. Dimmed text is grey where there are colours; in black and white the 50 % pattern
    /// takes away every other pixel.
    fn ink(&mut self, at: Point, state: TextState) {
        match state {
            TextState::Normal => self.set(at, Colour::Black),
            TextState::Inverse => self.set(at, Colour::White),
            TextState::Dimmed if self.has_colour() => self.set(at, Colour::Grey),
            TextState::Dimmed if (at.h + at.v) % 2 != 0 => self.set(at, Colour::Black),
            TextState::Dimmed => {}
        }
    }
}

/// Breaks `text` into lines of at most `width` pixels, at blanks and at carriage returns, as TextBox does.
pub fn wrap(fonts: &Fonts, font: FontName, text: &str, width: i16) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\r') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let longer = if line.is_empty() {
                word.to_owned()
            } else {
                format!("{line} {word}")
            };
            if line.is_empty() || fonts.width(font, Style::Plain, &longer) <= width {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.push(line);
    }
    lines
}

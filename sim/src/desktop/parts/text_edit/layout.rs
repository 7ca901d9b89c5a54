//! TECalText: a text broken into lines, and where its characters stand. Points are relative to the upper left corner of the
//! destination rectangle.

use super::TextEdit;
use crate::desktop::font::{FontName, Fonts, Style};
use crate::desktop::geometry::{Point, Rect};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

const RETURN: u8 = 0x0D;
/// QuickDraw's coordinates are words: what lies farther down or to the right than this is not told apart.
const FARTHEST: i32 = 32_000;

/// Font, size and style of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Typeface {
    /// Font and size.
    pub font: FontName,
    /// Plain or bold.
    pub style: Style,
}

impl Typeface {
    /// A font without style.
    pub const fn plain(font: FontName) -> Typeface {
        Typeface {
            font,
            style: Style::Plain,
        }
    }
}

/// See the module.
#[derive(Debug, Clone)]
pub struct Layout {
    /// What it is drawn in.
    pub typeface: Typeface,
    /// Rows from one baseline to the next.
    pub line_height: i16,
    /// Rows from the top of a line to its baseline.
    pub ascent: i16,
    width: i16,
    version: u64,
    /// Where each line starts; there is always one.
    starts: Vec<usize>,
    length: usize,
    advances: Box<[i16; 256]>,
}

impl Layout {
    /// Breaks a text into lines of at most `width` pixels: behind blanks, which may hang over the edge, and inside of a word that is
    /// longer than a line.
    pub fn new(edit: &TextEdit, typeface: Typeface, width: i16, fonts: &Fonts) -> Layout {
        let strike = fonts.strike(typeface.font);
        let mut advances = Box::new([0; 256]);
        for (code, advance) in (0..=u8::MAX).zip(advances.iter_mut()) {
            *advance = i16::from(strike.glyph(shown(code)).advance) + typeface.style.extra();
        }
        advances[usize::from(RETURN)] = 0;
        let mut layout = Layout {
            typeface,
            line_height: i16::from(strike.height() + strike.leading()),
            ascent: i16::from(strike.ascent()),
            width,
            version: edit.version(),
            starts: Vec::new(),
            length: edit.text().len(),
            advances,
        };
        layout.break_lines(edit.text());
        layout
    }

    fn break_lines(&mut self, text: &[u8]) {
        let mut start = 0;
        loop {
            self.starts.push(start);
            let end = self.line_end(text, start);
            // Behind a carriage return there is a line, even an empty one.
            let is_last = end == text.len() && text.get(end.wrapping_sub(1)) != Some(&RETURN);
            if is_last || (end == start && end == text.len()) {
                return;
            }
            start = end;
        }
    }

    /// Where the line that starts here ends: behind its last character.
    fn line_end(&self, text: &[u8], start: usize) -> usize {
        let mut width: i32 = 0;
        let mut behind_blank = None;
        for (at, &code) in text.iter().enumerate().skip(start) {
            if code == RETURN {
                return at + 1;
            }
            width += i32::from(self.advances[usize::from(code)]);
            if code == b' ' {
                behind_blank = Some(at + 1);
            } else if width > i32::from(self.width) && at > start {
                return behind_blank.unwrap_or(at);
            }
        }
        text.len()
    }

    /// Lines.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// Rows that all lines take.
    pub fn height(&self) -> i16 {
        self.top_of(self.starts.len())
    }

    /// Rows above a line.
    pub fn top_of(&self, line: usize) -> i16 {
        let line = i32::try_from(line).unwrap_or(FARTHEST);
        i32::from(self.line_height).saturating_mul(line).min(FARTHEST) as i16
    }

    /// The characters of a line, the carriage return at its end included.
    pub fn line(&self, number: usize) -> Range<usize> {
        let end = self.starts.get(number + 1).copied().unwrap_or(self.length);
        self.starts[number]..end
    }

    /// The line that a place is in.
    pub fn line_of(&self, place: usize) -> usize {
        self.starts
            .partition_point(|&start| start <= place)
            .saturating_sub(1)
    }

    /// Pixels that characters take in a line.
    pub fn width_of(&self, text: &[u8]) -> i16 {
        let width: i32 = text
            .iter()
            .map(|&code| i32::from(self.advances[usize::from(code)]))
            .sum();
        width.min(FARTHEST) as i16
    }

    /// TEGetPoint: the upper end of a caret at a place.
    pub fn point(&self, text: &[u8], place: usize) -> Point {
        let line = self.line_of(place);
        let left = self.width_of(&text[self.starts[line].min(place)..place]);
        Point::new(self.top_of(line), left)
    }

    /// The caret's rectangle at a place.
    pub fn caret(&self, text: &[u8], place: usize) -> Rect {
        Rect::at(self.point(text, place), self.line_height, 1)
    }

    /// TEGetOffset: the place next to a point. Above the text it is the first, below it the last.
    pub fn place(&self, text: &[u8], point: Point) -> usize {
        if point.v < 0 {
            return 0;
        }
        let line = usize::from((point.v / self.line_height) as u16);
        match line < self.starts.len() {
            true => self.place_in(text, line, point.h),
            false => self.length,
        }
    }

    fn place_in(&self, text: &[u8], number: usize, column: i16) -> usize {
        let line = self.line(number);
        let mut left = 0;
        for place in line.clone() {
            let advance = i32::from(self.advances[usize::from(text[place])]);
            if i32::from(column) < left + (advance + 1) / 2 {
                return place;
            }
            left += advance;
        }
        // Behind the last character of a line that goes on would be the first place of the next one.
        let goes_on = number + 1 < self.starts.len();
        if goes_on { line.end - 1 } else { line.end }
    }

    /// The place one line higher; in the first line the beginning.
    pub fn above(&self, text: &[u8], place: usize, column: i16) -> usize {
        match self.line_of(place).checked_sub(1) {
            Some(line) => self.place_in(text, line, column),
            None => 0,
        }
    }

    /// The place one line lower; in the last line the end.
    pub fn below(&self, text: &[u8], place: usize, column: i16) -> usize {
        let line = self.line_of(place) + 1;
        match line < self.starts.len() {
            true => self.place_in(text, line, column),
            false => self.length,
        }
    }
}

/// What is drawn for a character: TextEdit knows no tab stops, a tab is as wide as a blank.
pub(super) fn shown(code: u8) -> u8 {
    if code == b'\t' { b' ' } else { code }
}

/// The last layout of a text, kept as long as it is right.
#[derive(Debug, Clone, Default)]
pub struct LayoutCache(RefCell<Option<Arc<Layout>>>);

impl LayoutCache {
    /// The layout of a text.
    pub fn get(&self, edit: &TextEdit, typeface: Typeface, width: i16, fonts: &Fonts) -> Arc<Layout> {
        let mut kept = self.0.borrow_mut();
        let is_right = |layout: &&Arc<Layout>| {
            (layout.version, layout.typeface, layout.width) == (edit.version(), typeface, width)
        };
        if let Some(layout) = kept.as_ref().filter(is_right) {
            return Arc::clone(layout);
        }
        let layout = Arc::new(Layout::new(edit, typeface, width, fonts));
        *kept = Some(Arc::clone(&layout));
        layout
    }
}

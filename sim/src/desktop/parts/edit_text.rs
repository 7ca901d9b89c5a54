//! The text of an edit item in a dialog: one line in the system font, with a selection or a caret. Each edit item of a
//! [`DialogBox`](super::DialogBox) is one of these; it reaches its text through these methods alone.

use super::control::{Press, title_style};
use crate::desktop::draw::{Canvas, Colour};
use crate::desktop::font::{FontName, Fonts, Style, decode};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::{EditTextScene, Event, TextState};
use std::ops::Range;

/// From the text's rectangle to the frame around it, which the Dialog Manager draws.
const FRAME_OUTSET: i16 = 3;
/// Blank between the left side and the first letter.
const INDENT: i16 = 1;
/// CaretTime: ticks between two changes of the caret.
const CARET_TICKS: u32 = 32;

const BACKSPACE: u8 = 0x08;
const ARROW_LEFT: u8 = 0x1C;
const ARROW_RIGHT: u8 = 0x1D;

/// See the module.
#[derive(Debug, Clone, Default)]
pub struct EditText {
    text: Vec<char>,
    /// Where the selection began, and where it ends: it may run backwards.
    anchor: usize,
    end: usize,
    caret_shows: bool,
    next_blink: u32,
}

impl EditText {
    /// With this text, and the caret behind it.
    pub fn new(text: &str) -> EditText {
        let mut edit = EditText::default();
        edit.set_text(text);
        edit
    }

    /// What is in it.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Replaces everything.
    pub fn set_text(&mut self, text: &str) {
        self.text = text.chars().collect();
        self.anchor = self.text.len();
        self.end = self.text.len();
    }

    /// SelectDialogItemText: selects these characters; more than there are selects to the end.
    pub fn select(&mut self, range: Range<usize>) {
        self.anchor = range.start.min(self.text.len());
        self.end = range.end.min(self.text.len());
    }

    /// The selected characters.
    pub fn selection(&self) -> Range<usize> {
        self.anchor.min(self.end)..self.anchor.max(self.end)
    }

    /// The button went down in it.
    pub fn press(&mut self, press: &Press, rect: Rect, fonts: &Fonts) {
        self.end = self.place_at(press.at, rect, fonts);
        if !press.modifiers.shift() {
            self.anchor = self.end;
        }
        if press.clicks > 1 {
            self.select(0..self.text.len());
        }
    }

    /// The mouse is here while the button is down; tells whether the selection has changed.
    pub fn drag(&mut self, at: Point, rect: Rect, fonts: &Fonts) -> bool {
        let place = self.place_at(at, rect, fonts);
        std::mem::replace(&mut self.end, place) != place
    }

    /// Takes a key.
    pub fn key(&mut self, event: &Event) {
        let selection = self.selection();
        match event.message as u8 {
            BACKSPACE if selection.is_empty() => {
                let start = selection.start.saturating_sub(1);
                self.replace(start..selection.end, "");
            }
            BACKSPACE => self.replace(selection, ""),
            ARROW_LEFT if selection.is_empty() => self.move_caret(selection.start.saturating_sub(1)),
            ARROW_LEFT => self.move_caret(selection.start),
            ARROW_RIGHT if selection.is_empty() => self.move_caret(selection.end + 1),
            ARROW_RIGHT => self.move_caret(selection.end),
            0..0x20 => {}
            code => self.replace(selection, &decode(&[code])),
        }
    }

    /// TEPaste: puts a text in place of what is selected.
    pub fn paste(&mut self, text: &str) {
        self.replace(self.selection(), text);
    }

    /// TECut: takes out what is selected.
    pub fn cut(&mut self) -> String {
        let text = self.copy();
        self.replace(self.selection(), "");
        text
    }

    /// TECopy: what is selected.
    pub fn copy(&self) -> String {
        self.text[self.selection()].iter().collect()
    }

    fn replace(&mut self, range: Range<usize>, text: &str) {
        let caret = range.start + text.chars().count();
        self.text.splice(range, text.chars());
        self.move_caret(caret);
    }

    fn move_caret(&mut self, place: usize) {
        self.select(place..place);
        self.caret_shows = true;
    }

    /// TEIdle: blinks the caret when it is time; tells whether it shows differently.
    pub fn idle(&mut self, ticks: u32) -> bool {
        if ticks < self.next_blink {
            return false;
        }
        self.next_blink = ticks + CARET_TICKS;
        self.caret_shows = !self.caret_shows;
        self.anchor == self.end
    }

    fn column(&self, place: usize, rect: Rect, fonts: &Fonts) -> i16 {
        let before: String = self.text[..place].iter().collect();
        rect.left + INDENT + fonts.width(FontName::Chicago12, Style::Plain, &before)
    }

    fn place_at(&self, at: Point, rect: Rect, fonts: &Fonts) -> usize {
        let near = |place: &usize| {
            let middle = (self.column(*place, rect, fonts) + self.column(*place + 1, rect, fonts)) / 2;
            at.h < middle
        };
        (0..self.text.len()).find(near).unwrap_or(self.text.len())
    }

    /// Draws it with its frame; selection and caret only where what is typed goes to it.
    pub fn draw(&self, canvas: &mut Canvas, rect: Rect, fonts: &Fonts, focused: bool) {
        let frame = rect.inset(-FRAME_OUTSET, -FRAME_OUTSET);
        canvas.fill(frame, Colour::White);
        canvas.frame(frame, Colour::Black);
        let strike = fonts.strike(FontName::Chicago12);
        let line = Rect {
            bottom: rect.top + i16::from(strike.height()),
            ..rect
        };
        let pen = Point::new(rect.top + i16::from(strike.ascent()), rect.left + INDENT);
        let selection = self.selection();
        let (left, right) = (
            self.column(selection.start, rect, fonts),
            self.column(selection.end, rect, fonts),
        );
        let run = |range: Range<usize>| self.text[range].iter().collect::<String>();
        let plain = title_style(true);
        canvas.clipped(rect, |canvas| {
            if !focused || selection.is_empty() {
                canvas.text(fonts, pen, &self.text(), plain);
                if focused && self.caret_shows {
                    canvas.vertical(left - 1, line.top, line.bottom, Colour::Black);
                }
                return;
            }
            canvas.text(fonts, pen, &run(0..selection.start), plain);
            canvas.fill(Rect { left, right, ..line }, Colour::Black);
            let selected = plain.state(TextState::Inverse);
            canvas.text(fonts, Point::new(pen.v, left), &run(selection.clone()), selected);
            let rest = run(selection.end..self.text.len());
            canvas.text(fonts, Point::new(pen.v, right), &rest, plain);
        });
    }

    /// What tests should know of it.
    pub fn scene(&self, rect: Rect, focused: bool) -> EditTextScene {
        let selection = self.selection();
        EditTextScene {
            rect,
            text: self.text(),
            selection: (selection.start, selection.end),
            active: focused,
        }
    }
}

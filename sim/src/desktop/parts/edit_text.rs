//! The text of an edit item in a dialog: a [`TextEdit`] in the system font with a frame around it. Each edit item of a
//! [`DialogBox`](super::DialogBox) is one of these; it reaches its text through these methods alone.

use super::control::Press;
use super::text_edit::{Layout, TextEdit, Typeface};
use crate::desktop::draw::{Canvas, Colour};
use crate::desktop::font::{FontName, Fonts, decode, encode};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::{EditTextScene, Event};
use std::ops::Range;

/// From the text's rectangle to the frame around it, which the Dialog Manager draws.
const FRAME_OUTSET: i16 = 3;
/// Blank between the left side and the first letter.
const INDENT: i16 = 1;
const FACE: Typeface = Typeface::plain(FontName::Chicago12);

/// See the module. A text that is too long is cut off.
#[derive(Debug, Clone, Default)]
pub struct EditText(TextEdit);

impl EditText {
    /// With this text, and the caret behind it.
    pub fn new(text: &str) -> EditText {
        let mut edit = EditText::default();
        edit.set_text(text);
        edit
    }

    /// What is in it.
    pub fn text(&self) -> String {
        decode(self.0.text())
    }

    /// Replaces everything.
    pub fn set_text(&mut self, text: &str) {
        self.0.set_text(&encode(text));
        self.select(usize::MAX..usize::MAX);
    }

    /// SelectDialogItemText: selects these characters; more than there are selects to the end.
    pub fn select(&mut self, range: Range<usize>) {
        self.0.select(range);
    }

    /// The selected characters.
    pub fn selection(&self) -> Range<usize> {
        self.0.selection()
    }

    /// The lines, of a text that is short enough to be broken whenever it is drawn.
    fn layout(&self, rect: Rect, fonts: &Fonts) -> Layout {
        Layout::new(&self.0, FACE, rect.width() - INDENT, fonts)
    }

    /// The upper left corner of the text: an end that the user moves stays in view.
    fn origin(&self, layout: &Layout, rect: Rect) -> Point {
        let caret = layout.caret(self.0.text(), self.0.active_end());
        let below = caret.bottom - rect.height().max(layout.line_height);
        Point::new(rect.top - below.max(0), rect.left + INDENT)
    }

    fn place_at(&self, at: Point, rect: Rect, fonts: &Fonts) -> usize {
        let layout = self.layout(rect, fonts);
        let origin = self.origin(&layout, rect);
        let point = Point::new(at.v - origin.v, at.h - origin.h);
        layout.place(self.0.text(), point)
    }

    /// The button went down in it.
    pub fn press(&mut self, press: &Press, rect: Rect, fonts: &Fonts) {
        let place = self.place_at(press.at, rect, fonts);
        self.0.press(press, place);
    }

    /// The mouse is here while the button is down; tells whether the selection has changed.
    pub fn drag(&mut self, at: Point, rect: Rect, fonts: &Fonts) -> bool {
        let place = self.place_at(at, rect, fonts);
        self.0.drag(place)
    }

    /// Takes a key; tells whether the text could take it.
    pub fn key(&mut self, event: &Event, rect: Rect, fonts: &Fonts) -> bool {
        let layout = self.layout(rect, fonts);
        self.0.key(event, &layout).is_ok()
    }

    /// TEPaste: puts a text in place of what is selected; tells whether there was room for it.
    pub fn paste(&mut self, text: &str) -> bool {
        self.0.insert(&encode(text)).is_ok()
    }

    /// TECut: takes out what is selected.
    pub fn cut(&mut self) -> String {
        let text = self.copy();
        self.0.delete();
        text
    }

    /// TECopy: what is selected.
    pub fn copy(&self) -> String {
        decode(self.0.selected())
    }

    /// TEIdle: blinks the caret when it is time; tells whether it shows differently.
    pub fn idle(&mut self, ticks: u32) -> bool {
        self.0.idle(ticks)
    }

    /// Draws it with its frame; selection and caret only where what is typed goes to it.
    pub fn draw(&self, canvas: &mut Canvas, rect: Rect, fonts: &Fonts, focused: bool) {
        let frame = rect.inset(-FRAME_OUTSET, -FRAME_OUTSET);
        canvas.fill(frame, Colour::White);
        canvas.frame(frame, Colour::Black);
        let layout = self.layout(rect, fonts);
        let origin = self.origin(&layout, rect);
        self.0.draw(canvas, &layout, origin, rect, fonts, focused);
    }

    /// What tests should know of it.
    pub fn scene(&self, rect: Rect, focused: bool) -> EditTextScene {
        self.0.scene(rect, focused)
    }
}

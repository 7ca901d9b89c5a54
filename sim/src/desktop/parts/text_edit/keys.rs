//! TEKey, with the arrow keys as System 7 has them.

use super::layout::Layout;
use super::{TextEdit, TooLong};
use crate::desktop::Event;

const BACKSPACE: u8 = 0x08;
const RETURN: u8 = 0x0D;
const TAB: u8 = 0x09;
const ARROW_LEFT: u8 = 0x1C;
const ARROW_RIGHT: u8 = 0x1D;
const ARROW_UP: u8 = 0x1E;
const ARROW_DOWN: u8 = 0x1F;
const FORWARD_DELETE: u8 = 0x7F;

/// What a key did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyEffect {
    /// Nothing: it means nothing in a text.
    Ignored,
    /// The caret or the selection moved.
    Moved,
    /// The text is another one, or would be if there were something to take out.
    Typed,
}

impl TextEdit {
    /// Whether a key changes the text, rather than move in it or do nothing.
    pub fn is_typing(event: &Event) -> bool {
        match event.message as u8 {
            BACKSPACE | FORWARD_DELETE | RETURN | TAB => true,
            code => code >= b' ',
        }
    }

    /// Takes a key. With Shift the arrows change the selection.
    ///
    /// # Errors
    /// [`TooLong`], and then nothing has changed.
    pub fn key(&mut self, event: &Event, layout: &Layout) -> Result<KeyEffect, TooLong> {
        let code = event.message as u8;
        let selection = self.selection();
        match code {
            BACKSPACE if selection.is_empty() => {
                self.take_out(selection.start.saturating_sub(1)..selection.end);
            }
            FORWARD_DELETE if selection.is_empty() => {
                self.take_out(selection.start..(selection.end + 1).min(self.text().len()));
            }
            BACKSPACE | FORWARD_DELETE => self.take_out(selection),
            ARROW_LEFT | ARROW_RIGHT | ARROW_UP | ARROW_DOWN => {
                self.arrow(code, event.modifiers.shift(), layout);
                return Ok(KeyEffect::Moved);
            }
            _ if TextEdit::is_typing(event) => self.insert(&[code])?,
            _ => return Ok(KeyEffect::Ignored),
        }
        Ok(KeyEffect::Typed)
    }

    fn arrow(&mut self, code: u8, extends: bool, layout: &Layout) {
        let selection = self.selection();
        let goes_back = matches!(code, ARROW_LEFT | ARROW_UP);
        let from = match (extends, goes_back) {
            (true, _) => self.active_end(),
            (false, true) => selection.start,
            (false, false) => selection.end,
        };
        // Without Shift an arrow to the side only puts the caret at the end of what is selected.
        let collapses = !extends && !selection.is_empty();
        let column = self.column.unwrap_or_else(|| layout.point(self.text(), from).h);
        let place = match code {
            ARROW_LEFT | ARROW_RIGHT if collapses => from,
            ARROW_LEFT => from.saturating_sub(1),
            ARROW_RIGHT => (from + 1).min(self.text().len()),
            ARROW_UP => layout.above(self.text(), from, column),
            _ => layout.below(self.text(), from, column),
        };
        let anchor = if extends { self.anchor } else { place };
        self.select(anchor..place);
        if matches!(code, ARROW_UP | ARROW_DOWN) {
            self.column = Some(column);
        }
    }
}

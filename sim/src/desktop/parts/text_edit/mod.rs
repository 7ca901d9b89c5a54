//! TextEdit: a text of one font with a selection or a caret (Inside Macintosh: Text, chapter 2, "TextEdit").
//!
//! [`TextEdit`] is the text and what is selected, and does everything that a user does to it; [`Layout`] says where its
//! characters stand once it is broken into lines; `look` draws both. Characters are bytes in MacRoman, a line that the user has
//! ended ends with a carriage return, and places are offsets: a place lies in front of the character with its number.

mod keys;
mod layout;
mod look;
mod words;

pub use keys::KeyEffect;
pub use layout::{Layout, LayoutCache, Typeface};

use super::control::Press;
use std::ops::Range;

/// The longest text: an edit record counts its characters in a signed word.
pub const LONGEST_TEXT: usize = 32_767;
/// CaretTime: ticks between two changes of the caret.
const CARET_TICKS: u32 = 32;

/// A text would become longer than [`LONGEST_TEXT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text would become longer than {LONGEST_TEXT} characters")]
pub struct TooLong;

/// See the module.
#[derive(Debug, Clone, Default)]
pub struct TextEdit {
    text: Vec<u8>,
    /// Counts the changes of the text.
    version: u64,
    /// Where the selection began, and where it ends: it may run backwards.
    anchor: usize,
    end: usize,
    /// The word that was double-clicked: while the button is held the selection grows by whole words.
    clicked_word: Option<Range<usize>>,
    /// Where the arrows up and down aim at, from the left.
    column: Option<i16>,
    caret_shows: bool,
    next_blink: u32,
}

impl TextEdit {
    /// TESetText: with this text, as far as it is not too long, and the caret in front of it.
    pub fn new(text: &[u8]) -> TextEdit {
        let mut edit = TextEdit::default();
        edit.set_text(text);
        edit
    }

    /// What is in it.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// A number that is another one whenever the text has changed.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// TESetText: replaces everything, as far as it is not too long, and puts the caret in front of it.
    pub fn set_text(&mut self, text: &[u8]) {
        self.text = text[..text.len().min(LONGEST_TEXT)].to_vec();
        self.version += 1;
        self.select(0..0);
    }

    /// TESetSelect: selects these characters; more than there are selects to the end.
    pub fn select(&mut self, range: Range<usize>) {
        self.anchor = range.start.min(self.text.len());
        self.end = range.end.min(self.text.len());
        self.clicked_word = None;
        self.column = None;
        self.caret_shows = true;
    }

    /// The selected characters; empty where there is only a caret.
    pub fn selection(&self) -> Range<usize> {
        self.anchor.min(self.end)..self.anchor.max(self.end)
    }

    /// The end of the selection that the user moves: what is to stay in view.
    pub fn active_end(&self) -> usize {
        self.end
    }

    /// What is selected.
    pub fn selected(&self) -> &[u8] {
        &self.text[self.selection()]
    }

    /// TEPaste, TEInsert and typing: puts a text in place of what is selected, and the caret behind it.
    ///
    /// # Errors
    /// [`TooLong`], and then nothing has changed.
    pub fn insert(&mut self, text: &[u8]) -> Result<(), TooLong> {
        self.replace(self.selection(), text)
    }

    /// TECut without the scrap, and TEDelete: takes out what is selected.
    pub fn delete(&mut self) {
        self.take_out(self.selection());
    }

    fn replace(&mut self, range: Range<usize>, text: &[u8]) -> Result<(), TooLong> {
        if self.text.len() - range.len() + text.len() > LONGEST_TEXT {
            return Err(TooLong);
        }
        let caret = range.start + text.len();
        self.text.splice(range, text.iter().copied());
        self.version += 1;
        self.select(caret..caret);
        Ok(())
    }

    fn take_out(&mut self, range: Range<usize>) {
        let caret = range.start;
        if !range.is_empty() {
            self.text.drain(range);
            self.version += 1;
        }
        self.select(caret..caret);
    }

    /// TEClick: the button went down at a place. With Shift the selection grows or shrinks to it; a double click selects a word.
    pub fn press(&mut self, press: &Press, place: usize) {
        if press.modifiers.shift() {
            self.extend_to(place);
        } else if press.clicks > 1 {
            let word = words::word_at(&self.text, place);
            self.select(word.clone());
            self.clicked_word = Some(word);
        } else {
            self.select(place..place);
        }
    }

    /// The mouse is at a place while the button is down; tells whether the selection has changed.
    pub fn drag(&mut self, place: usize) -> bool {
        let before = (self.anchor, self.end);
        match self.clicked_word.clone() {
            Some(word) => {
                let there = words::word_at(&self.text, place);
                let backwards = place < word.start;
                (self.anchor, self.end) = match backwards {
                    true => (word.end, there.start),
                    false => (word.start, there.end.max(word.end)),
                };
            }
            None => self.extend_to(place),
        }
        (self.anchor, self.end) != before
    }

    fn extend_to(&mut self, place: usize) {
        let anchor = self.anchor;
        self.select(anchor..place);
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
}

#[cfg(test)]
mod tests;

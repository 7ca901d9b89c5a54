//! The tokens of a script, and how far they have been read.

use super::super::lexer::{Kind, Token};
use super::is_reserved;
use std::ops::Range;

/// The end of the script is never taken.
pub(super) struct Tokens {
    tokens: Vec<Token>,
    at: usize,
}

impl Tokens {
    pub fn new(tokens: Vec<Token>) -> Tokens {
        Tokens { tokens, at: 0 }
    }

    fn token(&self, ahead: usize) -> &Kind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)].kind
    }

    /// The next token.
    pub fn peek(&self) -> &Kind {
        self.token(0)
    }

    /// Where the next token lies. The end of a line lies in front of its character.
    pub fn range(&self) -> Range<usize> {
        let last = self.tokens.len() - 1;
        self.tokens[self.at.min(last)].range.clone()
    }

    /// Where the next token begins.
    pub fn start(&self) -> usize {
        self.range().start
    }

    /// Where the last token that was taken ended.
    pub fn last_end(&self) -> usize {
        self.at
            .checked_sub(1)
            .map_or(0, |last| self.tokens[last].range.end)
    }

    pub fn mark(&self) -> usize {
        self.at
    }

    pub fn back_to(&mut self, mark: usize) {
        self.at = mark;
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// The word that is next, in small letters, unless it stands between bars.
    pub fn word(&self) -> Option<&str> {
        self.word_ahead(0)
    }

    pub fn word_ahead(&self, ahead: usize) -> Option<&str> {
        match self.token(ahead) {
            Kind::Word {
                lower, barred: false, ..
            } => Some(lower),
            _ => None,
        }
    }

    /// The words in a row from here on.
    pub fn words(&self, most: usize) -> Vec<&str> {
        (0..most).map_while(|ahead| self.word_ahead(ahead)).collect()
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    pub fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Takes words that stand in a row.
    pub fn take_words(&mut self, words: &[&str]) -> bool {
        let are_next = words
            .iter()
            .enumerate()
            .all(|(ahead, word)| self.word_ahead(ahead) == Some(word));
        if are_next {
            self.at += words.len();
        }
        are_next
    }

    /// Takes the words of a phrase, if they all come next.
    pub fn take_phrase(&mut self, phrase: &str) -> bool {
        let mut length = 0;
        for word in phrase.split(' ') {
            if self.word_ahead(length) != Some(word) {
                return false;
            }
            length += 1;
        }
        self.at += length;
        true
    }

    pub fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Kind::Sign(next) if *next == sign)
    }

    pub fn take_sign(&mut self, sign: &str) -> bool {
        let is_next = self.is_sign(sign);
        if is_next {
            self.advance();
        }
        is_next
    }

    pub fn is_end_of_line(&self) -> bool {
        matches!(self.peek(), Kind::EndOfLine | Kind::EndOfScript)
    }

    pub fn is_end_of_script(&self) -> bool {
        matches!(self.peek(), Kind::EndOfScript)
    }

    /// Takes the end of a line, and empty lines behind it.
    pub fn take_end_of_line(&mut self) -> bool {
        let is_next = self.is_end_of_line();
        while matches!(self.peek(), Kind::EndOfLine) {
            self.advance();
        }
        is_next
    }

    /// A name of the script's own: no word of the language. In small letters, and as it is written.
    pub fn name(&self) -> Option<(String, String)> {
        match self.peek() {
            Kind::Word {
                lower,
                written,
                barred,
            } if *barred || !is_reserved(lower) => Some((lower.clone(), written.clone())),
            _ => None,
        }
    }

    pub fn take_name(&mut self) -> Option<(String, String)> {
        let name = self.name();
        if name.is_some() {
            self.advance();
        }
        name
    }

    /// What AppleScript calls the next token.
    pub fn describe(&self) -> String {
        match self.peek() {
            Kind::Word { lower, barred, .. } if *barred || !is_reserved(lower) => "identifier".to_owned(),
            Kind::Word { lower, .. } => format!("“{lower}”"),
            Kind::Number(_) => "number".to_owned(),
            Kind::Text(_) => "“\"”".to_owned(),
            Kind::Raw { .. } => "“«”".to_owned(),
            Kind::Sign(sign) => format!("“{sign}”"),
            Kind::EndOfLine => "end of line".to_owned(),
            Kind::EndOfScript => "end of script".to_owned(),
        }
    }
}

//! From source text to tokens. Positions are characters from the beginning of the source.

use super::error::ScriptError;
use super::value::Value;
use super::value::integer_or_real;
use std::ops::Range;

/// Longest word or number.
const LONGEST_TOKEN: usize = 255;

/// What a token is.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// A word, in small letters, as it stands, and whether it stood between bars, which makes it a name whatever it is.
    Word {
        lower: String,
        written: String,
        barred: bool,
    },
    Number(Value),
    Text(String),
    /// `«class abcd»` and the like: the word and what follows it.
    Raw {
        word: String,
        code: String,
    },
    /// A sign, spelt in one way.
    Sign(&'static str),
    EndOfLine,
    EndOfScript,
}

/// A token and its place.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
}

/// Signs of two characters come first; the second spelling is what the parser sees.
const SIGNS: [(&str, &str); 26] = [
    ("<=", "≤"),
    (">=", "≥"),
    ("/=", "≠"),
    ("'s", "'s"),
    ("’s", "'s"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("÷", "/"),
    ("^", "^"),
    ("&", "&"),
    ("=", "="),
    ("≠", "≠"),
    ("<", "<"),
    (">", ">"),
    ("≤", "≤"),
    ("≥", "≥"),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (":", ":"),
    (";", ";"),
    ("?", "?"),
];

struct Lexer<'a> {
    source: &'a [char],
    at: usize,
    tokens: Vec<Token>,
}

/// The tokens of a script; the last one is the end of it.
///
/// # Errors
/// What no token begins with, and what does not end.
pub(super) fn tokens(source: &[char]) -> Result<Vec<Token>, ScriptError> {
    let mut lexer = Lexer {
        source,
        at: 0,
        tokens: Vec::new(),
    };
    while lexer.at < source.len() {
        lexer.token()?;
    }
    lexer.push(Kind::EndOfLine, lexer.at);
    lexer.push(Kind::EndOfScript, lexer.at);
    Ok(lexer.tokens)
}

fn begins_word(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

fn goes_on_word(character: char) -> bool {
    begins_word(character) || character.is_ascii_digit()
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\u{A0}')
}

fn is_line_end(character: char) -> bool {
    matches!(character, '\r' | '\n')
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.source.get(self.at + ahead).copied()
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let range = start..self.at;
        self.tokens.push(Token { kind, range });
    }

    fn unexpected(&self, expected: &str, found: &str, start: usize) -> ScriptError {
        let message = format!("Expected {expected} but found {found}.");
        let end = (start + 1).max(self.at).min(self.source.len());
        ScriptError::at(ScriptError::SYNTAX_TYPE, message, start.min(end)..end)
    }

    /// Takes characters as long as they are of a kind.
    fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> String {
        let rest = &self.source[self.at..];
        let count = rest.iter().take_while(|&&character| is_wanted(character)).count();
        self.at += count;
        rest[..count].iter().collect()
    }

    fn token(&mut self) -> Result<(), ScriptError> {
        let start = self.at;
        let Some(character) = self.peek(0) else {
            return Ok(());
        };
        match character {
            _ if is_blank(character) => {
                self.at += 1;
                Ok(())
            }
            _ if is_line_end(character) => {
                self.at += 1;
                self.push(Kind::EndOfLine, start);
                Ok(())
            }
            '¬' => self.continuation(),
            '-' if self.peek(1) == Some('-') => {
                self.take_while(|character| !is_line_end(character));
                Ok(())
            }
            '(' if self.peek(1) == Some('*') => self.comment(),
            '"' => self.text(),
            '|' => self.barred(),
            '«' => self.raw(),
            _ if begins_word(character) => self.word(),
            _ if character.is_ascii_digit() => self.number(),
            '.' if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => self.number(),
            _ => self.sign(),
        }
    }

    /// The line goes on after the end of the line.
    fn continuation(&mut self) -> Result<(), ScriptError> {
        let start = self.at;
        self.at += 1;
        self.take_while(is_blank);
        match self.peek(0) {
            Some(end) if is_line_end(end) => {
                self.at += 1;
                if end == '\r' && self.peek(0) == Some('\n') {
                    self.at += 1;
                }
                Ok(())
            }
            _ => Err(self.unexpected("end of line after “¬”", "something else", start)),
        }
    }

    fn comment(&mut self) -> Result<(), ScriptError> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some('('), Some('*')) => {
                    depth += 1;
                    self.at += 2;
                }
                (Some('*'), Some(')')) => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                (Some(_), _) => self.at += 1,
                (None, _) => return Err(self.unexpected("“*)”", "end of script", start)),
            }
        }
    }

    fn text(&mut self) -> Result<(), ScriptError> {
        let start = self.at;
        let mut text = String::new();
        self.at += 1;
        loop {
            let Some(character) = self.peek(0) else {
                return Err(self.unexpected("“\"”", "end of script", start));
            };
            self.at += 1;
            match character {
                '"' => break,
                '\\' => {
                    let escaped = self.peek(0);
                    self.at += 1;
                    text.push(match escaped {
                        Some('n') => '\n',
                        Some('r') => '\r',
                        Some('t') => '\t',
                        Some('\\') => '\\',
                        Some('"') => '"',
                        _ => return Err(self.unexpected("“\"”", "unknown token", start)),
                    });
                }
                other => text.push(other),
            }
        }
        self.push(Kind::Text(text), start);
        Ok(())
    }

    fn barred(&mut self) -> Result<(), ScriptError> {
        let start = self.at;
        self.at += 1;
        let written = self.take_while(|character| character != '|' && !is_line_end(character));
        if self.peek(0) != Some('|') {
            return Err(self.unexpected("“|”", "end of line", start));
        }
        self.at += 1;
        self.push_word(written, true, start)
    }

    fn word(&mut self) -> Result<(), ScriptError> {
        let start = self.at;
        let written = self.take_while(goes_on_word);
        let is_negated = matches!(self.peek(0), Some('\'' | '’'))
            && matches!(self.peek(1), Some('t' | 'T'))
            && !self.peek(2).is_some_and(goes_on_word);
        match written.to_lowercase().as_str() {
            "isn" if is_negated => self.negated("is", start),
            "doesn" if is_negated => self.negated("does", start),
            _ => self.push_word(written, false, start),
        }
    }

    /// `isn't` and `doesn't` are two words each.
    fn negated(&mut self, verb: &str, start: usize) -> Result<(), ScriptError> {
        self.at += 2;
        self.push_word(verb.to_owned(), false, start)?;
        self.push_word("not".to_owned(), false, start)
    }

    fn push_word(&mut self, written: String, barred: bool, start: usize) -> Result<(), ScriptError> {
        self.check_length(start)?;
        let lower = written.to_lowercase();
        let kind = Kind::Word {
            lower,
            written,
            barred,
        };
        self.push(kind, start);
        Ok(())
    }

    fn check_length(&self, start: usize) -> Result<(), ScriptError> {
        if self.at - start > LONGEST_TOKEN {
            let message = "The name or number is too long.";
            return Err(ScriptError::at(
                ScriptError::TOKEN_TOO_LONG,
                message,
                start..self.at,
            ));
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), ScriptError> {
        let start = self.at;
        let mut digits = self.take_while(|character| character.is_ascii_digit());
        let mut is_real = false;
        if self.peek(0) == Some('.') && self.peek(1).is_some_and(|next| next.is_ascii_digit()) {
            is_real = true;
            self.at += 1;
            digits.push('.');
            digits += &self.take_while(|character| character.is_ascii_digit());
        } else if self.peek(0) == Some('.') && !self.peek(1).is_some_and(begins_word) {
            is_real = true;
            self.at += 1;
        }
        if let Some(exponent) = self.exponent() {
            is_real = true;
            digits += &exponent;
        }
        self.check_length(start)?;
        let value: f64 = digits
            .parse()
            .map_err(|_| self.unexpected("number", "unknown token", start))?;
        let number = if is_real {
            Value::Real(value)
        } else {
            integer_or_real(value)
        };
        self.push(Kind::Number(number), start);
        Ok(())
    }

    /// `E+5` behind a number.
    fn exponent(&mut self) -> Option<String> {
        if !matches!(self.peek(0), Some('e' | 'E')) {
            return None;
        }
        let sign = match self.peek(1) {
            Some(sign @ ('+' | '-')) => Some(sign),
            _ => None,
        };
        let digits_at = 1 + usize::from(sign.is_some());
        if !self.peek(digits_at).is_some_and(|digit| digit.is_ascii_digit()) {
            return None;
        }
        self.at += digits_at;
        let digits = self.take_while(|character| character.is_ascii_digit());
        Some(format!("e{}{digits}", sign.unwrap_or('+')))
    }

    /// `«class abcd»`, `«property abcd»`, `«constant abcdefgh»`, `«event abcdefgh»`.
    fn raw(&mut self) -> Result<(), ScriptError> {
        let start = self.at;
        self.at += 1;
        let word = self
            .take_while(|character| character.is_ascii_alphabetic())
            .to_lowercase();
        let separated = self.peek(0) == Some(' ');
        self.at += usize::from(separated);
        let code = self.take_while(|character| character != '»' && !is_line_end(character));
        if !separated || self.peek(0) != Some('»') {
            return Err(self.unexpected("“»”", "unknown token", start));
        }
        self.at += 1;
        self.push(Kind::Raw { word, code }, start);
        Ok(())
    }

    fn sign(&mut self) -> Result<(), ScriptError> {
        let start = self.at;
        for (spelling, sign) in SIGNS {
            let length = spelling.chars().count();
            let matches = spelling
                .chars()
                .enumerate()
                .all(|(ahead, character)| self.peek(ahead) == Some(character));
            // A word that begins with an s is no genitive.
            let is_cut_word = sign == "'s" && self.peek(length).is_some_and(goes_on_word);
            if matches && !is_cut_word {
                self.at += length;
                self.push(Kind::Sign(sign), start);
                return Ok(());
            }
        }
        Err(self.unexpected("expression, etc.", "unknown token", start))
    }
}

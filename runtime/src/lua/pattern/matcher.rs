//! The matcher: one pattern over one subject, counting its work.

use mlua::{Lua, Value};

use super::{Fault, Grown, Outcome, index, mistake};
use crate::cancel::Cancel;

/// Letters looked at between two looks at the token: well below a millisecond.
const STRIDE: usize = 1 << 16;
const MOST_CAPTURES: usize = 32;
/// How deep the matcher may call itself, as in Lua's own.
const MOST_DEPTH: u32 = 200;

/// One capture of a match.
#[derive(Clone, Copy, Debug)]
enum Capture {
    /// Its `(` was met, its `)` not yet.
    Open { from: usize },
    /// Whole.
    Closed { from: usize, to: usize },
    /// `()`: a position.
    Position(usize),
}

pub(super) struct Matcher<'a> {
    cancel: &'a Cancel,
    pub(super) subject: &'a [u8],
    pattern: &'a [u8],
    /// Where in the pattern to begin: behind a `^` that anchors it.
    pub(super) start_pattern: usize,
    captures: Vec<Capture>,
    work: usize,
    depth: u32,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(cancel: &'a Cancel, subject: &'a [u8], pattern: &'a [u8]) -> Matcher<'a> {
        let start_pattern = usize::from(pattern.first() == Some(&b'^'));
        Matcher {
            cancel,
            subject,
            pattern,
            start_pattern,
            captures: Vec::new(),
            work: 0,
            depth: 0,
        }
    }

    /// One for which a leading `^` is a letter like any other.
    pub(super) fn unanchored(cancel: &'a Cancel, subject: &'a [u8], pattern: &'a [u8]) -> Matcher<'a> {
        Matcher {
            start_pattern: 0,
            ..Matcher::new(cancel, subject, pattern)
        }
    }

    pub(super) fn is_anchored(&self) -> bool {
        self.start_pattern == 1
    }

    pub(super) fn reset(&mut self) {
        self.captures.clear();
    }

    /// The first match at or after `start`, as the range of its bytes.
    pub(super) fn search(&mut self, start: usize) -> Outcome<Option<(usize, usize)>> {
        for at in start..=self.subject.len() {
            self.reset();
            if let Some(end) = self.matches(at, self.start_pattern)? {
                return Ok(Some((at, end)));
            }
            if self.is_anchored() {
                break;
            }
        }
        Ok(None)
    }

    /// Counts work, in letters looked at, and looks at the token every so often.
    fn spend(&mut self, work: usize) -> Outcome<()> {
        self.work += work;
        if self.work >= STRIDE {
            self.work = 0;
            if let Some(reason) = self.cancel.reason() {
                return Err(Fault::Raised(mlua::Error::external(reason.error())));
            }
        }
        Ok(())
    }

    /// Matches the pattern from index `p` at index `s` of the subject; the end of the match.
    pub(super) fn matches(&mut self, s: usize, p: usize) -> Outcome<Option<usize>> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return mistake("pattern too complex");
        }
        let outcome = self.matches_here(s, p);
        self.depth -= 1;
        outcome
    }

    fn matches_here(&mut self, mut s: usize, mut p: usize) -> Outcome<Option<usize>> {
        loop {
            self.spend(1)?;
            let Some(&letter) = self.pattern.get(p) else {
                return Ok(Some(s));
            };
            match (letter, self.pattern.get(p + 1)) {
                (b'(', Some(b')')) => return self.with_capture(Capture::Position(s), s, p + 2),
                (b'(', _) => return self.with_capture(Capture::Open { from: s }, s, p + 1),
                (b')', _) => return self.end_capture(s, p + 1),
                (b'$', None) => return Ok((s == self.subject.len()).then_some(s)),
                (b'%', Some(b'b')) => match self.balanced(s, p + 2)? {
                    Some(end) => (s, p) = (end, p + 4),
                    None => return Ok(None),
                },
                (b'%', Some(b'f')) => match self.frontier(s, p + 2)? {
                    Some(next) => p = next,
                    None => return Ok(None),
                },
                (b'%', Some(digit @ b'0'..=b'9')) => match self.back_reference(s, *digit)? {
                    Some(end) => (s, p) = (end, p + 2),
                    None => return Ok(None),
                },
                _ => {
                    let after = self.class_end(p)?;
                    match self.pattern.get(after) {
                        Some(b'?') => {
                            if self.single(s, p, after)?
                                && let Some(end) = self.matches(s + 1, after + 1)?
                            {
                                return Ok(Some(end));
                            }
                            p = after + 1;
                        }
                        Some(b'+') => {
                            return match self.single(s, p, after)? {
                                true => self.most(s + 1, p, after),
                                false => Ok(None),
                            };
                        }
                        Some(b'*') => return self.most(s, p, after),
                        Some(b'-') => return self.fewest(s, p, after),
                        _ if self.single(s, p, after)? => (s, p) = (s + 1, after),
                        _ => return Ok(None),
                    }
                }
            }
        }
    }

    /// As many as possible, then fewer.
    fn most(&mut self, s: usize, p: usize, after: usize) -> Outcome<Option<usize>> {
        let mut count = 0;
        while self.single(s + count, p, after)? {
            self.spend(1)?;
            count += 1;
        }
        loop {
            if let Some(end) = self.matches(s + count, after + 1)? {
                return Ok(Some(end));
            }
            match count {
                0 => return Ok(None),
                _ => count -= 1,
            }
        }
    }

    /// As few as possible, then more.
    fn fewest(&mut self, mut s: usize, p: usize, after: usize) -> Outcome<Option<usize>> {
        loop {
            if let Some(end) = self.matches(s, after + 1)? {
                return Ok(Some(end));
            }
            if !self.single(s, p, after)? {
                return Ok(None);
            }
            s += 1;
        }
    }

    fn with_capture(&mut self, capture: Capture, s: usize, p: usize) -> Outcome<Option<usize>> {
        if self.captures.len() >= MOST_CAPTURES {
            return mistake("too many captures");
        }
        self.captures.push(capture);
        let outcome = self.matches(s, p)?;
        if outcome.is_none() {
            self.captures.pop();
        }
        Ok(outcome)
    }

    fn end_capture(&mut self, s: usize, p: usize) -> Outcome<Option<usize>> {
        let open = self
            .captures
            .iter()
            .rposition(|capture| matches!(capture, Capture::Open { .. }));
        let Some(at) = open else {
            return mistake("invalid pattern capture");
        };
        let opened = self.captures[at];
        if let Capture::Open { from } = opened {
            self.captures[at] = Capture::Closed { from, to: s };
        }
        let outcome = self.matches(s, p)?;
        if outcome.is_none() {
            self.captures[at] = opened;
        }
        Ok(outcome)
    }

    fn balanced(&mut self, s: usize, p: usize) -> Outcome<Option<usize>> {
        let (Some(&opening), Some(&closing)) = (self.pattern.get(p), self.pattern.get(p + 1)) else {
            return mistake("malformed pattern (missing arguments to '%b')");
        };
        if self.subject.get(s) != Some(&opening) {
            return Ok(None);
        }
        let mut open = 1_usize;
        for at in s + 1..self.subject.len() {
            self.spend(1)?;
            let letter = self.subject[at];
            if letter == closing {
                open -= 1;
                if open == 0 {
                    return Ok(Some(at + 1));
                }
            } else if letter == opening {
                open += 1;
            }
        }
        Ok(None)
    }

    /// `%f[set]`: the place where the set begins to hold. Gives the index behind it in the pattern.
    fn frontier(&mut self, s: usize, p: usize) -> Outcome<Option<usize>> {
        if self.pattern.get(p) != Some(&b'[') {
            return mistake("missing '[' after '%f' in pattern");
        }
        let after = self.class_end(p)?;
        self.spend(after - p)?;
        let before = if s == 0 { 0 } else { self.subject[s - 1] };
        let here = self.subject.get(s).copied().unwrap_or(0);
        let holds = !self.in_set(before, p, after - 1) && self.in_set(here, p, after - 1);
        Ok(holds.then_some(after))
    }

    fn back_reference(&mut self, s: usize, digit: u8) -> Outcome<Option<usize>> {
        let number = usize::from(digit).wrapping_sub(usize::from(b'1'));
        let (from, to) = match self.captures.get(number) {
            Some(&Capture::Closed { from, to }) => (from, to),
            // A position captures no text that could be met again.
            Some(Capture::Position(_)) => return Ok(None),
            _ => return mistake(format!("invalid capture index %{}", char::from(digit))),
        };
        self.spend(to - from)?;
        let captured = &self.subject[from..to];
        Ok(self.subject[s..]
            .starts_with(captured)
            .then_some(s + captured.len()))
    }

    /// The index behind the single-character class that begins at `p`.
    fn class_end(&self, p: usize) -> Outcome<usize> {
        match self.pattern.get(p) {
            Some(b'%') if p + 1 >= self.pattern.len() => mistake("malformed pattern (ends with '%')"),
            Some(b'%') => Ok(p + 2),
            Some(b'[') => self.set_end(p),
            _ => Ok(p + 1),
        }
    }

    fn set_end(&self, p: usize) -> Outcome<usize> {
        let mut at = p + 1;
        if self.pattern.get(at) == Some(&b'^') {
            at += 1;
        }
        // A `]` that comes first belongs to the set.
        let first = at;
        loop {
            match self.pattern.get(at) {
                None => return mistake("malformed pattern (missing ']')"),
                Some(b']') if at > first => return Ok(at + 1),
                Some(b'%') => at += 2,
                Some(_) => at += 1,
            }
        }
    }

    fn single(&mut self, s: usize, p: usize, after: usize) -> Outcome<bool> {
        self.spend(after - p)?;
        let Some(&letter) = self.subject.get(s) else {
            return Ok(false);
        };
        Ok(match self.pattern[p] {
            b'.' => true,
            b'%' => in_class(letter, self.pattern[p + 1]),
            b'[' => self.in_set(letter, p, after - 1),
            own => own == letter,
        })
    }

    /// Whether a letter is in the set from the `[` at `p` to the `]` at `end`.
    fn in_set(&self, letter: u8, p: usize, end: usize) -> bool {
        let mut at = p + 1;
        let negated = self.pattern.get(at) == Some(&b'^');
        at += usize::from(negated);
        while at < end {
            let own = self.pattern[at];
            if own == b'%' && at + 1 < end {
                if in_class(letter, self.pattern[at + 1]) {
                    return !negated;
                }
                at += 2;
            } else if self.pattern[at + 1] == b'-' && at + 2 < end {
                if (own..=self.pattern[at + 2]).contains(&letter) {
                    return !negated;
                }
                at += 3;
            } else {
                if own == letter {
                    return !negated;
                }
                at += 1;
            }
        }
        negated
    }

    fn capture(&self, lua: &Lua, capture: Capture) -> Outcome<Value> {
        match capture {
            Capture::Open { .. } => mistake("unfinished capture"),
            Capture::Position(at) => Ok(index(at + 1)),
            Capture::Closed { from, to } => Ok(Value::String(lua.create_string(&self.subject[from..to])?)),
        }
    }

    pub(super) fn captures_only(&self, lua: &Lua) -> Outcome<Vec<Value>> {
        self.captures
            .iter()
            .map(|&capture| self.capture(lua, capture))
            .collect()
    }

    /// The captures, or the whole match when the pattern has none.
    pub(super) fn captures_or_whole(&self, lua: &Lua, from: usize, to: usize) -> Outcome<Vec<Value>> {
        match self.captures.is_empty() {
            true => Ok(vec![self.capture(lua, Capture::Closed { from, to })?]),
            false => self.captures_only(lua),
        }
    }

    /// Writes the template of a `gsub`: `%0` is the match, `%1` to `%9` its captures, `%%` a percent sign.
    pub(super) fn expand(
        &self,
        lua: &Lua,
        template: &[u8],
        (from, to): (usize, usize),
        result: &mut Grown,
    ) -> Outcome<()> {
        let mut letters = template.iter();
        while let Some(&letter) = letters.next() {
            if letter != b'%' {
                result.add(&[letter])?;
                continue;
            }
            match letters.next() {
                Some(b'%') => result.add(b"%")?,
                Some(b'0') => result.add(&self.subject[from..to])?,
                Some(digit @ b'1'..=b'9') => {
                    let number = usize::from(digit - b'1');
                    let Some(captured) = self.captures_or_whole(lua, from, to)?.into_iter().nth(number)
                    else {
                        return mistake(format!(
                            "invalid capture index %{} in replacement string",
                            number + 1
                        ));
                    };
                    if let Some(text) = lua.coerce_string(captured)? {
                        result.add(&text.as_bytes())?;
                    }
                }
                _ => return mistake("invalid use of '%' in replacement string"),
            }
        }
        Ok(())
    }
}

/// `%a` and its like; the capital letter is the complement. What is no class stands for itself.
fn in_class(letter: u8, class: u8) -> bool {
    let holds = match class.to_ascii_lowercase() {
        b'a' => letter.is_ascii_alphabetic(),
        b'c' => letter.is_ascii_control(),
        b'd' => letter.is_ascii_digit(),
        b'g' => letter.is_ascii_graphic(),
        b'l' => letter.is_ascii_lowercase(),
        b'p' => letter.is_ascii_punctuation(),
        b's' => letter.is_ascii_whitespace() || letter == 0x0B,
        b'u' => letter.is_ascii_uppercase(),
        b'w' => letter.is_ascii_alphanumeric(),
        b'x' => letter.is_ascii_hexdigit(),
        _ => return class == letter,
    };
    holds != class.is_ascii_uppercase()
}

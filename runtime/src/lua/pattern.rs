//! Lua's patterns, with a budget: `string.find`, `match`, `gmatch` and `gsub` as natives.
//!
//! The matcher in Lua's own library backtracks in C, where no hook runs: a pattern such as `(.-)*b` over a long string
//! of `a` cannot be stopped. This one looks at the run's token every so many steps. The language is that of the Lua 5.4
//! Reference Manual, section 6.4.1.

use mlua::{Lua, LuaString, MultiValue, Table, Value};

use crate::cancel::Cancel;

/// Letters looked at between two looks at the token: well below a millisecond.
const STRIDE: usize = 1 << 16;
const MOST_CAPTURES: usize = 32;
/// How deep the matcher may call itself, as in Lua's own.
const MOST_DEPTH: u32 = 200;

/// Puts `find`, `match`, `gmatch` and `gsub` into a table. Each returns `true` and its results, or `false` and a
/// message: what Rust raises cannot be read by a script.
pub(super) fn install(lua: &Lua, table: &Table, cancel: &Cancel) -> mlua::Result<()> {
    let natives: [(&str, Native); 4] = [
        ("find", find),
        ("match", first_match),
        ("gmatch", gmatch),
        ("gsub", gsub),
    ];
    for (name, native) in natives {
        let cancel = cancel.clone();
        let function = move |lua: &Lua, values: MultiValue| {
            if let Some(reason) = cancel.reason() {
                return Err(mlua::Error::external(reason.error()));
            }
            let call = Call {
                lua,
                cancel: &cancel,
                name,
                arguments: values.into_vec(),
            };
            answer(lua, native(&call))
        };
        table.set(name, lua.create_function(function)?)?;
    }
    Ok(())
}

type Native = fn(&Call) -> Outcome<Vec<Value>>;
type Outcome<T> = Result<T, Fault>;

/// Why there is no result.
enum Fault {
    /// The script's mistake, as a sentence.
    Mistake(String),
    /// An error on its way through: the run is to stop, or a function of the script raised one.
    Raised(mlua::Error),
}

impl From<mlua::Error> for Fault {
    fn from(error: mlua::Error) -> Fault {
        Fault::Raised(error)
    }
}

fn mistake<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Fault::Mistake(message.into()))
}

fn answer(lua: &Lua, outcome: Outcome<Vec<Value>>) -> mlua::Result<MultiValue> {
    match outcome {
        Ok(mut values) => {
            values.insert(0, Value::Boolean(true));
            Ok(MultiValue::from_vec(values))
        }
        Err(Fault::Mistake(message)) => Ok(MultiValue::from_vec(vec![
            Value::Boolean(false),
            Value::String(lua.create_string(message)?),
        ])),
        Err(Fault::Raised(error)) => Err(error),
    }
}

/// A call with its arguments.
struct Call<'a> {
    lua: &'a Lua,
    cancel: &'a Cancel,
    name: &'static str,
    arguments: Vec<Value>,
}

impl Call<'_> {
    fn argument(&self, number: usize) -> Value {
        self.arguments.get(number - 1).cloned().unwrap_or(Value::Nil)
    }

    fn text(&self, number: usize) -> Outcome<LuaString> {
        let value = self.argument(number);
        let kind = value.type_name();
        match self.lua.coerce_string(value)? {
            Some(text) => Ok(text),
            None => mistake(format!(
                "bad argument #{number} to '{}' (string expected, got {kind})",
                self.name
            )),
        }
    }

    fn integer(&self, number: usize) -> Outcome<Option<i64>> {
        let value = self.argument(number);
        if value.is_nil() {
            return Ok(None);
        }
        match self.lua.coerce_integer(value)? {
            Some(integer) => Ok(Some(integer)),
            None => mistake(format!(
                "bad argument #{number} to '{}' (integer expected)",
                self.name
            )),
        }
    }
}

fn find(call: &Call) -> Outcome<Vec<Value>> {
    let (subject, pattern) = (call.text(1)?, call.text(2)?);
    let (subject, pattern) = (subject.as_bytes(), pattern.as_bytes());
    let Some(start) = start_index(call.integer(3)?, subject.len()) else {
        return Ok(vec![Value::Nil]);
    };
    let is_plain = !matches!(call.argument(4), Value::Nil | Value::Boolean(false));
    if is_plain || !pattern.iter().any(|byte| b"^$*+?.([%-".contains(byte)) {
        // A search in linear time, unlike that of Lua's own library.
        return Ok(match memchr::memmem::find(&subject[start..], &pattern) {
            None => vec![Value::Nil],
            Some(at) => vec![index(start + at + 1), index(start + at + pattern.len())],
        });
    }
    let mut matcher = Matcher::new(call.cancel, &subject, &pattern);
    Ok(match matcher.search(start)? {
        None => vec![Value::Nil],
        Some((from, to)) => {
            let mut found = vec![index(from + 1), index(to)];
            found.extend(matcher.captures_only(call.lua)?);
            found
        }
    })
}

fn first_match(call: &Call) -> Outcome<Vec<Value>> {
    let (subject, pattern) = (call.text(1)?, call.text(2)?);
    let (subject, pattern) = (subject.as_bytes(), pattern.as_bytes());
    let Some(start) = start_index(call.integer(3)?, subject.len()) else {
        return Ok(vec![Value::Nil]);
    };
    let mut matcher = Matcher::new(call.cancel, &subject, &pattern);
    match matcher.search(start)? {
        None => Ok(vec![Value::Nil]),
        Some((from, to)) => matcher.captures_or_whole(call.lua, from, to),
    }
}

/// The iterator answers as the natives do.
fn gmatch(call: &Call) -> Outcome<Vec<Value>> {
    let (subject, pattern, cancel) = (call.text(1)?, call.text(2)?, call.cancel.clone());
    let mut next = start_index(call.integer(3)?, subject.as_bytes().len());
    let mut last_end = None;
    let iterator = call.lua.create_function_mut(move |lua, ()| {
        let (subject, pattern) = (subject.as_bytes(), pattern.as_bytes());
        // Here a leading `^` is a letter like any other.
        let mut matcher = Matcher {
            start_pattern: 0,
            ..Matcher::new(&cancel, &subject, &pattern)
        };
        answer(lua, next_match(&mut matcher, lua, &mut next, &mut last_end))
    })?;
    Ok(vec![Value::Function(iterator)])
}

fn next_match(
    matcher: &mut Matcher,
    lua: &Lua,
    next: &mut Option<usize>,
    last_end: &mut Option<usize>,
) -> Outcome<Vec<Value>> {
    while let Some(at) = next.filter(|&at| at <= matcher.subject.len()) {
        matcher.reset();
        match matcher.matches(at, 0)? {
            Some(end) if *last_end != Some(end) => {
                (*next, *last_end) = (Some(end), Some(end));
                return matcher.captures_or_whole(lua, at, end);
            }
            _ => *next = Some(at + 1),
        }
    }
    Ok(vec![Value::Nil])
}

fn gsub(call: &Call) -> Outcome<Vec<Value>> {
    let (subject, pattern) = (call.text(1)?, call.text(2)?);
    let (subject, pattern, with) = (subject.as_bytes(), pattern.as_bytes(), call.argument(3));
    let mut matcher = Matcher::new(call.cancel, &subject, &pattern);
    let most = call.integer(4)?.unwrap_or(i64::MAX);
    let (mut result, mut at, mut count, mut last_end) = (Vec::new(), 0, 0, None);
    while count < most {
        matcher.reset();
        match matcher.matches(at, matcher.start_pattern)? {
            Some(end) if last_end != Some(end) => {
                count += 1;
                replace(call, &matcher, &with, (at, end), &mut result)?;
                (at, last_end) = (end, Some(end));
            }
            _ if at < subject.len() => {
                result.push(subject[at]);
                at += 1;
            }
            _ => break,
        }
        if matcher.is_anchored() {
            break;
        }
    }
    result.extend_from_slice(&subject[at..]);
    Ok(vec![
        Value::String(call.lua.create_string(&result)?),
        Value::Integer(count),
    ])
}

fn replace(
    call: &Call,
    matcher: &Matcher,
    with: &Value,
    (from, to): (usize, usize),
    result: &mut Vec<u8>,
) -> Outcome<()> {
    let lua = call.lua;
    let replacement = match with {
        Value::String(_) | Value::Integer(_) | Value::Number(_) => {
            let template = call.text(3)?;
            return matcher.expand(lua, &template.as_bytes(), (from, to), result);
        }
        Value::Table(table) => {
            let key = matcher.captures_or_whole(lua, from, to)?.swap_remove(0);
            table.get::<Value>(key)?
        }
        Value::Function(function) => {
            let arguments = MultiValue::from_vec(matcher.captures_or_whole(lua, from, to)?);
            function.call::<Value>(arguments)?
        }
        other => {
            let kind = other.type_name();
            return mistake(format!(
                "bad argument #3 to 'gsub' (string/function/table expected, got {kind})"
            ));
        }
    };
    let kind = replacement.type_name();
    match replacement {
        Value::Nil | Value::Boolean(false) => result.extend_from_slice(&matcher.subject[from..to]),
        replacement => match lua.coerce_string(replacement)? {
            Some(text) => result.extend_from_slice(&text.as_bytes()),
            None => return mistake(format!("invalid replacement value (a {kind})")),
        },
    }
    Ok(())
}

/// The index at which a search begins: Lua counts from 1, and from the end when negative.
fn start_index(init: Option<i64>, length: usize) -> Option<usize> {
    let init = init.unwrap_or(1);
    let distance = usize::try_from(init.unsigned_abs()).unwrap_or(usize::MAX);
    let start = if init < 0 {
        length.saturating_sub(distance)
    } else {
        distance.saturating_sub(1)
    };
    (start <= length).then_some(start)
}

fn index(position: usize) -> Value {
    Value::Integer(i64::try_from(position).unwrap_or(i64::MAX))
}

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

struct Matcher<'a> {
    cancel: &'a Cancel,
    subject: &'a [u8],
    pattern: &'a [u8],
    start_pattern: usize,
    captures: Vec<Capture>,
    work: usize,
    depth: u32,
}

impl<'a> Matcher<'a> {
    fn new(cancel: &'a Cancel, subject: &'a [u8], pattern: &'a [u8]) -> Matcher<'a> {
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

    fn is_anchored(&self) -> bool {
        self.start_pattern == 1
    }

    fn reset(&mut self) {
        self.captures.clear();
    }

    /// The first match at or after `start`, as the range of its bytes.
    fn search(&mut self, start: usize) -> Outcome<Option<(usize, usize)>> {
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
    fn matches(&mut self, s: usize, p: usize) -> Outcome<Option<usize>> {
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
        let Some(&Capture::Closed { from, to }) = self.captures.get(number) else {
            return mistake(format!("invalid capture index %{}", char::from(digit)));
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

    fn captures_only(&self, lua: &Lua) -> Outcome<Vec<Value>> {
        self.captures
            .iter()
            .map(|&capture| self.capture(lua, capture))
            .collect()
    }

    /// The captures, or the whole match when the pattern has none.
    fn captures_or_whole(&self, lua: &Lua, from: usize, to: usize) -> Outcome<Vec<Value>> {
        match self.captures.is_empty() {
            true => Ok(vec![self.capture(lua, Capture::Closed { from, to })?]),
            false => self.captures_only(lua),
        }
    }

    /// Writes the template of a `gsub`: `%0` is the match, `%1` to `%9` its captures, `%%` a percent sign.
    fn expand(
        &self,
        lua: &Lua,
        template: &[u8],
        (from, to): (usize, usize),
        result: &mut Vec<u8>,
    ) -> Outcome<()> {
        let mut letters = template.iter();
        while let Some(&letter) = letters.next() {
            if letter != b'%' {
                result.push(letter);
                continue;
            }
            match letters.next() {
                Some(b'%') => result.push(b'%'),
                Some(b'0') => result.extend_from_slice(&self.subject[from..to]),
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
                        result.extend_from_slice(&text.as_bytes());
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

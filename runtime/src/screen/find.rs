//! Finding text among the lines that were read.
//!
//! A search knows what the reader knows: where characters look alike, any of them matches. It never guesses between
//! two places: whoever wants one of several says which.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::reader::{ReadChar, TextLine};
use crate::geometry::Rect;

/// How the text looked for must stand in a line. Case matters; runs of spaces count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchKind {
    /// It is the whole line: the title of a button, an item of a menu.
    #[default]
    Exact,
    /// It is some part of a line.
    Contains,
}

/// A place where the text stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextMatch {
    /// What was matched, as read.
    pub text: String,
    /// The whole line that it stands in.
    pub line: String,
    /// The box around the matched characters.
    pub rect: Rect,
}

/// Why there is no single place to point at.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FindError {
    /// There was nothing to look for.
    #[error("there is no text to look for: it is empty or only spaces")]
    EmptyText,
    /// No line matches.
    #[error("{text:?} is not on the screen; {}", seen(nearest))]
    NotOnScreen {
        /// The text looked for.
        text: String,
        /// What was read instead, the most similar first, each shortened.
        nearest: Vec<String>,
    },
    /// Several places match, and nobody said which.
    #[error("{text:?} is on the screen {} times: {}; say which occurrence is meant", matches.len(), places(matches))]
    Ambiguous {
        /// The text looked for.
        text: String,
        /// Every place, from top to bottom and left to right.
        matches: Vec<TextMatch>,
    },
    /// Fewer places match than the occurrence asked for.
    #[error("occurrence {wanted} of {text:?} does not exist; it is on the screen {} times: {}", matches.len(), places(matches))]
    NoSuchOccurrence {
        /// The text looked for.
        text: String,
        /// The occurrence asked for, counted from 1.
        wanted: usize,
        /// Every place, from top to bottom and left to right.
        matches: Vec<TextMatch>,
    },
}

/// The most similar texts that an error lists.
const MOST_NEAREST: usize = 5;

/// The longest text that an error quotes, in characters.
const LONGEST_QUOTE: usize = 40;

/// How much of a text is compared when the most similar ones are looked for, in characters.
const MOST_COMPARED: usize = 100;

/// Every place where `text` stands in `lines`, in their order. An empty text stands nowhere.
pub fn find_text(lines: &[TextLine], text: &str, kind: MatchKind) -> Vec<TextMatch> {
    let wanted = wanted(text);
    if wanted.is_empty() {
        return Vec::new();
    }
    lines
        .iter()
        .flat_map(|line| find_in_line(line, &wanted, kind))
        .collect()
}

/// The one place where `text` stands, or the `occurrence`th of several, counted from 1.
///
/// # Errors
/// A [`FindError`]; [`FindError::Ambiguous`] lists every place when there are several and `occurrence` is `None`.
pub fn find_one(
    lines: &[TextLine],
    text: &str,
    kind: MatchKind,
    occurrence: Option<NonZeroUsize>,
) -> Result<TextMatch, FindError> {
    if wanted(text).is_empty() {
        return Err(FindError::EmptyText);
    }
    let mut matches = find_text(lines, text, kind);
    let text = text.to_owned();
    match (matches.len(), occurrence.map(NonZeroUsize::get)) {
        (0, _) => Err(FindError::NotOnScreen {
            nearest: nearest(lines, &text),
            text,
        }),
        (1, None) => Ok(matches.swap_remove(0)),
        (_, None) => Err(FindError::Ambiguous { text, matches }),
        (count, Some(wanted)) if wanted <= count => Ok(matches.swap_remove(wanted - 1)),
        (_, Some(wanted)) => Err(FindError::NoSuchOccurrence {
            text,
            wanted,
            matches,
        }),
    }
}

/// A character of a line as a search sees it: one that was read, or a part of one (`…` is three periods).
struct Unit<'a> {
    read: &'a ReadChar,
    /// What it may be.
    choices: Vec<char>,
}

/// The characters looked for, in their plain form.
fn wanted(text: &str) -> Vec<char> {
    let plain: String = text.chars().flat_map(plain_form).collect();
    plain
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .collect()
}

/// What people type for what the Macintosh draws.
fn plain_form(c: char) -> impl Iterator<Item = char> {
    let plain = match c {
        '…' => "...",
        '‘' | '’' => "'",
        '“' | '”' => "\"",
        '\u{A0}' => " ",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        _ => "",
    };
    plain.chars().chain(plain.is_empty().then_some(c))
}

/// The line in plain form, with single spaces.
fn units(line: &TextLine) -> Vec<Unit<'_>> {
    let mut units: Vec<Unit<'_>> = Vec::with_capacity(line.characters.len());
    for read in &line.characters {
        if read.character == ' ' && units.last().is_some_and(|before| before.choices == [' ']) {
            continue;
        }
        let forms: Vec<Vec<char>> = std::iter::once(read.character)
            .chain(read.alike.iter().copied())
            .map(|c| plain_form(c).collect())
            .collect();
        let length = forms[0].len();
        units.extend((0..length).map(|at| {
            let choices = forms
                .iter()
                .filter(|form| form.len() == length)
                .map(|form| form[at])
                .collect();
            Unit { read, choices }
        }));
    }
    units
}

fn find_in_line(line: &TextLine, wanted: &[char], kind: MatchKind) -> Vec<TextMatch> {
    let units = units(line);
    let fits = |part: &[Unit<'_>]| part.iter().zip(wanted).all(|(unit, c)| unit.choices.contains(c));
    let mut matches = Vec::new();
    let mut at = 0;
    while let Some(part) = units.get(at..at + wanted.len()) {
        let whole = kind == MatchKind::Contains || part.len() == units.len();
        if whole && fits(part) {
            matches.push(text_match(line, part));
            at += wanted.len();
        } else {
            at += 1;
        }
    }
    matches
}

fn text_match(line: &TextLine, part: &[Unit<'_>]) -> TextMatch {
    let mut text = String::new();
    let mut rect = Rect::default();
    let mut before: Option<&ReadChar> = None;
    for unit in part {
        if before.is_none_or(|b| !std::ptr::eq(b, unit.read)) {
            text.push(unit.read.character);
            rect = rect.union(&unit.read.rect);
        }
        before = Some(unit.read);
    }
    TextMatch {
        text,
        line: line.text.clone(),
        rect,
    }
}

/// The lines and words most like `text`, shortened; for the error that says what was there instead.
fn nearest(lines: &[TextLine], text: &str) -> Vec<String> {
    let compared = |text: &str| -> Vec<char> {
        wanted(text)
            .into_iter()
            .flat_map(char::to_lowercase)
            .take(MOST_COMPARED)
            .collect()
    };
    let looked_for = compared(text);
    let mut seen: Vec<(usize, String)> = Vec::new();
    for line in lines {
        for candidate in
            std::iter::once(line.text.clone()).chain(line.words().into_iter().map(|word| word.text))
        {
            if seen.iter().all(|(_, known)| *known != candidate) {
                seen.push((distance(&looked_for, &compared(&candidate)), candidate));
            }
        }
    }
    seen.sort_by_key(|(distance, _)| *distance);
    seen.iter()
        .take(MOST_NEAREST)
        .map(|(_, text)| shortened(text))
        .collect()
}

/// How many characters must be inserted, deleted or replaced to turn `a` into `b` (Levenshtein).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST_QUOTE {
        return text.to_owned();
    }
    text.chars().take(LONGEST_QUOTE - 1).chain(['…']).collect()
}

fn seen(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return "no text at all was read (are the strikes of this Macintosh loaded?)".to_owned();
    }
    let quoted: Vec<String> = nearest.iter().map(|text| format!("{text:?}")).collect();
    format!("nearest of what was read: {}", quoted.join(", "))
}

fn places(matches: &[TextMatch]) -> String {
    let place = |(at, m): (usize, &TextMatch)| format!("[{}] {:?} {}", at + 1, shortened(&m.line), m.rect);
    matches
        .iter()
        .enumerate()
        .map(place)
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::reader::Look;
    use crate::screen::strike::StrikeName;

    /// A line of 6-pixel characters at `x`, `y`, in which 0 and O look alike.
    fn line(text: &str, x: i32, y: i32) -> TextLine {
        let read = |(at, character): (usize, char)| ReadChar {
            character,
            alike: match character {
                'O' => vec!['0'],
                '0' => vec!['O'],
                _ => vec![],
            },
            rect: Rect::new(x + 6 * at as i32, y, 6, 12),
        };
        TextLine {
            text: text.to_owned(),
            rect: Rect::new(x, y, 6 * text.chars().count() as u32, 12),
            baseline: y + 9,
            strike: StrikeName::plain("Test", 9),
            look: Look::Plain,
            characters: text.chars().enumerate().map(read).collect(),
        }
    }

    fn nth(n: usize) -> Option<NonZeroUsize> {
        NonZeroUsize::new(n)
    }

    #[test]
    fn exact_is_the_whole_line_and_contains_a_part() {
        let lines = [line("Cancel", 10, 20), line("Cancel all", 10, 40)];
        assert_eq!(find_text(&lines, "Cancel", MatchKind::Exact).len(), 1);
        let found = find_text(&lines, "all", MatchKind::Contains);
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].rect, found[0].line.as_str()),
            (Rect::new(52, 40, 18, 12), "Cancel all")
        );
        assert!(find_text(&lines, "cancel", MatchKind::Contains).is_empty());
    }

    #[test]
    fn characters_that_look_alike_match() {
        let lines = [line("0K", 0, 0), line("1O of 2O0", 0, 20)];
        assert_eq!(
            find_one(&lines, "OK", MatchKind::Exact, None).map(|m| m.text),
            Ok("0K".to_owned())
        );
        assert_eq!(find_text(&lines, "10 of 200", MatchKind::Exact).len(), 1);
    }

    #[test]
    fn what_people_type_matches_what_the_macintosh_draws() {
        let lines = [line("Open…", 0, 0), line("the file “Don’t  do”", 0, 20)];
        assert_eq!(find_text(&lines, "Open...", MatchKind::Exact)[0].text, "Open…");
        assert_eq!(find_text(&lines, "Open…", MatchKind::Exact).len(), 1);
        assert_eq!(
            find_text(&lines, "\"Don't do\"", MatchKind::Contains)[0].text,
            "“Don’t do”"
        );
    }

    #[test]
    fn two_places_need_an_occurrence() {
        let lines = [line("OK", 0, 0), line("Stop", 0, 20), line("OK", 50, 40)];
        let Err(FindError::Ambiguous { matches, .. }) = find_one(&lines, "OK", MatchKind::Exact, None) else {
            panic!("two places are ambiguous");
        };
        assert_eq!(matches.iter().map(|m| m.rect.x).collect::<Vec<_>>(), [0, 50]);
        let second = find_one(&lines, "OK", MatchKind::Exact, nth(2)).expect("there are two");
        assert_eq!(second.rect, Rect::new(50, 40, 12, 12));
        let third = find_one(&lines, "OK", MatchKind::Exact, nth(3)).expect_err("there are only two");
        assert!(third.to_string().contains("occurrence 3"), "{third}");
        assert_eq!(
            find_one(&lines, "Stop", MatchKind::Exact, nth(1)).map(|m| m.rect.y),
            Ok(20)
        );
    }

    #[test]
    fn several_in_one_line_do_not_overlap() {
        let lines = [line("aaaa aa", 0, 0)];
        let found = find_text(&lines, "aa", MatchKind::Contains);
        assert_eq!(found.iter().map(|m| m.rect.x).collect::<Vec<_>>(), [0, 12, 30]);
    }

    #[test]
    fn nothing_found_says_what_is_there() {
        let long = "a sentence that goes on and on, long after everybody has left";
        let lines = [line("Cancel", 0, 0), line("File", 0, 20), line(long, 0, 40)];
        let error = find_one(&lines, "cancle", MatchKind::Exact, None).expect_err("it is not there");
        let FindError::NotOnScreen { nearest, .. } = &error else {
            panic!("not on the screen: {error}")
        };
        assert_eq!(nearest[0], "Cancel");
        assert!(nearest.len() <= MOST_NEAREST && nearest.iter().all(|t| t.chars().count() <= LONGEST_QUOTE));
        assert!(error.to_string().contains("\"Cancel\""), "{error}");

        let nothing = find_one(&[], "OK", MatchKind::Exact, None).expect_err("an empty screen");
        assert!(nothing.to_string().contains("strikes"), "{nothing}");
        assert_eq!(
            find_one(&lines, "  ", MatchKind::Contains, None),
            Err(FindError::EmptyText)
        );
    }
}

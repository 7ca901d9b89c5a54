//! What was read: a line, its words and its characters, each with its place.

use serde::{Deserialize, Serialize};

use super::face::Pattern;
use super::plane::Ink;
use super::run::{Placed, Run};
use super::spelling;
use crate::geometry::Rect;
use crate::screen::strike::StrikeName;

/// How a line of text stands on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Dark on light.
    Plain,
    /// Light on dark: a selected item, an open menu's title, a pressed button.
    Inverse,
    /// Grey, or thinned to every second pixel: an item that cannot be chosen.
    Dimmed,
}

/// A character as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadChar {
    /// The character; where several look alike, the likeliest beside its neighbours.
    pub character: char,
    /// The other characters that no pixel can tell from it here, such as `0` for an `O` in Chicago.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alike: Vec<char>,
    /// From its pen to the next, the height of the line.
    pub rect: Rect,
}

/// A word of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// Its text.
    pub text: String,
    /// From its first pen to its last, the height of the line.
    pub rect: Rect,
}

/// A line of text that one strike explains without a pixel left over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextLine {
    /// The text as it is best displayed.
    pub text: String,
    /// From the first pen to the last, from the ascent to the descent of the strike.
    pub rect: Rect,
    /// The row of the baseline: the first row below letters without descenders.
    pub baseline: i32,
    /// The strike that explains it; bold when that was smeared.
    pub strike: StrikeName,
    /// Plain, inverse or dimmed.
    pub look: Look,
    /// Every character of `text` with its place and the characters that look like it.
    pub characters: Vec<ReadChar>,
}

impl TextLine {
    pub(super) fn of(run: &Run<'_>, ink: Ink) -> Self {
        let mut characters: Vec<ReadChar> = run
            .placed
            .iter()
            .enumerate()
            .map(|(at, placed)| read_char(run, at, placed))
            .collect();
        spelling::choose(&mut characters);
        Self {
            text: characters.iter().map(|c| c.character).collect(),
            rect: characters
                .iter()
                .fold(Rect::default(), |all, c| all.union(&c.rect)),
            baseline: run.top + run.face.ascent,
            strike: run.face.name.clone(),
            look: match ink {
                _ if run.is_dimmed() => Look::Dimmed,
                Ink::Dark => Look::Plain,
                Ink::Light => Look::Inverse,
                Ink::Grey => Look::Dimmed,
            },
            characters,
        }
    }

    /// The words between the spaces.
    pub fn words(&self) -> Vec<Word> {
        let words = self
            .characters
            .split(|c| c.character == ' ')
            .filter(|word| !word.is_empty());
        words
            .map(|word| Word {
                text: word.iter().map(|c| c.character).collect(),
                rect: word.iter().fold(Rect::default(), |all, c| all.union(&c.rect)),
            })
            .collect()
    }

    /// The characters that look like others here.
    pub fn ambiguous(&self) -> impl Iterator<Item = &ReadChar> {
        self.characters.iter().filter(|c| !c.alike.is_empty())
    }
}

fn read_char(run: &Run<'_>, at: usize, placed: &Placed<'_>) -> ReadChar {
    let next = run.placed.get(at + 1).map_or(run.end, |following| following.pen);
    let rect = Rect::new(placed.pen, run.top, placed.pen.abs_diff(next), run.face.height);
    match placed.pattern {
        None => {
            let vanished = run.choices(placed.pen).vanished.iter();
            let alike = vanished
                .filter(|(_, advance)| placed.pen + advance == next)
                .map(|(c, _)| *c)
                .collect();
            ReadChar {
                character: ' ',
                alike,
                rect,
            }
        }
        Some(pattern) => {
            let mut alike = pattern.alike.clone();
            alike.extend(alike_here(run, at, pattern));
            ReadChar {
                character: pattern.character,
                alike,
                rect,
            }
        }
    }
}

/// The characters that look like `pattern` only at this place in the line: where a rule hides what is different, and at
/// the ends, where a pen cannot be seen, so that glyphs with other margins may leave the same ink.
fn alike_here(run: &Run<'_>, at: usize, pattern: &Pattern) -> Vec<char> {
    let (first, last) = (at == 0, at + 1 == run.placed.len());
    if !first && !last && run.lane.rules == 0 {
        return Vec::new();
    }
    let others = run.choices(run.placed[at].pen).patterns.iter().filter(|other| {
        let shift = if first { other.left - pattern.left } else { 0 };
        other.character != pattern.character
            && (last || other.advance - shift == pattern.advance)
            && pattern.looks_like(other, run.lane.rules, first)
    });
    others
        .flat_map(|other| std::iter::once(other.character).chain(other.alike.iter().copied()))
        .collect()
}

//! Which of several characters that look alike was probably meant, judged by their neighbours.
//!
//! This decides only what is displayed: a search accepts any of them.

use std::cmp::Reverse;

use super::line::ReadChar;
use crate::screen::strike::MISSING;

/// Puts the likeliest character first wherever several are possible. Left neighbours are settled first.
pub(super) fn choose(characters: &mut [ReadChar]) {
    for at in 0..characters.len() {
        if characters[at].alike.is_empty() {
            continue;
        }
        let around = Neighbours::of(characters, at);
        let mut choices: Vec<char> = characters[at].alike.drain(..).collect();
        choices.insert(0, characters[at].character);
        choices.retain(|&c| c != MISSING);
        choices.sort_by_key(|&c| Reverse((around.fit(c), c.is_ascii())));
        choices.dedup();
        let mut choices = choices.into_iter();
        characters[at].character = choices.next().unwrap_or(MISSING);
        characters[at].alike = choices.collect();
    }
}

/// What stands beside a character: its neighbours in the same word, and what the rest of the word is made of.
struct Neighbours {
    before: Option<char>,
    /// Whether the last letter or digit before it is a digit.
    digit_before: bool,
    /// Whether it is a word of its own.
    alone: bool,
    /// Whether a vowel follows for certain.
    vowel_after: bool,
    /// Whether it is the second sign of a roman numeral: it follows a capital that starts the word, and what comes next
    /// is neither a vowel nor in question itself. So `IIci`, but `Illustration` and `Iliad`.
    roman: bool,
    digits: usize,
    lower: usize,
    upper: usize,
}

impl Neighbours {
    /// Looks only at neighbours that are certain, or settled already.
    fn of(characters: &[ReadChar], at: usize) -> Self {
        let in_word = |c: &&ReadChar| c.character != ' ';
        let before: Vec<&ReadChar> = characters[..at].iter().rev().take_while(in_word).collect();
        let after: Vec<&ReadChar> = characters[at + 1..].iter().take_while(in_word).collect();
        let certain = || {
            before
                .iter()
                .copied()
                .chain(after.iter().copied().filter(|c| c.alike.is_empty()))
        };
        let count = |is: fn(char) -> bool| certain().filter(|c| is(c.character)).count();
        Self {
            before: before.first().map(|c| c.character),
            digit_before: before
                .iter()
                .find(|c| c.character.is_alphanumeric())
                .is_some_and(|c| c.character.is_ascii_digit()),
            alone: before.is_empty() && after.is_empty(),
            vowel_after: after
                .first()
                .is_some_and(|c| c.alike.is_empty() && is_vowel(c.character)),
            roman: before.len() == 1
                && before[0].character.is_uppercase()
                && !before[0].alike.is_empty()
                && after
                    .first()
                    .is_none_or(|c| c.alike.is_empty() && !is_vowel(c.character)),
            digits: count(|c| c.is_ascii_digit()),
            lower: count(char::is_lowercase),
            upper: count(char::is_uppercase),
        }
    }

    /// How well `c` fits here; more is better.
    fn fit(&self, c: char) -> i32 {
        let letters = self.lower + self.upper;
        let number = self.digits > letters || self.digit_before;
        let starts_word = self.before.is_none_or(|b| !b.is_alphanumeric());
        match c {
            // A mark that dimming wiped out looks like a space, and a space like that.
            ' ' => 5,
            '0'..='9' if number || self.alone => 4,
            '0'..='9' if letters == 0 => 0,
            _ if c.is_alphabetic() && number => -1,
            _ if c.is_uppercase() && self.roman => 3,
            _ if c.is_uppercase() && self.upper > 1 && self.lower == 0 => 3,
            // English and its kin start words with `l` before a vowel, and with `I` or `O` before a consonant or alone.
            _ if c.is_uppercase() && starts_word && !self.vowel_after => 3,
            _ if c.is_lowercase() => 2,
            _ if c.is_uppercase() && starts_word => 1,
            _ if c.is_ascii_punctuation() => 0,
            _ if c.is_uppercase() => -1,
            _ => -2,
        }
    }
}

fn is_vowel(c: char) -> bool {
    matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;

    /// Reads `text` as if `classes` were the characters that look alike.
    fn displayed(text: &str, classes: &[&str]) -> String {
        let mut characters: Vec<ReadChar> = text
            .chars()
            .map(|c| {
                let class = classes.iter().find(|class| class.contains(c));
                let mut class: Vec<char> = class.map_or_else(|| vec![c], |class| class.chars().collect());
                ReadChar {
                    character: class.remove(0),
                    alike: class,
                    rect: Rect::default(),
                }
            })
            .collect();
        choose(&mut characters);
        characters.iter().map(|c| c.character).collect()
    }

    #[test]
    fn neighbours_decide_what_is_displayed() {
        let classes = ["0O", "Il|"];
        for text in [
            "OK",
            "All items",
            "Illustration",
            "IIci",
            "II",
            "Iliad",
            "Ill",
            "I like it",
            "1990",
            "10 of 200",
            "System 7.0",
            "Open",
            "the file",
            "INIT",
            "HELLO",
            "label",
            "1,024K",
            "In",
            "let",
            "Control Panel",
            "MacOS",
            "0",
            "Finder",
        ] {
            assert_eq!(displayed(text, &classes), text);
        }
    }
}

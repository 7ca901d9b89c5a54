//! What a double click selects: a word, a run of blanks, or a single other character (Inside Macintosh: Text, chapter 5,
//! "FindWordBreaks").

use std::ops::Range;

#[derive(PartialEq, Eq)]
enum Kind {
    Letter,
    Blank,
    Other,
}

/// ' and, as MacRoman has it, ’: part of a word inside of it.
const APOSTROPHES: [u8; 2] = [b'\'', 0xD5];

fn kind(text: &[u8], place: usize) -> Kind {
    let is_letter = |place: usize| {
        let code = text.get(place).copied().unwrap_or(0);
        mc_protocol::macroman::to_char(code).is_alphanumeric()
    };
    match text[place] {
        b' ' | b'\t' => Kind::Blank,
        code if APOSTROPHES.contains(&code) => {
            let inside = place.checked_sub(1).is_some_and(is_letter) && is_letter(place + 1);
            if inside { Kind::Letter } else { Kind::Other }
        }
        _ if is_letter(place) => Kind::Letter,
        _ => Kind::Other,
    }
}

/// The word around a place; at the end of the text the last one.
pub(super) fn word_at(text: &[u8], place: usize) -> Range<usize> {
    let Some(last) = text.len().checked_sub(1) else {
        return 0..0;
    };
    let at = place.min(last);
    let what = kind(text, at);
    if what == Kind::Other {
        // Behind the last character of a line nothing is selected but the caret's place.
        return if text[at] == b'\r' { at..at } else { at..at + 1 };
    }
    let start = (0..at)
        .rev()
        .take_while(|&place| kind(text, place) == what)
        .last();
    let end = (at..text.len())
        .take_while(|&place| kind(text, place) == what)
        .last();
    start.unwrap_or(at)..end.map_or(at, |end| end + 1)
}

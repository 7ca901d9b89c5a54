//! Text for the screen: MacRoman and the four symbols that system fonts have below the blank.

use mc_protocol::macroman;

/// Codes 0x11 to 0x14 of the system fonts (commandMark, checkMark, diamondMark, appleMark): the Command key, the check
/// mark, the diamond and the mark of the Apple menu.
const SYMBOLS: [(u8, char); 4] = [
    (0x11, '\u{2318}'),
    (0x12, '\u{2713}'),
    (0x13, '\u{25C6}'),
    (0x14, '\u{F8FF}'),
];

/// Character codes of a text; what a Macintosh cannot write becomes a question mark.
pub(in crate::desktop) fn encode(text: &str) -> Vec<u8> {
    text.chars()
        .map(|character| {
            if let Some((code, _)) = SYMBOLS.iter().find(|(_, symbol)| *symbol == character) {
                return *code;
            }
            macroman::from_char(character).unwrap_or(b'?')
        })
        .collect()
}

/// The text of character codes.
pub(in crate::desktop) fn decode(codes: &[u8]) -> String {
    codes
        .iter()
        .map(|code| match SYMBOLS.iter().find(|(symbol, _)| symbol == code) {
            Some((_, symbol)) => *symbol,
            None => macroman::to_char(*code),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_roman_text_come_back() {
        let text = "\u{F8FF} \u{2318}N \u{2713} Empty Trash\u{2026} \u{201C}caf\u{E9}\u{201D}";
        assert_eq!(decode(&encode(text)), text);
        assert_eq!(encode("\u{2318}N"), [0x11, b'N']);
        assert_eq!(encode("\u{4E00}"), b"?");
    }
}

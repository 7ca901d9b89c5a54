//! The character set of the Macintosh, for names that leave the guest or enter it.

/// Characters 0x80 to 0xFF (Inside Macintosh: Text, appendix A). 0xDB is the currency sign, as before Mac OS 8.5.
const UPPER: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄¤‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

/// Text from MacRoman.
pub(crate) fn decode(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|&byte| match byte {
            0..=0x7F => char::from(byte),
            _ => UPPER.chars().nth(usize::from(byte) - 0x80).unwrap_or('?'),
        })
        .collect()
}

/// Text to MacRoman; `None` when a character does not exist there.
pub(crate) fn encode(text: &str) -> Option<Vec<u8>> {
    text.chars()
        .map(|character| {
            if character.is_ascii() {
                return Some(character as u8);
            }
            UPPER
                .chars()
                .position(|known| known == character)
                .map(|index| index as u8 + 0x80)
        })
        .collect()
}

/// The byte that stands for `byte` when names are compared: the File Manager ignores case and minds diacritical
/// marks (Inside Macintosh: Files, chapter 2, "Names and Paths").
pub(crate) fn fold(byte: u8) -> u8 {
    /// Capitals of 0x87 (á) to 0x9F (ü), in order.
    const CAPITALS: [u8; 25] = [
        0xE7, 0xCB, 0xE5, 0x80, 0xCC, 0x81, 0x82, 0x83, 0xE9, 0xE6, 0xE8, 0xEA, 0xED, 0xEB, 0xEC, 0x84, 0xEE,
        0xF1, 0xEF, 0x85, 0xCD, 0xF2, 0xF4, 0xF3, 0x86,
    ];
    match byte {
        0..=0x7F => byte.to_ascii_uppercase(),
        0x87..=0x9F => CAPITALS[usize::from(byte) - 0x87],
        0xBE => 0xAE, // æ
        0xBF => 0xAF, // ø
        0xCF => 0xCE, // œ
        0xD8 => 0xD9, // ÿ
        _ => byte,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(UPPER.chars().count(), 128);
        assert_eq!(encode(&decode(&all)), Some(all));
        assert_eq!(encode("漢"), None);
    }

    #[test]
    fn case_is_ignored_and_accents_are_not() {
        assert_eq!(fold(b'a'), b'A');
        assert_eq!(fold(0x8A), 0x80);
        assert_ne!(fold(0x80), fold(b'A'));
    }
}

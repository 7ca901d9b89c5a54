//! Which character a strike draws for a code.

use mc_protocol::macroman;

/// The character that a strike draws for `code`; `None` for control codes, which draw nothing of their own.
///
/// 0x11 to 0x14 are the signs that the system font has for menus: the Command key, the check mark, the diamond and
/// the Apple (Inside Macintosh: Text, "Font Manager", special characters of the system font).
pub(crate) fn character(code: u8) -> Option<char> {
    match code {
        0x11 => Some('⌘'),
        0x12 => Some('✓'),
        0x13 => Some('◆'),
        0x14 => Some('\u{F8FF}'),
        0x00..=0x1F | 0x7F => None,
        _ => Some(macroman::to_char(code)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_macroman_but_for_the_signs_of_menus() {
        assert_eq!(
            [character(b'A'), character(0xC9), character(0x11)],
            [Some('A'), Some('…'), Some('⌘')]
        );
        assert_eq!([character(0x0D), character(0x7F)], [None, None]);
    }

    #[test]
    fn no_character_has_two_codes_but_the_apple() {
        let mut all: Vec<char> = (0..=u8::MAX)
            .filter_map(character)
            .filter(|&c| c != '\u{F8FF}')
            .collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}

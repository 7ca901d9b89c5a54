//! The Macintosh's own character set, as the strikes of its fonts use it.

/// The characters of the codes 0x80 to 0xFF (Inside Macintosh: Text, appendix A). 0xDB is the currency sign, which
/// became the euro only with Mac OS 8.5.
const UPPER_HALF: [char; 128] = [
    'Ä', 'Å', 'Ç', 'É', 'Ñ', 'Ö', 'Ü', 'á', 'à', 'â', 'ä', 'ã', 'å', 'ç', 'é', 'è', //
    'ê', 'ë', 'í', 'ì', 'î', 'ï', 'ñ', 'ó', 'ò', 'ô', 'ö', 'õ', 'ú', 'ù', 'û', 'ü', //
    '†', '°', '¢', '£', '§', '•', '¶', 'ß', '®', '©', '™', '´', '¨', '≠', 'Æ', 'Ø', //
    '∞', '±', '≤', '≥', '¥', 'µ', '∂', '∑', '∏', 'π', '∫', 'ª', 'º', 'Ω', 'æ', 'ø', //
    '¿', '¡', '¬', '√', 'ƒ', '≈', '∆', '«', '»', '…', '\u{A0}', 'À', 'Ã', 'Õ', 'Œ', 'œ', //
    '–', '—', '“', '”', '‘', '’', '÷', '◊', 'ÿ', 'Ÿ', '⁄', '¤', '‹', '›', 'ﬁ', 'ﬂ', //
    '‡', '·', '‚', '„', '‰', 'Â', 'Ê', 'Á', 'Ë', 'È', 'Í', 'Î', 'Ï', 'Ì', 'Ó', 'Ô', //
    '\u{F8FF}', 'Ò', 'Ú', 'Û', 'Ù', 'ı', 'ˆ', '˜', '¯', '˘', '˙', '˚', '¸', '˝', '˛', 'ˇ',
];

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
        0x20..=0x7E => Some(code.into()),
        0x80.. => UPPER_HALF.get(usize::from(code - 0x80)).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_upper_half_stands_where_the_book_has_it() {
        for (code, expected) in [
            (0x80, 'Ä'),
            (0x8E, 'é'),
            (0xC9, '…'),
            (0xD5, '’'),
            (0xDE, 'ﬁ'),
            (0xFF, 'ˇ'),
        ] {
            assert_eq!(character(code), Some(expected));
        }
        assert_eq!(character(b'A'), Some('A'));
        assert_eq!(character(0x0D), None);
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

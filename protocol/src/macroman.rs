//! MacRoman, the script that System 7's file names and texts are written in.
//!
//! The table is Apple's `ROMAN.TXT` with the currency sign at 0xDB, as it was before Mac OS 8.5 put the euro there.

/// Characters 0x80 to 0xFF; those below are ASCII's.
#[rustfmt::skip]
const UPPER: [char; 128] = [
    '\u{C4}', '\u{C5}', '\u{C7}', '\u{C9}', '\u{D1}', '\u{D6}', '\u{DC}', '\u{E1}', '\u{E0}', '\u{E2}', '\u{E4}', '\u{E3}', '\u{E5}', '\u{E7}', '\u{E9}', '\u{E8}',
    '\u{EA}', '\u{EB}', '\u{ED}', '\u{EC}', '\u{EE}', '\u{EF}', '\u{F1}', '\u{F3}', '\u{F2}', '\u{F4}', '\u{F6}', '\u{F5}', '\u{FA}', '\u{F9}', '\u{FB}', '\u{FC}',
    '\u{2020}', '\u{B0}', '\u{A2}', '\u{A3}', '\u{A7}', '\u{2022}', '\u{B6}', '\u{DF}', '\u{AE}', '\u{A9}', '\u{2122}', '\u{B4}', '\u{A8}', '\u{2260}', '\u{C6}', '\u{D8}',
    '\u{221E}', '\u{B1}', '\u{2264}', '\u{2265}', '\u{A5}', '\u{B5}', '\u{2202}', '\u{2211}', '\u{220F}', '\u{3C0}', '\u{222B}', '\u{AA}', '\u{BA}', '\u{3A9}', '\u{E6}', '\u{F8}',
    '\u{BF}', '\u{A1}', '\u{AC}', '\u{221A}', '\u{192}', '\u{2248}', '\u{2206}', '\u{AB}', '\u{BB}', '\u{2026}', '\u{A0}', '\u{C0}', '\u{C3}', '\u{D5}', '\u{152}', '\u{153}',
    '\u{2013}', '\u{2014}', '\u{201C}', '\u{201D}', '\u{2018}', '\u{2019}', '\u{F7}', '\u{25CA}', '\u{FF}', '\u{178}', '\u{2044}', '\u{A4}', '\u{2039}', '\u{203A}', '\u{FB01}', '\u{FB02}',
    '\u{2021}', '\u{B7}', '\u{201A}', '\u{201E}', '\u{2030}', '\u{C2}', '\u{CA}', '\u{C1}', '\u{CB}', '\u{C8}', '\u{CD}', '\u{CE}', '\u{CF}', '\u{CC}', '\u{D3}', '\u{D4}',
    '\u{F8FF}', '\u{D2}', '\u{DA}', '\u{DB}', '\u{D9}', '\u{131}', '\u{2C6}', '\u{2DC}', '\u{AF}', '\u{2D8}', '\u{2D9}', '\u{2DA}', '\u{B8}', '\u{2DD}', '\u{2DB}', '\u{2C7}',
];

/// The character of a MacRoman byte.
pub fn to_char(byte: u8) -> char {
    match byte {
        0..0x80 => char::from(byte),
        _ => UPPER[usize::from(byte) - 0x80],
    }
}

/// The MacRoman byte of a character; `None` where MacRoman has none.
pub fn from_char(character: char) -> Option<u8> {
    if character.is_ascii() {
        return u8::try_from(u32::from(character)).ok();
    }
    let index = UPPER.iter().position(|&known| known == character)?;
    u8::try_from(index + 0x80).ok()
}

/// MacRoman bytes as a string.
pub fn decode(bytes: &[u8]) -> String {
    bytes.iter().copied().map(to_char).collect()
}

/// A string as MacRoman bytes.
///
/// # Errors
/// The first character that MacRoman does not have.
///
/// ```
/// use mc_protocol::macroman;
/// assert_eq!(macroman::encode("Open…"), Ok(b"Open\xC9".to_vec()));
/// assert_eq!(macroman::encode("日"), Err('日'));
/// ```
pub fn encode(text: &str) -> Result<Vec<u8>, char> {
    text.chars()
        .map(|character| from_char(character).ok_or(character))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        for byte in 0..=255 {
            assert_eq!(from_char(to_char(byte)), Some(byte), "0x{byte:02X}");
        }
    }

    #[test]
    fn known_characters_have_their_bytes() {
        for (character, byte) in [
            ('Ä', 0x80),
            ('…', 0xC9),
            ('’', 0xD5),
            ('ﬁ', 0xDE),
            ('¤', 0xDB),
            ('\u{F8FF}', 0xF0),
        ] {
            assert_eq!(from_char(character), Some(byte));
        }
    }
}

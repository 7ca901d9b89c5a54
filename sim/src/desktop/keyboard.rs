//! The keyboard layout of the System file: the U.S. one, a `KCHR` (Inside Macintosh: Text, appendix C,
//! "Keyboard-Layout Resource").

use super::font::encode;

/// Virtual key codes of the keys that make characters, row by row from the top left.
const CODES: [u8; 47] = [
    0x32, 0x12, 0x13, 0x14, 0x15, 0x17, 0x16, 0x1A, 0x1C, 0x19, 0x1D, 0x1B, 0x18, // ` to =
    0x0C, 0x0D, 0x0E, 0x0F, 0x11, 0x10, 0x20, 0x22, 0x1F, 0x23, 0x21, 0x1E, 0x2A, // q to backslash
    0x00, 0x01, 0x02, 0x03, 0x05, 0x04, 0x26, 0x28, 0x25, 0x29, 0x27, // a to '
    0x06, 0x07, 0x08, 0x09, 0x0B, 0x2D, 0x2E, 0x2B, 0x2F, 0x2C, // z to /
];

/// What they make plain, with Shift, with Option, and with both; a blank where a key is dead.
const LAYERS: [&str; 4] = [
    "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
    "~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:\"ZXCVBNM<>?",
    " \u{A1}\u{2122}\u{A3}\u{A2}\u{221E}\u{A7}\u{B6}\u{2022}\u{AA}\u{BA}\u{2013}\u{2260}\
     \u{153}\u{2211} \u{AE}\u{2020}\u{A5}  \u{F8}\u{3C0}\u{201C}\u{2018}\u{AB}\
     \u{E5}\u{DF}\u{2202}\u{192}\u{A9}\u{2D9}\u{2206}\u{2DA}\u{AC}\u{2026}\u{E6}\
     \u{3A9}\u{2248}\u{E7}\u{221A}\u{222B} \u{B5}\u{2264}\u{2265}\u{F7}",
    "`\u{2044}\u{A4}\u{2039}\u{203A}\u{FB01}\u{FB02}\u{2021}\u{B0}\u{B7}\u{201A}\u{2014}\u{B1}\
     \u{152}\u{201E}\u{B4}\u{2030}\u{2C7}\u{C1}\u{A8}\u{2C6}\u{D8}\u{220F}\u{201D}\u{2019}\u{BB}\
     \u{C5}\u{CD}\u{CE}\u{CF}\u{2DD}\u{D3}\u{D4}\u{F8FF}\u{D2}\u{DA}\u{C6}\
     \u{B8}\u{2DB}\u{C7}\u{25CA}\u{131}\u{2DC}\u{C2}\u{AF}\u{2D8}\u{BF}",
];

/// Keys that make the same whatever is held: code and character.
const OTHERS: [(u8, u8); 20] = [
    (0x24, 0x0D), // Return
    (0x30, 0x09), // Tab
    (0x31, 0x20), // the space bar
    (0x33, 0x08), // Delete
    (0x35, 0x1B), // Escape
    (0x4C, 0x03), // Enter
    (0x47, 0x1B), // Clear
    (0x7B, 0x1C), // the arrows
    (0x7C, 0x1D),
    (0x7D, 0x1F),
    (0x7E, 0x1E),
    (0x73, 0x01), // Home
    (0x77, 0x04), // End
    (0x72, 0x05), // Help
    (0x74, 0x0B), // Page Up
    (0x79, 0x0C), // Page Down
    (0x75, 0x7F), // forward delete
    (0x52, 0x30), // 0 of the keypad
    (0x53, 0x31), // 1 of the keypad
    (0x43, 0x2A), // * of the keypad
];

/// Keys that are dead with Option: code, what completes them, what that makes, and what they make alone.
const DEAD_KEYS: [(u8, &str, &str, char); 5] = [
    (
        0x32,
        "aeiouAEIOU",
        "\u{E0}\u{E8}\u{EC}\u{F2}\u{F9}\u{C0}\u{C8}\u{CC}\u{D2}\u{D9}",
        '`',
    ),
    (
        0x0E,
        "aeiouAEIOU",
        "\u{E1}\u{E9}\u{ED}\u{F3}\u{FA}\u{C1}\u{C9}\u{CD}\u{D3}\u{DA}",
        '\u{B4}',
    ),
    (
        0x22,
        "aeiouAEIOU",
        "\u{E2}\u{EA}\u{EE}\u{F4}\u{FB}\u{C2}\u{CA}\u{CE}\u{D4}\u{DB}",
        '\u{2C6}',
    ),
    (
        0x20,
        "aeiouyAEIOUY",
        "\u{E4}\u{EB}\u{EF}\u{F6}\u{FC}\u{FF}\u{C4}\u{CB}\u{CF}\u{D6}\u{DC}\u{178}",
        '\u{A8}',
    ),
    (0x2D, "anoANO", "\u{E3}\u{F1}\u{F5}\u{C3}\u{D1}\u{D5}", '\u{2DC}'),
];

/// Bits of the modifiers' state.
const SHIFT: usize = 0x02;
const ALPHA_LOCK: usize = 0x04;
const OPTION: usize = 0x08;

const TABLE: usize = 128;
/// Where the tables begin: behind the version, a byte for each state, and their number.
const FIRST_TABLE: usize = 2 + 256 + 2;

/// The layout as the data of a `KCHR`.
pub(crate) fn us_layout() -> Vec<u8> {
    let mut data = vec![0, 0];
    data.extend((0..256).map(table_of));
    data.extend((LAYERS.len() as u16).to_be_bytes());
    for layer in LAYERS {
        let mut table = [0; TABLE];
        for (code, character) in CODES.iter().zip(encode(layer)) {
            table[usize::from(*code)] = if character == b' ' { 0 } else { character };
        }
        for (code, character) in OTHERS {
            table[usize::from(code)] = character;
        }
        data.extend(table);
    }
    data.extend((DEAD_KEYS.len() as u16).to_be_bytes());
    for (code, completing, made, alone) in DEAD_KEYS {
        let pairs: Vec<u8> = encode(completing)
            .into_iter()
            .zip(encode(made))
            .flat_map(|(one, other)| [one, other])
            .collect();
        data.extend([2, code]);
        data.extend((pairs.len() as u16 / 2).to_be_bytes());
        data.extend(pairs);
        data.extend([0]);
        data.extend(encode(&alone.to_string()));
    }
    data
}

/// The character of a key with this state of the modifier keys, the upper byte of the modifiers word; `None` for a key that makes
/// none, or is dead.
pub(crate) fn character_of_key(code: u8, state: u8) -> Option<u8> {
    let layout = us_layout();
    let table = usize::from(layout[2 + usize::from(state)]);
    let character = layout[FIRST_TABLE + table * TABLE + usize::from(code & 0x7F)];
    (character != 0).then_some(character)
}

/// Which table is for a state of the modifier keys. (Caps Lock is as Shift here, which it is for letters only.)
fn table_of(state: usize) -> u8 {
    let shifted = state & (SHIFT | ALPHA_LOCK) != 0;
    u8::from(shifted) | if state & OPTION != 0 { 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_character_in_each_layer() {
        for layer in LAYERS {
            assert_eq!(encode(layer).len(), CODES.len(), "{layer}");
        }
        for (_, completing, made, _) in DEAD_KEYS {
            assert_eq!(encode(completing).len(), encode(made).len());
        }
    }

    #[test]
    fn a_key_makes_what_the_modifiers_say() {
        assert_eq!(character_of_key(0x00, 0), Some(b'a'));
        assert_eq!(character_of_key(0x00, SHIFT as u8), Some(b'A'));
        assert_eq!(character_of_key(0x24, 0x01), Some(0x0D), "Return with Command");
        assert_eq!(character_of_key(0x38, 0), None, "Shift");
        assert_eq!(character_of_key(0x0E, OPTION as u8), None, "dead");
    }

    #[test]
    fn the_dead_keys_stand_behind_the_tables() {
        let layout = us_layout();
        let dead = FIRST_TABLE + LAYERS.len() * TABLE;
        assert_eq!(layout[dead..dead + 4], [0, 5, 2, 0x32]);
        assert_eq!(layout[FIRST_TABLE + 2 * TABLE + 0x0E], 0, "Option-e is dead");
        assert_eq!(layout[FIRST_TABLE + 2 * TABLE + 0x05], 0xA9, "Option-g");
    }
}

//! Keys by name: what each sends on a United States keyboard.
//!
//! Virtual key codes are those of the Apple Extended Keyboard (Inside Macintosh: Macintosh Toolbox Essentials, chapter 2).

use mc_protocol::macroman;

use crate::error::{Error, Result};

/// What a key sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// MacRoman character code.
    pub character: u8,
    /// Virtual key code: the key's place.
    pub code: u8,
}

/// Keys that have a name.
const NAMED: &[(&str, u8, u8)] = &[
    ("return", 0x0D, 0x24),
    ("enter", 0x03, 0x4C),
    ("tab", 0x09, 0x30),
    ("space", 0x20, 0x31),
    ("delete", 0x08, 0x33),
    ("forward_delete", 0x7F, 0x75),
    ("escape", 0x1B, 0x35),
    ("clear", 0x1B, 0x47),
    ("left", 0x1C, 0x7B),
    ("right", 0x1D, 0x7C),
    ("up", 0x1E, 0x7E),
    ("down", 0x1F, 0x7D),
    ("home", 0x01, 0x73),
    ("end", 0x04, 0x77),
    ("page_up", 0x0B, 0x74),
    ("page_down", 0x0C, 0x79),
    ("help", 0x05, 0x72),
    ("f1", 0x10, 0x7A),
    ("f2", 0x10, 0x78),
    ("f3", 0x10, 0x63),
    ("f4", 0x10, 0x76),
    ("f5", 0x10, 0x60),
    ("f6", 0x10, 0x61),
    ("f7", 0x10, 0x62),
    ("f8", 0x10, 0x64),
    ("f9", 0x10, 0x65),
    ("f10", 0x10, 0x6D),
    ("f11", 0x10, 0x67),
    ("f12", 0x10, 0x6F),
    ("f13", 0x10, 0x69),
    ("f14", 0x10, 0x6B),
    ("f15", 0x10, 0x71),
];

/// Keys by the character that they type without and with Shift.
const PRINTING: &[(char, char, u8)] = &[
    ('a', 'A', 0x00),
    ('s', 'S', 0x01),
    ('d', 'D', 0x02),
    ('f', 'F', 0x03),
    ('h', 'H', 0x04),
    ('g', 'G', 0x05),
    ('z', 'Z', 0x06),
    ('x', 'X', 0x07),
    ('c', 'C', 0x08),
    ('v', 'V', 0x09),
    ('b', 'B', 0x0B),
    ('q', 'Q', 0x0C),
    ('w', 'W', 0x0D),
    ('e', 'E', 0x0E),
    ('r', 'R', 0x0F),
    ('y', 'Y', 0x10),
    ('t', 'T', 0x11),
    ('1', '!', 0x12),
    ('2', '@', 0x13),
    ('3', '#', 0x14),
    ('4', '$', 0x15),
    ('6', '^', 0x16),
    ('5', '%', 0x17),
    ('=', '+', 0x18),
    ('9', '(', 0x19),
    ('7', '&', 0x1A),
    ('-', '_', 0x1B),
    ('8', '*', 0x1C),
    ('0', ')', 0x1D),
    (']', '}', 0x1E),
    ('o', 'O', 0x1F),
    ('u', 'U', 0x20),
    ('[', '{', 0x21),
    ('i', 'I', 0x22),
    ('p', 'P', 0x23),
    ('l', 'L', 0x25),
    ('j', 'J', 0x26),
    ('\'', '"', 0x27),
    ('k', 'K', 0x28),
    (';', ':', 0x29),
    ('\\', '|', 0x2A),
    (',', '<', 0x2B),
    ('/', '?', 0x2C),
    ('n', 'N', 0x2D),
    ('m', 'M', 0x2E),
    ('.', '>', 0x2F),
    ('`', '~', 0x32),
];

impl Key {
    /// The key of a name (`return`, `f5`) or of a character (`a`, `é`). A character that no key of its own types keeps its
    /// code and gets the place of `a`, which is what input methods of the time did.
    ///
    /// # Errors
    /// `bad_params` for a name that no key has, or a character that MacRoman does not have.
    pub fn named(name: &str) -> Result<Key> {
        if let Some(&(_, character, code)) = NAMED.iter().find(|(known, ..)| *known == name) {
            return Ok(Key { character, code });
        }
        let mut characters = name.chars();
        let (Some(letter), None) = (characters.next(), characters.next()) else {
            let known: Vec<&str> = NAMED.iter().map(|(known, ..)| *known).collect();
            let message = format!(
                "no key is called `{name}`; keys are single characters and {}",
                known.join(", ")
            );
            return Err(Error::bad_param("name", message));
        };
        let character = macroman::from_char(letter)
            .ok_or_else(|| Error::bad_param("name", format!("`{letter}` is not a MacRoman character")))?;
        let place = PRINTING
            .iter()
            .find(|(plain, shifted, _)| letter == *plain || letter == *shifted);
        Ok(Key {
            character,
            code: place.map_or(0x00, |&(.., code)| code),
        })
    }
}

#[cfg(test)]
mod tests {
    use mc_protocol::Code;

    use super::*;

    #[test]
    fn names_and_characters_have_their_keys() {
        assert_eq!(
            Key::named("return").expect("a key"),
            Key {
                character: 0x0D,
                code: 0x24
            }
        );
        assert_eq!(
            Key::named("w").expect("a key"),
            Key {
                character: b'w',
                code: 0x0D
            }
        );
        assert_eq!(
            Key::named("W").expect("a key"),
            Key {
                character: b'W',
                code: 0x0D
            }
        );
        assert_eq!(
            Key::named("?").expect("a key"),
            Key {
                character: b'?',
                code: 0x2C
            }
        );
        assert_eq!(Key::named("é").expect("a character").character, 0x8E);
    }

    #[test]
    fn no_two_keys_have_the_same_place_or_name() {
        let named = NAMED.iter().map(|&(.., code)| code);
        let mut codes: Vec<u8> = named.chain(PRINTING.iter().map(|&(.., code)| code)).collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }

    #[test]
    fn what_is_no_key_is_said_with_what_is() {
        let error = Key::named("retrun").expect_err("misspelt");
        assert_eq!(error.code(), Code::BadParams);
        assert!(error.message().contains("return"));
        assert!(Key::named("日").is_err() && Key::named("").is_err());
    }
}

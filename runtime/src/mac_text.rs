//! Text as a Macintosh has it, MacRoman with Returns, and as a script has it, UTF-8 with line feeds.

use mc_protocol::{Code, macroman};

use crate::error::{Error, Result};

/// Text for the guest. Line ends of any kind become Returns.
///
/// # Errors
/// `bad_params` that names the parameter, the character that MacRoman does not have, and its line.
pub fn to_mac(text: &str, param: &str) -> Result<Vec<u8>> {
    let text = text.replace("\r\n", "\r").replace('\n', "\r");
    macroman::encode(&text).map_err(|character| {
        let before = text.split(character).next().unwrap_or_default();
        let line = before.matches('\r').count() + 1;
        let message = format!(
            "`{param}` holds `{character}` (U+{:04X}) in line {line}, which MacRoman, the Mac's character set, does not have",
            u32::from(character)
        );
        Error::new(Code::BadParams, message)
            .with("param", param)
            .with("character", character.to_string())
            .with("line", line)
    })
}

/// Text from the guest. Returns become line feeds.
pub fn from_mac(bytes: &[u8]) -> String {
    macroman::decode(bytes).replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_macroman_lacks_is_named_with_its_line() {
        let error = to_mac("say \"Grüße\"\r\nsay \"日本\"", "source").expect_err("no Kanji");
        assert_eq!(error.code(), Code::BadParams);
        assert!(error.message().contains("`日` (U+65E5) in line 2"), "{error}");
        assert_eq!(error.details()["character"], "日");
    }

    #[test]
    fn every_line_end_is_a_return() {
        assert_eq!(to_mac("a\nb\r\nc\rd", "text").expect("ASCII"), b"a\rb\rc\rd");
        assert_eq!(from_mac(b"a\rb\n\r\nc\xC9"), "a\nb\n\nc…");
    }

    proptest! {
        #[test]
        fn text_comes_back_as_it_went(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let text = from_mac(&bytes);
            let again = to_mac(&text, "text").expect("came from MacRoman");
            prop_assert_eq!(from_mac(&again), text);
        }
    }
}

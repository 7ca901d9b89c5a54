//! Four-character codes: file types, creators and resource types.

use std::fmt;
use std::str::FromStr;

use crate::bytes::printable;

/// A four-character code (`OSType`, `ResType`): four MacRoman bytes, of which the case counts.
///
/// ```
/// use mc_pack::OsType;
/// let code: OsType = "CODE".parse()?;
/// assert_eq!(code, OsType(*b"CODE"));
/// assert_eq!(code.to_string(), "CODE");
/// # Ok::<(), mc_pack::OsTypeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OsType(pub [u8; 4]);

/// A text that is no four-character code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no four-character code: give exactly four ASCII characters, blanks included, such as `APPL`"
)]
pub struct OsTypeError(String);

impl FromStr for OsType {
    type Err = OsTypeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match <[u8; 4]>::try_from(text.as_bytes()) {
            Ok(code) if text.is_ascii() => Ok(Self(code)),
            _ => Err(OsTypeError(text.to_owned())),
        }
    }
}

impl fmt::Display for OsType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&printable(&self.0))
    }
}

impl fmt::Debug for OsType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", printable(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_four_ascii_characters_make_a_code() {
        assert_eq!("STR ".parse(), Ok(OsType(*b"STR ")));
        for text in ["", "ABC", "ABCDE", "ab\u{e9}"] {
            assert_eq!(text.parse::<OsType>(), Err(OsTypeError(text.to_owned())));
        }
    }

    #[test]
    fn bytes_beyond_ascii_are_shown_escaped() {
        assert_eq!(OsType([b'a', 0xA9, b'b', 0]).to_string(), r"a\xa9b\x00");
    }
}

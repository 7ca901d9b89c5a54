//! Four-character codes: file types, creators, resource types.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::macroman;

/// A four-character code (`OSType`, `ResType`), such as the creator `ttxt`: four MacRoman bytes, of which the case counts.
///
/// ```
/// use mc_protocol::OsType;
/// let creator: OsType = "ttxt".parse().unwrap();
/// assert_eq!(creator, OsType(*b"ttxt"));
/// assert!("text file".parse::<OsType>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OsType(pub [u8; 4]);

/// Text that is not four MacRoman characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a four-character code: exactly four MacRoman characters are needed")]
pub struct NotAnOsType(String);

impl FromStr for OsType {
    type Err = NotAnOsType;

    fn from_str(text: &str) -> Result<OsType, NotAnOsType> {
        let wrong = || NotAnOsType(text.to_owned());
        let bytes = macroman::encode(text).map_err(|_| wrong())?;
        Ok(OsType(bytes.try_into().map_err(|_| wrong())?))
    }
}

impl fmt::Display for OsType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&macroman::decode(&self.0))
    }
}

impl fmt::Debug for OsType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "'{}'", macroman::decode(&self.0).escape_debug())
    }
}

impl Serialize for OsType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OsType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OsType, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

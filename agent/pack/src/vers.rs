//! `vers` resources: the version that "Get Info" shows.
//!
//! Inside Macintosh: Macintosh Toolbox Essentials, chapter 7 (Finder Interface).

use std::fmt;
use std::str::FromStr;

use crate::resource_fork::{Attributes, Resource};
use mc_protocol::OsType;

/// `development stage` of a released version.
const FINAL: u8 = 0x80;
/// `verUS`.
const REGION_US: u16 = 0;

/// A version as `vers` can hold it: major 0 to 99, minor and bug fix 0 to 9.
///
/// ```
/// use mc_pack::vers::Version;
/// let version: Version = "0.1.0".parse()?;
/// assert_eq!(version.to_string(), "0.1.0");
/// # Ok::<(), mc_pack::vers::VersionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    major: u8,
    minor: u8,
    bug_fix: u8,
}

/// A text that is no version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no version that a `vers` resource holds: give it as 0.1.0, major up to 99, the others up to 9"
)]
pub struct VersionError(String);

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers: Option<Vec<u8>> = text.split('.').map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[major @ 0..=99, minor @ 0..=9, bug_fix @ 0..=9]) => Ok(Self {
                major,
                minor,
                bug_fix,
            }),
            _ => Err(VersionError(text.to_owned())),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.bug_fix)
    }
}

impl Version {
    /// `vers` 1, the version of the file itself, for a released version of the program `name`.
    pub fn to_resource(self, name: &str) -> Resource {
        // Binary-coded decimal: 12 is 0x12.
        let major = ((self.major / 10) << 4) | (self.major % 10);
        let minor_and_bug_fix = (self.minor << 4) | self.bug_fix;
        let non_release = 0;
        let mut data = vec![major, minor_and_bug_fix, FINAL, non_release];
        data.extend_from_slice(&REGION_US.to_be_bytes());
        for text in [self.to_string(), format!("{name} {self}")] {
            let text = &text.as_bytes()[..text.len().min(usize::from(u8::MAX))];
            data.push(text.len() as u8);
            data.extend_from_slice(text);
        }
        Resource {
            res_type: OsType(*b"vers"),
            id: 1,
            name: None,
            attributes: Attributes::PURGEABLE,
            data,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_binary_coded_decimal_and_texts_are_counted() {
        let version: Version = "12.3.4".parse().unwrap();
        let expected = [&[0x12, 0x34, 0x80, 0, 0, 0, 6][..], b"12.3.4", &[8], b"x 12.3.4"].concat();
        assert_eq!(version.to_resource("x").data, expected);
    }

    #[test]
    fn what_vers_cannot_hold_is_refused() {
        for text in [
            "", "1", "1.2", "1.2.3.4", "100.0.0", "0.10.0", "0.0.10", "1.-2.3", "a.b.c",
        ] {
            assert_eq!(text.parse::<Version>(), Err(VersionError(text.to_owned())));
        }
    }
}

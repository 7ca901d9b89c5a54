//! `vers` (Inside Macintosh: Macintosh Toolbox Essentials, chapter 7, "The Version Resource").

use super::{Format, Reader, put_string, put_word};
use mc_pack::OsType;

/// A released version of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// As Gestalt `sysv` has it: `0x0710` for 7.1.
    pub number: u16,
    /// The number as text.
    pub short: String,
    /// What Get Info shows.
    pub long: String,
}

impl Format for Version {
    const KIND: OsType = OsType(*b"vers");

    fn encode(&self) -> Vec<u8> {
        // Stage $80 is a release, then the number of the pre-release and the region: 0, United States.
        let mut data = self.number.to_be_bytes().to_vec();
        data.extend([0x80, 0]);
        put_word(&mut data, 0);
        put_string(&mut data, &self.short);
        put_string(&mut data, &self.long);
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<Version, &'static str> {
        let number = reader.word()? as u16;
        reader.bytes(4)?;
        Ok(Version {
            number,
            short: reader.string()?,
            long: reader.string()?,
        })
    }
}

//! `STR#`, the list of strings (Inside Macintosh: Text, "The String List Resource").

use super::{Format, Reader, put_string, put_word};
use mc_pack::OsType;

/// Strings that an application gets by their number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StringList(pub Vec<String>);

impl StringList {
    /// GetIndString: the string with this number, counted from 1; empty when there is none.
    pub fn get(&self, number: usize) -> &str {
        number
            .checked_sub(1)
            .and_then(|index| self.0.get(index))
            .map_or("", String::as_str)
    }
}

impl Format for StringList {
    const KIND: OsType = OsType(*b"STR#");

    fn encode(&self) -> Vec<u8> {
        let mut data = Vec::new();
        put_word(&mut data, self.0.len() as i16);
        for text in &self.0 {
            put_string(&mut data, text);
        }
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<StringList, &'static str> {
        let count = reader.word()?;
        (0..count)
            .map(|_| reader.string())
            .collect::<Result<_, _>>()
            .map(StringList)
    }
}

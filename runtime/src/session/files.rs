//! Files with both forks: lists put together from pages, puts and gets checked end to end.

use mc_protocol::common::Entry;
use mc_protocol::{Code, fs};

use super::Session;
use crate::error::{Error, Result};

/// A folder that changes while it is listed is listed again, so many times.
const TRIES: usize = 3;

/// More than a folder on HFS can hold: its valence has 16 bits.
const MOST_ENTRIES: usize = 65_535;

/// The two forks of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forks {
    /// The data fork.
    pub data: Vec<u8>,
    /// The resource fork.
    pub resource: Vec<u8>,
}

/// A file that was fetched.
#[derive(Clone, Debug, PartialEq)]
pub struct Fetched {
    /// What the catalogue says of it.
    pub entry: Entry,
    /// Its forks, or the one that was asked for.
    pub forks: Forks,
    /// CRC-32 of the bytes that were sent, data fork first.
    pub crc32: u32,
}

impl Session {
    /// Everything in a folder, whole.
    ///
    /// # Errors
    /// As [`crate::guest::Guest::call`]; `busy` for a folder that keeps changing.
    pub async fn list(&self, path: &str) -> Result<Vec<Entry>> {
        for _ in 0..TRIES {
            if let Some(entries) = self.list_at_once(path).await? {
                return Ok(entries);
            }
        }
        let message = format!("`{path}` changed during each of {TRIES} tries to list it");
        Err(Error::new(Code::Busy, message)
            .attempting(format!("listing `{path}`"))
            .on(self.guest().name()))
    }

    /// Everything in a folder, or `None` when it changed between two pages.
    async fn list_at_once(&self, path: &str) -> Result<Option<Vec<Entry>>> {
        let mut page = self.guest().call(&fs::List::new(path.to_owned())).await?;
        let mut entries = std::mem::take(&mut page.entries);
        let mut at = 0;
        while let Some(cursor) = page.cursor {
            if cursor <= at {
                return Err(Error::new(
                    Code::BadAnswer,
                    "the list of a folder goes round in a circle",
                ));
            }
            at = cursor;
            let list = fs::List {
                path: path.to_owned(),
                cursor: Some(cursor),
            };
            let next = self.guest().call(&list).await?;
            if next.modified != page.modified {
                return Ok(None);
            }
            page = next;
            entries.append(&mut page.entries);
            if entries.len() > MOST_ENTRIES {
                return Err(Error::new(Code::BadAnswer, "the list of a folder has no end"));
            }
        }
        Ok(Some(entries))
    }

    /// A file's bytes. Size and CRC-32 have been checked.
    ///
    /// # Errors
    /// As [`crate::guest::Guest::fetch`].
    pub async fn get(&self, path: &str, fork: fs::Fork) -> Result<Fetched> {
        let get = fs::Get {
            fork: Some(fork),
            ..fs::Get::new(path.to_owned())
        };
        let (answer, mut data) = self.guest().fetch(&get).await?;
        let (data_size, resource_size) = (answer.data_size as usize, answer.resource_size as usize);
        if data_size.checked_add(resource_size) != Some(data.len()) {
            let message = format!(
                "{} bytes came of forks of {data_size} and {resource_size}",
                data.len()
            );
            return Err(Error::new(Code::SizeMismatch, message).on(self.guest().name()));
        }
        let crc32 = crc32fast::hash(&data);
        let resource = data.split_off(data_size);
        Ok(Fetched {
            entry: answer.entry,
            forks: Forks { data, resource },
            crc32,
        })
    }

    /// Writes a file with both forks; the CRC-32 that the guest read back from its disk, which is that of what was sent.
    ///
    /// # Errors
    /// As [`crate::guest::Guest::send`]; `crc_mismatch` when the guest read back something else.
    pub async fn put(&self, put: fs::Put, forks: Forks) -> Result<fs::PutAnswer> {
        let (Ok(data_size), Ok(resource_size)) = (
            u32::try_from(forks.data.len()),
            u32::try_from(forks.resource.len()),
        ) else {
            return Err(Error::new(Code::TooLarge, "a fork on HFS holds less than 2 GB"));
        };
        let put = fs::Put {
            data_size,
            resource_size: Some(resource_size),
            ..put
        };
        let body = [forks.data, forks.resource].concat();
        let crc32 = crc32fast::hash(&body);
        let answer = self.guest().send(&put, body.into()).await?;
        if answer.crc32 != crc32 {
            let message = format!(
                "the guest read {:08x} back from its disk, {crc32:08x} was sent",
                answer.crc32
            );
            return Err(Error::new(Code::CrcMismatch, message).on(self.guest().name()));
        }
        Ok(answer)
    }
}

//! Files with both forks: lists put together from pages, puts and gets checked end to end.

use mc_protocol::common::Entry;
use mc_protocol::{Code, fs};

use super::{Session, macbinary, next_page};
use crate::error::{Error, Result};

/// A folder that changes while it is listed is listed again, so many times.
const TRIES: usize = 3;

/// How much of a file is asked for at once. A connection that is lost costs so much: each piece is asked for again by itself.
const PIECE: u32 = 1 << 20;

/// The most that is fetched at once: what comes is kept in memory.
const MOST_FETCHED: u64 = 1 << 30;

/// The two forks of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forks {
    /// The data fork.
    pub data: Vec<u8>,
    /// The resource fork.
    pub resource: Vec<u8>,
}

/// A file, or a range of it, that was fetched.
#[derive(Clone, Debug, PartialEq)]
pub struct Fetched {
    /// What the catalogue says of it.
    pub entry: Entry,
    /// How many bytes of the data fork belong to the whole.
    pub data_size: u32,
    /// How many of the resource fork.
    pub resource_size: u32,
    /// The bytes: of the data fork, then of the resource fork, or a MacBinary stream.
    pub bytes: Vec<u8>,
    /// Where in the whole they begin.
    pub offset: u32,
}

impl Fetched {
    /// CRC-32 of the bytes.
    pub fn crc32(&self) -> u32 {
        crc32fast::hash(&self.bytes)
    }

    /// Where in the whole they end.
    fn end(&self) -> u32 {
        let length = u32::try_from(self.bytes.len()).unwrap_or(u32::MAX);
        self.offset.saturating_add(length)
    }

    /// How many bytes have to come, of forks; what a MacBinary stream has beside them only its sender knows.
    fn expected(&self, fork: Option<fs::Fork>, wanted: u32) -> Option<u64> {
        let whole = u64::from(self.data_size) + u64::from(self.resource_size);
        let there = whole.saturating_sub(u64::from(self.offset));
        (fork != Some(fs::Fork::Macbinary)).then_some(there.min(u64::from(wanted)))
    }

    /// The bytes, fork by fork.
    pub fn into_forks(self) -> Forks {
        let left = self.data_size.saturating_sub(self.offset) as usize;
        let mut data = self.bytes;
        let resource = data.split_off(left.min(data.len()));
        Forks { data, resource }
    }
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
        let mut at = next_page(None, page.cursor, entries.len())?;
        while let Some(cursor) = at {
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
            at = next_page(at, page.cursor, entries.len())?;
        }
        Ok(Some(entries))
    }

    /// A file's bytes, or a range of them, piece by piece. Size and CRC-32 of each have been checked.
    ///
    /// # Errors
    /// As [`crate::guest::Guest::fetch`]; `changed` when the file is written to meanwhile; `too_large` for more than a gigabyte.
    pub async fn get(&self, mut get: fs::Get) -> Result<Fetched> {
        let wanted = get.length.unwrap_or(u32::MAX);
        get.length = Some(wanted.min(PIECE));
        let (answer, bytes) = self.piece(&get).await?;
        let mut is_last = (bytes.len() as u32) < wanted.min(PIECE);
        let mut fetched = Fetched {
            entry: answer.entry,
            data_size: answer.data_size,
            resource_size: answer.resource_size,
            offset: get.offset.unwrap_or(0),
            bytes,
        };
        get.unchanged_since.get_or_insert(fetched.entry.modified);
        let expected = fetched.expected(get.fork, wanted);
        loop {
            let arrived = fetched.bytes.len() as u64;
            if expected.unwrap_or(arrived) > MOST_FETCHED {
                let message = format!(
                    "`{}` is more than the {} MB that are fetched at once",
                    get.path,
                    MOST_FETCHED >> 20
                );
                let error = Error::new(Code::TooLarge, message).on(self.guest().name());
                return Err(error.trying("Fetch it in ranges, with `offset` and `length`."));
            }
            let left = expected.unwrap_or(u64::from(wanted)).saturating_sub(arrived);
            if left == 0 || is_last {
                break;
            }
            let asked = u32::try_from(left).unwrap_or(PIECE).min(PIECE);
            get.length = Some(asked);
            get.offset = Some(fetched.end());
            let (_, bytes) = self.piece(&get).await?;
            is_last = (bytes.len() as u32) < asked;
            fetched.bytes.extend(bytes);
        }
        match expected {
            Some(expected) if expected != fetched.bytes.len() as u64 => {
                let message = format!("{} bytes came of {expected}", fetched.bytes.len());
                Err(Error::new(Code::SizeMismatch, message).on(self.guest().name()))
            }
            _ => Ok(fetched),
        }
    }

    async fn piece(&self, get: &fs::Get) -> Result<(fs::GetAnswer, Vec<u8>)> {
        let (answer, bytes) = self.guest().fetch(get).await?;
        match get.length {
            Some(asked) if bytes.len() > asked as usize => {
                let message = format!("{} bytes came of {asked} that were asked for", bytes.len());
                Err(Error::new(Code::SizeMismatch, message).on(self.guest().name()))
            }
            _ => Ok((answer, bytes)),
        }
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
        self.put_checked(&put, body, crc32).await
    }

    /// [`Session::put`] of a MacBinary stream, which says of itself what else there is to say of the file.
    ///
    /// # Errors
    /// As [`Session::put`]; `bad_file` when it is no such stream.
    pub async fn put_macbinary(&self, put: fs::Put, stream: Vec<u8>) -> Result<fs::PutAnswer> {
        let (data, resource) = macbinary::forks(&stream)?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(data);
        hasher.update(resource);
        let data_size = u32::try_from(stream.len())
            .map_err(|_| Error::new(Code::TooLarge, "a MacBinary stream holds less than 4 GB"))?;
        let put = fs::Put {
            form: Some(fs::PutForm::Macbinary),
            data_size,
            ..put
        };
        self.put_checked(&put, stream, hasher.finalize()).await
    }

    async fn put_checked(&self, put: &fs::Put, body: Vec<u8>, crc32: u32) -> Result<fs::PutAnswer> {
        let answer = self.guest().send(put, body.into()).await?;
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

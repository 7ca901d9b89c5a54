//! MacBinary: both forks and the Finder's information of one file in a single stream of bytes.
//!
//! Written is MacBinary III (the proposal of December 1996); read are I, II and III. A 128-byte header is followed by
//! data fork, resource fork and comment, each filled up to a multiple of 128 bytes.
//!
//! ```
//! use mc_pack::macbinary::{FileName, MacFile};
//! use mc_pack::OsType;
//!
//! let mut file = MacFile::new(FileName::new(b"Read Me")?, OsType(*b"TEXT"), OsType(*b"ttxt"));
//! file.data_fork = b"Hello\r".to_vec();
//! let bytes = file.to_macbinary()?;
//! assert_eq!(MacFile::parse(&bytes)?, file);
//! # Ok::<(), mc_pack::macbinary::MacBinaryError>(())
//! ```

use std::fmt;

use crate::bytes::{printable, slice_at};
use crate::flags::flags;
use mc_protocol::OsType;

const BLOCK: usize = 128;
/// The CRC stands in the header behind the bytes that it covers.
const CRC_OFFSET: usize = 124;
const SIGNATURE: [u8; 4] = *b"mBIN";
const VERSION_II: u8 = 129;
const VERSION_III: u8 = 130;
const VERSION_AFTER_III: u8 = VERSION_III + 1;
/// `ioNamePtr` of HFS files: MacBinary has room for 63, HFS for 31.
const MAX_NAME_LENGTH: usize = 31;

flags! {
    /// Finder flags (`fdFlags` of `FInfo`).
    FinderFlags: u16 {
        /// An alias file.
        IS_ALIAS = 0x8000,
        /// Not shown by the Finder.
        IS_INVISIBLE = 0x4000,
        /// Has a `BNDL` resource.
        HAS_BUNDLE = 0x2000,
        /// The name cannot be changed from the Finder.
        NAME_LOCKED = 0x1000,
        /// A stationery pad.
        IS_STATIONERY = 0x0800,
        /// Has an icon of its own.
        HAS_CUSTOM_ICON = 0x0400,
        /// The Finder has seen the file and read its bundle.
        HAS_BEEN_INITED = 0x0100,
        /// Holds no `INIT` resources.
        HAS_NO_INITS = 0x0080,
        /// Several users may run it at once from a server.
        IS_SHARED = 0x0040,
        /// Lies on the desktop.
        IS_ON_DESK = 0x0001,
    }
}

/// The name of a file on HFS: 1 to 31 MacRoman bytes, no colon.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileName(Vec<u8>);

impl FileName {
    /// Checks a name.
    ///
    /// # Errors
    /// `BadName` when it is empty, longer than 31 bytes or holds a colon, the separator of paths.
    pub fn new(name: &[u8]) -> Result<Self, MacBinaryError> {
        if name.is_empty() || name.len() > MAX_NAME_LENGTH || name.contains(&b':') {
            return Err(MacBinaryError::BadName {
                name: printable(name),
            });
        }
        Ok(Self(name.to_vec()))
    }

    /// The name in MacRoman.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&printable(&self.0))
    }
}

impl fmt::Debug for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// A moment in seconds since midnight, January 1, 1904, local time, as `GetDateTime` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MacDate(pub u32);

impl MacDate {
    /// January 1, 2000: the date of files that must come out the same whenever they are built.
    pub const FIXED: Self = Self(3_029_529_600);
}

/// A Macintosh file outside of its volume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacFile {
    /// Its name.
    pub name: FileName,
    /// Its type, such as `APPL`.
    pub file_type: OsType,
    /// Its creator.
    pub creator: OsType,
    /// What the Finder keeps about it.
    pub finder_flags: FinderFlags,
    /// Extended Finder flags (`fdXFlags` of `FXInfo`); MacBinary III alone carries them.
    pub extended_flags: u8,
    /// Script of the name (`fdScript` of `FXInfo`); MacBinary III alone carries it.
    pub script: u8,
    /// Where its icon lies in the window: vertical, horizontal.
    pub location: (i16, i16),
    /// The window or folder it was in (`fdFldr`).
    pub folder: i16,
    /// Locked in the Finder's "Get Info".
    pub locked: bool,
    /// When it was made.
    pub created: MacDate,
    /// When it was changed.
    pub modified: MacDate,
    /// The data fork.
    pub data_fork: Vec<u8>,
    /// The resource fork, uninterpreted: see [`crate::ResourceFork`].
    pub resource_fork: Vec<u8>,
    /// The comment of "Get Info" in MacRoman.
    pub comment: Vec<u8>,
}

/// Why a file cannot be read from or written as MacBinary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MacBinaryError {
    /// A name that HFS does not take.
    #[error("\"{name}\" is no file name: give 1 to 31 characters without a colon")]
    BadName {
        /// The name, escaped.
        name: String,
    },
    /// The bytes are something else.
    #[error("this is not MacBinary: {reason}")]
    NotMacBinary {
        /// What gave it away.
        reason: &'static str,
    },
    /// The header's checksum does not fit.
    #[error(
        "the MacBinary header is damaged: its CRC is {found:#06x}, its bytes give {computed:#06x}; fetch the file again"
    )]
    BadCrc {
        /// What the header says.
        found: u16,
        /// What its bytes give.
        computed: u16,
    },
    /// A later format.
    #[error("the file asks for a reader of MacBinary version {needed}; this one knows up to {VERSION_III}")]
    TooNew {
        /// The version asked for.
        needed: u8,
    },
    /// The stream ends before what its header announces.
    #[error(
        "the MacBinary file is cut short: its {part} should have {length} bytes at offset {offset}; fetch it again"
    )]
    CutShort {
        /// Which part.
        part: &'static str,
        /// Where it starts.
        offset: usize,
        /// How long it should be.
        length: usize,
    },
    /// The header's field is too narrow.
    #[error("writing MacBinary: the {part} has {length} bytes, the format holds {limit}")]
    TooLarge {
        /// Which part.
        part: &'static str,
        /// Its length.
        length: usize,
        /// What the format can say.
        limit: usize,
    },
}

impl MacFile {
    /// An empty file with the fixed date, for the caller to fill.
    pub fn new(name: FileName, file_type: OsType, creator: OsType) -> Self {
        Self {
            name,
            file_type,
            creator,
            finder_flags: FinderFlags::empty(),
            extended_flags: 0,
            script: 0,
            location: (0, 0),
            folder: 0,
            locked: false,
            created: MacDate::FIXED,
            modified: MacDate::FIXED,
            data_fork: Vec::new(),
            resource_fork: Vec::new(),
            comment: Vec::new(),
        }
    }

    /// The file as MacBinary III.
    ///
    /// # Errors
    /// `TooLarge` when a fork has 2 GB or more, or the comment 64 KB or more.
    pub fn to_macbinary(&self) -> Result<Vec<u8>, MacBinaryError> {
        let mut bytes = self.header()?.to_vec();
        for part in [&self.data_fork, &self.resource_fork, &self.comment] {
            bytes.extend_from_slice(part);
            bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
        }
        Ok(bytes)
    }

    fn header(&self) -> Result<[u8; BLOCK], MacBinaryError> {
        let [flags_high, flags_low] = self.finder_flags.bits().to_be_bytes();
        let mut header = [0; BLOCK];
        let mut put =
            |offset: usize, bytes: &[u8]| header[offset..offset + bytes.len()].copy_from_slice(bytes);
        put(1, &[self.name.0.len() as u8]);
        put(2, &self.name.0);
        put(65, &self.file_type.0);
        put(69, &self.creator.0);
        put(73, &[flags_high]);
        put(75, &self.location.0.to_be_bytes());
        put(77, &self.location.1.to_be_bytes());
        put(79, &self.folder.to_be_bytes());
        put(81, &[u8::from(self.locked)]);
        put(
            83,
            &length_field("data fork", self.data_fork.len(), i32::MAX as usize)?,
        );
        put(
            87,
            &length_field("resource fork", self.resource_fork.len(), i32::MAX as usize)?,
        );
        put(91, &self.created.0.to_be_bytes());
        put(95, &self.modified.0.to_be_bytes());
        put(
            99,
            &length_field("comment", self.comment.len(), usize::from(u16::MAX))?[2..],
        );
        put(101, &[flags_low]);
        put(102, &SIGNATURE);
        put(106, &[self.script, self.extended_flags]);
        put(122, &[VERSION_III, VERSION_II]);
        let crc = crc16(&header[..CRC_OFFSET]);
        header[CRC_OFFSET..CRC_OFFSET + 2].copy_from_slice(&crc.to_be_bytes());
        Ok(header)
    }

    /// Reads MacBinary I, II or III. Missing filling behind the last part, and anything behind it, is accepted.
    ///
    /// # Errors
    /// A `MacBinaryError` that says what is wrong with the bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, MacBinaryError> {
        let (header, _) = bytes
            .split_first_chunk::<BLOCK>()
            .ok_or(not_macbinary("it has less than 128 bytes"))?;
        let version = Version::of(header)?;
        let from = |first: Version, value: u8| if version >= first { value } else { 0 };
        let length = |offset| u32::from_be_bytes(field(header, offset)) as usize;
        let short_length = |offset| match version {
            Version::One => 0,
            Version::Two | Version::Three => usize::from(u16::from_be_bytes(field(header, offset))),
        };
        let coordinate = |offset| i16::from_be_bytes(field(header, offset));

        let mut parts = Parts { bytes, offset: BLOCK };
        parts.take("secondary header", short_length(120))?;
        Ok(Self {
            name: name_in(header)?,
            file_type: OsType(field(header, 65)),
            creator: OsType(field(header, 69)),
            finder_flags: FinderFlags::from_bits(u16::from_be_bytes([
                header[73],
                from(Version::Two, header[101]),
            ])),
            extended_flags: from(Version::Three, header[107]),
            script: from(Version::Three, header[106]),
            location: (coordinate(75), coordinate(77)),
            folder: coordinate(79),
            locked: header[81] & 1 != 0,
            created: MacDate(u32::from_be_bytes(field(header, 91))),
            modified: MacDate(u32::from_be_bytes(field(header, 95))),
            data_fork: parts.take("data fork", length(83))?.to_vec(),
            resource_fork: parts.take("resource fork", length(87))?.to_vec(),
            comment: parts.take("comment", short_length(99))?.to_vec(),
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Version {
    One,
    Two,
    Three,
}

impl Version {
    /// Which version the header is, as the MacBinary II and III documents tell a receiver to find out.
    fn of(header: &[u8; BLOCK]) -> Result<Self, MacBinaryError> {
        if header[0] != 0 || header[74] != 0 {
            return Err(not_macbinary("bytes 0 and 74 must be zero"));
        }
        let found = u16::from_be_bytes(field(header, CRC_OFFSET));
        let computed = crc16(&header[..CRC_OFFSET]);
        let signed = field(header, 102) == SIGNATURE;
        if found == computed && (signed || header[122] >= VERSION_II) {
            return match header[123] {
                needed @ VERSION_AFTER_III.. => Err(MacBinaryError::TooNew { needed }),
                _ if signed => Ok(Self::Three),
                _ => Ok(Self::Two),
            };
        }
        if signed || header[122] >= VERSION_II {
            return Err(MacBinaryError::BadCrc { found, computed });
        }
        // Version I has no mark of its own: everything that later versions added is zero.
        if header[82] != 0 || header[99..126].iter().any(|&byte| byte != 0) {
            return Err(not_macbinary(
                "it has neither the marks of version II or III nor the zeros of version I",
            ));
        }
        Ok(Self::One)
    }
}

/// Walks over the parts behind the header, each of which starts at a multiple of 128 bytes.
struct Parts<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Parts<'a> {
    fn take(&mut self, part: &'static str, length: usize) -> Result<&'a [u8], MacBinaryError> {
        let offset = self.offset;
        if length == 0 {
            return Ok(&[]);
        }
        let taken =
            slice_at(self.bytes, offset, length).ok_or(MacBinaryError::CutShort { part, offset, length })?;
        self.offset = (offset + length).next_multiple_of(BLOCK);
        Ok(taken)
    }
}

fn name_in(header: &[u8; BLOCK]) -> Result<FileName, MacBinaryError> {
    match header[1] {
        length @ 1..=63 => FileName::new(&header[2..2 + usize::from(length)]),
        _ => Err(not_macbinary("byte 1 must be the length of a name, 1 to 63")),
    }
}

fn field<const N: usize>(header: &[u8; BLOCK], offset: usize) -> [u8; N] {
    std::array::from_fn(|index| header[offset + index])
}

fn length_field(part: &'static str, length: usize, limit: usize) -> Result<[u8; 4], MacBinaryError> {
    match u32::try_from(length) {
        Ok(value) if length <= limit => Ok(value.to_be_bytes()),
        _ => Err(MacBinaryError::TooLarge { part, length, limit }),
    }
}

fn not_macbinary(reason: &'static str) -> MacBinaryError {
    MacBinaryError::NotMacBinary { reason }
}

/// The CRC of the XMODEM protocol: polynomial 0x1021, from 0, most significant bit first.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, &byte| {
        (0..8).fold(crc ^ (u16::from(byte) << 8), |crc: u16, _| {
            let shifted = crc << 1;
            if crc & 0x8000 == 0 {
                shifted
            } else {
                shifted ^ 0x1021
            }
        })
    })
}

#[cfg(test)]
mod tests;

//! Flat descriptors: what an Apple event carries, as `protocol/README.md` writes it down.
//!
//! ```
//! use mc_protocol::OsType;
//! use mc_protocol::descriptor::{Descriptor, Parameters, decode, encode};
//!
//! let window = Descriptor::object(OsType(*b"cwin"), Descriptor::null(), OsType(*b"indx"), Descriptor::long(1));
//! let parameters: Parameters = vec![(OsType(*b"----"), window)];
//! let bytes = encode(&parameters).unwrap();
//! assert_eq!(decode(&bytes), Ok(parameters));
//! ```

use crate::limits::{FLAT_BYTES, FLAT_DEPTH};
use crate::{OsType, macroman};

/// A descriptor: a typed value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Descriptor {
    /// Bytes in the Mac's own format of their type.
    Data {
        /// Such as `TEXT`.
        r#type: OsType,
        /// As they lie in memory there.
        bytes: Vec<u8>,
    },
    /// Descriptors in an order: type `list`.
    List(Vec<Descriptor>),
    /// Descriptors with keywords.
    Record {
        /// `reco`, or the type that the record has been coerced to, such as `obj `.
        r#type: OsType,
        /// Keywords and what stands under them.
        fields: Parameters,
    },
}

/// Keywords with descriptors: the parameters of an event, the fields of a record.
pub type Parameters = Vec<(OsType, Descriptor)>;

/// Why bytes are no flat descriptors, or descriptors cannot be made flat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlatError {
    /// More than [`FLAT_BYTES`].
    #[error("the descriptors are more than {FLAT_BYTES} bytes")]
    TooLarge,
    /// More than [`FLAT_DEPTH`] levels.
    #[error("the descriptors nest deeper than {FLAT_DEPTH} levels")]
    TooDeep,
    /// The bytes end inside of an item, or an item inside of another one's content.
    #[error("an item of the descriptors is cut off")]
    CutOff,
    /// The byte that fills up an odd size is not zero.
    #[error("an item of odd size is not followed by a zero")]
    Padding,
    /// An item outside of a list has none, or one in a list has one.
    #[error("parameters and fields have keywords, items of lists have none")]
    Keyword,
    /// `list` and `reco` hold items, and no other descriptor but a record does so under these names.
    #[error("a `list` or `reco` does not say that it holds items")]
    Opaque,
}

const TEXT: OsType = OsType(*b"TEXT");
const LONG: OsType = OsType(*b"long");
const SHORT: OsType = OsType(*b"shor");
const BOOLEAN: OsType = OsType(*b"bool");
const TRUE: OsType = OsType(*b"true");
const FALSE: OsType = OsType(*b"fals");
const TYPE: OsType = OsType(*b"type");
const ENUM: OsType = OsType(*b"enum");
const NULL: OsType = OsType(*b"null");
const LIST: OsType = OsType(*b"list");
const RECORD: OsType = OsType(*b"reco");
const OBJECT: OsType = OsType(*b"obj ");

/// An item in a list has this for a keyword.
const NO_KEYWORD: OsType = OsType([0; 4]);
const HEADER_BYTES: usize = 12;
const NESTED: u32 = 1 << 31;

impl Descriptor {
    /// Bytes of any type, in the Mac's own format of it.
    pub fn raw(r#type: OsType, bytes: impl Into<Vec<u8>>) -> Descriptor {
        Descriptor::Data {
            r#type,
            bytes: bytes.into(),
        }
    }

    /// Nothing: what stands for the application itself where an object is asked for.
    pub fn null() -> Descriptor {
        Descriptor::raw(NULL, [])
    }

    /// Text, in MacRoman there.
    ///
    /// # Errors
    /// The first character that MacRoman does not have.
    pub fn text(text: &str) -> Result<Descriptor, char> {
        Ok(Descriptor::raw(TEXT, macroman::encode(text)?))
    }

    /// A number.
    pub fn long(number: i32) -> Descriptor {
        Descriptor::raw(LONG, number.to_be_bytes())
    }

    /// A small number.
    pub fn short(number: i16) -> Descriptor {
        Descriptor::raw(SHORT, number.to_be_bytes())
    }

    /// True or false.
    pub fn boolean(value: bool) -> Descriptor {
        Descriptor::raw(BOOLEAN, [u8::from(value)])
    }

    /// The name of a type or class.
    pub fn type_name(name: OsType) -> Descriptor {
        Descriptor::raw(TYPE, name.0)
    }

    /// One of an enumeration's names.
    pub fn enumerator(name: OsType) -> Descriptor {
        Descriptor::raw(ENUM, name.0)
    }

    /// A record, coerced to nothing.
    pub fn record(fields: Parameters) -> Descriptor {
        Descriptor::Record {
            r#type: RECORD,
            fields,
        }
    }

    /// An object specifier: the elements of a class in a container that a key picks out. [`Descriptor::null`] is the outermost
    /// container; the form is `name`, `indx`, `ID  `, `prop` and the like.
    pub fn object(class: OsType, container: Descriptor, form: OsType, key: Descriptor) -> Descriptor {
        Descriptor::Record {
            r#type: OBJECT,
            fields: vec![
                (OsType(*b"want"), Descriptor::type_name(class)),
                (OsType(*b"from"), container),
                (OsType(*b"form"), Descriptor::enumerator(form)),
                (OsType(*b"seld"), key),
            ],
        }
    }

    /// Its descriptor type.
    pub fn descriptor_type(&self) -> OsType {
        match self {
            Descriptor::Data { r#type, .. } | Descriptor::Record { r#type, .. } => *r#type,
            Descriptor::List(_) => LIST,
        }
    }

    /// The bytes of a `TEXT` as text.
    pub fn as_text(&self) -> Option<String> {
        self.bytes_of(TEXT).map(macroman::decode)
    }

    /// The number of a `long` or `shor`.
    pub fn as_number(&self) -> Option<i32> {
        let long = || Some(i32::from_be_bytes(self.bytes_of(LONG)?.try_into().ok()?));
        let short = || Some(i16::from_be_bytes(self.bytes_of(SHORT)?.try_into().ok()?));
        long().or_else(|| short().map(i32::from))
    }

    /// The value of a `bool`, `true` or `fals`.
    pub fn as_boolean(&self) -> Option<bool> {
        match self {
            Descriptor::Data { r#type: TRUE, .. } => Some(true),
            Descriptor::Data { r#type: FALSE, .. } => Some(false),
            _ => match self.bytes_of(BOOLEAN)? {
                [value] => Some(*value != 0),
                _ => None,
            },
        }
    }

    /// The name in a `type`.
    pub fn as_type_name(&self) -> Option<OsType> {
        Some(OsType(self.bytes_of(TYPE)?.try_into().ok()?))
    }

    /// The name in an `enum`.
    pub fn as_enumerator(&self) -> Option<OsType> {
        Some(OsType(self.bytes_of(ENUM)?.try_into().ok()?))
    }

    /// What a list holds.
    pub fn as_list(&self) -> Option<&[Descriptor]> {
        match self {
            Descriptor::List(items) => Some(items),
            _ => None,
        }
    }

    /// What stands under a keyword in a record of any type.
    pub fn field(&self, keyword: OsType) -> Option<&Descriptor> {
        match self {
            Descriptor::Record { fields, .. } => field(fields, keyword),
            _ => None,
        }
    }

    fn bytes_of(&self, wanted: OsType) -> Option<&[u8]> {
        match self {
            Descriptor::Data { r#type, bytes } if *r#type == wanted => Some(bytes),
            _ => None,
        }
    }
}

/// What stands under a keyword; of a keyword that stands twice the last.
pub fn field(fields: &[(OsType, Descriptor)], keyword: OsType) -> Option<&Descriptor> {
    let found = fields.iter().rev().find(|(name, _)| *name == keyword);
    found.map(|(_, descriptor)| descriptor)
}

/// Makes parameters flat.
///
/// # Errors
/// Parameters that are too many or nest too deep, a keyword of four zeros, data under a name that is a list's or record's.
pub fn encode(parameters: &[(OsType, Descriptor)]) -> Result<Vec<u8>, FlatError> {
    let mut out = Vec::new();
    put_fields(parameters, 1, &mut out)?;
    if out.len() > FLAT_BYTES as usize {
        return Err(FlatError::TooLarge);
    }
    Ok(out)
}

fn put_fields(fields: &[(OsType, Descriptor)], level: u32, out: &mut Vec<u8>) -> Result<(), FlatError> {
    for (keyword, descriptor) in fields {
        if *keyword == NO_KEYWORD {
            return Err(FlatError::Keyword);
        }
        put(*keyword, descriptor, level, out)?;
    }
    Ok(())
}

fn put(keyword: OsType, descriptor: &Descriptor, level: u32, out: &mut Vec<u8>) -> Result<(), FlatError> {
    if level > FLAT_DEPTH {
        return Err(FlatError::TooDeep);
    }
    let header = out.len();
    let kind = descriptor.descriptor_type();
    out.extend(keyword.0);
    out.extend(kind.0);
    out.extend([0; 4]);
    let nested = match descriptor {
        Descriptor::Data { bytes, .. } => {
            if kind == LIST || kind == RECORD {
                return Err(FlatError::Opaque);
            }
            out.extend(bytes);
            0
        }
        Descriptor::List(items) => {
            for item in items {
                put(NO_KEYWORD, item, level + 1, out)?;
            }
            NESTED
        }
        Descriptor::Record { fields, .. } => {
            if kind == LIST {
                return Err(FlatError::Opaque);
            }
            put_fields(fields, level + 1, out)?;
            NESTED
        }
    };
    let size = out.len() - header - HEADER_BYTES;
    if out.len() > FLAT_BYTES as usize {
        return Err(FlatError::TooLarge);
    }
    let size = u32::try_from(size).map_err(|_| FlatError::TooLarge)?;
    out[header + 8..header + HEADER_BYTES].copy_from_slice(&(size | nested).to_be_bytes());
    if size % 2 == 1 {
        out.push(0);
    }
    Ok(())
}

/// Reads flat parameters.
///
/// # Errors
/// Bytes that are not flat descriptors within the limits.
pub fn decode(bytes: &[u8]) -> Result<Parameters, FlatError> {
    if bytes.len() > FLAT_BYTES as usize {
        return Err(FlatError::TooLarge);
    }
    take_fields(bytes, 1)
}

fn take_fields(mut bytes: &[u8], level: u32) -> Result<Parameters, FlatError> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let (keyword, descriptor) = take(&mut bytes, level)?;
        if keyword == NO_KEYWORD {
            return Err(FlatError::Keyword);
        }
        fields.push((keyword, descriptor));
    }
    Ok(fields)
}

fn take_items(mut bytes: &[u8], level: u32) -> Result<Vec<Descriptor>, FlatError> {
    let mut items = Vec::new();
    while !bytes.is_empty() {
        let (keyword, descriptor) = take(&mut bytes, level)?;
        if keyword != NO_KEYWORD {
            return Err(FlatError::Keyword);
        }
        items.push(descriptor);
    }
    Ok(items)
}

/// One item; `bytes` goes on behind it.
fn take(bytes: &mut &[u8], level: u32) -> Result<(OsType, Descriptor), FlatError> {
    if level > FLAT_DEPTH {
        return Err(FlatError::TooDeep);
    }
    let (&keyword, rest) = bytes.split_first_chunk::<4>().ok_or(FlatError::CutOff)?;
    let (&kind, rest) = rest.split_first_chunk::<4>().ok_or(FlatError::CutOff)?;
    let (&size, rest) = rest.split_first_chunk::<4>().ok_or(FlatError::CutOff)?;
    let (kind, size) = (OsType(kind), u32::from_be_bytes(size));
    let length = (size & !NESTED) as usize;
    let (content, rest) = rest.split_at_checked(length).ok_or(FlatError::CutOff)?;
    *bytes = match (length % 2, rest) {
        (0, rest) => rest,
        (_, [0, rest @ ..]) => rest,
        (_, []) => return Err(FlatError::CutOff),
        _ => return Err(FlatError::Padding),
    };
    let descriptor = match (size & NESTED != 0, kind) {
        (true, LIST) => Descriptor::List(take_items(content, level + 1)?),
        (true, r#type) => Descriptor::Record {
            r#type,
            fields: take_fields(content, level + 1)?,
        },
        (false, LIST | RECORD) => return Err(FlatError::Opaque),
        (false, r#type) => Descriptor::raw(r#type, content),
    };
    Ok((OsType(keyword), descriptor))
}

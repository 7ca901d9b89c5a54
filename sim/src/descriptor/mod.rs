//! Descriptors: the data that Apple events are made of, as a tree.
//!
//! The Apple Event Manager keeps them in handles of the guest ([`flat`]); applications of the desktop work with the tree.
//! Inside Macintosh: Interapplication Communication, chapter 3, "Data Structures Within Apple Events".

mod coerce;
pub(crate) mod flat;
mod number;

pub use coerce::CoercionFailed;

use mc_protocol::macroman;
use serde::{Deserialize, Serialize};

/// A descriptor type, a keyword, an event class or the like.
pub type Code = [u8; 4];

/// typeNull.
pub const NULL: Code = *b"null";
/// typeAEList.
pub const LIST: Code = *b"list";
/// typeAERecord.
pub const RECORD: Code = *b"reco";
/// typeAppleEvent, and the core event class.
pub const APPLE_EVENT: Code = *b"aevt";
/// typeChar.
pub const TEXT: Code = *b"TEXT";
/// typeLongInteger.
pub const LONG: Code = *b"long";
/// typeShortInteger.
pub const SHORT: Code = *b"shor";
/// typeBoolean.
pub const BOOLEAN: Code = *b"bool";
/// typeType.
pub const TYPE: Code = *b"type";
/// typeEnumerated.
pub const ENUMERATED: Code = *b"enum";
/// typeFSS: a file system specification.
pub const FSS: Code = *b"fss ";
/// typeAlias.
pub const ALIAS: Code = *b"alis";
/// typeWildCard: whatever it is.
pub const WILD_CARD: Code = *b"****";
/// keyDirectObject.
pub const DIRECT_OBJECT: Code = *b"----";
/// typeObjectSpecifier, and the keywords of its record: keyAEDesiredClass, keyAEKeyForm, keyAEKeyData, keyAEContainer (Inside
/// Macintosh: Interapplication Communication, chapter 6).
pub(crate) const OBJECT_SPECIFIER: Code = *b"obj ";
pub(crate) const WANT: Code = *b"want";
pub(crate) const FORM: Code = *b"form";
pub(crate) const KEY_DATA: Code = *b"seld";
pub(crate) const CONTAINER: Code = *b"from";
/// keyErrorNumber.
pub const ERROR_NUMBER: Code = *b"errn";
/// keyErrorString.
pub const ERROR_STRING: Code = *b"errs";

/// A value with its type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Descriptor {
    /// The descriptor type.
    pub kind: Code,
    /// What it holds.
    pub value: Value,
}

/// What a descriptor holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// Bytes, whose meaning the type says.
    Data(Vec<u8>),
    /// Descriptors in order.
    List(Vec<Descriptor>),
    /// Descriptors by keyword: a record, and whatever was coerced from one, such as an object specifier.
    Record(Fields),
    /// A whole Apple event.
    Event(Box<Event>),
}

/// Descriptors by keyword, in the order in which they were put.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Fields(pub Vec<(Code, Descriptor)>);

/// An Apple event: attributes say where it goes and what it is, parameters are what the target works with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Event {
    /// Attributes.
    pub attributes: Fields,
    /// Parameters.
    pub parameters: Fields,
    /// Keywords of the parameters that were looked at: what keyMissedKeywordAttr goes by.
    pub seen: Vec<Code>,
    /// The request that a reply is for; 0 in other events.
    pub request: u32,
}

impl Fields {
    /// The descriptor with this keyword.
    pub fn get(&self, key: Code) -> Option<&Descriptor> {
        self.0
            .iter()
            .find(|(found, _)| *found == key)
            .map(|(_, descriptor)| descriptor)
    }

    /// Puts a descriptor under a keyword, in place of the one that was there.
    pub fn put(&mut self, key: Code, descriptor: Descriptor) {
        match self.0.iter_mut().find(|(found, _)| *found == key) {
            Some((_, old)) => *old = descriptor,
            None => self.0.push((key, descriptor)),
        }
    }

    /// Takes the descriptor with this keyword away.
    pub fn remove(&mut self, key: Code) -> Option<Descriptor> {
        let index = self.0.iter().position(|(found, _)| *found == key)?;
        Some(self.0.remove(index).1)
    }
}

impl Event {
    /// The code in an attribute: event class, event id.
    pub fn code(&self, key: Code) -> Option<Code> {
        self.attributes.get(key)?.as_code()
    }

    /// The number in an attribute.
    pub fn number(&self, key: Code) -> Option<i32> {
        self.attributes.get(key)?.as_long()
    }
}

impl Descriptor {
    /// A descriptor of bytes.
    pub fn data(kind: Code, bytes: impl Into<Vec<u8>>) -> Descriptor {
        Descriptor {
            kind,
            value: Value::Data(bytes.into()),
        }
    }

    /// typeNull.
    pub fn null() -> Descriptor {
        Descriptor::data(NULL, [])
    }

    /// typeChar of a text; what MacRoman does not have becomes a question mark.
    pub fn text(text: &str) -> Descriptor {
        let bytes = text
            .chars()
            .map(|character| macroman::from_char(character).unwrap_or(b'?'));
        Descriptor::data(TEXT, bytes.collect::<Vec<u8>>())
    }

    /// typeLongInteger.
    pub fn long(number: i32) -> Descriptor {
        Descriptor::data(LONG, number.to_be_bytes())
    }

    /// typeShortInteger.
    pub fn short(number: i16) -> Descriptor {
        Descriptor::data(SHORT, number.to_be_bytes())
    }

    /// typeBoolean.
    pub fn boolean(value: bool) -> Descriptor {
        Descriptor::data(BOOLEAN, [u8::from(value)])
    }

    /// typeType.
    pub fn type_of(code: Code) -> Descriptor {
        Descriptor::data(TYPE, code)
    }

    /// typeEnumerated.
    pub fn enumerated(code: Code) -> Descriptor {
        Descriptor::data(ENUMERATED, code)
    }

    /// typeAEList.
    pub fn list(items: Vec<Descriptor>) -> Descriptor {
        Descriptor {
            kind: LIST,
            value: Value::List(items),
        }
    }

    /// typeAERecord.
    pub fn record(fields: Vec<(Code, Descriptor)>) -> Descriptor {
        Descriptor {
            kind: RECORD,
            value: Value::Record(Fields(fields)),
        }
    }

    /// An object specifier: the class wanted, the form, what the form needs, and the container.
    pub fn specifier(want: Code, form: Code, data: Descriptor, container: Descriptor) -> Descriptor {
        let fields = vec![
            (WANT, Descriptor::type_of(want)),
            (FORM, Descriptor::enumerated(form)),
            (KEY_DATA, data),
            (CONTAINER, container),
        ];
        Descriptor {
            kind: OBJECT_SPECIFIER,
            ..Descriptor::record(fields)
        }
    }

    /// The bytes, if it is of such.
    pub fn bytes(&self) -> Option<&[u8]> {
        match &self.value {
            Value::Data(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The items: of a list all of them, of anything else itself.
    pub fn items(&self) -> &[Descriptor] {
        match &self.value {
            Value::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// The field of a record.
    pub fn field(&self, key: Code) -> Option<&Descriptor> {
        match &self.value {
            Value::Record(fields) => fields.get(key),
            _ => None,
        }
    }

    /// The four characters of a type, an enumerator or the like.
    pub fn as_code(&self) -> Option<Code> {
        self.bytes()?.try_into().ok()
    }

    /// Its value as a number, coerced where that is possible.
    pub fn as_long(&self) -> Option<i32> {
        let coerced = self.coerced(LONG).ok()?;
        Some(i32::from_be_bytes(coerced.bytes()?.try_into().ok()?))
    }

    /// Its value as text in Unicode, coerced where that is possible.
    pub fn as_text(&self) -> Option<String> {
        let coerced = self.coerced(TEXT).ok()?;
        Some(macroman::decode(coerced.bytes()?))
    }

    /// Its value as a Boolean, coerced where that is possible.
    pub fn as_boolean(&self) -> Option<bool> {
        let coerced = self.coerced(BOOLEAN).ok()?;
        Some(coerced.bytes()?.first()? != &0)
    }
}

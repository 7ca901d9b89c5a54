//! The bytes that a descriptor's handle holds. For plain data they are the data; for lists, records and events they are the
//! manager's own business, and this is how this one keeps them.

use super::{APPLE_EVENT, Code, Descriptor, Event, Fields, LIST, RECORD, Value};

/// What the handles of lists, records and events begin with.
const LIST_MARK: &[u8] = &[0xAE, 0xDE, 0x5C, 1];
const RECORD_MARK: &[u8] = &[0xAE, 0xDE, 0x5C, 2];
const EVENT_MARK: &[u8] = &[0xAE, 0xDE, 0x5C, 3];

/// How deep descriptors may lie in each other.
const DEEPEST: u32 = 32;

/// errAECorruptData: the bytes are not what this manager wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Corrupt;

/// The bytes for a handle.
pub(crate) fn encode(value: &Value) -> Vec<u8> {
    match value {
        Value::Data(bytes) => bytes.clone(),
        Value::List(items) => {
            let items = items.iter().flat_map(encode_item);
            let head = [LIST_MARK, &count(value)].concat();
            head.into_iter().chain(items).collect()
        }
        Value::Record(fields) => [RECORD_MARK.to_vec(), encode_fields(fields)].concat(),
        Value::Event(event) => {
            let seen = event.seen.concat();
            [
                EVENT_MARK.to_vec(),
                event.request.to_be_bytes().to_vec(),
                long(event.seen.len()).to_vec(),
                seen,
                encode_fields(&event.attributes),
                encode_fields(&event.parameters),
            ]
            .concat()
        }
    }
}

fn count(value: &Value) -> [u8; 4] {
    match value {
        Value::List(items) => long(items.len()),
        _ => long(0),
    }
}

fn long(len: usize) -> [u8; 4] {
    (len as u32).to_be_bytes()
}

fn encode_fields(fields: &Fields) -> Vec<u8> {
    let mut bytes = long(fields.0.len()).to_vec();
    for (key, descriptor) in &fields.0 {
        bytes.extend_from_slice(key);
        bytes.extend(encode_item(descriptor));
    }
    bytes
}

/// Type, length and bytes, which end on an even boundary.
fn encode_item(descriptor: &Descriptor) -> Vec<u8> {
    let content = encode(&descriptor.value);
    let mut bytes = [&descriptor.kind[..], &long(content.len()), &content].concat();
    if !bytes.len().is_multiple_of(2) {
        bytes.push(0);
    }
    bytes
}

/// The value in a handle of a descriptor of type `kind`.
///
/// # Errors
/// [`Corrupt`].
pub(crate) fn decode(kind: Code, bytes: &[u8]) -> Result<Value, Corrupt> {
    decode_at(kind, bytes, DEEPEST)
}

fn decode_at(kind: Code, bytes: &[u8], depth: u32) -> Result<Value, Corrupt> {
    let depth = depth.checked_sub(1).ok_or(Corrupt)?;
    let mut reader = Reader { bytes, depth };
    let value = match bytes.get(..4) {
        Some(LIST_MARK) => {
            reader.take(4)?;
            let count = reader.long()?;
            Value::List((0..count).map(|_| reader.item()).collect::<Result<_, _>>()?)
        }
        Some(RECORD_MARK) => {
            reader.take(4)?;
            Value::Record(reader.fields()?)
        }
        Some(EVENT_MARK) => {
            reader.take(4)?;
            Value::Event(Box::new(reader.event()?))
        }
        _ if [LIST, RECORD, APPLE_EVENT].contains(&kind) => return Err(Corrupt),
        _ => return Ok(Value::Data(bytes.to_vec())),
    };
    if reader.bytes.is_empty() {
        Ok(value)
    } else {
        Err(Corrupt)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    depth: u32,
}

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], Corrupt> {
        let (taken, rest) = self.bytes.split_at_checked(len).ok_or(Corrupt)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn code(&mut self) -> Result<Code, Corrupt> {
        self.take(4)?.try_into().map_err(|_| Corrupt)
    }

    fn long(&mut self) -> Result<u32, Corrupt> {
        self.code().map(u32::from_be_bytes)
    }

    fn item(&mut self) -> Result<Descriptor, Corrupt> {
        let kind = self.code()?;
        let len = self.long()? as usize;
        let content = self.take(len)?;
        if !len.is_multiple_of(2) {
            self.take(1)?;
        }
        let value = decode_at(kind, content, self.depth)?;
        Ok(Descriptor { kind, value })
    }

    fn fields(&mut self) -> Result<Fields, Corrupt> {
        let count = self.long()?;
        let field = |_| Ok((self.code()?, self.item()?));
        (0..count).map(field).collect::<Result<_, _>>().map(Fields)
    }

    fn event(&mut self) -> Result<Event, Corrupt> {
        let request = self.long()?;
        let seen = self.long()?;
        Ok(Event {
            request,
            seen: (0..seen).map(|_| self.code()).collect::<Result<_, _>>()?,
            attributes: self.fields()?,
            parameters: self.fields()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::DIRECT_OBJECT;
    use super::*;
    use proptest::prelude::*;

    fn tree() -> Descriptor {
        let inner = Descriptor::record(vec![
            (*b"want", Descriptor::type_of(*b"file")),
            (*b"seld", Descriptor::text("odd")),
            (*b"from", Descriptor::null()),
        ]);
        Descriptor::list(vec![inner, Descriptor::long(1), Descriptor::list(vec![])])
    }

    #[test]
    fn trees_and_events_come_back_as_they_were() {
        let event = Event {
            attributes: Fields(vec![(*b"evcl", Descriptor::type_of(*b"aevt"))]),
            parameters: Fields(vec![(DIRECT_OBJECT, tree())]),
            seen: vec![DIRECT_OBJECT],
            request: 7,
        };
        for descriptor in [
            tree(),
            Descriptor::text(""),
            Descriptor {
                kind: APPLE_EVENT,
                value: Value::Event(Box::new(event)),
            },
        ] {
            let bytes = encode(&descriptor.value);
            assert_eq!(decode(descriptor.kind, &bytes), Ok(descriptor.value));
        }
    }

    #[test]
    fn a_list_whose_handle_holds_something_else_is_corrupt() {
        assert_eq!(decode(LIST, b""), Err(Corrupt));
        assert_eq!(decode(RECORD, b"hello, world"), Err(Corrupt));
        let bytes = encode(&tree().value);
        assert_eq!(decode(LIST, &bytes[..bytes.len() - 2]), Err(Corrupt));
    }

    proptest! {
        #[test]
        fn whatever_a_handle_holds_is_read_or_refused(
            mark in 0_u8..4, rest in proptest::collection::vec(any::<u8>(), 0..80)
        ) {
            let bytes = [&[0xAE, 0xDE, 0x5C, mark][..], &rest].concat();
            let _: Result<Value, Corrupt> = decode(LIST, &bytes);
        }
    }
}

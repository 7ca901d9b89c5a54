//! The coercions that the Apple Event Manager has built in (Inside Macintosh: Interapplication Communication, chapter 4,
//! "Writing and Installing Coercion Handlers", and its table of those that exist). What needs the disk, an alias that becomes
//! a file specification, is the manager's.

use super::number::Number;
use super::{
    APPLE_EVENT, BOOLEAN, Code, Descriptor, ENUMERATED, LIST, NULL, RECORD, SHORT, TEXT, TYPE, Value,
    WILD_CARD,
};

/// errAECoercionFail: there is no way from the one type to the other, or not for this value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("errAECoercionFail (-1700): the descriptor cannot be made into the wanted type")]
pub struct CoercionFailed;

/// Types whose bytes have a fixed meaning, so that a record cannot be renamed into one of them.
const PLAIN: [Code; 18] = [
    TEXT, *b"shor", *b"long", *b"magn", *b"comp", *b"sing", *b"doub", *b"exte", BOOLEAN, *b"true", *b"fals",
    TYPE, ENUMERATED, *b"keyw", *b"prop", *b"alis", *b"fss ", NULL,
];

impl Descriptor {
    /// The descriptor as another type.
    ///
    /// # Errors
    /// [`CoercionFailed`].
    pub fn coerced(&self, wanted: Code) -> Result<Descriptor, CoercionFailed> {
        if wanted == WILD_CARD || wanted == self.kind {
            return Ok(self.clone());
        }
        match &self.value {
            Value::Data(bytes) => {
                let plain = coerce_data(self.kind, bytes, wanted);
                let plain = plain.map(|bytes| Descriptor::data(wanted, bytes));
                let other = || self.wrapped(wanted).or_else(|| self.taken_for_record(wanted));
                plain.or_else(other).ok_or(CoercionFailed)
            }
            Value::List(items) => match items.as_slice() {
                [only] => only.coerced(wanted),
                _ => Err(CoercionFailed),
            },
            Value::Record(_) if wanted == LIST => Ok(Descriptor::list(vec![self.clone()])),
            Value::Record(fields) if !PLAIN.contains(&wanted) && wanted != APPLE_EVENT => Ok(Descriptor {
                kind: wanted,
                value: Value::Record(fields.clone()),
            }),
            Value::Event(event) if wanted == RECORD => Ok(Descriptor {
                kind: RECORD,
                value: Value::Record(event.parameters.clone()),
            }),
            Value::Record(_) | Value::Event(_) => Err(CoercionFailed),
        }
    }

    /// A single descriptor as a list of one.
    fn wrapped(&self, wanted: Code) -> Option<Descriptor> {
        (wanted == LIST && self.kind != NULL).then(|| Descriptor::list(vec![self.clone()]))
    }

    /// The manager finds out by the bytes whether data is a record by another type: eight zeros begin like one of no fields, and end
    /// where it would (a rectangle at the origin, say).
    fn taken_for_record(&self, wanted: Code) -> Option<Descriptor> {
        (wanted == RECORD && self.bytes()? == [0; 8]).then(|| Descriptor::record(vec![]))
    }
}

fn coerce_data(kind: Code, bytes: &[u8], wanted: Code) -> Option<Vec<u8>> {
    let number = match kind {
        TEXT => Number::parse(bytes),
        _ => Number::read(kind, bytes),
    };
    if let Some(number) = number {
        let coerced = match wanted {
            TEXT => Some(number.text().into_bytes()),
            _ => number.write(wanted),
        };
        if coerced.is_some() {
            return coerced;
        }
    }
    let truth = truth(kind, bytes);
    match (truth, wanted) {
        (Some(truth), BOOLEAN) => Some(vec![u8::from(truth)]),
        (Some(truth), ENUMERATED) if kind == BOOLEAN => {
            Some(if truth { b"true".to_vec() } else { b"fals".to_vec() })
        }
        (Some(truth), SHORT) if kind == BOOLEAN => Some(vec![0, u8::from(truth)]),
        _ => (is_code(kind) && is_code(wanted) && bytes.len() == 4).then(|| bytes.to_vec()),
    }
}

/// The Boolean that a value stands for.
fn truth(kind: Code, bytes: &[u8]) -> Option<bool> {
    match (&kind, bytes) {
        (b"true", _) | (b"enum", b"true") | (b"shor", [0, 1]) => Some(true),
        (b"fals", _) | (b"enum", b"fals") | (b"shor", [0, 0]) => Some(false),
        (b"bool", [value]) => Some(*value != 0),
        _ => None,
    }
}

/// Types of four characters, and text, which four characters can become.
fn is_code(kind: Code) -> bool {
    [TEXT, TYPE, ENUMERATED, *b"keyw", *b"prop"].contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::super::{DIRECT_OBJECT, LONG};
    use super::*;

    fn to(descriptor: &Descriptor, wanted: &Code) -> Option<Descriptor> {
        descriptor.coerced(*wanted).ok()
    }

    #[test]
    fn numbers_and_texts_become_each_other() {
        let text = Descriptor::text("-17");
        assert_eq!(to(&text, b"long"), Some(Descriptor::long(-17)));
        assert_eq!(to(&text, b"shor"), Some(Descriptor::short(-17)));
        assert_eq!(to(&Descriptor::long(-17), b"TEXT"), Some(text));
        assert_eq!(to(&Descriptor::long(70_000), b"shor"), None);
        assert_eq!(to(&Descriptor::text("seventeen"), b"long"), None);
        let half = to(&Descriptor::text("0.5"), b"doub");
        assert_eq!(half, Some(Descriptor::data(*b"doub", 0.5_f64.to_be_bytes())));
    }

    #[test]
    fn booleans_are_enumerators_and_short_integers_too() {
        let yes = Descriptor::boolean(true);
        assert_eq!(to(&yes, b"enum"), Some(Descriptor::enumerated(*b"true")));
        assert_eq!(to(&yes, b"shor"), Some(Descriptor::short(1)));
        assert_eq!(
            to(&Descriptor::data(*b"fals", []), b"bool"),
            Some(Descriptor::boolean(false))
        );
        assert_eq!(to(&Descriptor::enumerated(*b"huh?"), b"bool"), None);
        assert_eq!(to(&Descriptor::short(7), b"bool"), None);
    }

    #[test]
    fn codes_and_four_characters_become_each_other() {
        assert_eq!(
            to(&Descriptor::text("MACS"), b"type"),
            Some(Descriptor::type_of(*b"MACS"))
        );
        assert_eq!(
            to(&Descriptor::type_of(*b"MACS"), b"TEXT"),
            Some(Descriptor::text("MACS"))
        );
        assert_eq!(to(&Descriptor::text("Finder"), b"type"), None);
    }

    #[test]
    fn one_item_is_a_list_and_a_list_of_one_is_its_item() {
        let one = Descriptor::list(vec![Descriptor::long(5)]);
        assert_eq!(to(&Descriptor::long(5), b"list"), Some(one.clone()));
        assert_eq!(to(&one, b"TEXT"), Some(Descriptor::text("5")));
        assert_eq!(to(&Descriptor::list(vec![]), b"TEXT"), None);
        assert_eq!(to(&Descriptor::null(), b"list"), None);
    }

    #[test]
    fn eight_zeros_look_like_a_record() {
        let rectangle = |bytes: [u8; 8]| Descriptor::data(*b"qdrt", bytes);
        assert_eq!(to(&rectangle([0; 8]), b"reco"), Some(Descriptor::record(vec![])));
        assert_eq!(to(&rectangle([0, 0, 0, 0, 1, 86, 2, 0]), b"reco"), None);
    }

    #[test]
    fn a_record_can_be_renamed_but_is_no_plain_value() {
        let record = Descriptor::record(vec![(DIRECT_OBJECT, Descriptor::long(1))]);
        let renamed = to(&record, b"obj ").expect("an object specifier");
        assert_eq!((renamed.kind, &renamed.value), (*b"obj ", &record.value));
        assert_eq!(to(&renamed, b"reco"), Some(record.clone()));
        assert_eq!(record.coerced(LONG), Err(CoercionFailed));
        assert_eq!(record.coerced(APPLE_EVENT), Err(CoercionFailed));
    }
}

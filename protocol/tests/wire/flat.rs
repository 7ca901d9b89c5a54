//! Flat descriptors: the golden ones, damaged ones, and what goes in comes out.

use crate::fixture::Fixture;
use mc_protocol::descriptor::{Descriptor, FlatError, Parameters, decode, encode, field};
use mc_protocol::limits::{FLAT_BYTES, FLAT_DEPTH};
use mc_protocol::{Code, OsType};
use proptest::prelude::*;

fn code(error: FlatError) -> Code {
    match error {
        FlatError::TooLarge | FlatError::TooDeep => Code::TooLarge,
        _ => Code::BadParams,
    }
}

fn describe(keyword: &str, descriptor: &Descriptor, lines: &mut Vec<String>) {
    let start = format!("{keyword} {}", descriptor.descriptor_type());
    match descriptor {
        Descriptor::Data { bytes, .. } => {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            lines.push(format!("{start} {hex}").trim_end().to_owned());
        }
        Descriptor::List(items) => {
            lines.push(format!("{start} {{"));
            items.iter().for_each(|item| describe("....", item, lines));
            lines.push("}".to_owned());
        }
        Descriptor::Record { fields, .. } => {
            lines.push(format!("{start} {{"));
            describe_all(fields, lines);
            lines.push("}".to_owned());
        }
    }
}

fn describe_all(fields: &Parameters, lines: &mut Vec<String>) {
    for (keyword, descriptor) in fields {
        describe(&keyword.to_string(), descriptor, lines);
    }
}

#[test]
fn golden_descriptors_are_read_and_written() {
    for fixture in Fixture::all("flat") {
        let mut lines = Vec::new();
        match decode(&fixture.bytes) {
            Ok(parameters) => {
                describe_all(&parameters, &mut lines);
                assert_eq!(encode(&parameters), Ok(fixture.bytes));
            }
            Err(error) => lines.push(format!("error {}", code(error).as_str())),
        }
        assert_eq!(lines, fixture.expected, "{}", fixture.path.display());
    }
}

#[test]
fn values_come_out_as_they_went_in() {
    let text = Descriptor::text("Größe…").expect("MacRoman has it");
    assert_eq!(text.as_text().as_deref(), Some("Größe…"));
    assert_eq!(Descriptor::text("日本"), Err('日'));
    assert_eq!(Descriptor::long(-70_000).as_number(), Some(-70_000));
    assert_eq!(Descriptor::short(-7).as_number(), Some(-7));
    assert_eq!(Descriptor::raw(OsType(*b"long"), [1, 2]).as_number(), None);
    for (descriptor, value) in [
        (Descriptor::boolean(true), Some(true)),
        (Descriptor::boolean(false), Some(false)),
        (Descriptor::raw(OsType(*b"true"), []), Some(true)),
        (Descriptor::raw(OsType(*b"fals"), []), Some(false)),
        (Descriptor::long(1), None),
    ] {
        assert_eq!(descriptor.as_boolean(), value);
    }
    let name = OsType(*b"pnam");
    assert_eq!(Descriptor::type_name(name).as_type_name(), Some(name));
    assert_eq!(Descriptor::enumerator(name).as_enumerator(), Some(name));
    assert_eq!(Descriptor::enumerator(name).as_type_name(), None);
    let object = Descriptor::object(
        OsType(*b"cfol"),
        Descriptor::null(),
        OsType(*b"name"),
        text.clone(),
    );
    assert_eq!(object.field(OsType(*b"seld")), Some(&text));
    assert_eq!(object.field(name), None);
    assert_eq!(
        Descriptor::List(vec![text.clone()]).as_list(),
        Some(&[text.clone()][..])
    );
    let twice = vec![(name, Descriptor::long(1)), (name, text.clone())];
    assert_eq!(field(&twice, name), Some(&text));
}

#[test]
fn limits_are_kept() {
    let keyword = OsType(*b"----");
    let data = |size: usize| vec![(keyword, Descriptor::raw(OsType(*b"TEXT"), vec![7; size]))];
    let most = FLAT_BYTES as usize - 12;
    let largest = encode(&data(most - 1)).expect("within the limit");
    assert_eq!(largest.len(), FLAT_BYTES as usize - 1);
    assert_eq!(decode(&largest), Ok(data(most - 1)));
    assert_eq!(
        encode(&data(most)),
        Err(FlatError::TooLarge),
        "the padding counts"
    );
    assert_eq!(
        decode(&vec![0; FLAT_BYTES as usize + 1]),
        Err(FlatError::TooLarge)
    );
    let nested = |levels| (1..levels).fold(Descriptor::null(), |inner, _| Descriptor::List(vec![inner]));
    assert!(encode(&[(keyword, nested(FLAT_DEPTH))]).is_ok());
    assert_eq!(
        encode(&[(keyword, nested(FLAT_DEPTH + 1))]),
        Err(FlatError::TooDeep)
    );
    let nameless = [(OsType([0; 4]), Descriptor::null())];
    assert_eq!(encode(&nameless), Err(FlatError::Keyword));
    for kind in [b"list", b"reco"] {
        let opaque = [(keyword, Descriptor::raw(OsType(*kind), []))];
        assert_eq!(encode(&opaque), Err(FlatError::Opaque));
    }
}

fn some_type() -> impl Strategy<Value = OsType> + Clone {
    "[a-z]{4}"
        .prop_map(|name| name.parse().expect("four characters"))
        .prop_filter("a name of its own", |name: &OsType| {
            ![*b"list", *b"reco"].contains(&name.0)
        })
}

fn some_descriptor() -> impl Strategy<Value = Descriptor> {
    let data = (some_type(), any::<Vec<u8>>()).prop_map(|(kind, bytes)| Descriptor::raw(kind, bytes));
    data.prop_recursive(6, 40, 6, |inner| {
        let fields = prop::collection::vec((some_type(), inner.clone()), 0..6);
        prop_oneof![
            prop::collection::vec(inner, 0..6).prop_map(Descriptor::List),
            fields.clone().prop_map(Descriptor::record),
            (some_type(), fields).prop_map(|(r#type, fields)| Descriptor::Record { r#type, fields }),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_is_encoded_is_decoded_as_it_was(
        parameters in prop::collection::vec((some_type(), some_descriptor()), 0..5)
    ) {
        let bytes = encode(&parameters).expect("within the limits");
        prop_assert_eq!(bytes.len() % 2, 0);
        prop_assert_eq!(decode(&bytes), Ok(parameters));
    }

    #[test]
    fn what_is_cut_off_or_damaged_does_no_harm(
        parameters in prop::collection::vec((some_type(), some_descriptor()), 1..5),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = encode(&parameters).expect("within the limits");
        let at = at.index(bytes.len());
        let cut = decode(&bytes[..at]);
        prop_assert!(cut.is_err() || parameters.starts_with(&cut.expect("no error")));
        bytes[at] = byte;
        if let Ok(read) = decode(&bytes) {
            prop_assert_eq!(encode(&read), Ok(bytes));
        }
    }
}

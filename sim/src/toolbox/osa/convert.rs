//! Between the values of a script and descriptors. Object specifiers: Inside Macintosh: Interapplication Communication, chapter 6.

use crate::applescript::{Code, Form, Label, Ordinal, Reference, Value};
use crate::descriptor::{self, CONTAINER, Descriptor, FORM, Fields, KEY_DATA, OBJECT_SPECIFIER, WANT};
use std::rc::Rc;

/// Keys and types of object specifiers.
const ABSOLUTE_ORDINAL: descriptor::Code = *b"abso";
const RANGE: descriptor::Code = *b"rang";
const RANGE_START: descriptor::Code = *b"star";
const RANGE_END: descriptor::Code = *b"stop";
const CURRENT_CONTAINER: descriptor::Code = *b"ccnt";
/// Forms.
const BY_INDEX: descriptor::Code = *b"indx";
const BY_NAME: descriptor::Code = *b"name";
const BY_PROPERTY: descriptor::Code = *b"prop";
const BY_ID: descriptor::Code = *b"ID  ";
/// keyASUserRecordFields: the fields whose labels are the script's own, name and value in turn.
const USER_FIELDS: descriptor::Code = *b"usrf";

const ORDINALS: [(descriptor::Code, Ordinal); 5] = [
    (*b"firs", Ordinal::First),
    (*b"last", Ordinal::Last),
    (*b"midd", Ordinal::Middle),
    (*b"any ", Ordinal::Any),
    (*b"all ", Ordinal::All),
];

/// How deep values may nest on their way.
const DEEPEST: usize = 60;

/// A value as a descriptor; `None` for what nests too deep.
pub(super) fn to_descriptor(value: &Value) -> Option<Descriptor> {
    packed(value, DEEPEST)
}

fn packed(value: &Value, depth: usize) -> Option<Descriptor> {
    let inner = depth.checked_sub(1)?;
    Some(match value {
        Value::Nothing | Value::Script | Value::AppleScript | Value::Application(_) => Descriptor::null(),
        Value::Integer(number) => Descriptor::long(*number),
        Value::Real(number) => Descriptor::data(*b"doub", number.to_be_bytes()),
        Value::Boolean(flag) => Descriptor::boolean(*flag),
        Value::Text(text) => Descriptor::text(text),
        Value::List(items) => {
            let items: Option<Vec<_>> = items.borrow().iter().map(|item| packed(item, inner)).collect();
            Descriptor::list(items?)
        }
        Value::Record(fields) => packed_record(&fields.borrow(), inner)?,
        Value::Class(code) => Descriptor::type_of(code.0),
        Value::Constant(code) => Descriptor::enumerated(code.0),
        Value::Reference(reference) => specifier(reference, inner)?,
        Value::Data(code, bytes) => Descriptor::data(code.0, bytes.to_vec()),
    })
}

fn packed_record(fields: &[(Label, Value)], depth: usize) -> Option<Descriptor> {
    let mut packed_fields = Vec::new();
    let mut own = Vec::new();
    for (label, value) in fields {
        let value = packed(value, depth)?;
        match label {
            Label::Code(code) => packed_fields.push((code.0, value)),
            Label::Own(_, written) => own.extend([Descriptor::text(written), value]),
        }
    }
    if !own.is_empty() {
        packed_fields.push((USER_FIELDS, Descriptor::list(own)));
    }
    Some(Descriptor::record(packed_fields))
}

fn specifier(reference: &Reference, depth: usize) -> Option<Descriptor> {
    let container = match &reference.container {
        Some(container) => specifier(container, depth.checked_sub(1)?)?,
        None => Descriptor::null(),
    };
    let want = reference.want.0;
    let (form, data) = match &reference.form {
        Form::Property(code) => (BY_PROPERTY, Descriptor::type_of(code.0)),
        Form::Name(name) => (BY_NAME, Descriptor::text(name)),
        Form::Index(index) => (BY_INDEX, Descriptor::long(*index)),
        Form::Ordinal(ordinal) => {
            let code = ORDINALS.iter().find(|(_, known)| known == ordinal)?.0;
            (BY_INDEX, Descriptor::data(ABSOLUTE_ORDINAL, code))
        }
        Form::Range(first, last) => (RANGE, range(want, *first, *last)),
        Form::Id(id) => (BY_ID, packed(id, depth)?),
    };
    Some(Descriptor::specifier(want, form, data, container))
}

fn range(want: descriptor::Code, first: i32, last: i32) -> Descriptor {
    let end = |index| {
        let container = Descriptor::data(CURRENT_CONTAINER, []);
        Descriptor::specifier(want, BY_INDEX, Descriptor::long(index), container)
    };
    let record = Descriptor::record(vec![(RANGE_START, end(first)), (RANGE_END, end(last))]);
    Descriptor {
        kind: RANGE,
        ..record
    }
}

/// A descriptor from an application as a value.
pub(super) fn from_descriptor(descriptor: &Descriptor, application: &Rc<str>) -> Value {
    unpacked(descriptor, application, DEEPEST)
}

fn unpacked(descriptor: &Descriptor, application: &Rc<str>, depth: usize) -> Value {
    let Some(inner) = depth.checked_sub(1) else {
        return Value::Nothing;
    };
    match &descriptor.value {
        descriptor::Value::List(items) => Value::list(
            items
                .iter()
                .map(|item| unpacked(item, application, inner))
                .collect(),
        ),
        descriptor::Value::Record(_) if descriptor.kind == OBJECT_SPECIFIER => {
            let reference = reference(descriptor, application, inner);
            reference.map_or(Value::Nothing, |reference| Value::Reference(Rc::new(reference)))
        }
        descriptor::Value::Record(fields) => unpacked_record(fields, application, inner),
        descriptor::Value::Event(_) => Value::Nothing,
        descriptor::Value::Data(bytes) => from_data(descriptor, bytes, application),
    }
}

fn from_data(descriptor: &Descriptor, bytes: &[u8], application: &Rc<str>) -> Value {
    let whole = || descriptor.as_long().map_or(Value::Nothing, large_or_small);
    match &descriptor.kind {
        b"null" => Value::Application(Rc::clone(application)),
        b"long" | b"shor" => whole(),
        b"true" => Value::Boolean(true),
        b"fals" => Value::Boolean(false),
        b"bool" => Value::Boolean(descriptor.as_boolean().unwrap_or(false)),
        b"TEXT" | b"itxt" => Value::text(mc_protocol::macroman::decode(bytes)),
        b"doub" => match bytes.try_into() {
            Ok(bytes) => Value::Real(f64::from_be_bytes(bytes)),
            Err(_) => Value::Nothing,
        },
        b"type" => code_of(bytes).map_or(Value::Nothing, Value::Class),
        b"enum" => code_of(bytes).map_or(Value::Nothing, Value::Constant),
        kind => Value::Data(Code(*kind), bytes.into()),
    }
}

fn large_or_small(number: i32) -> Value {
    const LARGEST: u32 = 536_870_911;
    if number.unsigned_abs() <= LARGEST {
        Value::Integer(number)
    } else {
        Value::Real(number.into())
    }
}

fn code_of(bytes: &[u8]) -> Option<Code> {
    bytes.try_into().ok().map(Code)
}

fn unpacked_record(fields: &Fields, application: &Rc<str>, depth: usize) -> Value {
    let mut unpacked_fields = Vec::new();
    for (key, value) in &fields.0 {
        if *key == USER_FIELDS {
            for pair in value.items().chunks_exact(2) {
                let written = pair[0].as_text().unwrap_or_default();
                let label = Label::Own(written.to_lowercase(), written);
                unpacked_fields.push((label, unpacked(&pair[1], application, depth)));
            }
        } else {
            unpacked_fields.push((Label::Code(Code(*key)), unpacked(value, application, depth)));
        }
    }
    Value::record(unpacked_fields)
}

fn reference(descriptor: &Descriptor, application: &Rc<str>, depth: usize) -> Option<Reference> {
    let inner = depth.checked_sub(1)?;
    let want = descriptor.field(WANT)?.as_code()?;
    let data = descriptor.field(KEY_DATA)?;
    let form = match &descriptor.field(FORM)?.as_code()? {
        b"prop" => Form::Property(Code(data.as_code()?)),
        b"name" => Form::Name(data.as_text()?.into()),
        b"indx" if data.kind == ABSOLUTE_ORDINAL => {
            let code = data.as_code()?;
            Form::Ordinal(ORDINALS.iter().find(|(known, _)| *known == code)?.1)
        }
        b"indx" => Form::Index(data.as_long()?),
        b"ID  " => Form::Id(unpacked(data, application, inner)),
        _ => return None,
    };
    let container = descriptor.field(CONTAINER)?;
    let container = if container.kind == OBJECT_SPECIFIER {
        Some(Rc::new(reference(container, application, inner)?))
    } else {
        None
    };
    Some(Reference {
        application: Rc::clone(application),
        want: Code(want),
        form,
        container,
    })
}

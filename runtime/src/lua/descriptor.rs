//! Descriptors of Apple events as Lua's values, and back.
//!
//! Text, numbers, booleans and lists are what they are in Lua; a record is a table whose keys are four-character codes. What
//! Lua has no value of its own for is a table with `type` and a field that is no keyword: `value` (the name in a `type` or
//! `enum`), `fields` (a record of another type, such as an object specifier) or `bytes` (anything else).

use mc_protocol::OsType;
use mc_protocol::descriptor::{Descriptor, Parameters};
use mc_protocol::limits::{FLAT_BYTES, FLAT_DEPTH};
use mlua::{Lua, LuaString, Table, Value};

use crate::error::{Error, Result};
use crate::mac_text::{from_mac, to_mac};

const TEXT: OsType = OsType(*b"TEXT");
const TYPE: OsType = OsType(*b"type");
const ENUM: OsType = OsType(*b"enum");
const RECORD: OsType = OsType(*b"reco");
/// IEEE numbers of 64 and of 32 bits.
const DOUBLE: OsType = OsType(*b"doub");
const SINGLE: OsType = OsType(*b"sing");

/// What an item takes besides its content.
const ITEM_BYTES: usize = 12;

/// A table of keywords and values as parameters.
///
/// # Errors
/// `bad_params` that names the place, for what no descriptor can hold.
pub(super) fn parameters(table: &Table) -> Result<Parameters> {
    let mut reader = Reader {
        left: FLAT_BYTES as usize,
    };
    reader.fields(table, "params", FLAT_DEPTH)
}

/// One value as a descriptor.
///
/// # Errors
/// As [`parameters`].
pub(super) fn descriptor(value: &Value, place: &str) -> Result<Descriptor> {
    let mut reader = Reader {
        left: FLAT_BYTES as usize,
    };
    reader.value(value, place, FLAT_DEPTH)
}

/// Reads Lua's values. A table can hold itself, or one table many times: depth and size are held to what travels.
struct Reader {
    left: usize,
}

impl Reader {
    fn value(&mut self, value: &Value, place: &str, deepest: u32) -> Result<Descriptor> {
        let Some(deepest) = deepest.checked_sub(1) else {
            return Err(bad(place, format!("nests deeper than {FLAT_DEPTH} levels")));
        };
        self.spend(ITEM_BYTES, place)?;
        match value {
            Value::String(text) => self.text(text, place),
            Value::Integer(number) => match i32::try_from(*number) {
                Ok(number) => Ok(Descriptor::long(number)),
                Err(_) => Err(bad(place, format!("is {number}, and a long has 32 bits"))),
            },
            Value::Number(number) => Ok(Descriptor::raw(DOUBLE, number.to_be_bytes())),
            Value::Boolean(flag) => Ok(Descriptor::boolean(*flag)),
            Value::Table(table) => self.table(table, place, deepest),
            other => Err(bad(
                place,
                format!("is {}, which no descriptor holds", super::json::kind(other)),
            )),
        }
    }

    fn spend(&mut self, bytes: usize, place: &str) -> Result<()> {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => {
                return Err(bad(
                    place,
                    format!("is beyond the {FLAT_BYTES} bytes that an event carries"),
                ));
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &LuaString, place: &str) -> Result<Descriptor> {
        self.spend(text.as_bytes().len(), place)?;
        let Ok(text) = text.to_str() else {
            return Err(bad(place, "is no text in UTF-8; mac.apple_event.raw takes bytes"));
        };
        Ok(Descriptor::raw(TEXT, to_mac(&text, place)?))
    }

    fn table(&mut self, table: &Table, place: &str, deepest: u32) -> Result<Descriptor> {
        if let Some(typed) = self.typed(table, place, deepest)? {
            return Ok(typed);
        }
        if table.raw_len() > 0 || table.is_empty() {
            let mut items = Vec::new();
            for (at, item) in table.sequence_values::<Value>().enumerate() {
                items.push(self.value(&item?, &format!("{place}[{}]", at + 1), deepest)?);
            }
            return Ok(Descriptor::List(items));
        }
        Ok(Descriptor::record(self.fields(table, place, deepest)?))
    }

    /// A table with `type` and what only such tables have.
    fn typed(&mut self, table: &Table, place: &str, deepest: u32) -> Result<Option<Descriptor>> {
        let fields = [table.get("bytes")?, table.get("value")?, table.get("fields")?];
        if fields.iter().all(Value::is_nil) {
            return Ok(None);
        }
        let r#type = code(&table.get::<Value>("type")?, &format!("{place}.type"))?;
        Ok(Some(match fields {
            [Value::String(bytes), Value::Nil, Value::Nil] => {
                self.spend(bytes.as_bytes().len(), place)?;
                Descriptor::raw(r#type, bytes.as_bytes().to_vec())
            }
            [Value::Nil, name @ Value::String(_), Value::Nil] => {
                let name = code(&name, &format!("{place}.value"))?;
                Descriptor::raw(r#type, name.0)
            }
            [Value::Nil, Value::Nil, Value::Table(fields)] => Descriptor::Record {
                r#type,
                fields: self.fields(&fields, place, deepest)?,
            },
            _ => {
                let message = "is a table with `type` and one of `bytes`, `value` and `fields`";
                return Err(bad(place, message));
            }
        }))
    }

    fn fields(&mut self, table: &Table, place: &str, deepest: u32) -> Result<Parameters> {
        let mut fields = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair?;
            let keyword = code(&key, place)?;
            fields.push((
                keyword,
                self.value(&value, &format!("{place}.{keyword}"), deepest)?,
            ));
        }
        // A table has no order of its own; what is sent should not change from run to run.
        fields.sort_by_key(|(keyword, _)| *keyword);
        Ok(fields)
    }
}

fn code(value: &Value, place: &str) -> Result<OsType> {
    let code = match value {
        Value::String(text) => text.to_str().ok().and_then(|text| text.parse().ok()),
        _ => None,
    };
    code.ok_or_else(|| {
        let given = super::json::summary(value);
        bad(
            place,
            format!("has {given} where a four-character code is needed"),
        )
    })
}

fn bad(place: &str, what: impl AsRef<str>) -> Error {
    Error::bad_param(place, format!("`{place}` {}", what.as_ref()))
}

/// Parameters as a table of keywords and values.
///
/// # Errors
/// When the VM's memory is used up.
pub(super) fn to_table(lua: &Lua, parameters: &[(OsType, Descriptor)]) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (keyword, descriptor) in parameters {
        table.raw_set(keyword.to_string(), to_lua(lua, descriptor)?)?;
    }
    Ok(table)
}

/// A descriptor as a value.
///
/// # Errors
/// As [`to_table`].
pub(super) fn to_lua(lua: &Lua, descriptor: &Descriptor) -> mlua::Result<Value> {
    let r#type = descriptor.descriptor_type();
    match descriptor {
        Descriptor::List(items) => {
            let list = super::json::new_list(lua)?;
            for item in items {
                list.raw_push(to_lua(lua, item)?)?;
            }
            Ok(Value::Table(list))
        }
        // An empty table would go back as a list.
        Descriptor::Record {
            r#type: RECORD,
            fields,
        } if !fields.is_empty() => Ok(Value::Table(to_table(lua, fields)?)),
        Descriptor::Record { fields, .. } => typed(lua, r#type, "fields", to_table(lua, fields)?),
        Descriptor::Data { bytes, .. } => match plain(descriptor, bytes) {
            Some(Plain::Text(text)) => Ok(Value::String(lua.create_string(text)?)),
            Some(Plain::Integer(number)) => Ok(Value::Integer(number.into())),
            Some(Plain::Number(number)) => Ok(Value::Number(number)),
            Some(Plain::Boolean(flag)) => Ok(Value::Boolean(flag)),
            Some(Plain::Name(name)) => typed(lua, r#type, "value", name.to_string()),
            None => typed(lua, r#type, "bytes", lua.create_string(bytes)?),
        },
    }
}

/// Data that Lua has a value for.
enum Plain {
    Text(String),
    Integer(i32),
    Number(f64),
    Boolean(bool),
    Name(OsType),
}

fn plain(descriptor: &Descriptor, bytes: &[u8]) -> Option<Plain> {
    match descriptor.descriptor_type() {
        TEXT => Some(Plain::Text(from_mac(bytes))),
        TYPE | ENUM => bytes.try_into().ok().map(|name| Plain::Name(OsType(name))),
        DOUBLE => bytes
            .try_into()
            .ok()
            .map(|bytes| Plain::Number(f64::from_be_bytes(bytes))),
        SINGLE => bytes
            .try_into()
            .ok()
            .map(|bytes| Plain::Number(f32::from_be_bytes(bytes).into())),
        _ => {
            let number = descriptor.as_number().map(Plain::Integer);
            number.or_else(|| descriptor.as_boolean().map(Plain::Boolean))
        }
    }
}

/// A table of a descriptor for which Lua has no value of its own.
pub(super) fn typed(
    lua: &Lua,
    r#type: OsType,
    field: &str,
    content: impl mlua::IntoLua,
) -> mlua::Result<Value> {
    let table = lua.create_table()?;
    table.raw_set("type", r#type.to_string())?;
    table.raw_set(field, content)?;
    Ok(Value::Table(table))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Descriptors that come back as they went: a `shor` comes back as a `long`, a `sing` as a `doub`.
    fn descriptors() -> impl Strategy<Value = Descriptor> {
        let code = || any::<[u8; 4]>().prop_map(OsType);
        let leaf = prop_oneof![
            prop::collection::vec(
                any::<u8>().prop_filter("line ends change", |&byte| byte != b'\n'),
                0..40
            )
            .prop_map(|bytes| Descriptor::raw(TEXT, bytes)),
            any::<i32>().prop_map(Descriptor::long),
            any::<bool>().prop_map(Descriptor::boolean),
            code().prop_map(Descriptor::type_name),
            code().prop_map(Descriptor::enumerator),
            any::<i32>().prop_map(|number| Descriptor::raw(DOUBLE, (f64::from(number) / 3.0).to_be_bytes())),
            (any::<[u8; 3]>(), prop::collection::vec(any::<u8>(), 0..40))
                .prop_map(|(name, bytes)| Descriptor::raw(OsType([b'x', name[0], name[1], name[2]]), bytes)),
        ];
        leaf.prop_recursive(5, 40, 5, move |inner| {
            let fields = prop::collection::btree_map(code(), inner.clone(), 0..5)
                .prop_map(|fields| fields.into_iter().collect::<Parameters>());
            prop_oneof![
                prop::collection::vec(inner, 0..5).prop_map(Descriptor::List),
                fields.clone().prop_map(Descriptor::record),
                fields.prop_map(|fields| Descriptor::Record {
                    r#type: OsType(*b"obj "),
                    fields,
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn descriptors_come_back_from_lua(fields in prop::collection::vec(descriptors(), 0..5)) {
            let lua = Lua::new();
            let sent: Parameters = fields
                .into_iter()
                .enumerate()
                .map(|(at, field)| (OsType([b'p', b'a', b'r', b'0' + at as u8]), field))
                .collect();
            let table = to_table(&lua, &sent).expect("memory");
            prop_assert_eq!(parameters(&table).expect("came from descriptors"), sent);
        }
    }

    fn problem(source: &str) -> String {
        let lua = Lua::new();
        let table: Table = lua.load(source).eval().expect("a table");
        parameters(&table).expect_err(source).message().to_owned()
    }

    #[test]
    fn what_no_descriptor_holds_is_named_by_its_place() {
        for (source, wanted) in [
            ("{['----'] = print}", "`params.----` is a function"),
            ("{direct = 1}", "`params` has \"direct\""),
            ("{'one'}", "`params` has 1"),
            (
                "{file = {1, {2, 1 << 40}}}",
                "`params.file[2][2]` is 1099511627776",
            ),
            ("{text = '\\255\\254'}", "`params.text` is no text"),
            (
                "{kind = {type = 'long', value = 7}}",
                "`params.kind` is a table with `type`",
            ),
            ("{kind = {bytes = 'x'}}", "`params.kind.type` has null"),
            (
                "{kind = {type = 'enum', value = 'yes'}}",
                "`params.kind.value` has \"yes\"",
            ),
            (
                "(function() local t = {} t.self = t return t end)()",
                "deeper than 8 levels",
            ),
            (
                "(function() local t = {} for _ = 1, 6 do t = {t, t, t, t, t, t, t, t} end return {list = t} end)()",
                "beyond the 32767 bytes",
            ),
            ("{text = ('x'):rep(40000)}", "beyond the 32767 bytes"),
        ] {
            let message = problem(source);
            assert!(message.contains(wanted), "{source}: {message}");
        }
    }
}

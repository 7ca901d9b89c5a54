//! `mac.resource`: what resource forks hold.

use mlua::Value;
use serde_json::json;

use super::call::Call;
use super::registry::{Fallback, Kind, Native, Param};
use crate::error::Result;

const HOLDER: Param = Param::required(
    "holder",
    Kind::Holder,
    "full path of a file, or a process of mac.process.list, whose own resources are meant",
);

/// The functions.
pub const NATIVES: &[Native] = &[
    Native {
        name: "mac.resource.list",
        summary: "What a resource fork holds: its types, or the resources of one type. Reads no resource.",
        params: &[
            HOLDER,
            Param::optional(
                "type",
                Kind::OsType,
                Fallback::Nothing,
                "list the resources of this type",
            ),
        ],
        options: &[],
        returns: "a list of types {type, count}, or of resources {id, name, bytes, attributes}",
        example: "for _, kind in ipairs(mac.resource.list('Macintosh HD:System Folder:System')) do print(kind.type, kind.count) end",
        run: list,
    },
    Native {
        name: "mac.resource.get",
        summary: "One resource, expanded where it lies compressed.",
        params: &[
            HOLDER,
            Param::required("type", Kind::OsType, "its type, such as `STR#`"),
            Param::required("id", Kind::Integer(-32768, 32767), "its id"),
        ],
        options: &[],
        returns: "{name, attributes, data}",
        example: "print(#mac.resource.get('Macintosh HD:System Folder:System', 'vers', 1).data)",
        run: get,
    },
];

fn list(call: &Call) -> Result<Value> {
    let holder = call.given("holder", call.args.holder("holder"))?;
    let session = call.session();
    match call.args.os_type("type") {
        None => call.answer(&json!(call.wait(session.resource_types(holder))?)),
        Some(of) => call.answer(&json!(call.wait(session.resources(holder, of))?)),
    }
}

fn get(call: &Call) -> Result<Value> {
    let holder = call.given("holder", call.args.holder("holder"))?;
    let of = call.given("type", call.args.os_type("type"))?;
    let id = call.given("id", call.args.integer("id"))? as i16;
    let (answer, data) = call.wait(call.session().resource(holder, of, id))?;
    let table = call.lua.create_table()?;
    table.set("name", answer.name)?;
    table.set("attributes", answer.attributes)?;
    table.set("data", call.lua.create_string(data)?)?;
    Ok(Value::Table(table))
}

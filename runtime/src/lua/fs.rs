//! `mac.fs`: files on the guest, with both forks.

use mc_protocol::common::Entry;
use mc_protocol::{Code, fs};
use mlua::{LuaString, Table, Value};
use serde_json::{Value as Json, json};

use super::call::Call;
use super::registry::{Fallback, Kind, Native, Param};
use crate::error::{Error, Result};
use crate::session::{Fetched, Forks};

const PATH: Param = Param::required(
    "path",
    Kind::Text,
    "full path on the Mac, such as `Macintosh HD:Read Me`",
);

/// The functions.
pub const NATIVES: &[Native] = &[
    Native {
        name: "mac.fs.list",
        summary: "What a folder or volume holds, all of it.",
        params: &[PATH],
        options: &[],
        returns: "a list of entries {name, kind, type, creator, data_size, resource_size, items, created, modified, ...}",
        example: "for _, entry in ipairs(mac.fs.list('Macintosh HD:')) do print(entry.name) end",
        run: list,
    },
    Native {
        name: "mac.fs.stat",
        summary: "What the catalogue says of one file, folder or volume.",
        params: &[PATH],
        options: &[],
        returns: "an entry",
        example: "print(mac.fs.stat('Macintosh HD:Read Me').type)",
        run: stat,
    },
    Native {
        name: "mac.fs.get",
        summary: "Fetches a file. With a host path its data fork is written there, and its resource fork where `resource` says.",
        params: &[
            PATH,
            Param::optional(
                "to",
                Kind::HostPath,
                Fallback::Nothing,
                "where to write the data fork",
            ),
        ],
        options: &[
            Param::optional(
                "fork",
                Kind::Choice(&["both", "data", "resource"]),
                Fallback::Text("both"),
                "which forks",
            ),
            Param::optional(
                "resource",
                Kind::HostPath,
                Fallback::Nothing,
                "where to write the resource fork",
            ),
        ],
        returns: "{entry, crc32, data, resource}; without the bytes of forks that were written to the host",
        example: "local file = mac.fs.get('Macintosh HD:Read Me'); print(#file.data, file.crc32)",
        run: get,
    },
    Native {
        name: "mac.fs.put",
        summary: "Writes a file with both forks. The guest reads back what it wrote; no half-written file ever remains.",
        params: &[
            Param::required(
                "source",
                Kind::Any,
                "a host path, or {data=, resource=} with bytes",
            ),
            PATH,
        ],
        options: &[
            Param::optional("type", Kind::OsType, Fallback::Text("????"), "file type"),
            Param::optional("creator", Kind::OsType, Fallback::Text("????"), "creator"),
            Param::optional(
                "resource",
                Kind::HostPath,
                Fallback::Nothing,
                "host path of the resource fork",
            ),
            Param::optional(
                "replace",
                Kind::Boolean,
                Fallback::Boolean(false),
                "replace a file of that name",
            ),
        ],
        returns: "{crc32, replaced}",
        example: "mac.fs.put({data = 'Hello'}, 'Macintosh HD:Hello', {type = 'TEXT', creator = 'ttxt', replace = true})",
        run: put,
    },
    Native {
        name: "mac.fs.delete",
        summary: "Deletes a file or an empty folder, at once, without the Trash.",
        params: &[PATH],
        options: &[],
        returns: "nothing",
        example: "mac.fs.put({data = ''}, 'Macintosh HD:Gone'); mac.fs.delete('Macintosh HD:Gone')",
        run: delete,
    },
    Native {
        name: "mac.fs.crc32",
        summary: "The CRC-32 of bytes, the one that transfers are checked with.",
        params: &[Param::required("bytes", Kind::Bytes, "a string")],
        options: &[],
        returns: "a number",
        example: "print(('%08x'):format(mac.fs.crc32('123456789')))",
        run: crc32,
    },
];

fn path<'a>(call: &'a Call) -> Result<&'a str> {
    call.given("path", call.args.text("path"))
}

fn list(call: &Call) -> Result<Value> {
    let entries = call.wait(call.session().list(path(call)?))?;
    let entries: Vec<Json> = entries.iter().map(entry_json).collect();
    call.answer(&json!(entries))
}

fn entry_json(entry: &Entry) -> Json {
    json!(entry)
}

fn stat(call: &Call) -> Result<Value> {
    let stat = fs::Stat {
        path: path(call)?.to_owned(),
    };
    let answer = call.wait(call.session().guest().call(&stat))?;
    call.answer(&entry_json(&answer.entry))
}

fn get(call: &Call) -> Result<Value> {
    let fork = match call.args.text("fork") {
        Some("data") => fs::Fork::Data,
        Some("resource") => fs::Fork::Resource,
        _ => fs::Fork::Both,
    };
    let Fetched { entry, forks, crc32 } = call.wait(call.session().get(path(call)?, fork))?;
    let answer = match call.answer(&json!({ "entry": entry_json(&entry), "crc32": crc32 }))? {
        Value::Table(table) => table,
        _ => call.lua.create_table()?,
    };
    deliver(call, &answer, "data", call.args.text("to"), &forks.data)?;
    deliver(
        call,
        &answer,
        "resource",
        call.args.text("resource"),
        &forks.resource,
    )?;
    Ok(Value::Table(answer))
}

/// Writes a fork to the host, or puts its bytes into the answer.
fn deliver(call: &Call, answer: &Table, name: &str, to: Option<&str>, bytes: &[u8]) -> Result<()> {
    match to {
        Some(path) => answer.set(
            format!("{name}_path"),
            call.host.files.write(path, bytes)?.display().to_string(),
        )?,
        None => answer.set(name, call.lua.create_string(bytes)?)?,
    }
    Ok(())
}

fn put(call: &Call) -> Result<Value> {
    let forks = source(call)?;
    let code = |name| call.given(name, call.args.os_type(name));
    let put = fs::Put {
        replace: call.args.flag("replace").then_some(true),
        r#type: Some(code("type")?),
        creator: Some(code("creator")?),
        ..fs::Put::new(path(call)?.to_owned(), 0)
    };
    let answer = call.wait(call.session().put(put, forks))?;
    call.answer(&json!({ "crc32": answer.crc32, "replaced": answer.replaced }))
}

fn source(call: &Call) -> Result<Forks> {
    let mut forks = match call.given("source", call.args.any("source"))? {
        Value::String(path) => Forks {
            data: call.host.files.read(&path.to_string_lossy())?,
            resource: Vec::new(),
        },
        Value::Table(table) => Forks {
            data: bytes(table, "data")?,
            resource: bytes(table, "resource")?,
        },
        other => {
            let message = format!(
                "`source` is a host path or {{data=, resource=}}, not a {}",
                other.type_name()
            );
            return Err(Error::bad_param("source", message));
        }
    };
    if let Some(path) = call.args.text("resource") {
        forks.resource = call.host.files.read(path)?;
    }
    Ok(forks)
}

fn bytes(table: &Table, fork: &str) -> Result<Vec<u8>> {
    match table.get::<Option<LuaString>>(fork) {
        Ok(bytes) => Ok(bytes.map(|bytes| bytes.as_bytes().to_vec()).unwrap_or_default()),
        Err(_) => Err(Error::new(
            Code::BadParams,
            format!("`{fork}` of the source is a string of bytes"),
        )
        .with("param", format!("source.{fork}"))),
    }
}

fn delete(call: &Call) -> Result<Value> {
    let delete = fs::Delete::new(path(call)?.to_owned());
    call.wait(call.session().guest().call(&delete))?;
    Ok(Value::Nil)
}

fn crc32(call: &Call) -> Result<Value> {
    let bytes = call.given("bytes", call.args.bytes("bytes"))?;
    Ok(Value::Integer(i64::from(crc32fast::hash(bytes))))
}

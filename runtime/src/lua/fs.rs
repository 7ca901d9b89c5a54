//! `mac.fs`: files on the guest, with both forks.

use std::sync::Arc;

use mc_protocol::common::Entry;
use mc_protocol::{OsType, fs, volume};
use mlua::{Table, Value};
use serde_json::{Value as Json, json};

use super::call::Call;
use super::json;
use super::registry::{Fallback, Kind, Native, Param};
use crate::error::{Error, Result};
use crate::session::Forks;

const PATH: Param = Param::required(
    "path",
    Kind::Text,
    "full path on the Mac, such as `Macintosh HD:Read Me`",
);

const LONG: Kind = Kind::Integer(0, u32::MAX as i64);

/// Type or creator of which nothing is known.
const UNKNOWN: OsType = OsType(*b"????");

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
        summary: "Fetches a file, or a range of it. With a host path the fork that was asked for is written there; of both the data fork, \
                  and the resource fork where `resource` says.",
        params: &[
            PATH,
            Param::optional("to", Kind::HostPath, Fallback::Nothing, "where to write it"),
        ],
        options: &[
            Param::optional(
                "fork",
                Kind::Choice(&["both", "data", "resource", "macbinary"]),
                Fallback::Text("both"),
                "which forks; macbinary is both, and what the catalogue says of the file, in one stream",
            ),
            Param::optional(
                "resource",
                Kind::HostPath,
                Fallback::Nothing,
                "where to write the resource fork of both",
            ),
            Param::optional(
                "offset",
                LONG,
                Fallback::Integer(0),
                "leave out so many bytes of the whole, data fork first",
            ),
            Param::optional("length", LONG, Fallback::Nothing, "fetch so many bytes at most"),
            Param::optional(
                "unchanged_since",
                LONG,
                Fallback::Nothing,
                "`changed` when the file's `modified` is another: what an interrupted transfer began with",
            ),
        ],
        returns: "{entry, data_size, resource_size, crc32, data, resource}: the bytes of the forks that were asked for; data_path and \
                  resource_path instead of those that were written to the host",
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
            Param::optional(
                "type",
                Kind::OsType,
                Fallback::Nothing,
                "file type; ???? when absent",
            ),
            Param::optional(
                "creator",
                Kind::OsType,
                Fallback::Nothing,
                "creator; ???? when absent",
            ),
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
            Param::optional(
                "macbinary",
                Kind::Boolean,
                Fallback::Boolean(false),
                "the source is a MacBinary file, which says type, creator, flags and dates itself",
            ),
            Param::optional(
                "created",
                LONG,
                Fallback::Nothing,
                "creation date, in seconds since 1904",
            ),
            Param::optional(
                "modified",
                LONG,
                Fallback::Nothing,
                "modification date, in seconds since 1904",
            ),
            Param::optional(
                "flags",
                Kind::Integer(0, 65535),
                Fallback::Nothing,
                "Finder flags",
            ),
            Param::optional(
                "comment",
                Kind::Text,
                Fallback::Nothing,
                "what Get Info shows, 200 characters at most",
            ),
            Param::optional(
                "resume",
                Kind::Boolean,
                Fallback::Boolean(false),
                "keep what has arrived when the connection is lost, and go on with what such a put has kept",
            ),
        ],
        returns: "{crc32, replaced}",
        example: "mac.fs.put({data = 'Hello'}, 'Macintosh HD:Hello', {type = 'TEXT', creator = 'ttxt', replace = true})",
        run: put,
    },
    Native {
        name: "mac.fs.move",
        summary: "Moves a file or folder on its volume, or gives it another name.",
        params: &[
            PATH,
            Param::required("to", Kind::Text, "full path that it is to have"),
        ],
        options: &[Param::optional(
            "replace",
            Kind::Boolean,
            Fallback::Boolean(false),
            "replace a file of that name",
        )],
        returns: "{replaced}",
        example: "mac.fs.move('Macintosh HD:Read Me', 'Macintosh HD:Read Me First')",
        run: move_to,
    },
    Native {
        name: "mac.fs.mkdir",
        summary: "Makes a folder.",
        params: &[PATH],
        options: &[Param::optional(
            "parents",
            Kind::Boolean,
            Fallback::Boolean(false),
            "make missing folders above it, and be content when it is there already",
        )],
        returns: "{created}: false when it was there already",
        example: "mac.fs.mkdir('Macintosh HD:Reports:1993', {parents = true})",
        run: mkdir,
    },
    Native {
        name: "mac.fs.delete",
        summary: "Deletes a file or an empty folder, at once, without the Trash; with `recursive` a folder and all that it holds.",
        params: &[PATH],
        options: &[
            Param::optional(
                "recursive",
                Kind::Boolean,
                Fallback::Boolean(false),
                "delete what a folder holds as well",
            ),
            Param::optional(
                "timeout",
                Kind::Seconds,
                Fallback::Seconds(600.0),
                "when deleting all of a folder is stopped; what is deleted by then is gone",
            ),
        ],
        returns: "how many things were deleted, of a folder that held any; otherwise nothing",
        example: "mac.fs.put({data = ''}, 'Macintosh HD:Gone'); mac.fs.delete('Macintosh HD:Gone')",
        run: delete,
    },
    Native {
        name: "mac.fs.volumes",
        summary: "The volumes that are mounted.",
        params: &[],
        options: &[],
        returns: "a list of {name, vref, fs, total_bytes, free_bytes, ejectable, locked, startup}",
        example: "for _, volume in ipairs(mac.fs.volumes()) do print(volume.name, volume.free_bytes) end",
        run: volumes,
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
    let mut entry = entry_json(&answer.entry);
    if let Some(comment) = answer.comment {
        entry["comment"] = json!(comment);
    }
    call.answer(&entry)
}

/// A number of 32 bits, when given: the declaration holds it to that.
fn long(call: &Call, name: &str) -> Option<u32> {
    call.args.integer(name).map(|number| number as u32)
}

fn get(call: &Call) -> Result<Value> {
    let fork = call.given("fork", call.args.word("fork"))?;
    let get = fs::Get {
        fork: Some(fork),
        offset: long(call, "offset").filter(|&offset| offset > 0),
        length: long(call, "length"),
        unchanged_since: long(call, "unchanged_since"),
        ..fs::Get::new(path(call)?.to_owned())
    };
    let (to, beside) = (call.args.text("to"), call.args.text("resource"));
    if beside.is_some() && fork != fs::Fork::Both {
        let message = "`resource` is for both forks; a fork that is fetched alone is written to `to`";
        return Err(Error::bad_param("resource", message));
    }
    let fetched = call.wait(call.session().get(get))?;
    let answer = call.lua.create_table()?;
    answer.set("entry", call.answer(&entry_json(&fetched.entry))?)?;
    answer.set("data_size", fetched.data_size)?;
    answer.set("resource_size", fetched.resource_size)?;
    answer.set("crc32", fetched.crc32())?;
    match fork {
        fs::Fork::Both => {
            let forks = fetched.into_forks();
            deliver(call, &answer, "data", to, &forks.data)?;
            deliver(call, &answer, "resource", beside, &forks.resource)?;
        }
        fs::Fork::Resource => deliver(call, &answer, "resource", to, &fetched.bytes)?,
        fs::Fork::Data | fs::Fork::Macbinary => deliver(call, &answer, "data", to, &fetched.bytes)?,
    }
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
    let is_macbinary = call.args.flag("macbinary");
    let code = |name| call.args.os_type(name);
    let put = fs::Put {
        replace: call.args.flag("replace").then_some(true),
        resume: call.args.flag("resume").then_some(true),
        created: long(call, "created"),
        modified: long(call, "modified"),
        flags: long(call, "flags").map(|flags| flags as u16),
        comment: call.args.text("comment").map(str::to_owned),
        r#type: code("type"),
        creator: code("creator"),
        ..fs::Put::new(path(call)?.to_owned(), 0)
    };
    let session = call.session();
    let answer = match is_macbinary {
        true if !forks.resource.is_empty() => {
            let message = "a MacBinary file has both forks in it; `resource` is for sources that have not";
            return Err(Error::bad_param("resource", message));
        }
        true => call.wait(session.put_macbinary(put, forks.data))?,
        false => {
            let put = fs::Put {
                r#type: put.r#type.or(Some(UNKNOWN)),
                creator: put.creator.or(Some(UNKNOWN)),
                ..put
            };
            call.wait(session.put(put, forks))?
        }
    };
    call.answer(&json!({ "crc32": answer.crc32, "replaced": answer.replaced }))
}

fn source(call: &Call) -> Result<Forks> {
    let resource = call.args.text("resource");
    let mut forks = match call.given("source", call.args.any("source"))? {
        Value::String(path) => Forks {
            data: call.host.files.read(&path.to_string_lossy()).map_err(|error| {
                error.trying(
                    "A host file lies in a folder that the run was given; bytes are passed as {data = ...}.",
                )
            })?,
            resource: Vec::new(),
        },
        Value::Table(table) => forks(table)?,
        other => return Err(no_source(json::kind(other))),
    };
    if let Some(path) = resource {
        if !forks.resource.is_empty() {
            let message = "the resource fork is given twice: in the source, and as `resource`";
            return Err(Error::bad_param("resource", message));
        }
        forks.resource = call.host.files.read(path)?;
    }
    Ok(forks)
}

/// The forks in a table. One that holds anything else is not what was meant: a fork under another name would be lost.
fn forks(table: &Table) -> Result<Forks> {
    let mut forks = Forks::default();
    let mut has_any = false;
    for pair in table.pairs::<Value, Value>() {
        let (key, bytes) = pair?;
        let fork = match &key {
            Value::String(name) if *name == "data" => &mut forks.data,
            Value::String(name) if *name == "resource" => &mut forks.resource,
            other => return Err(no_source(&format!("a table with {}", json::summary(other)))),
        };
        let Value::String(bytes) = &bytes else {
            let key = key.to_string()?;
            let message = format!(
                "`{key}` of the source is a string of bytes, not {}",
                json::kind(&bytes)
            );
            return Err(Error::bad_param(&format!("source.{key}"), message));
        };
        *fork = bytes.as_bytes().to_vec();
        has_any = true;
    }
    match has_any {
        true => Ok(forks),
        false => Err(no_source("an empty table")),
    }
}

fn no_source(given: &str) -> Error {
    let message = format!("`source` is a host path, or bytes as {{data=, resource=}}, not {given}");
    Error::bad_param("source", message)
}

fn move_to(call: &Call) -> Result<Value> {
    let to = call.given("to", call.args.text("to"))?;
    let r#move = fs::Move {
        replace: call.args.flag("replace").then_some(true),
        ..fs::Move::new(path(call)?.to_owned(), to.to_owned())
    };
    let answer = call.wait(call.session().guest().call(&r#move))?;
    call.answer(&json!(answer))
}

fn mkdir(call: &Call) -> Result<Value> {
    let mkdir = fs::Mkdir {
        parents: call.args.flag("parents").then_some(true),
        ..fs::Mkdir::new(path(call)?.to_owned())
    };
    let answer = call.wait(call.session().guest().call(&mkdir))?;
    call.answer(&json!(answer))
}

fn delete(call: &Call) -> Result<Value> {
    let delete = fs::Delete {
        recursive: call.args.flag("recursive").then_some(true),
        ..fs::Delete::new(path(call)?.to_owned())
    };
    let timeout = call.given("timeout", call.args.seconds("timeout"))?;
    let guest = call.session().guest().finishing_within(timeout);
    let deleted = call.wait(guest.run(&delete, Arc::default()))?;
    call.answer(&json!(deleted.items))
}

fn volumes(call: &Call) -> Result<Value> {
    let answer = call.wait(call.session().guest().call(&volume::List {}))?;
    call.answer(&json!(answer.volumes))
}

fn crc32(call: &Call) -> Result<Value> {
    let bytes = call.given("bytes", call.args.bytes("bytes"))?;
    Ok(Value::Integer(i64::from(crc32fast::hash(bytes))))
}

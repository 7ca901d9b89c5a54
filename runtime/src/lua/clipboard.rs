//! `mac.clipboard`: what is copied on the Mac. It stands in no log and no trace.

use mc_protocol::OsType;
use mlua::{LuaString, Value};
use serde_json::json;

use super::call::Call;
use super::registry::{Fallback, Kind, Native, Param};
use crate::error::{Error, Result};
use crate::mac_text::{from_mac, to_mac};

/// The flavor that is text in MacRoman.
const TEXT: OsType = OsType(*b"TEXT");

/// The functions.
pub const NATIVES: &[Native] = &[
    Native {
        name: "mac.clipboard.flavors",
        summary: "What kinds of content the clipboard holds.",
        params: &[],
        options: &[],
        returns: "a list of {flavor, size}, empty when it is empty",
        example: "for _, held in ipairs(mac.clipboard.flavors()) do print(held.flavor, held.size) end",
        run: flavors,
    },
    Native {
        name: "mac.clipboard.get",
        summary: "What the clipboard holds of one flavor: TEXT as text, every other as its bytes. A helper comes to the front for a \
                  moment, so that the front application puts out what it keeps for itself.",
        params: &[Param::optional(
            "flavor",
            Kind::OsType,
            Fallback::Text("TEXT"),
            "such as TEXT, PICT or styl",
        )],
        options: &[],
        returns: "a string; without that flavor it is `not_found`, with what there is in details.available",
        example: "print(mac.clipboard.get())",
        run: get,
    },
    Native {
        name: "mac.clipboard.set",
        summary: "Replaces what the clipboard holds. An application sees it when it next comes to the front.",
        params: &[Param::required(
            "content",
            Kind::Secret,
            "text, or a table of flavors: TEXT as text, every other as its bytes",
        )],
        options: &[],
        returns: "nothing",
        example: "mac.clipboard.set('Dear Sir')",
        run: set,
    },
];

fn flavors(call: &Call) -> Result<Value> {
    let flavors = call.wait(call.session().clipboard_flavors())?;
    call.answer(&json!(flavors))
}

fn get(call: &Call) -> Result<Value> {
    call.keep_quiet();
    let flavor = call.given("flavor", call.args.os_type("flavor"))?;
    let bytes = call.wait(call.session().clipboard(flavor))?;
    let content = match flavor {
        TEXT => call.lua.create_string(from_mac(&bytes))?,
        _ => call.lua.create_string(bytes)?,
    };
    Ok(Value::String(content))
}

fn set(call: &Call) -> Result<Value> {
    let content = match call.given("content", call.args.any("content"))? {
        Value::String(text) => vec![(TEXT, bytes(TEXT, text)?)],
        Value::Table(table) => {
            let mut content = Vec::new();
            for pair in table.pairs::<Value, Value>() {
                content.push(flavor(pair?)?);
            }
            // A table has no order of its own, and the wire has one.
            content.sort_by_key(|(flavor, _)| *flavor);
            content
        }
        other => {
            let message = format!(
                "`content` is text or a table of flavors, not {}",
                super::json::kind(other)
            );
            return Err(Error::bad_param("content", message));
        }
    };
    call.wait(call.session().set_clipboard(content))?;
    Ok(Value::Nil)
}

fn flavor((name, content): (Value, Value)) -> Result<(OsType, Vec<u8>)> {
    let (Value::String(name), Value::String(content)) = (name, content) else {
        let message = "a table of flavors has four-character codes as keys and strings as values";
        return Err(Error::bad_param("content", message));
    };
    let name = name.to_string_lossy();
    let flavor = name
        .parse()
        .map_err(|problem| Error::bad_param("content", format!("a flavor's name: {problem}")))?;
    Ok((flavor, bytes(flavor, &content)?))
}

fn bytes(flavor: OsType, content: &LuaString) -> Result<Vec<u8>> {
    match flavor {
        TEXT => match content.to_str() {
            Ok(text) => to_mac(&text, "content"),
            Err(_) => Err(Error::bad_param("content", "TEXT is text in UTF-8")),
        },
        _ => Ok(content.as_bytes().to_vec()),
    }
}

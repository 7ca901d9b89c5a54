//! `mac.apple_event`: single Apple events, with what they carry as Lua's values.

use mc_protocol::OsType;
use mc_protocol::apple_event::{Interaction, Send};
use mc_protocol::descriptor::Descriptor;
use mlua::Value;

use super::applescript::INTERACTION;
use super::call::Call;
use super::convert::psn;
use super::registry::{Fallback, Kind, Native, Param};
use super::{descriptor, json};
use crate::error::{Error, Result};

const CODE: Param = Param::required("code", Kind::OsType, "a four-character code");

/// The functions.
pub const NATIVES: &[Native] = &[
    Native {
        name: "mac.apple_event.send",
        summary: "Sends an Apple event and waits for its reply. Text, whole numbers, fractions, booleans and lists travel as TEXT, \
                  long, doub, bool and list, a table with four-character keys as a record; the functions below make the rest.",
        params: &[],
        options: &[
            Param::required("class", Kind::OsType, "event class, such as `aevt`"),
            Param::required("id", Kind::OsType, "event id, such as `odoc`"),
            Param::required(
                "target",
                Kind::Any,
                "who gets it: {signature=}, {name=}, or an entry of mac.process.list",
            ),
            Param::optional(
                "params",
                Kind::Any,
                Fallback::Nothing,
                "a table of keywords and values; `----` is the direct object",
            ),
            Param::optional(
                "reply",
                Kind::Boolean,
                Fallback::Boolean(true),
                "wait for the reply",
            ),
            Param::optional(
                "timeout",
                Kind::Seconds,
                Fallback::Seconds(5.0),
                "how long to wait for it, 0.1 to 3600",
            ),
            INTERACTION,
            Param::optional(
                "switch_layer",
                Kind::Boolean,
                Fallback::Boolean(false),
                "let the target come to the front when it wants to ask something",
            ),
        ],
        returns: "the reply's parameters, a table of keywords and values",
        example: "print(mac.apple_event.send{class = 'core', id = 'cnte', target = {signature = 'MACS'}, params = \
                  {['----'] = mac.apple_event.object('cdis', 1), kocl = mac.apple_event.type('file')}}['----'])",
        run: send,
    },
    Native {
        name: "mac.apple_event.type",
        summary: "The name of a type or class, for the parameters of an event.",
        params: &[CODE],
        options: &[],
        returns: "{type = 'type', value}",
        example: "mac.apple_event.type('docu')",
        run: type_name,
    },
    Native {
        name: "mac.apple_event.enum",
        summary: "A name out of an enumeration, for the parameters of an event.",
        params: &[CODE],
        options: &[],
        returns: "{type = 'enum', value}",
        example: "mac.apple_event.enum('no  ')",
        run: enumerator,
    },
    Native {
        name: "mac.apple_event.object",
        summary: "An object specifier: what of a class in a container a key picks out.",
        params: &[
            Param::required(
                "class",
                Kind::OsType,
                "such as `docu`, `cwin`, or `prop` for a property",
            ),
            Param::required(
                "key",
                Kind::Any,
                "a name, a number from 1, or mac.apple_event.type of a property",
            ),
        ],
        options: &[
            Param::optional(
                "form",
                Kind::OsType,
                Fallback::Nothing,
                "how the key is meant: `name`, `indx`, `ID  `, `prop`, `test` ...; follows from the key when absent",
            ),
            Param::optional(
                "from",
                Kind::Any,
                Fallback::Nothing,
                "the object that contains it; the application itself when absent",
            ),
        ],
        returns: "{type = 'obj ', fields}",
        example: "mac.apple_event.object('file', 'Read Me', {from = mac.apple_event.object('cdis', 'Macintosh HD')})",
        run: object,
    },
    Native {
        name: "mac.apple_event.fss",
        summary: "A file, folder or volume of the Mac by its path, which need not exist: applications that want an alias take it too.",
        params: &[Param::required("path", Kind::Text, "full path")],
        options: &[],
        returns: "{type = 'fss ', bytes}",
        example: "mac.apple_event.fss('Macintosh HD:Read Me')",
        run: fss,
    },
    Native {
        name: "mac.apple_event.alias",
        summary: "An alias record, as a reply or a resource held it.",
        params: &[Param::required("bytes", Kind::Bytes, "the record")],
        options: &[],
        returns: "{type = 'alis', bytes}",
        example: "local path = 'Macintosh HD:Read Me alias'; mac.apple_event.alias(mac.resource.get(path, 'alis', 0).data)",
        run: alias,
    },
    Native {
        name: "mac.apple_event.raw",
        summary: "A descriptor of any type.",
        params: &[
            Param::required("type", Kind::OsType, "descriptor type"),
            Param::required(
                "bytes",
                Kind::Bytes,
                "its content, as it lies in the Mac's memory",
            ),
        ],
        options: &[],
        returns: "{type, bytes}",
        example: "mac.apple_event.raw('shor', '\\0\\1')",
        run: raw,
    },
];

fn send(call: &Call) -> Result<Value> {
    let code = |name| call.given(name, call.args.os_type(name));
    let parameters = match call.args.any("params") {
        None => Vec::new(),
        Some(Value::Table(table)) => descriptor::parameters(table)?,
        Some(other) => {
            let message = format!(
                "`params` is a table of keywords and values, not {}",
                json::kind(other)
            );
            return Err(Error::bad_param("params", message));
        }
    };
    let interaction: Interaction = call.given("interaction", call.args.word("interaction"))?;
    let mut event = Send {
        reply: (!call.args.flag("reply")).then_some(false),
        interaction: Some(interaction),
        switch_layer: call.args.flag("switch_layer").then_some(true),
        ..Send::new(code("class")?, code("id")?)
    };
    address(&mut event, call.given("target", call.args.any("target"))?)?;
    let timeout = call.given("timeout", call.args.seconds("timeout"))?;
    let reply = call.wait(call.session().send_event(event, &parameters, timeout))?;
    Ok(Value::Table(descriptor::to_table(call.lua, &reply)?))
}

/// Who gets it: a process that is passed as a whole has a serial number, which says it best.
fn address(event: &mut Send, target: &Value) -> Result<()> {
    let bad = || {
        let message = "`target` is {signature=}, {name=}, or an entry of mac.process.list";
        Error::bad_param("target", message)
    };
    let Value::Table(target) = target else {
        return Err(bad());
    };
    if let Some(psn) = psn(target)? {
        event.psn = Some(psn);
        return Ok(());
    }
    match (target.get("signature")?, target.get("name")?) {
        (Value::String(signature), Value::Nil) => {
            let signature = signature.to_string_lossy().parse::<OsType>();
            event.signature =
                Some(signature.map_err(|problem| Error::bad_param("target", problem.to_string()))?);
        }
        (Value::Nil, Value::String(name)) => event.name = Some(name.to_string_lossy()),
        _ => return Err(bad()),
    }
    Ok(())
}

fn value(call: &Call, descriptor: &Descriptor) -> Result<Value> {
    Ok(descriptor::to_lua(call.lua, descriptor)?)
}

fn type_name(call: &Call) -> Result<Value> {
    let code = call.given("code", call.args.os_type("code"))?;
    value(call, &Descriptor::type_name(code))
}

fn enumerator(call: &Call) -> Result<Value> {
    let code = call.given("code", call.args.os_type("code"))?;
    value(call, &Descriptor::enumerator(code))
}

fn object(call: &Call) -> Result<Value> {
    let class = call.given("class", call.args.os_type("class"))?;
    let key = descriptor::descriptor(call.given("key", call.args.any("key"))?, "key")?;
    let container = match call.args.any("from") {
        None => Descriptor::null(),
        Some(container) => descriptor::descriptor(container, "from")?,
    };
    let follows = || match &key {
        key if key.as_text().is_some() => Some(OsType(*b"name")),
        key if key.as_number().is_some() => Some(OsType(*b"indx")),
        key if key.as_type_name().is_some() => Some(OsType(*b"prop")),
        _ => None,
    };
    let form = call.args.os_type("form").or_else(follows).ok_or_else(|| {
        let message = "how the key is meant does not follow from it: say `form`";
        Error::bad_param("form", message)
    })?;
    value(call, &Descriptor::object(class, container, form, key))
}

fn fss(call: &Call) -> Result<Value> {
    let path = call.given("path", call.args.text("path"))?;
    let bytes = call.wait(call.session().file_spec(path))?;
    value(call, &Descriptor::raw(OsType(*b"fss "), bytes))
}

fn alias(call: &Call) -> Result<Value> {
    let bytes = call.given("bytes", call.args.bytes("bytes"))?;
    value(call, &Descriptor::raw(OsType(*b"alis"), bytes))
}

fn raw(call: &Call) -> Result<Value> {
    let r#type = call.given("type", call.args.os_type("type"))?;
    let bytes = call.given("bytes", call.args.bytes("bytes"))?;
    let bytes = call.lua.create_string(bytes)?;
    Ok(descriptor::typed(call.lua, r#type, "bytes", bytes)?)
}

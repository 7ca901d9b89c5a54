//! The Rust half: limits, error codes, shared types and one module per family of methods.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::schema::{Event, Field, Kind, Method, Object, Protocol, Words};
use crate::{Generated, NOTICE};

/// Every Rust file that is made.
pub fn render(protocol: &Protocol) -> Vec<Generated> {
    let mut files = vec![
        file("limits", "What both ends hold each other to.", limits(protocol)),
        file("errors", "The closed list of error codes.", errors(protocol)),
        file("common", "Types that several methods share.", common(protocol)),
    ];
    let mut families: Vec<&str> = protocol.methods.iter().map(Method::family).collect();
    families.dedup();
    for name in &families {
        let methods: Vec<&Method> = protocol
            .methods
            .iter()
            .filter(|method| method.family() == *name)
            .collect();
        files.push(file(
            name,
            &format!("The methods of the family `{name}`."),
            family(protocol, &methods),
        ));
    }
    files.push(file("events", "What a guest says unasked.", events(protocol)));
    let modules = ["common", "errors", "events", "limits"].iter().chain(&families);
    let list = modules.map(|name| format!("pub mod {name};\n")).collect();
    files.push(file("mod", "What the schemas say, as Rust.", list));
    files
}

fn file(name: &str, about: &str, body: String) -> Generated {
    let text = format!("//! {about}\n//!\n//! {NOTICE}\n\n{body}");
    Generated {
        path: format!("protocol/src/generated/{name}.rs").into(),
        text: formatted(&text),
    }
}

/// Runs `rustfmt`, so that generated code reads and compares like the rest.
fn formatted(text: &str) -> String {
    let run = || -> std::io::Result<String> {
        let mut child = Command::new("rustfmt")
            .args([
                "--edition",
                "2024",
                "--config",
                "max_width=110,use_field_init_shorthand=true",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(text.as_bytes())?;
        }
        Ok(String::from_utf8_lossy(&child.wait_with_output()?.stdout).into_owned())
    };
    run().unwrap_or_else(|error| panic!("rustfmt, which comes with the toolchain, does not run: {error}"))
}

fn limits(protocol: &Protocol) -> String {
    protocol.limits.iter().fold(String::new(), |mut out, limit| {
        let _ = writeln!(out, "/// {}", limit.description);
        let _ = writeln!(
            out,
            "pub const {}: u32 = {};",
            limit.name.to_uppercase(),
            limit.value
        );
        out
    })
}

fn errors(protocol: &Protocol) -> String {
    let arms = |value: &dyn Fn(&crate::schema::ErrorCode) -> String| {
        protocol.errors.iter().fold(String::new(), |mut out, code| {
            let _ = writeln!(out, "Code::{} => {},", pascal(&code.name), value(code));
            out
        })
    };
    let variants = protocol.errors.iter().fold(String::new(), |mut out, code| {
        let _ = writeln!(out, "/// {}\n{},", code.meaning, pascal(&code.name));
        out
    });
    format!(
        "use serde::{{Deserialize, Serialize}};\n\n\
         /// What went wrong; the same word on the wire, in Lua, on the command line and in MCP.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]\n\
         #[serde(rename_all = \"snake_case\")]\npub enum Code {{\n{variants}}}\n\n\
         impl Code {{\n\
         /// Every code, in the schema's order.\npub const ALL: [Code; {count}] = [{all}];\n\n\
         /// The word, such as `not_found`.\npub fn as_str(self) -> &'static str {{ match self {{\n{names}}} }}\n\n\
         /// What it means, as a sentence.\npub fn meaning(self) -> &'static str {{ match self {{\n{meanings}}} }}\n\n\
         /// What to try next, as a sentence.\npub fn hint(self) -> &'static str {{ match self {{\n{hints}}} }}\n\n\
         /// Exit code of the command line.\npub fn exit(self) -> u8 {{ match self {{\n{exits}}} }}\n\n\
         /// Whether a guest may report it.\npub fn is_on_wire(self) -> bool {{ match self {{\n{wire}}} }}\n}}\n",
        count = protocol.errors.len(),
        all = protocol
            .errors
            .iter()
            .map(|code| format!("Code::{}", pascal(&code.name)))
            .collect::<Vec<_>>()
            .join(", "),
        names = arms(&|code| format!("{:?}", code.name)),
        meanings = arms(&|code| format!("{:?}", code.meaning)),
        hints = arms(&|code| format!("{:?}", code.hint)),
        exits = arms(&|code| code.exit.to_string()),
        wire = arms(&|code| code.on_wire.to_string()),
    )
}

fn common(protocol: &Protocol) -> String {
    let mut out = String::from("use serde::{Deserialize, Serialize};\n\nuse crate::OsType;\n\n");
    let mut seen = Vec::new();
    for object in &protocol.common {
        inner_types(object, &mut seen, &mut out);
        structure(&object.title, object, &mut out);
    }
    out
}

fn family(protocol: &Protocol, methods: &[&Method]) -> String {
    let mut body = String::new();
    let mut seen = common_words(protocol);
    for method in methods {
        for part in [&method.params, &method.result] {
            inner_types(part, &mut seen, &mut body);
        }
        let name = pascal(method.verb());
        structure(&name, &described(&method.params, &method.description), &mut body);
        let about = format!("The answer to [`{name}`].");
        structure_or_shared(&format!("{name}Answer"), &method.result, &about, &mut body);
        implementation(&name, method, &mut body);
    }
    with_imports(protocol, &["Effect", "Method", "Stream"], body)
}

fn events(protocol: &Protocol) -> String {
    let mut body = String::new();
    let mut seen = common_words(protocol);
    for event in &protocol.events {
        inner_types(&event.payload, &mut seen, &mut body);
        let name = pascal(&event.name);
        structure_or_shared(&name, &event.payload, &event.description, &mut body);
        event_implementation(&name, event, &mut body);
    }
    with_imports(protocol, &["Event"], body)
}

/// The words of the enumerations that `common` defines; its module hands them out.
fn common_words(protocol: &Protocol) -> Vec<String> {
    let mut seen = Vec::new();
    for object in &protocol.common {
        inner_types(object, &mut seen, &mut String::new());
    }
    seen
}

/// What a module uses of `common` and of the crate's root, and then its body.
fn with_imports(protocol: &Protocol, of_root: &[&str], body: String) -> String {
    let mut head = String::new();
    if body.contains("Serialize") {
        head.push_str("use serde::{Deserialize, Serialize};\n\n");
    }
    let mentioned = |name: &&str| mentions(&body, name);
    let words = common_words(protocol);
    let words: Vec<&str> = words.iter().map(String::as_str).filter(mentioned).collect();
    let objects = protocol.common.iter().map(|object| object.title.as_str());
    let objects: Vec<&str> = objects.filter(mentioned).collect();
    for (keyword, names) in [("use", objects), ("pub use", words)] {
        if !names.is_empty() {
            let _ = writeln!(head, "{keyword} crate::common::{{{}}};", names.join(", "));
        }
    }
    let ostype = ["OsType"].into_iter().filter(|name| mentions(&body, name));
    let of_root: Vec<&str> = of_root.iter().copied().chain(ostype).collect();
    let _ = writeln!(head, "use crate::{{{}}};\n", of_root.join(", "));
    head + &body
}

/// Whether `name` is used as a type in `code`.
fn mentions(code: &str, name: &str) -> bool {
    [format!(": {name},"), format!("<{name}>")]
        .iter()
        .any(|use_| code.contains(use_.as_str()))
}

/// A structure of its own, or another name of one in `common`.
fn structure_or_shared(name: &str, object: &Object, description: &str, out: &mut String) {
    if object.shared {
        let _ = writeln!(
            out,
            "/// {description}\npub type {name} = crate::common::{};\n",
            object.title
        );
    } else {
        structure(name, &described(object, description), out);
    }
}

fn event_implementation(name: &str, event: &Event, out: &mut String) {
    let channel = event.channel.as_ref().map_or("None".to_owned(), |channel| {
        format!("Some(crate::subscribe::Channel::{})", pascal(channel))
    });
    let _ = write!(
        out,
        "impl Event for {name} {{\nconst NAME: &'static str = {:?};\n\
         const CHANNEL: Option<crate::subscribe::Channel> = {channel};\n}}\n\n",
        event.name,
    );
}

fn described(object: &Object, description: &str) -> Object {
    Object {
        description: description.to_owned(),
        ..object.clone()
    }
}

fn implementation(name: &str, method: &Method, out: &mut String) {
    let _ = write!(
        out,
        "impl Method for {name} {{\nconst NAME: &'static str = {:?};\nconst EFFECT: Effect = Effect::{};\n\
         const STREAM: Stream = Stream::{};\nconst TIMEOUT_MS: u32 = {};\ntype Answer = {name}Answer;\n}}\n\n",
        method.name,
        pascal(&method.effect),
        pascal(&method.stream),
        method.timeout_ms,
    );
}

/// The types that stand inside `object`, each once in a file.
fn inner_types(object: &Object, seen: &mut Vec<String>, out: &mut String) {
    if object.shared {
        return;
    }
    for field in &object.fields {
        inner_type(&field.kind, seen, out);
    }
}

fn inner_type(kind: &Kind, seen: &mut Vec<String>, out: &mut String) {
    match kind {
        Kind::Enum(words) | Kind::Flags(words) => {
            if first_time(&words.title, seen) {
                enumeration(words, out);
            }
        }
        Kind::Object(object) if !object.shared => {
            if first_time(&object.title, seen) {
                inner_types(object, seen, out);
                structure(&object.title, object, out);
            }
        }
        Kind::Array { item, .. } => inner_type(item, seen, out),
        Kind::Object(_) | Kind::Integer { .. } | Kind::Boolean | Kind::String { .. } | Kind::OsType => {}
    }
}

fn first_time(title: &str, seen: &mut Vec<String>) -> bool {
    let fresh = !seen.iter().any(|name| name == title);
    if fresh {
        seen.push(title.to_owned());
    }
    fresh
}

fn enumeration(words: &Words, out: &mut String) {
    let _ = write!(
        out,
        "/// {}\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]\npub enum {} {{\n",
        words.description, words.title
    );
    for value in &words.values {
        let _ = writeln!(
            out,
            "/// `{value}`\n#[serde(rename = {value:?})]\n{},",
            pascal(value)
        );
    }
    out.push_str("}\n\n");
}

fn structure(name: &str, object: &Object, out: &mut String) {
    let all_optional = object.fields.iter().all(|field| !field.required);
    let copy = if object.fields.iter().all(|field| is_plain(&field.kind)) {
        "Copy, "
    } else {
        ""
    };
    let default = if all_optional { ", Default" } else { "" };
    let _ = writeln!(out, "/// {}", object.description);
    let _ = writeln!(
        out,
        "#[derive(Clone, {copy}Debug, PartialEq, Eq, Serialize, Deserialize{default})]"
    );
    if object.closed {
        out.push_str("#[serde(deny_unknown_fields)]\n");
    }
    let _ = writeln!(out, "pub struct {name} {{");
    for field in &object.fields {
        structure_field(field, out);
    }
    out.push_str("}\n\n");
    if !all_optional && object.closed && object.fields.iter().any(|field| !field.required) {
        constructor(name, object, out);
    }
}

fn structure_field(field: &Field, out: &mut String) {
    let (name, kind) = (rust_name(field), rust_type(&field.kind));
    let _ = writeln!(out, "/// {}", field.description);
    if name.trim_start_matches("r#") != field.name {
        let _ = writeln!(out, "#[serde(rename = {:?})]", field.name);
    }
    if field.required {
        let _ = writeln!(out, "pub {name}: {kind},");
    } else {
        let _ = writeln!(
            out,
            "#[serde(default, skip_serializing_if = \"Option::is_none\")]\npub {name}: Option<{kind}>,"
        );
    }
}

/// `new`, from what must be there; the rest stays absent.
fn constructor(name: &str, object: &Object, out: &mut String) {
    let required = || object.fields.iter().filter(|field| field.required);
    let arguments: Vec<String> = required()
        .map(|field| format!("{}: {}", rust_name(field), rust_type(&field.kind)))
        .collect();
    let values: Vec<String> = object
        .fields
        .iter()
        .map(|field| {
            if field.required {
                rust_name(field)
            } else {
                format!("{}: None", rust_name(field))
            }
        })
        .collect();
    let _ = write!(
        out,
        "impl {name} {{\n/// With what must be given; everything else is absent.\npub fn new({}) -> {name} {{ {name} {{ {} }} }}\n}}\n\n",
        arguments.join(", "),
        values.join(", ")
    );
}

/// Whether a field holds nothing but a number or a word, so that a structure of such fields is as cheap to copy.
fn is_plain(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Integer { .. } | Kind::Boolean | Kind::Enum(_) | Kind::OsType
    )
}

fn rust_name(field: &Field) -> String {
    let name = field.rust_name.as_deref().unwrap_or(&field.name);
    if name == "type" {
        "r#type".to_owned()
    } else {
        name.to_owned()
    }
}

fn rust_type(kind: &Kind) -> String {
    match kind {
        Kind::Integer { minimum, maximum } => integer(*minimum, *maximum).to_owned(),
        Kind::Boolean => "bool".to_owned(),
        Kind::String { .. } => "String".to_owned(),
        Kind::OsType => "OsType".to_owned(),
        Kind::Enum(words) => words.title.clone(),
        Kind::Flags(words) => format!("Vec<{}>", words.title),
        Kind::Object(object) => object.title.clone(),
        Kind::Array { item, .. } => format!("Vec<{}>", rust_type(item)),
    }
}

/// The smallest type that holds the range.
fn integer(minimum: i64, maximum: i64) -> &'static str {
    match (minimum, maximum) {
        (0.., ..=0xFF) => "u8",
        (0.., ..=0xFFFF) => "u16",
        (0.., ..=0xFFFF_FFFF) => "u32",
        (-0x8000.., ..=0x7FFF) => "i16",
        (-0x8000_0000.., ..=0x7FFF_FFFF) => "i32",
        _ => "i64",
    }
}

/// `BadFrame` of `bad_frame`, `ReadOnly` of `read-only`, `NFNT` as it is.
fn pascal(name: &str) -> String {
    if name.len() == 4 && name.chars().all(|letter| letter.is_ascii_uppercase()) {
        return format!("{}{}", &name[..1], name[1..].to_ascii_lowercase());
    }
    name.split(['_', '-', '.'])
        .map(|part| {
            let mut letters = part.chars();
            letters
                .next()
                .map(|first| first.to_ascii_uppercase().to_string())
                .unwrap_or_default()
                + letters.as_str()
        })
        .collect()
}

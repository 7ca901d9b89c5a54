//! The C half: a header with limits, codes, enumerations, parameter structures and handlers, and the tables by which
//! the agent checks and decodes a request.

use std::fmt::Write as _;

use crate::schema::{Field, Kind, Method, Object, Protocol, Words};
use crate::{Generated, NOTICE};

/// Both C files.
pub fn render(protocol: &Protocol) -> Vec<Generated> {
    let inventory = Inventory::of(protocol);
    vec![
        Generated {
            path: "agent/core/generated/protocol.h".into(),
            text: header(protocol, &inventory),
        },
        Generated {
            path: "agent/core/generated/protocol.c".into(),
            text: tables(protocol, &inventory),
        },
    ]
}

/// Every enumeration, and every object that a request can hold, each once, those inside first.
struct Inventory {
    words: Vec<Words>,
    objects: Vec<Object>,
}

impl Inventory {
    fn of(protocol: &Protocol) -> Inventory {
        let mut inventory = Inventory {
            words: Vec::new(),
            objects: Vec::new(),
        };
        for method in &protocol.methods {
            inventory.visit(&method.params, true);
            inventory.visit(&method.result, false);
        }
        for event in &protocol.events {
            inventory.visit(&event.payload, false);
        }
        inventory
    }

    fn visit(&mut self, object: &Object, of_request: bool) {
        for field in &object.fields {
            self.visit_kind(&field.kind, of_request);
        }
    }

    fn visit_kind(&mut self, kind: &Kind, of_request: bool) {
        match kind {
            Kind::Enum(words) | Kind::Flags(words) => {
                if !self.words.iter().any(|known| known.title == words.title) {
                    self.words.push(words.clone());
                }
            }
            Kind::Object(object) => {
                self.visit(object, of_request);
                if of_request && !self.objects.iter().any(|known| known.title == object.title) {
                    self.objects.push(object.clone());
                }
            }
            Kind::Array { item, .. } => self.visit_kind(item, of_request),
            Kind::Integer { .. } | Kind::Boolean | Kind::String { .. } | Kind::OsType => {}
        }
    }
}

fn header(protocol: &Protocol, inventory: &Inventory) -> String {
    let mut out =
        format!("/* {NOTICE} */\n#ifndef MC_PROTOCOL_H\n#define MC_PROTOCOL_H\n\n#include \"params.h\"\n\n");
    for limit in &protocol.limits {
        let _ = writeln!(
            out,
            "/* {} */\n#define MC_{} {}",
            limit.description,
            limit.name.to_uppercase(),
            limit.value
        );
    }
    codes(protocol, &mut out);
    for words in &inventory.words {
        enumeration(words, &mut out);
    }
    for object in &inventory.objects {
        structure(&format!("mc_{}", snake(&object.title)), object, &mut out);
        let _ = writeln!(
            out,
            "extern const mc_object mc_object_{};\n",
            snake(&object.title)
        );
    }
    for method in &protocol.methods {
        let _ = writeln!(out, "/* {}: {} */", method.name, method.description);
        structure(&format!("mc_params_{}", symbol(method)), &method.params, &mut out);
        let _ = writeln!(
            out,
            "void mc_{}(struct mc_request *request, const void *params);\n",
            symbol(method)
        );
    }
    for event in &protocol.events {
        let _ = writeln!(
            out,
            "/* {} */\n#define MC_EVENT_{} {:?}",
            event.description,
            upper(&event.name),
            event.name
        );
    }
    let _ = writeln!(
        out,
        "\n/* Sorted by name. */\n#define MC_METHOD_COUNT {}",
        protocol.methods.len()
    );
    out.push_str("extern const mc_method mc_methods[MC_METHOD_COUNT];\n\n#endif\n");
    out
}

fn codes(protocol: &Protocol, out: &mut String) {
    out.push_str("\ntypedef enum mc_code {\n    MC_OK,\n");
    for code in protocol.errors.iter().filter(|code| code.on_wire) {
        let _ = writeln!(out, "    MC_{}, /* {} */", code.name.to_uppercase(), code.meaning);
    }
    out.push_str("    MC_CODE_COUNT\n} mc_code;\n\nextern const char mc_code_names[];\n\n");
}

fn enumeration(words: &Words, out: &mut String) {
    let name = snake(&words.title);
    let _ = writeln!(out, "/* {} */\ntypedef enum mc_{name} {{", words.description);
    for value in &words.values {
        let _ = writeln!(out, "    MC_{}_{},", name.to_uppercase(), upper(value));
    }
    let _ = writeln!(out, "    MC_{}_COUNT\n}} mc_{name};\n", name.to_uppercase());
    let _ = writeln!(out, "extern const char mc_{name}_names[];\n");
}

fn structure(name: &str, object: &Object, out: &mut String) {
    for (bit, field) in object
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| !field.required)
    {
        let prefix = name
            .trim_start_matches("mc_")
            .trim_start_matches("params_")
            .to_uppercase();
        let _ = writeln!(
            out,
            "#define MC_HAS_{prefix}_{} (1ul << {bit})",
            upper(&field.name)
        );
    }
    let _ = writeln!(out, "typedef struct {name} {{\n    uint32_t present;");
    for field in &object.fields {
        let _ = writeln!(
            out,
            "    {} {}; /* {} */",
            c_type(&field.kind),
            c_name(field),
            field.description
        );
    }
    let _ = writeln!(out, "}} {name};");
}

fn tables(protocol: &Protocol, inventory: &Inventory) -> String {
    let mut out = format!("/* {NOTICE} */\n#include \"protocol.h\"\n\n#include <stddef.h>\n\n");
    let codes = protocol.errors.iter().filter(|code| code.on_wire);
    let codes: Vec<&str> = std::iter::once("ok")
        .chain(codes.map(|code| code.name.as_str()))
        .collect();
    packed_words("mc_code_names", &codes, &mut out);
    for words in &inventory.words {
        let values: Vec<&str> = words.values.iter().map(String::as_str).collect();
        packed_words(&names(words), &values, &mut out);
    }
    let mut pool = Pool::default();
    let objects: Vec<String> = inventory
        .objects
        .iter()
        .map(|object| {
            let name = snake(&object.title);
            format!(
                "const mc_object mc_object_{name} = {};\n",
                pool.object(&format!("mc_{name}"), object)
            )
        })
        .collect();
    let methods: Vec<String> = protocol
        .methods
        .iter()
        .map(|method| {
            let name = symbol(method);
            let params = pool.object(&format!("mc_params_{name}"), &method.params);
            format!(
                "    {{mc_{name}, {}, MC_EFFECT_{}, {params}}},\n",
                pool.name(&method.name),
                upper(&method.effect)
            )
        })
        .collect();
    let names: Vec<&str> = pool.names.iter().map(String::as_str).collect();
    packed_words("mc_names", &names, &mut out);
    let _ = writeln!(out, "const mc_type mc_types[] = {{\n{}}};\n", pool.types.concat());
    out.push_str(
        "_Static_assert(sizeof mc_types / sizeof *mc_types <= MC_REQUIRED, \"an index and MC_REQUIRED fit into a byte\");\n\n",
    );
    let _ = writeln!(
        out,
        "const mc_field mc_fields[] = {{\n{}}};\n",
        pool.fields.concat()
    );
    let _ = writeln!(out, "{}", objects.concat());
    let _ = writeln!(
        out,
        "const mc_method mc_methods[MC_METHOD_COUNT] = {{\n{}}};",
        methods.concat()
    );
    out
}

/// Words behind each other, each ended by a zero, the last one by two.
fn packed_words(name: &str, words: &[&str], out: &mut String) {
    let words: String = words.iter().map(|word| format!("    \"{word}\\0\"\n")).collect();
    let _ = writeln!(out, "const char {name}[] =\n{};\n", words.trim_end());
}

/// What the tables have in common: every name, every type of a field and every field stands there once.
#[derive(Default)]
struct Pool {
    names: Vec<String>,
    types: Vec<String>,
    fields: Vec<String>,
}

impl Pool {
    /// Where the name begins in `mc_names`.
    fn name(&mut self, name: &str) -> usize {
        let index = index_of(&mut self.names, name.to_owned());
        self.names[..index].iter().map(|before| before.len() + 1).sum()
    }

    /// The initializer of an `mc_object`, whose fields are added.
    fn object(&mut self, structure: &str, object: &Object) -> String {
        let first = self.fields.len();
        for field in &object.fields {
            let name = self.name(&field.name);
            let kind = index_of(&mut self.types, format!("    {},\n", type_row(field)));
            let required = if field.required { "MC_REQUIRED | " } else { "" };
            self.fields.push(format!(
                "    {{{name}, {required}{kind}, offsetof(struct {structure}, {})}},\n",
                c_name(field)
            ));
        }
        format!("{{{first}, {}, sizeof(struct {structure})}}", object.fields.len())
    }
}

fn index_of(known: &mut Vec<String>, wanted: String) -> usize {
    known.iter().position(|one| *one == wanted).unwrap_or_else(|| {
        known.push(wanted);
        known.len() - 1
    })
}

fn type_row(field: &Field) -> String {
    let row = Row::of(&field.kind);
    format!(
        "{{{}, {}, {}, {}, {{{}}}}}",
        row.kind,
        row.minimum,
        row.maximum,
        fallback(field),
        row.of
    )
}

/// The part of a type that follows from the kind alone.
struct Row {
    kind: &'static str,
    minimum: String,
    maximum: String,
    of: String,
}

impl Row {
    fn of(kind: &Kind) -> Row {
        let plain = |kind: &'static str| Row {
            kind,
            minimum: "0".to_owned(),
            maximum: "0".to_owned(),
            of: "0".to_owned(),
        };
        match kind {
            Kind::Integer { minimum, maximum } => {
                let kind = if is_unsigned(*maximum) {
                    "MC_KIND_UNSIGNED"
                } else {
                    "MC_KIND_INTEGER"
                };
                Row {
                    minimum: literal(*minimum),
                    maximum: literal(*maximum),
                    ..plain(kind)
                }
            }
            Kind::Boolean => plain("MC_KIND_BOOLEAN"),
            Kind::String { max_length } => {
                let maximum = max_length.map_or("MC_STRING_BYTES".to_owned(), |length| length.to_string());
                Row {
                    maximum,
                    ..plain("MC_KIND_STRING")
                }
            }
            Kind::OsType => plain("MC_KIND_OSTYPE"),
            Kind::Enum(words) => Row {
                of: format!(".words = {}", names(words)),
                ..plain("MC_KIND_ENUM")
            },
            Kind::Flags(words) => Row {
                of: format!(".words = {}", names(words)),
                ..plain("MC_KIND_FLAGS")
            },
            Kind::Object(object) => Row {
                of: format!(".item = &mc_object_{}", snake(&object.title)),
                ..plain("MC_KIND_OBJECT")
            },
            Kind::Array { item, max_items } => Row {
                maximum: max_items.unwrap_or(0x7FFF).to_string(),
                of: Row::of(item).of,
                ..plain("MC_KIND_ARRAY")
            },
        }
    }
}

fn fallback(field: &Field) -> String {
    let Some(value) = &field.default else {
        return "0".to_owned();
    };
    match &field.kind {
        Kind::Enum(words) => {
            let index = words
                .values
                .iter()
                .position(|word| Some(word.as_str()) == value.as_str());
            index.unwrap_or_default().to_string()
        }
        Kind::Boolean => u8::from(value == &serde_json::Value::Bool(true)).to_string(),
        _ => value.as_i64().map_or("0".to_owned(), literal),
    }
}

fn names(words: &Words) -> String {
    format!("mc_{}_names", snake(&words.title))
}

fn is_unsigned(maximum: i64) -> bool {
    maximum > i64::from(i32::MAX)
}

fn literal(number: i64) -> String {
    if is_unsigned(number) {
        format!("(int32_t){number}ul")
    } else {
        number.to_string()
    }
}

fn c_type(kind: &Kind) -> String {
    match kind {
        Kind::Integer { maximum, .. } if is_unsigned(*maximum) => "uint32_t".to_owned(),
        Kind::Integer { .. } => "int32_t".to_owned(),
        Kind::Boolean | Kind::Enum(_) => "uint8_t".to_owned(),
        Kind::String { .. } | Kind::Array { .. } => "mc_slice".to_owned(),
        Kind::OsType => "uint32_t".to_owned(),
        Kind::Flags(_) => "uint16_t".to_owned(),
        Kind::Object(object) => format!("mc_{}", snake(&object.title)),
    }
}

/// `char` is a word of the language.
fn c_name(field: &Field) -> String {
    if field.name == "char" {
        "char_".to_owned()
    } else {
        field.name.clone()
    }
}

fn symbol(method: &Method) -> String {
    method.name.replace('.', "_")
}

fn upper(name: &str) -> String {
    name.replace(['-', '.'], "_").to_uppercase()
}

/// `input_event` of `InputEvent`.
fn snake(title: &str) -> String {
    let mut out = String::new();
    for letter in title.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

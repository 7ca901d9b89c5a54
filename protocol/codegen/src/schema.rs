//! Reads `protocol/schema` into the few shapes that both renderers work from.

use std::path::Path;

use serde_json::{Map, Value};

/// Why the schemas cannot be turned into code.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// A file is missing or is not JSON.
    #[error("{file}: {problem}")]
    Unreadable {
        /// Which schema.
        file: String,
        /// What the operating system or the JSON parser says.
        problem: String,
    },
    /// A schema uses something that the generator does not understand, or lacks something that it needs.
    #[error("{file}, at {place}: {problem}")]
    Shape {
        /// Which schema.
        file: String,
        /// Where in it.
        place: String,
        /// What is wrong.
        problem: String,
    },
}

/// All that the schemas say.
#[derive(Debug)]
pub struct Protocol {
    /// `limits.json`, in its order.
    pub limits: Vec<Limit>,
    /// `errors.json`, in its order.
    pub errors: Vec<ErrorCode>,
    /// `common.json`, in its order.
    pub common: Vec<Object>,
    /// Every file with `x-method`, sorted by name.
    pub methods: Vec<Method>,
    /// Every file with `x-event`, sorted by name.
    pub events: Vec<Event>,
}

/// One number that both ends hold each other to.
#[derive(Debug)]
pub struct Limit {
    /// Such as `request_bytes`.
    pub name: String,
    /// Its value.
    pub value: u32,
    /// What it limits, and why.
    pub description: String,
}

/// One code of the closed list.
#[derive(Debug)]
pub struct ErrorCode {
    /// Such as `not_found`.
    pub name: String,
    /// Whether it can travel in a response (otherwise it arises on the host).
    pub on_wire: bool,
    /// Exit code of the command line.
    pub exit: u8,
    /// What it means.
    pub meaning: String,
    /// What to try next.
    pub hint: String,
}

/// A request and its answer.
#[derive(Debug)]
pub struct Method {
    /// Such as `fs.put`.
    pub name: String,
    /// What it does.
    pub description: String,
    /// `none`, `read`, `write` or `destructive`.
    pub effect: String,
    /// `none`, `from_guest` or `to_guest`.
    pub stream: String,
    /// The default deadline.
    pub timeout_ms: u32,
    /// What the request carries.
    pub params: Object,
    /// What the answer carries.
    pub result: Object,
}

impl Method {
    /// `fs` of `fs.put`; `hello` of `hello`.
    pub fn family(&self) -> &str {
        self.name.split('.').next().unwrap_or(&self.name)
    }

    /// `put` of `fs.put`; `hello` of `hello`.
    pub fn verb(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }
}

/// What a guest says unasked.
#[derive(Debug)]
pub struct Event {
    /// Such as `job.done`.
    pub name: String,
    /// What it tells.
    pub description: String,
    /// The channel that brings it; none when it comes unasked.
    pub channel: Option<String>,
    /// What it carries.
    pub payload: Object,
}

/// A JSON object with named fields.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name in code, such as `InputEvent`; empty for the parameters and the result of a method.
    pub title: String,
    /// What it is.
    pub description: String,
    /// Its fields, in the schema's order.
    pub fields: Vec<Field>,
    /// Whether other fields are refused.
    pub closed: bool,
    /// Whether it stands in `common.json`.
    pub shared: bool,
}

/// A field of an object.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its key in JSON.
    pub name: String,
    /// What it holds.
    pub description: String,
    /// Whether it must be there.
    pub required: bool,
    /// What it may hold.
    pub kind: Kind,
    /// Its value when absent.
    pub default: Option<Value>,
    /// Its name in Rust where the key is not an identifier.
    pub rust_name: Option<String>,
}

/// What a field may hold.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A whole number.
    Integer { minimum: i64, maximum: i64 },
    /// True or false.
    Boolean,
    /// Text of at most so many characters.
    String { max_length: Option<u32> },
    /// Four MacRoman characters.
    OsType,
    /// One of several words.
    Enum(Words),
    /// Any of several words.
    Flags(Words),
    /// An object.
    Object(Object),
    /// A list.
    Array { item: Box<Kind>, max_items: Option<u32> },
}

/// The words of an enumeration.
#[derive(Clone, Debug)]
pub struct Words {
    /// Its name in code, such as `Fork`.
    pub title: String,
    /// What it is.
    pub description: String,
    /// The words, in the schema's order.
    pub values: Vec<String>,
}

impl Protocol {
    /// Reads the schemas in `folder`.
    ///
    /// # Errors
    /// An unreadable file, or a shape that the generator does not understand.
    pub fn read(folder: &Path) -> Result<Protocol, SchemaError> {
        let definitions = read_json(folder, "common.json")?;
        let definitions = definitions["$defs"].as_object().cloned().unwrap_or_default();
        let common = Reader::open(folder, "common.json", &definitions)?.common()?;
        let (mut methods, mut events) = (Vec::new(), Vec::new());
        for file in message_files(folder)? {
            let reader = Reader::open(folder, &file, &definitions)?;
            if reader.root.get("x-event").is_some() {
                events.push(reader.event()?);
            } else {
                methods.push(reader.method()?);
            }
        }
        Ok(Protocol {
            limits: Reader::open(folder, "limits.json", &definitions)?.limits()?,
            errors: Reader::open(folder, "errors.json", &definitions)?.errors()?,
            common,
            methods,
            events,
        })
    }
}

fn message_files(folder: &Path) -> Result<Vec<String>, SchemaError> {
    let entries = std::fs::read_dir(folder).map_err(|error| SchemaError::Unreadable {
        file: folder.display().to_string(),
        problem: error.to_string(),
    })?;
    let mut files: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".json"))
        .filter(|name| !["common.json", "errors.json", "limits.json"].contains(&name.as_str()))
        .collect();
    files.sort();
    Ok(files)
}

fn read_json(folder: &Path, file: &str) -> Result<Value, SchemaError> {
    let unreadable = |problem: String| SchemaError::Unreadable {
        file: file.to_owned(),
        problem,
    };
    let text = std::fs::read_to_string(folder.join(file)).map_err(|error| unreadable(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))
}

/// One schema file being read.
struct Reader<'a> {
    file: String,
    root: Value,
    definitions: &'a Map<String, Value>,
}

impl<'a> Reader<'a> {
    fn open(
        folder: &Path,
        file: &str,
        definitions: &'a Map<String, Value>,
    ) -> Result<Reader<'a>, SchemaError> {
        Ok(Reader {
            file: file.to_owned(),
            root: read_json(folder, file)?,
            definitions,
        })
    }

    fn wrong<T>(&self, place: &str, problem: impl Into<String>) -> Result<T, SchemaError> {
        Err(SchemaError::Shape {
            file: self.file.clone(),
            place: place.to_owned(),
            problem: problem.into(),
        })
    }

    fn text(&self, value: &Value, key: &str, place: &str) -> Result<String, SchemaError> {
        match value[key].as_str() {
            Some(text) => Ok(text.to_owned()),
            None => self.wrong(place, format!("`{key}` is missing")),
        }
    }

    fn number<T: TryFrom<i64>>(&self, value: &Value, key: &str, place: &str) -> Result<T, SchemaError> {
        match value[key].as_i64().and_then(|number| T::try_from(number).ok()) {
            Some(number) => Ok(number),
            None => self.wrong(place, format!("`{key}` is missing or out of range")),
        }
    }

    fn entries(&self, key: &str) -> Result<Vec<(&String, &Value)>, SchemaError> {
        match self.root[key].as_object() {
            Some(map) => Ok(map.iter().collect()),
            None => self.wrong(key, "is missing"),
        }
    }

    fn limits(&self) -> Result<Vec<Limit>, SchemaError> {
        let limit = |(name, value): (&String, &Value)| {
            Ok(Limit {
                name: name.clone(),
                value: self.number(value, "value", name)?,
                description: self.text(value, "description", name)?,
            })
        };
        self.entries("limits")?.into_iter().map(limit).collect()
    }

    fn errors(&self) -> Result<Vec<ErrorCode>, SchemaError> {
        let code = |(name, value): (&String, &Value)| {
            Ok(ErrorCode {
                name: name.clone(),
                on_wire: self.text(value, "side", name)? == "wire",
                exit: self.number(value, "exit", name)?,
                meaning: self.text(value, "meaning", name)?,
                hint: self.text(value, "hint", name)?,
            })
        };
        self.entries("errors")?.into_iter().map(code).collect()
    }

    fn common(&self) -> Result<Vec<Object>, SchemaError> {
        self.entries("$defs")?
            .into_iter()
            .map(|(name, value)| self.object(value, name))
            .collect()
    }

    fn method(&self) -> Result<Method, SchemaError> {
        let about = &self.root["x-method"];
        let part = |name: &str| self.object(&self.root["properties"][name], name);
        let method = Method {
            name: self.text(&self.root, "title", "title")?,
            description: self.text(&self.root, "description", "description")?,
            effect: self.text(about, "effect", "x-method")?,
            stream: self.text(about, "stream", "x-method")?,
            timeout_ms: self.number(about, "timeout_ms", "x-method")?,
            params: part("params")?,
            result: part("result")?,
        };
        self.check_name(&method.name)?;
        if !["none", "read", "write", "destructive"].contains(&method.effect.as_str()) {
            return self.wrong("x-method", "`effect` is none, read, write or destructive");
        }
        if !["none", "from_guest", "to_guest"].contains(&method.stream.as_str()) {
            return self.wrong("x-method", "`stream` is none, from_guest or to_guest");
        }
        if !method.params.closed {
            return self.wrong("params", "`additionalProperties` must be false");
        }
        Ok(method)
    }

    fn event(&self) -> Result<Event, SchemaError> {
        let about = &self.root["x-event"];
        let event = Event {
            name: self.text(&self.root, "title", "title")?,
            description: self.text(&self.root, "description", "description")?,
            channel: about["channel"].as_str().map(str::to_owned),
            payload: self.object(&self.root["properties"]["payload"], "payload")?,
        };
        self.check_name(&event.name)?;
        Ok(event)
    }

    fn check_name(&self, name: &str) -> Result<(), SchemaError> {
        match format!("{name}.json") == self.file {
            true => Ok(()),
            false => self.wrong("title", "differs from the file's name"),
        }
    }

    fn object(&self, value: &Value, place: &str) -> Result<Object, SchemaError> {
        if let Some(reference) = value["$ref"].as_str() {
            return self.shared(reference, place);
        }
        let Some(properties) = value["properties"].as_object() else {
            return self.wrong(place, "an object with `properties` is expected");
        };
        let required: Vec<&str> = value["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        if let Some(stranger) = required.iter().find(|name| !properties.contains_key(**name)) {
            return self.wrong(
                place,
                format!("`required` names `{stranger}`, which is no property"),
            );
        }
        let field = |(name, value): (&String, &Value)| {
            let place = format!("{place}.{name}");
            Ok(Field {
                name: name.clone(),
                description: self.text(value, "description", &place)?,
                required: required.contains(&name.as_str()),
                kind: self.kind(value, &place)?,
                default: value.get("default").cloned(),
                rust_name: value["x-rust-name"].as_str().map(str::to_owned),
            })
        };
        Ok(Object {
            title: value["title"].as_str().unwrap_or_default().to_owned(),
            description: value["description"].as_str().unwrap_or_default().to_owned(),
            fields: properties.iter().map(field).collect::<Result<_, _>>()?,
            closed: value["additionalProperties"] == Value::Bool(false),
            shared: false,
        })
    }

    fn kind(&self, value: &Value, place: &str) -> Result<Kind, SchemaError> {
        if value.get("$ref").is_some() {
            return Ok(Kind::Object(self.object(value, place)?));
        }
        match value["type"].as_str() {
            Some("integer") => Ok(Kind::Integer {
                minimum: self.number(value, "minimum", place)?,
                maximum: self.number(value, "maximum", place)?,
            }),
            Some("boolean") => Ok(Kind::Boolean),
            Some("string") => self.string(value, place),
            Some("array") => self.array(value, place),
            Some("object") => Ok(Kind::Object(self.titled(value, place)?)),
            other => self.wrong(place, format!("type {other:?} is not understood")),
        }
    }

    fn shared(&self, reference: &str, place: &str) -> Result<Object, SchemaError> {
        let target = reference
            .strip_prefix("common.json#/$defs/")
            .and_then(|name| self.definitions.get(name));
        match target {
            Some(value) => Ok(Object {
                shared: true,
                ..self.titled(value, place)?
            }),
            None => self.wrong(place, format!("`{reference}` does not stand in common.json")),
        }
    }

    fn titled(&self, value: &Value, place: &str) -> Result<Object, SchemaError> {
        let object = self.object(value, place)?;
        if object.title.is_empty() {
            return self.wrong(place, "an object needs a `title`: its name in code");
        }
        Ok(object)
    }

    fn string(&self, value: &Value, place: &str) -> Result<Kind, SchemaError> {
        if value.get("enum").is_some() {
            return Ok(Kind::Enum(self.words(value, place)?));
        }
        match value["format"].as_str() {
            Some("ostype") => Ok(Kind::OsType),
            Some(other) => self.wrong(place, format!("format `{other}` is not understood")),
            None => Ok(Kind::String {
                max_length: value["maxLength"]
                    .as_u64()
                    .and_then(|length| u32::try_from(length).ok()),
            }),
        }
    }

    fn words(&self, value: &Value, place: &str) -> Result<Words, SchemaError> {
        let values: Vec<String> = value["enum"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|word| Some(word.as_str()?.to_owned()))
            .collect();
        Ok(Words {
            title: self.text(value, "title", place)?,
            description: value["description"]
                .as_str()
                .unwrap_or("Any of these.")
                .to_owned(),
            values,
        })
    }

    fn array(&self, value: &Value, place: &str) -> Result<Kind, SchemaError> {
        let items = &value["items"];
        if value["uniqueItems"] == Value::Bool(true) {
            return match self.kind(items, place)? {
                Kind::Enum(words) => Ok(Kind::Flags(words)),
                _ => self.wrong(place, "`uniqueItems` is understood on an enum only"),
            };
        }
        let max_items = value["maxItems"]
            .as_u64()
            .and_then(|count| u32::try_from(count).ok());
        Ok(Kind::Array {
            item: Box::new(self.kind(items, place)?),
            max_items,
        })
    }
}

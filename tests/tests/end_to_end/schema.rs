//! `protocol/schema`, as far as tests need it: parameters that fit, and parameters that do not.

use mc_protocol::limits;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// A method and what it may be given.
pub struct Method {
    pub name: String,
    pub effect: String,
    params: Value,
}

/// Where in the parameters something is wrong.
#[derive(Clone)]
pub struct Place(Vec<Step>);

#[derive(Clone)]
enum Step {
    Member(String),
    FirstItem,
}

impl Place {
    /// What an error calls it: the innermost member.
    pub fn name(&self) -> &str {
        let name = self.0.iter().rev().find_map(|step| match step {
            Step::Member(name) => Some(name.as_str()),
            Step::FirstItem => None,
        });
        name.expect("a place within parameters")
    }

    fn then(&self, step: Step) -> Place {
        Place([self.0.clone(), vec![step]].concat())
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/schema")
}

fn read(file: &Path) -> Value {
    let text = std::fs::read_to_string(file).expect("a schema can be read");
    serde_json::from_str(&text).expect("a schema is JSON")
}

/// Every method of the wire, sorted by name.
pub fn methods() -> Vec<Method> {
    let common = read(&folder().join("common.json"))["$defs"].take();
    let mut methods: Vec<Method> = std::fs::read_dir(folder())
        .expect("the schemas are there")
        .map(|entry| read(&entry.expect("a folder can be read").path()))
        .filter(|schema| schema.get("x-method").is_some())
        .map(|mut schema| Method {
            name: schema["title"].as_str().expect("a title").to_owned(),
            effect: schema["x-method"]["effect"]
                .as_str()
                .expect("an effect")
                .to_owned(),
            params: resolved(schema["properties"]["params"].take(), &common),
        })
        .collect();
    methods.sort_by(|one, other| one.name.cmp(&other.name));
    methods
}

/// A schema with what it refers to in its place.
fn resolved(schema: Value, common: &Value) -> Value {
    match schema {
        Value::Object(members) => match members.get("$ref").and_then(Value::as_str) {
            Some(reference) => {
                let name = reference.rsplit('/').next().expect("a path");
                resolved(common[name].clone(), common)
            }
            None => Value::Object(
                members
                    .into_iter()
                    .map(|(key, value)| (key, resolved(value, common)))
                    .collect(),
            ),
        },
        other => other,
    }
}

impl Method {
    /// Each required parameter left out in turn, at any depth.
    pub fn with_each_missing(&self) -> Vec<(Place, Value)> {
        self.places()
            .into_iter()
            .filter(|(_, schema, is_required)| *is_required && !schema.is_null())
            .map(|(place, _, _)| {
                let mut params = self.fitting(&place);
                remove(&mut params, &place.0);
                (place, params)
            })
            .collect()
    }

    /// Each parameter, at any depth, with each kind of value that it must not have.
    pub fn with_each_wrong(&self) -> Vec<(Place, Value)> {
        self.with_each(wrong)
    }

    /// Each parameter, at any depth, with the least and the most that it may be.
    pub fn with_each_at_its_limits(&self) -> Vec<(Place, Value)> {
        self.with_each(at_limits)
    }

    /// As little as it may be given.
    pub fn smallest_params(&self) -> Value {
        smallest(&self.params)
    }

    /// A parameter that the method does not have.
    pub fn with_a_stranger(&self) -> (Place, Value) {
        let mut params = self.smallest_params();
        params["stranger"] = json!(1);
        (Place(vec![Step::Member("stranger".to_owned())]), params)
    }

    fn with_each(&self, values: fn(&Value) -> Vec<Value>) -> Vec<(Place, Value)> {
        let mut cases = Vec::new();
        for (place, schema, _) in self.places() {
            for value in values(&schema) {
                let mut params = self.fitting(&place);
                put(&mut params, &place.0, value);
                if params.to_string().len() + 100 < limits::REQUEST_BYTES as usize {
                    cases.push((place.clone(), params));
                }
            }
        }
        cases
    }

    /// Parameters as small as they may be, but with everything that leads to a place.
    fn fitting(&self, place: &Place) -> Value {
        let mut params = smallest(&self.params);
        let mut schema = &self.params;
        for depth in 0..place.0.len() {
            let step = &place.0[depth];
            schema = match step {
                Step::Member(name) => &schema["properties"][name],
                Step::FirstItem => &schema["items"],
            };
            if find(&mut params, &place.0[..=depth]).is_none() {
                put(&mut params, &place.0[..=depth], smallest(schema));
            }
        }
        // A path is looked at where the gesture has one.
        if place
            .0
            .iter()
            .any(|step| matches!(step, Step::Member(name) if name == "path"))
            && let Some(event) = params.pointer_mut("/events/0")
        {
            event["type"] = json!("drag");
        }
        params
    }

    /// Every parameter, at any depth: its place, its schema, whether it is required.
    fn places(&self) -> Vec<(Place, Value, bool)> {
        let mut places = Vec::new();
        collect(&Place(Vec::new()), &self.params, &mut places);
        places
    }
}

fn collect(place: &Place, schema: &Value, places: &mut Vec<(Place, Value, bool)>) {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        let here = place.then(Step::Member(name.clone()));
        places.push((here.clone(), member.clone(), required.contains(&json!(name))));
        collect(&here, member, places);
        if member["items"]["type"] == "object" {
            collect(&here.then(Step::FirstItem), &member["items"], places);
        }
    }
}

fn find<'a>(value: &'a mut Value, steps: &[Step]) -> Option<&'a mut Value> {
    steps.iter().try_fold(value, |value, step| match step {
        Step::Member(name) => value.get_mut(name),
        Step::FirstItem => value.get_mut(0),
    })
}

fn put(params: &mut Value, steps: &[Step], value: Value) {
    let (last, above) = steps.split_last().expect("a place within parameters");
    let holder = find(params, above).expect("what leads to the place is there");
    match last {
        Step::Member(name) => holder[name] = value,
        Step::FirstItem => *holder = json!([value]),
    }
}

fn remove(params: &mut Value, steps: &[Step]) {
    let (last, above) = steps.split_last().expect("a place within parameters");
    let holder = find(params, above).and_then(Value::as_object_mut);
    if let (Step::Member(name), Some(holder)) = (last, holder) {
        holder.remove(name);
    }
}

/// The least that fits a schema.
fn smallest(schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("integer") => schema["minimum"].clone(),
        Some("boolean") => json!(false),
        Some("string") if schema.get("enum").is_some() => schema["enum"][0].clone(),
        Some("string") if schema["format"] == "ostype" => json!("????"),
        Some("string") => json!(""),
        Some("array") => json!([]),
        _ => {
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let members = required.iter().filter_map(Value::as_str);
            let object: Map<String, Value> = members
                .map(|name| (name.to_owned(), smallest(&schema["properties"][name])))
                .collect();
            Value::Object(object)
        }
    }
}

/// Values that do not fit a schema.
fn wrong(schema: &Value) -> Vec<Value> {
    let mut values = vec![Value::Null];
    match schema["type"].as_str() {
        Some("integer") => {
            let minimum = schema["minimum"].as_i64().expect("a minimum");
            let maximum = schema["maximum"].as_i64().expect("a maximum");
            values.extend([json!("7"), json!(1.5), json!(true), json!([]), json!({})]);
            values.extend([json!(minimum - 1), json!(maximum + 1), json!(1e30)]);
        }
        Some("boolean") => values.extend([json!(1), json!("true"), json!([])]),
        Some("string") if schema.get("enum").is_some() => {
            values.extend([json!(""), json!("no such word"), json!(0)]);
        }
        Some("string") if schema["format"] == "ostype" => {
            values.extend([
                json!(""),
                json!("abc"),
                json!("abcde"),
                json!("日本語文"),
                json!(7),
            ]);
        }
        Some("string") => {
            values.extend([json!(7), json!(false), json!([]), json!({})]);
            values.extend(longest(schema).map(|length| json!("x".repeat(length + 1))));
        }
        Some("array") => {
            values.extend([json!({}), json!("x"), json!([7]), json!([null])]);
            if let Some(most) = schema["maxItems"].as_u64() {
                values.push(vec![smallest(&schema["items"]); most as usize + 1].into());
            }
        }
        _ => values.extend([json!([]), json!("x"), json!(7)]),
    }
    values
}

/// The least and the most that fit a schema.
fn at_limits(schema: &Value) -> Vec<Value> {
    match schema["type"].as_str() {
        Some("integer") => vec![schema["minimum"].clone(), schema["maximum"].clone()],
        Some("boolean") => vec![json!(false), json!(true)],
        Some("string") if schema.get("enum").is_some() => {
            schema["enum"].as_array().cloned().unwrap_or_default()
        }
        Some("string") if schema["format"] == "ostype" => vec![json!("    "), json!("ÿÿÿÿ")],
        Some("string") => {
            let longest = longest(schema).map(|length| json!("x".repeat(length)));
            [Some(json!("")), longest].into_iter().flatten().collect()
        }
        Some("array") => {
            let most = schema["maxItems"].as_u64().unwrap_or(1) as usize;
            vec![json!([]), vec![smallest(&schema["items"]); most].into()]
        }
        _ => vec![smallest(schema)],
    }
}

fn longest(schema: &Value) -> Option<usize> {
    schema["maxLength"].as_u64().map(|length| length as usize)
}

/// Whether parameters hold a string that no request may hold, whatever the method says.
pub fn has_overlong_string(params: &Value) -> bool {
    match params {
        Value::String(text) => text.len() > limits::STRING_BYTES as usize,
        Value::Array(items) => items.iter().any(has_overlong_string),
        Value::Object(members) => members.values().any(has_overlong_string),
        _ => false,
    }
}

/// Whether parameters nest deeper than a request may, whatever the method says.
pub fn nests_too_deeply(params: &Value) -> bool {
    // The request itself is the first level.
    1 + depth(params) > limits::JSON_DEPTH
}

fn depth(value: &Value) -> u32 {
    let inner: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(members) => members.values().collect(),
        _ => return 0,
    };
    1 + inner.into_iter().map(depth).max().unwrap_or(0)
}

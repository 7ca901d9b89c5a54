//! Recipes: Lua files that return a table, and what that table promises.
//!
//! From the one table come the checks before a run, the flags of the command line and the page of help.

use std::collections::BTreeMap;

use mc_protocol::hello::HelloAnswer;
use mc_protocol::{Code, Effect};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::error::{Error, Result};
use crate::guest::word;

/// What a recipe's table says, without its `run`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Its name, such as `demo/tour`.
    pub name: String,
    /// What it does, in a sentence.
    pub summary: String,
    /// The strongest thing that it does to the guest; the run is held to it.
    #[serde(deserialize_with = "effect")]
    pub effect: Effect,
    /// What the guest must be able to do, in the words of `hello`.
    #[serde(default, deserialize_with = "list")]
    pub needs: Vec<String>,
    /// Its parameters.
    #[serde(default)]
    pub params: BTreeMap<String, Param>,
}

/// A parameter of a recipe. Without a default it has to be given.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Param {
    /// What it may be.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// What it means.
    pub summary: String,
    /// What it is when it is not given.
    #[serde(default)]
    pub default: Option<Value>,
    /// The only values it may have.
    #[serde(default, deserialize_with = "list")]
    pub choices: Vec<Value>,
    /// The least number.
    #[serde(default)]
    pub min: Option<f64>,
    /// The largest number.
    #[serde(default)]
    pub max: Option<f64>,
    /// Whether it is kept out of logs and traces.
    #[serde(default)]
    pub secret: bool,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Text.
    String,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
}

/// A value for a parameter, as it was given.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// Words of a command line: what they mean depends on the parameter's type.
    Text(String),
    /// A value with a type.
    Value(Value),
}

impl Recipe {
    /// From the table that a recipe's file returned, as JSON, without `run`.
    ///
    /// # Errors
    /// `bad_recipe` that names the field.
    pub fn from_table(table: Value) -> Result<Recipe> {
        let recipe: Recipe = serde_json::from_value(table).map_err(|error| {
            bad(format!(
                "the table that the file returns is not a recipe: {error}"
            ))
        })?;
        if recipe.name.is_empty() || recipe.summary.is_empty() {
            return Err(bad("a recipe has a name and a summary".to_owned()));
        }
        for (name, param) in &recipe.params {
            param.check_declaration(name)?;
        }
        Ok(recipe)
    }

    /// Checks what was given and fills in the defaults: the argument of `run`.
    ///
    /// # Errors
    /// `bad_params` that names the parameter.
    pub fn arguments(&self, given: &BTreeMap<String, Given>) -> Result<Value> {
        if let Some(unknown) = given.keys().find(|name| !self.params.contains_key(*name)) {
            let known: Vec<&str> = self.params.keys().map(String::as_str).collect();
            let known = if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(", ")
            };
            let message = format!("{} has no parameter `{unknown}`; it has {known}", self.name);
            return Err(Error::bad_param(unknown, message));
        }
        let mut arguments = Map::new();
        for (name, param) in &self.params {
            let value = match (given.get(name), &param.default) {
                (Some(given), _) => param.accept(name, given)?,
                (None, Some(default)) => default.clone(),
                (None, None) => {
                    let message = format!("{} needs `{name}`: {}", self.name, param.summary);
                    return Err(Error::bad_param(name, message));
                }
            };
            arguments.insert(name.clone(), value);
        }
        Ok(Value::Object(arguments))
    }

    /// The arguments as logs and traces may show them.
    pub fn shown(&self, arguments: &Value) -> Value {
        let mut shown = arguments.clone();
        for (name, param) in &self.params {
            if param.secret && shown.get(name).is_some() {
                shown[name] = json!("***");
            }
        }
        shown
    }

    /// The arguments that are secret.
    pub fn secrets<'a>(&'a self, arguments: &'a Value) -> impl Iterator<Item = &'a Value> {
        let secret = self.params.iter().filter(|(_, param)| param.secret);
        secret.filter_map(|(name, _)| arguments.get(name))
    }

    /// Checks before the first action that this guest can do it, and lets us.
    ///
    /// # Errors
    /// `denied` or `unsupported`.
    pub fn check_guest(&self, hello: &HelloAnswer) -> Result<()> {
        if !self.effect.is_allowed_by(hello.agent) {
            let tier = serde_json::to_value(hello.agent).unwrap_or_default();
            let message = format!(
                "{} is {}, and the guest's owner allows `agent = {}`",
                self.name,
                word(self.effect),
                tier.as_str().unwrap_or("disabled")
            );
            return Err(Error::new(Code::Denied, message));
        }
        let missing: Vec<&str> = self
            .needs
            .iter()
            .map(String::as_str)
            .filter(|need| !hello.capabilities.iter().any(|has| has == need))
            .collect();
        match missing.is_empty() {
            true => Ok(()),
            false => {
                let message = format!(
                    "{} needs {}, which this guest does not have",
                    self.name,
                    missing.join(", ")
                );
                Err(Error::new(Code::Unsupported, message).with("missing", missing))
            }
        }
    }
}

impl Param {
    fn check_declaration(&self, name: &str) -> Result<()> {
        if let Some(default) = &self.default {
            self.check(name, default)
                .map_err(|error| bad(format!("the default: {}", error.message())))?;
        }
        for choice in &self.choices {
            self.check_type(name, choice)
                .map_err(|error| bad(format!("a choice: {}", error.message())))?;
        }
        if (self.min.is_some() || self.max.is_some()) && !matches!(self.kind, Kind::Integer | Kind::Number) {
            return Err(bad(format!(
                "`{name}` is no number: it has neither `min` nor `max`"
            )));
        }
        Ok(())
    }

    fn accept(&self, name: &str, given: &Given) -> Result<Value> {
        let value = match given {
            Given::Value(value) => value.clone(),
            Given::Text(text) => self.parse(name, text)?,
        };
        self.check(name, &value)?;
        Ok(value)
    }

    fn parse(&self, name: &str, text: &str) -> Result<Value> {
        let parsed = match self.kind {
            Kind::String => Some(json!(text)),
            Kind::Integer => text.parse::<i64>().ok().map(|number| json!(number)),
            Kind::Number => text
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())
                .map(|number| json!(number)),
            Kind::Boolean => text.parse::<bool>().ok().map(|flag| json!(flag)),
        };
        parsed.ok_or_else(|| self.wrong(name, &json!(text)))
    }

    fn check(&self, name: &str, value: &Value) -> Result<()> {
        self.check_type(name, value)?;
        let number = value.as_f64();
        let is_outside = |number: f64| {
            self.min.is_some_and(|min| number < min) || self.max.is_some_and(|max| number > max)
        };
        if !self.choices.is_empty() && !self.choices.contains(value) || number.is_some_and(is_outside) {
            return Err(self.wrong(name, value));
        }
        Ok(())
    }

    fn check_type(&self, name: &str, value: &Value) -> Result<()> {
        let fits = match self.kind {
            Kind::String => value.is_string(),
            Kind::Integer => value.is_i64() || value.is_u64(),
            Kind::Number => value.is_number(),
            Kind::Boolean => value.is_boolean(),
        };
        if fits {
            Ok(())
        } else {
            Err(self.wrong(name, value))
        }
    }

    fn wrong(&self, name: &str, value: &Value) -> Error {
        let shown = if self.secret {
            "that".to_owned()
        } else {
            value.to_string()
        };
        Error::bad_param(name, format!("`{name}` is {}, not {shown}", self.words()))
    }

    /// What may be given, in words.
    pub fn words(&self) -> String {
        if !self.choices.is_empty() {
            let choices: Vec<String> = self.choices.iter().map(Value::to_string).collect();
            return format!("one of {}", choices.join(", "));
        }
        let kind = match self.kind {
            Kind::String => "text",
            Kind::Integer => "a whole number",
            Kind::Number => "a number",
            Kind::Boolean => "true or false",
        };
        match (self.min, self.max) {
            (Some(min), Some(max)) => format!("{kind} from {min} to {max}"),
            (Some(min), None) => format!("{kind} from {min}"),
            (None, Some(max)) => format!("{kind} up to {max}"),
            (None, None) => kind.to_owned(),
        }
    }
}

fn bad(message: String) -> Error {
    Error::new(Code::BadRecipe, message)
}

fn effect<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Effect, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "read" => Ok(Effect::Read),
        "write" => Ok(Effect::Write),
        "destructive" => Ok(Effect::Destructive),
        other => Err(D::Error::custom(format!(
            "`effect` is read, write or destructive, not `{other}`"
        ))),
    }
}

/// A list; an empty table of Lua's is one too.
fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> std::result::Result<Vec<T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum List<T> {
        Items(Vec<T>),
        Empty {},
    }
    Ok(match List::deserialize(deserializer)? {
        List::Items(items) => items,
        List::Empty {} => Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Value {
        json!({
            "name": "demo/copy", "summary": "Copies.", "effect": "destructive", "needs": {},
            "params": {
                "path": { "type": "string", "summary": "what" },
                "count": { "type": "integer", "summary": "how often", "default": 2, "min": 1, "max": 9 },
                "mode": { "type": "string", "summary": "how", "default": "fast", "choices": ["fast", "safe"] },
                "really": { "type": "boolean", "summary": "yes", "default": false },
                "password": { "type": "string", "summary": "secret", "default": "", "secret": true },
            },
        })
    }

    fn given(pairs: &[(&str, &str)]) -> BTreeMap<String, Given> {
        pairs
            .iter()
            .map(|(name, text)| ((*name).to_owned(), Given::Text((*text).to_owned())))
            .collect()
    }

    #[test]
    fn words_become_values_and_defaults_are_filled_in() {
        let recipe = Recipe::from_table(table()).expect("a recipe");
        assert_eq!(recipe.effect, Effect::Destructive);
        let arguments = recipe
            .arguments(&given(&[("path", "12"), ("really", "true"), ("password", "x")]))
            .expect("fit");
        assert_eq!(
            arguments,
            json!({ "path": "12", "count": 2, "mode": "fast", "really": true, "password": "x" })
        );
        assert_eq!(recipe.shown(&arguments)["password"], "***");
    }

    #[test]
    fn what_does_not_fit_names_the_parameter() {
        let recipe = Recipe::from_table(table()).expect("a recipe");
        for (pairs, param) in [
            (vec![], "path"),
            (vec![("path", "a"), ("count", "0")], "count"),
            (vec![("path", "a"), ("count", "many")], "count"),
            (vec![("path", "a"), ("mode", "slow")], "mode"),
            (vec![("path", "a"), ("really", "maybe")], "really"),
            (vec![("path", "a"), ("paht", "b")], "paht"),
        ] {
            let error = recipe.arguments(&given(&pairs)).expect_err(param);
            assert_eq!(
                (error.code(), &error.details()["param"]),
                (Code::BadParams, &json!(param))
            );
        }
        let number = BTreeMap::from([("path".to_owned(), Given::Value(json!(7)))]);
        assert_eq!(
            recipe.arguments(&number).expect_err("a number").code(),
            Code::BadParams
        );
    }

    #[test]
    fn a_table_that_is_no_recipe_is_refused() {
        let change = |key: &str, value: Value| {
            let mut table = table();
            table[key] = value;
            table
        };
        for wrong in [
            json!([]),
            json!({ "name": "x" }),
            change("effect", json!("harmless")),
            change("efect", json!("read")),
            change("name", json!("")),
            change("params", json!({ "n": { "type": "integer" } })),
            change(
                "params",
                json!({ "n": { "type": "integer", "summary": "", "default": "2" } }),
            ),
            change(
                "params",
                json!({ "n": { "type": "integer", "summary": "", "default": 2, "max": 1 } }),
            ),
            change(
                "params",
                json!({ "n": { "type": "string", "summary": "", "max": 1 } }),
            ),
            change("params", json!({ "n": { "type": "table", "summary": "" } })),
            change(
                "params",
                json!({ "n": { "type": "string", "summary": "", "choices": [1] } }),
            ),
        ] {
            let error = Recipe::from_table(wrong.clone()).expect_err(&wrong.to_string());
            assert_eq!(error.code(), Code::BadRecipe);
        }
    }
}

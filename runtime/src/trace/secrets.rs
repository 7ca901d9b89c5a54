//! What must not be written down: the values of secret parameters, wherever they turn up.

use std::borrow::Cow;

use serde_json::Value;

/// What stands in the place of a secret.
const STARS: &str = "***";

/// The secrets of a run.
#[derive(Default)]
pub(super) struct Secrets {
    texts: Vec<String>,
}

impl Secrets {
    /// Adds one. `true`, `false` and an empty text hide nothing: they are everywhere.
    pub(super) fn add(&mut self, secret: &Value) {
        let text = match secret {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return,
        };
        if !text.is_empty() {
            self.texts.push(text);
            // A secret that holds another goes first: what would be left of it tells something.
            self.texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
        }
    }

    /// A text without them.
    pub(super) fn hidden_in<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut hidden = Cow::Borrowed(text);
        for secret in &self.texts {
            if hidden.contains(secret.as_str()) {
                hidden = Cow::Owned(hidden.replace(secret.as_str(), STARS));
            }
        }
        hidden
    }

    /// A value without them, in whatever depth.
    pub(super) fn hidden_in_value(&self, value: Value) -> Value {
        if self.texts.is_empty() {
            return value;
        }
        match value {
            Value::String(text) => Value::String(self.hidden_in(&text).into_owned()),
            Value::Number(number) if self.texts.contains(&number.to_string()) => {
                Value::String(STARS.to_owned())
            }
            Value::Array(items) => items.into_iter().map(|item| self.hidden_in_value(item)).collect(),
            Value::Object(fields) => fields
                .into_iter()
                .map(|(key, value)| (self.hidden_in(&key).into_owned(), self.hidden_in_value(value)))
                .collect(),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_are_hidden_wherever_they_stand() {
        let mut secrets = Secrets::default();
        for secret in [
            json!("hunter2"),
            json!("hunter2!"),
            json!(1234),
            json!(true),
            json!(""),
        ] {
            secrets.add(&secret);
        }
        let value =
            json!({ "a": ["typed hunter2! and hunter2", 1234, true, ""], "hunter2": { "pin": "1234" } });
        assert_eq!(
            secrets.hidden_in_value(value),
            json!({ "a": ["typed *** and ***", "***", true, ""], "***": { "pin": "***" } })
        );
        assert_eq!(secrets.hidden_in("hunter"), "hunter");
    }
}

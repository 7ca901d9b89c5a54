//! Faults as they come from outside: JSON, which Lua's tables become, and the words of a command line.

use super::{Fault, FaultError, FaultKind};
use serde_json::{Map, Value};
use std::str::FromStr;

/// Something to be switched on, or off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultRequest {
    /// `{"kind": "disk_full", "bytes": 0}`
    Switch(Fault),
    /// `{"kind": "disk_full", "off": true}`
    Lift(FaultKind),
}

fn kind_of(name: &str) -> Result<FaultKind, FaultError> {
    FaultKind::named(name).ok_or_else(|| FaultError::UnknownKind {
        kind: name.to_owned(),
    })
}

/// The fault of a kind with these fields.
fn fault(kind: FaultKind, mut fields: Map<String, Value>) -> Result<Fault, FaultError> {
    let info = kind.info();
    if let Some(field) = fields.keys().find(|name| info.field(name).is_none()) {
        let field = field.clone();
        return Err(FaultError::UnknownField { kind, field });
    }
    let is_missing = |name| fields.get(name).is_none_or(Value::is_null);
    if let Some(field) = info
        .fields
        .iter()
        .find(|field| !field.optional && is_missing(field.name))
    {
        return Err(FaultError::MissingField {
            kind,
            field: field.name,
        });
    }
    fields.insert("kind".to_owned(), Value::from(info.name));
    serde_json::from_value(Value::Object(fields.clone())).map_err(|error| {
        // serde does not say which field it was: the one that does not stand it alone.
        let is_wrong = |name: &str| {
            let mut others = fields.clone();
            others.remove(name);
            let without = serde_json::from_value::<Fault>(Value::Object(others));
            without.is_ok() || without.is_err_and(|without| without.to_string() != error.to_string())
        };
        let wrong = info
            .fields
            .iter()
            .find(|field| fields.contains_key(field.name) && is_wrong(field.name));
        FaultError::Value {
            kind,
            field: wrong.map_or("kind", |field| field.name),
            wanted: wrong.map_or_else(String::new, |field| field.form.wanted()),
        }
    })
}

impl TryFrom<Value> for FaultRequest {
    type Error = FaultError;

    /// From JSON.
    ///
    /// # Errors
    /// [`FaultError`] for what is no fault; it says what there is.
    fn try_from(value: Value) -> Result<FaultRequest, FaultError> {
        let Value::Object(mut fields) = value else {
            return Err(FaultError::NoKind);
        };
        let Some(Value::String(name)) = fields.remove("kind") else {
            return Err(FaultError::NoKind);
        };
        let kind = kind_of(&name)?;
        match fields.remove("off") {
            None | Some(Value::Bool(false)) => fault(kind, fields).map(FaultRequest::Switch),
            Some(Value::Bool(true)) => match fields.keys().next() {
                None => Ok(FaultRequest::Lift(kind)),
                Some(field) => Err(FaultError::OffAndMore {
                    kind,
                    field: field.clone(),
                }),
            },
            Some(_) => Err(FaultError::Value {
                kind,
                field: "off",
                wanted: "true or false".to_owned(),
            }),
        }
    }
}

impl FromStr for Fault {
    type Err = FaultError;

    /// From the words of a command line: `disk_write,nth=1,error=full`. A comma in a text stays where what follows it is no field.
    ///
    /// # Errors
    /// [`FaultError`] for what is no fault; it says what there is.
    fn from_str(words: &str) -> Result<Fault, FaultError> {
        let mut parts = words.split(',');
        let kind = kind_of(parts.next().unwrap_or_default().trim())?;
        let mut texts: Vec<(&str, String)> = Vec::new();
        for part in parts {
            let named = part.split_once('=').filter(|(name, _)| is_name(name));
            match (named, texts.last_mut()) {
                (Some((name, value)), _) => texts.push((name, value.to_owned())),
                (None, Some((_, text))) => {
                    text.push(',');
                    text.push_str(part);
                }
                (None, None) => {
                    let field = part.to_owned();
                    return Err(FaultError::UnknownField { kind, field });
                }
            }
        }
        let value = |(name, text): (&str, String)| {
            let field = kind.info().field(name);
            let value = field.map_or(Value::Null, |field| field.form.read(&text));
            (name.to_owned(), value)
        };
        fault(kind, texts.into_iter().map(value).collect())
    }
}

/// Whether it can be the name of a field.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::super::{DiskFailure, Heap};
    use super::*;
    use serde_json::json;

    fn request(value: Value) -> Result<FaultRequest, FaultError> {
        FaultRequest::try_from(value)
    }

    #[test]
    fn one_fault_is_the_same_in_json_and_in_words() {
        let fault = Fault::DiskWrite {
            nth: 3,
            error: DiskFailure::Full,
        };
        let json = json!({"kind": "disk_write", "nth": 3, "error": "full"});
        assert_eq!(serde_json::to_value(&fault).expect("JSON"), json);
        assert_eq!(request(json), Ok(FaultRequest::Switch(fault.clone())));
        assert_eq!("disk_write,nth=3,error=full".parse(), Ok(fault));
        let short = Fault::OutOfMemory {
            above: Some(4096),
            heap: Some(Heap::Temporary),
        };
        assert_eq!("out_of_memory,heap=temporary,above=4096".parse(), Ok(short));
        let none = Fault::OutOfMemory {
            above: None,
            heap: None,
        };
        assert_eq!("out_of_memory".parse(), Ok(none));
        assert_eq!("network_pause".parse(), Ok(Fault::NetworkPause));
        assert_eq!(
            request(json!({"kind": "network_pause", "off": true})),
            Ok(FaultRequest::Lift(FaultKind::NetworkPause))
        );
    }

    #[test]
    fn a_comma_in_a_text_stays() {
        let fault = "crash_in_trap,trap=No, it is, nth=1,nth=2,crash=bomb".parse();
        let trap = "No, it is, nth=1".to_owned();
        let crash = super::super::Crash::Bomb;
        assert_eq!(fault, Ok(Fault::CrashInTrap { trap, nth: 2, crash }));
    }

    #[test]
    fn what_is_no_fault_is_told_with_what_there_is() {
        for (words, told) in [
            ("", "disk_write, allocation"),
            ("flood", "`flood`"),
            ("disk_write,nth=1", "disk_write needs `error`"),
            ("disk_write,nth=1,error=wet", "medium or full"),
            (
                "disk_write,nth=x,error=full",
                "`nth` of disk_write has to be a whole number",
            ),
            ("disk_write,nth=1,error=full,now=1", "it has nth, error"),
            ("network_pause,now", "it has no fields"),
            ("front_hangs,seconds=-1", "from 0 to"),
        ] {
            let error = words.parse::<Fault>().expect_err(words).to_string();
            assert!(error.contains(told), "{words}: {error}");
        }
        for (value, told) in [
            (json!([]), "kind"),
            (json!({"kind": 7}), "kind"),
            (json!({"kind": "network_pause", "off": "yes"}), "`off`"),
            (json!({"kind": "disk_write", "off": true, "nth": 1}), "`nth`"),
            (json!({"kind": "front_hangs", "seconds": "long"}), "seconds"),
        ] {
            let error = request(value).expect_err(told).to_string();
            assert!(error.contains(told), "{told}: {error}");
        }
    }

    #[test]
    fn the_help_has_every_kind_with_its_fields() {
        let help = Fault::help();
        for kind in Fault::kinds() {
            assert_eq!(
                kind.kind.info().name,
                kind.name,
                "the table is in the order of the enum"
            );
            assert!(help.contains(&kind.usage()), "{}", kind.name);
            assert!(
                !kind.summary().is_empty() && !kind.summary().contains('['),
                "{}",
                kind.summary()
            );
        }
    }
}

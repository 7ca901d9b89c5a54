//! How AppleScript writes a value: as it would stand in a script, or as a person would be shown it.

use super::code::Code;
use super::error::ScriptError;
use super::value::{DEEPEST, Form, Label, Ordinal, Reference, Value, too_deep};

/// The most that is written of a value, in bytes.
const LONGEST: usize = 256 << 10;

/// The words for codes: those of the language and of the applications that a script tells something.
pub trait Words {
    /// What a class is called; `«class abcd»` where no word is known.
    fn class(&self, code: Code) -> String;
    /// What a property is called.
    fn property(&self, code: Code) -> String;
    /// What a constant is called.
    fn constant(&self, code: Code) -> String;
}

/// A value as text: as it would stand in a script, or `for_humans` without quotes.
///
/// # Errors
/// errOSAStackOverflow for what nests too deep or is too long: a list can hold itself.
pub fn display(value: &Value, words: &dyn Words, for_humans: bool) -> Result<String, ScriptError> {
    let mut writer = Writer {
        out: String::new(),
        words,
        for_humans,
    };
    writer.value(value, DEEPEST)?;
    Ok(writer.out)
}

/// The signs that make a name need bars.
fn needs_bars(name: &str) -> bool {
    let mut characters = name.chars();
    let begins_well = characters
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_');
    !begins_well || !characters.all(|character| character.is_alphanumeric() || character == '_')
}

/// A real number: 12 digits, with an exponent from 10,000 and below 0.0001 on.
pub(super) fn real(number: f64) -> String {
    if !number.is_finite() {
        return if number.is_nan() { "NAN" } else { "INF" }.to_owned();
    }
    let (mantissa, exponent) = split(number);
    let magnitude = number.abs();
    if magnitude != 0.0 && (magnitude >= 10_000.0 || magnitude <= 0.000_1) {
        return format!("{mantissa}E{exponent:+}");
    }
    let places = usize::try_from(11 - exponent).unwrap_or(0);
    with_point(format!("{number:.places$}"))
}

/// Mantissa (12 digits, without zeros at its end) and exponent of ten.
fn split(number: f64) -> (String, i32) {
    let text = format!("{number:.11e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (with_point(mantissa.to_owned()), exponent.parse().unwrap_or(0))
}

/// Without zeros at the end, but with one digit behind the point.
fn with_point(text: String) -> String {
    if !text.contains('.') {
        return text + ".0";
    }
    let trimmed = text.trim_end_matches('0');
    if trimmed.ends_with('.') {
        format!("{trimmed}0")
    } else {
        trimmed.to_owned()
    }
}

struct Writer<'a> {
    out: String,
    words: &'a dyn Words,
    for_humans: bool,
}

impl Writer<'_> {
    fn value(&mut self, value: &Value, depth: usize) -> Result<(), ScriptError> {
        if depth == 0 || self.out.len() > LONGEST {
            return Err(too_deep());
        }
        match value {
            Value::Nothing => {}
            Value::Integer(number) => self.out += &number.to_string(),
            Value::Real(number) => self.out += &real(*number),
            Value::Boolean(flag) => self.out += if *flag { "true" } else { "false" },
            Value::Text(text) => self.text(text),
            Value::List(items) => {
                self.out.push('{');
                for (index, item) in items.borrow().iter().enumerate() {
                    self.comma(index);
                    self.value(item, depth - 1)?;
                }
                self.out.push('}');
            }
            Value::Record(fields) => {
                self.out.push('{');
                for (index, (label, value)) in fields.borrow().iter().enumerate() {
                    self.comma(index);
                    self.label(label);
                    self.out.push(':');
                    self.value(value, depth - 1)?;
                }
                self.out.push('}');
            }
            Value::Class(code) => self.out += &self.words.class(*code),
            Value::Constant(code) => self.out += &self.words.constant(*code),
            Value::Application(name) => self.application(name),
            Value::Reference(reference) => self.reference(reference, depth)?,
            Value::Data(code, bytes) => {
                self.out += &format!("«data {code}");
                for byte in bytes.iter() {
                    self.out += &format!("{byte:02X}");
                }
                self.out.push('»');
            }
            Value::Script => self.out += "«script»",
            Value::AppleScript => self.out += "AppleScript",
        }
        Ok(())
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.out += ", ";
        }
    }

    fn text(&mut self, text: &str) {
        if self.for_humans {
            self.out += text;
            return;
        }
        self.out.push('"');
        for character in text.chars() {
            if matches!(character, '"' | '\\') {
                self.out.push('\\');
            }
            self.out.push(character);
        }
        self.out.push('"');
    }

    fn label(&mut self, label: &Label) {
        match label {
            Label::Code(code) => self.out += &self.words.property(*code),
            Label::Own(_, written) if needs_bars(written) => self.out += &format!("|{written}|"),
            Label::Own(_, written) => self.out += written,
        }
    }

    fn application(&mut self, name: &str) {
        self.out += &format!("application \"{name}\"");
    }

    fn reference(&mut self, reference: &Reference, depth: usize) -> Result<(), ScriptError> {
        if depth == 0 {
            return Err(too_deep());
        }
        self.form(reference, depth)?;
        self.out += " of ";
        match &reference.container {
            Some(container) => self.reference(container, depth - 1),
            None => {
                self.application(&reference.application);
                Ok(())
            }
        }
    }

    fn form(&mut self, reference: &Reference, depth: usize) -> Result<(), ScriptError> {
        let class = self.words.class(reference.want);
        match &reference.form {
            Form::Property(code) => self.out += &self.words.property(*code),
            Form::Name(name) => self.out += &format!("{class} \"{name}\""),
            Form::Index(index) => self.out += &format!("{class} {index}"),
            Form::Ordinal(ordinal) => self.out += &format!("{} {class}", word_of(*ordinal)),
            Form::Range(first, last) => self.out += &format!("{class} {first} thru {last}"),
            Form::Id(id) => {
                self.out += &format!("{class} id ");
                self.value(id, depth - 1)?;
            }
        }
        Ok(())
    }
}

/// The word for a position.
pub(super) fn word_of(ordinal: Ordinal) -> &'static str {
    match ordinal {
        Ordinal::First => "first",
        Ordinal::Last => "last",
        Ordinal::Middle => "middle",
        Ordinal::Any => "some",
        Ordinal::All => "every",
    }
}

//! Elements of texts and lists.

use super::super::code::Code;
use super::super::value::{Form, Ordinal, Value};
use super::{Interpreter, Run};

/// What AppleScript takes for a word: letters and digits, with signs inside that bind them.
fn words_of(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (index, &character) in characters.iter().enumerate() {
        let next_binds = characters
            .get(index + 1)
            .is_some_and(|next| next.is_alphanumeric());
        let is_inside = !word.is_empty() && next_binds && matches!(character, '\'' | '’' | '.' | ',' | '-');
        // A point or a comma binds digits only.
        let binds_digits =
            matches!(character, '.' | ',') && !word.ends_with(|last: char| last.is_ascii_digit());
        if character.is_alphanumeric() || (is_inside && !binds_digits) {
            word.push(character);
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn paragraphs_of(text: &str) -> Vec<String> {
    text.replace("\r\n", "\r")
        .split(['\r', '\n'])
        .map(str::to_owned)
        .collect()
}

/// Places from 0 that a form means among `count`, `any` for whichever it is; `None` when they are not there.
fn places(form: &Form, count: usize, any: usize) -> Option<std::ops::Range<usize>> {
    let place = |index: i32| {
        let magnitude = usize::try_from(index.unsigned_abs()).ok()?;
        let place = if index > 0 {
            magnitude - 1
        } else {
            count.checked_sub(magnitude)?
        };
        (index != 0 && place < count).then_some(place)
    };
    let one = |place: usize| (place < count).then_some(place..place + 1);
    match form {
        Form::Index(index) => one(place(*index)?),
        Form::Ordinal(Ordinal::First) => one(0),
        Form::Ordinal(Ordinal::Last) => one(count.checked_sub(1)?),
        Form::Ordinal(Ordinal::Middle) => one(count.saturating_sub(1) / 2),
        Form::Ordinal(Ordinal::All) => Some(0..count),
        Form::Range(first, last) => {
            let (first, last) = (place(*first)?, place(*last)?);
            Some(first.min(last)..first.max(last) + 1)
        }
        Form::Ordinal(Ordinal::Any) => one(any),
        Form::Name(_) | Form::Id(_) | Form::Property(_) => None,
    }
}

fn is_single(form: &Form) -> bool {
    !matches!(form, Form::Ordinal(Ordinal::All) | Form::Range(..))
}

impl Interpreter<'_> {
    /// The element of a value of the language; `None` when it is not there.
    pub(super) fn element_of_value(&mut self, value: &Value, class: Code, form: &Form) -> Run<Option<Value>> {
        match value {
            Value::List(items) => {
                let matching: Vec<Value> = items
                    .borrow()
                    .iter()
                    .filter(|item| class == Code::ITEM || is_of(item, class))
                    .cloned()
                    .collect();
                let Some(places) = places(form, matching.len(), self.any_of(matching.len())) else {
                    return Ok(None);
                };
                self.selected(matching[places].to_vec(), form)
            }
            Value::Text(text) => self.element_of_text(text, class, form),
            _ => Ok(None),
        }
    }

    fn selected(&mut self, mut found: Vec<Value>, form: &Form) -> Run<Option<Value>> {
        if is_single(form) {
            return Ok(found.pop());
        }
        self.made(Value::list(found)).map(Some)
    }

    fn element_of_text(&mut self, text: &str, class: Code, form: &Form) -> Run<Option<Value>> {
        self.host.step(text.len())?;
        let parts: Vec<String> = match class {
            Code::CHARACTER | Code::ITEM | Code::TEXT => text.chars().map(String::from).collect(),
            Code::WORD => words_of(text),
            Code::PARAGRAPH => paragraphs_of(text),
            Code::TEXT_ITEM => self.text_items_of(text),
            _ => return Ok(None),
        };
        let Some(places) = places(form, parts.len(), self.any_of(parts.len())) else {
            return Ok(None);
        };
        let chosen = &parts[places];
        if class == Code::TEXT {
            return Ok(Some(Value::text(chosen.concat())));
        }
        self.selected(chosen.iter().map(Value::text).collect(), form)
    }

    fn text_items_of(&self, text: &str) -> Vec<String> {
        let delimiter = self.delimiter();
        if delimiter.is_empty() {
            return text.chars().map(String::from).collect();
        }
        text.split(&delimiter).map(str::to_owned).collect()
    }

    /// How many elements of a class a value has; `None` where it can have none.
    pub(super) fn count_of_value(&mut self, value: &Value, class: Option<Code>) -> Run<Option<Value>> {
        let all = Form::Ordinal(Ordinal::All);
        let elements = match (value, class) {
            (Value::Record(fields), None) => return Ok(Some(Value::Integer(fields.borrow().len() as i32))),
            (_, None) => self.element_of_value(value, Code::ITEM, &all)?,
            (_, Some(class)) => self.element_of_value(value, class, &all)?,
        };
        Ok(match elements {
            Some(Value::List(items)) => Some(Value::Integer(items.borrow().len() as i32)),
            _ => None,
        })
    }
}

/// Whether an item of a list is of a class.
fn is_of(item: &Value, class: Code) -> bool {
    let own = item.class();
    own == class
        || (class == Code::NUMBER && matches!(own, Code::INTEGER | Code::REAL))
        || (class == Code::TEXT && own == Code::STRING)
}

//! Setting: variables, properties, elements, ends of lists, and what belongs to an application.

use super::super::code::Code;
use super::super::error::ScriptError;
use super::super::syntax::{Expression, ExpressionKind, Selector};
use super::super::value::{Form, Label, Ordinal, Reference, Value, as_list, as_text};
use super::{Event, Interpreter, Run, Trouble};
use std::rc::Rc;

impl Interpreter<'_> {
    /// Sets what an expression refers to.
    pub(super) fn assign(&mut self, target: &Expression, value: Value) -> Run<()> {
        let set = self.nested(|interpreter| interpreter.set(target, value));
        set.map_err(|trouble| trouble.at(&target.range))
    }

    fn set(&mut self, target: &Expression, value: Value) -> Run<()> {
        match &target.kind {
            ExpressionKind::Variable(name) => {
                self.set_variable(name, value);
                Ok(())
            }
            ExpressionKind::List(targets) => self.set_each(targets, &value),
            ExpressionKind::Property { label, of } => self.set_property(target, label, of.as_deref(), value),
            ExpressionKind::Element { class, selector, of } => {
                self.set_element(target, (*class, selector), of.as_deref(), value)
            }
            ExpressionKind::Insertion { at_end, of } => self.insert(*at_end, of, value),
            _ => Err(self.cant_set("this", &value)),
        }
    }

    fn cant_set(&self, what: &str, value: &Value) -> Trouble {
        let message = format!("Can’t set {what} to {}.", self.show(value));
        ScriptError::new(ScriptError::CANT_SET, message).into()
    }

    /// `set {a, b} to {1, 2}`.
    fn set_each(&mut self, targets: &[Expression], value: &Value) -> Run<()> {
        let Value::List(items) = as_list(value) else {
            return Ok(());
        };
        let items = items.borrow().clone();
        for (index, target) in targets.iter().enumerate() {
            let Some(item) = items.get(index) else {
                let what = format!("item {}", index + 1);
                return Err(self.cant_get(&what, Some(target), value));
            };
            self.assign(target, item.clone())?;
        }
        Ok(())
    }

    fn set_property(
        &mut self,
        target: &Expression,
        label: &Label,
        of: Option<&Expression>,
        value: Value,
    ) -> Run<()> {
        let container = self.container(of)?;
        match (&container, label) {
            (Value::AppleScript | Value::Script, Label::Code(Code::DELIMITERS)) => {
                self.set_delimiters(&value)
            }
            (Value::Application(_) | Value::Reference(_), Label::Code(_)) => {
                self.set_of_application(target, value)
            }
            (Value::Script, Label::Own(name, _)) => {
                self.globals.insert(name.clone(), value);
                Ok(())
            }
            (Value::Record(fields), _) => {
                let mut fields = fields.borrow_mut();
                match fields.iter_mut().find(|(known, _)| known.is(label)) {
                    Some((_, field)) => {
                        *field = value;
                        Ok(())
                    }
                    None => {
                        drop(fields);
                        Err(self.cant_set_part(label, &container, &value))
                    }
                }
            }
            _ => Err(self.cant_set_part(label, &container, &value)),
        }
    }

    fn cant_set_part(&self, label: &Label, container: &Value, value: &Value) -> Trouble {
        use super::super::display::Words;
        let name = match label {
            Label::Code(code) => self.script.words().property(*code),
            Label::Own(_, written) => written.clone(),
        };
        self.cant_set(&format!("{name} of {}", self.show(container)), value)
    }

    fn set_delimiters(&mut self, value: &Value) -> Run<()> {
        let Value::List(items) = as_list(value) else {
            return Ok(());
        };
        let texts: Result<Vec<_>, _> = items
            .borrow()
            .iter()
            .map(|item| as_text(item, "", self.script.words()))
            .collect();
        self.delimiters = texts?;
        Ok(())
    }

    fn set_of_application(&mut self, target: &Expression, value: Value) -> Run<()> {
        let Value::Reference(reference) = self.object(target)? else {
            return Err(self.cant_set("this", &value));
        };
        self.send_set(&reference, value)
    }

    fn send_set(&mut self, reference: &Rc<Reference>, value: Value) -> Run<()> {
        let event = Event {
            application: Rc::clone(&reference.application),
            class: Code::CORE,
            id: Code::SET_DATA,
            parameters: vec![
                (Code::DIRECT, Value::Reference(Rc::clone(reference))),
                (Code::KEY_DATA, value),
            ],
            timeout: self.timeout,
        };
        self.send("set", event).map(|_| ())
    }

    fn set_element(
        &mut self,
        target: &Expression,
        (class, selector): (Code, &Selector),
        of: Option<&Expression>,
        value: Value,
    ) -> Run<()> {
        let container = self.container(of)?;
        if matches!(container, Value::Application(_) | Value::Reference(_)) {
            return self.set_of_application(target, value);
        }
        let form = self.form(selector)?;
        if let (Value::List(items), Code::ITEM) = (&container, class) {
            let mut items = items.borrow_mut();
            if let Some(place) = place_in_list(&form, items.len()) {
                items[place] = value;
                return Ok(());
            }
        }
        let what = self.show_element(class, &form);
        Err(self.cant_set(&format!("{what} of {}", self.show(&container)), &value))
    }

    /// `set end of list to value`.
    fn insert(&mut self, at_end: bool, of: &Expression, value: Value) -> Run<()> {
        let container = self.object(of)?;
        let Value::List(items) = &container else {
            let place = if at_end { "end" } else { "beginning" };
            return Err(self.cant_set(&format!("{place} of {}", self.show(&container)), &value));
        };
        if container.size() + 16 > self.host.room() {
            return Err(ScriptError::new(ScriptError::MEMORY_FULL, "Out of memory.").into());
        }
        let place = if at_end { items.borrow().len() } else { 0 };
        items.borrow_mut().insert(place, value);
        Ok(())
    }
}

/// Where in a list one item is.
fn place_in_list(form: &Form, count: usize) -> Option<usize> {
    let place = match form {
        Form::Index(index) if *index > 0 => usize::try_from(*index).ok()? - 1,
        Form::Index(index) if *index < 0 => count.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)?,
        Form::Ordinal(Ordinal::First) => 0,
        Form::Ordinal(Ordinal::Last) => count.checked_sub(1)?,
        _ => return None,
    };
    (place < count).then_some(place)
}

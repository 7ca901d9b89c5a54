//! Expressions: as a value, where references are resolved by asking the application, and as an object, where they are not.

use super::super::code::Code;
use super::super::error::ScriptError;
use super::super::syntax::{Expression, ExpressionKind, Operator, Selector};
use super::super::value::{Form, Label, Ordinal, Reference, Value, as_number, as_text, cant_make, coerce};
use super::operators::apply;
use super::{Event, Frame, Interpreter, Run, Trouble, undefined};
use std::rc::Rc;

impl Interpreter<'_> {
    /// What an expression is worth, where a value is needed.
    pub(super) fn value(&mut self, expression: &Expression) -> Run<Value> {
        required(self.outcome(expression)?, expression)
    }

    /// What an expression is worth; [`Value::Nothing`] where it was a command or a handler that gives nothing.
    pub(super) fn outcome(&mut self, expression: &Expression) -> Run<Value> {
        let object = self.found(expression)?;
        let names_object = matches!(
            expression.kind,
            ExpressionKind::Property { .. } | ExpressionKind::Element { .. }
        );
        match object {
            Value::Reference(reference) if names_object => {
                let got = self.get(&reference);
                got.map_err(|trouble| trouble.at(&expression.range))
            }
            object => Ok(object),
        }
    }

    /// Asks the application for what a reference refers to.
    pub(super) fn get(&mut self, reference: &Rc<Reference>) -> Run<Value> {
        let direct = Value::Reference(Rc::clone(reference));
        let event = Event {
            application: Rc::clone(&reference.application),
            class: Code::CORE,
            id: Code::GET_DATA,
            parameters: vec![(Code::DIRECT, direct)],
            timeout: self.timeout,
        };
        self.send("get", event)
    }

    /// What an expression refers to, where there has to be something.
    pub(super) fn object(&mut self, expression: &Expression) -> Run<Value> {
        required(self.found(expression)?, expression)
    }

    fn found(&mut self, expression: &Expression) -> Run<Value> {
        let found = self.nested(|interpreter| interpreter.find(expression));
        found.map_err(|trouble| trouble.at(&expression.range))
    }

    fn find(&mut self, expression: &Expression) -> Run<Value> {
        match &expression.kind {
            ExpressionKind::Literal(value) => Ok(value.clone()),
            ExpressionKind::Variable(name) => self.variable(name),
            ExpressionKind::It => Ok(self.target.clone()),
            ExpressionKind::Me => Ok(Value::Script),
            ExpressionKind::Result => self.result.clone().ok_or_else(|| undefined("result")),
            ExpressionKind::List(items) => {
                let items: Run<Vec<_>> = items.iter().map(|item| self.value(item)).collect();
                self.made(Value::list(items?))
            }
            ExpressionKind::Record(fields) => {
                let mut made = Vec::new();
                for (label, value) in fields {
                    made.push((label.clone(), self.value(value)?));
                }
                self.made(Value::record(made))
            }
            ExpressionKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExpressionKind::Not(inner) => Ok(Value::Boolean(!self.is_true(inner)?)),
            ExpressionKind::Negate(inner) => {
                let value = self.value(inner)?;
                let words = self.script.words();
                Ok(apply(Operator::Subtract, &Value::Integer(0), &value, "", words)?)
            }
            ExpressionKind::Coerce(inner, class) => {
                let value = self.value(inner)?;
                let made = coerce(&value, *class, &self.delimiter(), self.script.words())?;
                self.made(made)
            }
            ExpressionKind::Property { label, of } => self.property(label, of.as_deref()),
            ExpressionKind::Element { class, selector, of } => self.element(*class, selector, of.as_deref()),
            ExpressionKind::Insertion { .. } => {
                Err(ScriptError::new(ScriptError::CANT_GET, "Can’t get an insertion point.").into())
            }
            ExpressionKind::Call {
                name,
                arguments,
                mine,
            } => self.call(name, arguments, *mine),
            ExpressionKind::Command {
                name,
                class,
                id,
                direct,
                parameters,
            } => self.command(name, (*class, *id), direct.as_deref(), parameters),
            ExpressionKind::Application(name) => {
                let name = self.value(name)?;
                let name = as_text(&name, "", self.script.words())?;
                Ok(Value::Application(name.into()))
            }
            ExpressionKind::ReferenceTo(object) => match self.object(object)? {
                object @ (Value::Reference(_) | Value::Application(_)) => Ok(object),
                // There are references to objects of applications only.
                other => Err(cant_make(&other, "reference", self.script.words()).into()),
            },
        }
    }

    fn binary(&mut self, operator: Operator, left: &Expression, right: &Expression) -> Run<Value> {
        match operator {
            Operator::And => return Ok(Value::Boolean(self.is_true(left)? && self.is_true(right)?)),
            Operator::Or => return Ok(Value::Boolean(self.is_true(left)? || self.is_true(right)?)),
            _ => {}
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        if operator == Operator::Concatenate && left.size() + right.size() > self.host.room() {
            return Err(ScriptError::new(ScriptError::MEMORY_FULL, "Out of memory.").into());
        }
        let made = apply(operator, &left, &right, &self.delimiter(), self.script.words())?;
        self.made(made)
    }

    /// The container of an object: what it says, or the target of the tell.
    pub(super) fn container(&mut self, of: Option<&Expression>) -> Run<Value> {
        match of {
            Some(container) => self.object(container),
            None => Ok(self.target.clone()),
        }
    }

    fn property(&mut self, label: &Label, of: Option<&Expression>) -> Run<Value> {
        let container = self.container(of)?;
        if let Label::Code(Code::DELIMITERS) = label
            && matches!(container, Value::AppleScript | Value::Script)
        {
            return Ok(Value::list(self.delimiters.iter().map(Value::text).collect()));
        }
        match (&container, label) {
            (Value::Application(_) | Value::Reference(_), Label::Code(Code::CONTENTS)) => {
                Ok(match container {
                    Value::Reference(reference) => self.get(&reference)?,
                    other => other,
                })
            }
            (Value::Application(_) | Value::Reference(_), Label::Code(code)) => {
                Ok(refer(&container, Code::PROPERTY, Form::Property(*code)))
            }
            (Value::Script, Label::Own(name, _)) => {
                let known = self.globals.get(name).cloned();
                known.ok_or_else(|| self.cant_get_property(label, of, &container))
            }
            _ => {
                let found = self.property_of_value(&container, label)?;
                found.ok_or_else(|| self.cant_get_property(label, of, &container))
            }
        }
    }

    /// The property of a value of the language.
    fn property_of_value(&mut self, value: &Value, label: &Label) -> Run<Option<Value>> {
        if let Some(field) = value.field(label) {
            return Ok(Some(field));
        }
        let Label::Code(code) = label else { return Ok(None) };
        let count = |length: usize| Value::Integer(length as i32);
        Ok(match (*code, value) {
            (Code::CLASS, Value::Script | Value::AppleScript) => None,
            (Code::CLASS, value) => Some(Value::Class(value.class())),
            (Code::CONTENTS, value) => Some(value.clone()),
            (Code::LENGTH, Value::Text(text)) => Some(count(text.chars().count())),
            (Code::LENGTH, Value::List(items)) => Some(count(items.borrow().len())),
            (Code::LENGTH, Value::Record(fields)) => Some(count(fields.borrow().len())),
            (Code::REVERSE, Value::List(items)) => {
                let reversed = items.borrow().iter().rev().cloned().collect();
                Some(self.made(Value::list(reversed))?)
            }
            (Code::REST, Value::List(items)) if !items.borrow().is_empty() => {
                let rest = items.borrow()[1..].to_vec();
                Some(self.made(Value::list(rest))?)
            }
            (Code::NAME, Value::Application(name)) => Some(Value::Text(Rc::clone(name))),
            (Code::VERSION, Value::AppleScript) => Some(Value::text("1.1")),
            _ => None,
        })
    }

    fn cant_get_property(&self, label: &Label, of: Option<&Expression>, container: &Value) -> Trouble {
        use super::super::display::Words;
        let name = match label {
            Label::Code(code) => self.script.words().property(*code),
            Label::Own(_, written) => written.clone(),
        };
        self.cant_get(&name, of, container)
    }

    /// -1728, with what was not found, and in what.
    pub(super) fn cant_get(&self, what: &str, of: Option<&Expression>, container: &Value) -> Trouble {
        let place = match (of, container) {
            (None, Value::Script) => String::new(),
            _ => format!(" of {}", self.show(container)),
        };
        ScriptError::new(ScriptError::CANT_GET, format!("Can’t get {what}{place}.")).into()
    }

    fn element(&mut self, class: Code, selector: &Selector, of: Option<&Expression>) -> Run<Value> {
        let form = self.form(selector)?;
        let container = self.container(of)?;
        match container {
            Value::Application(_) | Value::Reference(_) => Ok(refer(&container, class, form)),
            _ => {
                let found = self.element_of_value(&container, class, &form)?;
                found.ok_or_else(|| {
                    let what = self.show_element(class, &form);
                    self.cant_get(&what, of, &container)
                })
            }
        }
    }

    /// How an element that is not there is called.
    pub(super) fn show_element(&self, class: Code, form: &Form) -> String {
        use super::super::display::{Words, word_of};
        let class = self.script.words().class(class);
        match form {
            Form::Index(index) => format!("{class} {index}"),
            Form::Ordinal(ordinal) => format!("{} {class}", word_of(*ordinal)),
            Form::Range(first, last) => format!("{class} {first} thru {last}"),
            Form::Name(name) => format!("{class} \"{name}\""),
            Form::Id(id) => format!("{class} id {}", self.show(id)),
            Form::Property(_) => class,
        }
    }

    /// Which elements a selector means.
    pub(super) fn form(&mut self, selector: &Selector) -> Run<Form> {
        Ok(match selector {
            Selector::Ordinal(ordinal) => Form::Ordinal(*ordinal),
            Selector::Key(key) => {
                let value = self.value(key)?;
                match &value {
                    Value::Text(name) => Form::Name(Rc::clone(name)),
                    _ => Form::Index(self.index(&value, key)?),
                }
            }
            Selector::Name(key) => {
                let value = self.value(key)?;
                Form::Name(as_text(&value, "", self.script.words())?.into())
            }
            Selector::Id(key) => {
                let value = self.value(key)?;
                match &value {
                    Value::Text(_) => Form::Id(value),
                    _ => Form::Id(Value::Integer(self.index(&value, key)?)),
                }
            }
            Selector::Range(first, last) => {
                let (first_value, last_value) = (self.value(first)?, self.value(last)?);
                Form::Range(self.index(&first_value, first)?, self.index(&last_value, last)?)
            }
        })
    }

    fn index(&self, value: &Value, key: &Expression) -> Run<i32> {
        match as_number(value) {
            Some(number) if number.fract() == 0.0 && number.abs() < f64::from(i32::MAX) => Ok(number as i32),
            _ => {
                let error = cant_make(value, "integer", self.script.words());
                Err(Trouble::from(error).at(&key.range))
            }
        }
    }

    /// Calls a handler of the script.
    fn call(&mut self, name: &str, arguments: &[Expression], mine: bool) -> Run<Value> {
        let arguments: Run<Vec<_>> = arguments.iter().map(|argument| self.value(argument)).collect();
        let arguments = arguments?;
        let script = self.script;
        let handler = script.handlers.iter().find(|handler| handler.name == name);
        let is_told = !mine && !matches!(self.target, Value::Script);
        let Some(handler) = handler.filter(|_| !is_told) else {
            let target = if mine { Value::Script } else { self.target.clone() };
            return Err(self.not_understood(&target, name));
        };
        if handler.parameters.len() != arguments.len() {
            let given = self.show(&Value::list(arguments));
            let wanted = handler.parameters.join(", ");
            let message = format!("{given} doesn’t match the parameters {{{wanted}}} for {name}.");
            return Err(ScriptError::new(ScriptError::WRONG_ARGUMENTS, message).into());
        }
        self.step()?;
        let mut frame = Frame::default();
        frame.local.extend(handler.parameters.iter().cloned());
        frame
            .locals
            .extend(handler.parameters.iter().cloned().zip(arguments));
        let outer = std::mem::replace(&mut self.frame, frame);
        let target = std::mem::replace(&mut self.target, Value::Script);
        self.result = None;
        let end = self.block(&handler.body);
        self.frame = outer;
        self.target = target;
        Ok(match end? {
            super::Flow::Return(value) => value,
            super::Flow::Next | super::Flow::Exit => self.result.take().unwrap_or(Value::Nothing),
        })
    }

    /// errAEEventNotHandled.
    pub(super) fn not_understood(&self, target: &Value, message: &str) -> Trouble {
        let text = format!("{} doesn’t understand the {message} message.", self.show(target));
        ScriptError::new(ScriptError::NOT_UNDERSTOOD, text).into()
    }
}

/// errASNoResultReturned instead of no value.
fn required(value: Value, expression: &Expression) -> Run<Value> {
    if !matches!(value, Value::Nothing) {
        return Ok(value);
    }
    let message = "No result was returned for some argument of this expression.";
    Err(ScriptError::at(ScriptError::NO_RESULT, message, expression.range.clone()).into())
}

/// A reference to something in an application or in one of its objects.
fn refer(container: &Value, want: Code, form: Form) -> Value {
    let (application, container) = match container {
        Value::Reference(reference) => (Rc::clone(&reference.application), Some(Rc::clone(reference))),
        Value::Application(name) => (Rc::clone(name), None),
        _ => return Value::Nothing,
    };
    // `first` and the like are indices to an application as well; `some` and `every` are not.
    let form = match form {
        Form::Ordinal(Ordinal::First) => Form::Index(1),
        Form::Ordinal(Ordinal::Last) => Form::Index(-1),
        other => other,
    };
    Value::Reference(Rc::new(Reference {
        application,
        want,
        form,
        container,
    }))
}

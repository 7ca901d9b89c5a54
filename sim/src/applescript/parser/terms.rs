//! Words of a dictionary: commands with their parameters, classes with what tells which object, properties, constants.

use super::super::code::Code;
use super::super::error::ScriptError;
use super::super::lexer::Kind;
use super::super::syntax::{Expression, ExpressionKind, Selector};
use super::super::terms::{Command, Parameter, Term};
use super::super::value::{Label, Ordinal, Value};
use super::{LONGEST_TERM, Parsed, Parser, is_reserved};
use std::ops::Range;

/// Words that go on after an operand and so are no names there.
const OPERATORS: [&str; 8] = [
    "starts", "begins", "ends", "comes", "less", "greater", "exists", "seconds",
];

impl Parser<'_> {
    /// Words of a dictionary, or a name.
    pub(super) fn term(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        let (length, terms) = self.vocabulary.terms(&self.tokens.words(LONGEST_TERM));
        if terms.is_empty() {
            return self.name();
        }
        let mark = self.tokens.mark();
        (0..length).for_each(|_| self.tokens.advance());
        let has_selector = self.begins_selector();
        let mut property = None;
        let mut class = None;
        for term in terms {
            match term {
                Term::Command(command) => return self.command(&command, start),
                Term::Plural(code) => return self.plural(code, has_selector, start),
                Term::Constant(code) => {
                    return self.node(ExpressionKind::Literal(Value::Constant(code)), start);
                }
                Term::Property(code) => property = property.or(Some(code)),
                Term::Class(code) => class = class.or(Some(code)),
            }
        }
        let is_part = property.is_some() && (class.is_none() || self.is_before_container());
        match (class, property) {
            (Some(class), _) if has_selector => {
                let selector = self.selector()?;
                self.element(class, selector, start)
            }
            (_, Some(code)) if is_part => {
                let label = Label::Code(code);
                self.node(ExpressionKind::Property { label, of: None }, start)
            }
            (Some(class), _) => self.node(ExpressionKind::Literal(Value::Class(class)), start),
            _ => {
                self.tokens.back_to(mark);
                self.name()
            }
        }
    }

    fn is_before_container(&self) -> bool {
        self.tokens.is_word("of") || self.tokens.is_word("in")
    }

    fn plural(&mut self, class: Code, has_selector: bool, start: usize) -> Parsed<Expression> {
        let selector = if has_selector {
            self.selector()?
        } else {
            Selector::Ordinal(Ordinal::All)
        };
        self.element(class, selector, start)
    }

    /// Whether something that tells which object comes next.
    pub(super) fn begins_selector(&self) -> bool {
        match self.tokens.peek() {
            Kind::Number(_) | Kind::Text(_) | Kind::Sign("(" | "-") => true,
            Kind::Word { barred: true, .. } => true,
            Kind::Word { lower, .. } => {
                if matches!(lower.as_str(), "id" | "named" | "index") {
                    return true;
                }
                let is_name = !is_reserved(lower) && !OPERATORS.contains(&lower.as_str());
                is_name && self.vocabulary.terms(&self.tokens.words(LONGEST_TERM)).0 == 0
            }
            _ => false,
        }
    }

    pub(super) fn selector(&mut self) -> Parsed<Selector> {
        if self.tokens.take_word("named") {
            return Ok(Selector::Name(Box::new(self.key()?)));
        }
        if self.tokens.take_word("id") {
            return Ok(Selector::Id(Box::new(self.key()?)));
        }
        self.tokens.take_word("index");
        let key = Box::new(self.key()?);
        if self.tokens.take_word("thru") || self.tokens.take_word("through") {
            return Ok(Selector::Range(key, Box::new(self.key()?)));
        }
        Ok(Selector::Key(key))
    }

    /// A number, a text, a name, or something in brackets.
    fn key(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        if self.tokens.take_sign("-") {
            let inner = self.nested(Self::key)?;
            return self.node(ExpressionKind::Negate(Box::new(inner)), start);
        }
        match self.tokens.peek() {
            Kind::Number(_) | Kind::Text(_) | Kind::Sign("(") => self.simple(),
            Kind::Word { .. } => self.name(),
            _ => self.expected("expression"),
        }
    }

    /// A command with its parameters.
    fn command(&mut self, command: &Command, start: usize) -> Parsed<Expression> {
        if command.id == Code::COUNT {
            self.tokens.take_word("of");
        }
        let has_direct =
            command.takes_direct && self.begins_expression() && self.parameter_of(command).is_none();
        let direct = if has_direct {
            Some(Box::new(self.operand()?))
        } else {
            None
        };
        let mut parameters = Vec::new();
        loop {
            let range = self.tokens.range();
            let flag = self.tokens.is_word("with") || self.tokens.is_word("without");
            if let Some((length, parameter)) = self.parameter_of(command) {
                (0..length).for_each(|_| self.tokens.advance());
                parameters.push((parameter.key, self.parameter_value(&parameter)?));
            } else if flag {
                match self.flag_of(command)? {
                    Some(flag) => parameters.push(flag),
                    None => break,
                }
            } else {
                break;
            }
            check_given_once(command, &parameters, range)?;
        }
        let kind = ExpressionKind::Command {
            name: command.name.clone(),
            class: command.class,
            id: command.id,
            direct,
            parameters,
        };
        self.node(kind, start)
    }

    /// The parameter whose words come next, and how many they are.
    fn parameter_of(&self, command: &Command) -> Option<(usize, Parameter)> {
        let words = self.tokens.words(LONGEST_TERM);
        let matching = command.parameters.iter().filter_map(|parameter| {
            let parts: Vec<&str> = parameter.name.split(' ').collect();
            words
                .starts_with(&parts)
                .then(|| (parts.len(), parameter.clone()))
        });
        matching.max_by_key(|(length, _)| *length)
    }

    fn parameter_value(&mut self, parameter: &Parameter) -> Parsed<Expression> {
        let start = self.tokens.start();
        if parameter.kind != Code(*b"type") {
            return self.expression();
        }
        let class = self.class_name()?;
        self.node(ExpressionKind::Literal(Value::Class(class)), start)
    }

    /// `with replacing`, `without replacing`; not taken when no such parameter is meant.
    fn flag_of(&mut self, command: &Command) -> Parsed<Option<(Code, Expression)>> {
        let start = self.tokens.start();
        let mark = self.tokens.mark();
        let is_on = self.tokens.is_word("with");
        self.tokens.advance();
        let Some((length, parameter)) = self.parameter_of(command) else {
            self.tokens.back_to(mark);
            return Ok(None);
        };
        (0..length).for_each(|_| self.tokens.advance());
        let value = self.node(ExpressionKind::Literal(Value::Boolean(is_on)), start)?;
        Ok(Some((parameter.key, value)))
    }
}

/// Whether the last parameter is there for the first time.
fn check_given_once(command: &Command, parameters: &[(Code, Expression)], range: Range<usize>) -> Parsed<()> {
    let Some(((key, _), before)) = parameters.split_last() else {
        return Ok(());
    };
    if before.iter().all(|(known, _)| known != key) {
        return Ok(());
    }
    let named = command.parameters.iter().find(|parameter| parameter.key == *key);
    let name = named.map_or("", |parameter| parameter.name.as_str());
    let message = format!("The {name} parameter is specified more than once.");
    Err(ScriptError::at(ScriptError::DUPLICATE_PARAMETER, message, range))
}

//! Lists, records, names of classes, and codes that stand for themselves.

use super::super::code::Code;
use super::super::lexer::Kind;
use super::super::syntax::{Expression, ExpressionKind};
use super::super::terms::Term;
use super::super::value::{Label, Value};
use super::{LONGEST_TERM, Parsed, Parser};

impl Parser<'_> {
    /// Expressions between brackets.
    pub(super) fn items(&mut self, open: &str, close: &str) -> Parsed<Vec<Expression>> {
        self.expect_sign(open)?;
        let mut items = Vec::new();
        if self.tokens.take_sign(close) {
            return Ok(items);
        }
        loop {
            items.push(self.expression()?);
            if self.tokens.take_sign(close) {
                return Ok(items);
            }
            if !self.tokens.take_sign(",") {
                return self.expected(&format!("“,” or “{close}”"));
            }
        }
    }

    /// A list or a record.
    pub(super) fn braces(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        let mark = self.tokens.mark();
        self.tokens.advance();
        if self.label()?.is_none() {
            self.tokens.back_to(mark);
            let items = self.items("{", "}")?;
            return self.node(ExpressionKind::List(items), start);
        }
        self.tokens.back_to(mark);
        self.tokens.advance();
        let mut fields = Vec::new();
        loop {
            let Some(label) = self.label()? else {
                return self.expected("identifier");
            };
            fields.push((label, self.expression()?));
            if self.tokens.take_sign("}") {
                return self.node(ExpressionKind::Record(fields), start);
            }
            if !self.tokens.take_sign(",") {
                return self.expected("“,” or “}”");
            }
        }
    }

    /// The label of a field with its colon; `None`, and somewhere behind it, when there is none.
    pub(super) fn label(&mut self) -> Parsed<Option<Label>> {
        if let Kind::Raw { word, code } = self.tokens.peek().clone() {
            let code = Code::parse(&code).filter(|_| matches!(word.as_str(), "class" | "property"));
            self.tokens.advance();
            return Ok(code.filter(|_| self.tokens.take_sign(":")).map(Label::Code));
        }
        let (length, terms) = self.vocabulary.terms(&self.tokens.words(LONGEST_TERM));
        let code = terms.iter().find_map(|term| match term {
            Term::Property(code) | Term::Class(code) => Some(*code),
            _ => None,
        });
        if let Some(code) = code {
            let mark = self.tokens.mark();
            (0..length).for_each(|_| self.tokens.advance());
            if self.tokens.take_sign(":") {
                return Ok(Some(Label::Code(code)));
            }
            self.tokens.back_to(mark);
        }
        let name = self.tokens.take_name();
        Ok(name
            .filter(|_| self.tokens.take_sign(":"))
            .map(|(lower, written)| Label::Own(lower, written)))
    }

    /// A class by name or by code.
    pub(super) fn class_name(&mut self) -> Parsed<Code> {
        if let Kind::Raw { word, code } = self.tokens.peek()
            && word == "class"
            && let Some(code) = Code::parse(code)
        {
            self.tokens.advance();
            return Ok(code);
        }
        let (length, terms) = self.vocabulary.terms(&self.tokens.words(LONGEST_TERM));
        let class = terms.iter().find_map(|term| match term {
            Term::Class(code) | Term::Plural(code) => Some(*code),
            _ => None,
        });
        let Some(class) = class else {
            return self.expected("class name");
        };
        (0..length).for_each(|_| self.tokens.advance());
        Ok(class)
    }

    /// A code that stands for itself.
    pub(super) fn raw(&mut self, word: &str, code: &str) -> Parsed<Expression> {
        let start = self.tokens.start();
        let characters: Vec<char> = code.chars().filter(|&character| character != ' ').collect();
        let of = |part: &[char]| Code::parse(&part.iter().collect::<String>());
        match (word, characters.len()) {
            ("event", 8) => {
                if let (Some(class), Some(id)) = (of(&characters[..4]), of(&characters[4..])) {
                    self.tokens.advance();
                    return self.raw_event(class, id, start);
                }
            }
            ("constant", 8) => {
                if let Some(code) = of(&characters[4..]) {
                    self.tokens.advance();
                    return self.node(ExpressionKind::Literal(Value::Constant(code)), start);
                }
            }
            _ => {}
        }
        match (word, Code::parse(code)) {
            ("property", Some(code)) => {
                self.tokens.advance();
                let label = Label::Code(code);
                self.node(ExpressionKind::Property { label, of: None }, start)
            }
            ("class", Some(code)) => {
                self.tokens.advance();
                if self.begins_selector() {
                    let selector = self.selector()?;
                    return self.element(code, selector, start);
                }
                self.node(ExpressionKind::Literal(Value::Class(code)), start)
            }
            _ => self.expected("“class”, “property”, “constant” or “event” with its code"),
        }
    }

    /// `«event abcdefgh» direct given «class key»:value, ...`.
    fn raw_event(&mut self, class: Code, id: Code, start: usize) -> Parsed<Expression> {
        let direct = if self.begins_expression() {
            Some(Box::new(self.operand()?))
        } else {
            None
        };
        let mut parameters = Vec::new();
        if self.tokens.take_word("given") {
            loop {
                let key = self.class_name()?;
                self.expect_sign(":")?;
                parameters.push((key, self.expression()?));
                if !self.tokens.take_sign(",") {
                    break;
                }
            }
        }
        let kind = ExpressionKind::Command {
            name: format!("«event {class}{id}»"),
            class,
            id,
            direct,
            parameters,
        };
        self.node(kind, start)
    }
}

//! Operands: literals, names, what an application has and can be told, with `of` and `'s`.

use super::super::code::Code;
use super::super::lexer::Kind;
use super::super::syntax::{Expression, ExpressionKind, Selector};
use super::super::value::{Label, Ordinal, Value};
use super::{Parsed, Parser};

/// Names that stand for a text.
const TEXTS: [(&str, &str); 3] = [("return", "\r"), ("space", " "), ("tab", "\t")];

const NUMERALS: [&str; 9] = [
    "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];

const ORDINALS: [(&str, Ordinal); 7] = [
    ("every", Ordinal::All),
    ("some", Ordinal::Any),
    ("first", Ordinal::First),
    ("front", Ordinal::First),
    ("last", Ordinal::Last),
    ("back", Ordinal::Last),
    ("middle", Ordinal::Middle),
];

impl Parser<'_> {
    /// An operand, with the containers that it is in.
    pub(super) fn operand(&mut self) -> Parsed<Expression> {
        self.nested(Self::operand_here)
    }

    fn operand_here(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        let operand = self.contained()?;
        if !self.tokens.take_word("exists") {
            return Ok(operand);
        }
        let kind = ExpressionKind::Command {
            name: "exists".to_owned(),
            class: Code::CORE,
            id: Code::EXISTS,
            direct: Some(Box::new(operand)),
            parameters: Vec::new(),
        };
        self.node(kind, start)
    }

    fn contained(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        let mut operand = self.simple()?;
        while self.tokens.take_sign("'s") {
            let part = self.simple()?;
            operand = self.part_of(part, operand, start)?;
        }
        let is_open = is_open(&operand);
        let by_in =
            is_open && !matches!(operand.kind, ExpressionKind::Variable(_)) && self.tokens.is_word("in");
        if by_in || (is_open && self.tokens.is_word("of")) {
            self.tokens.advance();
            let container = self.nested(Self::contained)?;
            operand = self.part_of(operand, container, start)?;
        }
        Ok(operand)
    }

    /// Puts a part into its container.
    fn part_of(&self, part: Expression, container: Expression, start: usize) -> Parsed<Expression> {
        let of = Some(Box::new(container));
        let kind = match part.kind {
            ExpressionKind::Property { label, of: None } => ExpressionKind::Property { label, of },
            ExpressionKind::Element {
                class,
                selector,
                of: None,
            } => ExpressionKind::Element { class, selector, of },
            ExpressionKind::Variable(name) => ExpressionKind::Property {
                label: Label::Own(name.clone(), name),
                of,
            },
            _ => return self.expected("property or element"),
        };
        self.node(kind, start)
    }

    /// An operand without its container.
    pub(super) fn simple(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        match self.tokens.peek().clone() {
            Kind::Number(value) => {
                self.tokens.advance();
                self.node(ExpressionKind::Literal(value), start)
            }
            Kind::Text(text) => {
                self.tokens.advance();
                self.node(ExpressionKind::Literal(Value::text(text)), start)
            }
            Kind::Sign("(") => {
                self.tokens.advance();
                let inner = self.expression()?;
                self.expect_sign(")")?;
                Ok(inner)
            }
            Kind::Sign("{") => self.braces(),
            Kind::Raw { word, code } => self.raw(&word, &code),
            Kind::Word { lower, barred, .. } => {
                if barred {
                    self.name()
                } else {
                    self.word(&lower)
                }
            }
            _ => self.expected("expression"),
        }
    }

    fn word(&mut self, word: &str) -> Parsed<Expression> {
        let start = self.tokens.start();
        let simple = match word {
            "the" => {
                self.tokens.advance();
                return self.nested(Self::simple);
            }
            "get" => {
                self.tokens.advance();
                return self.operand();
            }
            "true" | "false" => ExpressionKind::Literal(Value::Boolean(word == "true")),
            "it" => ExpressionKind::It,
            "me" => ExpressionKind::Me,
            "result" => ExpressionKind::Result,
            "applescript" => ExpressionKind::Literal(Value::AppleScript),
            "pi" => ExpressionKind::Literal(Value::Real(std::f64::consts::PI)),
            "my" => return self.own(),
            "its" => return self.of_it(),
            "a" | "reference" if self.begins_reference() => return self.reference_to(),
            "application" | "app" if self.names_application() => return self.application(),
            "number" if self.tokens.word_ahead(1) == Some("of") => return self.number_of(),
            _ => match self.text_or_position(word)? {
                Some(found) => return Ok(found),
                None => return self.term(),
            },
        };
        self.tokens.advance();
        self.node(simple, start)
    }

    /// A name for a text, or a position in words.
    fn text_or_position(&mut self, word: &str) -> Parsed<Option<Expression>> {
        let start = self.tokens.start();
        if let Some((_, text)) = TEXTS.iter().find(|(name, _)| *name == word) {
            self.tokens.advance();
            return self
                .node(ExpressionKind::Literal(Value::text(text)), start)
                .map(Some);
        }
        let numeral = NUMERALS.iter().position(|numeral| *numeral == word);
        let ordinal = ORDINALS.iter().find(|(name, _)| *name == word);
        if numeral.is_none() && ordinal.is_none() {
            return Ok(None);
        }
        self.tokens.advance();
        let class = self.class_name()?;
        let selector = match (numeral, ordinal) {
            (Some(index), _) => {
                let number = Value::Integer(index as i32 + 2);
                let literal = self.node(ExpressionKind::Literal(number), start)?;
                Selector::Key(Box::new(literal))
            }
            (None, Some(&(_, ordinal))) => Selector::Ordinal(ordinal),
            (None, None) => return Ok(None),
        };
        self.element(class, selector, start).map(Some)
    }

    pub(super) fn element(&self, class: Code, selector: Selector, start: usize) -> Parsed<Expression> {
        let kind = ExpressionKind::Element {
            class,
            selector,
            of: None,
        };
        self.node(kind, start)
    }

    /// `my name`, `my handler(...)`.
    fn own(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        self.tokens.advance();
        let (lower, written) = match self.tokens.take_name() {
            Some(name) => name,
            None => return self.expected("identifier"),
        };
        if self.tokens.is_sign("(") {
            return self.call(lower, true, start);
        }
        let me = self.node(ExpressionKind::Me, start)?;
        let kind = ExpressionKind::Property {
            label: Label::Own(lower, written),
            of: Some(Box::new(me)),
        };
        self.node(kind, start)
    }

    /// `its property`.
    fn of_it(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        self.tokens.advance();
        let part = self.simple()?;
        let it = self.node(ExpressionKind::It, start)?;
        self.part_of(part, it, start)
    }

    fn begins_reference(&self) -> bool {
        let words = self.tokens.words(3);
        words == ["a", "reference", "to"]
            || words.starts_with(&["reference", "to"])
            || words == ["a", "ref", "to"]
    }

    fn reference_to(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        self.tokens.take_word("a");
        self.tokens.advance();
        self.expect_word("to")?;
        let object = self.operand()?;
        self.node(ExpressionKind::ReferenceTo(Box::new(object)), start)
    }

    fn names_application(&mut self) -> bool {
        let mark = self.tokens.mark();
        self.tokens.advance();
        let names = matches!(self.tokens.peek(), Kind::Text(_) | Kind::Sign("("));
        self.tokens.back_to(mark);
        names
    }

    fn application(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        self.tokens.advance();
        let name = self.simple()?;
        self.node(ExpressionKind::Application(Box::new(name)), start)
    }

    /// `number of items of x`: as `count`.
    fn number_of(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        self.tokens.advance();
        self.tokens.advance();
        let direct = self.operand()?;
        let kind = ExpressionKind::Command {
            name: "count".to_owned(),
            class: Code::CORE,
            id: Code::COUNT,
            direct: Some(Box::new(direct)),
            parameters: Vec::new(),
        };
        self.node(kind, start)
    }

    /// A variable or a call.
    pub(super) fn name(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        let Some((lower, _)) = self.tokens.take_name() else {
            return self.expected("expression");
        };
        if self.tokens.is_sign("(") {
            return self.call(lower, false, start);
        }
        self.node(ExpressionKind::Variable(lower), start)
    }

    fn call(&mut self, name: String, mine: bool, start: usize) -> Parsed<Expression> {
        let arguments = self.items("(", ")")?;
        let kind = ExpressionKind::Call {
            name,
            arguments,
            mine,
        };
        self.node(kind, start)
    }
}

/// Whether `of` may follow.
fn is_open(operand: &Expression) -> bool {
    matches!(
        operand.kind,
        ExpressionKind::Property { of: None, .. }
            | ExpressionKind::Element { of: None, .. }
            | ExpressionKind::Variable(_)
    )
}

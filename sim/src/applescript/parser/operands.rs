//! Operands: literals, names, what an application has and can be told, with `of` and `'s`.

use super::super::code::Code;
use super::super::lexer::Kind;
use super::super::syntax::{Expression, ExpressionKind, Selector};
use super::super::terms::{Command, Parameter, Term};
use super::super::value::{Label, Ordinal, Value};
use super::{Parsed, Parser, is_reserved};

/// The most words that a term has.
const LONGEST_TERM: usize = 5;

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

/// Words that go on after an operand and so are no names there.
const OPERATORS: [&str; 8] = [
    "starts", "begins", "ends", "comes", "less", "greater", "exists", "seconds",
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
    fn simple(&mut self) -> Parsed<Expression> {
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

    fn element(&self, class: Code, selector: Selector, start: usize) -> Parsed<Expression> {
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
    fn name(&mut self) -> Parsed<Expression> {
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

    /// Expressions between brackets.
    fn items(&mut self, open: &str, close: &str) -> Parsed<Vec<Expression>> {
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
    fn braces(&mut self) -> Parsed<Expression> {
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
    fn label(&mut self) -> Parsed<Option<Label>> {
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
    fn raw(&mut self, word: &str, code: &str) -> Parsed<Expression> {
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

    /// Words of a dictionary, or a name.
    fn term(&mut self) -> Parsed<Expression> {
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
    fn begins_selector(&self) -> bool {
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

    fn selector(&mut self) -> Parsed<Selector> {
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

/// Whether `of` may follow.
fn is_open(operand: &Expression) -> bool {
    matches!(
        operand.kind,
        ExpressionKind::Property { of: None, .. }
            | ExpressionKind::Element { of: None, .. }
            | ExpressionKind::Variable(_)
    )
}

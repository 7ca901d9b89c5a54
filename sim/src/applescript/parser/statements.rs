//! Statements: one a line, or a block with its `end`.

use super::super::error::ScriptError;
use super::super::lexer::Kind;
use super::super::syntax::{Block, Expression, ExpressionKind, Handler, Loop, Statement, StatementKind};
use super::{Parsed, Parser, Scope, is_reserved};

impl Parser<'_> {
    /// The whole script.
    pub(super) fn script(&mut self) -> Parsed<Block> {
        let mut body = Block::new();
        self.tokens.take_end_of_line();
        while !self.tokens.is_end_of_script() {
            match self.tokens.word() {
                Some("property" | "prop") => self.property()?,
                Some("on") => self.handler()?,
                Some("to") => self.handler()?,
                Some("end") => return self.expected("end of script"),
                _ => body.push(self.line()?),
            }
        }
        if let Some(run) = self.handlers.iter().find(|handler| handler.name == "run") {
            if let Some(first) = body.first() {
                let message = "A statement can’t stand beside the handler run.";
                let range = first.range.clone();
                return Err(ScriptError::at(ScriptError::SYNTAX, message, range));
            }
            body = run.body.clone();
        }
        Ok(body)
    }

    /// A statement and the end of its line.
    fn line(&mut self) -> Parsed<Statement> {
        let statement = self.nested(Self::statement)?;
        self.expect_end_of_line()?;
        Ok(statement)
    }

    /// Statements as long as no `end` (or one of `others`) comes; that is not taken.
    fn block(&mut self, others: &[&[&str]]) -> Parsed<Block> {
        let mut block = Block::new();
        self.tokens.take_end_of_line();
        loop {
            let words = self.tokens.words(2);
            let is_other = others.iter().any(|other| words.starts_with(other));
            if is_other || words.first() == Some(&"end") {
                return Ok(block);
            }
            if self.tokens.is_end_of_script() {
                return self.expected("“end”");
            }
            block.push(self.line()?);
        }
    }

    /// `end`, or `end what`.
    fn end_of(&mut self, what: &str) -> Parsed<()> {
        self.expect_word("end")?;
        if self.tokens.is_end_of_line() || self.tokens.take_word(what) {
            return Ok(());
        }
        self.expected(&format!("“{what}”"))
    }

    fn property(&mut self) -> Parsed<()> {
        self.tokens.advance();
        let range = self.tokens.range();
        let name = self.expect_name()?;
        self.expect_sign(":")?;
        let value = self.expression()?;
        if self.properties.iter().any(|(known, _)| *known == name) {
            let message = format!("The property {name} is specified more than once.");
            return Err(ScriptError::at(ScriptError::DUPLICATE_PROPERTY, message, range));
        }
        self.properties.push((name, value));
        self.expect_end_of_line()
    }

    fn handler(&mut self) -> Parsed<()> {
        self.tokens.advance();
        let range = self.tokens.range();
        // `run` is a word of the language elsewhere.
        let name = self.expect_name()?;
        let parameters = self.parameters()?;
        self.expect_end_of_line()?;
        if self.handlers.iter().any(|handler| handler.name == name) {
            let message = format!("The handler {name} is specified more than once.");
            return Err(ScriptError::at(ScriptError::DUPLICATE_HANDLER, message, range));
        }
        self.in_handler = true;
        let loops = std::mem::take(&mut self.loops);
        let scopes = std::mem::take(&mut self.scopes);
        let body = self.block(&[]);
        self.loops = loops;
        self.scopes = scopes;
        self.in_handler = false;
        let body = body?;
        self.end_of(&name)?;
        self.handlers.push(Handler {
            name,
            parameters,
            body,
        });
        self.expect_end_of_line()
    }

    fn parameters(&mut self) -> Parsed<Vec<String>> {
        let mut parameters: Vec<String> = Vec::new();
        if !self.tokens.take_sign("(") || self.tokens.take_sign(")") {
            return Ok(parameters);
        }
        loop {
            let range = self.tokens.range();
            let name = self.expect_name()?;
            if parameters.contains(&name) {
                let message = format!("The parameter {name} is specified more than once.");
                return Err(ScriptError::at(ScriptError::DUPLICATE_PARAMETER, message, range));
            }
            parameters.push(name);
            if self.tokens.take_sign(")") {
                return Ok(parameters);
            }
            self.expect_sign(",")?;
        }
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let start = self.tokens.start();
        let kind = match self.tokens.word() {
            Some("set") => self.set()?,
            Some("copy") => self.copy()?,
            Some("if") => self.conditional()?,
            Some("repeat") => self.repeat()?,
            Some("try") => self.attempt()?,
            Some("tell") => self.tell()?,
            Some("with") => self.timeout()?,
            Some("return") => {
                self.tokens.advance();
                let value = self.until_end_of_line()?;
                StatementKind::Return(value)
            }
            Some("exit") => self.exit()?,
            Some("error") => self.error()?,
            Some("global") => StatementKind::Global(self.declared(Scope::Global)?),
            Some("local") => StatementKind::Local(self.declared(Scope::Local)?),
            Some("on") => return self.cannot_follow("statement"),
            Some(word @ ("considering" | "ignoring" | "script" | "continue" | "whose")) => {
                let message = format!("The statement “{word}” is not known.");
                let range = self.tokens.range();
                return Err(ScriptError::at(ScriptError::SYNTAX, message, range));
            }
            _ => StatementKind::Expression(self.expression()?),
        };
        Ok(Statement {
            kind,
            range: self.range_from(start),
        })
    }

    fn until_end_of_line(&mut self) -> Parsed<Option<Expression>> {
        if self.tokens.is_end_of_line() {
            return Ok(None);
        }
        self.expression().map(Some)
    }

    /// The names of a declaration. In one handler a name is local or global, not both.
    fn declared(&mut self, scope: Scope) -> Parsed<Vec<String>> {
        self.tokens.advance();
        let mut names = Vec::new();
        loop {
            let range = self.tokens.range();
            let name = self.expect_name()?;
            if *self.scopes.entry(name.clone()).or_insert(scope) != scope {
                let message = format!("Can’t declare {name} as both a local and global variable.");
                return Err(ScriptError::at(ScriptError::INCONSISTENT_SCOPE, message, range));
            }
            names.push(name);
            if !self.tokens.take_sign(",") {
                return Ok(names);
            }
        }
    }

    fn set(&mut self) -> Parsed<StatementKind> {
        self.tokens.advance();
        let target = self.target()?;
        self.expect_word("to")?;
        let value = self.expression()?;
        Ok(StatementKind::Set {
            target,
            value,
            copy: false,
        })
    }

    fn copy(&mut self) -> Parsed<StatementKind> {
        self.tokens.advance();
        let value = self.expression()?;
        self.expect_word("to")?;
        let target = self.target()?;
        Ok(StatementKind::Set {
            target,
            value,
            copy: true,
        })
    }

    /// What can be set: a variable, a property, an element, the end of a list, a list of these.
    fn target(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        let at_end = if self.tokens.take_words(&["end", "of"]) {
            Some(true)
        } else if self.tokens.take_words(&["beginning", "of"]) {
            Some(false)
        } else {
            None
        };
        if let Some(at_end) = at_end {
            let of = Box::new(self.operand()?);
            return self.node(ExpressionKind::Insertion { at_end, of }, start);
        }
        let target = self.operand()?;
        if is_settable(&target) {
            return Ok(target);
        }
        let message = "This can’t be set.";
        Err(ScriptError::at(ScriptError::SYNTAX, message, target.range))
    }

    fn conditional(&mut self) -> Parsed<StatementKind> {
        self.tokens.advance();
        let condition = self.condition()?;
        if !self.tokens.is_end_of_line() {
            let statement = self.nested(Self::statement)?;
            return Ok(StatementKind::If {
                branches: vec![(condition, vec![statement])],
                otherwise: Block::new(),
            });
        }
        let mut branches = vec![(condition, self.block(&[&["else"]])?)];
        let mut otherwise = Block::new();
        while self.tokens.take_word("else") {
            if self.tokens.take_word("if") {
                let condition = self.condition()?;
                self.expect_end_of_line()?;
                branches.push((condition, self.block(&[&["else"]])?));
            } else {
                self.expect_end_of_line()?;
                otherwise = self.block(&[])?;
                break;
            }
        }
        self.end_of("if")?;
        Ok(StatementKind::If { branches, otherwise })
    }

    /// A condition and `then`, which may be missing at the end of the line.
    fn condition(&mut self) -> Parsed<Expression> {
        let condition = self.expression()?;
        if !self.tokens.is_end_of_line() {
            self.expect_word("then")?;
        }
        Ok(condition)
    }

    fn repeat(&mut self) -> Parsed<StatementKind> {
        self.tokens.advance();
        let kind = self.repeat_head()?;
        self.expect_end_of_line()?;
        self.loops += 1;
        let body = self.block(&[]);
        self.loops -= 1;
        let body = body?;
        self.end_of("repeat")?;
        Ok(StatementKind::Repeat(kind, body))
    }

    fn repeat_head(&mut self) -> Parsed<Loop> {
        if self.tokens.is_end_of_line() {
            return Ok(Loop::Forever);
        }
        if self.tokens.take_word("while") {
            return self.expression().map(Loop::While);
        }
        if self.tokens.take_word("until") {
            return self.expression().map(Loop::Until);
        }
        if !self.tokens.take_word("with") {
            let count = self.expression()?;
            self.expect_word("times")?;
            return Ok(Loop::Times(count));
        }
        let name = self.expect_name()?;
        if self.tokens.take_word("in") {
            let list = self.expression()?;
            return Ok(Loop::In { name, list });
        }
        self.expect_word("from")?;
        let first = self.expression()?;
        self.expect_word("to")?;
        let last = self.expression()?;
        let by = if self.tokens.take_word("by") {
            Some(self.expression()?)
        } else {
            None
        };
        Ok(Loop::From {
            name,
            first,
            last,
            by,
        })
    }

    fn exit(&mut self) -> Parsed<StatementKind> {
        let range = self.tokens.range();
        self.tokens.advance();
        self.tokens.take_word("repeat");
        if self.loops == 0 {
            let message = "“exit” was not in a repeat loop.";
            return Err(ScriptError::at(ScriptError::CONTROL_FLOW, message, range));
        }
        Ok(StatementKind::ExitRepeat)
    }

    fn attempt(&mut self) -> Parsed<StatementKind> {
        self.tokens.advance();
        self.expect_end_of_line()?;
        let body = self.block(&[&["on", "error"]])?;
        let (mut message, mut number, mut handler) = (None, None, Block::new());
        if self.tokens.take_words(&["on", "error"]) {
            if !self.tokens.is_end_of_line() && !self.tokens.is_word("number") {
                message = Some(self.expect_name()?);
            }
            if self.tokens.take_word("number") {
                number = Some(self.expect_name()?);
            }
            self.expect_end_of_line()?;
            handler = self.block(&[])?;
        }
        self.expect_word("end")?;
        if !self.tokens.is_end_of_line() && !self.tokens.take_word("try") {
            self.expect_word("error")?;
        }
        Ok(StatementKind::Try {
            body,
            message,
            number,
            handler,
        })
    }

    fn tell(&mut self) -> Parsed<StatementKind> {
        self.tokens.advance();
        let target = self.operand()?;
        let dictionary = self.dictionary_of(&target);
        let has_words = dictionary.is_some();
        if let Some(dictionary) = dictionary {
            self.vocabulary.push(dictionary);
        }
        let body = self.tell_body();
        if has_words {
            self.vocabulary.pop();
        }
        Ok(StatementKind::Tell(target, body?))
    }

    fn tell_body(&mut self) -> Parsed<Block> {
        if self.tokens.take_word("to") {
            return Ok(vec![self.nested(Self::statement)?]);
        }
        self.expect_end_of_line()?;
        let body = self.block(&[])?;
        self.end_of("tell")?;
        Ok(body)
    }

    fn timeout(&mut self) -> Parsed<StatementKind> {
        self.tokens.advance();
        self.expect_word("timeout")?;
        self.expect_word("of")?;
        let seconds = self.expression()?;
        if !self.tokens.take_word("seconds") {
            self.expect_word("second")?;
        }
        self.expect_end_of_line()?;
        let body = self.block(&[])?;
        self.end_of("timeout")?;
        Ok(StatementKind::Timeout(seconds, body))
    }

    fn error(&mut self) -> Parsed<StatementKind> {
        self.tokens.advance();
        let mut message = None;
        if !self.tokens.is_end_of_line() && !self.tokens.is_word("number") {
            message = Some(self.expression()?);
        }
        let number = if self.tokens.take_word("number") {
            Some(self.expression()?)
        } else {
            None
        };
        Ok(StatementKind::Error { message, number })
    }

    /// Whether the next token can be the beginning of an expression.
    pub(super) fn begins_expression(&self) -> bool {
        match self.tokens.peek() {
            Kind::Number(_) | Kind::Text(_) | Kind::Raw { .. } => true,
            Kind::Sign(sign) => matches!(*sign, "(" | "{" | "-" | "+"),
            Kind::Word { lower, barred, .. } => *barred || !is_reserved(lower) || begins_operand(lower),
            Kind::EndOfLine | Kind::EndOfScript => false,
        }
    }
}

/// Words of the language that an operand can begin with.
fn begins_operand(word: &str) -> bool {
    matches!(
        word,
        "every"
            | "first"
            | "second"
            | "third"
            | "fourth"
            | "fifth"
            | "sixth"
            | "seventh"
            | "eighth"
            | "ninth"
            | "tenth"
            | "last"
            | "middle"
            | "some"
            | "front"
            | "back"
            | "the"
            | "my"
            | "its"
            | "it"
            | "me"
            | "true"
            | "false"
            | "not"
            | "return"
            | "get"
    )
}

fn is_settable(target: &Expression) -> bool {
    match &target.kind {
        ExpressionKind::Variable(_) | ExpressionKind::Property { .. } | ExpressionKind::Element { .. } => {
            true
        }
        ExpressionKind::List(targets) => targets.iter().all(is_settable),
        _ => false,
    }
}

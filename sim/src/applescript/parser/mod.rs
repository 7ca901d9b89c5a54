//! From tokens to statements: one pass, a token ahead. What it does not know is a syntax error with its place.

mod expressions;
mod literals;
mod operands;
mod statements;
mod terms;
mod tokens;

use super::error::ScriptError;
use super::lexer;
use super::syntax::{Block, Expression, ExpressionKind, Handler};
use super::terms::{Dictionary, Terms, Vocabulary};
use super::value::Value;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use tokens::Tokens;

/// The most words that a term has.
const LONGEST_TERM: usize = 5;
/// How deep the parser goes down.
const DEEPEST: usize = 60;
/// How many expressions may stand in each other.
const HIGHEST: usize = 150;

/// A compiled script.
#[derive(Debug)]
pub struct Script {
    pub(super) body: Block,
    pub(super) handlers: Vec<Handler>,
    pub(super) properties: Vec<(String, Expression)>,
    /// The words for showing results.
    pub(super) vocabulary: Vocabulary,
    /// How long the source is, in characters.
    pub(super) length: usize,
}

impl Script {
    /// The words that a result of this script is shown with.
    pub fn words(&self) -> &impl super::Words {
        &self.vocabulary
    }
}

/// Compiles a script.
///
/// # Errors
/// Syntax errors, with what was expected, what was found, and where.
pub fn compile(source: &str, terms: &mut dyn Terms) -> Result<Script, ScriptError> {
    let characters: Vec<char> = source.chars().collect();
    let tokens = lexer::tokens(&characters)?;
    let mut parser = Parser {
        tokens: Tokens::new(tokens),
        terms,
        vocabulary: Vocabulary::new(),
        used: Vocabulary::new(),
        depth: 0,
        in_handler: false,
        loops: 0,
        scopes: HashMap::new(),
        handlers: Vec::new(),
        properties: Vec::new(),
    };
    let body = parser.script()?;
    Ok(Script {
        body,
        handlers: parser.handlers,
        properties: parser.properties,
        vocabulary: parser.used,
        length: characters.len(),
    })
}

struct Parser<'a> {
    tokens: Tokens,
    terms: &'a mut dyn Terms,
    /// The words that hold where the parser is.
    vocabulary: Vocabulary,
    /// The words of every application that the script names.
    used: Vocabulary,
    depth: usize,
    in_handler: bool,
    /// How many repeats the parser is in.
    loops: usize,
    /// What the handler that the parser is in has declared.
    scopes: HashMap<String, Scope>,
    handlers: Vec<Handler>,
    properties: Vec<(String, Expression)>,
}

/// How a name is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    Local,
    Global,
}

type Parsed<T> = Result<T, ScriptError>;

impl Parser<'_> {
    /// Reads something that may hold itself.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(nests_too_deep(self.tokens.range()));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// What was expected instead of the next token.
    fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = self.tokens.describe();
        let message = format!("Expected {what} but found {found}.");
        Err(ScriptError::at(
            ScriptError::SYNTAX_TYPE,
            message,
            self.tokens.range(),
        ))
    }

    /// The next token, which cannot stand behind what was read.
    fn cannot_follow<T>(&self, after: &str) -> Parsed<T> {
        let found = self.tokens.describe();
        let message = format!("A {found} can’t go after this {after}.");
        Err(ScriptError::at(ScriptError::SYNTAX, message, self.tokens.range()))
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.tokens.take_word(word) {
            Ok(())
        } else {
            self.expected(&format!("“{word}”"))
        }
    }

    fn expect_sign(&mut self, sign: &str) -> Parsed<()> {
        if self.tokens.take_sign(sign) {
            Ok(())
        } else {
            self.expected(&format!("“{sign}”"))
        }
    }

    fn expect_end_of_line(&mut self) -> Parsed<()> {
        if self.tokens.take_end_of_line() {
            Ok(())
        } else {
            self.expected("end of line")
        }
    }

    /// A name of the script's own.
    fn expect_name(&mut self) -> Parsed<String> {
        match self.tokens.take_name() {
            Some((lower, _)) => Ok(lower),
            None => self.expected("identifier"),
        }
    }

    /// Finds the dictionary of an application that the script names, and keeps it for displaying.
    fn dictionary_of(&mut self, target: &Expression) -> Option<Rc<Dictionary>> {
        use ExpressionKind as Kind;
        let name = match &target.kind {
            Kind::Application(name) => match &name.kind {
                Kind::Literal(Value::Text(name)) => Rc::clone(name),
                _ => return None,
            },
            Kind::Property { of: Some(of), .. } | Kind::Element { of: Some(of), .. } => {
                return self.dictionary_of(of);
            }
            _ => return None,
        };
        let dictionary = self.terms.dictionary(&name)?;
        self.used.add(&dictionary);
        Some(dictionary)
    }

    /// An expression from `start` to here.
    fn node(&self, kind: ExpressionKind, start: usize) -> Parsed<Expression> {
        let range = self.range_from(start);
        let height = kind.inner_height() + 1;
        if height > HIGHEST {
            return Err(nests_too_deep(range));
        }
        Ok(Expression { kind, range, height })
    }

    fn range_from(&self, start: usize) -> Range<usize> {
        start..self.tokens.last_end().max(start)
    }
}

fn nests_too_deep(range: Range<usize>) -> ScriptError {
    let message = "Stack overflow: the script nests too deep.";
    ScriptError::at(ScriptError::STACK_OVERFLOW, message, range)
}

/// Words that have a meaning of their own and are no names.
const RESERVED: [&str; 74] = [
    "about",
    "above",
    "after",
    "against",
    "and",
    "apart",
    "around",
    "as",
    "aside",
    "at",
    "back",
    "before",
    "beginning",
    "behind",
    "below",
    "beneath",
    "beside",
    "between",
    "but",
    "by",
    "considering",
    "contain",
    "contains",
    "continue",
    "copy",
    "div",
    "does",
    "eighth",
    "else",
    "end",
    "equal",
    "equals",
    "error",
    "every",
    "exit",
    "false",
    "fifth",
    "first",
    "for",
    "fourth",
    "from",
    "front",
    "get",
    "given",
    "global",
    "if",
    "ignoring",
    "in",
    "into",
    "is",
    "it",
    "its",
    "last",
    "local",
    "me",
    "middle",
    "mod",
    "my",
    "ninth",
    "not",
    "of",
    "on",
    "onto",
    "or",
    "out",
    "over",
    "property",
    "put",
    "ref",
    "repeat",
    "return",
    "returning",
    "script",
    "second",
];

/// The rest of them.
const RESERVED_TOO: [&str; 25] = [
    "set",
    "seventh",
    "since",
    "sixth",
    "some",
    "tell",
    "tenth",
    "that",
    "the",
    "then",
    "third",
    "through",
    "thru",
    "timeout",
    "times",
    "to",
    "transaction",
    "true",
    "try",
    "until",
    "where",
    "while",
    "whose",
    "with",
    "without",
];

fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || RESERVED_TOO.contains(&word)
}

//! What a script is when it has been read: expressions and statements with their places.

use super::code::Code;
use super::value::{Label, Ordinal, Value};
use std::ops::Range;

/// An expression.
#[derive(Debug, Clone)]
pub(super) struct Expression {
    pub kind: ExpressionKind,
    pub range: Range<usize>,
    /// How many expressions stand in each other here: whoever follows them needs that much stack.
    pub height: usize,
}

#[derive(Debug, Clone)]
pub(super) enum ExpressionKind {
    Literal(Value),
    Variable(String),
    List(Vec<Expression>),
    Record(Vec<(Label, Expression)>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Not(Box<Expression>),
    Negate(Box<Expression>),
    Coerce(Box<Expression>, Code),
    /// A property, of the target of the tell when there is no container.
    Property {
        label: Label,
        of: Option<Box<Expression>>,
    },
    /// An element, of the target of the tell when there is no container.
    Element {
        class: Code,
        selector: Selector,
        of: Option<Box<Expression>>,
    },
    /// `end of` or `beginning of`, where something is set.
    Insertion {
        at_end: bool,
        of: Box<Expression>,
    },
    /// A handler of the script; `mine` when it says `my`.
    Call {
        name: String,
        arguments: Vec<Expression>,
        mine: bool,
    },
    Command {
        name: String,
        class: Code,
        id: Code,
        direct: Option<Box<Expression>>,
        parameters: Vec<(Code, Expression)>,
    },
    Application(Box<Expression>),
    ReferenceTo(Box<Expression>),
    It,
    Me,
    Result,
}

impl ExpressionKind {
    /// The height of the highest expression inside.
    pub fn inner_height(&self) -> usize {
        let highest = |inner: &[Expression]| inner.iter().map(|inner| inner.height).max().unwrap_or(0);
        let optional = |inner: &Option<Box<Expression>>| inner.as_ref().map_or(0, |inner| inner.height);
        match self {
            ExpressionKind::Literal(_)
            | ExpressionKind::Variable(_)
            | ExpressionKind::It
            | ExpressionKind::Me
            | ExpressionKind::Result => 0,
            ExpressionKind::List(items) => highest(items),
            ExpressionKind::Record(fields) => fields.iter().map(|(_, value)| value.height).max().unwrap_or(0),
            ExpressionKind::Binary(_, left, right) => left.height.max(right.height),
            ExpressionKind::Not(inner)
            | ExpressionKind::Negate(inner)
            | ExpressionKind::Coerce(inner, _)
            | ExpressionKind::Application(inner)
            | ExpressionKind::ReferenceTo(inner)
            | ExpressionKind::Insertion { of: inner, .. } => inner.height,
            ExpressionKind::Property { of, .. } => optional(of),
            ExpressionKind::Element { selector, of, .. } => optional(of).max(selector.height()),
            ExpressionKind::Call { arguments, .. } => highest(arguments),
            ExpressionKind::Command {
                direct, parameters, ..
            } => {
                let parameters = parameters.iter().map(|(_, value)| value.height).max();
                optional(direct).max(parameters.unwrap_or(0))
            }
        }
    }
}

/// Which elements.
#[derive(Debug, Clone)]
pub(super) enum Selector {
    /// A number is an index, a text a name.
    Key(Box<Expression>),
    Name(Box<Expression>),
    Id(Box<Expression>),
    Ordinal(Ordinal),
    Range(Box<Expression>, Box<Expression>),
}

impl Selector {
    fn height(&self) -> usize {
        match self {
            Selector::Key(key) | Selector::Name(key) | Selector::Id(key) => key.height,
            Selector::Ordinal(_) => 0,
            Selector::Range(first, last) => first.height.max(last.height),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
    StartsWith,
    EndsWith,
    IsIn,
    Concatenate,
    Add,
    Subtract,
    Multiply,
    Divide,
    IntegerDivide,
    Modulo,
    Power,
}

/// A statement.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    pub kind: StatementKind,
    pub range: Range<usize>,
}

pub(super) type Block = Vec<Statement>;

#[derive(Debug, Clone)]
pub(super) enum StatementKind {
    Expression(Expression),
    Set {
        target: Expression,
        value: Expression,
        /// `copy`: what is set is a copy of its own.
        copy: bool,
    },
    If {
        branches: Vec<(Expression, Block)>,
        otherwise: Block,
    },
    Repeat(Loop, Block),
    Try {
        body: Block,
        message: Option<String>,
        number: Option<String>,
        handler: Block,
    },
    Tell(Expression, Block),
    Timeout(Expression, Block),
    Return(Option<Expression>),
    ExitRepeat,
    Error {
        message: Option<Expression>,
        number: Option<Expression>,
    },
    Global(Vec<String>),
    Local(Vec<String>),
}

/// How often a repeat repeats.
#[derive(Debug, Clone)]
pub(super) enum Loop {
    Forever,
    Times(Expression),
    While(Expression),
    Until(Expression),
    From {
        name: String,
        first: Expression,
        last: Expression,
        by: Option<Expression>,
    },
    In {
        name: String,
        list: Expression,
    },
}

/// A handler of the script.
#[derive(Debug, Clone)]
pub(super) struct Handler {
    pub name: String,
    pub parameters: Vec<String>,
    pub body: Block,
}

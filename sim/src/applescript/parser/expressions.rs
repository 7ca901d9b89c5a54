//! Expressions: operators by their precedence, from `or` to the sign of a number.

use super::super::syntax::{Expression, ExpressionKind, Operator};
use super::super::value::Value;
use super::{Parsed, Parser};

/// How an operator is written, longer ones first, what it is, and whether the outcome is turned round.
type Spelling = (&'static str, Operator, bool);

/// Operators of comparison and containment in words (AppleScript Language Guide, table 6-1).
const COMPARISONS: &[Spelling] = &[
    ("is not greater than or equal to", Operator::Less, false),
    ("is not less than or equal to", Operator::Greater, false),
    ("is not greater than or equal", Operator::Less, false),
    ("is not less than or equal", Operator::Greater, false),
    ("is greater than or equal to", Operator::GreaterOrEqual, false),
    ("is less than or equal to", Operator::LessOrEqual, false),
    ("is greater than or equal", Operator::GreaterOrEqual, false),
    ("is less than or equal", Operator::LessOrEqual, false),
    ("greater than or equal to", Operator::GreaterOrEqual, false),
    ("less than or equal to", Operator::LessOrEqual, false),
    ("greater than or equal", Operator::GreaterOrEqual, false),
    ("less than or equal", Operator::LessOrEqual, false),
    ("is not greater than", Operator::LessOrEqual, false),
    ("is not less than", Operator::GreaterOrEqual, false),
    ("is not contained by", Operator::IsIn, true),
    ("does not come before", Operator::GreaterOrEqual, false),
    ("does not come after", Operator::LessOrEqual, false),
    ("does not start with", Operator::StartsWith, true),
    ("does not begin with", Operator::StartsWith, true),
    ("does not end with", Operator::EndsWith, true),
    ("does not contain", Operator::Contains, true),
    ("is contained by", Operator::IsIn, false),
    ("is greater than", Operator::Greater, false),
    ("is less than", Operator::Less, false),
    ("is not in", Operator::IsIn, true),
    ("greater than", Operator::Greater, false),
    ("less than", Operator::Less, false),
    ("comes before", Operator::Less, false),
    ("comes after", Operator::Greater, false),
    ("starts with", Operator::StartsWith, false),
    ("begins with", Operator::StartsWith, false),
    ("ends with", Operator::EndsWith, false),
    ("is in", Operator::IsIn, false),
    ("contains", Operator::Contains, false),
];

const COMPARISON_SIGNS: &[(&str, Operator)] = &[
    ("<", Operator::Less),
    ("≤", Operator::LessOrEqual),
    (">", Operator::Greater),
    ("≥", Operator::GreaterOrEqual),
];

/// Equality in words.
const EQUALITIES: &[Spelling] = &[
    ("is not equal to", Operator::NotEqual, false),
    ("is not equal", Operator::NotEqual, false),
    ("does not equal", Operator::NotEqual, false),
    ("is equal to", Operator::Equal, false),
    ("is equal", Operator::Equal, false),
    ("equal to", Operator::Equal, false),
    ("is not", Operator::NotEqual, false),
    ("equals", Operator::Equal, false),
    ("equal", Operator::Equal, false),
    ("is", Operator::Equal, false),
];

const EQUALITY_SIGNS: &[(&str, Operator)] = &[("=", Operator::Equal), ("≠", Operator::NotEqual)];

type Level<'a> = fn(&mut Parser<'a>) -> Parsed<Expression>;

impl<'a> Parser<'a> {
    /// A whole expression.
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.nested(|parser| parser.chain(Self::conjunction, &[("or", Operator::Or)], &[]))
    }

    fn conjunction(&mut self) -> Parsed<Expression> {
        self.chain(Self::negation, &[("and", Operator::And)], &[])
    }

    fn negation(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        if self.tokens.take_word("not") {
            let inner = self.nested(Self::negation)?;
            return self.node(ExpressionKind::Not(Box::new(inner)), start);
        }
        self.equality()
    }

    fn equality(&mut self) -> Parsed<Expression> {
        self.once(Self::comparison, EQUALITIES, EQUALITY_SIGNS)
    }

    fn comparison(&mut self) -> Parsed<Expression> {
        self.once(Self::coercion, COMPARISONS, COMPARISON_SIGNS)
    }

    /// An operator without associativity: `3 = 3 = 3` is no expression (AppleScript Language Guide, table 6-2).
    fn once(
        &mut self,
        next: Level<'a>,
        words: &[Spelling],
        signs: &[(&str, Operator)],
    ) -> Parsed<Expression> {
        let start = self.tokens.start();
        let left = next(self)?;
        let sign = signs.iter().find(|(sign, _)| self.tokens.take_sign(sign));
        let mut spelt = || {
            words
                .iter()
                .find(|(spelling, ..)| self.tokens.take_phrase(spelling))
        };
        let found = match sign {
            Some(&(_, operator)) => Some((operator, false)),
            None => spelt().map(|&(_, operator, is_turned)| (operator, is_turned)),
        };
        let Some((operator, is_turned)) = found else {
            return Ok(left);
        };
        let right = next(self)?;
        let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
        let compared = self.node(kind, start)?;
        if is_turned {
            self.node(ExpressionKind::Not(Box::new(compared)), start)
        } else {
            Ok(compared)
        }
    }

    fn coercion(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        let mut inner = self.concatenation()?;
        while self.tokens.take_word("as") {
            let class = self.class_name()?;
            inner = self.node(ExpressionKind::Coerce(Box::new(inner), class), start)?;
        }
        Ok(inner)
    }

    fn concatenation(&mut self) -> Parsed<Expression> {
        self.chain(Self::sum, &[], &[("&", Operator::Concatenate)])
    }

    fn sum(&mut self) -> Parsed<Expression> {
        let signs = [("+", Operator::Add), ("-", Operator::Subtract)];
        self.chain(Self::product, &[], &signs)
    }

    fn product(&mut self) -> Parsed<Expression> {
        let words = [("div", Operator::IntegerDivide), ("mod", Operator::Modulo)];
        let signs = [("*", Operator::Multiply), ("/", Operator::Divide)];
        self.chain(Self::power, &words, &signs)
    }

    /// From right to left, unlike the others.
    fn power(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        let base = self.signed()?;
        if !self.tokens.take_sign("^") {
            return Ok(base);
        }
        let exponent = self.nested(Self::power)?;
        let kind = ExpressionKind::Binary(Operator::Power, Box::new(base), Box::new(exponent));
        self.node(kind, start)
    }

    fn signed(&mut self) -> Parsed<Expression> {
        let start = self.tokens.start();
        if self.tokens.take_sign("-") {
            let inner = self.nested(Self::signed)?;
            let kind = match inner.kind {
                ExpressionKind::Literal(Value::Integer(number)) => {
                    ExpressionKind::Literal(Value::Integer(-number))
                }
                ExpressionKind::Literal(Value::Real(number)) => ExpressionKind::Literal(Value::Real(-number)),
                _ => ExpressionKind::Negate(Box::new(inner)),
            };
            return self.node(kind, start);
        }
        if self.tokens.take_sign("+") {
            return self.nested(Self::signed);
        }
        self.operand()
    }

    /// Operands of one level with its operators between them, from left to right.
    fn chain(
        &mut self,
        next: Level<'a>,
        words: &[(&str, Operator)],
        signs: &[(&str, Operator)],
    ) -> Parsed<Expression> {
        let start = self.tokens.start();
        let mut left = next(self)?;
        loop {
            let word = words.iter().find(|(word, _)| self.tokens.take_word(word));
            let found = word.or_else(|| signs.iter().find(|(sign, _)| self.tokens.take_sign(sign)));
            let Some(&(_, operator)) = found else {
                return Ok(left);
            };
            let right = next(self)?;
            let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
            left = self.node(kind, start)?;
        }
    }
}

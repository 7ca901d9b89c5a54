//! Operators on values that are there.

use super::super::code::Code;
use super::super::compare::{Comparison, Place, contains, order};
use super::super::display::{Words, real};
use super::super::error::ScriptError;
use super::super::syntax::Operator;
use super::super::value::{DEEPEST, Fields, Value, as_list, as_number, as_text, coerce, integer_or_real};

/// What an operator makes of two values. `or` and `and` are not among them: they may not need their second one.
///
/// # Errors
/// -1700, -2701, -2702.
pub(super) fn apply(
    operator: Operator,
    left: &Value,
    right: &Value,
    delimiter: &str,
    words: &dyn Words,
) -> Result<Value, ScriptError> {
    let truth = |outcome: bool| Ok(Value::Boolean(outcome));
    let equal = || Comparison::new().equal(left, right, DEEPEST);
    match operator {
        Operator::Or | Operator::And => Ok(Value::Nothing),
        Operator::Equal => truth(equal()?),
        Operator::NotEqual => truth(!equal()?),
        Operator::Less => truth(order(left, right, words)?.is_lt()),
        Operator::LessOrEqual => truth(order(left, right, words)?.is_le()),
        Operator::Greater => truth(order(left, right, words)?.is_gt()),
        Operator::GreaterOrEqual => truth(order(left, right, words)?.is_ge()),
        Operator::Contains => truth(contains(left, right, Place::Anywhere, words)?),
        Operator::StartsWith => truth(contains(left, right, Place::Beginning, words)?),
        Operator::EndsWith => truth(contains(left, right, Place::End, words)?),
        Operator::IsIn => truth(contains(right, left, Place::Anywhere, words)?),
        Operator::Concatenate => concatenate(left, right, delimiter, words),
        _ => calculate(operator, &numeric(left, words)?, &numeric(right, words)?),
    }
}

/// A value as a number.
///
/// # Errors
/// -1700.
pub(super) fn numeric(value: &Value, words: &dyn Words) -> Result<Value, ScriptError> {
    coerce(value, Code::NUMBER, "", words)
}

/// The sum of two numbers.
pub(super) fn add(left: &Value, right: &Value) -> Value {
    calculate(Operator::Add, left, right).unwrap_or(Value::Real(f64::MAX))
}

fn calculate(operator: Operator, left: &Value, right: &Value) -> Result<Value, ScriptError> {
    let (a, b) = (as_number(left).unwrap_or(0.0), as_number(right).unwrap_or(0.0));
    let are_whole = matches!((left, right), (Value::Integer(_), Value::Integer(_)));
    if b == 0.0
        && matches!(
            operator,
            Operator::Divide | Operator::IntegerDivide | Operator::Modulo
        )
    {
        let dividend = if matches!(left, Value::Integer(_)) {
            format!("{a}")
        } else {
            real(a)
        };
        let message = format!("Can’t divide {dividend} by zero.");
        return Err(ScriptError::new(ScriptError::DIVIDE_BY_ZERO, message));
    }
    let result = match operator {
        Operator::Add => a + b,
        Operator::Subtract => a - b,
        Operator::Multiply => a * b,
        Operator::IntegerDivide => (a / b).trunc(),
        Operator::Modulo => a % b,
        Operator::Power => a.powf(b),
        _ => a / b,
    };
    if !result.is_finite() {
        let message = "The result of a numeric operation was too large.";
        return Err(ScriptError::new(ScriptError::NUMERIC_OVERFLOW, message));
    }
    let stays_whole = are_whole && !matches!(operator, Operator::Divide | Operator::Power);
    Ok(if stays_whole || operator == Operator::IntegerDivide {
        integer_or_real(result)
    } else {
        Value::Real(result)
    })
}

/// `&`: texts become a text, records a record, everything else a list.
fn concatenate(
    left: &Value,
    right: &Value,
    delimiter: &str,
    words: &dyn Words,
) -> Result<Value, ScriptError> {
    match (left, right) {
        (Value::Text(text), _) => {
            if let Ok(more) = as_text(right, delimiter, words) {
                return Ok(Value::text(format!("{text}{more}")));
            }
        }
        (Value::Record(fields), Value::Record(others)) => {
            let mut merged: Fields = fields.borrow().clone();
            for (label, value) in others.borrow().iter() {
                if !merged.iter().any(|(known, _)| known.is(label)) {
                    merged.push((label.clone(), value.clone()));
                }
            }
            return Ok(Value::record(merged));
        }
        _ => {}
    }
    let (Value::List(left), Value::List(right)) = (listed(left), listed(right)) else {
        return Ok(Value::Nothing);
    };
    let mut items = left.borrow().clone();
    items.extend(right.borrow().iter().cloned());
    Ok(Value::list(items))
}

/// A list as it is, anything else as a list of one item; the values of a record.
fn listed(value: &Value) -> Value {
    as_list(value)
}

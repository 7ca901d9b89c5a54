//! Statements.

use super::super::code::Code;
use super::super::error::ScriptError;
use super::super::syntax::{Block, Expression, ExpressionKind, Loop, Statement, StatementKind};
use super::super::value::{DEEPEST as DEEPEST_VALUE, Value, as_list, as_number, as_text, cant_make, coerce};
use super::commands::sentence;
use super::operators::{add, numeric};
use super::{Flow, Interpreter, Run, Trouble};

/// Ticks in a second, as Apple events count them.
const TICKS: f64 = 60.0;

impl Interpreter<'_> {
    pub(super) fn block(&mut self, block: &Block) -> Run<Flow> {
        for statement in block {
            match self.nested(|interpreter| interpreter.statement(statement))? {
                Flow::Next => {}
                end => return Ok(end),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, statement: &Statement) -> Run<Flow> {
        let done = self.step().and_then(|()| self.carry_out(statement));
        done.map_err(|trouble| trouble.at(&statement.range))
    }

    fn carry_out(&mut self, statement: &Statement) -> Run<Flow> {
        match &statement.kind {
            StatementKind::Expression(expression) => {
                let value = self.outcome(expression)?;
                self.set_result(value);
            }
            StatementKind::Set { target, value, copy } => {
                // A variable may be set to no value at all; then it is not defined.
                let mut value = match target.kind {
                    ExpressionKind::Variable(_) => self.outcome(value)?,
                    _ => self.value(value)?,
                };
                if *copy {
                    value = value.deep_copy(DEEPEST_VALUE)?;
                    value = self.made(value)?;
                }
                self.assign(target, value.clone())?;
                self.set_result(value);
            }
            StatementKind::If { branches, otherwise } => return self.choose(branches, otherwise),
            StatementKind::Repeat(kind, body) => return self.repeat(kind, body),
            StatementKind::Try {
                body,
                message,
                number,
                handler,
            } => return self.attempt(body, message.as_deref(), number.as_deref(), handler),
            StatementKind::Tell(target, body) => return self.tell(target, body),
            StatementKind::Timeout(seconds, body) => return self.with_timeout(seconds, body),
            StatementKind::Return(value) => {
                let value = match value {
                    Some(value) => self.outcome(value)?,
                    None => Value::Nothing,
                };
                return Ok(Flow::Return(value));
            }
            StatementKind::ExitRepeat => return Ok(Flow::Exit),
            StatementKind::Error { message, number } => {
                return Err(self.raised(message.as_ref(), number.as_ref())?);
            }
            StatementKind::Global(names) => {
                for name in names {
                    self.frame.local.remove(name);
                    self.frame.global.insert(name.clone());
                }
            }
            StatementKind::Local(names) => {
                for name in names {
                    self.frame.global.remove(name);
                    self.frame.local.insert(name.clone());
                }
            }
        }
        Ok(Flow::Next)
    }

    fn set_result(&mut self, value: Value) {
        self.result = Some(value).filter(|value| !matches!(value, Value::Nothing));
    }

    fn choose(&mut self, branches: &[(Expression, Block)], otherwise: &Block) -> Run<Flow> {
        for (condition, block) in branches {
            if self.is_true(condition)? {
                return self.block(block);
            }
        }
        self.block(otherwise)
    }

    /// One round of a repeat: whether there is to be another, or how it ends.
    fn round(&mut self, body: &Block) -> Run<Option<Flow>> {
        self.step()?;
        Ok(match self.block(body)? {
            Flow::Next => None,
            Flow::Exit => Some(Flow::Next),
            end @ Flow::Return(_) => Some(end),
        })
    }

    fn repeat(&mut self, kind: &Loop, body: &Block) -> Run<Flow> {
        match kind {
            Loop::Forever => loop {
                if let Some(end) = self.round(body)? {
                    return Ok(end);
                }
            },
            Loop::Times(count) => {
                let times = self.whole_number(count)?;
                for _ in 0..times {
                    if let Some(end) = self.round(body)? {
                        return Ok(end);
                    }
                }
                Ok(Flow::Next)
            }
            Loop::While(condition) => self.repeat_as_long(condition, true, body),
            Loop::Until(condition) => self.repeat_as_long(condition, false, body),
            Loop::From {
                name,
                first,
                last,
                by,
            } => self.repeat_from(name, (first, last, by.as_ref()), body),
            Loop::In { name, list } => self.repeat_in(name, list, body),
        }
    }

    fn repeat_as_long(&mut self, condition: &Expression, wanted: bool, body: &Block) -> Run<Flow> {
        while self.is_true(condition)? == wanted {
            if let Some(end) = self.round(body)? {
                return Ok(end);
            }
        }
        Ok(Flow::Next)
    }

    fn repeat_from(
        &mut self,
        name: &str,
        (first, last, by): (&Expression, &Expression, Option<&Expression>),
        body: &Block,
    ) -> Run<Flow> {
        let mut number = self.number(first)?;
        let last = self.number(last)?;
        let by = match by {
            Some(by) => self.number(by)?,
            None => Value::Integer(1),
        };
        let of = |value: &Value| as_number(value).unwrap_or(0.0);
        let is_up = of(&by) >= 0.0;
        while if is_up {
            of(&number) <= of(&last)
        } else {
            of(&number) >= of(&last)
        } {
            self.set_variable(name, number.clone());
            if let Some(end) = self.round(body)? {
                return Ok(end);
            }
            number = add(&number, &by);
        }
        Ok(Flow::Next)
    }

    fn repeat_in(&mut self, name: &str, list: &Expression, body: &Block) -> Run<Flow> {
        let list = as_list(&self.value(list)?);
        let Value::List(items) = &list else {
            return Ok(Flow::Next);
        };
        let mut index = 0;
        // The list may grow meanwhile: those are visited as well.
        loop {
            let Some(item) = items.borrow().get(index).cloned() else {
                return Ok(Flow::Next);
            };
            self.set_variable(name, item);
            if let Some(end) = self.round(body)? {
                return Ok(end);
            }
            index += 1;
        }
    }

    fn attempt(
        &mut self,
        body: &Block,
        message: Option<&str>,
        number: Option<&str>,
        handler: &Block,
    ) -> Run<Flow> {
        let (depth, target, timeout) = (self.depth, self.target.clone(), self.timeout);
        let error = match self.block(body) {
            Err(Trouble::Error(error)) => error,
            other => return other,
        };
        (self.depth, self.target, self.timeout) = (depth, target, timeout);
        if let Some(name) = message {
            self.set_variable(name, Value::text(&error.message));
        }
        if let Some(name) = number {
            self.set_variable(name, Value::Integer(error.number));
        }
        self.block(handler)
    }

    fn tell(&mut self, target: &Expression, body: &Block) -> Run<Flow> {
        let target = self.object(target)?;
        let outer = std::mem::replace(&mut self.target, target);
        let done = self.block(body);
        self.target = outer;
        done
    }

    fn with_timeout(&mut self, seconds: &Expression, body: &Block) -> Run<Flow> {
        let seconds = self.number(seconds)?;
        let ticks = as_number(&seconds).unwrap_or(0.0) * TICKS;
        let outer = self.timeout.replace(ticks.clamp(0.0, f64::from(i32::MAX)) as i32);
        let done = self.block(body);
        self.timeout = outer;
        done
    }

    /// The error that an error statement raises.
    fn raised(&mut self, message: Option<&Expression>, number: Option<&Expression>) -> Run<Trouble> {
        let message = match message {
            Some(message) => {
                let value = self.value(message)?;
                Some(as_text(&value, &self.delimiter(), self.script.words())?)
            }
            None => None,
        };
        let number = match number {
            Some(number) => self.whole_number(number)?,
            None => ScriptError::GENERAL,
        };
        let message = message.unwrap_or_else(|| match number {
            ScriptError::GENERAL => "An error has occurred.".to_owned(),
            _ => sentence(number).map_or_else(
                || format!("An error of type {number} has occurred."),
                str::to_owned,
            ),
        });
        Ok(ScriptError::new(number, message).into())
    }

    pub(super) fn is_true(&mut self, condition: &Expression) -> Run<bool> {
        let value = self.value(condition)?;
        super::super::value::as_boolean(&value).ok_or_else(|| {
            Trouble::from(cant_make(&value, "boolean", self.script.words())).at(&condition.range)
        })
    }

    fn number(&mut self, expression: &Expression) -> Run<Value> {
        let value = self.value(expression)?;
        let number = numeric(&value, self.script.words());
        number.map_err(|error| Trouble::from(error).at(&expression.range))
    }

    fn whole_number(&mut self, expression: &Expression) -> Run<i32> {
        let value = self.value(expression)?;
        let made = coerce(&value, Code::INTEGER, "", self.script.words());
        match made.map_err(|error| Trouble::from(error).at(&expression.range))? {
            Value::Integer(number) => Ok(number),
            _ => Ok(0),
        }
    }
}

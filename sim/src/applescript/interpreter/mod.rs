//! Running a script, step by step: the host is asked before each one.

mod assign;
mod commands;
mod elements;
mod expressions;
mod operators;
mod statements;

use super::code::Code;
use super::error::ScriptError;
use super::parser::Script;
use super::value::{Value, too_deep};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

/// How many expressions and statements may stand in each other while a script runs, handlers that call each other included.
const DEEPEST: usize = 500;

/// What a script needs of the world.
pub trait Host {
    /// Called before each step, which moves `bytes` of data.
    ///
    /// # Errors
    /// An error that the script gets here (userCanceledErr), or the end of it all.
    fn step(&mut self, bytes: usize) -> Result<(), Trouble>;

    /// How large a value may be, in bytes.
    fn room(&self) -> usize;

    /// Sends an Apple event and gives the direct object of the reply.
    ///
    /// # Errors
    /// What the application answers (an empty message where it gives none), or what hinders the sending.
    fn send(&mut self, event: &Event) -> Result<Value, Trouble>;
}

/// An Apple event.
#[derive(Debug, Clone)]
pub struct Event {
    /// The application's name.
    pub application: Rc<str>,
    /// Event class.
    pub class: Code,
    /// Event id.
    pub id: Code,
    /// Parameters by key, the direct one first.
    pub parameters: Vec<(Code, Value)>,
    /// How long to wait for the reply, in ticks; `None`: as long as the system does.
    pub timeout: Option<i32>,
}

/// Why a script does not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// An error, which the script can catch.
    Error(ScriptError),
    /// The host does not want it to go on; the host knows why.
    Stopped,
}

impl From<ScriptError> for Trouble {
    fn from(error: ScriptError) -> Trouble {
        Trouble::Error(error)
    }
}

impl Trouble {
    /// Fills in where an error happened, unless that is known.
    fn at(self, range: &Range<usize>) -> Trouble {
        match self {
            Trouble::Error(mut error) => {
                if error.range.is_empty() {
                    error.range = range.clone();
                }
                Trouble::Error(error)
            }
            Trouble::Stopped => Trouble::Stopped,
        }
    }
}

type Run<T> = Result<T, Trouble>;

/// Runs a script and gives its result.
///
/// # Errors
/// The error that nothing in the script has caught, or that the host has stopped it.
pub fn run(script: &Script, host: &mut dyn Host) -> Result<Value, Trouble> {
    let mut interpreter = Interpreter {
        script,
        host,
        globals: HashMap::new(),
        frame: Frame {
            is_run: true,
            ..Frame::default()
        },
        target: Value::Script,
        result: None,
        delimiters: vec![String::new()],
        timeout: None,
        depth: 0,
        chance: 1,
    };
    interpreter.run()
}

/// The variables of a handler that runs.
#[derive(Default)]
struct Frame {
    locals: HashMap<String, Value>,
    /// Names that it has declared global, and local.
    global: HashSet<String>,
    local: HashSet<String>,
    /// Whether it is the handler `run`, whose variables are global unless it declares them local (AppleScript Language Guide,
    /// "Scope of Script Variables and Properties").
    is_run: bool,
}

struct Interpreter<'a> {
    script: &'a Script,
    host: &'a mut dyn Host,
    /// Properties and global variables.
    globals: HashMap<String, Value>,
    frame: Frame,
    /// What `it` is: the target of the tell.
    target: Value,
    result: Option<Value>,
    delimiters: Vec<String>,
    timeout: Option<i32>,
    depth: usize,
    /// What `some` goes by: the same in every run.
    chance: u32,
}

/// How a statement ends.
enum Flow {
    Next,
    Exit,
    Return(Value),
}

impl Interpreter<'_> {
    fn run(&mut self) -> Run<Value> {
        let script = self.script;
        for (name, value) in &script.properties {
            let value = self.value(value)?;
            self.globals.insert(name.clone(), value);
        }
        let end = self.block(&script.body);
        match end.map_err(|trouble| trouble.at(&(0..script.length)))? {
            Flow::Return(value) => Ok(value),
            Flow::Next | Flow::Exit => Ok(self.result.take().unwrap_or(Value::Nothing)),
        }
    }

    /// Goes one level down.
    fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        if self.depth >= DEEPEST {
            return Err(too_deep().into());
        }
        self.depth += 1;
        let done = work(self);
        self.depth -= 1;
        done
    }

    fn step(&mut self) -> Run<()> {
        self.host.step(0)
    }

    /// Pays for a new value, if there is room for it.
    fn made(&mut self, value: Value) -> Run<Value> {
        let size = value.size();
        if size > self.host.room() {
            return Err(ScriptError::new(ScriptError::MEMORY_FULL, "Out of memory.").into());
        }
        self.host.step(size)?;
        Ok(value)
    }

    /// Whether a name means a global variable or a property here.
    fn is_global(&self, name: &str) -> bool {
        let declared = self.frame.global.contains(name);
        let is_property = self
            .script
            .properties
            .iter()
            .any(|(property, _)| property == name);
        declared || ((is_property || self.frame.is_run) && !self.frame.local.contains(name))
    }

    fn variable(&self, name: &str) -> Run<Value> {
        let variables = if self.is_global(name) {
            &self.globals
        } else {
            &self.frame.locals
        };
        variables.get(name).cloned().ok_or_else(|| undefined(name))
    }

    /// Sets a variable; to no value, and it is not defined any more.
    fn set_variable(&mut self, name: &str, value: Value) {
        let variables = if self.is_global(name) {
            &mut self.globals
        } else {
            &mut self.frame.locals
        };
        if matches!(value, Value::Nothing) {
            variables.remove(name);
        } else {
            variables.insert(name.to_owned(), value);
        }
    }

    /// Which of `count` items `some` takes.
    fn any_of(&mut self, count: usize) -> usize {
        self.chance = self.chance.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (self.chance >> 16) as usize % count.max(1)
    }

    /// The first of the text item delimiters: what stands between items.
    fn delimiter(&self) -> String {
        self.delimiters.first().cloned().unwrap_or_default()
    }

    /// A value as AppleScript would write it, for a message.
    fn show(&self, value: &Value) -> String {
        let shown = super::display::display(value, self.script.words(), false);
        shown.unwrap_or_else(|_| "some data".to_owned())
    }
}

fn undefined(name: &str) -> Trouble {
    let message = format!("The variable {name} is not defined.");
    ScriptError::new(ScriptError::UNDEFINED_VARIABLE, message).into()
}

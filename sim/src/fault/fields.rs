//! What the fields of faults can hold, and how that is written on a command line.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// How a field is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Whole,
    Seconds,
    Flag,
    Text,
    Texts,
    /// Four characters.
    Code,
    Word(&'static [&'static str]),
}

/// What can be a field of a fault.
pub(crate) trait Field {
    const FORM: Form;
    const OPTIONAL: bool = false;
}

macro_rules! fields {
    ($($type:ty: $form:expr;)+) => {
        $(impl Field for $type { const FORM: Form = $form; })+
    };
}

fields! {
    u32: Form::Whole;
    bool: Form::Flag;
    String: Form::Text;
    Vec<String>: Form::Texts;
    Seconds: Form::Seconds;
    mc_protocol::OsType: Form::Code;
    DiskFailure: Form::Word(&["medium", "full"]);
    Crash: Form::Word(&["bomb", "exit_to_shell"]);
    Heap: Form::Word(&["application", "temporary", "system", "all"]);
}

impl<T: Field> Field for Option<T> {
    const FORM: Form = T::FORM;
    const OPTIONAL: bool = true;
}

impl Form {
    /// What stands for a value in a usage line.
    pub fn placeholder(self) -> String {
        match self {
            Form::Whole => "NUMBER".to_owned(),
            Form::Seconds => "SECONDS".to_owned(),
            Form::Flag => "true|false".to_owned(),
            Form::Text => "TEXT".to_owned(),
            Form::Texts => "TEXT|TEXT...".to_owned(),
            Form::Code => "CODE".to_owned(),
            Form::Word(words) => words.join("|"),
        }
    }

    /// What it has to be, in words.
    pub fn wanted(self) -> String {
        match self {
            Form::Whole => "a whole number from 0".to_owned(),
            Form::Seconds => "a number of seconds from 0 to 2678400, as 2 or 0.5".to_owned(),
            Form::Flag => "true or false".to_owned(),
            Form::Text => "a text".to_owned(),
            Form::Texts => "a list of texts; on a command line with | between them".to_owned(),
            Form::Code => "four characters, such as MACS".to_owned(),
            Form::Word(words) => words.join(" or "),
        }
    }

    /// The value that a word of a command line means; text where it is none of this form, which is refused later.
    pub fn read(self, word: &str) -> Value {
        let text = || Value::from(word);
        match self {
            Form::Whole => word.parse::<u32>().map_or_else(|_| text(), Value::from),
            Form::Seconds => word.parse::<f64>().map_or_else(|_| text(), Value::from),
            Form::Flag => word.parse::<bool>().map_or_else(|_| text(), Value::from),
            Form::Texts => word.split('|').map(Value::from).collect(),
            Form::Text | Form::Code | Form::Word(_) => text(),
        }
    }
}

/// A span of the guest's time. In JSON and in Lua a number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Seconds(Duration);

/// A month: no failure needs to be longer.
const LONGEST: Duration = Duration::from_secs(31 * 24 * 60 * 60);

impl Seconds {
    /// The span.
    pub fn span(self) -> Duration {
        self.0
    }

    /// In ticks, 60.15 to a second.
    pub(crate) fn ticks(self) -> u32 {
        const CYCLES_A_SECOND: u128 = 7_833_600;
        const CYCLES_A_TICK: u128 = 352 * 370;
        (self.0.as_nanos() * CYCLES_A_SECOND / (CYCLES_A_TICK * 1_000_000_000)) as u32
    }
}

impl From<u16> for Seconds {
    fn from(seconds: u16) -> Seconds {
        Seconds(Duration::from_secs(seconds.into()))
    }
}

impl From<Seconds> for f64 {
    fn from(seconds: Seconds) -> f64 {
        seconds.0.as_secs_f64()
    }
}

impl TryFrom<f64> for Seconds {
    type Error = &'static str;

    fn try_from(seconds: f64) -> Result<Seconds, &'static str> {
        match Duration::try_from_secs_f64(seconds) {
            Ok(span) if span <= LONGEST => Ok(Seconds(span)),
            _ => Err("not from 0 to 2678400"),
        }
    }
}

/// How a program comes down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Crash {
    /// With the bomb that takes the machine down: [`Cause::Crash`](crate::Cause::Crash).
    Bomb,
    /// By ExitToShell, as whoever has a debugger makes it leave.
    ExitToShell,
}

/// How a disk write fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiskFailure {
    /// The medium is damaged: ioErr.
    Medium,
    /// The volume is full: dskFulErr.
    Full,
}

/// Which memory is short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heap {
    /// The heaps of the programs.
    Application,
    /// What the Process Manager has: temporary memory, and partitions of programs that are launched.
    Temporary,
    /// The system heap.
    System,
    /// All of it.
    #[default]
    All,
}

//! AppleScript, the language: from source text to a result or an error with a number and a place.
//!
//! This room knows neither traps nor guest memory. Its user hands it the source and the [`Terms`] of applications, gets a
//! [`Script`], and runs it with a [`Host`], which is asked before each step, so that time passes and a script can be stopped, and
//! which sends what the script tells an application.
//!
//! What is here of the language (AppleScript 1.1, English dialect):
//!
//! - values: integers of 30 bits, reals, text, booleans, lists, records, classes, constants, references to objects of
//!   applications; lists and records are shared as `set` shares them and copied by `copy`;
//! - operators with their precedence, `as`, `contains`, `starts with`, `ends with`, `is in`, comparisons in words and signs;
//! - `item`, `character`, `word`, `paragraph`, `text item` by index, ordinal, range or `every`; `length`, `class`, `reverse`,
//!   `rest`, `contents`, `text item delimiters`, `count`;
//! - `set`, `copy`, `if`, `repeat` in all forms, `exit repeat`, `try`, `error`, `return`, `tell`, `with timeout`, `global`,
//!   `local`, `property`, handlers with positional parameters, `on run` (whose variables are global unless they are declared local), `my`, `it`, `me`, `result`;
//! - an application's own words, from its dictionary, and raw `«class»`, `«property»`, `«constant»` and `«event»` codes.
//!
//! Not here, and a syntax error: script objects, labelled parameters, `whose`, `considering`, `ignoring`, transactions, dates,
//! aliases, scripting additions.

pub(crate) mod aete;
mod code;
mod compare;
mod display;
mod error;
mod interpreter;
mod lexer;
mod parser;
mod syntax;
mod terms;
#[cfg(test)]
mod tests;
mod value;

pub use code::Code;
pub use display::{Words, display};
pub use error::ScriptError;
pub use interpreter::{Event, Host, Trouble, run};
pub use parser::{Script, compile};
pub use terms::{Class, Command, Dictionary, Parameter, Terms};
pub use value::{Form, Label, Ordinal, Reference, Value};

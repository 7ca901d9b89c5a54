//! The one registry of native functions: each is declared once, with its parameters, and from that declaration come
//! the checking of arguments, the help, and the trace's view of a call.

use std::fmt::Write;

use crate::error::Result;
use crate::lua::call::Call;

/// A native function.
pub struct Native {
    /// Its full name: `mac.fs.list`, or `Image:save` for a method of a value.
    pub name: &'static str,
    /// What it does, in a sentence or two.
    pub summary: &'static str,
    /// What is passed by position.
    pub params: &'static [Param],
    /// What is passed by name, in a table that comes last.
    pub options: &'static [Param],
    /// What it returns, in words.
    pub returns: &'static str,
    /// A line of Lua that uses it.
    pub example: &'static str,
    /// The function itself.
    pub run: fn(&Call) -> Result<mlua::Value>,
}

/// A parameter of a native function or of a recipe.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is when nothing is given.
    pub default: Fallback,
    /// What it means.
    pub summary: &'static str,
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// UTF-8.
    Text,
    /// A string of any bytes.
    Bytes,
    /// A whole number in a range.
    Integer(i64, i64),
    /// A time in seconds, not negative.
    Seconds,
    /// `true` or `false`.
    Boolean,
    /// One word of several.
    Choice(&'static [&'static str]),
    /// A list of words of several.
    Choices(&'static [&'static str]),
    /// `{x=, y=, width=, height=}`, or four numbers in a row.
    Region,
    /// A list of points, each `{x, y}` or `{x=, y=}`.
    Points,
    /// A four-character code.
    OsType,
    /// A path on the host, below a folder that the run was given.
    HostPath,
    /// A captured picture.
    Image,
    /// A process: its name, its serial number, or an entry of `mac.process.list`.
    Process,
    /// Who has a resource fork: the path of a file, or a process that is no name.
    Holder,
    /// Anything, which stands in no log and no trace.
    Secret,
    /// Anything.
    Any,
}

/// What a parameter is when nothing is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fallback {
    /// It has to be given.
    Required,
    /// Nothing: the function sees that it is absent.
    Nothing,
    /// A word or text.
    Text(&'static str),
    /// A whole number.
    Integer(i64),
    /// A time.
    Seconds(f64),
    /// `true` or `false`.
    Boolean(bool),
}

/// Every native function, family by family.
pub fn natives() -> impl Iterator<Item = &'static Native> {
    [
        super::screen::NATIVES,
        super::image::NATIVES,
        super::input::NATIVES,
        super::fs::NATIVES,
        super::resource::NATIVES,
        super::process::NATIVES,
        super::applescript::NATIVES,
        super::apple_event::NATIVES,
        super::clipboard::NATIVES,
        super::cursor::NATIVES,
        super::system::NATIVES,
        super::log::NATIVES,
    ]
    .into_iter()
    .flatten()
}

impl Native {
    /// How it is called: `mac.fs.list(path, {deadline=})`.
    pub fn signature(&self) -> String {
        // The first parameter of a method is what stands before the colon.
        let skipped = usize::from(self.name.contains(':'));
        let mut parts: Vec<String> = self.params[skipped..].iter().map(Param::shown).collect();
        if !self.options.is_empty() {
            let names: Vec<String> = self
                .options
                .iter()
                .map(|option| format!("{}=", option.name))
                .collect();
            parts.push(format!("[{{{}}}]", names.join(", ")));
        }
        format!("{}({})", self.name, parts.join(", "))
    }

    /// All that there is to know about it, for a terminal.
    pub fn help(&self) -> String {
        let mut text = format!("{}\n  {}\n", self.signature(), self.summary);
        for param in self.params.iter().chain(self.options) {
            let _ = writeln!(
                text,
                "    {:<14} {}; {}{}",
                param.name,
                param.kind.words(),
                param.summary,
                param.default.words()
            );
        }
        let _ = writeln!(text, "  returns  {}\n  example  {}", self.returns, self.example);
        text
    }
}

impl Param {
    /// A parameter that has to be given.
    pub const fn required(name: &'static str, kind: Kind, summary: &'static str) -> Param {
        Param {
            name,
            kind,
            default: Fallback::Required,
            summary,
        }
    }

    /// A parameter that may be left out.
    pub const fn optional(name: &'static str, kind: Kind, default: Fallback, summary: &'static str) -> Param {
        Param {
            name,
            kind,
            default,
            summary,
        }
    }

    fn shown(&self) -> String {
        match self.default {
            Fallback::Required => self.name.to_owned(),
            _ => format!("[{}]", self.name),
        }
    }
}

impl Kind {
    /// What may be given, in words.
    pub fn words(&self) -> String {
        match self {
            Kind::Text => "text".to_owned(),
            Kind::Bytes => "a string of bytes".to_owned(),
            Kind::Integer(least, most) => format!("a whole number from {least} to {most}"),
            Kind::Seconds => "seconds".to_owned(),
            Kind::Boolean => "true or false".to_owned(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Choices(words) => format!("a list of {}", words.join(", ")),
            Kind::Region => "a region {x=, y=, width=, height=}".to_owned(),
            Kind::Points => "a list of points {{x, y}, ...}".to_owned(),
            Kind::OsType => "a four-character code".to_owned(),
            Kind::HostPath => "a path on the host".to_owned(),
            Kind::Image => "an Image".to_owned(),
            Kind::Process => "a process: its name, or an entry of mac.process.list".to_owned(),
            Kind::Holder => "a path, or an entry of mac.process.list".to_owned(),
            Kind::Secret | Kind::Any => "a value".to_owned(),
        }
    }
}

impl Fallback {
    fn words(&self) -> String {
        match self {
            Fallback::Required => String::new(),
            Fallback::Nothing => " (optional)".to_owned(),
            Fallback::Text(text) => format!(" (default {text})"),
            Fallback::Integer(number) => format!(" (default {number})"),
            Fallback::Seconds(seconds) => format!(" (default {seconds})"),
            Fallback::Boolean(flag) => format!(" (default {flag})"),
        }
    }
}

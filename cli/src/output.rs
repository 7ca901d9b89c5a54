//! What a person or a program reads: results on standard output, errors and progress on standard error.

use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use mc_protocol::Code;
use mc_runtime::Error;
use mc_runtime::cancel::{Cancel, Reason};
use mc_runtime::trace::{Event, Listener, StepTime};
use serde_json::{Value, json};

/// How to answer.
#[derive(Clone, Debug)]
pub struct Output {
    /// One JSON object on standard output instead of text.
    pub json: bool,
    cancel: Cancel,
}

impl Output {
    /// With what stops the run when nobody reads any more what it prints.
    pub fn new(json: bool, cancel: Cancel) -> Output {
        Output { json, cancel }
    }

    /// A result. Text is printed as it is, nothing as nothing, everything else as JSON.
    pub fn success(&self, result: &Value, steps: &[StepTime]) -> ExitCode {
        let text = match result {
            _ if self.json => {
                let mut answer = json!({ "ok": true, "result": result });
                if !steps.is_empty() {
                    answer["steps"] = steps.iter().map(step_json).collect();
                }
                pretty(&answer)
            }
            Value::Null => return ExitCode::SUCCESS,
            Value::String(text) => text.clone(),
            other => pretty(other),
        };
        match write_line(&text) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => complain(&cannot_print(&error)),
            _ => ExitCode::SUCCESS,
        }
    }

    /// An error, with the exit code of its kind.
    pub fn failure(&self, error: &Error) -> ExitCode {
        if !self.json {
            return complain(error);
        }
        match write_line(&pretty(&json!({ "ok": false, "error": error.to_json() }))) {
            Ok(()) => ExitCode::from(error.code().exit()),
            Err(_) => complain(error),
        }
    }

    /// A line on standard output, while something runs. When nobody reads any more, what runs is stopped.
    pub fn line(&self, line: &str) {
        if !announce(line) {
            self.cancel.cancel(Reason::NobodyReads);
        }
    }

    /// Shows a run as it goes: what the script prints on standard output, steps and log lines on standard error.
    pub fn progress(&self) -> Listener {
        self.clone().listener(false)
    }

    /// Shows a run whose steps are what it is for: those are on standard output too.
    pub fn table(&self) -> Listener {
        self.clone().listener(true)
    }

    fn listener(self, steps_are_results: bool) -> Listener {
        Arc::new(move |event| match event {
            // With --json standard output is the answer's alone.
            Event::Log {
                level: "print",
                message,
            } if !self.json => self.line(message),
            Event::Log {
                level: "print",
                message,
            } => eprint_line(message),
            Event::Log { level, message } => eprint_line(&format!("{level}: {message}")),
            Event::StepStarted { .. } => {}
            Event::StepEnded { .. } if self.json => {}
            Event::StepEnded {
                depth,
                name,
                took,
                ok,
            } => {
                let mark = if *ok { "ok" } else { "FAILED" };
                let name = format!("{}{name}", "  ".repeat(*depth));
                let line = format!("  {name:<58} {:>7.2} s  {mark}", took.as_secs_f64());
                match steps_are_results {
                    true => self.line(&line),
                    false => eprint_line(&line),
                }
            }
        })
    }
}

/// A line on standard output from what goes on whether it is read or not. Whether somebody may have read it.
pub fn announce(line: &str) -> bool {
    match write_line(line) {
        Ok(()) => true,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => false,
        Err(error) => {
            eprint_line(&cannot_print(&error).to_string());
            true
        }
    }
}

/// An error on standard error, and the exit code of its kind.
pub fn complain(error: &Error) -> ExitCode {
    eprint_line(&format!("error: {error}"));
    if let Some(traceback) = error.traceback() {
        eprint_line("  at:");
        for line in traceback.lines() {
            eprint_line(&format!("    {line}"));
        }
    }
    for (key, value) in error.details() {
        eprint_line(&format!("  {key}: {value}"));
    }
    ExitCode::from(error.code().exit())
}

fn cannot_print(error: &io::Error) -> Error {
    Error::new(
        Code::BadFile,
        format!("standard output cannot be written: {error}"),
    )
}

fn step_json(step: &StepTime) -> Value {
    let took_ms = (step.took.as_secs_f64() * 1e4).round() / 10.0;
    json!({ "name": step.name, "depth": step.depth, "took_ms": took_ms, "ok": step.ok })
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// A line on standard output.
fn write_line(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let line = match stdout.is_terminal() {
        true => printable(line),
        false => Cow::Borrowed(line),
    };
    writeln!(stdout, "{line}")?;
    stdout.flush()
}

/// A line on standard error.
fn eprint_line(line: &str) {
    // There is nobody left to tell that it cannot be written.
    let _ = writeln!(io::stderr().lock(), "{}", printable(line));
}

/// What a guest or a script says, without what would steer a terminal. Names such as `Icon\r` are usual on a Macintosh.
fn printable(line: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !line.contains(steers) {
        return Cow::Borrowed(line);
    }
    let mut shown = String::with_capacity(line.len());
    for c in line.chars() {
        match steers(c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_steer_a_terminal_is_shown_instead() {
        assert_eq!(
            printable("Icon\r, \u{1b}[2J, \u{9b}1m"),
            "Icon\\r, \\u{1b}[2J, \\u{9b}1m"
        );
        assert_eq!(printable("two\nlines\tof “text”"), "two\nlines\tof “text”");
    }
}

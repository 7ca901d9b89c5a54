//! What a person or a program reads: results on standard output, errors and progress on standard error.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use mc_runtime::Error;
use mc_runtime::trace::{Event, Listener, StepTime};
use serde_json::{Value, json};

/// How to answer.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// One JSON object on standard output instead of text.
    pub json: bool,
}

impl Output {
    /// A result. Text is printed as it is, nothing as nothing, everything else as JSON.
    pub fn success(self, result: &Value, steps: &[StepTime]) -> ExitCode {
        if self.json {
            let mut answer = json!({ "ok": true, "result": result });
            if !steps.is_empty() {
                answer["steps"] = steps.iter().map(step_json).collect();
            }
            print(&pretty(&answer));
        } else {
            match result {
                Value::Null => {}
                Value::String(text) => print(text),
                other => print(&pretty(other)),
            }
        }
        ExitCode::SUCCESS
    }

    /// An error, with the exit code of its kind.
    pub fn failure(self, error: &Error) -> ExitCode {
        if self.json {
            print(&pretty(&json!({ "ok": false, "error": error.to_json() })));
        } else {
            complain(error);
        }
        ExitCode::from(error.code().exit())
    }

    /// Shows a run as it goes: what the script prints on standard output, steps and log lines on standard error.
    pub fn progress(self) -> Listener {
        self.listener(eprint_line)
    }

    /// Shows a run whose steps are what it is for: those are on standard output too.
    pub fn table(self) -> Listener {
        self.listener(print)
    }

    fn listener(self, step_line: fn(&str)) -> Listener {
        Arc::new(move |event| match event {
            // With --json standard output is the answer's alone.
            Event::Log {
                level: "print",
                message,
            } if !self.json => print(message),
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
                step_line(&format!("  {name:<58} {:>7.2} s  {mark}", took.as_secs_f64()));
            }
        })
    }
}

fn complain(error: &Error) {
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
}

fn step_json(step: &StepTime) -> Value {
    let took_ms = (step.took.as_secs_f64() * 1e4).round() / 10.0;
    json!({ "name": step.name, "depth": step.depth, "took_ms": took_ms, "ok": step.ok })
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// A line on standard output. A reader that has gone away is not an error of ours.
pub fn print(line: &str) {
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// A line on standard error.
pub fn eprint_line(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

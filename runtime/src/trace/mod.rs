//! The trace of a run: what was done, in which order, how long it took, what came of it, and how the screen looked.
//!
//! Steps nest: a step that the script named holds the native functions that it called, and these the calls on the wire.
//! Pictures are stored once for each different content, under the hash of their pixels.

mod pictures;
mod recorder;
mod secrets;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use self::recorder::{Recorder, Step};
use crate::error::{Error, Result};
use crate::screen::image::Image;

/// What kind of step it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Named by the script.
    Step,
    /// A native function called by the script.
    Native,
    /// A call on the wire.
    Call,
}

/// What happens while it happens, for whoever shows a run as it goes.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<'a> {
    /// A step of the script begins.
    StepStarted {
        /// How many steps it is inside of.
        depth: usize,
        /// As the script named it.
        name: &'a str,
    },
    /// A step of the script is over.
    StepEnded {
        /// How many steps it is inside of.
        depth: usize,
        /// As the script named it.
        name: &'a str,
        /// How long it took.
        took: Duration,
        /// Whether it succeeded.
        ok: bool,
    },
    /// A line that the script logs.
    Log {
        /// `debug`, `info`, `warn` or `error`.
        level: &'a str,
        /// The line.
        message: &'a str,
    },
}

/// Told of every [`Event`], on the thread where it happens.
pub type Listener = Arc<dyn Fn(&Event) + Send + Sync>;

/// Collects the steps of one run. Cheap to clone; clones write into the same trace. One that is off costs nothing.
#[derive(Clone)]
pub struct Trace(Option<Arc<Recorder>>);

/// A step of the script, for a table of them.
#[derive(Clone, Debug, PartialEq)]
pub struct StepTime {
    /// How many steps it is inside of.
    pub depth: usize,
    /// As the script named it.
    pub name: String,
    /// How long it took.
    pub took: Duration,
    /// Whether it succeeded.
    pub ok: bool,
}

impl Trace {
    /// Writes nothing down.
    pub fn off() -> Trace {
        Trace(None)
    }

    /// Collects steps; with a folder it stores pictures there and can be written there.
    pub fn new(folder: Option<PathBuf>, listener: Option<Listener>) -> Trace {
        Trace(Some(Arc::new(Recorder::new(folder, listener))))
    }

    /// Begins a step inside of the one that is open.
    pub fn begin(&self, kind: Kind, name: &str, arguments: Value) -> Span {
        let index = self
            .0
            .as_ref()
            .and_then(|recorder| recorder.begin(kind, name, arguments));
        Span {
            trace: self.clone(),
            index,
        }
    }

    /// Keeps a secret out of everything that is written or told from now on, wherever in it it turns up.
    pub fn hide(&self, secret: &Value) {
        if let Some(recorder) = &self.0 {
            recorder.hide(secret);
        }
    }

    /// Writes a line into the step that is open, and tells the listener.
    pub fn log(&self, level: &str, message: &str) {
        if let Some(recorder) = &self.0 {
            recorder.log(level, message);
        }
    }

    /// The steps that the script named, in the order in which they began.
    pub fn step_times(&self) -> Vec<StepTime> {
        self.0
            .as_ref()
            .map(|recorder| recorder.step_times())
            .unwrap_or_default()
    }

    /// Writes `trace.json` into the folder, if there is one. `header` says what was run, where, and how it ended.
    ///
    /// # Errors
    /// `bad_file` when it cannot be written.
    pub fn write(&self, header: Value) -> Result<Option<PathBuf>> {
        self.0
            .as_ref()
            .map_or(Ok(None), |recorder| recorder.write(header))
    }
}

/// A step that is open. Dropped without being finished, it was given up.
pub struct Span {
    trace: Trace,
    index: Option<usize>,
}

impl Span {
    /// Whether the step is written down at all.
    pub fn is_kept(&self) -> bool {
        self.index.is_some()
    }

    /// Adds how the screen looked before.
    pub fn before(&self, picture: &Image) {
        self.picture(picture, |step| &mut step.before);
    }

    /// Adds how the screen looked afterwards.
    pub fn after(&self, picture: &Image) {
        self.picture(picture, |step| &mut step.after);
    }

    fn picture(&self, picture: &Image, place: impl FnOnce(&mut Step) -> &mut Option<String>) {
        if let (Some(recorder), Some(index)) = (&self.trace.0, self.index) {
            recorder.add_picture(index, picture, place);
        }
    }

    /// Ends the step with what it led to.
    pub fn finish(mut self, outcome: std::result::Result<Value, &Error>) {
        let outcome = match outcome {
            Ok(Value::Null) => json!({ "ok": true }),
            Ok(value) => json!({ "ok": true, "value": value }),
            Err(error) => json!({ "ok": false, "error": error.to_json() }),
        };
        self.end(outcome);
    }

    fn end(&mut self, outcome: Value) {
        if let (Some(recorder), Some(index)) = (&self.trace.0, self.index.take()) {
            recorder.finish(index, outcome);
        }
    }
}

impl Drop for Span {
    fn drop(&mut self) {
        self.end(json!({ "ok": false, "given_up": true }));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Mutex;

    use mc_protocol::Code;

    use super::*;
    use crate::screen::image::Rgb;

    fn picture(pixel: u8) -> Image {
        Image::indexed(1, 1, vec![Rgb::WHITE, Rgb::BLACK], vec![pixel]).expect("the parts fit")
    }

    fn written(trace: &Trace) -> Value {
        let path = trace
            .write(json!({ "ok": true }))
            .expect("writes")
            .expect("has a folder");
        serde_json::from_slice(&fs::read(path).expect("reads")).expect("is JSON")
    }

    #[test]
    fn steps_nest_and_equal_pictures_are_stored_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let trace = Trace::new(Some(folder.path().to_owned()), None);
        let step = trace.begin(Kind::Step, "answer the alert", Value::Null);
        let native = trace.begin(Kind::Native, "mac.input.click", json!({ "x": 1 }));
        native.before(&picture(0));
        native.after(&picture(1));
        trace.log("info", "clicked");
        native.finish(Ok(Value::Null));
        let again = trace.begin(Kind::Native, "mac.screen.capture", Value::Null);
        again.after(&picture(1));
        again.finish(Err(&Error::new(Code::Timeout, "no answer")));
        step.finish(Ok(json!(3)));

        let json = written(&trace);
        let step = &json["steps"][0];
        assert_eq!(step["name"], "answer the alert");
        assert_eq!(step["outcome"]["value"], 3);
        let click = &step["steps"][0];
        assert_eq!(
            (&click["kind"], &click["arguments"]["x"]),
            (&json!("native"), &json!(1))
        );
        assert_eq!(click["log"][0]["message"], "clicked");
        assert_ne!(click["before"], click["after"]);
        assert_eq!(step["steps"][1]["after"], click["after"]);
        assert_eq!(step["steps"][1]["outcome"]["error"]["code"], "timeout");
        let stored = fs::read_dir(folder.path().join("pictures"))
            .expect("a folder")
            .count();
        assert_eq!(stored, 2);
    }

    #[test]
    fn what_is_given_up_ends_with_the_step_around_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let trace = Trace::new(Some(folder.path().to_owned()), None);
        let outer = trace.begin(Kind::Step, "outer", Value::Null);
        drop(trace.begin(Kind::Call, "fs.list", Value::Null));
        outer.finish(Ok(Value::Null));
        trace
            .begin(Kind::Step, "next", Value::Null)
            .finish(Ok(Value::Null));
        let json = written(&trace);
        assert_eq!(json["steps"][0]["steps"][0]["outcome"]["given_up"], true);
        assert_eq!(json["steps"][1]["name"], "next");
    }

    #[test]
    fn steps_that_nest_without_end_are_written_all_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let trace = Trace::new(Some(folder.path().to_owned()), None);
        let spans: Vec<Span> = (0..20_000)
            .map(|_| trace.begin(Kind::Step, "inside of the one before", Value::Null))
            .collect();
        assert!(written(&trace)["steps"][0]["steps"][0].is_object());
        drop(spans);
    }

    #[test]
    fn lines_beyond_a_number_are_told_and_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let trace = Trace::new(Some(folder.path().to_owned()), None);
        let step = trace.begin(Kind::Step, "talks", Value::Null);
        for _ in 0..60_000 {
            trace.log("info", "again");
        }
        trace.log("info", &"long ".repeat(10_000));
        step.finish(Ok(Value::Null));
        let kept = written(&trace)["steps"][0]["log"].as_array().map(Vec::len);
        assert_eq!(kept, Some(50_000));
    }

    #[test]
    fn the_listener_hears_of_named_steps_and_lines_only() {
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let ears = Arc::clone(&heard);
        let listener: Listener =
            Arc::new(move |event| ears.lock().expect("not poisoned").push(format!("{event:?}")));
        let trace = Trace::new(None, Some(listener));
        let step = trace.begin(Kind::Step, "one", Value::Null);
        trace
            .begin(Kind::Call, "health", Value::Null)
            .finish(Ok(Value::Null));
        trace.log("info", "hello");
        step.finish(Ok(Value::Null));
        let heard = heard.lock().expect("not poisoned");
        assert_eq!(heard.len(), 3, "{heard:?}");
        assert!(heard[1].contains("hello") && heard[2].contains("ok: true"));
        assert_eq!(trace.step_times().len(), 1);
    }
}

//! The trace of a run: what was done, in which order, how long it took, what came of it, and how the screen looked.
//!
//! Steps nest: a step that the script named holds the native functions that it called, and these the calls on the wire.
//! Pictures are stored once for each different content, under the hash of their pixels.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use mc_protocol::Code;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};

use crate::screen::image::{Image, Pixels};

/// Steps beyond this are counted and not kept, so that a run that polls for days does not fill the memory.
const MOST_STEPS: usize = 50_000;

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

struct Recorder {
    folder: Option<PathBuf>,
    listener: Option<Listener>,
    began: Instant,
    began_at: SystemTime,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    steps: Vec<Step>,
    open: Vec<usize>,
    not_kept: usize,
    pictures: HashSet<String>,
}

struct Step {
    parent: Option<usize>,
    kind: Kind,
    name: String,
    arguments: Value,
    began: Duration,
    took: Option<Duration>,
    outcome: Value,
    before: Option<String>,
    after: Option<String>,
    log: Vec<Value>,
}

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
        Trace(Some(Arc::new(Recorder {
            folder,
            listener,
            began: Instant::now(),
            began_at: SystemTime::now(),
            state: Mutex::default(),
        })))
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

    /// Writes a line into the step that is open, and tells the listener.
    pub fn log(&self, level: &str, message: &str) {
        let Some(recorder) = &self.0 else { return };
        recorder.tell(&Event::Log { level, message });
        let at = recorder.began.elapsed();
        let mut state = recorder.state();
        if let Some(&index) = state.open.last() {
            state.steps[index]
                .log
                .push(json!({ "at_ms": milliseconds(at), "level": level, "message": message }));
        }
    }

    /// Whether pictures are worth handing in.
    pub fn keeps_pictures(&self) -> bool {
        self.0.as_ref().is_some_and(|recorder| recorder.folder.is_some())
    }

    /// The steps that the script named, in the order in which they began.
    pub fn step_times(&self) -> Vec<StepTime> {
        let Some(recorder) = &self.0 else {
            return Vec::new();
        };
        let state = recorder.state();
        let named = state.steps.iter().filter(|step| step.kind == Kind::Step);
        named
            .map(|step| StepTime {
                depth: state.depth(step),
                name: step.name.clone(),
                took: step.took.unwrap_or_default(),
                ok: step.outcome["ok"] == true,
            })
            .collect()
    }

    /// Writes `trace.json` into the folder, if there is one. `header` says what was run, where, and how it ended.
    ///
    /// # Errors
    /// `bad_file` when it cannot be written.
    pub fn write(&self, header: Value) -> Result<Option<PathBuf>> {
        let Some((recorder, folder)) = self
            .0
            .as_ref()
            .and_then(|recorder| Some((recorder, recorder.folder.as_ref()?)))
        else {
            return Ok(None);
        };
        let path = folder.join("trace.json");
        let text = serde_json::to_string_pretty(&recorder.to_json(header)).unwrap_or_default();
        fs::write(&path, text).map_err(|error| cannot_write(&path, &error))?;
        Ok(Some(path))
    }
}

impl Recorder {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, event: &Event) {
        if let Some(listener) = &self.listener {
            listener(event);
        }
    }

    fn begin(&self, kind: Kind, name: &str, arguments: Value) -> Option<usize> {
        let mut state = self.state();
        if state.steps.len() >= MOST_STEPS {
            state.not_kept += 1;
            return None;
        }
        let step = Step {
            parent: state.open.last().copied(),
            kind,
            name: name.to_owned(),
            arguments,
            began: self.began.elapsed(),
            took: None,
            outcome: Value::Null,
            before: None,
            after: None,
            log: Vec::new(),
        };
        let depth = state.depth(&step);
        let index = state.steps.len();
        state.steps.push(step);
        state.open.push(index);
        drop(state);
        if kind == Kind::Step {
            self.tell(&Event::StepStarted { depth, name });
        }
        Some(index)
    }

    fn finish(&self, index: usize, outcome: Value) {
        let mut state = self.state();
        let now = self.began.elapsed();
        // Whatever was begun inside and never finished ends here too.
        if let Some(position) = state.open.iter().rposition(|&open| open == index) {
            state.open.truncate(position);
        }
        let ok = outcome["ok"] == true;
        let step = &mut state.steps[index];
        let took = now.saturating_sub(step.began);
        (step.took, step.outcome) = (Some(took), outcome);
        let (kind, name) = (step.kind, step.name.clone());
        let depth = state.depth(&state.steps[index]);
        drop(state);
        if kind == Kind::Step {
            self.tell(&Event::StepEnded {
                depth,
                name: &name,
                took,
                ok,
            });
        }
    }

    /// Stores a picture unless one with the same pixels is stored. Its path is relative to the folder.
    fn store(&self, picture: &Image) -> Option<String> {
        let folder = self.folder.as_ref()?;
        let name = format!("pictures/{}.png", pixel_hash(picture));
        if self.state().pictures.insert(name.clone())
            && let Err(error) = write_picture(&folder.join(&name), picture)
        {
            tracing::warn!(%error, "a picture of the trace was not stored");
            return None;
        }
        Some(name)
    }

    fn to_json(&self, header: Value) -> Value {
        let state = self.state();
        let began_at = self.began_at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); state.steps.len()];
        let mut roots = Vec::new();
        for (index, step) in state.steps.iter().enumerate() {
            match step.parent {
                Some(parent) => children[parent].push(index),
                None => roots.push(index),
            }
        }
        json!({
            "format": "mac-control trace",
            "version": 1,
            "began_unix_ms": u64::try_from(began_at.as_millis()).unwrap_or(u64::MAX),
            "run": header,
            "steps": roots.iter().map(|&root| state.nested(root, &children)).collect::<Vec<_>>(),
            "steps_not_kept": state.not_kept,
        })
    }
}

impl State {
    fn depth(&self, step: &Step) -> usize {
        let mut depth = 0;
        let mut parent = step.parent;
        while let Some(index) = parent {
            depth += usize::from(self.steps[index].kind == Kind::Step);
            parent = self.steps[index].parent;
        }
        depth
    }

    fn nested(&self, index: usize, children: &[Vec<usize>]) -> Value {
        let step = &self.steps[index];
        let mut object = json!({
            "kind": step.kind,
            "name": step.name,
            "began_ms": milliseconds(step.began),
            "took_ms": step.took.map(milliseconds),
            "outcome": step.outcome,
        });
        let parts = [
            ("arguments", step.arguments.clone()),
            ("before", json!(step.before)),
            ("after", json!(step.after)),
            ("log", json!(step.log)),
            (
                "steps",
                children[index]
                    .iter()
                    .map(|&child| self.nested(child, children))
                    .collect(),
            ),
        ];
        for (key, value) in parts {
            let is_empty = value.is_null() || value == json!([]) || value == json!({});
            if !is_empty {
                object[key] = value;
            }
        }
        object
    }
}

/// A step that is open. Dropped without being finished, it was given up.
pub struct Span {
    trace: Trace,
    index: Option<usize>,
}

impl Span {
    /// Adds how the screen looked before.
    pub fn before(&self, picture: &Image) {
        self.picture(picture, |step| &mut step.before);
    }

    /// Adds how the screen looked afterwards.
    pub fn after(&self, picture: &Image) {
        self.picture(picture, |step| &mut step.after);
    }

    fn picture(&self, picture: &Image, place: impl FnOnce(&mut Step) -> &mut Option<String>) {
        if let (Some(recorder), Some(index)) = (&self.trace.0, self.index)
            && let Some(name) = recorder.store(picture)
        {
            *place(&mut recorder.state().steps[index]) = Some(name);
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

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 1e2
}

fn pixel_hash(picture: &Image) -> String {
    let mut hash = Sha256::new();
    hash.update(picture.width().to_be_bytes());
    hash.update(picture.height().to_be_bytes());
    let Pixels::Indexed { palette, indices } = picture.pixels();
    for colour in palette {
        hash.update([colour.r, colour.g, colour.b]);
    }
    hash.update(indices);
    hash.finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn write_picture(path: &Path, picture: &Image) -> Result<()> {
    let png = picture
        .to_png()
        .map_err(|error| Error::new(Code::Internal, error.to_string()))?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    }
    fs::write(path, png).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    Error::new(
        Code::BadFile,
        format!("{} cannot be written: {error}", path.display()),
    )
}

#[cfg(test)]
mod tests {
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

//! The steps of a run, while they are collected.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::secrets::Secrets;
use super::{Event, Kind, Listener, StepTime, pictures};
use crate::error::Result;
use crate::screen::image::Image;

/// Steps beyond this are counted and not kept, so that a run that polls for days does not fill the memory.
const MOST_STEPS: usize = 50_000;

/// How deep steps nest in the trace. A step that is begun deeper, by one coroutine inside of another, stands beside the
/// deepest. What reads JSON often gives up at 128 levels, and a step is two.
const MOST_NESTED: usize = 32;

/// Lines beyond this are shown and not kept, and the longest that is kept whole, in characters.
const MOST_LINES: usize = 50_000;
const LONGEST_LINE: usize = 2_000;

/// What the clones of a trace share.
pub(super) struct Recorder {
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
    lines: usize,
    secrets: Secrets,
    pictures: HashSet<String>,
}

/// One step.
pub(super) struct Step {
    parent: Option<usize>,
    kind: Kind,
    name: String,
    arguments: Value,
    began: Duration,
    took: Option<Duration>,
    outcome: Value,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    log: Vec<Value>,
}

impl Recorder {
    pub(super) fn new(folder: Option<PathBuf>, listener: Option<Listener>) -> Recorder {
        Recorder {
            folder,
            listener,
            began: Instant::now(),
            began_at: SystemTime::now(),
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, event: &Event) {
        if let Some(listener) = &self.listener {
            listener(event);
        }
    }

    /// Keeps a value out of everything that is written or told from now on.
    pub(super) fn hide(&self, secret: &Value) {
        self.state().secrets.add(secret);
    }

    pub(super) fn log(&self, level: &str, message: &str) {
        let message = &*self.state().secrets.hidden_in(message);
        self.tell(&Event::Log { level, message });
        let at_ms = milliseconds(self.began.elapsed());
        let mut state = self.state();
        let open = state.open.last().copied();
        if let Some(index) = open.filter(|_| state.lines < MOST_LINES) {
            let message: String = message.chars().take(LONGEST_LINE).collect();
            state.lines += 1;
            state.steps[index]
                .log
                .push(json!({ "at_ms": at_ms, "level": level, "message": message }));
        }
    }

    pub(super) fn begin(&self, kind: Kind, name: &str, arguments: Value) -> Option<usize> {
        let mut state = self.state();
        if state.steps.len() >= MOST_STEPS {
            state.not_kept += 1;
            return None;
        }
        let name = state.secrets.hidden_in(name).into_owned();
        let step = Step {
            parent: state.open[..state.open.len().min(MOST_NESTED)].last().copied(),
            kind,
            name: name.clone(),
            arguments: state.secrets.hidden_in_value(arguments),
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
            self.tell(&Event::StepStarted { depth, name: &name });
        }
        Some(index)
    }

    pub(super) fn finish(&self, index: usize, outcome: Value) {
        let mut state = self.state();
        let now = self.began.elapsed();
        let outcome = state.secrets.hidden_in_value(outcome);
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

    /// Adds a picture to a step, when there is a folder for pictures.
    pub(super) fn add_picture(
        &self,
        index: usize,
        picture: &Image,
        place: impl FnOnce(&mut Step) -> &mut Option<String>,
    ) {
        if let Some(name) = self.store(picture) {
            *place(&mut self.state().steps[index]) = Some(name);
        }
    }

    /// Stores a picture unless one with the same pixels is stored. Its path is relative to the folder.
    fn store(&self, picture: &Image) -> Option<String> {
        let folder = self.folder.as_ref()?;
        let name = format!("pictures/{}.png", pictures::pixel_hash(picture));
        if self.state().pictures.insert(name.clone())
            && let Err(error) = pictures::write(&folder.join(&name), picture)
        {
            tracing::warn!(%error, "a picture of the trace was not stored");
            return None;
        }
        Some(name)
    }

    pub(super) fn step_times(&self) -> Vec<StepTime> {
        let state = self.state();
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

    pub(super) fn write(&self, header: Value) -> Result<Option<PathBuf>> {
        let Some(folder) = &self.folder else {
            return Ok(None);
        };
        let path = folder.join("trace.json");
        let header = self.state().secrets.hidden_in_value(header);
        let text = serde_json::to_string_pretty(&self.to_json(header)).unwrap_or_default();
        fs::write(&path, text).map_err(|error| pictures::cannot_write(&path, &error))?;
        Ok(Some(path))
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

/// For JSON: hundredths of a millisecond are enough.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 1e2
}

//! The methods of the family `applescript`.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

use crate::{Effect, Method, Stream};

/// The result as AppleScript would write it in a script, or as it would show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScriptForm {
    /// `source`
    #[serde(rename = "source")]
    Source,
    /// `display`
    #[serde(rename = "display")]
    Display,
}

/// Whether applications may ask the user something meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Interaction {
    /// `never`
    #[serde(rename = "never")]
    Never,
    /// `can`
    #[serde(rename = "can")]
    Can,
    /// `always`
    #[serde(rename = "always")]
    Always,
}

/// Compiles and runs an AppleScript, as a job. The source follows as binary data in MacRoman with Returns at the ends of lines; the job's result is text in MacRoman. `unsupported` without AppleScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eval {
    /// Bytes of source that follow.
    pub size: u16,
    /// The script is stopped after so long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u32>,
    /// The result as AppleScript would write it in a script, or as it would show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<ScriptForm>,
    /// Whether applications may ask the user something meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interaction: Option<Interaction>,
}

impl Eval {
    /// With what must be given; everything else is absent.
    pub fn new(size: u16) -> Eval {
        Eval {
            size,
            timeout_ms: None,
            form: None,
            interaction: None,
        }
    }
}

/// The answer to [`Eval`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvalAnswer {
    /// The job: `jobs.status`, `jobs.result` and `jobs.cancel` take it, the event `job.done` names it.
    pub job_id: u32,
}

impl Method for Eval {
    const NAME: &'static str = "applescript.eval";
    const EFFECT: Effect = Effect::Destructive;
    const STREAM: Stream = Stream::ToGuest;
    const TIMEOUT_MS: u32 = 10000;
    type Answer = EvalAnswer;
}

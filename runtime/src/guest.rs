//! The one way to a guest. Here the tier is checked, the deadline set, the audit event and the trace step written,
//! and it is decided what a lost answer means, whoever asked.

use std::sync::Arc;
use std::time::Duration;

use mc_protocol::hello::HelloAnswer;
use mc_protocol::{Code, Effect, Method, Stream};
use serde_json::{Value, json};

use crate::driver::agent::{Agent, Metering, Route};
use crate::driver::{Call, Driver, Failure, Reply};
use crate::error::{Error, Result};
use crate::provider::{Endpoint, Provided, Providers};
use crate::target::{Target, Token};
use crate::trace::{Kind, Trace};

/// A Macintosh, as one caller sees it. Cheap to clone; clones share the connection.
#[derive(Clone)]
pub struct Guest {
    driver: Arc<dyn Driver>,
    trace: Trace,
    ceiling: Effect,
    timeout: Option<Duration>,
    job_timeout: Option<Duration>,
    hushed: bool,
}

/// How a job ended well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// What it has produced.
    pub data: Vec<u8>,
    /// How many things it has dealt with, when it counts them.
    pub items: Option<u32>,
}

impl Guest {
    /// The guest behind a driver, with everything allowed that the guest itself allows.
    pub fn new(driver: Arc<dyn Driver>) -> Guest {
        Guest {
            driver,
            trace: Trace::off(),
            ceiling: Effect::Destructive,
            timeout: None,
            job_timeout: None,
            hushed: false,
        }
    }

    /// The guest that a target names. Nothing is opened before the first call.
    ///
    /// # Errors
    /// `bad_params` when no provider knows the target's scheme.
    pub fn open(
        target: &Target,
        token: Token,
        metering: Option<Metering>,
        providers: &Providers,
    ) -> Result<Guest> {
        let route = match target.clone() {
            Target::Tcp { host, port } => Route::Listening(Endpoint { host, port, token }),
            Target::Provided { scheme, detail } => Route::Provided {
                provider: providers.get(&scheme)?,
                detail,
            },
        };
        Ok(Guest::new(Arc::new(Agent::new(
            target.to_string(),
            route,
            metering,
        ))))
    }

    /// The same guest, with its calls written into a trace.
    pub fn traced(&self, trace: Trace) -> Guest {
        Guest {
            trace,
            ..self.clone()
        }
    }

    /// The same guest, refusing whatever has a stronger effect.
    pub fn limited_to(&self, ceiling: Effect) -> Guest {
        Guest {
            ceiling: ceiling.min(self.ceiling),
            ..self.clone()
        }
    }

    /// The same guest, with another deadline for each call than the method's own.
    pub fn within(&self, timeout: Duration) -> Guest {
        Guest {
            timeout: Some(timeout),
            ..self.clone()
        }
    }

    /// The same guest, with jobs called off that take longer.
    pub fn finishing_within(&self, timeout: Duration) -> Guest {
        Guest {
            job_timeout: Some(timeout),
            ..self.clone()
        }
    }

    /// The same guest, with parameters and errors kept out of logs and traces.
    pub fn hushed(&self) -> Guest {
        Guest {
            hushed: true,
            ..self.clone()
        }
    }

    /// Its name, as its target says it.
    pub fn name(&self) -> &str {
        self.driver.name()
    }

    /// The scheme of the provider that brings it up, when one does.
    pub fn scheme(&self) -> Option<&str> {
        self.driver.scheme()
    }

    /// Who brought it up, when somebody did and it is up.
    pub fn provided(&self) -> Option<Arc<dyn Provided>> {
        self.driver.provided()
    }

    /// What the guest said of itself; connects when there is no connection.
    ///
    /// # Errors
    /// `unreachable`, `unauthorized`, `bad_version`, `busy`, `timeout`.
    pub async fn hello(&self) -> Result<HelloAnswer> {
        let hello = self.driver.hello().await;
        hello.map_err(|error| error.attempting("connecting").on(self.name()))
    }

    /// Calls a method that has no binary data. A job that it begins is waited for.
    ///
    /// # Errors
    /// What the guest answered; `denied`; `timeout`, `disconnected` or, for an action, `unconfirmed` when no answer came.
    pub async fn call<M: Method>(&self, method: &M) -> Result<M::Answer> {
        let (answer, _) = self.perform(method, Arc::default()).await?;
        Ok(answer)
    }

    /// Calls a method that answers with binary data.
    ///
    /// # Errors
    /// As [`Guest::call`]; `size_mismatch` or `crc_mismatch` when the data did not arrive whole.
    pub async fn fetch<M: Method>(&self, method: &M) -> Result<(M::Answer, Vec<u8>)> {
        let (answer, finished) = self.perform(method, Arc::default()).await?;
        Ok((answer, finished.data))
    }

    /// Calls a method that is given binary data.
    ///
    /// # Errors
    /// As [`Guest::call`].
    pub async fn send<M: Method>(&self, method: &M, body: Arc<[u8]>) -> Result<M::Answer> {
        let (answer, _) = self.perform(method, body).await?;
        Ok(answer)
    }

    /// Calls a method that begins a job, and waits for its end. Other handles of the guest are served meanwhile.
    ///
    /// # Errors
    /// As [`Guest::send`]; what the job failed with; `timeout` when it was called off at its deadline.
    pub async fn run<M: Method>(&self, method: &M, body: Arc<[u8]>) -> Result<Finished> {
        let (_, finished) = self.perform(method, body).await?;
        Ok(finished)
    }

    /// Waits until jobs that were given up have been called off on the guest too: a few seconds at most.
    pub async fn settle(&self) {
        self.driver.settle().await;
    }

    async fn perform<M: Method>(&self, method: &M, body: Arc<[u8]>) -> Result<(M::Answer, Finished)> {
        let params =
            serde_json::to_value(method).map_err(|error| Error::new(Code::Internal, error.to_string()))?;
        let own_timeout = Duration::from_millis(u64::from(M::TIMEOUT_MS));
        let timeout = self.timeout.unwrap_or(own_timeout);
        let call = Call {
            method: M::NAME,
            params,
            stream: M::STREAM,
            body,
            timeout,
            job_timeout: self.job_timeout,
        };
        let span = self.trace.begin(Kind::Call, M::NAME, self.shown(&call));
        let outcome = self.attempt(&call, M::EFFECT).await;
        let outcome = outcome.and_then(|reply| {
            understand::<M>(reply).map_err(|error| given_up(M::EFFECT, Failure::Lost(error)))
        });
        let outcome = outcome.map_err(|error| {
            let error = match hint(M::NAME, error.code()) {
                Some(hint) => error.trying(hint),
                None => error,
            };
            error.attempting(self.attempted(&call)).on(self.name())
        });
        self.audit(M::NAME, M::EFFECT, outcome.as_ref().err());
        match &outcome {
            Err(error) if self.hushed => span.finish(Err(&error.hushed())),
            outcome => span.finish(outcome.as_ref().map(|(_, finished)| summary(finished))),
        }
        outcome
    }

    async fn attempt(&self, call: &Call, effect: Effect) -> Result<Reply> {
        self.check_allowed(call.method, effect).await?;
        let failure = match self.driver.exchange(call).await {
            Ok(reply) => return Ok(reply),
            Err(failure) => failure,
        };
        match failure {
            _ if !effect.is_repeatable() => Err(given_up(effect, failure)),
            // Asked again once, on a new connection. A guest that was silent for a whole deadline is not asked again.
            Failure::Lost(error) | Failure::NotSent(error) if error.code() == Code::Disconnected => {
                tracing::info!(
                    guest = self.name(),
                    method = call.method,
                    "the answer was lost; asking again"
                );
                self.driver.exchange(call).await.map_err(Failure::into_error)
            }
            failure => Err(failure.into_error()),
        }
    }

    async fn check_allowed(&self, method: &str, effect: Effect) -> Result<()> {
        if effect > self.ceiling {
            let message = format!(
                "{method} is {}, and this run may not do more than {}",
                word(effect),
                word(self.ceiling)
            );
            return Err(Error::new(Code::Denied, message));
        }
        if effect == Effect::None {
            return Ok(());
        }
        let tier = self.hello().await?.agent;
        match effect.is_allowed_by(tier) {
            true => Ok(()),
            false => {
                let message = format!(
                    "{method} is {}, and the guest's owner allows `agent = {}`",
                    word(effect),
                    json!(tier)
                );
                Err(Error::new(Code::Denied, message.replace('"', "")))
            }
        }
    }

    fn shown(&self, call: &Call) -> Value {
        let mut shown = match self.hushed {
            true => json!({ "hidden": true }),
            false => call.params.clone(),
        };
        if call.stream == Stream::ToGuest {
            shown["body_bytes"] = call.body.len().into();
        }
        shown
    }

    /// What is being done, for an error: the method, and the path where there is one.
    fn attempted(&self, call: &Call) -> String {
        match call.params["path"].as_str() {
            Some(path) if !self.hushed => format!("{} `{path}`", call.method),
            _ => call.method.to_owned(),
        }
    }

    fn audit(&self, method: &str, effect: Effect, error: Option<&Error>) {
        let outcome = error.map_or("ok", |error| error.code().as_str());
        tracing::debug!(target: "audit", guest = self.name(), method, effect = word(effect), outcome, "call");
    }
}

/// An effect, as schemas and recipes write it.
pub fn word(effect: Effect) -> &'static str {
    match effect {
        Effect::None => "none",
        Effect::Read => "read",
        Effect::Write => "write",
        Effect::Destructive => "destructive",
    }
}

/// What to try next, where it follows from the method what the guest did not find or would not do.
fn hint(method: &str, code: Code) -> Option<&'static str> {
    Some(match (method, code) {
        ("process.launch", Code::NotFound) => {
            "An application is a file of type APPL: see fs.list. A creator is known once the Finder has seen its application."
        }
        ("process.front" | "process.quit" | "apple_event.send", Code::NotFound) => {
            "process.list tells what is running; process.launch launches it."
        }
        ("resource.get" | "resource.list", Code::NotFound) => {
            "fs.list tells what is in the folder, resource.list what is in the fork."
        }
        ("log.download", Code::NotFound) => {
            "There are as many older files as the log has filled; 0 is the one in use."
        }
        ("fs.mkdir", Code::Exists) => "With `parents` it may be there already.",
        ("fs.delete", Code::NotEmpty) => "Delete what is inside first, or say `recursive`.",
        _ => return None,
    })
}

/// What it means that a call is not tried again. An action is sent once: without a good answer it may have happened.
fn given_up(effect: Effect, failure: Failure) -> Error {
    match failure {
        Failure::Lost(error) if !effect.is_repeatable() => {
            let cause = error.code().as_str();
            let message = format!("it was sent, and then: {}", error.message());
            error.reworded(Code::Unconfirmed, message).with("cause", cause)
        }
        failure => failure.into_error(),
    }
}

fn understand<M: Method>(reply: Reply) -> Result<(M::Answer, Finished)> {
    let answer = serde_json::from_value(reply.result)
        .map_err(|error| Error::new(Code::BadAnswer, format!("the answer does not fit: {error}")))?;
    let finished = Finished {
        data: reply.data,
        items: reply.job.and_then(|job| job.items),
    };
    Ok((answer, finished))
}

fn summary(finished: &Finished) -> Value {
    match (finished.data.len(), finished.items) {
        (0, None) => Value::Null,
        (bytes, None) => json!({ "bytes": bytes }),
        (0, items) => json!({ "items": items }),
        (bytes, items) => json!({ "bytes": bytes, "items": items }),
    }
}

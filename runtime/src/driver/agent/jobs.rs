//! Jobs: what a guest works on between other calls. Their end is told by an event, or learned by asking.

use std::sync::Arc;
use std::time::Duration;

use mc_protocol::common::JobError;
use mc_protocol::jobs::{self, JobStatus, StatusAnswer};
use mc_protocol::{Code, Method};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};

use super::connection::bad_answer;
use super::events::JobEnds;
use super::line::Line;
use crate::driver::{Call, Failure, Reply};
use crate::error::{Error, Result};

/// How long a job that was called off may take to stop: until its next yield, or that of the application it waits for.
const STOPPING: Duration = Duration::from_secs(5);

/// How long a job may take of which the caller does not say it: a guest may say for ever that it still runs, or name a job where
/// none was asked for.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// A job under way. Dropped before its end, it is called off on the guest too.
pub(super) struct Job<'a> {
    call: &'a Call,
    under_way: UnderWay,
    given_up: GivenUp,
    is_over: bool,
}

/// What it takes to ask about a job.
#[derive(Clone)]
struct UnderWay {
    id: u32,
    line: Line,
    ends: JobEnds,
    /// How long the guest may be silent when it is asked.
    silence: Duration,
}

/// The jobs that were given up and are being called off.
#[derive(Clone, Default)]
pub(super) struct GivenUp(Arc<watch::Sender<usize>>);

/// The job that an answer names, unless the question was about jobs.
///
/// # Errors
/// `bad_answer` when it is none.
pub(super) fn job_of(call: &Call, result: &Value) -> Result<Option<u32>> {
    match result.get("job_id") {
        Some(_) if call.method.starts_with("jobs.") => Ok(None),
        None => Ok(None),
        Some(id) => match id.as_u64().and_then(|id| u32::try_from(id).ok()) {
            Some(id) if id > 0 => Ok(Some(id)),
            _ => Err(bad_answer(format!("{id} is no job"))),
        },
    }
}

impl Job<'_> {
    /// The job that a call has begun on a connection.
    pub(super) fn new<'a>(call: &'a Call, id: u32, line: Line, ends: JobEnds, given_up: GivenUp) -> Job<'a> {
        Job {
            call,
            under_way: UnderWay {
                id,
                line,
                ends,
                silence: call.timeout,
            },
            given_up,
            is_over: false,
        }
    }

    /// Waits for its end and fetches what it has produced. The line is free meanwhile.
    ///
    /// # Errors
    /// What the job failed with; `timeout` when it was called off at its deadline; lost when nobody can tell any more.
    pub(super) async fn outcome(mut self) -> Result<(StatusAnswer, Vec<u8>), Failure> {
        let outcome = self.end_and_data().await;
        self.is_over = true;
        if let Err(Failure::Lost(_)) = outcome {
            // A job of which nothing is known ends with its connection.
            self.under_way.line.close(&self.under_way.ends).await;
        }
        outcome
    }

    fn time(&self) -> Duration {
        self.call.job_timeout.unwrap_or(LONGEST)
    }

    async fn end_and_data(&mut self) -> Result<(StatusAnswer, Vec<u8>), Failure> {
        let end = self.end().await?;
        self.is_over = true;
        if end.method != self.call.method {
            let message = format!(
                "job {} of {} is said to be one of {}",
                end.job_id, self.call.method, end.method
            );
            return Err(Failure::Lost(bad_answer(message)));
        }
        match end.status {
            JobStatus::Done => {
                let data = self.under_way.result(&end).await?;
                Ok((end, data))
            }
            JobStatus::Failed => Err(Failure::Refused(failed(end.error))),
            JobStatus::Cancelled => Err(Failure::Refused(Error::new(
                Code::Cancelled,
                "the job was cancelled; what it did until then is done",
            ))),
            JobStatus::Running => Err(Failure::Lost(bad_answer(
                "a job that has ended is said to be running",
            ))),
        }
    }

    /// Waits until it is over: for the event, and where the guest has been silent for as long as a call may be, by asking.
    async fn end(&mut self) -> Result<StatusAnswer, Failure> {
        let deadline = Instant::now() + self.time();
        loop {
            let ask_at = Instant::now() + self.call.timeout;
            if let Ok(end) = timeout_at(ask_at.min(deadline), self.under_way.told()).await {
                return end;
            }
            if Instant::now() >= deadline {
                return self.called_off().await;
            }
            let own_deadline = self.call.job_timeout.map(|_| deadline);
            let status = self.under_way.status(own_deadline).await?;
            if status.status != JobStatus::Running {
                return Ok(status);
            }
        }
    }

    /// Calls it off because its time is over. It may have come to its end all the same.
    async fn called_off(&mut self) -> Result<StatusAnswer, Failure> {
        let time = self.time().as_secs_f64();
        match self.under_way.call_off().await? {
            Some(end) if end.status == JobStatus::Cancelled => {
                let message = format!(
                    "it was not done within {time} s and was stopped; what it did until then is done"
                );
                Err(Failure::Refused(Error::new(Code::Timeout, message)))
            }
            Some(end) => Ok(end),
            None => {
                let message = format!("it was not done within {time} s, and does not stop");
                Err(Failure::Lost(Error::new(Code::Timeout, message)))
            }
        }
    }
}

impl Drop for Job<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.given_up.call_off(self.under_way.clone());
        }
    }
}

impl UnderWay {
    async fn told(&mut self) -> Result<StatusAnswer, Failure> {
        self.ends.wait(self.id).await.map_err(Failure::Lost)
    }

    /// Asks how far it is. A guest that the job itself starves may be silent until the job's deadline.
    async fn status(&self, deadline: Option<Instant>) -> Result<StatusAnswer, Failure> {
        let left = deadline.map_or(Duration::ZERO, |deadline| {
            deadline.saturating_duration_since(Instant::now())
        });
        let question = jobs::Status { job_id: self.id };
        // A guest that does not know its own job cannot say what became of it.
        let asked = self.ask(&question, self.silence.max(left)).await;
        let (status, _) = asked.map_err(|failure| Failure::Lost(failure.into_error()))?;
        match status.job_id == self.id {
            true => Ok(status),
            false => Err(Failure::Lost(bad_answer(format!(
                "asked for job {}, the guest speaks of job {}",
                self.id, status.job_id
            )))),
        }
    }

    /// What it has produced, when it has produced anything.
    async fn result(&self, end: &StatusAnswer) -> Result<Vec<u8>, Failure> {
        let Some(size) = end.size.filter(|&size| size > 0) else {
            return Ok(Vec::new());
        };
        let outcome = self.ask(&jobs::Result { job_id: self.id }, self.silence).await;
        let (_, data) = outcome.map_err(|failure| match failure {
            Failure::Lost(error) => {
                let message = format!("it was done, and its result was lost: {}", error.message());
                Failure::Lost(error.clone().reworded(error.code(), message))
            }
            failure => failure,
        })?;
        match data.len() == size as usize {
            true => Ok(data),
            false => {
                let message = format!(
                    "it was done; {size} bytes of result were announced, {} came",
                    data.len()
                );
                Err(Failure::Refused(Error::new(Code::SizeMismatch, message)))
            }
        }
    }

    /// Asks the guest to stop it and waits a little for that; how it ended, when it did.
    async fn call_off(&mut self) -> Result<Option<StatusAnswer>, Failure> {
        match self
            .ask(&jobs::Cancel { job_id: self.id }, self.silence.min(STOPPING))
            .await
        {
            Ok(_) => {}
            // It may have ended a moment before: then the guest has said so, or is about to.
            Err(Failure::Refused(error)) => {
                tracing::info!(%error, job = self.id, "the guest does not stop the job")
            }
            Err(failure) => return Err(failure),
        }
        match timeout(STOPPING, self.told()).await {
            Ok(end) => end.map(Some),
            Err(_) => Ok(None),
        }
    }

    async fn ask<M: Method>(&self, question: &M, silence: Duration) -> Result<(M::Answer, Vec<u8>), Failure> {
        let call = Call {
            method: M::NAME,
            params: json!(question),
            stream: M::STREAM,
            body: Arc::default(),
            timeout: silence,
            job_timeout: None,
        };
        let Reply { result, data, .. } = self.line.exchange_beside(&self.ends, &call).await?;
        let answer = serde_json::from_value(result).map_err(|error| {
            Failure::Lost(bad_answer(format!(
                "the answer to {} does not fit: {error}",
                M::NAME
            )))
        })?;
        Ok((answer, data))
    }
}

impl GivenUp {
    fn call_off(&self, mut job: UnderWay) {
        // Without a runtime the connection ends as well, and the job with it.
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        self.0.send_modify(|count| *count += 1);
        let count = Arc::clone(&self.0);
        runtime.spawn(async move {
            match job.call_off().await {
                Ok(Some(_)) => tracing::info!(job = job.id, "stopped"),
                Ok(None) => {
                    tracing::warn!(job = job.id, "does not stop; ending its connection");
                    job.line.close(&job.ends).await;
                }
                Err(failure) => tracing::info!(job = job.id, error = %failure.into_error(), "not stopped"),
            }
            count.send_modify(|count| *count -= 1);
        });
    }

    /// Waits until all of them have stopped, or a little longer than that should take.
    pub(super) async fn settle(&self) {
        let mut count = self.0.subscribe();
        if timeout(2 * STOPPING, count.wait_for(|&count| count == 0))
            .await
            .is_err()
        {
            tracing::warn!("a job that was given up has not stopped");
        }
    }
}

/// Why a job failed, as an error like any other.
fn failed(error: Option<JobError>) -> Error {
    let Some(JobError {
        code,
        message,
        os_error,
        line,
        start,
        end,
    }) = error
    else {
        return bad_answer("a job failed, and the guest does not say why");
    };
    let mut error = match serde_json::from_value::<Code>(json!(code)) {
        Ok(code) => Error::new(code, message),
        Err(_) => bad_answer(message).with("guest_code", code),
    };
    let numbers = [
        ("os_error", os_error.map(i64::from)),
        ("line", line.map(i64::from)),
        ("start", start.map(i64::from)),
        ("end", end.map(i64::from)),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            error = error.with(name, number);
        }
    }
    error
}

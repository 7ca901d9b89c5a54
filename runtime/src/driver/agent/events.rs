//! What a guest says unasked. The connection's reader sorts it out, whether a call is under way or not: a job that is done
//! is told to whoever waits for it, everything else is noted.

use std::collections::VecDeque;

use mc_protocol::common::JobStatus;
use mc_protocol::events::JobDone;
use mc_protocol::{Code, Event};
use serde_json::Value;
use tokio::sync::watch;

use super::connection::bad_answer;
use crate::error::{Error, Result};

/// Events without a single answer between them: a guest that sends more says nothing any more.
const MOST_EVENTS: usize = 4096;

/// How many ends of jobs are remembered. A guest runs one job at a time, and an end is fetched as soon as it is there.
const ENDS_KEPT: usize = 8;

/// The reader's side.
pub(super) struct Events {
    ends: watch::Sender<VecDeque<JobDone>>,
    since_answer: usize,
}

/// The side of those who wait for the end of a job on this connection.
#[derive(Clone)]
pub(super) struct JobEnds(watch::Receiver<VecDeque<JobDone>>);

/// Both sides, for a new connection.
pub(super) fn channel() -> (Events, JobEnds) {
    let (ends, receiver) = watch::channel(VecDeque::new());
    let events = Events {
        ends,
        since_answer: 0,
    };
    (events, JobEnds(receiver))
}

impl Events {
    /// Takes in an event.
    ///
    /// # Errors
    /// `bad_answer` for one too many.
    pub(super) fn take(&mut self, event: &str, payload: Value) -> Result<()> {
        self.since_answer += 1;
        if self.since_answer > MOST_EVENTS {
            return Err(bad_answer("events without end"));
        }
        if event != JobDone::NAME {
            tracing::info!(event, %payload, "the guest says");
            return Ok(());
        }
        match serde_json::from_value::<JobDone>(payload) {
            Ok(end) if end.status != JobStatus::Running => self.keep(end),
            Ok(_) => {
                tracing::warn!("the guest says that a job is done, and that it is running; not believed")
            }
            Err(error) => {
                tracing::warn!(%error, "the guest says that a job is done in a way that does not fit")
            }
        }
        Ok(())
    }

    /// A frame that belongs to a call has come.
    pub(super) fn answered(&mut self) {
        self.since_answer = 0;
    }

    /// A job ends once: what is said of it later is not believed.
    fn keep(&self, end: JobDone) {
        self.ends.send_if_modified(|ends| {
            let is_news = ends.iter().all(|known| known.job_id != end.job_id);
            if is_news {
                ends.truncate(ENDS_KEPT - 1);
                ends.push_front(end);
            }
            is_news
        });
    }
}

impl JobEnds {
    /// Ends when the guest has said that the job is done.
    ///
    /// # Errors
    /// `disconnected` when the connection ends before.
    pub(super) async fn wait(&mut self, job_id: u32) -> Result<JobDone> {
        let is_it = |end: &&JobDone| end.job_id == job_id;
        let lost = || Error::new(Code::Disconnected, "the connection ended before the job did");
        let told = self.0.wait_for(|ends| ends.iter().any(|end| is_it(&end)));
        let ends = told.await.map_err(|_| lost())?;
        ends.iter().find(is_it).cloned().ok_or_else(lost)
    }

    /// Whether both are of the same connection.
    pub(super) fn is_of(&self, other: &JobEnds) -> bool {
        self.0.same_channel(&other.0)
    }
}

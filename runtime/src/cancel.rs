//! Stopping a run: one token that scripts, waits and calls look at.

use std::sync::Arc;

use mc_protocol::Code;
use tokio::sync::watch;

use crate::error::{Error, Result};

/// Why a run is to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Somebody pressed Ctrl-C, or the caller gave up.
    Interrupted,
    /// The run's own wall-clock limit has passed.
    OutOfTime,
    /// Whoever read what the run prints has gone away.
    NobodyReads,
}

impl Reason {
    /// What the run failed with.
    pub fn error(self) -> Error {
        match self {
            Reason::Interrupted => Error::new(Code::Cancelled, "the run was interrupted"),
            Reason::OutOfTime => Error::new(Code::Timeout, "the run took longer than it was given"),
            Reason::NobodyReads => Error::new(Code::Cancelled, "nobody reads any more what the run prints"),
        }
    }
}

/// Shared by whoever may stop a run and whatever runs in it. Once stopped it stays stopped, for the first reason.
#[derive(Clone, Debug)]
pub struct Cancel(Arc<watch::Sender<Option<Reason>>>);

impl Default for Cancel {
    fn default() -> Cancel {
        Cancel::new()
    }
}

impl Cancel {
    /// One that has not been used.
    pub fn new() -> Cancel {
        Cancel(Arc::new(watch::Sender::new(None)))
    }

    /// Stops what looks at it.
    pub fn cancel(&self, reason: Reason) {
        self.0.send_if_modified(|state| {
            let first = state.is_none();
            state.get_or_insert(reason);
            first
        });
    }

    /// Why the run is to stop, once it is.
    pub fn reason(&self) -> Option<Reason> {
        *self.0.borrow()
    }

    /// Ends when the run is to stop.
    pub async fn cancelled(&self) -> Reason {
        let mut receiver = self.0.subscribe();
        loop {
            if let Some(reason) = *receiver.borrow_and_update() {
                return reason;
            }
            // The sender lives as long as `self`, so a closed channel cannot be.
            if receiver.changed().await.is_err() {
                return Reason::Interrupted;
            }
        }
    }

    /// Does the work unless the run is stopped first; the work is then dropped where it stands.
    ///
    /// # Errors
    /// What the work failed with, or why it was stopped.
    pub async fn guard<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            biased;
            reason = self.cancelled() => Err(reason.error()),
            outcome = work => outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_first_reason_stays() {
        let cancel = Cancel::new();
        assert_eq!(cancel.reason(), None);
        cancel.cancel(Reason::OutOfTime);
        cancel.cancel(Reason::Interrupted);
        assert_eq!(cancel.cancelled().await, Reason::OutOfTime);
    }

    #[tokio::test]
    async fn waiting_work_is_dropped() {
        let cancel = Cancel::new();
        let stopper = cancel.clone();
        let (guarded, ()) = tokio::join!(cancel.guard(std::future::pending::<Result<()>>()), async {
            stopper.cancel(Reason::Interrupted);
        });
        assert_eq!(guarded.unwrap_err().code(), Code::Cancelled);
    }
}

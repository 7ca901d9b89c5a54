//! The line to a guest: its one connection, while there is one. Whoever has the line has the guest for one call.

use std::sync::Arc;

use mc_protocol::Code;
use mc_protocol::hello::HelloAnswer;
use tokio::sync::{Mutex, MutexGuard};

use super::connection::Connection;
use super::events::JobEnds;
use crate::driver::{Call, Failure, Reply};
use crate::error::Error;

/// An open connection and what was said on it first.
pub(super) struct Live {
    pub(super) connection: Connection,
    pub(super) hello: HelloAnswer,
}

/// Cheap to clone; clones are the same line.
#[derive(Clone, Default)]
pub(super) struct Line(Arc<Mutex<Option<Live>>>);

/// The line, held for one call.
pub(super) struct Turn<'a>(MutexGuard<'a, Option<Live>>);

impl Line {
    /// Waits until nobody else has it.
    pub(super) async fn turn(&self) -> Turn<'_> {
        Turn(self.0.lock().await)
    }

    /// Carries a call about a job on the connection that it was begun on: another one knows nothing of it.
    ///
    /// # Errors
    /// As [`Turn::carry`]; lost when that connection is no more.
    pub(super) async fn exchange_beside(&self, job: &JobEnds, call: &Call) -> Result<Reply, Failure> {
        let mut turn = self.turn().await;
        match turn.live_of(job) {
            Some(live) => turn.carry(live, call).await,
            None => {
                let message = "the connection that the job was begun on is no more";
                Err(Failure::Lost(Error::new(Code::Disconnected, message)))
            }
        }
    }

    /// Closes the connection that a job was begun on.
    pub(super) async fn close(&self, job: &JobEnds) {
        drop(self.turn().await.live_of(job));
    }
}

impl Turn<'_> {
    /// Takes the connection out, if there is one on which nothing has come that belongs to no call.
    pub(super) fn take(&mut self) -> Option<Live> {
        let mut live = self.0.take()?;
        live.connection.is_quiet().then_some(live)
    }

    /// Puts a connection back that is still good.
    pub(super) fn put(&mut self, live: Live) {
        *self.0 = Some(live);
    }

    /// Closes the connection.
    pub(super) fn close(&mut self) {
        *self.0 = None;
    }

    /// Carries one call. The connection is out of the line meanwhile: whoever drops this future closes it.
    ///
    /// # Errors
    /// After [`Failure::Refused`] the connection is back in the line; after the others it is closed.
    pub(super) async fn carry(&mut self, mut live: Live, call: &Call) -> Result<Reply, Failure> {
        let outcome = live.connection.exchange(call).await;
        if matches!(outcome, Ok(_) | Err(Failure::Refused(_))) {
            self.put(live);
        }
        outcome
    }

    fn live_of(&mut self, job: &JobEnds) -> Option<Live> {
        self.0.take_if(|live| live.connection.job_ends().is_of(job))
    }
}

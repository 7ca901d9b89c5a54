//! Drivers: one per way of reaching a guest. They carry calls; what may be called, how often and what is written
//! down about it is decided above them, in [`crate::guest`].

pub mod agent;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use mc_protocol::Stream;
use mc_protocol::hello::HelloAnswer;
use mc_protocol::jobs::StatusAnswer;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::provider::Provided;

/// A future that a trait object can return.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// One way of reaching one guest.
pub trait Driver: Send + Sync {
    /// The guest's name, as its target says it.
    fn name(&self) -> &str;

    /// What the guest says of itself; connects when there is no connection.
    ///
    /// # Errors
    /// `unreachable`, `unauthorized`, `bad_version`, `busy`, `timeout`.
    fn hello(&self) -> BoxFuture<'_, Result<HelloAnswer>>;

    /// Carries one call; connects when there is no connection. When it begins a job, waits for the job's end: others may
    /// call meanwhile. Dropping the future gives the call up, and calls the job off.
    ///
    /// # Errors
    /// [`Failure`] says how far the call came.
    fn exchange<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<Reply, Failure>>;

    /// Waits until jobs that were given up have been called off on the guest too: a few seconds at most.
    fn settle(&self) -> BoxFuture<'_, ()>;

    /// The scheme of the provider that brings the guest up, when one does.
    fn scheme(&self) -> Option<&str>;

    /// Who brought the guest up, when somebody did and it is up.
    fn provided(&self) -> Option<Arc<dyn Provided>>;
}

/// A call, ready to be carried.
#[derive(Clone, Debug)]
pub struct Call {
    /// Name of the method.
    pub method: &'static str,
    /// Its parameters, a JSON object.
    pub params: Value,
    /// Which way binary data goes.
    pub stream: Stream,
    /// The binary data of a call that sends some.
    pub body: Arc<[u8]>,
    /// How long the guest may be silent. A transfer that goes on is not silent.
    pub timeout: Duration,
    /// How long the job that it begins may take before it is called off; as long as it takes when absent.
    pub job_timeout: Option<Duration>,
}

/// A good answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The answer itself.
    pub result: Value,
    /// The binary data that followed it, or that its job has produced.
    pub data: Vec<u8>,
    /// How the job ended that the call began.
    pub job: Option<StatusAnswer>,
}

impl Reply {
    /// An answer and nothing else.
    pub fn without_data(result: Value) -> Reply {
        Reply {
            result,
            data: Vec::new(),
            job: None,
        }
    }
}

/// How far a call came that failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The guest did not get it.
    NotSent(Error),
    /// The guest answered, with an error, or with data that did not arrive whole.
    Refused(Error),
    /// It was sent, and no answer can come any more.
    Lost(Error),
}

impl Failure {
    /// What went wrong, however far it came.
    pub fn into_error(self) -> Error {
        match self {
            Failure::NotSent(error) | Failure::Refused(error) | Failure::Lost(error) => error,
        }
    }
}

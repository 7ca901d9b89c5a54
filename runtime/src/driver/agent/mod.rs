//! The driver for `mc-agent`: our own wire over TCP.
//!
//! A guest takes one connection, and one request at a time on it. So a call has the connection for itself while it
//! lasts; when it ends in any other way than with an answer (deadline, cancellation, a broken peer) nobody can tell what
//! the guest will say next, and the connection is closed. The next call opens another. A call that begins a job has the
//! connection only until the job has begun: while it runs the guest is there for others.

mod connection;
mod events;
mod jobs;
mod line;
mod transfer;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mc_protocol::hello::{Hello, HelloAnswer, Tier};
use mc_protocol::{Code, Method, Stream, limits};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout_at};

use super::{BoxFuture, Call, Driver, Failure, Reply};
use crate::error::{Error, Result};
use crate::provider::{Endpoint, Provided, Provider};
use connection::Connection;
use jobs::{GivenUp, Job, job_of};
use line::{Line, Live, Turn};

/// How long a TCP connection may take to open.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// A guest takes a while to notice that the connection before this one is gone, be it ours or another run's, and is `busy`
/// until then. One that is busy for longer is in use.
const BUSY_PATIENCE: Duration = Duration::from_secs(2);
const BUSY_PAUSE: Duration = Duration::from_millis(100);

/// Writes cut into pieces with a gap between them, for network cards that drop what comes too close together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metering {
    /// Most bytes of one write.
    pub bytes: usize,
    /// The quiet time after each.
    pub gap: Duration,
}

impl Metering {
    /// What brought a PowerBook's card from 4 KB/s to 300 KB/s: a segment, then 3 ms of quiet.
    pub const CLASSIC: Metering = Metering {
        bytes: 1448,
        gap: Duration::from_millis(3),
    };
}

/// Where the guest is, or who brings it up.
pub enum Route {
    /// It is there already.
    Listening(Endpoint),
    /// It is brought up when it is first needed.
    Provided {
        /// Who does.
        provider: Arc<dyn Provider>,
        /// Which of its guests.
        detail: Option<String>,
    },
}

/// The driver of one guest.
pub struct Agent {
    name: String,
    route: Route,
    metering: Option<Metering>,
    provided: Mutex<Option<Arc<dyn Provided>>>,
    line: Line,
    given_up: GivenUp,
}

impl Agent {
    /// For the guest of a target's name. Nothing is opened yet.
    pub fn new(name: impl Into<String>, route: Route, metering: Option<Metering>) -> Agent {
        Agent {
            name: name.into(),
            route,
            metering,
            provided: Mutex::new(None),
            line: Line::default(),
            given_up: GivenUp::default(),
        }
    }

    /// The connection, or a new one. Who takes it puts it back, if it is still good.
    async fn take(&self, turn: &mut Turn<'_>) -> Result<Live> {
        if let Some(live) = turn.take() {
            return Ok(live);
        }
        let patience = Instant::now() + BUSY_PATIENCE;
        loop {
            match self.open().await {
                Err(error) if error.code() == Code::Busy && Instant::now() < patience => {
                    sleep(BUSY_PAUSE).await;
                }
                Err(error) => return Err(self.explain(error)),
                Ok(live) => return Ok(live),
            }
        }
    }

    async fn open(&self) -> Result<Live> {
        let endpoint = self.endpoint().await?;
        let deadline = Instant::now() + CONNECT_TIMEOUT;
        let mut connection = timeout_at(deadline, Connection::open(&endpoint, self.metering))
            .await
            .map_err(|_| Error::new(Code::Unreachable, "no connection within 10 s"))?
            .map_err(|error| Error::new(Code::Unreachable, format!("no connection: {error}")))?;
        let hello = say_hello(&mut connection, &endpoint).await?;
        tracing::info!(guest = %self.name, machine = %hello.machine, system = %hello.sys_version, "connected");
        Ok(Live { connection, hello })
    }

    async fn endpoint(&self) -> Result<Endpoint> {
        match &self.route {
            Route::Listening(endpoint) => Ok(endpoint.clone()),
            Route::Provided { provider, detail } => {
                if let Some(provided) = self.provided() {
                    return Ok(provided.endpoint());
                }
                let (provider, detail) = (Arc::clone(provider), detail.clone());
                let provided = tokio::task::spawn_blocking(move || provider.start(detail.as_deref()))
                    .await
                    .map_err(|error| Error::new(Code::Internal, format!("the provider failed: {error}")))??;
                let endpoint = provided.endpoint();
                *self.provided.lock().unwrap_or_else(PoisonError::into_inner) = Some(provided);
                Ok(endpoint)
            }
        }
    }

    /// Carries one call; the job that it has begun, if it has.
    async fn carry<'a>(&self, call: &'a Call) -> Result<(Reply, Option<Job<'a>>), Failure> {
        let mut turn = self.line.turn().await;
        let live = self.take(&mut turn).await.map_err(Failure::NotSent)?;
        let ends = live.connection.job_ends().clone();
        let reply = turn.carry(live, call).await?;
        let id = job_of(call, &reply.result).map_err(|error| {
            turn.close();
            Failure::Lost(error)
        })?;
        let job = |id| Job::new(call, id, self.line.clone(), ends, self.given_up.clone());
        Ok((reply, id.map(job)))
    }

    /// Carries one call, and waits for the end of the job that it has begun.
    async fn see_through(&self, call: &Call) -> Result<Reply, Failure> {
        let (mut reply, job) = self.carry(call).await?;
        if let Some(job) = job {
            let (end, data) = job.outcome().await?;
            (reply.job, reply.data) = (Some(end), data);
        }
        Ok(reply)
    }

    /// Adds what can be seen from outside to an error that the wire alone cannot explain.
    fn explain(&self, error: Error) -> Error {
        match self.provided().and_then(|provided| provided.trouble()) {
            Some(trouble) => error.with("trouble", trouble),
            None => error,
        }
    }
}

impl Driver for Agent {
    fn name(&self) -> &str {
        &self.name
    }

    fn hello(&self) -> BoxFuture<'_, Result<HelloAnswer>> {
        Box::pin(async {
            let mut turn = self.line.turn().await;
            let live = self.take(&mut turn).await?;
            let hello = live.hello.clone();
            turn.put(live);
            Ok(hello)
        })
    }

    fn exchange<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async move {
            self.see_through(call).await.map_err(|failure| match failure {
                Failure::Lost(error) => Failure::Lost(self.explain(error)),
                Failure::NotSent(error) => Failure::NotSent(self.explain(error)),
                refused => refused,
            })
        })
    }

    fn settle(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.given_up.settle())
    }

    fn scheme(&self) -> Option<&str> {
        match &self.route {
            Route::Listening(_) => None,
            Route::Provided { provider, .. } => Some(provider.scheme()),
        }
    }

    fn provided(&self) -> Option<Arc<dyn Provided>> {
        self.provided
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

async fn say_hello(connection: &mut Connection, endpoint: &Endpoint) -> Result<HelloAnswer> {
    let call = Call {
        method: Hello::NAME,
        params: json!({
            "token": endpoint.token.reveal(),
            "client_id": concat!("mac-control ", env!("CARGO_PKG_VERSION")),
            "protocol_version": limits::PROTOCOL_VERSION,
        }),
        stream: Stream::None,
        body: Arc::default(),
        timeout: Duration::from_millis(u64::from(Hello::TIMEOUT_MS)),
        job_timeout: None,
    };
    let reply = connection
        .exchange(&call)
        .await
        .map_err(|failure| not_an_agent(failure.into_error()))?;
    let hello = understand_hello(reply.result)?;
    if u32::from(hello.protocol_version) != limits::PROTOCOL_VERSION {
        let message = format!(
            "the agent speaks version {} of the wire, we speak {}",
            hello.protocol_version,
            limits::PROTOCOL_VERSION
        );
        return Err(Error::new(Code::BadVersion, message));
    }
    Ok(hello)
}

/// Before the first answer nobody knows that it is an agent at all.
fn not_an_agent(error: Error) -> Error {
    let message = |what: &str| format!("something listens there, but {what}; is it mc-agent?");
    match error.code() {
        Code::Disconnected => {
            let what = format!("it does not answer hello: {}", error.message());
            error.reworded(Code::Unreachable, message(&what))
        }
        Code::BadAnswer => {
            let what = format!("it does not speak our wire: {}", error.message());
            error.reworded(Code::Unreachable, message(&what))
        }
        Code::Timeout => error.reworded(Code::Timeout, message("it did not answer hello in time")),
        _ => error,
    }
}

/// A tier that we do not know is not consent: it counts as `disabled`.
fn understand_hello(mut result: Value) -> Result<HelloAnswer> {
    if let Some(tier) = result.get_mut("agent")
        && serde_json::from_value::<Tier>(tier.clone()).is_err()
    {
        tracing::warn!(%tier, "the guest names a tier that we do not know; it counts as disabled");
        *tier = json!(Tier::Disabled);
    }
    serde_json::from_value(result).map_err(|error| {
        Error::new(
            Code::BadAnswer,
            format!("the answer to hello does not fit: {error}"),
        )
    })
}

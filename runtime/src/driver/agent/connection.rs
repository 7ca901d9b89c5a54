//! One TCP connection to an agent: a task that reads frames, and a writer that sends each in one piece.

use std::io;
use std::time::Duration;

use mc_protocol::Code;
use mc_protocol::frame::{Decoder, Frame, Sender};
use mc_protocol::message::FromGuest;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::Metering;
use super::events::{self, Events, JobEnds};
use crate::error::{Error, Result};
use crate::provider::Endpoint;

/// How many frames may wait for a call to take them. A peer that sends more has to wait itself.
const INCOMING_FRAMES: usize = 64;

/// What a read takes from the socket at once.
const READ_BYTES: usize = 16 * 1024;

/// A frame from the guest, understood.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A JSON message.
    Message(FromGuest),
    /// A piece of binary data.
    Data { id: u32, bytes: Vec<u8> },
}

/// An open connection. Dropping it closes it.
pub(super) struct Connection {
    writer: OwnedWriteHalf,
    incoming: mpsc::Receiver<Result<Incoming>>,
    job_ends: JobEnds,
    reader: JoinHandle<()>,
    metering: Option<Metering>,
    /// Until when nothing more is written, for a card that is to be spared.
    quiet_until: Instant,
    last_id: u32,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

impl Connection {
    /// Opens one; hello has not been said.
    pub(super) async fn open(endpoint: &Endpoint, metering: Option<Metering>) -> io::Result<Connection> {
        let stream = TcpStream::connect((endpoint.host.as_str(), endpoint.port)).await?;
        // A frame is one write already; waiting for more would only add the delay of the peer's acknowledgement.
        stream.set_nodelay(true)?;
        let (reader, writer) = stream.into_split();
        let (sender, incoming) = mpsc::channel(INCOMING_FRAMES);
        let (events, job_ends) = events::channel();
        let reader = tokio::spawn(read_frames(reader, sender, events));
        Ok(Connection {
            writer,
            incoming,
            job_ends,
            reader,
            metering,
            quiet_until: Instant::now(),
            last_id: 0,
        })
    }

    /// Whether it is open, and nothing has come that belongs to no call.
    pub(super) fn is_quiet(&mut self) -> bool {
        match self.incoming.try_recv() {
            Err(mpsc::error::TryRecvError::Empty) => true,
            Err(mpsc::error::TryRecvError::Disconnected) | Ok(Err(_)) => false,
            Ok(Ok(stray)) => {
                tracing::warn!(
                    ?stray,
                    "the guest sent something that nobody asked for; connecting anew"
                );
                false
            }
        }
    }

    /// Where the ends of jobs on this connection are told.
    pub(super) fn job_ends(&self) -> &JobEnds {
        &self.job_ends
    }

    /// The id of the next request: from 1, rising by one, never 0.
    pub(super) fn next_id(&mut self) -> u32 {
        self.last_id = self.last_id.checked_add(1).unwrap_or(1);
        self.last_id
    }

    /// Sends a frame, in one write unless the target wants its writes metered.
    pub(super) async fn write(&mut self, frame: &Frame, deadline: Instant) -> Result<()> {
        let bytes = frame
            .encode()
            .map_err(|error| Error::new(Code::TooLarge, error.to_string()))?;
        let sent = timeout_at(deadline, self.write_metered(&bytes)).await;
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Error::new(
                Code::Disconnected,
                format!("the connection broke: {error}"),
            )),
            Err(_) => Err(Error::new(Code::Timeout, "the guest does not take what is sent")),
        }
    }

    async fn write_metered(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(Metering { bytes: most, gap }) = self.metering else {
            return self.writer.write_all(bytes).await;
        };
        for piece in bytes.chunks(most.max(1)) {
            // The gap comes before a piece: after the last one the frame is out, and no deadline may say that it is not.
            sleep_until(self.quiet_until).await;
            self.writer.write_all(piece).await?;
            self.quiet_until = Instant::now() + gap;
        }
        Ok(())
    }

    /// The next frame that belongs to a call.
    ///
    /// # Errors
    /// `timeout` at the deadline, `disconnected` when the guest closed, `bad_answer` for what is not its protocol.
    pub(super) async fn next(&mut self, deadline: Instant) -> Result<Incoming> {
        match timeout_at(deadline, self.incoming.recv()).await {
            Ok(Some(outcome)) => outcome,
            Ok(None) => Err(closed()),
            Err(_) => Err(no_answer()),
        }
    }
}

fn no_answer() -> Error {
    Error::new(Code::Timeout, "the guest did not answer in time")
}

fn closed() -> Error {
    Error::new(Code::Disconnected, "the guest closed the connection")
}

/// The connection's task: reads until the peer closes, breaks the protocol, or nobody listens any more.
async fn read_frames(mut socket: OwnedReadHalf, sender: mpsc::Sender<Result<Incoming>>, mut events: Events) {
    let mut decoder = Decoder::new(Sender::Guest);
    let mut buffer = vec![0; READ_BYTES];
    loop {
        let count = match socket.read(&mut buffer).await {
            Ok(0) => return report(&sender, half_a_frame(&decoder)).await,
            Ok(count) => count,
            Err(error) => {
                let message = format!("the connection broke: {error}");
                return report(&sender, Error::new(Code::Disconnected, message)).await;
            }
        };
        decoder.push(&buffer[..count]);
        loop {
            let outcome = match decoder.next() {
                Ok(None) => break,
                Ok(Some(frame)) => understand(frame),
                Err(error) => Err(bad_answer(error.to_string())),
            };
            let outcome = match outcome {
                Ok(Incoming::Message(FromGuest::Event { event, payload })) => {
                    match events.take(&event, payload) {
                        Ok(()) => continue,
                        Err(error) => Err(error),
                    }
                }
                outcome => {
                    events.answered();
                    outcome
                }
            };
            let is_broken = outcome.is_err();
            if sender.send(outcome).await.is_err() || is_broken {
                return;
            }
        }
    }
}

fn half_a_frame(decoder: &Decoder) -> Error {
    match decoder.is_in_frame() {
        true => Error::new(
            Code::Disconnected,
            "the guest closed the connection in the middle of a frame",
        ),
        false => closed(),
    }
}

async fn report(sender: &mpsc::Sender<Result<Incoming>>, error: Error) {
    // Nobody listening is nobody to tell.
    let _ = sender.send(Err(error)).await;
}

fn understand(frame: Frame) -> Result<Incoming> {
    match frame {
        Frame::Binary { id, data } => Ok(Incoming::Data { id, bytes: data }),
        Frame::Json(payload) => FromGuest::parse(&payload)
            .map(Incoming::Message)
            .map_err(|error| bad_answer(error.to_string())),
    }
}

/// What the guest sent is not its protocol.
pub(super) fn bad_answer(message: impl Into<String>) -> Error {
    Error::new(Code::BadAnswer, message)
}

/// The moment after which a guest that says nothing is given up.
pub(super) fn silence(timeout: Duration) -> Instant {
    Instant::now() + timeout
}

//! One request and all that belongs to it: the answer, the data that follows it, the data that goes before it.

use std::time::Duration;

use mc_protocol::frame::Frame;
use mc_protocol::message::{Accepted, Ending, FromGuest, FromHost, Tally};
use mc_protocol::{Code, Stream, WireError, limits};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::connection::{Connection, Incoming, bad_answer, silence};
use crate::driver::{Call, Failure, Reply};
use crate::error::{Error, Result};

/// The most that a guest may stream to us: more than any file of its time, less than our memory.
const MOST_BYTES: usize = 1 << 30;
/// The most when it does not say how much, as for a picture of its screen: more than the largest screen without packing.
const MOST_UNANNOUNCED: usize = 64 << 20;
/// The least that has to come in the time that a guest may be silent: one that sends a byte now and then would hold us for ever.
const LEAST_BYTES: usize = 1024;

impl Connection {
    /// Carries one call from its request to its last frame.
    ///
    /// # Errors
    /// After [`Failure::Refused`] the connection is still good; after the others it is not.
    pub(super) async fn exchange(&mut self, call: &Call) -> Result<Reply, Failure> {
        let id = self.next_id();
        let request = json!({ "id": id, "method": call.method, "params": call.params });
        let frame = Frame::json(&request).map_err(|error| refused(Code::Internal, error.to_string()))?;
        if let Frame::Json(text) = &frame
            && text.len() > limits::REQUEST_BYTES as usize
        {
            let message = format!(
                "the request is {} bytes, {} are allowed",
                text.len(),
                limits::REQUEST_BYTES
            );
            return Err(refused(Code::TooLarge, message));
        }
        // A frame that was not written whole cannot be carried out.
        self.write(&frame, silence(call.timeout))
            .await
            .map_err(Failure::NotSent)?;
        match call.stream {
            Stream::None => self.response(id, call).await.map(Reply::without_data),
            Stream::FromGuest => self.receive(id, call).await,
            Stream::ToGuest => self.send_body(id, call).await,
        }
    }

    async fn response(&mut self, id: u32, call: &Call) -> Result<Value, Failure> {
        match self.next_message(id, silence(call.timeout)).await? {
            FromGuest::Response {
                outcome: Ok(result), ..
            } => Ok(result),
            other => Err(Failure::Lost(bad_answer(format!(
                "instead of a response came {other:?}"
            )))),
        }
    }

    /// The next message that belongs to the request. An error response is the end of it.
    async fn next_message(&mut self, id: u32, deadline: Instant) -> Result<FromGuest, Failure> {
        match self.next(deadline).await.map_err(Failure::Lost)? {
            Incoming::Message(message) => own_message(id, message),
            Incoming::Data { .. } => Err(Failure::Lost(bad_answer("binary data that nobody asked for"))),
        }
    }

    /// The answer, and the data behind it: an answer that holds no place for data has none behind it.
    async fn receive(&mut self, id: u32, call: &Call) -> Result<Reply, Failure> {
        let result = self.response(id, call).await?;
        let Some(placeholder) = placeholder(&result) else {
            return Ok(Reply::without_data(result));
        };
        let announced = announced_size(placeholder).map_err(Failure::Lost)?;
        let most = announced.unwrap_or(MOST_UNANNOUNCED);
        let mut data = Vec::new();
        let mut pace = Pace::new(call);
        let tally = loop {
            match self.next(pace.deadline).await.map_err(Failure::Lost)? {
                Incoming::Data { id: of, bytes } if of == id && data.len() + bytes.len() <= most => {
                    data.extend_from_slice(&bytes);
                    pace.passed(bytes.len(), announced == Some(data.len()));
                }
                Incoming::Data { id: of, .. } if of == id => {
                    return Err(Failure::Lost(bad_answer(format!(
                        "more than {most} bytes of data"
                    ))));
                }
                Incoming::Data { id: of, .. } => {
                    return Err(Failure::Lost(bad_answer(format!(
                        "data of request {of} during request {id}"
                    ))));
                }
                Incoming::Message(message) => match own_message(id, message)? {
                    FromGuest::End {
                        ending: Ending::Whole(tally),
                        ..
                    } => break tally,
                    FromGuest::End {
                        ending: Ending::Broken(error),
                        ..
                    } => return Err(Failure::Refused(error.into())),
                    other => return Err(Failure::Lost(bad_answer(format!("within data came {other:?}")))),
                },
            }
        };
        check(&data, announced, tally).map_err(Failure::Refused)?;
        Ok(Reply {
            data,
            ..Reply::without_data(result)
        })
    }

    async fn send_body(&mut self, id: u32, call: &Call) -> Result<Reply, Failure> {
        let mut window = match self.next_message(id, silence(call.timeout)).await? {
            FromGuest::Accepted { accepted, .. } => {
                let may_resume = call.params["resume"] == true;
                Window::new(accepted, call, may_resume).map_err(Failure::Lost)?
            }
            other => {
                return Err(Failure::Lost(bad_answer(format!(
                    "instead of `accepted` came {other:?}"
                ))));
            }
        };
        self.send_chunks(id, call, &mut window).await?;
        let tally = Tally {
            size: wire_size(call.body.len()),
            crc32: crc32fast::hash(&call.body),
        };
        let end = FromHost::end(id, &Ending::Whole(tally));
        let frame = Frame::json(&end)
            .map_err(|error| Failure::Lost(Error::new(Code::Internal, error.to_string())))?;
        self.write(&frame, silence(call.timeout))
            .await
            .map_err(Failure::Lost)?;
        loop {
            match self.next_message(id, window.pace.deadline).await? {
                FromGuest::Progress { received, .. } => window.progress(received).map_err(Failure::Lost)?,
                FromGuest::Response {
                    outcome: Ok(result), ..
                } => {
                    return Ok(Reply::without_data(result));
                }
                other => {
                    return Err(Failure::Lost(bad_answer(format!(
                        "at the end of a put came {other:?}"
                    ))));
                }
            }
        }
    }

    /// Sends as far ahead as the guest allows, then waits for its progress: what our socket took says nothing.
    async fn send_chunks(&mut self, id: u32, call: &Call, window: &mut Window) -> Result<(), Failure> {
        while window.sent < call.body.len() {
            if let Some(chunk) = window.next_chunk() {
                let data = call.body[chunk].to_vec();
                let frame = Frame::Binary { id, data };
                self.write(&frame, silence(call.timeout))
                    .await
                    .map_err(Failure::Lost)?;
                continue;
            }
            match self.next_message(id, window.pace.deadline).await? {
                FromGuest::Progress { received, .. } => window.progress(received).map_err(Failure::Lost)?,
                other => return Err(Failure::Lost(bad_answer(format!("during a put came {other:?}")))),
            }
        }
        Ok(())
    }
}

/// Until when a transfer has to get on, or end.
struct Pace {
    timeout: Duration,
    deadline: Instant,
    /// What has passed since the deadline was set.
    passed: usize,
}

impl Pace {
    fn new(call: &Call) -> Pace {
        Pace {
            timeout: call.timeout,
            deadline: silence(call.timeout),
            passed: 0,
        }
    }

    fn passed(&mut self, bytes: usize, is_all: bool) {
        self.passed += bytes;
        if self.passed >= LEAST_BYTES || is_all {
            self.deadline = silence(self.timeout);
            self.passed = 0;
        }
    }
}

/// How much of a body is under way.
struct Window {
    window: usize,
    chunk: usize,
    total: usize,
    sent: usize,
    received: usize,
    pace: Pace,
}

impl Window {
    fn new(accepted: Accepted, call: &Call, may_resume: bool) -> Result<Window> {
        let total = call.body.len();
        let window = accepted.window.min(limits::WINDOW_BYTES) as usize;
        let chunk = (accepted.chunk.min(limits::CHUNK_BYTES) as usize).min(window);
        let from = accepted.from as usize;
        if chunk == 0 {
            return Err(bad_answer("the guest accepts data, but none at a time"));
        }
        if from > 0 && !may_resume {
            return Err(bad_answer(format!("a new put is to go on from byte {from}")));
        }
        if from > total {
            let message = format!("{from} bytes of a put of {total} are said to be there");
            return Err(bad_answer(message));
        }
        Ok(Window {
            window,
            chunk,
            total,
            sent: from,
            received: from,
            pace: Pace::new(call),
        })
    }

    /// The next piece of the body, when it may be sent now.
    fn next_chunk(&mut self) -> Option<std::ops::Range<usize>> {
        let end = (self.sent + self.chunk).min(self.total);
        (end - self.received <= self.window).then(|| {
            let start = std::mem::replace(&mut self.sent, end);
            start..end
        })
    }

    fn progress(&mut self, received: u32) -> Result<()> {
        let received = received as usize;
        if received <= self.received || received > self.sent {
            let message = format!(
                "progress to {received} after {}, with {} sent",
                self.received, self.sent
            );
            return Err(bad_answer(message));
        }
        let is_all = received == self.total;
        self.pace.passed(received - self.received, is_all);
        self.received = received;
        Ok(())
    }
}

fn refused(code: Code, message: String) -> Failure {
    Failure::Refused(Error::new(code, message))
}

/// A message about our request, or what it means that it is not.
fn own_message(id: u32, message: FromGuest) -> Result<FromGuest, Failure> {
    match message {
        FromGuest::Response {
            id: Some(of),
            outcome: Err(error),
        } if of == id => Err(Failure::Refused(error.into())),
        // The guest could not read what we sent, and closes: it has not carried anything out.
        FromGuest::Response {
            id: None,
            outcome: Err(error),
        } => Err(unreadable(error)),
        message if id_of(&message) == Some(id) => Ok(message),
        message => Err(Failure::Lost(bad_answer(format!(
            "during request {id} came {message:?}"
        )))),
    }
}

fn unreadable(error: WireError) -> Failure {
    Failure::NotSent(error.into())
}

fn id_of(message: &FromGuest) -> Option<u32> {
    match message {
        FromGuest::Response { id, .. } => *id,
        FromGuest::Accepted { id, .. } | FromGuest::Progress { id, .. } | FromGuest::End { id, .. } => {
            Some(*id)
        }
        FromGuest::Event { .. } => None,
    }
}

/// Where in an answer its data belongs: `{"$binary": true}`. A guest says it only when data follows.
fn placeholder(result: &Value) -> Option<&Value> {
    let mut fields = result.as_object()?.values();
    fields.find(|value| value["$binary"] == true)
}

/// The size that `{"$binary": true, "size": n}` announces.
fn announced_size(placeholder: &Value) -> Result<Option<usize>> {
    match &placeholder["size"] {
        Value::Null => Ok(None),
        size => match size.as_u64().and_then(|size| usize::try_from(size).ok()) {
            Some(size) if size <= MOST_BYTES => Ok(Some(size)),
            _ => Err(bad_answer(format!("{size} bytes of data are announced"))),
        },
    }
}

fn check(data: &[u8], announced: Option<usize>, tally: Tally) -> Result<()> {
    let arrived = data.len();
    if tally.size as usize != arrived || announced.is_some_and(|announced| announced != arrived) {
        let message = format!(
            "{arrived} bytes arrived, {} were announced",
            announced.unwrap_or(tally.size as usize)
        );
        return Err(Error::new(Code::SizeMismatch, message));
    }
    let crc32 = crc32fast::hash(data);
    if crc32 != tally.crc32 {
        let message = format!(
            "the data has CRC-32 {crc32:08x}, the guest says {:08x}",
            tally.crc32
        );
        return Err(Error::new(Code::CrcMismatch, message));
    }
    Ok(())
}

/// A size for the wire. Bodies beyond its 32 bits are refused by the size parameters of the request before this.
fn wire_size(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

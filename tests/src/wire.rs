//! A blocking client of the wire.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use mc_protocol::common::Binary;
use mc_protocol::frame::{Decoder, Frame, Sender};
use mc_protocol::hello::{Hello, HelloAnswer};
use mc_protocol::limits::PROTOCOL_VERSION;
use mc_protocol::message::{Accepted, Ending, FromGuest, FromHost, Request, Tally};
use mc_protocol::{Code, Event, Method, WireError, fs};
use serde_json::Value;

/// How long a test waits for a guest that says nothing. Long, because it only ends tests that fail.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection to a guest.
pub struct Wire {
    stream: TcpStream,
    decoder: Decoder,
    last_id: u32,
    /// Events that came while something else was waited for.
    events: VecDeque<(String, Value)>,
    passed: usize,
}

/// What the guest sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A JSON message.
    Message(FromGuest),
    /// A piece of a stream.
    Binary {
        /// The request's id.
        id: u32,
        /// Its bytes.
        data: Vec<u8>,
    },
    /// The guest closed the connection.
    Closed,
}

impl Wire {
    /// Connects to a guest on this machine.
    pub fn connect(port: u16) -> Wire {
        Wire::over(TcpStream::connect(("127.0.0.1", port)).expect("the guest's port is open"))
    }

    /// Takes the call of a guest that dials.
    pub fn accept(listener: &TcpListener) -> Wire {
        let (stream, _) = listener.accept().expect("a guest calls");
        Wire::over(stream)
    }

    fn over(stream: TcpStream) -> Wire {
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a timeout can be set");
        stream.set_nodelay(true).expect("delays can be switched off");
        Wire {
            stream,
            decoder: Decoder::new(Sender::Guest),
            last_id: 0,
            events: VecDeque::new(),
            passed: 0,
        }
    }

    /// Connects and says hello; again while the guest is still busy with a client that has just gone.
    pub fn greeted(port: u16, token: &str) -> Wire {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut wire = Wire::connect(port);
            match wire.hello(token) {
                Ok(_) => return wire,
                Err(error) if error.code == Code::Busy && Instant::now() < deadline => {}
                Err(error) => panic!("the guest does not accept its own token: {error}"),
            }
        }
    }

    /// Bytes that have gone over this connection, both ways.
    pub fn passed(&self) -> usize {
        self.passed
    }

    /// Says hello with this token.
    pub fn hello(&mut self, token: &str) -> Result<HelloAnswer, WireError> {
        let protocol_version = PROTOCOL_VERSION.try_into().expect("a small number");
        self.call(&Hello {
            token: token.to_owned(),
            client_id: "test".to_owned(),
            protocol_version,
        })
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("the connection takes bytes");
        self.passed += bytes.len();
    }

    /// Sends a JSON payload as it is, within the frame that belongs to it.
    pub fn send_json(&mut self, payload: &[u8]) {
        let length = u32::try_from(payload.len()).expect("a small payload");
        self.send_bytes(&[&[0x01], &length.to_be_bytes()[..], payload].concat());
    }

    /// Sends a frame.
    pub fn send(&mut self, frame: &Frame) {
        self.send_bytes(&frame.encode().expect("a frame within the limits"));
    }

    /// Sends a request and gives its id.
    pub fn request<M: Method>(&mut self, params: &M) -> u32 {
        self.last_id += 1;
        self.send(&Frame::json(&Request::new(self.last_id, params)).expect("parameters are JSON"));
        self.last_id
    }

    /// The next thing that the guest says, events too.
    pub fn receive(&mut self) -> Received {
        let mut piece = [0; 4096];
        loop {
            match self.decoder.next().expect("the guest sends frames") {
                Some(Frame::Binary { id, data }) => return Received::Binary { id, data },
                Some(Frame::Json(text)) => {
                    return Received::Message(FromGuest::parse(&text).expect("the guest sends messages"));
                }
                None => {}
            }
            match self.stream.read(&mut piece) {
                Ok(0) => return Received::Closed,
                Ok(count) => {
                    self.passed += count;
                    self.decoder.push(&piece[..count]);
                }
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return Received::Closed,
                Err(error) => panic!("the guest said nothing: {error}"),
            }
        }
    }

    /// The next thing that is not an event. Events on the way are kept for [`Wire::event`].
    pub fn receive_beside_events(&mut self) -> Received {
        loop {
            match self.receive() {
                Received::Message(FromGuest::Event { event, payload }) => {
                    self.events.push_back((event, payload))
                }
                other => return other,
            }
        }
    }

    /// The next event of a kind; others that come first are left out.
    pub fn event<E: Event>(&mut self) -> E {
        loop {
            let (event, payload) = self.events.pop_front().unwrap_or_else(|| match self.receive() {
                Received::Message(FromGuest::Event { event, payload }) => (event, payload),
                other => panic!("`{}` was expected, not {other:?}", E::NAME),
            });
            if event == E::NAME {
                return serde_json::from_value(payload).expect("the event is what the schema says");
            }
        }
    }

    /// The next thing, which has to be a response: its id and its outcome.
    pub fn response(&mut self) -> (Option<u32>, Result<Value, WireError>) {
        match self.receive_beside_events() {
            Received::Message(FromGuest::Response { id, outcome }) => (id, outcome),
            other => panic!("a response was expected, not {other:?}"),
        }
    }

    /// The next thing, which has to be an error response: its id and its code.
    pub fn refusal(&mut self) -> (Option<u32>, Code) {
        let (id, outcome) = self.response();
        (id, outcome.expect_err("the guest refuses").code)
    }

    /// A request and its answer.
    pub fn call<M: Method>(&mut self, params: &M) -> Result<M::Answer, WireError> {
        let asked = self.request(params);
        let answer = self.answer_to(asked)?;
        Ok(serde_json::from_value(answer).expect("the answer is what the schema says"))
    }

    /// The response to a request. An error without an id is about the connection, and so about the request, too.
    fn answer_to(&mut self, asked: u32) -> Result<Value, WireError> {
        let (id, outcome) = self.response();
        let about_connection = id.is_none() && outcome.is_err();
        assert!(
            about_connection || id == Some(asked),
            "the answer belongs to the request, not to {id:?}"
        );
        outcome
    }

    /// A request whose answer is followed by a stream, checked by size and CRC; an answer without a place for data by none.
    pub fn fetch<M: Method>(&mut self, params: &M) -> Result<(M::Answer, Vec<u8>), WireError> {
        let asked = self.request(params);
        let answer = self.answer_to(asked)?;
        let Some(announced) = answer.get("data") else {
            let answer = serde_json::from_value(answer).expect("the answer is what the schema says");
            return Ok((answer, Vec::new()));
        };
        let announced: Binary = serde_json::from_value(announced.clone()).expect("binary data is announced");
        let mut bytes = Vec::new();
        loop {
            match self.receive_beside_events() {
                Received::Binary { id, data } if id == asked => bytes.extend(data),
                Received::Message(FromGuest::End { id, ending }) if id == asked => match ending {
                    Ending::Broken(error) => return Err(error),
                    Ending::Whole(tally) => {
                        assert_eq!(tally, tally_of(&bytes), "the marker tells what was sent");
                        assert!(
                            announced.size.is_none_or(|size| size == tally.size),
                            "the size was announced"
                        );
                        let answer =
                            serde_json::from_value(answer).expect("the answer is what the schema says");
                        return Ok((answer, bytes));
                    }
                },
                other => panic!("a stream was expected, not {other:?}"),
            }
        }
    }

    /// A whole put, in frames as large as the guest takes them.
    pub fn put(&mut self, params: &fs::Put, bytes: &[u8]) -> Result<fs::PutAnswer, WireError> {
        self.put_in_pieces(params, bytes, usize::MAX)
    }

    /// A whole put, in frames of at most so many bytes.
    pub fn put_in_pieces(
        &mut self,
        params: &fs::Put,
        bytes: &[u8],
        piece: usize,
    ) -> Result<fs::PutAnswer, WireError> {
        self.deliver_in_pieces(params, bytes, piece)
    }

    /// A request with the bytes that belong to it, in frames as large as the guest takes them.
    pub fn deliver<M: Method>(&mut self, params: &M, bytes: &[u8]) -> Result<M::Answer, WireError> {
        self.deliver_in_pieces(params, bytes, usize::MAX)
    }

    fn deliver_in_pieces<M: Method>(
        &mut self,
        params: &M,
        bytes: &[u8],
        piece: usize,
    ) -> Result<M::Answer, WireError> {
        let id = self.request(params);
        let accepted = self.accepted(id)?;
        let mut sent = 0;
        let mut received = 0;
        while sent < bytes.len() {
            let room = (accepted.window as usize).saturating_sub(sent - received);
            let size = room
                .min(accepted.chunk as usize)
                .min(piece)
                .min(bytes.len() - sent);
            if size == 0 {
                received = self.progress(id)? as usize;
                continue;
            }
            self.send(&Frame::Binary {
                id,
                data: bytes[sent..sent + size].to_vec(),
            });
            sent += size;
        }
        self.end_put(id, &Ending::Whole(tally_of(bytes)));
        self.answer_to_delivery::<M>(id)
    }

    /// What the guest says to a request for a put.
    pub fn accepted(&mut self, asked: u32) -> Result<Accepted, WireError> {
        match self.receive_beside_events() {
            Received::Message(FromGuest::Accepted { id, accepted }) if id == asked => Ok(accepted),
            Received::Message(FromGuest::Response {
                id,
                outcome: Err(error),
            }) if id == Some(asked) => Err(error),
            other => panic!("`accepted` was expected, not {other:?}"),
        }
    }

    /// Ends a put.
    pub fn end_put(&mut self, id: u32, ending: &Ending) {
        self.send(&Frame::json(&FromHost::end(id, ending)).expect("an ending is JSON"));
    }

    /// The response to a put; progress that comes before it is skipped.
    pub fn put_answer(&mut self, asked: u32) -> Result<fs::PutAnswer, WireError> {
        self.answer_to_delivery::<fs::Put>(asked)
    }

    fn answer_to_delivery<M: Method>(&mut self, asked: u32) -> Result<M::Answer, WireError> {
        loop {
            match self.receive_beside_events() {
                Received::Message(FromGuest::Progress { id, .. }) if id == asked => {}
                Received::Message(FromGuest::Response { id, outcome }) if id == Some(asked) => {
                    return Ok(serde_json::from_value(outcome?).expect("the answer is what the schema says"));
                }
                other => panic!("the response to a put was expected, not {other:?}"),
            }
        }
    }

    fn progress(&mut self, asked: u32) -> Result<u32, WireError> {
        match self.receive_beside_events() {
            Received::Message(FromGuest::Progress { id, received }) if id == asked => Ok(received),
            Received::Message(FromGuest::Response {
                id,
                outcome: Err(error),
            }) if id == Some(asked) => Err(error),
            other => panic!("progress was expected, not {other:?}"),
        }
    }

    /// Stops sending, as a program does that has gone.
    pub fn hang_up(self) {
        // The other end may have closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Size and CRC-32 of a stream.
pub fn tally_of(bytes: &[u8]) -> Tally {
    Tally {
        size: u32::try_from(bytes.len()).expect("a small stream"),
        crc32: crc32fast::hash(bytes),
    }
}

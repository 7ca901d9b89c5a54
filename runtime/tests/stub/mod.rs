//! A guest that is not a Macintosh: speaks the wire over a real socket and does what a test tells it to.

#![allow(dead_code)] // Each test file uses its own part of it.

pub mod calls;
pub mod jobs;
pub mod runs;

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use mc_protocol::frame::{Decoder, Frame, Sender};
use mc_protocol::message::{Ending, FromGuest, FromHost, Tally};
use mc_protocol::{Code, WireError};
use mc_runtime::guest::Guest;
use mc_runtime::provider::Providers;
use mc_runtime::target::Token;
use serde_json::{Value, json};

/// The token that the stub wants.
pub const TOKEN: &str = "open sesame";

/// A request as the stub read it.
#[derive(Clone, Debug)]
pub struct Request {
    pub id: u32,
    pub method: String,
    pub params: Value,
}

/// What the stub does after a request.
pub enum Next {
    Serve,
    Close,
}

type Handler = Arc<dyn Fn(&mut Peer, &Request) -> io::Result<Next> + Send + Sync>;

/// A listening stub. It serves until the test ends.
pub struct Stub {
    pub port: u16,
    seen: Arc<Mutex<Vec<Request>>>,
    connections: Arc<AtomicUsize>,
}

impl Stub {
    /// Serves each request, `hello` included, with the handler.
    pub fn start(handler: impl Fn(&mut Peer, &Request) -> io::Result<Next> + Send + Sync + 'static) -> Stub {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = listener.local_addr().expect("bound").port();
        let seen: Arc<Mutex<Vec<Request>>> = Arc::default();
        let connections: Arc<AtomicUsize> = Arc::default();
        let handler: Handler = Arc::new(handler);
        let (log, count) = (Arc::clone(&seen), Arc::clone(&connections));
        thread::spawn(move || {
            for socket in listener.incoming().map_while(Result::ok) {
                let number = count.fetch_add(1, Ordering::SeqCst) + 1;
                let (handler, log) = (Arc::clone(&handler), Arc::clone(&log));
                // A peer that hangs up in the middle is part of many tests.
                thread::spawn(move || Peer::new(socket, number).serve(&handler, &log));
            }
        });
        Stub {
            port,
            seen,
            connections,
        }
    }

    /// A guest that behaves.
    pub fn ordinary() -> Stub {
        Stub::start(answer)
    }

    /// The names of the requests so far.
    pub fn methods(&self) -> Vec<String> {
        self.seen
            .lock()
            .expect("not poisoned")
            .iter()
            .map(|request| request.method.clone())
            .collect()
    }

    /// How many requests of a method there were.
    pub fn count(&self, method: &str) -> usize {
        self.methods().iter().filter(|name| *name == method).count()
    }

    /// The parameters of the last request of a method.
    pub fn last(&self, method: &str) -> Option<Value> {
        let seen = self.seen.lock().expect("not poisoned");
        seen.iter()
            .rev()
            .find(|request| request.method == method)
            .map(|request| request.params.clone())
    }

    /// How many connections there were.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Its target.
    pub fn target(&self) -> String {
        format!("tcp://127.0.0.1:{}", self.port)
    }

    /// A guest handle for it.
    pub fn guest(&self) -> Guest {
        let target = self.target().parse().expect("a target");
        Guest::open(
            &target,
            Token::from(TOKEN.to_owned()),
            None,
            &Providers::default(),
        )
        .expect("opens lazily")
    }
}

/// One connection, as the stub has it.
pub struct Peer {
    socket: TcpStream,
    decoder: Decoder,
    /// 1 for the first connection.
    pub number: usize,
}

impl Peer {
    fn new(socket: TcpStream, number: usize) -> Peer {
        Peer {
            socket,
            decoder: Decoder::new(Sender::Host),
            number,
        }
    }

    fn serve(mut self, handler: &Handler, log: &Mutex<Vec<Request>>) -> io::Result<()> {
        loop {
            let FromHost::Request { id, method, params } = self.message()? else {
                continue;
            };
            let request = Request { id, method, params };
            log.lock().expect("not poisoned").push(request.clone());
            if let Next::Close = handler(&mut self, &request)? {
                return self.socket.shutdown(Shutdown::Both);
            }
        }
    }

    /// The next frame from the host.
    pub fn frame(&mut self) -> io::Result<Frame> {
        let mut buffer = [0; 4096];
        loop {
            if let Some(frame) = self.decoder.next().map_err(io::Error::other)? {
                return Ok(frame);
            }
            match self.socket.read(&mut buffer)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => self.decoder.push(&buffer[..count]),
            }
        }
    }

    /// The next JSON message from the host; binary frames before it are dropped, as the agent does after an error.
    pub fn message(&mut self) -> io::Result<FromHost> {
        loop {
            if let Frame::Json(payload) = self.frame()? {
                return FromHost::parse(&payload).map_err(io::Error::other);
            }
        }
    }

    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<Next> {
        self.socket.write_all(bytes)?;
        Ok(Next::Serve)
    }

    pub fn say(&mut self, message: &FromGuest) -> io::Result<Next> {
        self.json(&message.to_json())
    }

    pub fn json(&mut self, message: &Value) -> io::Result<Next> {
        let frame = Frame::json(message).map_err(io::Error::other)?;
        self.raw(&frame.encode_from(Sender::Guest).map_err(io::Error::other)?)
    }

    pub fn result(&mut self, id: u32, result: Value) -> io::Result<Next> {
        self.say(&FromGuest::Response {
            id: Some(id),
            outcome: Ok(result),
        })
    }

    pub fn error(&mut self, id: u32, code: Code, message: &str) -> io::Result<Next> {
        self.say(&FromGuest::Response {
            id: Some(id),
            outcome: Err(WireError::new(code, message)),
        })
    }

    pub fn data(&mut self, id: u32, bytes: &[u8]) -> io::Result<Next> {
        for chunk in bytes.chunks(4096) {
            let frame = Frame::Binary {
                id,
                data: chunk.to_vec(),
            };
            self.raw(&frame.encode_from(Sender::Guest).map_err(io::Error::other)?)?;
        }
        Ok(Next::Serve)
    }

    pub fn end(&mut self, id: u32, tally: Tally) -> io::Result<Next> {
        self.say(&FromGuest::End {
            id,
            ending: Ending::Whole(tally),
        })
    }

    /// Takes data from the host; `None` when it is not what its end says.
    pub fn take_body(&mut self, id: u32) -> io::Result<Option<Vec<u8>>> {
        self.json(&json!({ "id": id, "accepted": { "window": 8192, "chunk": 4096 } }))?;
        let mut body = Vec::new();
        loop {
            match self.frame()? {
                Frame::Binary { data, .. } => {
                    body.extend_from_slice(&data);
                    self.say(&FromGuest::Progress {
                        id,
                        received: body.len() as u32,
                    })?;
                }
                Frame::Json(payload) => {
                    let end = FromHost::parse(&payload).map_err(io::Error::other)?;
                    let whole = Ending::Whole(tally(&body));
                    return Ok(matches!(end, FromHost::End { ending, .. } if ending == whole).then_some(body));
                }
            }
        }
    }

    /// An answer with data, as a guest that behaves sends it.
    pub fn streamed(&mut self, id: u32, result: Value, bytes: &[u8]) -> io::Result<Next> {
        self.result(id, result)?;
        self.data(id, bytes)?;
        self.end(id, tally(bytes))
    }
}

pub fn tally(bytes: &[u8]) -> Tally {
    Tally {
        size: bytes.len() as u32,
        crc32: crc32fast::hash(bytes),
    }
}

pub fn hello(tier: &str) -> Value {
    json!({
        "server_version": "0.1", "protocol_version": 1, "sys_version": "7.1", "machine": "Stub", "name": "", "update_state": "clean", "cpu": "none",
        "ram": 4_194_304, "agent": tier, "capabilities": ["color_quickdraw"], "warnings": [],
    })
}

pub fn entry(name: &str) -> Value {
    json!({
        "name": name, "kind": "file", "type": "TEXT", "creator": "ttxt", "data_size": 3, "resource_size": 0,
        "created": 1, "modified": 2, "locked": false, "invisible": false, "flags": 0, "id": 16,
    })
}

/// What a guest that behaves answers.
pub fn answer(peer: &mut Peer, request: &Request) -> io::Result<Next> {
    let id = request.id;
    match request.method.as_str() {
        "hello" if request.params["token"] != TOKEN => peer.error(id, Code::Unauthorized, "that is not the token"),
        "hello" => peer.result(id, hello("full")),
        "health" => peer.result(
            id,
            json!({ "uptime_s": 1, "free_mem": 2, "last_activity_s": 3, "slowest_method": "hello", "slowest_ticks": 4 }),
        ),
        "fs.stat" => peer.result(id, json!({ "entry": entry("Read Me") })),
        "fs.delete" => peer.result(id, json!({})),
        "fs.get" => {
            let result = json!({
                "entry": entry("Read Me"), "data_size": 3, "resource_size": 0, "data": { "$binary": true, "size": 3 },
            });
            peer.streamed(id, result, b"abc")
        }
        "fs.put" => take_put(peer, request),
        "screen.input" => peer.result(id, json!({ "steps": request.params["events"].as_array().map_or(0, Vec::len) })),
        "screen.capture" => {
            let pict = black_and_white(64, 64, false);
            let result = json!({
                "checksum": 1, "data": { "$binary": true },
                "picture": { "x": 0, "y": 0, "width": 64, "height": 64, "depth": 1, "consistent": true },
            });
            peer.streamed(id, result, &pict)
        }
        "font.list" => peer.result(id, json!({ "strikes": [] })),
        other => peer.error(id, Code::UnknownMethod, &format!("no method is called {other}")),
    }
}

/// Takes a put as the agent does: accepted, progress for what has arrived, the check, the response.
pub fn take_put(peer: &mut Peer, request: &Request) -> io::Result<Next> {
    match peer.take_body(request.id)? {
        Some(body) => peer.result(
            request.id,
            json!({ "crc32": crc32fast::hash(&body), "replaced": false }),
        ),
        None => peer.error(
            request.id,
            Code::CrcMismatch,
            "the bytes are not those that were sent",
        ),
    }
}

/// A PICT of a screen whose left half is black, or its right half.
pub fn black_and_white(width: u16, height: u16, is_turned: bool) -> Vec<u8> {
    bands(
        width,
        height,
        &[Band {
            top: 0,
            rows: height,
            is_turned,
        }],
    )
}

/// Rows of a picture: black on the left, or on the right.
#[derive(Clone, Copy)]
pub struct Band {
    pub top: u16,
    pub rows: u16,
    pub is_turned: bool,
}

/// A PICT, version 2, that paints these bands of its frame: a PackBitsRect of one-bit rows for each.
pub fn bands(width: u16, height: u16, bands: &[Band]) -> Vec<u8> {
    let row_bytes = width.div_ceil(16) * 2;
    let words =
        |pict: &mut Vec<u8>, words: &[u16]| words.iter().for_each(|word| pict.extend(word.to_be_bytes()));
    let mut pict = Vec::new();
    words(&mut pict, &[0, 0, 0, height, width, 0x0011, 0x02FF, 0x0C00]);
    words(
        &mut pict,
        &[0xFFFF, 0xFFFF, 0, 0, 0, 0, width, 0, height, 0, 0, 0],
    );
    for band in bands {
        let rect = [band.top, 0, band.top + band.rows, width];
        words(
            &mut pict,
            &[&[0x0098, row_bytes], &rect[..], &rect, &rect, &[0]].concat(),
        );
        let half = usize::from(row_bytes / 2);
        let mut row = [vec![0xFF; half], vec![0; half]].concat();
        if band.is_turned {
            row.reverse();
        }
        for _ in 0..band.rows {
            // PackBits of a row, behind its size: one run of bytes as they are. Rows below 8 bytes are not packed.
            if row_bytes >= 8 {
                pict.extend([row.len() as u8 + 1, row.len() as u8 - 1]);
            }
            pict.extend(&row);
        }
        if pict.len() % 2 == 1 {
            pict.push(0);
        }
    }
    words(&mut pict, &[0x00FF]);
    pict
}

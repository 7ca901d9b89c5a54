//! One stream: its connection, its receive buffer in guest memory and the calls that wait on it.

mod connection;
mod transfer;

use super::Notice;
use crate::bomb::{Failure, Settle, Stop};
use crate::memory::Memory;
use crate::network::{Network, SocketId};
use crate::os_err::OsErr;
use std::collections::VecDeque;

/// The window that the driver advertises, whatever the buffer (New Old World, measured on real machines).
const WINDOW: u32 = 8192;

/// 127.0.0.1, where all who call come from.
const LOOPBACK: u32 = 0x7F00_0001;

/// Connection states as TCPStatus gives them.
const STATE_LISTEN: u8 = 2;
const STATE_SYN_SENT: u8 = 6;
const STATE_ESTABLISHED: u8 = 8;
const STATE_FIN_WAIT_2: u8 = 12;
const STATE_CLOSE_WAIT: u8 = 14;

/// Event codes and termination reasons of the notification routine.
const EVENT_CLOSING: u16 = 1;
const EVENT_TERMINATE: u16 = 3;
const EVENT_DATA_ARRIVAL: u16 = 4;
const REASON_REMOTE_ABORT: u16 = 2;
const REASON_ULP_CLOSE: u16 = 7;

/// A call that takes time.
pub(super) struct Call {
    pub block: u32,
    pub kind: Kind,
    /// When its command timeout expires, in guest cycles.
    pub deadline: Option<u64>,
}

/// The calls that take time.
pub(super) enum Kind {
    Listen {
        port: u16,
    },
    Dial {
        address: u32,
        port: u16,
    },
    /// A write data structure, of which this many bytes have gone.
    Send {
        wds: u32,
        sent: usize,
    },
    Receive {
        buffer: u32,
        len: u16,
    },
    Close,
}

/// What a look at the streams brought.
#[derive(Default)]
pub(super) struct Progress {
    pub notices: Vec<Notice>,
    pub has_news: bool,
    /// Bytes that came or went.
    pub bytes: u32,
}

/// Whether a call that was worked on is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Work {
    Over,
    Waiting,
}

/// Where the connection of a stream stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Connection {
    None,
    Dialling(SocketId),
    Open {
        socket: SocketId,
        peer_closed: bool,
        we_closed: bool,
    },
}

/// What TCPStatus tells of a connection.
pub(super) struct Status {
    pub state: u8,
    pub remote_host: u32,
    pub remote_port: u16,
    pub local_port: u16,
    pub window: u16,
    pub unread: u16,
}

/// A stream.
pub(super) struct Stream {
    buffer: u32,
    buffer_len: u32,
    notify: u32,
    user_data: u32,
    connection: Connection,
    remote_host: u32,
    remote_port: u16,
    local_port: u16,
    /// First unread byte, counted from the start of the buffer, and how many there are; they wrap at the window.
    first: u32,
    unread: u32,
    calls: VecDeque<Call>,
}

impl Stream {
    pub fn new(buffer: u32, buffer_len: u32, notify: u32, user_data: u32) -> Stream {
        Stream {
            buffer,
            buffer_len,
            notify,
            user_data,
            connection: Connection::None,
            remote_host: 0,
            remote_port: 0,
            local_port: 0,
            first: 0,
            unread: 0,
            calls: VecDeque::new(),
        }
    }

    pub fn buffer(&self) -> u32 {
        self.buffer
    }

    pub fn buffer_len(&self) -> u32 {
        self.buffer_len
    }

    /// Whether something has arrived that was not received.
    pub fn has_unread(&self) -> bool {
        self.unread > 0
    }

    fn window(&self) -> u32 {
        self.buffer_len.min(WINDOW)
    }

    /// When the call under way times out.
    pub fn deadline(&self) -> Option<u64> {
        self.calls.front().and_then(|call| call.deadline)
    }

    /// What the driver holds of the program's memory for this stream.
    pub fn pointers(&self) -> impl Iterator<Item = (&'static str, u32)> + '_ {
        let own = [
            ("MacTCP stream buffer", self.buffer),
            ("MacTCP notification routine", self.notify),
        ];
        own.into_iter().chain(
            self.calls
                .iter()
                .map(|call| ("MacTCP parameter block", call.block)),
        )
    }

    /// Whether a call can be made in the state that the stream is in.
    ///
    /// # Errors
    /// connectionExists for an open, connectionDoesntExist or connectionClosing for the others.
    pub fn check(&self, kind: &Kind) -> Result<(), OsErr> {
        let opens = |call: &Call| matches!(call.kind, Kind::Listen { .. } | Kind::Dial { .. });
        match (kind, self.connection) {
            (Kind::Listen { .. } | Kind::Dial { .. }, Connection::None) => {
                if self.calls.iter().any(opens) {
                    Err(OsErr::CONNECTION_EXISTS)
                } else {
                    Ok(())
                }
            }
            (Kind::Listen { .. } | Kind::Dial { .. }, _) => Err(OsErr::CONNECTION_EXISTS),
            (_, Connection::None | Connection::Dialling(_)) => Err(OsErr::CONNECTION_DOES_NOT_EXIST),
            (Kind::Send { .. } | Kind::Close, Connection::Open { we_closed: true, .. }) => {
                Err(OsErr::CONNECTION_CLOSING)
            }
            _ => Ok(()),
        }
    }

    /// Whether a call with this parameter block is under way.
    pub fn has_call(&self, block: u32) -> bool {
        self.calls.iter().any(|call| call.block == block)
    }

    /// Puts a call behind the others.
    pub fn queue(&mut self, call: Call) {
        self.calls.push_back(call);
    }

    /// What TCPStatus tells; `None` where there is no connection.
    pub fn status(&self) -> Option<Status> {
        let state = match (self.connection, self.calls.front().map(|call| &call.kind)) {
            (Connection::None, Some(Kind::Listen { .. })) => STATE_LISTEN,
            (Connection::None, _) => return None,
            (Connection::Dialling(_), _) => STATE_SYN_SENT,
            (
                Connection::Open {
                    peer_closed: true, ..
                },
                _,
            ) => STATE_CLOSE_WAIT,
            (Connection::Open { we_closed: true, .. }, _) => STATE_FIN_WAIT_2,
            (Connection::Open { .. }, _) => STATE_ESTABLISHED,
        };
        Some(Status {
            state,
            remote_host: if state == STATE_LISTEN {
                0
            } else {
                self.remote_host
            },
            remote_port: self.remote_port,
            local_port: self.local_port,
            window: self.window() as u16,
            unread: self.unread as u16,
        })
    }

    /// Drops the connection, and gives the ends of the calls under way.
    pub fn abort(&mut self, network: &mut Network) -> Vec<Notice> {
        self.drop_connection(network);
        self.unread = 0;
        self.end_calls(OsErr::CONNECTION_TERMINATED)
    }

    fn drop_connection(&mut self, network: &mut Network) {
        if let Connection::Dialling(socket) | Connection::Open { socket, .. } = self.connection {
            network.close(socket);
        }
        self.connection = Connection::None;
    }

    fn end_calls(&mut self, error: OsErr) -> Vec<Notice> {
        let end = |call: Call| Notice::Done {
            block: call.block,
            result: Err(error),
        };
        self.calls.drain(..).map(end).collect()
    }

    fn notify(&self, event: u16, reason: u16, progress: &mut Progress) {
        progress.has_news = true;
        if self.notify != 0 {
            progress.notices.push(Notice::Notify {
                routine: self.notify,
                stream: self.buffer,
                event,
                user_data: self.user_data,
                reason,
            });
        }
    }

    /// Does what can be done now: takes in what has come, then works on the calls in order.
    ///
    /// # Errors
    /// When the memory of a call is no memory.
    pub fn service(
        &mut self,
        memory: &mut Memory,
        network: &mut Network,
        now: u64,
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        self.take_in(memory, network, progress)?;
        while let Some(mut call) = self.calls.pop_front() {
            let is_late = call.deadline.is_some_and(|deadline| deadline <= now);
            let result = match self.work(memory, network, &mut call, progress).settle()? {
                Ok(Work::Over) => Ok(()),
                Ok(Work::Waiting) if is_late => Err(OsErr::COMMAND_TIMEOUT),
                Ok(Work::Waiting) => {
                    self.calls.push_front(call);
                    break;
                }
                Err(error) => Err(error),
            };
            progress.notices.push(Notice::Done {
                block: call.block,
                result,
            });
            // Reading has made room.
            self.take_in(memory, network, progress)?;
        }
        self.finish_closing(network, progress);
        Ok(())
    }

    fn terminate(&mut self, network: &mut Network, progress: &mut Progress) {
        self.drop_connection(network);
        let ended = self.end_calls(OsErr::CONNECTION_TERMINATED);
        progress.notices.extend(ended);
        self.notify(EVENT_TERMINATE, REASON_REMOTE_ABORT, progress);
    }

    /// A connection that both sides have closed, and that nothing is left to read of, is gone.
    fn finish_closing(&mut self, network: &mut Network, progress: &mut Progress) {
        if let Connection::Open {
            peer_closed: true,
            we_closed: true,
            ..
        } = self.connection
            && self.unread == 0
        {
            self.drop_connection(network);
            self.notify(EVENT_TERMINATE, REASON_ULP_CLOSE, progress);
        }
    }

    /// Works on the first call.
    ///
    /// # Errors
    /// The result code with which it is over.
    fn work(
        &mut self,
        memory: &mut Memory,
        network: &mut Network,
        call: &mut Call,
        progress: &mut Progress,
    ) -> Result<Work, Failure> {
        match &mut call.kind {
            Kind::Listen { port } => self.listen(memory, network, call.block, *port),
            Kind::Dial { address, port } => self.dial(memory, network, call.block, *address, *port),
            Kind::Send { wds, sent } => self.send(memory, network, *wds, sent, progress),
            Kind::Receive { buffer, len } => self.receive(memory, call.block, *buffer, *len),
            Kind::Close => self.close(network),
        }
    }
}

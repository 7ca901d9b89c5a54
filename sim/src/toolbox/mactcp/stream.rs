//! One stream: its connection, its receive buffer in guest memory and the calls that wait on it.

use super::Notice;
use crate::bomb::{Failure, Settle, Stop};
use crate::memory::Memory;
use crate::network::{Dialling, GUEST_PORT, Network, Received, SocketId};
use crate::os_err::OsErr;
use std::collections::VecDeque;

/// The window that the driver advertises, whatever the buffer (New Old World, measured on real machines).
const WINDOW: u32 = 8192;

/// 127.0.0.1, the only address that exists.
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
            remote_host: if state == STATE_LISTEN { 0 } else { LOOPBACK },
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

    /// Writes what has come into the stream's buffer.
    fn take_in(
        &mut self,
        memory: &mut Memory,
        network: &mut Network,
        progress: &mut Progress,
    ) -> Result<(), Stop> {
        let Connection::Open {
            socket,
            peer_closed: false,
            we_closed,
        } = self.connection
        else {
            return Ok(());
        };
        let before = self.unread;
        loop {
            let end = (self.first + self.unread) % self.window();
            let room = (self.window() - self.unread).min(self.window() - end);
            if room == 0 {
                break;
            }
            let place = memory.bytes_mut(self.buffer + end, room)?;
            match network.read(socket, place) {
                Received::Bytes(count) => {
                    self.unread += count as u32;
                    progress.bytes += count as u32;
                }
                Received::Nothing => break,
                Received::Closed => {
                    self.connection = Connection::Open {
                        socket,
                        peer_closed: true,
                        we_closed,
                    };
                    self.notify(EVENT_CLOSING, 0, progress);
                    break;
                }
                Received::Reset => {
                    self.terminate(network, progress);
                    return Ok(());
                }
            }
        }
        let is_awaited = matches!(
            self.calls.front().map(|call| &call.kind),
            Some(Kind::Receive { .. })
        );
        if self.unread > before {
            progress.has_news = true;
            if !is_awaited {
                self.notify(EVENT_DATA_ARRIVAL, 0, progress);
            }
        }
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

    fn listen(
        &mut self,
        memory: &mut Memory,
        network: &mut Network,
        block: u32,
        port: u16,
    ) -> Result<Work, Failure> {
        self.local_port = port;
        // Only one port of the guest is mapped to the host; on others nobody ever calls.
        if port != GUEST_PORT {
            return Ok(Work::Waiting);
        }
        let Some((socket, peer_port)) = network.accept() else {
            return Ok(Work::Waiting);
        };
        self.opened(memory, block, socket, peer_port)?;
        Ok(Work::Over)
    }

    fn opened(
        &mut self,
        memory: &mut Memory,
        block: u32,
        socket: SocketId,
        remote_port: u16,
    ) -> Result<(), Stop> {
        self.connection = Connection::Open {
            socket,
            peer_closed: false,
            we_closed: false,
        };
        self.remote_port = remote_port;
        self.first = 0;
        self.unread = 0;
        memory.set_long(block + 36, LOOPBACK)?;
        memory.set_word(block + 40, remote_port)?;
        memory.set_long(block + 42, super::OUR_ADDRESS)?;
        memory.set_word(block + 46, self.local_port)?;
        Ok(())
    }

    fn dial(
        &mut self,
        memory: &mut Memory,
        network: &mut Network,
        block: u32,
        address: u32,
        port: u16,
    ) -> Result<Work, Failure> {
        let socket = match self.connection {
            Connection::Dialling(socket) => socket,
            _ if address != LOOPBACK => return Err(OsErr::OPEN_FAILED.into()),
            _ => match network.dial(port) {
                Ok(socket) => {
                    self.connection = Connection::Dialling(socket);
                    socket
                }
                Err(_) => return Err(OsErr::OPEN_FAILED.into()),
            },
        };
        match network.dialling(socket) {
            (Dialling::Pending, _) => Ok(Work::Waiting),
            (Dialling::Connected, local_port) => {
                self.local_port = local_port;
                self.opened(memory, block, socket, port)?;
                Ok(Work::Over)
            }
            (Dialling::Failed, _) => {
                self.drop_connection(network);
                Err(OsErr::OPEN_FAILED.into())
            }
        }
    }

    /// Sends what the write data structure points to: pairs of length and address, ended by a length of 0. The bytes are
    /// read when they go, so a buffer that is used again too early goes out wrong here too.
    fn send(
        &mut self,
        memory: &Memory,
        network: &mut Network,
        wds: u32,
        sent: &mut usize,
        progress: &mut Progress,
    ) -> Result<Work, Failure> {
        let Connection::Open { socket, .. } = self.connection else {
            return Err(OsErr::CONNECTION_DOES_NOT_EXIST.into());
        };
        let mut bytes = Vec::new();
        let mut entry = wds;
        loop {
            let len = memory.word(entry)?;
            if len == 0 {
                break;
            }
            bytes.extend_from_slice(memory.bytes(memory.long(entry + 2)?, u32::from(len))?);
            entry += 6;
        }
        if bytes.is_empty() {
            return Err(OsErr::INVALID_WDS.into());
        }
        while *sent < bytes.len() {
            match network.write(socket, &bytes[*sent..]) {
                Some(0) => return Ok(Work::Waiting),
                Some(count) => {
                    *sent += count;
                    progress.bytes += count as u32;
                }
                None => {
                    self.terminate(network, progress);
                    return Err(OsErr::CONNECTION_TERMINATED.into());
                }
            }
        }
        Ok(Work::Over)
    }

    /// Gives what has come, as soon as anything has, up to the length that was asked for.
    fn receive(&mut self, memory: &mut Memory, block: u32, buffer: u32, len: u16) -> Result<Work, Failure> {
        if self.unread == 0 {
            return match self.connection {
                Connection::Open {
                    peer_closed: false, ..
                } => Ok(Work::Waiting),
                Connection::Open { .. } => Err(OsErr::CONNECTION_CLOSING.into()),
                _ => Err(OsErr::CONNECTION_DOES_NOT_EXIST.into()),
            };
        }
        let count = self.unread.min(u32::from(len));
        let until_wrap = count.min(self.window() - self.first);
        let mut bytes = memory.bytes(self.buffer + self.first, until_wrap)?.to_vec();
        bytes.extend_from_slice(memory.bytes(self.buffer, count - until_wrap)?);
        memory.set_bytes(buffer, &bytes)?;
        memory.set_word(block + 40, count as u16)?;
        self.first = (self.first + count) % self.window();
        self.unread -= count;
        Ok(Work::Over)
    }

    /// Says that nothing more will be sent.
    fn close(&mut self, network: &mut Network) -> Result<Work, Failure> {
        let Connection::Open {
            socket, we_closed, ..
        } = &mut self.connection
        else {
            return Err(OsErr::CONNECTION_DOES_NOT_EXIST.into());
        };
        network.finish(*socket);
        *we_closed = true;
        Ok(Work::Over)
    }
}

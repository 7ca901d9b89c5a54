//! The host's side of the guest's network: loopback sockets, never anything else.
//!
//! The guest's port 4780 is one listener on 127.0.0.1, on a port of the caller's or the system's choosing, so that any
//! number of simulators run side by side. A guest that dials reaches the hosts that it was given, each of which is a port of
//! 127.0.0.1. Connections that come while no
//! stream of the guest listens wait in the host's queue, where a real Macintosh would refuse them; they are refused
//! when the agent has ended.

mod line;

pub(crate) use line::{Line, Losses, Slow};

use crate::config::Host;
use line::Lane;
use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token, Waker};
use socket2::SockRef;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// The guest's port that the listener stands for.
pub(crate) const GUEST_PORT: u16 = 4780;

const WAKER: Token = Token(0);
const LISTENER: Token = Token(1);
const FIRST_SOCKET: usize = 2;

/// A connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SocketId(usize);

/// What reading gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Received {
    Bytes(usize),
    /// Nothing has come yet.
    Nothing,
    /// The peer has closed its side, and everything before that has been read.
    Closed,
    /// The connection was reset.
    Reset,
}

/// Where a connection that the guest opens has got to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialling {
    Pending,
    Connected,
    Failed,
}

/// A connection, and what is on its way over it.
struct Socket {
    stream: TcpStream,
    inbound: Lane,
    outbound: Lane,
    /// How it ended, once everything has come in.
    ended: Option<Received>,
    /// The guest has closed its side, and what it has sent is still on its way.
    is_finishing: bool,
    /// The host takes nothing more at the moment.
    is_stuck: bool,
}

impl Socket {
    fn new(stream: TcpStream) -> Socket {
        Socket {
            stream,
            inbound: Lane::default(),
            outbound: Lane::default(),
            ended: None,
            is_finishing: false,
            is_stuck: false,
        }
    }

    /// Takes in what the host has sent, a segment at a time.
    fn take_in(&mut self, now: u64, line: &Line) {
        let mut segment = [0; 2048];
        while self.ended.is_none() {
            let room = self.inbound.room_inbound();
            if room == 0 {
                return;
            }
            match received(self.stream.read(&mut segment[..room])) {
                Received::Bytes(count) => self.inbound.arrive(&segment[..count], now, line),
                Received::Nothing => return,
                end => self.ended = Some(end),
            }
        }
    }

    /// Gives what is due.
    fn give(&mut self, buffer: &mut [u8], now: u64) -> Received {
        if self.ended == Some(Received::Reset) {
            return Received::Reset;
        }
        let mut count = 0;
        while count < buffer.len()
            && let Some(bytes) = self.inbound.due(now)
        {
            let more = bytes.len().min(buffer.len() - count);
            buffer[count..count + more].copy_from_slice(&bytes[..more]);
            self.inbound.taken(more);
            count += more;
        }
        match self.ended {
            _ if count > 0 => Received::Bytes(count),
            Some(end) if self.inbound.is_empty() => end,
            _ => Received::Nothing,
        }
    }

    /// Hands the host what is due, and the end behind it.
    fn send_due(&mut self, now: u64) {
        self.is_stuck = false;
        while let Some(bytes) = self.outbound.due(now) {
            match self.stream.write(bytes) {
                Ok(count) => self.outbound.taken(count),
                Err(error) if is_temporary(&error) => {
                    self.is_stuck = true;
                    return;
                }
                // The guest hears of it when it reads.
                Err(_) => self.outbound = Lane::default(),
            }
        }
        if self.is_finishing && self.outbound.is_empty() {
            self.is_finishing = false;
            if let Err(error) = self.stream.shutdown(Shutdown::Write) {
                tracing::debug!(%error, "shutdown");
            }
        }
    }

    fn next_due(&self) -> Option<u64> {
        let outbound = self.outbound.next_due().filter(|_| !self.is_stuck);
        [self.inbound.next_due(), outbound].into_iter().flatten().min()
    }
}

/// Has the connection reset when it is dropped: the peer gets no end but an error.
fn reset_when_dropped(stream: &TcpStream) {
    if let Err(error) = SockRef::from(stream).set_linger(Some(Duration::ZERO)) {
        tracing::debug!(%error, "linger");
    }
}

fn received(outcome: io::Result<usize>) -> Received {
    match outcome {
        Ok(0) => Received::Closed,
        Ok(count) => Received::Bytes(count),
        Err(error) if is_temporary(&error) => Received::Nothing,
        Err(_) => Received::Reset,
    }
}

/// The sockets of one machine.
pub(crate) struct Network {
    poll: Poll,
    events: Events,
    waker: Arc<Waker>,
    /// `None` once nobody will ever listen in the guest again.
    listener: Option<TcpListener>,
    port: u16,
    hosts: Vec<Host>,
    sockets: BTreeMap<usize, Socket>,
    next: usize,
    paused: bool,
    is_cut: bool,
    line: Line,
    /// Guest time, in cycles.
    now: u64,
}

impl Network {
    /// Listens on `port` of 127.0.0.1, on a free one when it is 0. The guest can dial `hosts`.
    ///
    /// # Errors
    /// When the port is taken or the system has no sockets left.
    pub fn new(port: u16, hosts: Vec<Host>) -> io::Result<Network> {
        let poll = Poll::new()?;
        let waker = Arc::new(Waker::new(poll.registry(), WAKER)?);
        let mut listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        poll.registry()
            .register(&mut listener, LISTENER, Interest::READABLE)?;
        let port = listener.local_addr()?.port();
        Ok(Network {
            poll,
            events: Events::with_capacity(64),
            waker,
            listener: Some(listener),
            port,
            hosts,
            sockets: BTreeMap::new(),
            next: FIRST_SOCKET,
            paused: false,
            is_cut: false,
            line: Line::default(),
            now: 0,
        })
    }

    /// The host's port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Has the host refuse connections from now on: the agent is gone.
    pub fn stop_listening(&mut self) {
        self.listener = None;
    }

    /// What wakes [`Network::wait`] from another thread.
    pub fn waker(&self) -> Arc<Waker> {
        self.waker.clone()
    }

    /// Holds every byte back, or lets them pass again.
    pub fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Resets all connections, and whatever else comes, or lets connections come about again.
    pub fn set_cut(&mut self, is_cut: bool) {
        self.is_cut = is_cut;
        if is_cut {
            for socket in std::mem::take(&mut self.sockets).into_values() {
                reset_when_dropped(&socket.stream);
            }
            self.turn_away();
        }
    }

    /// Resets the connections that wait for the guest to listen.
    fn turn_away(&mut self) {
        while let Some((stream, _)) = self.listener.as_ref().and_then(|listener| listener.accept().ok()) {
            reset_when_dropped(&stream);
        }
    }

    /// What is wrong with the line.
    pub fn line_mut(&mut self) -> &mut Line {
        &mut self.line
    }

    /// Lets what is due pass.
    pub fn pass(&mut self, now: u64) {
        self.now = now;
        if !self.paused {
            self.sockets.values_mut().for_each(|socket| socket.send_due(now));
        }
    }

    /// When bytes that were held back are due, in guest cycles.
    pub fn next_due(&self) -> Option<u64> {
        let sockets = self.sockets.values().filter(|_| !self.paused);
        sockets.filter_map(Socket::next_due).min()
    }

    /// Waits for sockets or the waker, at most `wait`; whether a socket has something.
    pub fn wait(&mut self, wait: Duration) -> bool {
        match self.poll.poll(&mut self.events, Some(wait)) {
            Ok(()) => {
                if self.is_cut {
                    self.turn_away();
                }
                self.events.iter().any(|event| event.token() != WAKER)
            }
            Err(error) => {
                // Interrupted by a signal: the caller's loop comes back.
                tracing::debug!(%error, "poll");
                false
            }
        }
    }

    fn adopt(&mut self, mut stream: TcpStream) -> io::Result<SocketId> {
        stream.set_nodelay(true)?;
        let id = self.next;
        self.poll
            .registry()
            .register(&mut stream, Token(id), Interest::READABLE | Interest::WRITABLE)?;
        self.next += 1;
        self.sockets.insert(id, Socket::new(stream));
        Ok(SocketId(id))
    }

    /// Takes a waiting connection, with the peer's port.
    pub fn accept(&mut self) -> Option<(SocketId, u16)> {
        if self.paused || self.is_cut {
            return None;
        }
        let (stream, peer) = self.listener.as_ref()?.accept().ok()?;
        let id = self.adopt(stream).ok()?;
        Some((id, peer.port()))
    }

    /// Begins to connect to a host.
    ///
    /// # Errors
    /// When there is none of this address and port, or the system has no sockets left.
    pub fn dial(&mut self, address: u32, port: u16) -> io::Result<SocketId> {
        if self.is_cut {
            return Err(ErrorKind::NetworkUnreachable.into());
        }
        let known = |host: &&Host| u32::from_be_bytes(host.address) == address && host.port == port;
        let host = self.hosts.iter().find(known).ok_or(ErrorKind::HostUnreachable)?;
        let stream = TcpStream::connect(SocketAddr::from((Ipv4Addr::LOCALHOST, host.local_port)))?;
        self.adopt(stream)
    }

    /// Lets the guest dial one more host.
    #[cfg(test)]
    pub fn add_host(&mut self, host: Host) {
        self.hosts.push(host);
    }

    /// Where a dialled connection has got to, and from which local port.
    pub fn dialling(&self, id: SocketId) -> (Dialling, u16) {
        let Some(Socket { stream, .. }) = self.sockets.get(&id.0) else {
            return (Dialling::Failed, 0);
        };
        let local = stream.local_addr().map_or(0, |address| address.port());
        if self.paused {
            return (Dialling::Pending, local);
        }
        let state = match (stream.take_error(), stream.peer_addr()) {
            (Ok(Some(_)) | Err(_), _) => Dialling::Failed,
            (Ok(None), Ok(_)) => Dialling::Connected,
            (Ok(None), Err(error)) if error.kind() == ErrorKind::NotConnected => Dialling::Pending,
            (Ok(None), Err(_)) => Dialling::Failed,
        };
        (state, local)
    }

    /// Reads into `buffer`, which must not be empty.
    pub fn read(&mut self, id: SocketId, buffer: &mut [u8]) -> Received {
        if self.paused {
            return Received::Nothing;
        }
        let Some(socket) = self.sockets.get_mut(&id.0) else {
            return Received::Reset;
        };
        if self.line.is_sound() && socket.inbound.is_empty() && socket.ended.is_none() {
            return received(socket.stream.read(buffer));
        }
        socket.take_in(self.now, &self.line);
        socket.give(buffer, self.now)
    }

    /// Writes as much of `bytes` as the host takes now; `None` when the connection is gone.
    pub fn write(&mut self, id: SocketId, bytes: &[u8]) -> Option<usize> {
        if self.paused {
            return Some(0);
        }
        let socket = self.sockets.get_mut(&id.0)?;
        if self.line.slow.is_some() || !socket.outbound.is_empty() {
            let count = bytes.len().min(socket.outbound.room_outbound());
            if count > 0 {
                socket.outbound.send(&bytes[..count], self.now, &self.line);
            }
            return Some(count);
        }
        match socket.stream.write(bytes) {
            Ok(count) => Some(count),
            Err(error) if is_temporary(&error) => Some(0),
            Err(_) => None,
        }
    }

    /// Tells the peer that nothing more will be sent.
    pub fn finish(&mut self, id: SocketId) {
        if let Some(socket) = self.sockets.get_mut(&id.0) {
            socket.is_finishing = true;
            socket.send_due(self.now);
        }
    }

    /// Drops a connection.
    pub fn close(&mut self, id: SocketId) {
        if let Some(mut socket) = self.sockets.remove(&id.0)
            && let Err(error) = self.poll.registry().deregister(&mut socket.stream)
        {
            tracing::debug!(%error, "deregister");
        }
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

//! The host's side of the guest's network: loopback sockets, never anything else.
//!
//! The guest's port 4780 is one listener on 127.0.0.1, on a port of the caller's or the system's choosing, so that any
//! number of simulators run side by side. A guest that dials reaches the hosts that it was given, each of which is a port of
//! 127.0.0.1. Connections that come while no
//! stream of the guest listens wait in the host's queue, where a real Macintosh would refuse them; they are refused
//! when the agent has ended.

use crate::config::Host;
use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token, Waker};
use std::collections::HashMap;
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

/// The sockets of one machine.
pub(crate) struct Network {
    poll: Poll,
    events: Events,
    waker: Arc<Waker>,
    /// `None` once nobody will ever listen in the guest again.
    listener: Option<TcpListener>,
    port: u16,
    hosts: Vec<Host>,
    sockets: HashMap<usize, TcpStream>,
    next: usize,
    paused: bool,
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
            sockets: HashMap::new(),
            next: FIRST_SOCKET,
            paused: false,
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

    /// Waits for sockets or the waker, at most `wait`; whether a socket has something.
    pub fn wait(&mut self, wait: Duration) -> bool {
        match self.poll.poll(&mut self.events, Some(wait)) {
            Ok(()) => self.events.iter().any(|event| event.token() != WAKER),
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
        self.sockets.insert(id, stream);
        Ok(SocketId(id))
    }

    /// Takes a waiting connection, with the peer's port.
    pub fn accept(&mut self) -> Option<(SocketId, u16)> {
        if self.paused {
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
        let Some(stream) = self.sockets.get(&id.0) else {
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
        let Some(stream) = self.sockets.get_mut(&id.0) else {
            return Received::Reset;
        };
        match stream.read(buffer) {
            Ok(0) => Received::Closed,
            Ok(count) => Received::Bytes(count),
            Err(error) if is_temporary(&error) => Received::Nothing,
            Err(_) => Received::Reset,
        }
    }

    /// Writes as much of `bytes` as the host takes now; `None` when the connection is gone.
    pub fn write(&mut self, id: SocketId, bytes: &[u8]) -> Option<usize> {
        if self.paused {
            return Some(0);
        }
        match self.sockets.get_mut(&id.0)?.write(bytes) {
            Ok(count) => Some(count),
            Err(error) if is_temporary(&error) => Some(0),
            Err(_) => None,
        }
    }

    /// Tells the peer that nothing more will be sent.
    pub fn finish(&mut self, id: SocketId) {
        if let Some(stream) = self.sockets.get(&id.0)
            && let Err(error) = stream.shutdown(Shutdown::Write)
        {
            tracing::debug!(%error, "shutdown");
        }
    }

    /// Drops a connection.
    pub fn close(&mut self, id: SocketId) {
        if let Some(mut stream) = self.sockets.remove(&id.0)
            && let Err(error) = self.poll.registry().deregister(&mut stream)
        {
            tracing::debug!(%error, "deregister");
        }
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

//! Bytes: into the stream's buffer as they come, out of it by TCPRcv, and out to the peer by TCPSend.

use super::{Connection, EVENT_CLOSING, EVENT_DATA_ARRIVAL, Kind, Progress, Stream, Work};
use crate::bomb::{Failure, Stop};
use crate::memory::Memory;
use crate::network::{Network, Received};
use crate::os_err::OsErr;

impl Stream {
    /// Writes what has come into the stream's buffer.
    pub(super) fn take_in(
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

    /// Sends what the write data structure points to: pairs of length and address, ended by a length of 0. The bytes are
    /// read when they go, so a buffer that is used again too early goes out wrong here too.
    pub(super) fn send(
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
        let bytes = gather(memory, wds)?;
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
    pub(super) fn receive(
        &mut self,
        memory: &mut Memory,
        block: u32,
        buffer: u32,
        len: u16,
    ) -> Result<Work, Failure> {
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
}

/// The most that one write data structure may describe.
const MAX_SEND: usize = 65_535;

/// The bytes that a write data structure points to.
fn gather(memory: &Memory, wds: u32) -> Result<Vec<u8>, Failure> {
    if wds == 0 {
        return Err(OsErr::INVALID_WDS.into());
    }
    let mut bytes = Vec::new();
    let mut entry = wds;
    loop {
        let len = memory.word(entry)?;
        if len == 0 {
            break;
        }
        bytes.extend_from_slice(memory.bytes(memory.pointer(entry + 2)?, u32::from(len))?);
        entry += 6;
        if bytes.len() > MAX_SEND {
            return Err(OsErr::INVALID_LENGTH.into());
        }
    }
    if bytes.is_empty() {
        Err(OsErr::INVALID_LENGTH.into())
    } else {
        Ok(bytes)
    }
}

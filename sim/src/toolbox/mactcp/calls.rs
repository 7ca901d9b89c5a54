//! The driver's calls by csCode: what each takes from its parameter block, and which are over at once.

use super::stream::{Call, Kind, Stream};
use super::{CS_CODE, OUR_ADDRESS, OUR_NET_MASK, PARAMETERS, STREAM};
use crate::bomb::{Cause, Failure, Stop};
use crate::machine::Machine;
use crate::network::GUEST_PORT;
use crate::os_err::OsErr;
use std::time::Duration;

const IPCTL_GET_ADDR: i16 = 15;
const TCP_CREATE: i16 = 30;
const TCP_PASSIVE_OPEN: i16 = 31;
const TCP_ACTIVE_OPEN: i16 = 32;
const TCP_SEND: i16 = 34;
const TCP_RCV: i16 = 37;
const TCP_CLOSE: i16 = 38;
const TCP_ABORT: i16 = 39;
const TCP_STATUS: i16 = 40;
const TCP_RELEASE: i16 = 42;

/// Streams that the driver has.
const MAX_STREAMS: usize = 64;
/// The smallest receive buffer.
const MIN_BUFFER: u32 = 4096;

/// Where a call stands after it was made.
pub(super) enum Started {
    Done,
    Queued,
}

/// Makes a call.
///
/// # Errors
/// The result code of a call that ends at once; a bomb for a csCode that is not answered.
pub(super) fn start(machine: &mut Machine, block: u32) -> Result<Started, Failure> {
    let cs_code = machine.memory.int(block + CS_CODE)?;
    match cs_code {
        IPCTL_GET_ADDR => get_address(machine, block)?,
        TCP_CREATE => create(machine, block)?,
        TCP_STATUS => status(machine, block)?,
        TCP_ABORT => abort(machine, block)?,
        TCP_RELEASE => release(machine, block)?,
        TCP_PASSIVE_OPEN | TCP_ACTIVE_OPEN | TCP_SEND | TCP_RCV | TCP_CLOSE => {
            queue(machine, block, cs_code)?;
            return Ok(Started::Queued);
        }
        _ => {
            let selector = u32::from(cs_code as u16);
            let trap = ".IPP Control";
            return Err(Stop::from(Cause::UnknownSelector { trap, selector }).into());
        }
    }
    Ok(Started::Done)
}

fn get_address(machine: &mut Machine, block: u32) -> Result<(), Failure> {
    machine.memory.set_long(block + 28, OUR_ADDRESS)?;
    machine.memory.set_long(block + 32, OUR_NET_MASK)?;
    Ok(())
}

/// TCPCreate: the buffer is the driver's from here on, and the stream is known by its address.
fn create(machine: &mut Machine, block: u32) -> Result<(), Failure> {
    let buffer = machine.memory.pointer(block + PARAMETERS)?;
    let len = machine.memory.long(block + 36)?;
    let notify = machine.memory.pointer(block + 40)?;
    let user_data = machine.memory.long(block + 44)?;
    machine.memory.set_long(block + STREAM, 0)?;
    if len < MIN_BUFFER {
        return Err(OsErr::INVALID_LENGTH.into());
    }
    if buffer == 0 {
        return Err(OsErr::INVALID_BUFFER.into());
    }
    if machine.tcp.streams.contains_key(&buffer) {
        return Err(OsErr::STREAM_ALREADY_OPEN.into());
    }
    if machine.tcp.streams.len() == MAX_STREAMS {
        return Err(OsErr::INSUFFICIENT_RESOURCES.into());
    }
    machine.memory.bytes(buffer, len)?;
    machine
        .tcp
        .streams
        .insert(buffer, Stream::new(buffer, len, notify, user_data));
    machine.memory.set_long(block + STREAM, buffer)?;
    Ok(())
}

fn stream(machine: &mut Machine, block: u32) -> Result<&mut Stream, Failure> {
    let pointer = machine.memory.long(block + STREAM)?;
    machine
        .tcp
        .streams
        .get_mut(&pointer)
        .ok_or(Failure::Os(OsErr::INVALID_STREAM))
}

/// Puts a call behind those that are under way on its stream.
fn queue(machine: &mut Machine, block: u32, cs_code: i16) -> Result<(), Failure> {
    let (kind, timeout) = match cs_code {
        TCP_PASSIVE_OPEN => {
            if machine.tcp.port_is_kept() {
                return Err(OsErr::DUPLICATE_SOCKET.into());
            }
            let port = machine.memory.word(block + 46)?;
            let timeout = machine.memory.byte(block + 35)?;
            (Kind::Listen { port }, timeout)
        }
        TCP_ACTIVE_OPEN => {
            let address = machine.memory.long(block + 36)?;
            let port = machine.memory.word(block + 40)?;
            (Kind::Dial { address, port }, 0)
        }
        TCP_SEND => (
            Kind::Send {
                wds: machine.memory.pointer(block + 38)?,
                sent: 0,
            },
            0,
        ),
        TCP_RCV => {
            let buffer = machine.memory.pointer(block + 36)?;
            let len = machine.memory.word(block + 40)?;
            let timeout = machine.memory.byte(block + 32)?;
            (Kind::Receive { buffer, len }, timeout)
        }
        _ => (Kind::Close, 0),
    };
    let deadline = deadline(machine, timeout);
    let stream = stream(machine, block)?;
    stream.check(&kind)?;
    let is_reachable = matches!(kind, Kind::Listen { port: GUEST_PORT } | Kind::Dial { .. });
    stream.queue(Call {
        block,
        kind,
        deadline,
    });
    machine.tcp.has_opened |= is_reachable;
    machine.tcp.look_again();
    Ok(())
}

/// When a command timeout expires, in guest cycles. The field is a signed byte of seconds: 0 waits for ever, and what
/// is over 127 is negative and expires at once.
fn deadline(machine: &Machine, timeout: u8) -> Option<u64> {
    let now = machine.clock.now();
    match timeout as i8 {
        0 => None,
        seconds @ 1.. => Some(now + machine.clock.cycles_of(Duration::from_secs(seconds as u64))),
        _ => Some(now),
    }
}

/// TCPStatus: local, at once, and allowed while another call is under way.
fn status(machine: &mut Machine, block: u32) -> Result<(), Failure> {
    let status = stream(machine, block)?
        .status()
        .ok_or(OsErr::CONNECTION_DOES_NOT_EXIST)?;
    let memory = &mut machine.memory;
    memory.set_long(block + 38, status.remote_host)?;
    memory.set_word(block + 42, status.remote_port)?;
    memory.set_long(block + 44, OUR_ADDRESS)?;
    memory.set_word(block + 48, status.local_port)?;
    memory.set_byte(block + 52, status.state)?;
    memory.set_word(block + 54, status.window)?; // sendWindow
    memory.set_word(block + 56, status.window - status.unread)?; // rcvWindow
    memory.set_word(block + 58, 0)?; // amtUnackedData
    memory.set_word(block + 60, status.unread)?; // amtUnreadData
    Ok(())
}

/// TCPAbort: drops the connection at once; the calls under way end later, at interrupt time.
fn abort(machine: &mut Machine, block: u32) -> Result<(), Failure> {
    let pointer = machine.memory.long(block + STREAM)?;
    let machine_network = &mut machine.network;
    let stream = machine
        .tcp
        .streams
        .get_mut(&pointer)
        .ok_or(OsErr::INVALID_STREAM)?;
    let ended = stream.abort(machine_network);
    machine.tcp.notices.extend(ended);
    Ok(())
}

/// TCPRelease: as an abort, and the buffer is the program's again.
fn release(machine: &mut Machine, block: u32) -> Result<(), Failure> {
    abort(machine, block)?;
    let pointer = machine.memory.long(block + STREAM)?;
    if let Some(stream) = machine.tcp.streams.remove(&pointer) {
        machine.memory.set_long(block + PARAMETERS, stream.buffer())?;
        machine.memory.set_long(block + 36, stream.buffer_len())?;
    }
    Ok(())
}

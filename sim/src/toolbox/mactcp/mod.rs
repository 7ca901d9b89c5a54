//! MacTCP: the `.IPP` driver's Control calls over loopback sockets.
//!
//! What the driver is known for is kept: one call is under way on a stream, those behind it wait (a receive that
//! stands keeps a send from completing); the advertised window is about 8 KB whatever the buffer; a stream whose
//! passive open has been answered listens no more; timeouts are signed bytes; the buffer belongs to the driver until
//! TCPRelease, and what arrives is written into it; after TCPAbort the call under way completes later, at interrupt
//! time. Layouts and codes: MacTCP Programmer's Guide (1993); the offsets are those of Apple's MacTCP.h, which differs
//! from the Guide in two places.

mod calls;
mod stream;
#[cfg(test)]
mod tests;

use crate::bomb::{Settle, Stop, broken_rule};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::network::Network;
use crate::os_err::{OsErr, code};
use crate::toolbox::device_manager;
use crate::trap::Trap;
use calls::Started;
use std::collections::{BTreeMap, VecDeque};
use stream::{Progress, Stream};

/// Offsets in a TCPiopb, common to all calls.
const COMPLETION: u32 = 12;
const RESULT: u32 = 16;
const CS_CODE: u32 = 26;
const STREAM: u32 = 28;
/// Where the parameters of a call begin.
const PARAMETERS: u32 = 32;

/// ioResult of a call under way.
const IN_PROGRESS: i16 = 1;

/// The machine's own address, as seen by the guest: 10.0.2.15, of no network at all.
const OUR_ADDRESS: u32 = 0x0A00_020F;
const OUR_NET_MASK: u32 = 0xFFFF_FF00;

/// Something that the guest is told at interrupt time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Notice {
    /// A call has ended.
    Done { block: u32, result: Result<(), OsErr> },
    /// The asynchronous notification routine of a stream is to be called.
    Notify {
        routine: u32,
        stream: u32,
        event: u16,
        user_data: u32,
        reason: u16,
    },
}

/// The driver.
#[derive(Default)]
pub(crate) struct MacTcp {
    /// Open streams by their pointer.
    streams: BTreeMap<u32, Stream>,
    notices: VecDeque<Notice>,
    /// Whether sockets or calls may have changed since the streams were looked at.
    look: bool,
    /// Whether the guest has something new to find.
    news: bool,
    /// Whether a stream has ever listened on the port that is mapped to the host, or dialled.
    has_opened: bool,
    /// So many passive opens find that the port is still kept for an old connection.
    kept_opens: u32,
    /// The driver is not installed.
    pub is_absent: bool,
}

impl MacTcp {
    /// Has the streams looked at soon.
    pub fn look_again(&mut self) {
        self.look = true;
    }

    /// Whether something has happened that the guest does not know, once.
    pub fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.news)
    }

    /// Whether something has arrived that the guest has not received.
    pub fn has_unread(&self) -> bool {
        self.streams.values().any(Stream::has_unread)
    }

    /// Whether a stream has ever listened on the port that is mapped to the host, or dialled.
    pub fn has_opened(&self) -> bool {
        self.has_opened
    }

    /// Has the next passive opens fail.
    pub fn keep_port(&mut self, opens: u32) {
        self.kept_opens = opens;
    }

    /// Whether a passive open fails, which counts.
    fn port_is_kept(&mut self) -> bool {
        let is_kept = self.kept_opens > 0;
        self.kept_opens = self.kept_opens.saturating_sub(1);
        is_kept
    }

    /// When there is something to do, in guest cycles.
    pub fn next_due(&self) -> Option<u64> {
        if self.look || !self.notices.is_empty() {
            return Some(0);
        }
        self.streams.values().filter_map(Stream::deadline).min()
    }

    /// Whether the driver has not done with this parameter block: its call is under way, or its end has not been told.
    fn is_in_use(&self, block: u32) -> bool {
        let is_told = |notice: &Notice| matches!(notice, Notice::Done { block: done, .. } if *done == block);
        self.streams.values().any(|stream| stream.has_call(block)) || self.notices.iter().any(is_told)
    }

    /// Whether any program has a stream.
    pub fn has_streams(&self) -> bool {
        !self.streams.is_empty()
    }

    /// What the driver still points at: buffers, notification routines, parameter blocks.
    pub fn pointers(&self) -> impl Iterator<Item = (&'static str, u32)> + '_ {
        let of_streams = self.streams.values().flat_map(Stream::pointers);
        let of_notices = self.notices.iter().filter_map(|notice| match notice {
            Notice::Done { block, .. } => Some(("MacTCP parameter block", *block)),
            Notice::Notify { .. } => None,
        });
        of_streams.chain(of_notices)
    }

    /// Lets every stream do what it can, and gathers what the guest is to be told.
    ///
    /// # Errors
    /// When a call's memory is no memory.
    fn service(&mut self, memory: &mut Memory, network: &mut Network, now: u64) -> Result<u32, Stop> {
        self.look = false;
        network.pass(now);
        let mut progress = Progress::default();
        for stream in self.streams.values_mut() {
            stream.service(memory, network, now, &mut progress)?;
        }
        self.news |= progress.has_news || !progress.notices.is_empty();
        self.notices.extend(progress.notices);
        Ok(progress.bytes)
    }
}

/// Control of the driver: the parameter block at A0, asynchronous with bit 10.
pub(crate) fn control(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let block = machine.pointer_in(0)?;
    if machine.tcp.is_in_use(block) {
        return Err(broken_rule(
            "PBControl",
            "the parameter block is that of a call which has not completed",
        ));
    }
    machine.memory.set_int(block + RESULT, IN_PROGRESS)?;
    let driver = device_manager::check_driver(machine, block);
    let started = driver.and_then(|()| calls::start(machine, block)).settle()?;
    match started {
        Ok(Started::Done) => finish(machine, trap.bit_10(), block, Ok(())),
        Err(error) => finish(machine, trap.bit_10(), block, Err(error)),
        Ok(Started::Queued) => {
            if !trap.bit_10() {
                machine.block_until("PBControl", |machine| {
                    Ok(machine.memory.int(block + RESULT)? != IN_PROGRESS)
                })?;
            }
            let result = machine.memory.int(block + RESULT)?;
            let is_under_way = result == IN_PROGRESS;
            machine
                .cpu
                .set_d(0, if is_under_way { 0 } else { result as i32 as u32 });
            Ok(())
        }
    }
}

/// Ends a call that was over as soon as it was made.
fn finish(machine: &mut Machine, is_async: bool, block: u32, result: Result<(), OsErr>) -> Result<(), Stop> {
    if is_async {
        machine.tcp.notices.push_back(Notice::Done { block, result });
        machine.cpu.set_d(0, 0);
        return Ok(());
    }
    let result = code(result);
    machine.memory.set_int(block + RESULT, result)?;
    machine.cpu.set_d(0, result as i32 as u32);
    Ok(())
}

/// Does what is due at interrupt time: tells the guest one thing, or looks at the streams.
///
/// # Errors
/// Whatever stops a routine of the guest.
pub(crate) fn run_due(machine: &mut Machine) -> Result<bool, Stop> {
    if let Some(notice) = machine.tcp.notices.pop_front() {
        deliver(machine, notice)?;
        return Ok(true);
    }
    let now = machine.clock.now();
    let due = [machine.tcp.next_due(), machine.network.next_due()];
    if due.into_iter().flatten().min().is_none_or(|due| due > now) {
        return Ok(false);
    }
    let bytes = machine
        .tcp
        .service(&mut machine.memory, &mut machine.network, now)?;
    machine.charge(Cost::NetworkByte, bytes);
    Ok(true)
}

fn deliver(machine: &mut Machine, notice: Notice) -> Result<(), Stop> {
    match notice {
        Notice::Done { block, result } => {
            let result = code(result);
            machine.memory.set_int(block + RESULT, result)?;
            machine.tcp.news = true;
            let routine = machine.memory.long(block + COMPLETION)?;
            if routine != 0 {
                // The Device Manager passes the block in A0; the interfaces declare a C routine, which takes it from
                // the stack.
                machine.call_at_interrupt(routine, |machine| {
                    machine.cpu.set_a(0, block);
                    machine.cpu.set_a(1, routine);
                    machine.cpu.set_d(0, result as i32 as u32);
                    machine.push_long(block)
                })?;
            }
            Ok(())
        }
        // pascal void notify(StreamPtr, unsigned short event, Ptr userData, unsigned short reason, ICMPReport *)
        Notice::Notify {
            routine,
            stream,
            event,
            user_data,
            reason,
        } => machine.call_at_interrupt(routine, |machine| {
            machine.push_long(stream)?;
            machine.push_word(event)?;
            machine.push_long(user_data)?;
            machine.push_word(reason)?;
            machine.push_long(0)
        }),
    }
}

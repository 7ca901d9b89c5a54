//! The Serial Driver's output side of the modem port, `.AOut`: Inside Macintosh: Devices, chapter 7.
//!
//! Writes are queued and go out at 9600 baud, 8 data bits, no parity and 2 stop bits, which is how the driver is
//! configured when it is opened. Bytes are read from the guest's memory when they go out. What has left the machine is
//! kept for whoever listens at the other end of the cable. Input, `.BOut` and Control calls are not simulated.

use crate::bomb::{Failure, Settle, Stop, broken_rule};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::{OsErr, code};
use crate::toolbox::file_manager::ParameterBlock;
use crate::trap::Trap;
use std::collections::VecDeque;
use std::time::Duration;

/// The reference number of `.AOut`.
pub(crate) const A_OUT: i16 = -7;

const COMPLETION: u32 = 12;
const RESULT: u32 = 16;
const BUFFER: u32 = 32;
const REQUEST_COUNT: u32 = 36;
const ACTUAL_COUNT: u32 = 40;
/// ioResult of a call under way.
const IN_PROGRESS: i16 = 1;

const BAUD: u64 = 9_600;
/// Start bit, data bits, stop bits.
const BITS_OF_A_BYTE: u64 = 11;

/// A write that waits or is going out.
#[derive(Debug, Clone, Copy)]
struct Write {
    block: u32,
    count: u32,
    /// When its last byte is out, in guest cycles, once its first byte goes out.
    done_at: Option<u64>,
}

/// The driver and the cable.
#[derive(Default)]
pub(crate) struct SerialDriver {
    is_open: bool,
    writes: VecDeque<Write>,
    output: Vec<u8>,
}

impl SerialDriver {
    /// Whether a program has the port open.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// What has left the machine.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// When a write is done, in guest cycles.
    pub fn next_due(&self) -> Option<u64> {
        self.writes.front().map(|write| write.done_at.unwrap_or(0))
    }

    /// The blocks of writes that are not done.
    pub fn blocks(&self) -> impl Iterator<Item = u32> + '_ {
        self.writes.iter().map(|write| write.block)
    }
}

/// Open.
pub(crate) fn open(machine: &mut Machine) {
    machine.serial.is_open = true;
}

/// Close: what waits is not sent.
///
/// # Errors
/// Whatever stops a completion routine.
pub(crate) fn close(machine: &mut Machine) -> Result<(), Stop> {
    kill_io(machine)?;
    machine.serial.is_open = false;
    Ok(())
}

/// KillIO: every write ends with abortErr.
///
/// # Errors
/// Whatever stops a completion routine.
pub(crate) fn kill_io(machine: &mut Machine) -> Result<(), Stop> {
    while let Some(write) = machine.serial.writes.pop_front() {
        finish(machine, write.block, Err(OsErr::ABORTED))?;
    }
    Ok(())
}

/// Write: asynchronous with bit 10, else it returns when the last byte is out.
///
/// # Errors
/// A bomb for a block that is still in use, and for a synchronous call at interrupt time.
pub(crate) fn write(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Stop> {
    if let Err(error) = begin(machine, block).settle()? {
        finish(machine, block.0, Err(error))?;
    } else if !trap.bit_10() {
        machine.block_until("PBWrite", |machine| {
            Ok(machine.memory.int(block.0 + RESULT)? != IN_PROGRESS)
        })?;
    }
    // An asynchronous call is only queued, and that has gone well.
    let result = machine.memory.int(block.0 + RESULT)?;
    machine.cpu.set_d(
        0,
        if result == IN_PROGRESS {
            0
        } else {
            result as i32 as u32
        },
    );
    Ok(())
}

/// Puts a write into the queue.
fn begin(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    if !machine.serial.is_open {
        return Err(OsErr::NOT_OPEN.into());
    }
    if machine.serial.blocks().any(|known| known == block.0) {
        let rule = "the parameter block is that of a call which has not completed";
        return Err(broken_rule("PBWrite", rule).into());
    }
    machine.charge(Cost::Driver, 1);
    let count = block.length(machine, REQUEST_COUNT)?;
    let buffer = machine.memory.pointer(block.0 + BUFFER)?;
    machine.memory.bytes(buffer, count)?;
    machine.memory.set_int(block.0 + RESULT, IN_PROGRESS)?;
    machine.memory.set_long(block.0 + ACTUAL_COUNT, 0)?;
    machine.serial.writes.push_back(Write {
        block: block.0,
        count,
        done_at: None,
    });
    Ok(())
}

/// Does what is due at interrupt time: begins or ends the first write.
///
/// # Errors
/// Whatever stops a completion routine.
pub(crate) fn run_due(machine: &mut Machine) -> Result<bool, Stop> {
    let now = machine.clock.now();
    let byte = machine
        .clock
        .cycles_of(Duration::from_nanos(BITS_OF_A_BYTE * 1_000_000_000 / BAUD));
    let Some(write) = machine.serial.writes.front_mut() else {
        return Ok(false);
    };
    match write.done_at {
        None => write.done_at = Some(now + byte * u64::from(write.count)),
        Some(done_at) if done_at > now => return Ok(false),
        Some(_) => {
            let write = *write;
            machine.serial.writes.pop_front();
            send(machine, write)?;
            finish(machine, write.block, Ok(()))?;
        }
    }
    Ok(true)
}

/// The bytes leave; the driver takes an interrupt for each.
fn send(machine: &mut Machine, write: Write) -> Result<(), Stop> {
    let buffer = machine.memory.pointer(write.block + BUFFER)?;
    let bytes = machine.memory.bytes(buffer, write.count)?.to_vec();
    machine.serial.output.extend(bytes);
    machine.charge(Cost::SerialByte, write.count);
    machine.memory.set_long(write.block + ACTUAL_COUNT, write.count)?;
    Ok(())
}

fn finish(machine: &mut Machine, block: u32, result: Result<(), OsErr>) -> Result<(), Stop> {
    let result = code(result);
    machine.memory.set_int(block + RESULT, result)?;
    let routine = machine.memory.long(block + COMPLETION)?;
    if routine == 0 {
        return Ok(());
    }
    machine.call_at_interrupt(routine, |machine| {
        machine.cpu.set_a(0, block);
        machine.cpu.set_a(1, routine);
        machine.cpu.set_d(0, result as i32 as u32);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;
    use crate::testing::Bench;

    const OPEN: u16 = 0xA000;
    const CLOSE: u16 = 0xA001;
    const KILL_IO: u16 = 0xA006;
    const WRITE_ASYNC: u16 = 0xA403;
    const REF_NUM: u32 = 24;
    const NAME_PTR: u32 = 18;

    fn open_port(bench: &mut Bench) -> u32 {
        let block = bench.room(80);
        let name = bench.string(b".AOut");
        bench.put_long(block + NAME_PTR, name);
        assert_eq!(bench.block_call(OPEN, block), 0);
        assert_eq!(bench.word(block + REF_NUM) as i16, A_OUT);
        block
    }

    fn prepare(bench: &mut Bench, block: u32, text: &[u8]) {
        let buffer = bench.room(text.len() as u32);
        bench
            .machine
            .memory
            .set_bytes(buffer, text)
            .expect("room for the text");
        bench.put_long(block + BUFFER, buffer);
        bench.put_long(block + REQUEST_COUNT, text.len() as u32);
    }

    fn pass(bench: &mut Bench, milliseconds: u64) {
        let cycles = bench.machine.clock.cycles_of(Duration::from_millis(milliseconds));
        bench.machine.clock.advance(cycles);
        bench
            .machine
            .interrupts()
            .expect("interrupts that do not stop the machine");
    }

    #[test]
    fn a_write_is_under_way_until_its_last_byte_is_out() {
        let mut bench = Bench::new(Profile::Plus);
        let block = open_port(&mut bench);
        prepare(&mut bench, block, b"0123456789");
        assert_eq!(bench.block_call(WRITE_ASYNC, block), 0);
        assert_eq!(bench.word(block + RESULT), 1);
        pass(&mut bench, 0);
        pass(&mut bench, 10);
        assert_eq!(
            bench.word(block + RESULT),
            1,
            "ten bytes take longer at 9600 baud"
        );
        pass(&mut bench, 3);
        assert_eq!(bench.word(block + RESULT), 0);
        assert_eq!(bench.long(block + ACTUAL_COUNT), 10);
        assert_eq!(bench.machine.serial.output(), b"0123456789");
    }

    #[test]
    fn what_is_killed_is_not_sent() {
        let mut bench = Bench::new(Profile::Plus);
        let block = open_port(&mut bench);
        prepare(&mut bench, block, b"never");
        bench.block_call(WRITE_ASYNC, block);
        let other = bench.room(80);
        bench.put_word(other + REF_NUM, A_OUT as u16);
        assert_eq!(bench.block_call(KILL_IO, other), 0);
        assert_eq!(bench.word(block + RESULT) as i16, -27);
        pass(&mut bench, 1000);
        assert_eq!(bench.machine.serial.output(), b"");
        assert_eq!(bench.block_call(CLOSE, other), 0);
        assert!(!bench.machine.serial.is_open());
        prepare(&mut bench, block, b"closed");
        assert_eq!(bench.block_call(WRITE_ASYNC, block), -28);
    }
}

//! LaunchApplication with an extended parameter block (Inside Macintosh: Processes, chapter 2, "Launching Applications").

use super::fronts;
use super::launching::{Order, Wishes, launch_order};
use super::table::{ONLY_BACKGROUND, Psn};
use crate::bomb::{Failure, Settle, Stop, broken_rule};
use crate::descriptor::{APPLE_EVENT, Event, Value, flat};
use crate::machine::Machine;
use crate::os_err::{OsErr, code};
use crate::toolbox::apple_event_manager;
use crate::toolbox::file_manager;
use crate::trap::Trap;

const LAUNCH: &str = "LaunchApplication";

/// Offsets in a LaunchParamBlockRec.
const BLOCK_ID: u32 = 6;
const BLOCK_LEN: u32 = 8;
const CONTROL_FLAGS: u32 = 14;
const APP_SPEC: u32 = 16;
const PROCESS_SN: u32 = 20;
const PREFERRED_SIZE: u32 = 28;
const MINIMUM_SIZE: u32 = 32;
const AVAILABLE_SIZE: u32 = 36;
const APP_PARAMETERS: u32 = 40;

/// extendedBlock and extendedBlockLen.
const EXTENDED_BLOCK: u16 = 0x4C43;
const EXTENDED_BLOCK_LEN: u32 = 32;

/// launchControlFlags.
const CONTINUE: u16 = 0x4000;
const USE_MINIMUM: u16 = 0x0400;
const DONT_SWITCH: u16 = 0x0200;
const INHIBIT_DAEMON: u16 = 0x0080;

/// Offsets in AppParameters: the event record, a reference constant, the length of the message and the message.
const MESSAGE_LEN: u32 = 20;
const MESSAGE: u32 = 24;

/// A0: the parameter block; D0: the result code.
pub(super) fn launch_application(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let block = machine.pointer_in(0)?;
    if machine.at_interrupt_time() {
        return Err(broken_rule(LAUNCH, "it must not be called at interrupt time"));
    }
    if machine.memory.word(block + BLOCK_ID)? != EXTENDED_BLOCK {
        return Err(broken_rule(
            LAUNCH,
            "only the extended parameter block is simulated",
        ));
    }
    let flags = machine.memory.word(block + CONTROL_FLAGS)?;
    let outcome = launch_from(machine, block, flags).settle()?;
    machine.cpu.set_d(0, code(outcome) as i32 as u32);
    // Without launchContinue the launcher makes room for what it launches, even when that fails.
    if flags & CONTINUE == 0 {
        return Err(Stop::Exit);
    }
    Ok(())
}

fn launch_from(machine: &mut Machine, block: u32, flags: u16) -> Result<(), Failure> {
    if machine.memory.long(block + BLOCK_LEN)? < EXTENDED_BLOCK_LEN {
        return Err(OsErr::PARAMETER.into());
    }
    let spec = machine.memory.pointer(block + APP_SPEC)?;
    let volume = machine.memory.int(spec)?;
    let folder = machine.memory.long(spec + 2)?;
    let name = machine.memory.pascal_string(spec + 6)?.to_vec();
    let file = file_manager::find_file(machine, volume, folder, &name)?;
    let switches = flags & DONT_SWITCH == 0;
    let wishes = Wishes::read(machine, file)?;
    if flags & INHIBIT_DAEMON != 0 && wishes.mode & ONLY_BACKGROUND != 0 {
        return Err(OsErr::IS_DAEMON.into());
    }
    if let Some(running) = machine.processes.of_file(file) {
        tell(machine, block, running, &wishes)?;
        come_forward(machine, running, switches);
        return Ok(());
    }
    let first_event = first_event(machine, block)?;
    machine
        .memory
        .set_long(block + AVAILABLE_SIZE, machine.largest_partition())?;
    let order = Order {
        file,
        use_minimum: flags & USE_MINIMUM != 0,
        launcher: machine.processes.current(),
        has_documents: false,
    };
    let psn = launch_order(machine, &order)?;
    if let Some(event) = first_event.filter(|_| machine.processes.takes_high_level_events(psn)) {
        apple_event_manager::replace_open_application(machine, psn, event);
    }
    tell(machine, block, psn, &wishes)?;
    come_forward(machine, psn, switches);
    Ok(())
}

fn come_forward(machine: &mut Machine, psn: Psn, switches: bool) {
    if switches && !machine.processes.is_background_only(psn) {
        fronts::ask(machine, psn);
    }
}

/// Stores the serial number of what runs, and the sizes that its SIZE resource asks for.
fn tell(machine: &mut Machine, block: u32, psn: Psn, wishes: &Wishes) -> Result<(), Stop> {
    let memory = &mut machine.memory;
    memory.set_bytes(block + PROCESS_SN, &psn.to_bytes())?;
    memory.set_long(block + PREFERRED_SIZE, wishes.preferred)?;
    memory.set_long(block + MINIMUM_SIZE, wishes.minimum)?;
    Ok(())
}

/// The event that the application gets first in place of Open Application: what a descriptor of typeAppParameters holds.
fn first_event(machine: &Machine, block: u32) -> Result<Option<Event>, Failure> {
    let parameters = machine.memory.pointer(block + APP_PARAMETERS)?;
    if parameters == 0 {
        return Ok(None);
    }
    let len = machine.memory.long(parameters + MESSAGE_LEN)?;
    let message = machine.memory.bytes(parameters + MESSAGE, len)?;
    match flat::decode(APPLE_EVENT, message) {
        Ok(Value::Event(event)) => Ok(Some(*event)),
        _ => Err(OsErr::AE_CORRUPT_DATA.into()),
    }
}

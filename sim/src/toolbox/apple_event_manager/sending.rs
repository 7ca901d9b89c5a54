//! AESend: finding the target, posting the event, and waiting for the reply (Inside Macintosh: Interapplication Communication,
//! chapter 5, "Sending an Apple Event").

use super::delivery::{Request, Wanted, reply_event};
use super::descriptors::{read, write};
use super::{
    ADDRESS, EVENT_SOURCE, INTERACTION, ORIGINAL_ADDRESS, PROCESS_SERIAL_NUMBER, TIMEOUT, creating, handlers,
};
use crate::bomb::{Failure, Stop, broken_rule};
use crate::costs::Cost;
use crate::descriptor::{Descriptor, ERROR_NUMBER, Event, Fields, Value};
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::event_manager::null_event;
use crate::toolbox::process_manager::{self, CURRENT_PROCESS, Psn};

/// The reply bits of the mode, and what they may be.
const REPLY: u32 = 0x03;
const QUEUE_REPLY: u32 = 2;
const WAIT_REPLY: u32 = 3;
/// The bits of the mode that the target sees, and those of them that say how far it may interact with the user: kAECanInteract
/// where none of them is set and the target is on the same computer (Inside Macintosh: Interapplication Communication, chapter 4,
/// "Setting the Client Application's User Interaction Preferences").
const INTERACTION_BITS: u32 = 0x70;
const INTERACTION_LEVEL: u32 = 0x30;
const CAN_INTERACT: u32 = 0x20;

/// kAEHighPriority: nAttnMsg.
const HIGH_PRIORITY: u16 = 1;

/// kAEDefaultTimeout, which is about a minute, and kNoTimeOut.
const DEFAULT_TIMEOUT: i32 = -1;
const NO_TIMEOUT: i32 = -2;
const DEFAULT_TICKS: u32 = 3600;

/// Where an event came from: kAEDirectCall, kAESameProcess, kAELocalProcess.
const DIRECT_CALL: i16 = 1;
const SAME_PROCESS: i16 = 2;
const LOCAL_PROCESS: i16 = 3;

/// What the idle function gets on the stack: an event record, the time to sleep and a region.
const EVENT_RECORD: u32 = 16;
const IDLE_ROOM: u32 = EVENT_RECORD + 4 + 4;

/// What AESend is called with.
struct Call {
    event_at: u32,
    reply_at: u32,
    mode: u32,
    priority: u16,
    timeout: i32,
    idle: u32,
}

/// Where an event goes.
enum Target {
    /// kCurrentProcess: straight to the handlers of the caller.
    Itself,
    Process(Psn),
}

/// AESend(theAppleEvent, VAR reply, sendMode, sendPriority, timeOutInTicks, idleProc, filterProc).
pub(super) fn send(machine: &mut Machine) -> Result<(), Failure> {
    let filter = machine.pop_pointer()?;
    let idle = machine.pop_pointer()?;
    let timeout = machine.pop_long()? as i32;
    let priority = machine.pop_word()?;
    let mode = machine.pop_long()?;
    let reply_at = machine.pop_pointer()?;
    let event_at = machine.pop_pointer()?;
    if filter != 0 {
        let rule = "a reply filter function is not simulated: pass NIL";
        return Err(broken_rule("AESend", rule).into());
    }
    let call = Call {
        event_at,
        reply_at,
        mode,
        priority,
        timeout,
        idle,
    };
    write(machine, reply_at, &Descriptor::null())?;
    send_with(machine, &call)
}

fn send_with(machine: &mut Machine, call: &Call) -> Result<(), Failure> {
    let Value::Event(event) = read(machine, call.event_at)?.value else {
        return Err(OsErr::AE_NOT_APPLE_EVENT.into());
    };
    if call.mode & REPLY == 0 {
        return Err(OsErr::AE_UNKNOWN_SEND_MODE.into());
    }
    let sender = machine.processes.current().ok_or(OsErr::PROCESS_NOT_FOUND)?;
    if !machine.processes.takes_high_level_events(sender) {
        return Err(OsErr::NO_PORT.into());
    }
    let target = target(machine, &event)?;
    machine.charge(Cost::AppleEvent, 1);
    let (to, source) = match target {
        Target::Itself => (sender, DIRECT_CALL),
        Target::Process(psn) if psn == sender => (psn, SAME_PROCESS),
        Target::Process(psn) => (psn, LOCAL_PROCESS),
    };
    let wanted = match call.mode & REPLY {
        QUEUE_REPLY => Some(Wanted::Queued),
        WAIT_REPLY => Some(Wanted::Awaited),
        _ => None,
    };
    let request = wanted.map_or(0, |wanted| {
        machine.apple_events.open_request(Request {
            from: sender,
            to,
            wanted,
            attributes: event.attributes.clone(),
            answer: None,
            needs_time: false,
        })
    });
    let attributes = event.attributes.clone();
    let sent = addressed(*event, sender, source, call, request);
    if let Target::Itself = target {
        handle_directly(machine, sent, request)?;
    } else {
        let in_front = call.priority == HIGH_PRIORITY;
        machine.apple_events.post(to, sent, in_front);
    }
    if wanted != Some(Wanted::Awaited) {
        return Ok(());
    }
    let parameters = wait(machine, request, call)?;
    let error = parameters.get(ERROR_NUMBER).and_then(Descriptor::as_long);
    if error == Some(OsErr::AE_EVENT_NOT_HANDLED.0.into()) {
        return Err(OsErr::AE_EVENT_NOT_HANDLED.into());
    }
    let reply = creating::event(reply_event(attributes, parameters));
    write(machine, call.reply_at, &reply)
}

/// The process that the address means.
fn target(machine: &Machine, event: &Event) -> Result<Target, OsErr> {
    let address = event
        .attributes
        .get(ADDRESS)
        .ok_or(OsErr::AE_DESCRIPTOR_NOT_FOUND)?;
    creating::check_address(address)?;
    let bytes = address.bytes().unwrap_or_default();
    let psn = if address.kind == PROCESS_SERIAL_NUMBER {
        let psn = Psn::from_bytes(bytes).ok_or(OsErr::PARAMETER)?;
        if psn == CURRENT_PROCESS {
            return Ok(Target::Itself);
        }
        let exists = machine.processes.exists(psn);
        exists.then_some(psn).ok_or(OsErr::PROCESS_NOT_FOUND)?
    } else {
        let signature = address.as_code().ok_or(OsErr::PARAMETER)?;
        let found = machine.processes.with_signature(signature);
        found.ok_or(OsErr::CONNECTION_INVALID)?
    };
    if machine.processes.takes_high_level_events(psn) {
        Ok(Target::Process(psn))
    } else {
        Err(OsErr::DESTINATION_PORT)
    }
}

/// The event as its target gets it: the address is the sender's then.
fn addressed(mut event: Event, sender: Psn, source: i16, call: &Call, request: u32) -> Event {
    let address = Descriptor::data(PROCESS_SERIAL_NUMBER, sender.to_bytes());
    let mode = match call.mode & INTERACTION_BITS {
        mode if mode & INTERACTION_LEVEL == 0 => mode | CAN_INTERACT,
        mode => mode,
    } as i32;
    let attributes = &mut event.attributes;
    attributes.put(ADDRESS, address.clone());
    attributes.put(ORIGINAL_ADDRESS, address);
    attributes.put(EVENT_SOURCE, Descriptor::short(source));
    attributes.put(INTERACTION, Descriptor::long(mode));
    attributes.put(TIMEOUT, Descriptor::long(call.timeout));
    event.seen.clear();
    event.request = request;
    event
}

/// What a handler of the caller's own returns is told in the reply, as that of another process is.
fn handle_directly(machine: &mut Machine, event: Event, request: u32) -> Result<(), Failure> {
    let outcome = handlers::handle(machine, event);
    let has_reply = machine.apple_events.has_answer(request);
    match outcome {
        Err(Failure::Os(_)) if has_reply => Ok(()),
        other => other,
    }
}

/// Waits for the reply, calling the idle function meanwhile.
fn wait(machine: &mut Machine, request: u32, call: &Call) -> Result<Fields, Failure> {
    let outcome = wait_for_answer(machine, request, call);
    // A reply that comes when nobody waits any more is lost.
    machine.apple_events.open.remove(&request);
    outcome
}

fn wait_for_answer(machine: &mut Machine, request: u32, call: &Call) -> Result<Fields, Failure> {
    let mut deadline = deadline(machine, call.timeout);
    loop {
        if let Some(answer) = machine.apple_events.take_answer(request) {
            return Ok(answer?);
        }
        if machine.apple_events.takes_time(request) {
            deadline = self::deadline(machine, call.timeout);
        }
        if machine.clock.now() >= deadline {
            return Err(OsErr::AE_TIMEOUT.into());
        }
        let mut sleep = 1;
        if call.idle != 0 {
            let (is_over, wanted) = idle(machine, call.idle)?;
            if is_over {
                return Err(OsErr::AE_WAIT_CANCELED.into());
            }
            sleep = wanted.max(1);
        }
        let ticks = machine.clock.cycles_of_ticks(u64::from(sleep));
        let until = deadline.min(machine.clock.now().saturating_add(ticks));
        process_manager::give_time(machine, until, |machine| machine.apple_events.has_answer(request))?;
    }
}

fn deadline(machine: &Machine, timeout: i32) -> u64 {
    let ticks = match timeout {
        NO_TIMEOUT => return u64::MAX,
        DEFAULT_TIMEOUT => DEFAULT_TICKS,
        ticks => ticks.max(0) as u32,
    };
    machine.clock.now() + machine.clock.cycles_of_ticks(u64::from(ticks))
}

/// Calls the idle function with a null event: whether it wants to wait no longer, and how long it wants to sleep.
fn idle(machine: &mut Machine, routine: u32) -> Result<(bool, u32), Stop> {
    let sp = machine.cpu.sp();
    let record = sp.wrapping_sub(IDLE_ROOM);
    let (sleep_at, region_at) = (record + EVENT_RECORD, record + EVENT_RECORD + 4);
    machine.cpu.set_sp(record);
    null_event(machine, record)?;
    machine.memory.set_long(sleep_at, 0)?;
    machine.memory.set_long(region_at, 0)?;
    let result = machine.call_pascal(routine, &[record, sleep_at, region_at])?;
    let sleep = machine.memory.long(sleep_at)?;
    machine.cpu.set_sp(sp);
    Ok((result & 0xFF00 != 0, sleep))
}

impl super::AppleEventManager {
    /// Whether the target has asked for more time since this was asked.
    fn takes_time(&mut self, request: u32) -> bool {
        let open = self.open.get_mut(&request);
        open.is_some_and(|open| std::mem::take(&mut open.needs_time))
    }
}

/// AEResetTimer(reply): the sender's time to wait begins anew.
pub(super) fn reset_timer(machine: &mut Machine) -> Result<(), Failure> {
    let at = machine.pop_pointer()?;
    let Value::Event(reply) = read(machine, at)?.value else {
        return Err(OsErr::AE_REPLY_NOT_VALID.into());
    };
    let open = machine.apple_events.open.get_mut(&reply.request);
    open.ok_or(OsErr::AE_REPLY_NOT_VALID)?.needs_time = true;
    Ok(())
}

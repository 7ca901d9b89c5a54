//! Which routine handles an event, and handling it.

use super::delivery::{self, Delivery};
use super::descriptors::{dispose, read, write};
use super::{
    ANSWER, CORE, EVENT_CLASS, EVENT_ID, INTERACT_WITH_LOCAL, RETURN_ID, TRANSACTION_ID, creating, pop_code,
};
use crate::bomb::{Failure, broken_rule};
use crate::costs::Cost;
use crate::descriptor::{Code, Descriptor, ERROR_NUMBER, Event, Fields, Value, WILD_CARD};
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::process_manager::Psn;
use std::collections::BTreeMap;

/// Handler and reference constant by event class and id, either of which may be typeWildCard.
pub(super) type Table = BTreeMap<(Code, Code), (u32, u32)>;

/// kAEInteractWithAll.
const INTERACT_WITH_ALL: u8 = 2;

/// Bytes of a descriptor record.
const DESC: u32 = 8;

/// Whose table a call means.
fn owner(machine: &Machine, is_system: bool) -> Option<Psn> {
    if is_system {
        None
    } else {
        machine.processes.current()
    }
}

/// AEInstallEventHandler(class, id, handler, refcon, isSysHandler).
pub(super) fn install_event_handler(machine: &mut Machine) -> Result<(), Failure> {
    let is_system = machine.pop_boolean()?;
    let refcon = machine.pop_long()?;
    let handler = machine.pop_pointer()?;
    let id = pop_code(machine)?;
    let class = pop_code(machine)?;
    if handler == 0 {
        return Err(OsErr::PARAMETER.into());
    }
    let owner = owner(machine, is_system);
    if owner.is_none() && machine.processes.owns(handler) {
        let rule = "a system handler must lie in the system heap, not in the memory of a process";
        return Err(broken_rule("AEInstallEventHandler", rule).into());
    }
    let table = machine.apple_events.handlers.entry(owner).or_default();
    table.insert((class, id), (handler, refcon));
    Ok(())
}

/// AERemoveEventHandler(class, id, handler, isSysHandler); a handler of NIL stands for whichever it is.
pub(super) fn remove_event_handler(machine: &mut Machine) -> Result<(), Failure> {
    let is_system = machine.pop_boolean()?;
    let handler = machine.pop_pointer()?;
    let id = pop_code(machine)?;
    let class = pop_code(machine)?;
    let owner = owner(machine, is_system);
    let table = machine.apple_events.handlers.entry(owner).or_default();
    match table.get(&(class, id)) {
        Some((found, _)) if handler == 0 || *found == handler => {
            table.remove(&(class, id));
            Ok(())
        }
        _ => Err(OsErr::AE_HANDLER_NOT_FOUND.into()),
    }
}

/// AEGetEventHandler(class, id, VAR handler, VAR refcon, isSysHandler).
pub(super) fn get_event_handler(machine: &mut Machine) -> Result<(), Failure> {
    let is_system = machine.pop_boolean()?;
    let refcon_at = machine.pop_pointer()?;
    let handler_at = machine.pop_pointer()?;
    let id = pop_code(machine)?;
    let class = pop_code(machine)?;
    let table = machine.apple_events.handlers.get(&owner(machine, is_system));
    let found = table.and_then(|table| table.get(&(class, id))).copied();
    let (handler, refcon) = found.ok_or(OsErr::AE_HANDLER_NOT_FOUND)?;
    machine.memory.set_long(handler_at, handler)?;
    Ok(machine.memory.set_long(refcon_at, refcon)?)
}

/// AESetInteractionAllowed(level).
pub(super) fn set_interaction_allowed(machine: &mut Machine) -> Result<(), Failure> {
    let level = (machine.pop_word()? >> 8) as u8;
    if level > INTERACT_WITH_ALL {
        return Err(OsErr::PARAMETER.into());
    }
    if let Some(current) = machine.processes.current() {
        machine.apple_events.interaction_allowed.insert(current, level);
    }
    Ok(())
}

/// AEGetInteractionAllowed(VAR level).
pub(super) fn get_interaction_allowed(machine: &mut Machine) -> Result<(), Failure> {
    let at = machine.pop_pointer()?;
    let current = machine.processes.current();
    let level = current.and_then(|current| machine.apple_events.interaction_allowed.get(&current));
    Ok(machine
        .memory
        .set_byte(at, level.copied().unwrap_or(INTERACT_WITH_LOCAL))?)
}

/// AEGetTheCurrentEvent(VAR theAppleEvent): typeNull when none is being handled.
pub(super) fn get_the_current_event(machine: &mut Machine) -> Result<(), Failure> {
    let at = machine.pop_pointer()?;
    let record = match machine.apple_events.current.last() {
        Some(&event_at) => machine.memory.bytes(event_at, DESC)?.to_vec(),
        None => [&b"null"[..], &[0; 4]].concat(),
    };
    Ok(machine.memory.set_bytes(at, &record)?)
}

/// AEProcessAppleEvent(theEventRecord): handles the event that WaitNextEvent has just given.
pub(super) fn process_apple_event(machine: &mut Machine) -> Result<(), Failure> {
    let record = machine.pop_pointer()?;
    let what = machine.memory.word(record)?;
    let current = machine.processes.current();
    let shown = current.and_then(|current| machine.apple_events.shown.remove(&current));
    if what != delivery::HIGH_LEVEL_EVENT {
        return Err(OsErr::NO_OUTSTANDING_EVENT.into());
    }
    let message = shown.ok_or(OsErr::NO_OUTSTANDING_EVENT)?;
    handle(machine, message.event)
}

/// Handles an event and sends the reply.
pub(super) fn handle(machine: &mut Machine, event: Event) -> Result<(), Failure> {
    machine.charge(Cost::AppleEvent, 1);
    let request = event.request;
    let reply = match request {
        0 => Descriptor::null(),
        _ => reply_for(&event),
    };
    let key = (event.code(EVENT_CLASS), event.code(EVENT_ID));
    let (Some(class), Some(id)) = key else {
        return Err(OsErr::AE_NOT_APPLE_EVENT.into());
    };
    let sp = machine.cpu.sp();
    let event_at = sp.wrapping_sub(2 * DESC);
    let reply_at = sp.wrapping_sub(DESC);
    machine.cpu.set_sp(event_at);
    write(machine, event_at, &creating::event(event))?;
    if let Err(error) = write(machine, reply_at, &reply) {
        dispose(machine, event_at)?;
        return Err(error);
    }
    machine.apple_events.current.push(event_at);
    let outcome = dispatch(machine, (class, id), event_at, reply_at);
    machine.apple_events.current.pop();
    let outcome = outcome?;
    let answered = read(machine, reply_at)?;
    dispose(machine, reply_at)?;
    dispose(machine, event_at)?;
    machine.cpu.set_sp(sp);
    if let Value::Event(reply) = answered.value {
        let mut parameters = reply.parameters;
        if outcome != 0 && parameters.get(ERROR_NUMBER).is_none() {
            parameters.put(ERROR_NUMBER, Descriptor::long(outcome.into()));
        }
        delivery::answer(machine, request, parameters);
    }
    if outcome == 0 {
        Ok(())
    } else {
        Err(OsErr(outcome).into())
    }
}

/// The reply that a handler fills.
fn reply_for(event: &Event) -> Descriptor {
    let copied = |key| event.attributes.get(key).cloned().map(|value| (key, value));
    let mut attributes = vec![
        (EVENT_CLASS, Descriptor::type_of(CORE)),
        (EVENT_ID, Descriptor::type_of(ANSWER)),
    ];
    attributes.extend([RETURN_ID, TRANSACTION_ID].into_iter().filter_map(copied));
    creating::event(Event {
        attributes: Fields(attributes),
        request: event.request,
        ..Event::default()
    })
}

/// Calls handlers until one does not answer errAEEventNotHandled: the process', then the system's, each the one that fits
/// best. Gives the result of the last.
fn dispatch(machine: &mut Machine, key: (Code, Code), event_at: u32, reply_at: u32) -> Result<i16, Failure> {
    let not_handled = OsErr::AE_EVENT_NOT_HANDLED.0;
    for owner in [machine.processes.current(), None] {
        let Some((handler, refcon)) = machine.apple_events.handler(owner, key) else {
            continue;
        };
        let result = machine.call_pascal(handler, &[event_at, reply_at, refcon])? as i16;
        if result != not_handled {
            return Ok(result);
        }
    }
    Ok(not_handled)
}

impl super::AppleEventManager {
    /// The handler in a table for an event: first by both codes, then by the class with any id, then the other way round.
    fn handler(&self, owner: Option<Psn>, (class, id): (Code, Code)) -> Option<(u32, u32)> {
        let table = self.handlers.get(&owner)?;
        let keys = [
            (class, id),
            (class, WILD_CARD),
            (WILD_CARD, id),
            (WILD_CARD, WILD_CARD),
        ];
        keys.iter().find_map(|key| table.get(key)).copied()
    }
}

/// What WaitNextEvent tells of an event, which AEProcessAppleEvent may take until the next event is asked for.
pub(super) fn show(machine: &mut Machine, psn: Psn, message: delivery::Message) -> Delivery {
    let code = |key| message.event.code(key).map_or(0, u32::from_be_bytes);
    let shown = Delivery {
        class: code(EVENT_CLASS),
        id: code(EVENT_ID),
    };
    machine.apple_events.shown.insert(psn, message);
    shown
}

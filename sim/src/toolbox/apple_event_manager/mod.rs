//! Apple Event Manager: descriptors, lists and records, Apple events and their way from one process to another, handlers.
//!
//! A descriptor is a record of eight bytes, a type and a handle. The handle lies in the heap of the process and is charged to
//! it; what the handle of a list, a record or an event holds is this manager's own business
//! ([`flat`](crate::descriptor::flat)). Inside Macintosh: Interapplication Communication, chapters 3 to 5.

mod attributes;
mod creating;
mod delivery;
mod descriptors;
mod exchange;
mod handlers;
mod lists;
mod records;
mod sending;
#[cfg(test)]
mod tests;

pub(crate) use delivery::{
    Delivery, HIGH_LEVEL_EVENT, answer, deliver_to_desktop, has_event, next_event, post_application_died,
    post_open_application, post_open_documents, post_quit_application, process_ended,
    replace_open_application, reply_parameters,
};
pub(crate) use descriptors::{read, write};

use crate::bomb::{Cause, Failure, Settle, Stop, broken_rule};
use crate::costs::Cost;
use crate::descriptor::{Code, Value, flat};
use crate::machine::Machine;
use crate::memory::MemoryFault;
use crate::os_err::{OsErr, code};
use crate::toolbox::process_manager::Psn;
use crate::trap::{Entry, Trap, tool};
use std::collections::{BTreeMap, VecDeque};

pub(crate) const TRAPS: &[Entry] = &[tool(0xA816, "Pack8", Cost::Small, pack_8)];

/// What a bomb of this manager calls the call.
const PACK_8: &str = "Pack8";

/// Event classes, ids and keywords that the manager itself works with.
const CORE: Code = *b"aevt";
const ANSWER: Code = *b"ansr";
const OPEN_APPLICATION: Code = *b"oapp";
const OPEN_DOCUMENTS: Code = *b"odoc";
const APPLICATION_DIED: Code = *b"obit";
const QUIT_APPLICATION: Code = *b"quit";
const EVENT_CLASS: Code = *b"evcl";
const EVENT_ID: Code = *b"evid";
const ADDRESS: Code = *b"addr";
const RETURN_ID: Code = *b"rtid";
const TRANSACTION_ID: Code = *b"tran";
const TIMEOUT: Code = *b"timo";
const INTERACTION: Code = *b"inte";
const EVENT_SOURCE: Code = *b"esrc";
const ORIGINAL_ADDRESS: Code = *b"from";
const OPTIONAL_KEYWORDS: Code = *b"optk";
const MISSED_KEYWORD: Code = *b"miss";
/// typeProcessSerialNumber and typeApplSignature.
const PROCESS_SERIAL_NUMBER: Code = *b"psn ";
const SIGNATURE: Code = *b"sign";

/// kAEInteractWithLocal: what an application allows until it says otherwise.
const INTERACT_WITH_LOCAL: u8 = 1;

/// Events under way, handlers, and who waits for a reply.
#[derive(Default)]
pub(crate) struct AppleEventManager {
    /// Events that no process has taken yet, in order.
    inbox: VecDeque<delivery::Message>,
    /// The event that WaitNextEvent last gave a process and that AEProcessAppleEvent may take.
    shown: BTreeMap<Psn, delivery::Message>,
    /// Requests whose sender wants a reply.
    open: BTreeMap<u32, delivery::Request>,
    last_request: u32,
    last_return_id: i16,
    /// Handlers by process; those of the system are nobody's.
    handlers: BTreeMap<Option<Psn>, handlers::Table>,
    /// Where the event that is being handled lies, the innermost last.
    current: Vec<u32>,
    interaction_allowed: BTreeMap<Psn, u8>,
}

/// The function behind a selector: it pops its arguments.
type Call = fn(&mut Machine) -> Result<(), Failure>;

/// Pack8: the selector is in D0.W; its upper byte is the size of the arguments in words.
fn pack_8(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let selector = machine.cpu.d(0) as u16;
    let call = call_of(selector).ok_or(Cause::UnknownSelector {
        trap: PACK_8,
        selector: u32::from(selector),
    })?;
    if machine.at_interrupt_time() {
        let rule = "the Apple Event Manager moves memory and must not be called at interrupt time";
        return Err(broken_rule(PACK_8, rule));
    }
    // Whatever a call does with its arguments, they are off the stack when it returns.
    let result_at = machine.cpu.sp().wrapping_add(2 * u32::from(selector >> 8));
    let outcome = call(machine).settle()?;
    machine.cpu.set_sp(result_at);
    machine.return_word(code(outcome) as u16)?;
    Ok(())
}

fn call_of(selector: u16) -> Option<Call> {
    Some(match selector {
        0x0825 => creating::create_desc,
        0x0A02 => creating::coerce_ptr,
        0x0603 => creating::coerce_desc,
        0x0204 => creating::dispose_desc,
        0x0405 => creating::duplicate_desc,
        0x0706 => lists::create_list,
        0x0407 => lists::count_items,
        0x0A08 => lists::put_ptr,
        0x0609 => lists::put_desc,
        0x100A => lists::get_nth_ptr,
        0x0A0B => lists::get_nth_desc,
        0x082A => lists::size_of_nth_item,
        0x040E => lists::delete_item,
        0x0A0F => records::put_key_ptr,
        0x0610 => records::put_key_desc,
        0x0E11 => records::get_key_ptr,
        0x0812 => records::get_key_desc,
        0x0829 => records::size_of_key_desc,
        0x0413 => records::delete_key_desc,
        0x0E15 => attributes::get_attribute_ptr,
        0x0826 => attributes::get_attribute_desc,
        0x0828 => attributes::size_of_attribute,
        0x0A16 => attributes::put_attribute_ptr,
        0x0627 => attributes::put_attribute_desc,
        0x0B14 => creating::create_apple_event,
        0x0D17 => sending::send,
        0x021B => handlers::process_apple_event,
        0x0219 => sending::reset_timer,
        0x021A => handlers::get_the_current_event,
        0x021D => handlers::get_interaction_allowed,
        0x011E => handlers::set_interaction_allowed,
        0x091F => handlers::install_event_handler,
        0x0720 => handlers::remove_event_handler,
        0x0921 => handlers::get_event_handler,
        _ => return None,
    })
}

/// Pops a type or a keyword.
fn pop_code(machine: &mut Machine) -> Result<Code, MemoryFault> {
    Ok(machine.pop_long()?.to_be_bytes())
}

/// Pops a pointer and a count, as a buffer of bytes.
fn pop_bytes(machine: &mut Machine) -> Result<Vec<u8>, Failure> {
    let len = machine.pop_long()?;
    let at = machine.pop_pointer()?;
    if (len as i32) < 0 {
        return Err(OsErr::PARAMETER.into());
    }
    if len == 0 {
        return Ok(Vec::new());
    }
    machine.charge(Cost::MoveByte, len);
    Ok(machine.memory.bytes(at, len)?.to_vec())
}

fn decoded(kind: Code, bytes: &[u8]) -> Result<Value, Failure> {
    flat::decode(kind, bytes).map_err(|_| OsErr::AE_CORRUPT_DATA.into())
}

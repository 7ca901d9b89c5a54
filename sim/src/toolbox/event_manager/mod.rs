//! Event Manager: the Operating System event queue, in guest memory, and what reads the keyboard and the mouse.
//!
//! The queue holds twenty elements. When it is full the oldest makes room (Inside Macintosh, Volume II, chapter 3, "The
//! Operating System Event Manager"). PPostEvent gives the address of the element, so that its sender can set the modifiers.

#[cfg(test)]
mod tests;

use crate::bomb::{Failure, Stop, broken_rule};
use crate::costs::Cost;
use crate::desktop::{Event, EventKind, Modifiers, Point};
use crate::low_memory as low;
use crate::machine::Machine;
use crate::toolbox::apple_event_manager::{Delivery, HIGH_LEVEL_EVENT};
use crate::toolbox::memory_manager::ZoneId;
use crate::toolbox::quickdraw;
use crate::trap::{Entry, Trap, os, tool};

pub(crate) const TRAPS: &[Entry] = &[
    os(0xA02F, "PostEvent", Cost::Event, post_event),
    os(0xA030, "OSEventAvail", Cost::Event, os_event_avail),
    os(0xA031, "GetOSEvent", Cost::Event, get_os_event),
    os(0xA032, "FlushEvents", Cost::Event, flush_events),
    tool(0xA972, "GetMouse", Cost::Small, get_mouse),
    tool(0xA973, "StillDown", Cost::Small, still_down_trap),
    tool(0xA974, "Button", Cost::Small, button),
    tool(0xA975, "TickCount", Cost::Small, tick_count),
    tool(0xA976, "GetKeys", Cost::Small, get_keys),
];

/// MBState: the top bit is set while the button is up.
pub(crate) const BUTTON_UP: u8 = 0x80;

pub(crate) const MOUSE_DOWN: u16 = 1;
pub(crate) const MOUSE_UP: u16 = 2;
pub(crate) const KEY_DOWN: u16 = 3;
pub(crate) const KEY_UP: u16 = 4;
pub(crate) const DISK_INSERTED: u16 = 7;
const OS_EVENT: u16 = 15;

/// Elements in the queue.
const ELEMENTS: u32 = 20;
/// Bytes of an EvQEl.
const ELEMENT: u32 = 22;
/// evType, the queue type of a free or queued element.
const EV_TYPE: u16 = 4;
/// Offsets in an EvQEl; the event record begins at `WHAT`.
const QTYPE: u32 = 4;
const WHAT: u32 = 6;
const MESSAGE: u32 = 8;
const WHEN: u32 = 12;
const WHERE: u32 = 16;
const MODIFIERS: u32 = 20;
/// Bytes of an event record.
const RECORD: u32 = 16;
/// Offsets in a queue header.
const HEAD: u32 = 2;
const TAIL: u32 = 6;

/// Modifier keys: bit of the modifiers word and virtual key code.
const MODIFIER_KEYS: [(u16, u32); 5] = [
    (0x0100, 0x37),
    (0x0200, 0x38),
    (0x0400, 0x39),
    (0x0800, 0x3A),
    (0x1000, 0x3B),
];
/// btnState: set while the button is up.
const BTN_STATE: u16 = 0x0080;

/// Which elements are free.
#[derive(Default)]
pub(crate) struct EventManager {
    free: Vec<u32>,
}

/// Makes the queue, empty; keyUp events are masked, as after every start.
///
/// # Errors
/// When the system heap has no room.
pub(crate) fn start(machine: &mut Machine) -> Result<(), Failure> {
    let buffer = machine.new_ptr(ZoneId::System, ELEMENTS * ELEMENT)?;
    machine.memory.fill(buffer, ELEMENTS * ELEMENT, 0)?;
    machine.events.free = (0..ELEMENTS)
        .rev()
        .map(|index| buffer + ELEMENT * index)
        .collect();
    machine.memory.fill(low::EVENT_QUEUE, 10, 0)?;
    machine.memory.put(low::SYS_EVT_MASK, !(1 << KEY_UP));
    machine.memory.put(low::MB_STATE, BUTTON_UP);
    Ok(())
}

/// Posts an event with everything filled in from the state of the machine; the element, or `None` when the mask
/// leaves such events out.
///
/// # Errors
/// When the queue in guest memory is damaged.
pub(crate) fn post(machine: &mut Machine, what: u16, message: u32) -> Result<Option<u32>, Stop> {
    let mask = machine.memory.get(low::SYS_EVT_MASK);
    if what >= 16 || mask & (1 << what) == 0 {
        return Ok(None);
    }
    if machine.events.free.is_empty()
        && let Some(oldest) = first(machine)?
    {
        unlink(machine, oldest)?;
    }
    let Some(element) = machine.events.free.pop() else {
        return Ok(None);
    };
    let modifiers = modifiers_now(machine)?;
    let memory = &mut machine.memory;
    memory.set_long(element, 0)?;
    memory.set_word(element + QTYPE, EV_TYPE)?;
    memory.set_word(element + WHAT, what)?;
    memory.set_long(element + MESSAGE, message)?;
    memory.set_long(element + WHEN, memory.get(low::TICKS))?;
    let mouse = memory.get(low::MOUSE);
    memory.set_int(element + WHERE, mouse.v)?;
    memory.set_int(element + WHERE + 2, mouse.h)?;
    memory.set_word(element + MODIFIERS, modifiers)?;
    match memory.pointer(low::EVENT_QUEUE + TAIL)? {
        0 => memory.set_long(low::EVENT_QUEUE + HEAD, element)?,
        tail => memory.set_long(tail, element)?,
    }
    memory.set_long(low::EVENT_QUEUE + TAIL, element)?;
    Ok(Some(element))
}

/// The modifiers word of an event that happens now.
///
/// # Errors
/// Never: KeyMap is RAM on every machine.
pub(crate) fn modifiers_now(machine: &Machine) -> Result<u16, Stop> {
    let mut modifiers = if machine.memory.get(low::MB_STATE) & BUTTON_UP != 0 {
        BTN_STATE
    } else {
        0
    };
    for (bit, key) in MODIFIER_KEYS {
        if machine.memory.byte(low::KEY_MAP + key / 8)? & (1 << (key % 8)) != 0 {
            modifiers |= bit;
        }
    }
    Ok(modifiers)
}

fn first(machine: &Machine) -> Result<Option<u32>, Stop> {
    let head = machine.memory.pointer(low::EVENT_QUEUE + HEAD)?;
    Ok((head != 0).then_some(head))
}

/// The queued elements in order.
fn queued(machine: &Machine) -> Result<Vec<u32>, Stop> {
    let mut elements = Vec::new();
    let mut at = first(machine)?;
    while let Some(element) = at {
        elements.push(element);
        if elements.len() as u32 > ELEMENTS {
            return Err(broken_rule(
                "EventQueue",
                "the links of the event queue form a circle",
            ));
        }
        at = Some(machine.memory.pointer(element)?).filter(|&next| next != 0);
    }
    Ok(elements)
}

fn unlink(machine: &mut Machine, element: u32) -> Result<(), Stop> {
    let elements = queued(machine)?;
    let Some(index) = elements.iter().position(|&queued| queued == element) else {
        return Ok(());
    };
    let next = machine.memory.pointer(element)?;
    let link = if index == 0 {
        low::EVENT_QUEUE + HEAD
    } else {
        elements[index - 1]
    };
    machine.memory.set_long(link, next)?;
    if next == 0 {
        let last = if index == 0 { 0 } else { elements[index - 1] };
        machine.memory.set_long(low::EVENT_QUEUE + TAIL, last)?;
    }
    machine.events.free.push(element);
    Ok(())
}

/// The first queued element of a kind that `mask` lets through.
fn find(machine: &Machine, mask: u16) -> Result<Option<u32>, Stop> {
    for element in queued(machine)? {
        let what = machine.memory.word(element + WHAT)?;
        if what < 16 && mask & (1 << what) != 0 {
            return Ok(Some(element));
        }
    }
    Ok(None)
}

/// Whether an event waits for the front process.
///
/// # Errors
/// When the queue in guest memory is damaged.
pub(crate) fn is_waiting(machine: &Machine) -> Result<bool, Stop> {
    Ok(first(machine)?.is_some())
}

/// Whether an event of those that `mask` lets through waits in the queue.
///
/// # Errors
/// When the queue in guest memory is damaged.
pub(crate) fn is_waiting_for(machine: &Machine, mask: u16) -> Result<bool, Stop> {
    Ok(find(machine, mask)?.is_some())
}

/// Stores the first queued event that `mask` lets through, and with `takes` removes it; `false` when there is none.
///
/// # Errors
/// When the queue or the record is damaged.
pub(crate) fn store_queued(machine: &mut Machine, record: u32, mask: u16, takes: bool) -> Result<bool, Stop> {
    let Some(element) = find(machine, mask)? else {
        return Ok(false);
    };
    let bytes = machine.memory.bytes(element + WHAT, RECORD)?.to_vec();
    machine.memory.set_bytes(record, &bytes)?;
    if takes {
        unlink(machine, element)?;
    }
    Ok(true)
}

/// Where the button was pressed, if that is the next event.
///
/// # Errors
/// When the queue in guest memory is damaged.
pub(crate) fn next_press(machine: &Machine) -> Result<Option<Point>, Stop> {
    let Some(element) = first(machine)? else {
        return Ok(None);
    };
    let memory = &machine.memory;
    let place = Point::new(memory.int(element + WHERE)?, memory.int(element + WHERE + 2)?);
    Ok((memory.word(element + WHAT)? == MOUSE_DOWN).then_some(place))
}

/// Takes the next event, for the front process.
///
/// # Errors
/// When the queue in guest memory is damaged.
pub(crate) fn take(machine: &mut Machine) -> Result<Option<Event>, Stop> {
    while let Some(element) = first(machine)? {
        let memory = &machine.memory;
        let event = Event {
            what: EventKind::MouseDown,
            message: memory.long(element + MESSAGE)?,
            when: memory.long(element + WHEN)?,
            location: Point::new(memory.int(element + WHERE)?, memory.int(element + WHERE + 2)?),
            modifiers: Modifiers(memory.word(element + MODIFIERS)?),
        };
        let what = memory.word(element + WHAT)?;
        unlink(machine, element)?;
        if let Some(what) = kind(what) {
            return Ok(Some(Event { what, ..event }));
        }
    }
    Ok(None)
}

fn kind(what: u16) -> Option<EventKind> {
    Some(match what {
        MOUSE_DOWN => EventKind::MouseDown,
        MOUSE_UP => EventKind::MouseUp,
        KEY_DOWN => EventKind::KeyDown,
        KEY_UP => EventKind::KeyUp,
        5 => EventKind::AutoKey,
        DISK_INSERTED => EventKind::Disk,
        _ => return None,
    })
}

/// StillDown: the button is down and no mouse event waits.
///
/// # Errors
/// When the queue in guest memory is damaged.
pub(crate) fn still_down(machine: &Machine) -> Result<bool, Stop> {
    let is_down = machine.memory.get(low::MB_STATE) & BUTTON_UP == 0;
    Ok(is_down && find(machine, 1 << MOUSE_DOWN | 1 << MOUSE_UP)?.is_none())
}

/// PostEvent, and PPostEvent with bit 8: the event code in A0, the message in D0.
fn post_event(machine: &mut Machine, trap: Trap) -> Result<(), Stop> {
    let (what, message) = (machine.cpu.a(0) as u16, machine.cpu.d(0));
    let element = post(machine, what, message)?;
    if trap.bit_8() {
        machine.cpu.set_a(0, element.unwrap_or(0));
    }
    // evtNotEnb is 1.
    machine.cpu.set_d(0, u32::from(element.is_none()));
    Ok(())
}

/// Fills the event record at A0 from an element, or as a null event; D0 is 0 for an event and -1 for none.
fn answer_os_event(machine: &mut Machine, element: Option<u32>) -> Result<(), Stop> {
    let record = machine.pointer_in(0)?;
    match element {
        Some(element) => {
            let bytes = machine.memory.bytes(element + WHAT, RECORD)?.to_vec();
            machine.memory.set_bytes(record, &bytes)?;
            machine.cpu.set_d(0, 0);
        }
        None => {
            null_event(machine, record)?;
            machine.cpu.set_d(0, u32::MAX);
        }
    }
    Ok(())
}

/// Fills a null event.
///
/// # Errors
/// When the record does not lie in memory.
pub(crate) fn null_event(machine: &mut Machine, record: u32) -> Result<(), Stop> {
    let ticks = machine.memory.get(low::TICKS);
    let mouse = machine.memory.get(low::MOUSE);
    let modifiers = modifiers_now(machine)?;
    let memory = &mut machine.memory;
    memory.set_word(record, 0)?;
    memory.set_long(record + 2, 0)?;
    memory.set_long(record + 6, ticks)?;
    memory.set_int(record + 10, mouse.v)?;
    memory.set_int(record + 12, mouse.h)?;
    memory.set_word(record + 14, modifiers)?;
    Ok(())
}

/// Fills an operating-system event: suspend or resume.
///
/// # Errors
/// When the record does not lie in memory.
pub(crate) fn os_event(machine: &mut Machine, record: u32, message: u32) -> Result<(), Stop> {
    null_event(machine, record)?;
    machine.memory.set_word(record, OS_EVENT)?;
    machine.memory.set_long(record + 2, message)?;
    Ok(())
}

/// Fills the event that stands for an Apple event: its class is the message, its id the place.
///
/// # Errors
/// When the record does not lie in memory.
pub(crate) fn high_level_event(machine: &mut Machine, record: u32, event: Delivery) -> Result<(), Stop> {
    null_event(machine, record)?;
    let memory = &mut machine.memory;
    memory.set_word(record, HIGH_LEVEL_EVENT)?;
    memory.set_long(record + 2, event.class)?;
    memory.set_long(record + 10, event.id)?;
    Ok(())
}

fn os_event_avail(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let element = find(machine, machine.cpu.d(0) as u16)?;
    answer_os_event(machine, element)
}

fn get_os_event(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let element = find(machine, machine.cpu.d(0) as u16)?;
    answer_os_event(machine, element)?;
    if let Some(element) = element {
        unlink(machine, element)?;
    }
    Ok(())
}

/// FlushEvents: the low word of D0 says which events go, the high word at which to stop.
fn flush_events(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let (mask, stop) = (machine.cpu.d(0) as u16, (machine.cpu.d(0) >> 16) as u16);
    for element in queued(machine)? {
        let what = machine.memory.word(element + WHAT)?.min(15);
        if stop & (1 << what) != 0 {
            machine.cpu.set_d(0, u32::from(what));
            return Ok(());
        }
        if mask & (1 << what) != 0 {
            unlink(machine, element)?;
        }
    }
    machine.cpu.set_d(0, 0);
    Ok(())
}

/// GetMouse, in the local coordinates of the current port.
fn get_mouse(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let at = machine.pop_pointer()?;
    let mouse = machine.memory.get(low::MOUSE);
    let origin = quickdraw::port_origin(machine)?;
    machine.memory.set_int(at, mouse.v.wrapping_add(origin.v))?;
    machine.memory.set_int(at + 2, mouse.h.wrapping_add(origin.h))?;
    Ok(())
}

fn still_down_trap(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let is_down = still_down(machine)?;
    machine.return_boolean(is_down)?;
    Ok(())
}

fn button(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let is_down = machine.memory.get(low::MB_STATE) & BUTTON_UP == 0;
    machine.return_boolean(is_down)?;
    Ok(())
}

fn tick_count(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let ticks = machine.memory.get(low::TICKS);
    machine.return_long(ticks)?;
    Ok(())
}

fn get_keys(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let at = machine.pop_pointer()?;
    let keys = machine.memory.bytes(low::KEY_MAP, 16)?.to_vec();
    machine.memory.set_bytes(at, &keys)?;
    Ok(())
}

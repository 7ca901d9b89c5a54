//! What happens at interrupt time, in the order of its urgency: ticks, timers, the network, finished file calls.

use crate::bomb::{Cause, Stop};
use crate::costs::Cost;
use crate::desktop::{Point, Rect};
use crate::fault;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::toolbox::{
    cursor_device_manager, event_manager, file_manager, mactcp, quickdraw, serial_driver, time_manager,
};
use crate::user;

/// Does everything that is due now.
///
/// # Errors
/// Whatever stops a routine of the guest, and the stack sniffer's bomb.
pub(crate) fn run_due(machine: &mut Machine) -> Result<(), Stop> {
    loop {
        let did_something = run_tick(machine)?
            || time_manager::run_expired(machine)?
            || mactcp::run_due(machine)?
            || serial_driver::run_due(machine)?
            || file_manager::complete_one(machine)?;
        if !did_something {
            return Ok(());
        }
    }
}

/// The vertical-retrace interrupt: Inside Macintosh: Processes, chapter 4, "About the Vertical Retrace Manager".
fn run_tick(machine: &mut Machine) -> Result<bool, Stop> {
    if !machine.clock.take_tick() {
        return Ok(false);
    }
    machine.charge(Cost::TickInterrupt, 1);
    let ticks = machine.memory.get(low::TICKS).wrapping_add(1);
    machine.memory.put(low::TICKS, ticks);
    let seconds = machine.seconds();
    machine.memory.put(low::TIME, seconds);
    sniff_stack(machine)?;
    if machine.hardware.polls_mouse_button {
        poll_mouse_button(machine)?;
    }
    user::notice(machine)?;
    fault::move_mouse(machine);
    move_pointer(machine)?;
    Ok(true)
}

/// The stack sniffer: system error 28 when the stack has grown into the application heap.
fn sniff_stack(machine: &Machine) -> Result<(), Stop> {
    let sp = machine.memory.strip(machine.cpu.sp());
    let heap_end = machine.memory.get(low::HEAP_END);
    let in_partition = machine
        .processes
        .partition()
        .is_some_and(|partition| partition.contains(&sp));
    if in_partition && sp < heap_end {
        return Err(Cause::StackRanIntoHeap { sp, heap_end }.into());
    }
    Ok(())
}

/// How many ticks after the last change (MBTicks) the button of a Plus is believed (README of MiniVNC, "Mouse Control").
const BOUNCE_TICKS: i32 = 3;

/// On a Plus the retrace interrupt reads the button from the VIA. When it differs from MBState, and the last change is some ticks
/// back, MBState follows it and an event is posted: a press that a program has faked is undone, unless the program keeps
/// MBTicks ahead of Ticks.
fn poll_mouse_button(machine: &mut Machine) -> Result<(), Stop> {
    let is_down = machine.memory.get(low::MB_STATE) & event_manager::BUTTON_UP == 0;
    let ticks = machine.memory.get(low::TICKS);
    let since_change = ticks.wrapping_sub(machine.memory.get(low::MB_TICKS)) as i32;
    if is_down && !machine.user.holds_button() && since_change >= BOUNCE_TICKS {
        machine.memory.put(low::MB_TICKS, ticks);
        machine.memory.put(low::MB_STATE, event_manager::BUTTON_UP);
        event_manager::post(machine, event_manager::MOUSE_UP, 0)?;
    }
    Ok(())
}

/// The cursor task: where a cursor device has moved the pointer, else, when CrsrNew says so and the pointer is coupled to the
/// mouse, MTemp becomes the mouse location and the pointer is drawn there.
fn move_pointer(machine: &mut Machine) -> Result<(), Stop> {
    let moved = cursor_device_manager::take_move(machine)?;
    let is_coupled = machine.memory.get(low::CRSR_COUPLE) != 0;
    let is_new = machine.memory.get(low::CRSR_NEW) != 0 && is_coupled;
    if moved.is_none() && !is_new {
        return Ok(());
    }
    machine.memory.put(low::CRSR_NEW, 0);
    let wanted = moved.unwrap_or_else(|| machine.memory.get(low::M_TEMP));
    let screen = machine.hardware.screen;
    let pin = Rect::new(0, 0, screen.height as i16, screen.width as i16);
    let point = Point::new(
        wanted.v.clamp(pin.top, pin.bottom - 1),
        wanted.h.clamp(pin.left, pin.right - 1),
    );
    machine.memory.put(low::M_TEMP, point);
    machine.memory.put(low::RAW_MOUSE, point);
    machine.memory.put(low::MOUSE, point);
    quickdraw::pointer_moved(machine);
    Ok(())
}

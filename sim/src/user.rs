//! Somebody at the Macintosh: hands on the mouse and the keyboard. What they do is noticed one thing a tick, and comes
//! where it would: the cursor's globals, MBState, KeyMap and the event queue.

use std::collections::VecDeque;

use crate::bomb::Stop;
use crate::desktop::{Point, character_of_key};
use crate::low_memory as low;
use crate::machine::Machine;
use crate::toolbox::event_manager;

/// Something that somebody does with mouse or keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserAction {
    /// Moves the mouse until the pointer is there, in pixels from the top left.
    Move {
        /// From the left.
        x: i16,
        /// From the top.
        y: i16,
    },
    /// Presses the mouse button.
    Press,
    /// Lets the mouse button go.
    Release,
    /// Presses the key with this virtual key code; `0x37` is Command, `0x38` Shift, `0x3A` Option, `0x3B` Control.
    KeyDown(u8),
    /// Lets that key go.
    KeyUp(u8),
}

/// What has been done and not been noticed, and how the button is held.
#[derive(Debug, Clone, Default)]
pub(crate) struct User {
    actions: VecDeque<UserAction>,
    holds_button: bool,
}

impl User {
    /// Puts actions behind those that have not been noticed.
    pub fn does(&mut self, actions: &[UserAction]) {
        self.actions.extend(actions);
    }

    /// Whether the button is really held down.
    pub fn holds_button(&self) -> bool {
        self.holds_button
    }
}

/// At a tick: the next thing that somebody has done.
///
/// # Errors
/// When the event queue is damaged.
pub(crate) fn notice(machine: &mut Machine) -> Result<(), Stop> {
    match machine.user.actions.pop_front() {
        None => Ok(()),
        Some(UserAction::Move { x, y }) => {
            machine.memory.put(low::M_TEMP, Point::new(y, x));
            machine.memory.put(low::RAW_MOUSE, Point::new(y, x));
            machine.memory.put(low::CRSR_NEW, 0xFF);
            Ok(())
        }
        Some(UserAction::Press) => set_button(machine, true),
        Some(UserAction::Release) => set_button(machine, false),
        Some(UserAction::KeyDown(code)) => press_key(machine, code & 0x7F),
        Some(UserAction::KeyUp(code)) => release_key(machine, code & 0x7F),
    }
}

fn set_button(machine: &mut Machine, is_down: bool) -> Result<(), Stop> {
    machine.user.holds_button = is_down;
    let (state, event) = if is_down {
        (0, event_manager::MOUSE_DOWN)
    } else {
        (event_manager::BUTTON_UP, event_manager::MOUSE_UP)
    };
    if machine.memory.get(low::MB_STATE) & event_manager::BUTTON_UP == state {
        return Ok(());
    }
    let ticks = machine.memory.get(low::TICKS);
    machine.memory.put(low::MB_TICKS, ticks);
    machine.memory.put(low::MB_STATE, state);
    event_manager::post(machine, event, 0)?;
    Ok(())
}

fn set_key(machine: &mut Machine, code: u8, is_down: bool) -> Result<(), Stop> {
    let at = low::KEY_MAP + u32::from(code / 8);
    let bit = 1 << (code % 8);
    let keys = machine.memory.byte(at)?;
    let keys = if is_down { keys | bit } else { keys & !bit };
    Ok(machine.memory.set_byte(at, keys)?)
}

fn press_key(machine: &mut Machine, code: u8) -> Result<(), Stop> {
    set_key(machine, code, true)?;
    post_key(machine, event_manager::KEY_DOWN, code)
}

fn release_key(machine: &mut Machine, code: u8) -> Result<(), Stop> {
    post_key(machine, event_manager::KEY_UP, code)?;
    set_key(machine, code, false)
}

/// Posts the event of a key that makes a character with the modifiers that are held: the other keys make none.
fn post_key(machine: &mut Machine, event: u16, code: u8) -> Result<(), Stop> {
    let modifiers = event_manager::modifiers_now(machine)?;
    let Some(character) = character_of_key(code, (modifiers >> 8) as u8) else {
        return Ok(());
    };
    let message = u32::from(code) << 8 | u32::from(character);
    event_manager::post(machine, event, message)?;
    Ok(())
}

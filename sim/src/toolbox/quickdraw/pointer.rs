//! The pointer: an arrow that is really drawn into the frame buffer, over what it saves.
//!
//! CrsrState is its level: at 0 it shows. HideCursor and ShieldCursor take one from it and ShowCursor gives one back;
//! ObscureCursor hides it until the mouse moves. It is drawn again at interrupt time when the mouse has moved. CopyBits
//! does not look after it: who reads pixels under the pointer without shielding it gets the pointer.

use super::Screen;
use super::area::Area;
use crate::bomb::Stop;
use crate::desktop::Point;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::trap::Trap;

/// The arrow: 16 rows of 16 bits, its outline and what is black in it.
pub(super) const ARROW_MASK: [u16; 16] = [
    0xC000, 0xE000, 0xF000, 0xF800, 0xFC00, 0xFE00, 0xFF00, 0xFF80, 0xFFC0, 0xFFC0, 0xFE00, 0xEF00, 0xCF00,
    0x0780, 0x0780, 0x0300,
];
pub(super) const ARROW_DATA: [u16; 16] = [
    0x0000, 0x4000, 0x6000, 0x7000, 0x7800, 0x7C00, 0x7E00, 0x7F00, 0x7F80, 0x7C00, 0x6C00, 0x4600, 0x0600,
    0x0300, 0x0300, 0x0000,
];
const SIZE: i16 = 16;
/// The arrow's point, from its top left corner.
pub(super) const HOT_SPOT: Point = Point { v: 1, h: 1 };

/// What is under the pointer while it is drawn.
#[derive(Default)]
pub(super) struct Pointer {
    /// Top left corner, and the pixels row by row.
    under: Option<(Point, Vec<u8>)>,
}

/// Draws or erases the pointer as the low-memory globals want it.
fn refresh(machine: &mut Machine) {
    erase(machine);
    let is_shown = machine.memory.get(low::CRSR_STATE) == 0 && machine.memory.get(low::CRSR_OBSCURE) == 0;
    machine.memory.put(low::CRSR_VIS, u8::from(is_shown));
    if is_shown {
        draw(machine);
    }
}

fn corner(machine: &Machine) -> Point {
    let mouse = machine.memory.get(low::MOUSE);
    Point::new(
        mouse.v.saturating_sub(HOT_SPOT.v),
        mouse.h.saturating_sub(HOT_SPOT.h),
    )
}

/// The pixels that the pointer may touch at a place, row by row.
fn cells(corner: Point) -> impl Iterator<Item = (usize, usize, Point)> {
    let size = SIZE as usize;
    (0..size * size).map(move |index| {
        let (row, column) = (index / size, index % size);
        (
            row,
            column,
            Point::new(
                corner.v.saturating_add(row as i16),
                corner.h.saturating_add(column as i16),
            ),
        )
    })
}

fn draw(machine: &mut Machine) {
    let screen = Screen(machine.hardware.screen);
    let corner = corner(machine);
    let under = cells(corner)
        .map(|(_, _, at)| screen.pixel(&machine.memory, at))
        .collect();
    for (row, column, at) in cells(corner) {
        let bit = 0x8000 >> column;
        if ARROW_MASK[row] & bit != 0 {
            let value = if ARROW_DATA[row] & bit != 0 {
                screen.black()
            } else {
                0
            };
            screen.set_pixel(&mut machine.memory, at, value);
        }
    }
    machine.quickdraw.pointer.under = Some((corner, under));
}

fn erase(machine: &mut Machine) {
    let Some((corner, under)) = machine.quickdraw.pointer.under.take() else {
        return;
    };
    let screen = Screen(machine.hardware.screen);
    for ((_, _, at), value) in cells(corner).zip(under) {
        screen.set_pixel(&mut machine.memory, at, value);
    }
}

/// Draws the pointer where the mouse is now: the cursor task has moved it.
pub(crate) fn moved(machine: &mut Machine) {
    machine.memory.put(low::CRSR_OBSCURE, 0);
    refresh(machine);
}

/// Takes one from the level.
pub(crate) fn hide(machine: &mut Machine) {
    lower_level(machine);
    refresh(machine);
}

/// Gives one back to the level.
pub(crate) fn show(machine: &mut Machine) {
    let level = machine.memory.get(low::CRSR_STATE) as i16;
    machine
        .memory
        .put(low::CRSR_STATE, level.saturating_add(1).min(0) as u16);
    refresh(machine);
}

fn lower_level(machine: &mut Machine) {
    let level = machine.memory.get(low::CRSR_STATE) as i16;
    machine
        .memory
        .put(low::CRSR_STATE, level.saturating_sub(1) as u16);
}

pub(super) fn init_cursor(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    machine.memory.put(low::CRSR_STATE, 0);
    machine.memory.put(low::CRSR_OBSCURE, 0);
    refresh(machine);
    Ok(())
}

pub(super) fn hide_cursor(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    hide(machine);
    Ok(())
}

pub(super) fn show_cursor(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    show(machine);
    Ok(())
}

pub(super) fn obscure_cursor(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    machine.memory.put(low::CRSR_OBSCURE, 1);
    refresh(machine);
    Ok(())
}

/// ShieldCursor(shieldRect, offsetPt): hides the pointer when it touches the rectangle, which lies at the offset; else
/// it stays until it moves. Either way the level goes down.
pub(super) fn shield_cursor(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let offset = machine.pop_long()?;
    let rect_at = machine.pop_pointer()?;
    let rect =
        Area::read(machine, rect_at)?.offset(i32::from((offset >> 16) as i16), i32::from(offset as i16));
    let corner = corner(machine);
    let pointer = Area::at(i32::from(corner.v), i32::from(corner.h), i32::from(SIZE));
    lower_level(machine);
    if !pointer.intersect(rect).is_empty() {
        refresh(machine);
    }
    Ok(())
}

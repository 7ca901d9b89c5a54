//! The pointer: what TheCrsr holds, really drawn into the frame buffer, over what it saves.
//!
//! CrsrState is its level: at 0 it shows. HideCursor and ShieldCursor take one from it and ShowCursor gives one back;
//! ObscureCursor hides it until the mouse moves. It is drawn again at interrupt time when the mouse has moved. CopyBits
//! does not look after it: who reads pixels under the pointer without shielding it gets the pointer.

use super::Screen;
use super::area::Area;
use crate::bomb::Stop;
use crate::desktop::Point;
use crate::desktop::resource::{Cursor, Format};
use crate::low_memory::{self as low, PointAt, Word};
use crate::machine::Machine;
use crate::trap::Trap;

const SIZE: i16 = 16;

/// Bytes of a Cursor record: 16 rows of one bit, as many of its mask, the hot spot.
const CURSOR: u32 = 68;
/// Offsets in it.
const MASK: u32 = 32;
const HOT_SPOT: u32 = 64;

/// What is under the pointer while it is drawn.
#[derive(Default)]
pub(super) struct Pointer {
    /// Top left corner, and the pixels row by row.
    under: Option<(Point, Vec<u32>)>,
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
    let hot_spot = machine.memory.get(PointAt(low::THE_CRSR + HOT_SPOT));
    Point::new(
        mouse.v.saturating_sub(hot_spot.v),
        mouse.h.saturating_sub(hot_spot.h),
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
        let rows = |from: u32| machine.memory.get(Word(low::THE_CRSR + from + 2 * row as u32));
        if rows(MASK) & bit != 0 {
            let value = if rows(0) & bit != 0 {
                screen.black()
            } else {
                screen.white()
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

/// SetCursor, with the bytes of a Cursor record.
pub(crate) fn set(machine: &mut Machine, cursor: &[u8]) {
    erase(machine);
    if let Ok(place) = machine.memory.bytes_mut(low::THE_CRSR, cursor.len() as u32) {
        place.copy_from_slice(cursor);
    }
    refresh(machine);
}

/// SetCursor(crsr).
pub(super) fn set_cursor(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let at = machine.pop_pointer()?;
    let cursor = machine.memory.bytes(at, CURSOR)?.to_vec();
    set(machine, &cursor);
    Ok(())
}

pub(super) fn init_cursor(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    set(machine, &Cursor::ARROW.encode());
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

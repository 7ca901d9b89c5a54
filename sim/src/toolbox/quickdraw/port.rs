//! Graphics ports and QuickDraw's globals.

use super::device::{bounds, main_pix_map};
use super::pointer::{ARROW_DATA, ARROW_MASK, HOT_SPOT};
use crate::bomb::{Settle, Stop, broken_rule};
use crate::costs::Cost;
use crate::desktop::Point;
use crate::machine::Machine;
use crate::trap::Trap;

/// Bytes of a GrafPort and of a CGrafPort.
const PORT_LEN: u32 = 108;
/// Offsets in both.
const PORT_BITS: u32 = 2;
const PORT_VERSION: u32 = 6;
const PORT_RECT: u32 = 16;
pub(super) const VIS_RGN: u32 = 24;
pub(super) const CLIP_RGN: u32 = 28;

/// portVersion of a color port: the two upper bits tell it from rowBytes.
const COLOR_PORT: u16 = 0xC000;

/// QuickDraw's globals that a program may know end with thePort; these lie so many bytes below it.
const GLOBALS: u32 = 126;
/// Offsets from the lowest of them, randSeed.
const RAND_SEED: u32 = 0;
const SCREEN_BITS: u32 = 4;
const ARROW: u32 = 18;
const PATTERNS: [(u32, [u8; 8]); 5] = [
    (86, [0x77, 0xDD, 0x77, 0xDD, 0x77, 0xDD, 0x77, 0xDD]), // dkGray
    (94, [0x88, 0x22, 0x88, 0x22, 0x88, 0x22, 0x88, 0x22]), // ltGray
    (102, [0xAA, 0x55, 0xAA, 0x55, 0xAA, 0x55, 0xAA, 0x55]), // gray
    (110, [0xFF; 8]),                                       // black
    (118, [0; 8]),                                          // white
];

/// A rectangular region: size and bounding box.
const RECT_REGION_LEN: u16 = 10;
/// The rectangle of a port's clip region, which holds everything.
const WIDE_OPEN: [u8; 8] = [0x80, 0x01, 0x80, 0x01, 0x7F, 0xFF, 0x7F, 0xFF];

/// Where the application's thePort is, through A5.
fn the_port_at(machine: &Machine) -> Result<u32, Stop> {
    let at = machine.memory.pointer(machine.pointer_in(5)?)?;
    if at == 0 {
        return Err(broken_rule("QuickDraw", "InitGraf has not been called"));
    }
    Ok(at)
}

/// The current port.
///
/// # Errors
/// A bomb when there is none: a drawing call would go through NIL.
pub(super) fn the_port(machine: &Machine, trap: &'static str) -> Result<u32, Stop> {
    match machine.memory.pointer(the_port_at(machine)?)? {
        0 => Err(broken_rule(
            trap,
            "there is no current port; call OpenPort or SetPort first",
        )),
        port => Ok(port),
    }
}

/// What is added to global coordinates to have those of the current port: where its bitmap begins.
///
/// # Errors
/// A bomb when there is no port.
pub(crate) fn port_origin(machine: &Machine) -> Result<Point, Stop> {
    let port = the_port(machine, "GetMouse")?;
    let memory = &machine.memory;
    let is_color = memory.word(port + PORT_VERSION)? & COLOR_PORT == COLOR_PORT;
    let map = if is_color {
        memory.pointer(memory.pointer(port + PORT_BITS)?)?
    } else {
        port + PORT_BITS
    };
    Ok(Point::new(memory.int(map + 6)?, memory.int(map + 8)?))
}

/// InitGraf(globalPtr): the address of thePort.
pub(super) fn init_graf(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let the_port = machine.pop_pointer()?;
    let Some(globals) = the_port.checked_sub(GLOBALS) else {
        return Err(broken_rule(
            "InitGraf",
            "there is no room for QuickDraw's globals below thePort",
        ));
    };
    let screen = machine.hardware.screen;
    let a5 = machine.pointer_in(5)?;
    let memory = &mut machine.memory;
    memory.set_long(a5, the_port)?;
    memory.set_long(the_port, 0)?;
    memory.set_long(globals + RAND_SEED, 1)?;
    memory.set_long(globals + SCREEN_BITS, screen.base)?;
    memory.set_word(globals + SCREEN_BITS + 4, screen.row_bytes)?;
    memory.set_bytes(globals + SCREEN_BITS + 6, &bounds(&screen))?;
    for (row, at) in ARROW_DATA
        .iter()
        .chain(&ARROW_MASK)
        .zip((globals + ARROW..).step_by(2))
    {
        memory.set_word(at, *row)?;
    }
    memory.set_int(globals + ARROW + 64, HOT_SPOT.v)?;
    memory.set_int(globals + ARROW + 66, HOT_SPOT.h)?;
    for (offset, pattern) in PATTERNS {
        memory.set_bytes(globals + offset, &pattern)?;
    }
    Ok(())
}

fn region(machine: &mut Machine, rect: &[u8; 8]) -> Result<u32, Stop> {
    let mut bytes = RECT_REGION_LEN.to_be_bytes().to_vec();
    bytes.extend_from_slice(rect);
    machine.charge(Cost::Allocate, 1);
    let zone = machine.current_zone();
    let handle = machine.new_handle_with(zone, &bytes).settle()?;
    handle.map_err(|error| broken_rule("OpenPort", format!("a region could not be allocated: {error}")))
}

/// Fills what both kinds of port have in common, and makes it the current one.
fn open(machine: &mut Machine, port: u32) -> Result<(), Stop> {
    let screen = bounds(&machine.hardware.screen);
    machine.memory.fill(port, PORT_LEN, 0)?;
    let visible = region(machine, &screen)?;
    let clip = region(machine, &WIDE_OPEN)?;
    let memory = &mut machine.memory;
    memory.set_bytes(port + PORT_RECT, &screen)?;
    memory.set_long(port + VIS_RGN, visible)?;
    memory.set_long(port + CLIP_RGN, clip)?;
    memory.set_long(port + 52, 0x0001_0001)?; // pnSize
    memory.set_word(port + 56, 8)?; // pnMode: patCopy
    memory.set_word(port + 72, 1)?; // txMode: srcOr
    let at = the_port_at(machine)?;
    machine.memory.set_long(at, port)?;
    Ok(())
}

/// OpenPort(port): a black-and-white port on the whole screen.
pub(super) fn open_port(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    const BLACK: u32 = 33;
    const WHITE: u32 = 30;
    let port = machine.pop_pointer()?;
    open(machine, port)?;
    let screen = machine.hardware.screen;
    let memory = &mut machine.memory;
    memory.set_long(port + PORT_BITS, screen.base)?;
    memory.set_word(port + PORT_BITS + 4, screen.row_bytes)?;
    memory.set_bytes(port + PORT_BITS + 6, &bounds(&screen))?;
    memory.set_bytes(port + 58, &[0xFF; 8])?; // pnPat
    memory.set_long(port + 80, BLACK)?;
    memory.set_long(port + 84, WHITE)?;
    Ok(())
}

/// OpenCPort(port): a color port on the main device.
pub(super) fn open_color_port(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let port = machine.pop_pointer()?;
    open(machine, port)?;
    let map = main_pix_map(machine)?;
    let bytes = machine.memory.bytes(map, 50)?.to_vec();
    let zone = machine.current_zone();
    let handle = machine.new_handle_with(zone, &bytes).settle()?;
    let handle =
        handle.map_err(|error| broken_rule("OpenCPort", format!("no memory for a PixMap: {error}")))?;
    let memory = &mut machine.memory;
    memory.set_long(port + PORT_BITS, handle)?;
    memory.set_word(port + PORT_VERSION, COLOR_PORT)?;
    memory.set_long(port + 80, 0xFF)?; // fgColor
    memory.set_long(port + 84, 0)?; // bkColor
    Ok(())
}

pub(super) fn set_port(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let port = machine.pop_pointer()?;
    let at = the_port_at(machine)?;
    machine.memory.set_long(at, port)?;
    Ok(())
}

pub(super) fn get_port(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let result_at = machine.pop_pointer()?;
    let port = machine.memory.long(the_port_at(machine)?)?;
    machine.memory.set_long(result_at, port)?;
    Ok(())
}

/// ClosePort(port): gives the regions back.
pub(super) fn close_port(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let port = machine.pop_pointer()?;
    for region in [VIS_RGN, CLIP_RGN] {
        let handle = machine.memory.pointer(port + region)?;
        machine.dispose_handle(handle)?;
    }
    Ok(())
}

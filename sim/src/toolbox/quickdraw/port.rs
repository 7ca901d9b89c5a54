//! Graphics ports and QuickDraw's globals.

use super::device::{bounds, main_pix_map};
use crate::bomb::{Settle, Stop, broken_rule};
use crate::costs::Cost;
use crate::desktop::Point;
use crate::desktop::resource::{Cursor, Format};
use crate::machine::Machine;
use crate::trap::Trap;

/// Bytes of a GrafPort and of a CGrafPort.
const PORT_LEN: u32 = 108;
/// Offsets in both.
pub(super) const PORT_BITS: u32 = 2;
const PORT_VERSION: u32 = 6;
const PORT_RECT: u32 = 16;
pub(super) const VIS_RGN: u32 = 24;
pub(super) const CLIP_RGN: u32 = 28;

/// portVersion of a color port: the two upper bits tell it from rowBytes.
const COLOR_PORT: u16 = 0xC000;
/// portVersion of an offscreen world.
const WORLD_PORT: u16 = 0xC001;

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
pub(super) const WIDE_OPEN: [u8; 8] = [0x80, 0x01, 0x80, 0x01, 0x7F, 0xFF, 0x7F, 0xFF];

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

/// The current port, which may be NIL.
///
/// # Errors
/// A bomb before InitGraf.
pub(super) fn current(machine: &Machine) -> Result<u32, Stop> {
    Ok(machine.memory.long(the_port_at(machine)?)?)
}

/// Makes a port the current one.
///
/// # Errors
/// As [`current`].
pub(super) fn make_current(machine: &mut Machine, port: u32) -> Result<(), Stop> {
    let at = the_port_at(machine)?;
    machine.memory.set_long(at, port)?;
    Ok(())
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
    memory.set_bytes(globals + ARROW, &Cursor::ARROW.encode())?;
    for (offset, pattern) in PATTERNS {
        memory.set_bytes(globals + offset, &pattern)?;
    }
    Ok(())
}

/// The data of a rectangular region.
pub(super) fn rect_region(rect: &[u8; 8]) -> Vec<u8> {
    [&RECT_REGION_LEN.to_be_bytes()[..], rect].concat()
}

fn region(machine: &mut Machine, rect: &[u8; 8]) -> Result<u32, Stop> {
    let bytes = rect_region(rect);
    machine.charge(Cost::Allocate, 1);
    let zone = machine.current_zone();
    let handle = machine.new_handle_with(zone, &bytes).settle()?;
    handle.map_err(|error| broken_rule("OpenPort", format!("a region could not be allocated: {error}")))
}

/// Fills what both kinds of port have in common, and makes it the current one.
fn open(machine: &mut Machine, port: u32) -> Result<(), Stop> {
    let screen = bounds(&machine.hardware.screen);
    let visible = region(machine, &screen)?;
    let clip = region(machine, &WIDE_OPEN)?;
    fill(machine, port, screen, [visible, clip])?;
    make_current(machine, port)
}

/// Fills what all ports have in common; `rect` is what can be drawn in.
fn fill(machine: &mut Machine, port: u32, rect: [u8; 8], [visible, clip]: [u32; 2]) -> Result<(), Stop> {
    machine.memory.fill(port, PORT_LEN, 0)?;
    let memory = &mut machine.memory;
    memory.set_bytes(port + PORT_RECT, &rect)?;
    memory.set_long(port + VIS_RGN, visible)?;
    memory.set_long(port + CLIP_RGN, clip)?;
    memory.set_long(port + 52, 0x0001_0001)?; // pnSize
    memory.set_word(port + 56, 8)?; // pnMode: patCopy
    memory.set_word(port + 72, 1)?; // txMode: srcOr
    Ok(())
}

/// Fills the port of an offscreen world, whose map and regions (visible, clip) these are.
///
/// # Errors
/// When it does not lie in memory.
pub(super) fn fill_world(
    machine: &mut Machine,
    port: u32,
    map: u32,
    rect: [u8; 8],
    regions: [u32; 2],
) -> Result<(), Stop> {
    fill(machine, port, rect, regions)?;
    let memory = &mut machine.memory;
    memory.set_long(port + PORT_BITS, map)?;
    memory.set_word(port + PORT_VERSION, WORLD_PORT)?;
    memory.set_long(port + 80, u32::MAX)?; // fgColor
    memory.set_long(port + 84, 0)?; // bkColor
    Ok(())
}

/// Gives the regions of a port back.
///
/// # Errors
/// A bomb when they are none.
pub(super) fn close_regions(machine: &mut Machine, port: u32) -> Result<(), Stop> {
    for region in [VIS_RGN, CLIP_RGN] {
        let handle = machine.memory.pointer(port + region)?;
        machine.dispose_handle(handle)?;
    }
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
    make_current(machine, port)
}

pub(super) fn get_port(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let result_at = machine.pop_pointer()?;
    let port = current(machine)?;
    machine.memory.set_long(result_at, port)?;
    Ok(())
}

/// ClosePort(port): gives the regions back.
pub(super) fn close_port(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let port = machine.pop_pointer()?;
    close_regions(machine, port)
}

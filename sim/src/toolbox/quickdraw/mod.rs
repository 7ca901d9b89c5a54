//! QuickDraw: ports, the main device, offscreen worlds, CopyBits and the pointer.
//!
//! On a machine with Color QuickDraw the screen is the PixMap of the main GDevice; a BitMap that has the screen's base
//! address means that PixMap, as it does there. Inside Macintosh: Imaging With QuickDraw, chapters 2 to 6.

mod area;
mod colors;
mod copy_bits;
mod device;
mod gworld;
mod pixels;
mod pointer;
mod port;
#[cfg(test)]
mod tests;

pub(crate) use colors::color_of_direct;
pub(crate) use device::start;
pub(crate) use pixels::{Screen, read_pixel};
pub(crate) use pointer::{
    hide as hide_pointer, moved as pointer_moved, set as set_cursor, show as show_pointer,
};
pub(crate) use port::port_origin;

use crate::costs::Cost;
use crate::trap::{Entry, tool};
use gworld::Worlds;
use pointer::Pointer;

pub(crate) const TRAPS: &[Entry] = &[
    tool(0xA850, "InitCursor", Cost::Pointer, pointer::init_cursor),
    tool(0xA851, "SetCursor", Cost::Pointer, pointer::set_cursor),
    tool(0xA852, "HideCursor", Cost::Pointer, pointer::hide_cursor),
    tool(0xA853, "ShowCursor", Cost::Pointer, pointer::show_cursor),
    tool(0xA855, "ShieldCursor", Cost::Pointer, pointer::shield_cursor),
    tool(0xA856, "ObscureCursor", Cost::Pointer, pointer::obscure_cursor),
    tool(0xA86E, "InitGraf", Cost::Small, port::init_graf),
    tool(0xA86F, "OpenPort", Cost::Small, port::open_port),
    tool(0xA873, "SetPort", Cost::Small, port::set_port),
    tool(0xA874, "GetPort", Cost::Small, port::get_port),
    tool(0xA87D, "ClosePort", Cost::Small, port::close_port),
    tool(0xA8EC, "CopyBits", Cost::CopyBits, copy_bits::copy_bits),
    tool(0xAA00, "OpenCPort", Cost::Small, port::open_color_port),
    tool(0xAA2A, "GetMainDevice", Cost::Small, device::get_main_device),
    tool(0xAB1D, "QDExtensions", Cost::Small, gworld::qd_extensions),
];

/// Whether a trap came with Color QuickDraw.
pub(crate) fn needs_color(number: u16) -> bool {
    (0xAA00..=0xAAA1).contains(&number) && number != 0xAA52 || number == 0xAB1D
}

/// What the host keeps of QuickDraw: the pixels that the pointer covers, and which worlds there are.
#[derive(Default)]
pub(crate) struct QuickDraw {
    pointer: Pointer,
    worlds: Worlds,
}

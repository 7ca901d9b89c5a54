//! The main GDevice with its PixMap and color table, or, without Color QuickDraw, the screen alone.

use crate::bomb::{Failure, Stop};
use crate::desktop::resource::{Cursor, Format};
use crate::desktop::{Point, palette};
use crate::low_memory as low;
use crate::machine::Machine;
use crate::profile::ScreenHardware;
use crate::toolbox::memory_manager::ZoneId;
use crate::trap::Trap;

const PIX_MAP_LEN: usize = 50;
const G_DEVICE_LEN: usize = 62;
/// The bit of rowBytes that tells a PixMap from a BitMap.
pub(super) const PIX_MAP_FLAG: u16 = 0x8000;
/// 72 dots an inch, as Fixed.
const RESOLUTION: u32 = 72 << 16;
/// gdFlags of a main screen that is a color device, in RAM, active.
const G_DEVICE_FLAGS: u16 = 1 << 0 | 1 << 11 | 1 << 12 | 1 << 13 | 1 << 15;
/// Offset of the map in a GDevice.
pub(super) const GD_P_MAP: u32 = 22;
/// gdType of a device with a color table, and of one whose pixels are colors.
const CLUT_TYPE: u16 = 0;
const DIRECT_TYPE: u16 = 2;
/// pixelType of direct pixels.
const RGB_DIRECT: u16 = 16;
/// ctFlags of a device's table, whose values are not indexes.
pub(super) const DEVICE_TABLE: u16 = 0x8000;

/// Fills in the globals of screen and pointer and makes the main device.
///
/// # Errors
/// When the system heap has no room.
pub(crate) fn start(machine: &mut Machine) -> Result<(), Failure> {
    let screen = machine.hardware.screen;
    let memory = &mut machine.memory;
    memory.put(low::SCRN_BASE, screen.base);
    memory.put(low::SCREEN_ROW, screen.row_bytes);
    memory.put(low::SCR_H_RES, 72);
    memory.put(low::SCR_V_RES, 72);
    memory.put(low::CRSR_COUPLE, 1);
    memory.put(low::M_BAR_HEIGHT, 20);
    write_rect(machine, low::CRSR_PIN, &screen)?;
    let middle = Point::new(screen.height as i16 / 2, screen.width as i16 / 2);
    for global in [low::M_TEMP, low::RAW_MOUSE, low::MOUSE] {
        machine.memory.put(global, middle);
    }
    if machine.hardware.has_color_quickdraw {
        let device = make_main_device(machine, &screen)?;
        for global in [low::MAIN_DEVICE, low::DEVICE_LIST, low::THE_G_DEVICE] {
            machine.memory.put(global, device);
        }
    }
    super::set_cursor(machine, &Cursor::ARROW.encode());
    Ok(())
}

fn write_rect(machine: &mut Machine, at: u32, screen: &ScreenHardware) -> Result<(), Stop> {
    machine.memory.set_bytes(at, &bounds(screen))?;
    Ok(())
}

/// The screen's rectangle as a Rect.
pub(super) fn bounds(screen: &ScreenHardware) -> [u8; 8] {
    let mut rect = [0; 8];
    rect[4..6].copy_from_slice(&screen.height.to_be_bytes());
    rect[6..].copy_from_slice(&screen.width.to_be_bytes());
    rect
}

fn make_main_device(machine: &mut Machine, screen: &ScreenHardware) -> Result<u32, Failure> {
    let table = color_table(screen.depth, DEVICE_TABLE);
    let colors = machine.new_handle_with(ZoneId::System, &table)?;
    let pixels = machine.new_handle_with(ZoneId::System, &pix_map(screen, colors))?;
    let device = g_device(pixels, screen.depth, bounds(screen));
    machine.new_handle_with(ZoneId::System, &device)
}

/// A GDevice of the first mode of its card, around a map.
pub(super) fn g_device(pixels: u32, depth: u16, bounds: [u8; 8]) -> [u8; G_DEVICE_LEN] {
    let kind = if depth > 8 { DIRECT_TYPE } else { CLUT_TYPE };
    let mut device = [0; G_DEVICE_LEN];
    device[4..6].copy_from_slice(&kind.to_be_bytes());
    device[20..22].copy_from_slice(&G_DEVICE_FLAGS.to_be_bytes());
    device[22..26].copy_from_slice(&pixels.to_be_bytes());
    device[34..42].copy_from_slice(&bounds);
    device[42..46].copy_from_slice(&0x80_u32.to_be_bytes());
    device
}

/// A PixMap of the screen.
fn pix_map(screen: &ScreenHardware, colors: u32) -> [u8; PIX_MAP_LEN] {
    pix_map_of(
        screen.base,
        screen.row_bytes,
        bounds(screen),
        screen.depth,
        colors,
    )
}

/// A PixMap, with the rectangle that it covers.
pub(super) fn pix_map_of(
    base: u32,
    row_bytes: u16,
    bounds: [u8; 8],
    depth: u16,
    colors: u32,
) -> [u8; PIX_MAP_LEN] {
    let (pixel_type, components, bits) = match depth {
        16 => (RGB_DIRECT, 3, 5),
        32 => (RGB_DIRECT, 3, 8),
        _ => (0, 1, depth),
    };
    let mut map = [0; PIX_MAP_LEN];
    let mut put = |at: usize, bytes: &[u8]| map[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &base.to_be_bytes());
    put(4, &(row_bytes | PIX_MAP_FLAG).to_be_bytes());
    put(6, &bounds);
    put(22, &RESOLUTION.to_be_bytes());
    put(26, &RESOLUTION.to_be_bytes());
    put(30, &pixel_type.to_be_bytes());
    put(32, &depth.to_be_bytes());
    put(34, &u16::to_be_bytes(components));
    put(36, &bits.to_be_bytes());
    put(42, &colors.to_be_bytes());
    map
}

/// The system's ColorTable of a depth: seed (the resource id of the table), flags, size, and an entry for each color, each
/// component twice as a word. Direct pixels have a table without entries, whose seed is their depth.
pub(super) fn color_table(depth: u16, flags: u16) -> Vec<u8> {
    let colors = palette::default_colours(depth);
    let mut table = Vec::new();
    table.extend_from_slice(&u32::from(depth).to_be_bytes());
    table.extend_from_slice(&flags.to_be_bytes());
    table.extend_from_slice(&(colors.len() as u16).wrapping_sub(1).to_be_bytes());
    for (index, color) in colors.iter().enumerate() {
        // In a device's table the value is not the index but private to the Color Manager; System 7 leaves the index.
        table.extend_from_slice(&(index as u16).to_be_bytes());
        table.extend(color.iter().flat_map(|component| [*component; 2]));
    }
    table
}

pub(super) fn get_main_device(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let device = machine.memory.get(low::MAIN_DEVICE);
    machine.return_long(device)?;
    Ok(())
}

/// Address of the main device's PixMap.
///
/// # Errors
/// When a handle in the device is damaged.
pub(super) fn main_pix_map(machine: &Machine) -> Result<u32, Stop> {
    let memory = &machine.memory;
    let device = memory.pointer(memory.get(low::MAIN_DEVICE))?;
    let map = memory.pointer(device + GD_P_MAP)?;
    Ok(memory.pointer(map)?)
}

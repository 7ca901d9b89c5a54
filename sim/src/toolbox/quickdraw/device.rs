//! The main GDevice with its PixMap and color table, or, without Color QuickDraw, the screen alone.

use crate::bomb::{Failure, Stop};
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
/// The seed of the system's own color table of eight bits is its resource id.
const CT_SEED: u32 = 8;

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
    super::pointer_moved(machine);
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
    let colors = machine.new_handle_with(ZoneId::System, &color_table())?;
    let pixels = machine.new_handle_with(ZoneId::System, &pix_map(screen, colors))?;
    let mut device = [0; G_DEVICE_LEN];
    device[4..6].copy_from_slice(&0_u16.to_be_bytes()); // gdType: clutType
    device[20..22].copy_from_slice(&G_DEVICE_FLAGS.to_be_bytes());
    device[22..26].copy_from_slice(&pixels.to_be_bytes());
    device[34..42].copy_from_slice(&bounds(screen));
    device[42..46].copy_from_slice(&0x80_u32.to_be_bytes()); // gdMode: the first mode of the card
    machine.new_handle_with(ZoneId::System, &device)
}

/// A PixMap of the screen.
fn pix_map(screen: &ScreenHardware, colors: u32) -> [u8; PIX_MAP_LEN] {
    let mut map = [0; PIX_MAP_LEN];
    let mut put = |at: usize, bytes: &[u8]| map[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &screen.base.to_be_bytes());
    put(4, &(screen.row_bytes | PIX_MAP_FLAG).to_be_bytes());
    put(6, &bounds(screen));
    put(22, &RESOLUTION.to_be_bytes());
    put(26, &RESOLUTION.to_be_bytes());
    put(32, &screen.depth.to_be_bytes());
    put(34, &1_u16.to_be_bytes());
    put(36, &screen.depth.to_be_bytes());
    put(42, &colors.to_be_bytes());
    map
}

/// The ColorTable of a device: seed, flags, size, and an entry for each color, each component twice as a word.
fn color_table() -> Vec<u8> {
    let colors = palette::system_colours();
    let mut table = Vec::new();
    table.extend_from_slice(&CT_SEED.to_be_bytes());
    table.extend_from_slice(&0x8000_u16.to_be_bytes());
    table.extend_from_slice(&(colors.len() as u16 - 1).to_be_bytes());
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
    let map = memory.pointer(device + 22)?;
    Ok(memory.pointer(map)?)
}

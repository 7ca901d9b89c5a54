//! CopyBits, between maps of one depth and without scaling: what a screen capture and its like need.
//!
//! Other transfer modes, scaling, a change of depth and a mask region are bombs: a result that is almost right would be
//! worse than none.

use super::area::Area;
use super::device::{PIX_MAP_FLAG, main_pix_map};
use super::pixels::copy_bit_run;
use super::port::{CLIP_RGN, VIS_RGN, the_port};
use crate::bomb::{Stop, broken_rule};
use crate::costs::Cost;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::trap::Trap;

const TRAP: &str = "CopyBits";

/// Both of these bits are set where a color port has its version and a BitMap its rowBytes.
const COLOR_PORT_BITS: u16 = 0xC000;
const ROW_BYTES: u16 = 0x3FFF;

/// A BitMap or a PixMap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Map {
    base: u32,
    row_bytes: u32,
    bounds: Area,
    depth: u32,
    is_screen: bool,
}

fn read_map(machine: &Machine, at: u32) -> Result<Map, Stop> {
    let memory = &machine.memory;
    let row_word = memory.word(at + 4)?;
    let at = if row_word & COLOR_PORT_BITS == COLOR_PORT_BITS {
        memory.pointer(memory.pointer(at)?)?
    } else if row_word & PIX_MAP_FLAG == 0
        && machine.hardware.has_color_quickdraw
        && memory.long(at)? == memory.get(low::SCRN_BASE)
    {
        main_pix_map(machine)?
    } else {
        at
    };
    let row_word = memory.word(at + 4)?;
    let base = memory.long(at)?;
    let screen = machine.hardware.screen;
    let map = Map {
        base,
        row_bytes: u32::from(row_word & ROW_BYTES),
        bounds: Area::read(machine, at + 6)?,
        depth: if row_word & PIX_MAP_FLAG == 0 {
            1
        } else {
            u32::from(memory.word(at + 32)?)
        },
        is_screen: (screen.base..screen.base + screen.len()).contains(&base),
    };
    if i64::from(map.bounds.width()) * i64::from(map.depth) > 8 * i64::from(map.row_bytes) {
        return Err(broken_rule(
            TRAP,
            "the rows of a map are shorter than its bounds are wide",
        ));
    }
    Ok(map)
}

/// The bounding box of a region.
fn region_box(machine: &Machine, handle: u32) -> Result<Area, Stop> {
    Area::read(machine, machine.memory.pointer(handle)? + 2)
}

/// CopyBits(srcBits, dstBits, srcRect, dstRect, mode, maskRgn).
pub(super) fn copy_bits(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let mask_region = machine.pop_long()?;
    let mode = machine.pop_word()?;
    let target_rect_at = machine.pop_pointer()?;
    let source_rect_at = machine.pop_pointer()?;
    let target_at = machine.pop_pointer()?;
    let source_at = machine.pop_pointer()?;
    let port = the_port(machine, TRAP)?;
    let source = read_map(machine, source_at)?;
    let target = read_map(machine, target_at)?;
    let from = Area::read(machine, source_rect_at)?;
    let to = Area::read(machine, target_rect_at)?;
    check(mode, mask_region, &source, &target, from, to)?;

    let mut clip = to.intersect(target.bounds);
    if target.is_screen {
        for region in [VIS_RGN, CLIP_RGN] {
            clip = clip.intersect(region_box(machine, machine.memory.pointer(port + region)?)?);
        }
    }
    let (down, right) = (to.top - from.top, to.left - from.left);
    let visible = clip.intersect(source.bounds.offset(down, right));
    if visible.is_empty() {
        return Ok(());
    }
    let bytes = (visible.width() as u32 * source.depth).div_ceil(8) * visible.height() as u32;
    machine.charge(Cost::CopyBitsByte, bytes);
    copy(machine, &source, &target, visible.offset(-down, -right), visible)
}

fn check(mode: u16, mask_region: u32, source: &Map, target: &Map, from: Area, to: Area) -> Result<(), Stop> {
    if mode != 0 {
        return Err(broken_rule(
            TRAP,
            format!("transfer mode {mode} is not simulated, only srcCopy"),
        ));
    }
    if mask_region != 0 {
        return Err(broken_rule(TRAP, "a mask region is not simulated"));
    }
    if source.depth != target.depth || !matches!(source.depth, 1 | 8) {
        let rule = format!(
            "from {} to {} bits a pixel is not simulated",
            source.depth, target.depth
        );
        return Err(broken_rule(TRAP, rule));
    }
    if (from.width(), from.height()) != (to.width(), to.height()) {
        return Err(broken_rule(TRAP, "scaling is not simulated"));
    }
    Ok(())
}

/// The bytes of one row of a map.
fn row(machine: &Machine, map: &Map, v: i32) -> Result<Vec<u8>, Stop> {
    let address = row_address(map, v);
    let bytes = if map.is_screen {
        machine.memory.physical(address, map.row_bytes)?
    } else {
        machine.memory.bytes(address, map.row_bytes)?
    };
    Ok(bytes.to_vec())
}

fn row_address(map: &Map, v: i32) -> u32 {
    let offset = ((v - map.bounds.top) as u32).wrapping_mul(map.row_bytes);
    map.base.wrapping_add(offset)
}

fn copy(machine: &mut Machine, source: &Map, target: &Map, from: Area, to: Area) -> Result<(), Stop> {
    let bit = |map: &Map, h: i32| (h - map.bounds.left) as usize * map.depth as usize;
    let count = to.width() as usize * source.depth as usize;
    // All rows are read before any is written: the rectangles may overlap.
    let rows = (from.top..from.bottom)
        .map(|v| row(machine, source, v))
        .collect::<Result<Vec<_>, _>>()?;
    for (bytes, v) in rows.iter().zip(to.top..to.bottom) {
        let address = row_address(target, v);
        let place = if target.is_screen {
            machine.memory.physical_mut(address, target.row_bytes)?
        } else {
            machine.memory.bytes_mut(address, target.row_bytes)?
        };
        copy_bit_run(bytes, bit(source, from.left), place, bit(target, to.left), count);
    }
    Ok(())
}

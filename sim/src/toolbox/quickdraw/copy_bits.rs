//! CopyBits, without scaling and between maps of any depth: what a screen capture and its like need.
//!
//! Between maps of one depth pixel values are copied as they are, when the source's colors are those of the current device;
//! else colors are mapped to those of the current device, whatever table the target has. Other transfer modes, scaling and
//! a mask region are bombs: a result that is almost right would be worse than none.

use super::area::Area;
use super::colors::{DeviceColors, Rgb, color_of_direct, read_table};
use super::device::{PIX_MAP_FLAG, main_pix_map};
use super::pixels::{copy_bit_run, read_pixel, write_pixel};
use super::port::{CLIP_RGN, VIS_RGN, the_port};
use crate::bomb::{Cause, Stop, broken_rule};
use crate::costs::Cost;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::trap::Trap;

const TRAP: &str = "CopyBits";

/// Both of these bits are set where a color port has its version and a BitMap its rowBytes.
const COLOR_PORT_BITS: u16 = 0xC000;
const ROW_BYTES: u16 = 0x3FFF;

/// CopyBits works on the stack: so many bytes whatever is copied, and so many rows as wide as what is copied. An estimate.
const STACK_BYTES: u32 = 1024;
const STACK_ROWS: u32 = 4;

/// A BitMap or a PixMap.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Map {
    base: u32,
    row_bytes: u32,
    bounds: Area,
    depth: u16,
    /// Handle of its color table; 0 for a BitMap.
    table: u32,
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
    let (depth, table) = match row_word & PIX_MAP_FLAG {
        0 => (1, 0),
        _ => (memory.word(at + 32)?, memory.pointer(at + 42)?),
    };
    let map = Map {
        base,
        row_bytes: u32::from(row_word & ROW_BYTES),
        bounds: Area::read(machine, at + 6)?,
        depth,
        table,
        is_screen: (screen.base..screen.base + screen.len()).contains(&base),
    };
    if machine.quickdraw.worlds.has_unlocked(at) {
        return Err(broken_rule(
            TRAP,
            "the pixels of an offscreen world are not locked",
        ));
    }
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
    let deepest = u32::from(source.depth.max(target.depth));
    check_stack(machine, (visible.width() as u32 * deepest).div_ceil(8))?;
    let from = visible.offset(-down, -right);
    match Mapping::between(machine, &source, &target)? {
        None => copy(machine, &source, &target, from, visible),
        Some(mapping) => copy_mapped(machine, mapping, &source, &target, from, visible),
    }
}

/// What CopyBits takes of the stack must not reach into the heap.
fn check_stack(machine: &Machine, row: u32) -> Result<(), Stop> {
    let sp = machine.memory.strip(machine.cpu.sp());
    let heap_end = machine.memory.get(low::HEAP_END);
    let lowest = sp.saturating_sub(STACK_BYTES + STACK_ROWS * row);
    if sp >= heap_end && lowest < heap_end {
        return Err(Cause::StackRanIntoHeap { sp: lowest, heap_end }.into());
    }
    Ok(())
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
    if let Some(depth) = [source.depth, target.depth]
        .into_iter()
        .find(|depth| !matches!(depth, 1 | 2 | 4 | 8 | 16 | 32))
    {
        return Err(broken_rule(TRAP, format!("a map with {depth} bits a pixel")));
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

/// The rows of a map that lie in an area.
fn rows(machine: &Machine, map: &Map, area: Area) -> Result<Vec<Vec<u8>>, Stop> {
    (area.top..area.bottom).map(|v| row(machine, map, v)).collect()
}

fn row_mut<'a>(machine: &'a mut Machine, map: &Map, v: i32) -> Result<&'a mut [u8], Stop> {
    let address = row_address(map, v);
    Ok(if map.is_screen {
        machine.memory.physical_mut(address, map.row_bytes)?
    } else {
        machine.memory.bytes_mut(address, map.row_bytes)?
    })
}

/// Copies pixel values as they are.
fn copy(machine: &mut Machine, source: &Map, target: &Map, from: Area, to: Area) -> Result<(), Stop> {
    let bit = |map: &Map, h: i32| (h - map.bounds.left) as usize * usize::from(map.depth);
    let count = to.width() as usize * usize::from(source.depth);
    machine.charge(
        Cost::CopyBitsByte,
        (count as u32).div_ceil(8) * to.height() as u32,
    );
    // All rows are read before any is written: the rectangles may overlap.
    let rows = rows(machine, source, from)?;
    for (bytes, v) in rows.iter().zip(to.top..to.bottom) {
        let place = row_mut(machine, target, v)?;
        copy_bit_run(bytes, bit(source, from.left), place, bit(target, to.left), count);
    }
    Ok(())
}

/// From the values of one map to those of another, through colors.
struct Mapping {
    /// The colors of the source's values; none when they are colors themselves.
    colors: Vec<Rgb>,
    device: DeviceColors,
}

impl Mapping {
    /// `None` when values can be copied as they are.
    fn between(machine: &Machine, source: &Map, target: &Map) -> Result<Option<Mapping>, Stop> {
        if !machine.hardware.has_color_quickdraw {
            return match source.depth == target.depth {
                true => Ok(None),
                false => Err(broken_rule(TRAP, "there is no Color QuickDraw to map colors")),
            };
        }
        let device = DeviceColors::current(machine)?;
        let table = read_table(machine, source.table)?;
        let is_same = table.as_ref().is_none_or(|(seed, _)| *seed == device.seed);
        if source.depth == target.depth && (source.depth > 8 || is_same) {
            return Ok(None);
        }
        let colors = match (source.depth, table) {
            (16 | 32, _) => Vec::new(),
            (_, Some((_, colors))) => colors,
            (1, None) => vec![[0xFF; 3], [0; 3]],
            (_, None) => return Err(broken_rule(TRAP, "the source has no color table")),
        };
        Ok(Some(Mapping { colors, device }))
    }

    fn value(&mut self, source: &Map, target: &Map, value: u32) -> Result<u32, Stop> {
        let color = match source.depth {
            16 | 32 => color_of_direct(source.depth, value),
            _ => self.colors.get(value as usize).copied().unwrap_or([0; 3]),
        };
        self.device.value(target.depth, color)
    }
}

fn copy_mapped(
    machine: &mut Machine,
    mut mapping: Mapping,
    source: &Map,
    target: &Map,
    from: Area,
    to: Area,
) -> Result<(), Stop> {
    machine.charge(Cost::CopyBitsMapped, to.width() as u32 * to.height() as u32);
    let (first, place) = (
        (from.left - source.bounds.left) as usize,
        (to.left - target.bounds.left) as usize,
    );
    let rows = rows(machine, source, from)?;
    for (bytes, v) in rows.iter().zip(to.top..to.bottom) {
        let mut mapped = row(machine, target, v)?;
        for index in 0..to.width() as usize {
            let value = read_pixel(bytes, source.depth.into(), first + index);
            let value = mapping.value(source, target, value)?;
            write_pixel(&mut mapped, target.depth.into(), place + index, value);
        }
        row_mut(machine, target, v)?.copy_from_slice(&mapped);
    }
    Ok(())
}

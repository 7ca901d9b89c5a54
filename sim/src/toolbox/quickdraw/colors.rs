//! Colors of pixel values and pixel values of colors, as the Color Manager maps them.
//!
//! A color becomes the index that the current device's inverse table has for it. Such a table is looked up with the upper
//! four bits of each component (Inside Macintosh: Advanced Color Imaging calls that its resolution); among colors that
//! share a cell the nearest is found. Ours gives the entry that is nearest to the color when one shares its cell, else the
//! nearest to the middle of the cell, which is what Apple's tables are filled with but for ties.

use super::device::GD_P_MAP;
use crate::bomb::{Stop, broken_rule};
use crate::low_memory as low;
use crate::machine::Machine;
use std::collections::HashMap;

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// Offsets in a ColorTable.
const CT_FLAGS: u32 = 4;
const CT_SIZE: u32 = 6;
const CT_TABLE: u32 = 8;
const ENTRY: u32 = 8;

/// The color of a direct pixel: five bits of each component, or eight.
pub(crate) fn color_of_direct(depth: u16, value: u32) -> [u8; 3] {
    let five = |shift: u32| {
        let bits = (value >> shift & 0x1F) as u8;
        bits << 3 | bits >> 2
    };
    match depth {
        16 => [five(10), five(5), five(0)],
        _ => [(value >> 16) as u8, (value >> 8) as u8, value as u8],
    }
}

/// The direct pixel of a color.
pub(super) fn direct_of_color(depth: u16, [r, g, b]: Rgb) -> u32 {
    match depth {
        16 => u32::from(r >> 3) << 10 | u32::from(g >> 3) << 5 | u32::from(b >> 3),
        _ => u32::from_be_bytes([0, r, g, b]),
    }
}

/// The entry of a table that a color is mapped to.
pub(super) fn nearest(table: &[Rgb], color: Rgb) -> usize {
    let cell = color.map(|component| component >> 4);
    let shares_cell = |entry: &Rgb| entry.map(|component| component >> 4) == cell;
    let wanted = if table.iter().any(shares_cell) {
        color
    } else {
        cell.map(|component| component << 4 | 8)
    };
    let distance = |entry: &Rgb| -> u32 {
        let apart = entry
            .iter()
            .zip(wanted)
            .map(|(&one, other)| u32::from(one.abs_diff(other)));
        apart.map(|apart| apart * apart).sum()
    };
    let nearest = table.iter().enumerate().min_by_key(|(_, entry)| distance(entry));
    nearest.map_or(0, |(index, _)| index)
}

/// The seed and the colors of a ColorTable; `None` for NIL, which stands for the screen's own.
pub(super) fn read_table(machine: &Machine, handle: u32) -> Result<Option<(u32, Vec<Rgb>)>, Stop> {
    if handle == 0 {
        return Ok(None);
    }
    let memory = &machine.memory;
    let table = memory.pointer(handle)?;
    let is_device = memory.word(table + CT_FLAGS)? & super::device::DEVICE_TABLE != 0;
    let count = memory.word(table + CT_SIZE)?.wrapping_add(1);
    let mut colors = vec![[0; 3]; count.into()];
    for position in 0..u32::from(count) {
        let entry = table + CT_TABLE + ENTRY * position;
        let index = if is_device {
            position
        } else {
            memory.word(entry)?.into()
        };
        let component = |at| memory.byte(entry + at);
        if let Some(color) = colors.get_mut(index as usize) {
            *color = [component(2)?, component(4)?, component(6)?];
        }
    }
    Ok(Some((memory.long(table)?, colors)))
}

/// Depth, table and seed of the current device: what CopyBits maps colors to.
pub(super) struct DeviceColors {
    pub depth: u16,
    pub seed: u32,
    table: Vec<Rgb>,
    known: HashMap<Rgb, u32>,
}

impl DeviceColors {
    /// Of the device that TheGDevice names.
    ///
    /// # Errors
    /// When a handle in it is damaged.
    pub fn current(machine: &Machine) -> Result<DeviceColors, Stop> {
        let memory = &machine.memory;
        let device = memory.pointer(memory.get(low::THE_G_DEVICE))?;
        let map = memory.pointer(memory.pointer(device + GD_P_MAP)?)?;
        let (seed, table) = read_table(machine, memory.pointer(map + 42)?)?
            .ok_or_else(|| broken_rule("CopyBits", "the current device has no color table"))?;
        Ok(DeviceColors {
            depth: memory.word(map + 32)?,
            seed,
            table,
            known: HashMap::new(),
        })
    }

    /// The pixel value for a color in a map of this depth.
    ///
    /// # Errors
    /// A bomb for a map of indexes that has another depth than the device: the values would be those of another table.
    pub fn value(&mut self, depth: u16, color: Rgb) -> Result<u32, Stop> {
        if depth > 8 {
            return Ok(direct_of_color(depth, color));
        }
        if depth != self.depth {
            let rule = format!(
                "colors are mapped to those of the current device, which has {} bits a pixel and not {depth}",
                self.depth
            );
            return Err(broken_rule("CopyBits", rule));
        }
        let table = &self.table;
        Ok(*self
            .known
            .entry(color)
            .or_insert_with(|| nearest(table, color) as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::palette::default_colours;

    #[test]
    fn a_color_of_the_table_is_mapped_to_itself() {
        for depth in [1, 2, 4, 8] {
            let table = default_colours(depth);
            for (index, &color) in table.iter().enumerate() {
                assert_eq!(
                    table[nearest(&table, color)],
                    color,
                    "entry {index} at {depth} bits"
                );
            }
        }
    }

    #[test]
    fn other_colors_are_mapped_to_what_is_near() {
        let black_and_white = default_colours(1);
        assert_eq!(nearest(&black_and_white, [0xAA; 3]), 0);
        assert_eq!(nearest(&black_and_white, [0x55; 3]), 1);
        assert_eq!(nearest(&default_colours(4), [0xF0, 0x10, 0x10]), 3, "red");
    }

    #[test]
    fn direct_pixels_hold_their_color() {
        assert_eq!(direct_of_color(32, [1, 2, 3]), 0x0001_0203);
        assert_eq!(color_of_direct(32, 0x0001_0203), [1, 2, 3]);
        assert_eq!(direct_of_color(16, [0xFF, 0, 0x08]), 0x7C01);
        assert_eq!(color_of_direct(16, 0x7C01), [0xFF, 0, 0x08]);
    }
}

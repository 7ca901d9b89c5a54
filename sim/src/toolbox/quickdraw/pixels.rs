//! Pixels in memory: one at a time and by rows, at each depth.

use super::colors::{direct_of_color, nearest};
use crate::desktop::{Point, palette};
use crate::memory::{Memory, MemoryFault};
use crate::profile::ScreenHardware;
use std::sync::LazyLock;

/// The frame buffer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Screen(pub ScreenHardware);

impl Screen {
    fn contains(self, at: Point) -> bool {
        (0..self.0.height as i16).contains(&at.v) && (0..self.0.width as i16).contains(&at.h)
    }

    /// Address of the row of a pixel that is on the screen.
    fn row(self, v: i16) -> u32 {
        self.0.base + v as u32 * u32::from(self.0.row_bytes)
    }

    /// The value of a pixel; 0 outside the screen.
    pub fn pixel(self, memory: &Memory, at: Point) -> u32 {
        if !self.contains(at) {
            return 0;
        }
        let row = memory.physical(self.row(at.v), self.0.row_bytes.into());
        row.map_or(0, |row| read_pixel(row, self.0.depth.into(), at.h as usize))
    }

    /// Stores a pixel; nothing outside the screen.
    pub fn set_pixel(self, memory: &mut Memory, at: Point, value: u32) {
        if !self.contains(at) {
            return;
        }
        if let Ok(row) = memory.physical_mut(self.row(at.v), self.0.row_bytes.into()) {
            write_pixel(row, self.0.depth.into(), at.h as usize, value);
        }
    }

    /// The value that shows an index into the system's 256 colors, or black and white as they are at one bit.
    pub fn value_of_index(self, index: u8) -> u32 {
        static COLORS: LazyLock<[[u8; 3]; 256]> = LazyLock::new(palette::system_colours);
        static SIXTEEN: LazyLock<[u8; 256]> = LazyLock::new(|| nearest_of(4));
        static FOUR: LazyLock<[u8; 256]> = LazyLock::new(|| nearest_of(2));
        let index = usize::from(index);
        match self.0.depth {
            2 => FOUR[index].into(),
            4 => SIXTEEN[index].into(),
            depth @ (16 | 32) => direct_of_color(depth, COLORS[index]),
            _ => index as u32,
        }
    }

    /// The value that is black.
    pub fn black(self) -> u32 {
        match self.0.depth {
            16 | 32 => 0,
            depth => (1 << depth) - 1,
        }
    }

    /// The value that is white.
    pub fn white(self) -> u32 {
        match self.0.depth {
            16 => 0x7FFF,
            32 => 0x00FF_FFFF,
            _ => 0,
        }
    }

    /// All bytes of the frame buffer.
    ///
    /// # Errors
    /// When the machine is built without one.
    pub fn bytes(self, memory: &Memory) -> Result<&[u8], MemoryFault> {
        memory.physical(self.0.base, self.0.len())
    }
}

/// What the 256 colors become on a screen with fewer.
fn nearest_of(depth: u16) -> [u8; 256] {
    let table = palette::default_colours(depth);
    palette::system_colours().map(|color| nearest(&table, color) as u8)
}

/// The pixel at a place of a row; the leftmost is in the upper bits of a byte.
pub(crate) fn read_pixel(row: &[u8], depth: usize, at: usize) -> u32 {
    let bit = at * depth;
    match depth {
        32 => u32::from_be_bytes([row[bit / 8], row[bit / 8 + 1], row[bit / 8 + 2], row[bit / 8 + 3]]),
        16 => u32::from(u16::from_be_bytes([row[bit / 8], row[bit / 8 + 1]])),
        _ => u32::from(row[bit / 8]) >> (8 - depth - bit % 8) & ((1 << depth) - 1),
    }
}

/// Stores a pixel in a row.
pub(super) fn write_pixel(row: &mut [u8], depth: usize, at: usize, value: u32) {
    let bit = at * depth;
    match depth {
        32 => row[bit / 8..bit / 8 + 4].copy_from_slice(&value.to_be_bytes()),
        16 => row[bit / 8..bit / 8 + 2].copy_from_slice(&(value as u16).to_be_bytes()),
        _ => {
            let shift = 8 - depth - bit % 8;
            let mask = ((1_u16 << depth) - 1) as u8;
            row[bit / 8] = row[bit / 8] & !(mask << shift) | (value as u8 & mask) << shift;
        }
    }
}

/// Copies `count` bits from one row to another, from bit `from` of the one to bit `to` of the other, the leftmost bit of
/// a byte first.
pub(super) fn copy_bit_run(source: &[u8], from: usize, target: &mut [u8], to: usize, count: usize) {
    if from.is_multiple_of(8) && to.is_multiple_of(8) {
        let whole = count / 8;
        target[to / 8..to / 8 + whole].copy_from_slice(&source[from / 8..from / 8 + whole]);
        copy_bit_by_bit(source, from + 8 * whole, target, to + 8 * whole, count % 8);
    } else {
        copy_bit_by_bit(source, from, target, to, count);
    }
}

fn copy_bit_by_bit(source: &[u8], from: usize, target: &mut [u8], to: usize, count: usize) {
    for index in 0..count {
        let (s, t) = (from + index, to + index);
        let bit = source[s / 8] >> (7 - s % 8) & 1;
        let mask = 1 << (7 - t % 8);
        target[t / 8] = target[t / 8] & !mask | if bit == 1 { mask } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;

    #[test]
    fn pixels_of_one_bit_share_a_byte() {
        let hardware = Profile::Plus.hardware();
        let mut memory = Memory::new(&hardware);
        let screen = Screen(hardware.screen);
        screen.set_pixel(&mut memory, Point::new(1, 9), 1);
        assert_eq!(memory.byte(hardware.screen.base + 64 + 1), Ok(0x40));
        assert_eq!(screen.pixel(&memory, Point::new(1, 9)), 1);
        screen.set_pixel(&mut memory, Point::new(-1, 9), 1);
        assert_eq!(screen.pixel(&memory, Point::new(342, 0)), 0);
    }

    #[test]
    fn bit_runs_copy_at_any_offset() {
        let source = [0b1011_0011, 0b0101_1100, 0b1111_0000];
        for (from, to, count) in [(0, 0, 24), (0, 8, 13), (3, 1, 17), (5, 14, 9)] {
            let mut target = [0xAA; 4];
            copy_bit_run(&source, from, &mut target, to, count);
            let bit = |bytes: &[u8], at: usize| bytes[at / 8] >> (7 - at % 8) & 1;
            for at in 0..32 {
                let expected = if (to..to + count).contains(&at) {
                    bit(&source, at - to + from)
                } else {
                    bit(&[0xAA; 4], at)
                };
                assert_eq!(
                    bit(&target, at),
                    expected,
                    "bit {at} of a run from {from} to {to}"
                );
            }
        }
    }
}

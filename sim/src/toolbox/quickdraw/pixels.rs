//! Pixels in memory: one at a time and by rows, at one and at eight bits.

use crate::desktop::Point;
use crate::memory::{Memory, MemoryFault};
use crate::profile::ScreenHardware;

/// The frame buffer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Screen(pub ScreenHardware);

impl Screen {
    fn contains(self, at: Point) -> bool {
        (0..self.0.height as i16).contains(&at.v) && (0..self.0.width as i16).contains(&at.h)
    }

    /// Address of the byte that holds a pixel on the screen, and the pixel's place in it: how far it is from the right.
    fn locate(self, at: Point) -> (u32, u32) {
        let bit = at.h as u32 * u32::from(self.0.depth);
        let byte = self.0.base + at.v as u32 * u32::from(self.0.row_bytes) + bit / 8;
        (byte, 8 - u32::from(self.0.depth) - bit % 8)
    }

    fn mask(self) -> u8 {
        (0xFF_u16 >> (8 - self.0.depth)) as u8
    }

    /// The value of a pixel; 0 outside the screen.
    pub fn pixel(self, memory: &Memory, at: Point) -> u8 {
        if !self.contains(at) {
            return 0;
        }
        let (address, shift) = self.locate(at);
        memory
            .physical(address, 1)
            .map_or(0, |byte| byte[0] >> shift & self.mask())
    }

    /// Stores a pixel; nothing outside the screen.
    pub fn set_pixel(self, memory: &mut Memory, at: Point, value: u8) {
        if !self.contains(at) {
            return;
        }
        let (address, shift) = self.locate(at);
        let mask = self.mask() << shift;
        if let Ok(byte) = memory.physical_mut(address, 1) {
            byte[0] = byte[0] & !mask | value << shift & mask;
        }
    }

    /// The value that is black.
    pub fn black(self) -> u8 {
        self.mask()
    }

    /// All bytes of the frame buffer.
    ///
    /// # Errors
    /// When the machine is built without one.
    pub fn bytes(self, memory: &Memory) -> Result<&[u8], MemoryFault> {
        memory.physical(self.0.base, self.0.len())
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

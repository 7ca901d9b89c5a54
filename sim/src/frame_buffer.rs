//! A copy of what is on the screen, for tests and for whoever compares captures with the truth.

use crate::desktop::palette;
use crate::machine::Machine;
use crate::toolbox::quickdraw::{self, Screen};

/// The pixels of the main screen without the pointer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameBuffer {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Bits a pixel: 1, 2, 4 or 8 of an index, 16 or 32 of a color.
    pub depth: u16,
    /// Bytes a row.
    pub row_bytes: u16,
    /// The rows from the top, as they lie in the frame buffer.
    pub pixels: Vec<u8>,
    /// Red, green and blue of each pixel value; empty when pixels are colors.
    pub palette: Vec<[u8; 3]>,
}

impl FrameBuffer {
    /// The value of a pixel; `None` outside the screen.
    pub fn pixel(&self, x: u16, y: u16) -> Option<u32> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let row = self.pixels.chunks_exact(self.row_bytes.into()).nth(y.into())?;
        Some(quickdraw::read_pixel(row, self.depth.into(), x.into()))
    }

    /// Red, green and blue of a pixel; `None` outside the screen.
    pub fn color(&self, x: u16, y: u16) -> Option<[u8; 3]> {
        let value = self.pixel(x, y)?;
        match self.palette.is_empty() {
            true => Some(quickdraw::color_of_direct(self.depth, value)),
            false => self.palette.get(value as usize).copied(),
        }
    }
}

/// Copies the screen of a machine.
pub(crate) fn copy(machine: &mut Machine) -> FrameBuffer {
    let screen = machine.hardware.screen;
    quickdraw::hide_pointer(machine);
    let pixels = Screen(screen)
        .bytes(&machine.memory)
        .map(<[u8]>::to_vec)
        .unwrap_or_default();
    quickdraw::show_pointer(machine);
    let palette = palette::default_colours(screen.depth);
    FrameBuffer {
        width: screen.width,
        height: screen.height,
        depth: screen.depth,
        row_bytes: screen.row_bytes,
        pixels,
        palette,
    }
}

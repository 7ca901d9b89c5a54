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
    /// Bits a pixel: 1 or 8.
    pub depth: u16,
    /// Bytes a row.
    pub row_bytes: u16,
    /// The rows from the top, as they lie in the frame buffer.
    pub pixels: Vec<u8>,
    /// Red, green and blue of each pixel value.
    pub palette: Vec<[u8; 3]>,
}

impl FrameBuffer {
    /// The value of a pixel; `None` outside the screen.
    pub fn pixel(&self, x: u16, y: u16) -> Option<u8> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let row = usize::from(y) * usize::from(self.row_bytes);
        match self.depth {
            1 => self
                .pixels
                .get(row + usize::from(x / 8))
                .map(|byte| byte >> (7 - x % 8) & 1),
            _ => self.pixels.get(row + usize::from(x)).copied(),
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
    let palette = match screen.depth {
        1 => vec![[0xFF; 3], [0; 3]],
        _ => palette::system_colours().to_vec(),
    };
    FrameBuffer {
        width: screen.width,
        height: screen.height,
        depth: screen.depth,
        row_bytes: screen.row_bytes,
        pixels,
        palette,
    }
}

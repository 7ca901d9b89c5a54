//! Rectangles of QuickDraw with room to calculate: differences of 16-bit coordinates take 17 bits.

use crate::bomb::Stop;
use crate::machine::Machine;

/// A rectangle of pixels; `bottom` and `right` are outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub top: i32,
    pub left: i32,
    pub bottom: i32,
    pub right: i32,
}

impl Area {
    /// Reads a Rect.
    ///
    /// # Errors
    /// When it does not lie in memory.
    pub fn read(machine: &Machine, at: u32) -> Result<Area, Stop> {
        let side = |offset| machine.memory.int(at + offset).map(i32::from);
        Ok(Area {
            top: side(0)?,
            left: side(2)?,
            bottom: side(4)?,
            right: side(6)?,
        })
    }

    /// A square with its top left corner at a place.
    pub fn at(top: i32, left: i32, size: i32) -> Area {
        Area {
            top,
            left,
            bottom: top + size,
            right: left + size,
        }
    }

    pub fn width(self) -> i32 {
        self.right - self.left
    }

    pub fn height(self) -> i32 {
        self.bottom - self.top
    }

    pub fn is_empty(self) -> bool {
        self.width() <= 0 || self.height() <= 0
    }

    pub fn offset(self, down: i32, right: i32) -> Area {
        Area {
            top: self.top + down,
            left: self.left + right,
            bottom: self.bottom + down,
            right: self.right + right,
        }
    }

    pub fn intersect(self, other: Area) -> Area {
        Area {
            top: self.top.max(other.top),
            left: self.left.max(other.left),
            bottom: self.bottom.min(other.bottom),
            right: self.right.min(other.right),
        }
    }
}

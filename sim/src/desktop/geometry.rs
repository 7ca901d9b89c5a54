//! Points and rectangles as QuickDraw has them.

use serde::{Deserialize, Serialize};

/// A point between pixels; a pixel is named by the point at its top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Point {
    /// Vertical, downwards.
    pub v: i16,
    /// Horizontal, to the right.
    pub h: i16,
}

impl Point {
    /// A point, in QuickDraw's order of the fields.
    pub const fn new(v: i16, h: i16) -> Point {
        Point { v, h }
    }
}

/// A rectangle of pixels: `top` and `left` are inside, `bottom` and `right` are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rect {
    /// First row.
    pub top: i16,
    /// First column.
    pub left: i16,
    /// Row after the last.
    pub bottom: i16,
    /// Column after the last.
    pub right: i16,
}

impl Rect {
    /// A rectangle, in QuickDraw's order of the fields.
    pub const fn new(top: i16, left: i16, bottom: i16, right: i16) -> Rect {
        Rect {
            top,
            left,
            bottom,
            right,
        }
    }

    /// The rectangle of this size with its top left corner at `origin`.
    pub const fn at(origin: Point, height: i16, width: i16) -> Rect {
        Rect::new(origin.v, origin.h, origin.v + height, origin.h + width)
    }

    /// Width in pixels, 0 when empty.
    pub fn width(self) -> i16 {
        (self.right - self.left).max(0)
    }

    /// Height in pixels, 0 when empty.
    pub fn height(self) -> i16 {
        (self.bottom - self.top).max(0)
    }

    /// Whether it holds no pixel.
    pub fn is_empty(self) -> bool {
        self.bottom <= self.top || self.right <= self.left
    }

    /// PtInRect.
    pub fn contains(self, point: Point) -> bool {
        (self.top..self.bottom).contains(&point.v) && (self.left..self.right).contains(&point.h)
    }

    /// Whether `inner` lies wholly inside.
    pub fn encloses(self, inner: Rect) -> bool {
        self.top <= inner.top
            && self.left <= inner.left
            && self.bottom >= inner.bottom
            && self.right >= inner.right
    }

    /// SectRect; empty when they do not meet.
    #[must_use]
    pub fn intersect(self, other: Rect) -> Rect {
        Rect::new(
            self.top.max(other.top),
            self.left.max(other.left),
            self.bottom.min(other.bottom),
            self.right.min(other.right),
        )
    }

    /// OffsetRect.
    #[must_use]
    pub const fn offset(self, dv: i16, dh: i16) -> Rect {
        Rect::new(self.top + dv, self.left + dh, self.bottom + dv, self.right + dh)
    }

    /// InsetRect; negative values make it larger.
    #[must_use]
    pub const fn inset(self, dv: i16, dh: i16) -> Rect {
        Rect::new(self.top + dv, self.left + dh, self.bottom - dv, self.right - dh)
    }
}

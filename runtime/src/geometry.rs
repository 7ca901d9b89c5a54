//! Points and rectangles on a screen, in whole pixels.
//!
//! A rectangle is half open, as QuickDraw's are: it holds the pixels from its left and top edge up to, but without,
//! its right and bottom edge. It is stored as a corner and a size, so a rectangle turned inside out cannot be written
//! down. Edges saturate, so no value that a caller can supply overflows.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place on the screen: `x` grows to the right, `y` grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Point {
    /// Pixels from the left edge of the main screen.
    pub x: i32,
    /// Pixels from the top edge of the main screen.
    pub y: i32,
}

impl Point {
    /// The point at `x`, `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A rectangle of pixels; empty when its width or height is zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Rect {
    /// The leftmost column inside.
    pub x: i32,
    /// The topmost row inside.
    pub y: i32,
    /// Width in pixels.
    pub w: u32,
    /// Height in pixels.
    pub h: u32,
}

impl Rect {
    /// The rectangle whose top left pixel is `x`, `y`.
    pub const fn new(x: i32, y: i32, w: u32, h: u32) -> Self {
        Self { x, y, w, h }
    }

    /// The rectangle between four edges; `None` when it would be turned inside out.
    pub fn from_edges(left: i32, top: i32, right: i32, bottom: i32) -> Option<Self> {
        (left <= right && top <= bottom)
            .then(|| Self::new(left, top, left.abs_diff(right), top.abs_diff(bottom)))
    }

    /// The first column to the right of the rectangle.
    pub const fn right(&self) -> i32 {
        self.x.saturating_add_unsigned(self.w)
    }

    /// The first row below the rectangle.
    pub const fn bottom(&self) -> i32 {
        self.y.saturating_add_unsigned(self.h)
    }

    /// Whether no pixel is inside.
    pub const fn is_empty(&self) -> bool {
        self.w == 0 || self.h == 0
    }

    /// The pixel in the middle: where a click on this rectangle goes.
    pub const fn center(&self) -> Point {
        Point::new(
            self.x.saturating_add_unsigned(self.w / 2),
            self.y.saturating_add_unsigned(self.h / 2),
        )
    }

    /// Whether the pixel at `point` is inside.
    pub const fn contains(&self, point: Point) -> bool {
        point.x >= self.x && point.x < self.right() && point.y >= self.y && point.y < self.bottom()
    }

    /// Whether every pixel of `other` is inside.
    pub const fn contains_rect(&self, other: &Rect) -> bool {
        other.x >= self.x
            && other.y >= self.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }

    /// The pixels that both hold; `None` when there are none.
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        let overlap = Rect::from_edges(
            self.x.max(other.x),
            self.y.max(other.y),
            self.right().min(other.right()),
            self.bottom().min(other.bottom()),
        )?;
        (!overlap.is_empty()).then_some(overlap)
    }

    /// The smallest rectangle around both; an empty one adds nothing.
    pub fn union(&self, other: &Rect) -> Rect {
        if self.is_empty() {
            return *other;
        }
        if other.is_empty() {
            return *self;
        }
        let (left, top) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Rect::new(left, top, left.abs_diff(right), top.abs_diff(bottom))
    }

    /// The same rectangle elsewhere.
    pub const fn translate(&self, dx: i32, dy: i32) -> Rect {
        Rect::new(
            self.x.saturating_add(dx),
            self.y.saturating_add(dy),
            self.w,
            self.h,
        )
    }

    /// The rectangle grown by `margin` pixels on all four sides.
    pub const fn outset(&self, margin: u32) -> Rect {
        let twice = margin.saturating_mul(2);
        Rect::new(
            self.x.saturating_sub_unsigned(margin),
            self.y.saturating_sub_unsigned(margin),
            self.w.saturating_add(twice),
            self.h.saturating_add(twice),
        )
    }
}

impl fmt::Display for Rect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} at ({}, {})", self.w, self.h, self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_right_and_bottom_edges_are_outside() {
        let rect = Rect::new(10, 20, 3, 2);
        assert!(rect.contains(Point::new(10, 20)) && rect.contains(Point::new(12, 21)));
        assert!(!rect.contains(Point::new(13, 20)) && !rect.contains(Point::new(10, 22)));
        assert_eq!(rect.center(), Point::new(11, 21));
    }

    #[test]
    fn touching_rectangles_share_no_pixel() {
        let left = Rect::new(0, 0, 5, 5);
        assert_eq!(left.intersection(&Rect::new(5, 0, 5, 5)), None);
        assert_eq!(
            left.intersection(&Rect::new(4, 3, 5, 5)),
            Some(Rect::new(4, 3, 1, 2))
        );
        assert_eq!(Rect::from_edges(3, 0, 2, 1), None);
    }

    #[test]
    fn on_the_wire_a_rectangle_is_a_corner_and_a_size() {
        let json = serde_json::to_string(&Rect::new(-1, 2, 3, 4)).expect("a rectangle serialises");
        assert_eq!(json, r#"{"x":-1,"y":2,"w":3,"h":4}"#);
    }

    fn any_rect() -> impl Strategy<Value = Rect> {
        (any::<i32>(), any::<i32>(), any::<u32>(), any::<u32>())
            .prop_map(|(x, y, w, h)| Rect::new(x, y, w, h))
    }

    proptest! {
        #[test]
        fn no_rectangle_overflows(a in any_rect(), b in any_rect(), margin in any::<u32>()) {
            let union = a.union(&b);
            prop_assert!(a.is_empty() || union.x <= a.x);
            if let Some(both) = a.intersection(&b) {
                prop_assert!(a.contains_rect(&both) && b.contains_rect(&both));
            }
            prop_assert!(a.outset(margin).x <= a.x);
            let _ = (a.center(), a.translate(i32::MAX, i32::MIN));
        }
    }
}

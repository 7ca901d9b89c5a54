//! Where the content of a window lies, and what is scrolled to.

use crate::desktop::geometry::{Point, Rect};

/// See the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pane {
    /// The whole content of the window.
    pub content: Rect,
    /// The part that scrolls: below the header, without scroll bars.
    pub view: Rect,
    /// How many pixels of what there is lie above and to the left of the view.
    pub scroll: Point,
    /// Whether the window is the active one.
    pub active: bool,
    pub(super) changed: bool,
}

impl Pane {
    /// Where the upper left corner of what there is lies: above and to the left of the view when it is scrolled.
    pub fn origin(&self) -> Point {
        Point::new(self.view.top - self.scroll.v, self.view.left - self.scroll.h)
    }

    /// InvalRect: something shows differently now.
    pub fn invalidate(&mut self) {
        self.changed = true;
    }

    /// Scrolls as little as it takes to have this part of what there is in view; `rect` in global coordinates.
    pub fn reveal(&mut self, rect: Rect) {
        let by = Point::new(
            shortest(rect.top, rect.bottom, self.view.top, self.view.bottom),
            shortest(rect.left, rect.right, self.view.left, self.view.right),
        );
        self.scroll_by(by);
    }

    /// Scrolls; how far is left to the frame, which knows how much there is.
    pub fn scroll_by(&mut self, by: Point) {
        if by != Point::default() {
            self.scroll = Point::new(
                self.scroll.v.saturating_add(by.v),
                self.scroll.h.saturating_add(by.h),
            );
            self.changed = true;
        }
    }
}

/// How far a stretch has to be moved into another one; its beginning counts when it is longer.
fn shortest(start: i16, end: i16, first: i16, last: i16) -> i16 {
    if start < first || end - start > last - first {
        start - first
    } else {
        (end - last).max(0)
    }
}

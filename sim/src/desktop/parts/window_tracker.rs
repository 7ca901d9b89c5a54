//! What the mouse does to windows while its button is down: TrackGoAway and TrackBox, DragWindow, GrowWindow (Inside Macintosh:
//! Macintosh Toolbox Essentials, chapter 4, "Window Manager").

use super::Step;
use crate::desktop::Mac;
use crate::desktop::geometry::{Point, Rect};

/// So much of a title bar must stay on the screen: a drag that ends farther out does nothing.
const DRAG_MARGIN: i16 = 4;

/// A box of the title bar between press and release.
#[derive(Debug, Clone)]
pub struct BoxTracker {
    target: Rect,
    inside: bool,
}

impl BoxTracker {
    /// Starts with the press inside the box.
    pub fn new(target: Rect) -> BoxTracker {
        BoxTracker { target, inside: true }
    }

    /// Whether the box shows as pressed.
    pub fn is_inside(&self) -> bool {
        self.inside
    }

    /// One round. Done with whether the button was released inside.
    pub fn step(&mut self, mac: &dyn Mac) -> Step<bool> {
        if !mac.still_down() {
            return Step::Done(self.inside);
        }
        self.inside = self.target.contains(mac.mouse());
        Step::Again
    }
}

/// A window that is dragged by its title bar: its outline follows the mouse.
#[derive(Debug, Clone)]
pub struct DragTracker {
    structure: Rect,
    pressed: Point,
    limit: Rect,
    moved: Point,
}

impl DragTracker {
    /// Starts with the press at this point of a window with this structure; `limit` is where the mouse may take it.
    pub fn new(structure: Rect, pressed: Point, desk: Rect) -> DragTracker {
        DragTracker {
            structure,
            pressed,
            limit: desk.inset(DRAG_MARGIN, DRAG_MARGIN),
            moved: Point::default(),
        }
    }

    /// The outline.
    pub fn outline(&self) -> Rect {
        self.structure.offset(self.moved.v, self.moved.h)
    }

    /// One round. Done with how far the window is to be moved.
    pub fn step(&mut self, mac: &dyn Mac) -> Step<Point> {
        if !mac.still_down() {
            return Step::Done(self.moved);
        }
        let mouse = mac.mouse();
        self.moved = match self.limit.contains(mouse) {
            true => Point::new(mouse.v - self.pressed.v, mouse.h - self.pressed.h),
            false => Point::default(),
        };
        Step::Again
    }
}

/// A window that changes its size: its outline follows the mouse.
#[derive(Debug, Clone)]
pub struct GrowTracker {
    content: Rect,
    structure: Rect,
    pressed: Point,
    smallest: Point,
    largest: Point,
    grown: Point,
}

impl GrowTracker {
    /// Starts with the press in the grow box; `smallest` and `largest` are the height and width that its content may get.
    pub fn new(
        content: Rect,
        structure: Rect,
        pressed: Point,
        smallest: Point,
        largest: Point,
    ) -> GrowTracker {
        GrowTracker {
            content,
            structure,
            pressed,
            smallest,
            largest,
            grown: Point::default(),
        }
    }

    /// The outline.
    pub fn outline(&self) -> Rect {
        Rect {
            bottom: self.structure.bottom + self.grown.v,
            right: self.structure.right + self.grown.h,
            ..self.structure
        }
    }

    /// One round. Done with the new content rectangle.
    pub fn step(&mut self, mac: &dyn Mac) -> Step<Rect> {
        let content = self.content;
        if !mac.still_down() {
            return Step::Done(Rect {
                bottom: content.bottom + self.grown.v,
                right: content.right + self.grown.h,
                ..content
            });
        }
        let mouse = mac.mouse();
        let size = |now: i16, by: i16, smallest: i16, largest: i16| {
            (now + by).clamp(smallest, largest.max(smallest)) - now
        };
        self.grown = Point::new(
            size(
                content.height(),
                mouse.v - self.pressed.v,
                self.smallest.v,
                self.largest.v,
            ),
            size(
                content.width(),
                mouse.h - self.pressed.h,
                self.smallest.h,
                self.largest.h,
            ),
        );
        Step::Again
    }
}

//! A document window: its frame, its scroll bars and its content.

use super::pane::Pane;
use super::program::{Bars, Content, Extent};
use crate::desktop::draw::Canvas;
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::parts::{
    SCROLL_BAR_WIDTH, ScrollBar, ScrollTracker, Stride, WindowFrame, WindowPart, draw_grow_box,
};
use crate::desktop::{BarPart, Toolkit, WindowScene};

/// Names a window for as long as it is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WindowId(pub(super) u32);

/// From the sides of the screen to a window that was zoomed out.
const ZOOM_MARGIN: i16 = 3;

/// See the module.
#[derive(Clone)]
pub struct Window<C> {
    id: WindowId,
    frame: WindowFrame,
    vertical: Option<ScrollBar>,
    horizontal: Option<ScrollBar>,
    scroll: Point,
    /// Where the user had it before it was zoomed out.
    user_place: Option<Rect>,
    /// What is in it. Call [`Frame::invalidate`](super::Frame::invalidate) when it shows something else.
    pub content: C,
}

impl<C: Content> Window<C> {
    pub(super) fn new(id: WindowId, frame: WindowFrame, content: C, toolkit: &Toolkit) -> Window<C> {
        let mut window = Window {
            id,
            frame,
            vertical: None,
            horizontal: None,
            scroll: Point::default(),
            user_place: None,
            content,
        };
        window.lay_out(toolkit);
        window
    }

    /// What names it.
    pub fn id(&self) -> WindowId {
        self.id
    }

    /// Its frame.
    pub fn frame(&self) -> &WindowFrame {
        &self.frame
    }

    /// SetWTitle.
    pub fn set_title(&mut self, title: &str) {
        title.clone_into(&mut self.frame.title);
    }

    /// Where its content lies.
    pub fn pane(&self, active: bool) -> Pane {
        let content = self.frame.content;
        let bar = SCROLL_BAR_WIDTH - 1;
        let (below, beside) = match self.content.bars() {
            Bars::None => (0, 0),
            Bars::Vertical => (0, bar),
            Bars::Both => (bar, bar),
        };
        Pane {
            content,
            view: Rect::new(
                content.top + self.content.header(),
                content.left,
                content.bottom - below,
                content.right - beside,
            ),
            scroll: self.scroll,
            active,
            changed: false,
        }
    }

    fn extent(&self, toolkit: &Toolkit) -> Extent {
        self.content.extent(&self.pane(true), toolkit)
    }

    /// Puts the scroll bars where they belong and keeps what is scrolled to inside of what there is. Tells whether that has
    /// changed something.
    pub(super) fn lay_out(&mut self, toolkit: &Toolkit) -> bool {
        let before = (self.scroll, self.vertical.clone(), self.horizontal.clone());
        let extent = self.extent(toolkit);
        let view = self.pane(true).view;
        let hidden = |all: i16, shown: i16| all.saturating_sub(shown).max(0);
        let most = Point::new(
            hidden(extent.height, view.height()),
            hidden(extent.width, view.width()),
        );
        let content = self.frame.content;
        let bars = self.content.bars();
        self.scroll = Point::new(self.scroll.v.clamp(0, most.v), self.scroll.h.clamp(0, most.h));
        self.vertical = (bars != Bars::None).then(|| {
            let mut bar = ScrollBar::vertical(content, content.top + self.content.header() - 1);
            bar.set(self.scroll.v, most.v);
            bar
        });
        self.horizontal = (bars == Bars::Both).then(|| {
            let mut bar = ScrollBar::horizontal(content);
            bar.set(self.scroll.h, most.h);
            bar
        });
        before != (self.scroll, self.vertical.clone(), self.horizontal.clone())
    }

    /// Takes over what the content has done to its pane; tells whether something shows differently.
    pub(super) fn settle(&mut self, pane: &Pane, toolkit: &Toolkit) -> bool {
        let changed = pane.changed || pane.scroll != self.scroll;
        self.scroll = pane.scroll;
        self.lay_out(toolkit) || changed
    }

    /// Moves its content rectangle.
    pub(super) fn set_content(&mut self, content: Rect, toolkit: &Toolkit) {
        self.frame.content = content;
        self.lay_out(toolkit);
    }

    /// ZoomWindow: out to its standard size, or back to where the user had it.
    pub(super) fn zoom(&mut self, toolkit: &Toolkit) {
        let place = match self.user_place.take() {
            Some(place) => place,
            None => {
                self.user_place = Some(self.frame.content);
                self.standard_place(toolkit)
            }
        };
        self.set_content(place, toolkit);
    }

    /// Where the window lies zoomed out: where it is, as far as it fits there, else moved to the left and up.
    fn standard_place(&self, toolkit: &Toolkit) -> Rect {
        let desk = toolkit.desk();
        let bar = self.frame.content.top - self.frame.structure().top;
        let room = Rect {
            top: desk.top + bar,
            ..desk
        }
        .inset(ZOOM_MARGIN, ZOOM_MARGIN);
        let Some(size) = self.content.zoomed_size(toolkit) else {
            return room;
        };
        let (height, width) = (size.v.min(room.height()), size.h.min(room.width()));
        let now = self.frame.content;
        let top = now.top.min(room.bottom - height).max(room.top);
        let left = now.left.min(room.right - width).max(room.left);
        Rect::at(Point::new(top, left), height, width)
    }

    /// The scroll bar at this point, and its part.
    pub(super) fn bar_at(&self, at: Point) -> Option<(Axis, BarPart)> {
        let bars = [
            (Axis::Vertical, &self.vertical),
            (Axis::Horizontal, &self.horizontal),
        ];
        bars.into_iter()
            .find_map(|(axis, bar)| Some((axis, bar.as_ref()?.part_at(at)?)))
    }

    /// Whether a scroll bar lies at this point, even if it has nothing to scroll.
    pub(super) fn has_bar_at(&self, at: Point) -> bool {
        let bars = [&self.vertical, &self.horizontal];
        bars.into_iter().flatten().any(|bar| bar.rect.contains(at))
    }

    fn bar(&self, axis: Axis) -> Option<&ScrollBar> {
        match axis {
            Axis::Vertical => self.vertical.as_ref(),
            Axis::Horizontal => self.horizontal.as_ref(),
        }
    }

    /// How far its scroll bar scrolls at once: a line, or what is in view but for a line.
    pub(super) fn stride(&self, axis: Axis, toolkit: &Toolkit) -> Stride {
        let (line, view) = (self.extent(toolkit).line, self.pane(true).view);
        let (line, page) = match axis {
            Axis::Vertical => (line.v, view.height()),
            Axis::Horizontal => (line.h, view.width()),
        };
        let line = line.max(1);
        Stride {
            line,
            page: (page - line).max(line),
        }
    }

    /// The scroll bar, to be tracked.
    pub(super) fn bar_mut(&mut self, axis: Axis) -> Option<&mut ScrollBar> {
        match axis {
            Axis::Vertical => self.vertical.as_mut(),
            Axis::Horizontal => self.horizontal.as_mut(),
        }
    }

    /// Scrolls to where its scroll bars are.
    pub(super) fn follow_bars(&mut self) {
        if let Some(bar) = &self.vertical {
            self.scroll.v = bar.value;
        }
        if let Some(bar) = &self.horizontal {
            self.scroll.h = bar.value;
        }
    }

    /// The outline of the thumb that is dragged.
    pub(super) fn thumb_outline(&self, axis: Axis, tracker: &ScrollTracker) -> Option<Rect> {
        tracker.outline(self.bar(axis)?)
    }

    /// Draws it; `pressed` of its frame and `scrolled` of its scroll bars is down.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas,
        toolkit: &Toolkit,
        active: bool,
        pressed: Option<WindowPart>,
        scrolled: Option<(Axis, BarPart)>,
    ) {
        let pane = self.pane(active);
        self.frame.draw(canvas, &toolkit.fonts, active, pressed);
        canvas.clipped(pane.content, |canvas| {
            self.content.draw_header(canvas, &pane, toolkit);
            canvas.clipped(pane.view, |canvas| self.content.draw(canvas, &pane, toolkit));
            if self.frame.proc.grows() {
                draw_grow_box(canvas, pane.content, active);
            }
        });
        // The bars share the lines of the window's frame.
        for (axis, bar) in self.axes() {
            let part = scrolled.filter(|(scrolled, _)| *scrolled == axis);
            bar.draw(canvas, active, part.map(|(_, part)| part));
        }
    }

    fn axes(&self) -> impl Iterator<Item = (Axis, &ScrollBar)> {
        let vertical = self.vertical.iter().map(|bar| (Axis::Vertical, bar));
        vertical.chain(self.horizontal.iter().map(|bar| (Axis::Horizontal, bar)))
    }

    /// What tests should know of it.
    pub(super) fn scene(
        &self,
        toolkit: &Toolkit,
        active: bool,
        scrolled: Option<(Axis, BarPart)>,
    ) -> WindowScene {
        let mut scene = self.frame.scene(active);
        for (axis, bar) in self.axes() {
            let part = scrolled.filter(|(scrolled, _)| *scrolled == axis);
            scene
                .scroll_bars
                .push(bar.scene(active, part.map(|(_, part)| part)));
        }
        self.content.scene(&self.pane(active), toolkit, &mut scene);
        scene
    }
}

/// One of the two scroll bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    Vertical,
    Horizontal,
}

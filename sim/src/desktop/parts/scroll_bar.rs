//! Scroll bars: arrows, a trough that scrolls by a page, and a thumb that is dragged by its outline (Inside Macintosh: Macintosh
//! Toolbox Essentials, chapter 5, "Scrolling Through Documents" and "DragControl"); and the grow box between two of them.

use super::Step;
use super::window_frame::window_line;
use crate::desktop::draw::{Canvas, Colour};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::{BarPart, Mac, ScrollBarScene};

/// Width of a scroll bar with the lines at both its sides, one of which it shares with the window's frame.
pub const SCROLL_BAR_WIDTH: i16 = 16;
/// How far the mouse may leave the bar while it drags the thumb; farther out the thumb goes back.
const SLOP: i16 = 24;
/// Ticks between two calls of the action routine while an arrow or the trough is held: what scrolling and drawing a text takes on
/// a slow machine. An estimate.
const REPEAT_TICKS: u32 = 4;

const ARROW_UP: [&str; 9] = [
    ".....#.....",
    "....#.#....",
    "...#...#...",
    "..#.....#..",
    ".#.......#.",
    "####...####",
    "...#...#...",
    "...#...#...",
    "...#####...",
];
const ARROW_UP_PRESSED: [&str; 9] = [
    ".....#.....",
    "....###....",
    "...#####...",
    "..#######..",
    ".#########.",
    "###########",
    "...#####...",
    "...#####...",
    "...#####...",
];
/// Where an arrow's picture stands in its box of 16 pixels, along the bar and across it.
const ARROW_ALONG: i16 = 3;
const ARROW_ACROSS: i16 = 2;
const GROW: [&str; 12] = [
    "########....",
    "#......#....",
    "#......#....",
    "#......#####",
    "#......#...#",
    "#......#...#",
    "#......#...#",
    "########...#",
    "...#.......#",
    "...#.......#",
    "...#.......#",
    "...#########",
];

/// A scroll bar; it is vertical when it is higher than wide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScrollBar {
    /// Its rectangle with the lines around it, in global coordinates.
    pub rect: Rect,
    /// Where it is scrolled to.
    pub value: i16,
    /// The largest value.
    pub maximum: i16,
}

/// How far one press scrolls, in units of the bar's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stride {
    /// By an arrow.
    pub line: i16,
    /// By a page.
    pub page: i16,
}

/// TrackControl in a scroll bar.
#[derive(Debug, Clone)]
pub struct ScrollTracker {
    part: BarPart,
    /// Whether the mouse is where it was pressed.
    inside: bool,
    /// Where it was pressed.
    pressed: Point,
    /// When an arrow scrolls again; it has not yet at the first round.
    next: Option<u32>,
    /// How far the thumb is dragged.
    dragged: i16,
}

impl ScrollBar {
    /// The vertical bar of a document window, from `top` on, without the grow box.
    pub fn vertical(content: Rect, top: i16) -> ScrollBar {
        let left = content.right + 1 - SCROLL_BAR_WIDTH;
        ScrollBar::at(Rect::new(
            top,
            left,
            content.bottom + 2 - SCROLL_BAR_WIDTH,
            content.right + 1,
        ))
    }

    /// The horizontal bar of a document window.
    pub fn horizontal(content: Rect) -> ScrollBar {
        let top = content.bottom + 1 - SCROLL_BAR_WIDTH;
        ScrollBar::at(Rect::new(
            top,
            content.left - 1,
            content.bottom + 1,
            content.right + 2 - SCROLL_BAR_WIDTH,
        ))
    }

    /// A bar with nothing to scroll.
    pub fn at(rect: Rect) -> ScrollBar {
        ScrollBar {
            rect,
            value: 0,
            maximum: 0,
        }
    }

    /// SetControlMaximum and SetControlValue: the value is kept inside of what there is.
    pub fn set(&mut self, value: i16, maximum: i16) {
        self.maximum = maximum.max(0);
        self.value = value.clamp(0, self.maximum);
    }

    fn is_vertical(&self) -> bool {
        self.rect.height() >= self.rect.width()
    }

    /// A piece of the bar from `start` to `end` along it.
    fn piece(&self, start: i16, end: i16) -> Rect {
        match self.is_vertical() {
            true => Rect {
                top: self.rect.top + start,
                bottom: self.rect.top + end,
                ..self.rect
            },
            false => Rect {
                left: self.rect.left + start,
                right: self.rect.left + end,
                ..self.rect
            },
        }
    }

    fn length(&self) -> i16 {
        match self.is_vertical() {
            true => self.rect.height(),
            false => self.rect.width(),
        }
    }

    /// How far into the bar a point is.
    fn along(&self, point: Point) -> i16 {
        match self.is_vertical() {
            true => point.v - self.rect.top,
            false => point.h - self.rect.left,
        }
    }

    /// From the first place of the thumb to the last: the boxes of two arrows and of the thumb share their lines.
    fn travel(&self) -> i16 {
        (self.length() - 3 * SCROLL_BAR_WIDTH + 2).max(0)
    }

    fn thumb_start(&self) -> i16 {
        let travel = i32::from(self.travel());
        let way = match self.maximum {
            0 => 0,
            maximum => travel * i32::from(self.value) / i32::from(maximum),
        };
        SCROLL_BAR_WIDTH - 1 + way as i16
    }

    /// The thumb; none where nothing can be scrolled, or the bar is too short.
    pub fn thumb(&self) -> Option<Rect> {
        let start = self.thumb_start();
        (self.maximum > 0 && self.travel() > 0).then(|| self.piece(start, start + SCROLL_BAR_WIDTH))
    }

    /// TestControl: the part at this point, of a bar that can be used.
    pub fn part_at(&self, point: Point) -> Option<BarPart> {
        if !self.rect.contains(point) || self.maximum == 0 {
            return None;
        }
        let along = self.along(point);
        let thumb = self.thumb_start();
        Some(match along {
            _ if along < SCROLL_BAR_WIDTH => BarPart::LineUp,
            _ if along >= self.length() - SCROLL_BAR_WIDTH => BarPart::LineDown,
            _ if along < thumb => BarPart::PageUp,
            _ if along >= thumb + SCROLL_BAR_WIDTH => BarPart::PageDown,
            _ => BarPart::Thumb,
        })
    }

    /// Draws it. That of an inactive window is an empty frame.
    pub fn draw(&self, canvas: &mut Canvas, active: bool, pressed: Option<BarPart>) {
        let line = window_line(active);
        canvas.fill(self.rect, Colour::White);
        canvas.frame(self.rect, line);
        if !active || self.length() < 2 * SCROLL_BAR_WIDTH {
            return;
        }
        let end = self.length();
        let trough = self
            .piece(SCROLL_BAR_WIDTH, end - SCROLL_BAR_WIDTH)
            .inset(i16::from(!self.is_vertical()), i16::from(self.is_vertical()));
        if let Some(thumb) = self.thumb() {
            match canvas.has_colour() {
                true => canvas.fill(trough, Colour::Light),
                false => canvas.fill_light_pattern(trough),
            }
            canvas.fill(thumb, Colour::TingeLight);
            canvas.frame(thumb, line);
        }
        for (start, part) in [(0, BarPart::LineUp), (end - SCROLL_BAR_WIDTH, BarPart::LineDown)] {
            canvas.frame(self.piece(start, start + SCROLL_BAR_WIDTH), line);
            self.draw_arrow(canvas, start, part, pressed == Some(part));
        }
    }

    fn draw_arrow(&self, canvas: &mut Canvas, start: i16, part: BarPart, pressed: bool) {
        let picture = if pressed { &ARROW_UP_PRESSED } else { &ARROW_UP };
        let mut rows: Vec<Vec<u8>> = picture.iter().map(|row| row.as_bytes().to_vec()).collect();
        if part == BarPart::LineDown {
            rows.reverse();
        }
        let rows = if self.is_vertical() { rows } else { turned(&rows) };
        let rows: Vec<String> = rows
            .into_iter()
            .map(|row| row.into_iter().map(char::from).collect())
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let (along, across) = (start + ARROW_ALONG, ARROW_ACROSS);
        let origin = match self.is_vertical() {
            true => Point::new(self.rect.top + along, self.rect.left + across),
            false => Point::new(self.rect.top + across, self.rect.left + along),
        };
        canvas.stencil(origin, &rows, Colour::Black);
    }

    /// What tests should know of it.
    pub fn scene(&self, active: bool, pressed: Option<BarPart>) -> ScrollBarScene {
        ScrollBarScene {
            rect: self.rect,
            vertical: self.is_vertical(),
            value: self.value,
            maximum: self.maximum,
            enabled: active && self.maximum > 0,
            thumb: self.thumb().filter(|_| active),
            pressed,
        }
    }
}

/// Rows and columns exchanged: an arrow up becomes an arrow to the left.
fn turned(rows: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let width = rows.first().map_or(0, Vec::len);
    (0..width)
        .map(|column| rows.iter().map(|row| row[column]).collect())
        .collect()
}

impl ScrollTracker {
    /// Starts with the press in a part of the bar.
    pub fn new(part: BarPart, pressed: Point) -> ScrollTracker {
        ScrollTracker {
            part,
            inside: true,
            pressed,
            next: None,
            dragged: 0,
        }
    }

    /// The part that is drawn as pressed now.
    pub fn pressed(&self) -> Option<BarPart> {
        self.inside.then_some(self.part)
    }

    /// The outline of the thumb while it is dragged.
    pub fn outline(&self, bar: &ScrollBar) -> Option<Rect> {
        let thumb = bar.thumb().filter(|_| self.part == BarPart::Thumb)?;
        Some(match bar.is_vertical() {
            true => thumb.offset(self.dragged, 0),
            false => thumb.offset(0, self.dragged),
        })
    }

    /// One round: changes the bar's value as long as an arrow or the trough is held, or when the thumb is let go.
    pub fn step(&mut self, bar: &mut ScrollBar, stride: Stride, mac: &dyn Mac) -> Step<()> {
        let is_down = mac.still_down();
        if self.part == BarPart::Thumb {
            match is_down {
                true => self.drag_thumb(bar, mac.mouse()),
                false => bar.value = self.value_of_thumb(bar),
            }
        } else {
            self.hold(bar, stride, is_down, mac);
        }
        if is_down { Step::Again } else { Step::Done(()) }
    }

    /// An arrow or the trough scrolls once however short the press was, and again and again while it is held.
    fn hold(&mut self, bar: &mut ScrollBar, stride: Stride, is_down: bool, mac: &dyn Mac) {
        let ticks = mac.ticks();
        if is_down {
            self.inside = bar.part_at(mac.mouse()) == Some(self.part);
        }
        let is_time = self.next.is_none_or(|next| is_down && ticks >= next);
        if !self.inside || !is_time {
            return;
        }
        self.next = Some(ticks + REPEAT_TICKS);
        let by = match self.part {
            BarPart::LineUp => -stride.line,
            BarPart::LineDown => stride.line,
            BarPart::PageUp => -stride.page,
            BarPart::PageDown => stride.page,
            BarPart::Thumb => 0,
        };
        bar.set(bar.value.saturating_add(by), bar.maximum);
    }

    /// The outline follows the mouse along the bar, as far as the thumb can go; it is back where it was while the mouse is far off.
    fn drag_thumb(&mut self, bar: &ScrollBar, mouse: Point) {
        self.inside = bar.rect.inset(-SLOP, -SLOP).contains(mouse);
        let way = bar.along(mouse) - bar.along(self.pressed);
        let first = SCROLL_BAR_WIDTH - 1 - bar.thumb_start();
        self.dragged = match self.inside {
            true => way.clamp(first, first + bar.travel()),
            false => 0,
        };
    }

    fn value_of_thumb(&self, bar: &ScrollBar) -> i16 {
        if self.dragged == 0 {
            return bar.value;
        }
        let travel = i32::from(bar.travel().max(1));
        let way = i32::from(bar.thumb_start() + self.dragged - (SCROLL_BAR_WIDTH - 1));
        let value = (way * i32::from(bar.maximum) + travel / 2) / travel;
        value.clamp(0, i32::from(bar.maximum)) as i16
    }
}

/// The box in the lower right corner that is dragged to change the size of a window.
pub fn grow_box(content: Rect) -> Rect {
    let inner = SCROLL_BAR_WIDTH - 1;
    Rect::at(
        Point::new(content.bottom - inner, content.right - inner),
        inner,
        inner,
    )
}

/// DrawGrowIcon, without the lines where scroll bars would be: the box in the corner, with the icon when the window is active.
pub fn draw_grow_box(canvas: &mut Canvas, content: Rect, active: bool) {
    let corner = grow_box(content);
    let line = window_line(active);
    canvas.fill(corner, Colour::White);
    canvas.vertical(corner.left, corner.top, corner.bottom, line);
    canvas.horizontal(corner.top, corner.left, corner.right, line);
    if active {
        canvas.stencil(Point::new(corner.top + 2, corner.left + 2), &GROW, line);
    }
}

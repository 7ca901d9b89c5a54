//! The frames of windows: title bar, close box, zoom box, the double border of dialogs (Inside Macintosh: Macintosh Toolbox
//! Essentials, chapter 4, "Window Manager").

use super::scroll_bar::grow_box;
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts, Style};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::resource::{WindowProc, WindowTemplate};
use crate::desktop::{TextState, WindowKind, WindowScene};

/// Rows of the title bar above the content, with the lines at its top and bottom.
const TITLE_HEIGHT: i16 = 19;
const TITLE_BASELINE: i16 = 13;
/// First of the six lines of an active title bar; they are two rows apart.
const FIRST_STRIPE: i16 = 4;
const STRIPE_COUNT: i16 = 6;
/// Blank on both sides of the title among the stripes.
const TITLE_PADDING: i16 = 6;
const BOX_SIZE: i16 = 11;
/// From the window's side to the close box or the zoom box.
const BOX_INSET: i16 = 9;
/// Side of the small square in a zoom box.
const ZOOMED_OUT: i16 = 7;
/// Width of a dialog's border: a line, two blank pixels, two lines, three blank pixels less the content's edge.
const BORDER_WIDTH: i16 = 7;
/// The spark in a box of the title bar while the mouse presses it.
const SPARK: [&str; 9] = [
    "....#....",
    ".#..#..#.",
    "..#.#.#..",
    ".........",
    "###...###",
    ".........",
    "..#.#.#..",
    ".#..#..#.",
    "....#....",
];

/// The frame of a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowFrame {
    /// Title.
    pub title: String,
    /// Content rectangle in global coordinates.
    pub content: Rect,
    /// Its definition.
    pub proc: WindowProc,
    /// Whether it has a close box.
    pub closes: bool,
}

/// FindWindow: a part of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowPart {
    /// inContent.
    Content,
    /// inDrag: the title bar.
    Drag,
    /// inGrow.
    Grow,
    /// inGoAway: the close box.
    Close,
    /// inZoomIn, inZoomOut.
    Zoom,
}

impl WindowFrame {
    /// The frame of a window with this content rectangle.
    pub fn new(template: &WindowTemplate, content: Rect) -> WindowFrame {
        WindowFrame {
            title: template.title.clone(),
            content,
            proc: template.proc,
            closes: template.closes,
        }
    }

    fn has_border(&self) -> bool {
        matches!(self.proc, WindowProc::ModalDialog | WindowProc::MovableDialog)
    }

    /// Title bar, frame and content, without shadow.
    pub fn structure(&self) -> Rect {
        let width = if self.has_border() { BORDER_WIDTH } else { 1 };
        let frame = self.content.inset(-width, -width);
        match self.proc.has_title_bar() {
            true => Rect {
                top: frame.top + 1 - TITLE_HEIGHT,
                ..frame
            },
            false => frame,
        }
    }

    /// The title bar with its lines.
    fn title_bar(&self) -> Option<Rect> {
        let structure = self.structure();
        self.proc.has_title_bar().then_some(Rect {
            bottom: structure.top + TITLE_HEIGHT,
            ..structure
        })
    }

    /// The close box.
    pub fn close_box(&self) -> Option<Rect> {
        let bar = self.title_bar().filter(|_| self.closes)?;
        let corner = Point::new(bar.top + FIRST_STRIPE, bar.left + BOX_INSET);
        Some(Rect::at(corner, BOX_SIZE, BOX_SIZE))
    }

    /// The zoom box.
    pub fn zoom_box(&self) -> Option<Rect> {
        let bar = self.title_bar().filter(|_| self.proc.zooms())?;
        let corner = Point::new(bar.top + FIRST_STRIPE, bar.right - BOX_INSET - BOX_SIZE);
        Some(Rect::at(corner, BOX_SIZE, BOX_SIZE))
    }

    /// The grow box.
    pub fn grow_box(&self) -> Option<Rect> {
        self.proc.grows().then(|| grow_box(self.content))
    }

    /// FindWindow: the part at this point. Only an active window has boxes.
    pub fn part_at(&self, point: Point, active: bool) -> Option<WindowPart> {
        if !self.structure().contains(point) {
            return None;
        }
        let hits = |part: Option<Rect>| active && part.is_some_and(|part| part.contains(point));
        Some(match self.title_bar() {
            _ if hits(self.close_box()) => WindowPart::Close,
            _ if hits(self.zoom_box()) => WindowPart::Zoom,
            _ if hits(self.grow_box()) => WindowPart::Grow,
            Some(bar) if bar.contains(point) => WindowPart::Drag,
            _ => WindowPart::Content,
        })
    }

    /// Draws the frame and a white content.
    pub fn draw(&self, canvas: &mut Canvas, fonts: &Fonts, active: bool, pressed: Option<WindowPart>) {
        let structure = self.structure();
        canvas.cover(structure);
        canvas.fill(structure, Colour::White);
        let line = window_line(active || !self.proc.has_title_bar());
        canvas.frame(structure, line);
        if self.has_border() {
            draw_border(canvas, self.content.inset(-BORDER_WIDTH, -BORDER_WIDTH));
        } else if self.proc != WindowProc::PlainBox {
            canvas.shadow(structure, 1);
        }
        let Some(bar) = self.title_bar() else { return };
        canvas.fill(bar.inset(1, 1), Colour::White);
        canvas.horizontal(bar.bottom - 1, bar.left, bar.right, line);
        if active {
            self.draw_active_bar(canvas, fonts, bar, pressed);
        }
        let state = if active || !canvas.has_colour() {
            TextState::Normal
        } else {
            TextState::Dimmed
        };
        let centre = (structure.left + structure.right) / 2;
        let style = TextStyle::plain(FontName::Chicago12).state(state);
        canvas.centred_text(fonts, centre, structure.top + TITLE_BASELINE, &self.title, style);
    }

    fn draw_active_bar(&self, canvas: &mut Canvas, fonts: &Fonts, bar: Rect, pressed: Option<WindowPart>) {
        let inside = bar.inset(1, 1);
        canvas.fill(inside, Colour::Light);
        canvas.shade(inside, Colour::TingeLight, Colour::TingeDark);
        let stripes = inside.inset(0, 1);
        for stripe in 0..STRIPE_COUNT {
            canvas.horizontal(
                bar.top + FIRST_STRIPE + 2 * stripe,
                stripes.left,
                stripes.right,
                Colour::Stripe,
            );
        }
        if !self.title.is_empty() {
            let width = fonts.width(FontName::Chicago12, Style::Plain, &self.title);
            let left = (bar.left + bar.right) / 2 - width / 2 - TITLE_PADDING;
            canvas.fill(
                Rect {
                    left,
                    right: left + width + 2 * TITLE_PADDING,
                    ..inside.inset(1, 0)
                },
                Colour::Light,
            );
        }
        if let Some(close) = self.close_box() {
            draw_box(canvas, close, pressed == Some(WindowPart::Close));
        }
        if let Some(zoom) = self.zoom_box() {
            let is_pressed = pressed == Some(WindowPart::Zoom);
            draw_box(canvas, zoom, is_pressed);
            if !is_pressed {
                let small = Rect::at(Point::new(zoom.top, zoom.left), ZOOMED_OUT, ZOOMED_OUT);
                canvas.frame(small, box_line(canvas));
            }
        }
    }

    /// What tests should know of it: the window without what is in it.
    pub fn scene(&self, active: bool) -> WindowScene {
        WindowScene {
            kind: match self.proc {
                WindowProc::ModalDialog | WindowProc::PlainBox | WindowProc::ShadowBox => WindowKind::Dialog,
                WindowProc::MovableDialog => WindowKind::MovableDialog,
                _ => WindowKind::Document,
            },
            title: self.title.clone(),
            frame: self.structure(),
            content: self.content,
            active,
            close_box: self.close_box().filter(|_| active),
            zoom_box: self.zoom_box().filter(|_| active),
            grow_box: self.grow_box().filter(|_| active),
            ..WindowScene::default()
        }
    }
}

/// The lines of a window: grey when it is not the active one.
pub(super) fn window_line(active: bool) -> Colour {
    match active {
        true => Colour::Black,
        false => Colour::DarkGrey,
    }
}

/// The double border of a dialog, from its outer line in.
fn draw_border(canvas: &mut Canvas, outer: Rect) {
    canvas.frame(outer, Colour::Black);
    canvas.shade(outer.inset(1, 1), Colour::TingeLight, Colour::TingeDark);
    canvas.shade(outer.inset(2, 2), Colour::TingeLight, Colour::TingeLight);
    canvas.frame(outer.inset(3, 3), Colour::Black);
    canvas.frame(outer.inset(4, 4), Colour::Black);
}

fn box_line(canvas: &Canvas) -> Colour {
    match canvas.has_colour() {
        true => Colour::TingeDark,
        false => Colour::Black,
    }
}

/// A close or zoom box, a pixel of bare title bar at its sides.
fn draw_box(canvas: &mut Canvas, rect: Rect, pressed: bool) {
    canvas.fill(rect.inset(0, -1), Colour::Light);
    canvas.fill(rect, Colour::TingeLight);
    canvas.frame(rect, box_line(canvas));
    if pressed {
        canvas.stencil(Point::new(rect.top + 1, rect.left + 1), &SPARK, Colour::Black);
    }
}

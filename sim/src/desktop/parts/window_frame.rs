//! Document windows: title bar, close box, zoom box, frame (Inside Macintosh: Macintosh Toolbox Essentials, chapter 4).

use super::Step;
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts, Style};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::{Mac, TextState};

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
/// The spark in a close box while the mouse presses it.
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

/// The frame of a document window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowFrame {
    /// Title.
    pub title: String,
    /// Content rectangle in global coordinates.
    pub content: Rect,
    /// Whether it has a zoom box.
    pub zooms: bool,
}

impl WindowFrame {
    /// Title bar, frame and content, without shadow.
    pub fn structure(&self) -> Rect {
        let frame = self.content.inset(-1, -1);
        Rect {
            top: self.content.top - TITLE_HEIGHT,
            ..frame
        }
    }

    /// The close box.
    pub fn close_box(&self) -> Rect {
        let structure = self.structure();
        Rect::at(
            Point::new(structure.top + FIRST_STRIPE, structure.left + BOX_INSET),
            BOX_SIZE,
            BOX_SIZE,
        )
    }

    fn zoom_box(&self) -> Rect {
        let structure = self.structure();
        let left = structure.right - BOX_INSET - BOX_SIZE;
        Rect::at(Point::new(structure.top + FIRST_STRIPE, left), BOX_SIZE, BOX_SIZE)
    }

    /// Draws the frame and a white content.
    pub fn draw(&self, canvas: &mut Canvas, fonts: &Fonts, active: bool, close_pressed: bool) {
        let structure = self.structure();
        canvas.cover(structure);
        canvas.fill(structure, Colour::White);
        let line = if active { Colour::Black } else { Colour::DarkGrey };
        canvas.frame(structure, line);
        canvas.horizontal(self.content.top - 1, structure.left, structure.right, line);
        canvas.shadow(structure, 1);
        if active {
            self.draw_active_bar(canvas, fonts, close_pressed);
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

    fn draw_active_bar(&self, canvas: &mut Canvas, fonts: &Fonts, close_pressed: bool) {
        let structure = self.structure();
        let bar = Rect {
            bottom: self.content.top,
            ..structure
        }
        .inset(1, 1);
        canvas.fill(bar, Colour::Light);
        canvas.shade(bar, Colour::TingeLight, Colour::TingeDark);
        let stripes = bar.inset(0, 1);
        for stripe in 0..STRIPE_COUNT {
            canvas.horizontal(
                structure.top + FIRST_STRIPE + 2 * stripe,
                stripes.left,
                stripes.right,
                Colour::Stripe,
            );
        }
        let width = fonts.width(FontName::Chicago12, Style::Plain, &self.title);
        let left = (structure.left + structure.right) / 2 - width / 2 - TITLE_PADDING;
        let rows = bar.inset(1, 0);
        canvas.fill(
            Rect {
                left,
                right: left + width + 2 * TITLE_PADDING,
                ..rows
            },
            Colour::Light,
        );
        draw_box(canvas, self.close_box());
        if close_pressed {
            let close = self.close_box();
            canvas.stencil(Point::new(close.top + 1, close.left + 1), &SPARK, Colour::Black);
        }
        if self.zooms {
            let zoom = self.zoom_box();
            draw_box(canvas, zoom);
            let small = Rect {
                bottom: zoom.top + 7,
                right: zoom.left + 7,
                ..zoom
            };
            canvas.frame(small, box_line(canvas));
        }
    }
}

fn box_line(canvas: &Canvas) -> Colour {
    if canvas.has_colour() {
        Colour::TingeDark
    } else {
        Colour::Black
    }
}

/// A close or zoom box, a pixel of bare title bar at its sides.
fn draw_box(canvas: &mut Canvas, rect: Rect) {
    canvas.fill(rect.inset(0, -1), Colour::Light);
    canvas.fill(rect, Colour::TingeLight);
    canvas.frame(rect, box_line(canvas));
}

/// TrackGoAway: the close box between press and release.
pub struct CloseTracker {
    inside: bool,
}

impl CloseTracker {
    /// Starts with the press inside the box.
    pub fn new() -> CloseTracker {
        CloseTracker { inside: true }
    }

    /// Whether the box shows as pressed.
    pub fn is_inside(&self) -> bool {
        self.inside
    }

    /// One round. Done with whether the button was released inside.
    pub fn step(&mut self, close_box: Rect, mac: &dyn Mac) -> Step<bool> {
        if !mac.still_down() {
            return Step::Done(self.inside);
        }
        self.inside = close_box.contains(mac.mouse());
        Step::Again
    }
}

//! What the controls of dialogs and windows have in common.

use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::{Modifiers, TextState};

/// How a control is drawn now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ControlLook {
    /// Whether it can be used; one that cannot is dimmed.
    pub enabled: bool,
    /// Whether the mouse or a key presses it.
    pub pressed: bool,
    /// Whether what is typed goes to it.
    pub focused: bool,
}

/// The button of the mouse went down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// Where, in global coordinates.
    pub at: Point,
    /// Tick count.
    pub when: u32,
    /// Which press in quick succession at the same place it is: 2 makes a double click, 3 a triple one.
    pub clicks: u8,
    /// Keys that were held.
    pub modifiers: Modifiers,
}

/// From the middle of a control to the baseline of its title.
const BASELINE_DROP: i16 = 4;

/// The baseline of a title in a control.
pub(super) fn baseline(rect: Rect) -> i16 {
    (rect.top + rect.bottom) / 2 + BASELINE_DROP
}

/// How a title is drawn.
pub(super) fn title_style(enabled: bool) -> TextStyle {
    TextStyle::plain(FontName::Chicago12).state(match enabled {
        true => TextState::Normal,
        false => TextState::Dimmed,
    })
}

/// The line around a control: a dimmed one has a grey one where there are colours.
pub(super) fn line_colour(canvas: &Canvas, enabled: bool) -> Colour {
    match enabled || !canvas.has_colour() {
        true => Colour::Black,
        false => Colour::Grey,
    }
}

/// Side of a check box and diameter of a radio button.
const MARK_SIZE: i16 = 12;
/// From the left side of the control to the mark, and from the mark to the title.
const MARK_LEFT: i16 = 2;
const TITLE_GAP: i16 = 4;

/// The place of a check box or a radio button in its control: at the left, in the middle.
pub(super) fn mark_rect(rect: Rect) -> Rect {
    let top = (rect.top + rect.bottom - MARK_SIZE) / 2;
    Rect::at(Point::new(top, rect.left + MARK_LEFT), MARK_SIZE, MARK_SIZE)
}

/// The title beside such a mark.
pub(super) fn draw_mark_title(canvas: &mut Canvas, fonts: &Fonts, rect: Rect, title: &str, enabled: bool) {
    let pen = Point::new(baseline(rect), mark_rect(rect).right + TITLE_GAP);
    canvas.text(fonts, pen, title, title_style(enabled));
}

//! Static texts of alerts and dialogs: ParamText and TextBox.

use super::control::title_style;
use crate::desktop::draw::{Canvas, wrap};
use crate::desktop::font::{FontName, Fonts};
use crate::desktop::geometry::{Point, Rect};

/// ParamText: puts parameters for `^0`, `^1` and so on.
pub fn with_parameters(text: &str, parameters: &[String]) -> String {
    parameters
        .iter()
        .enumerate()
        .fold(text.to_owned(), |text, (index, value)| {
            text.replace(&format!("^{index}"), value)
        })
}

/// TextBox: draws a text in the system font, in as many lines as its rectangle is wide for.
pub(super) fn draw_text(canvas: &mut Canvas, fonts: &Fonts, text: &str, rect: Rect) {
    let strike = fonts.strike(FontName::Chicago12);
    let line_height = i16::from(strike.height() + strike.leading());
    let mut baseline = rect.top + i16::from(strike.ascent());
    for line in wrap(fonts, FontName::Chicago12, text, rect.width()) {
        canvas.text(fonts, Point::new(baseline, rect.left), &line, title_style(true));
        baseline += line_height;
    }
}

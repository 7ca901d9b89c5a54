//! TEUpdate: how a text looks.

use super::TextEdit;
use super::layout::{Layout, shown};
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{Fonts, decode};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::{EditTextScene, TextState};
use std::ops::Range;

impl TextEdit {
    /// Draws what is in view. `origin` is the upper left corner of the destination rectangle; selection and caret show only where
    /// what is typed goes to it.
    pub fn draw(
        &self,
        canvas: &mut Canvas,
        layout: &Layout,
        origin: Point,
        view: Rect,
        fonts: &Fonts,
        active: bool,
    ) {
        // A caret does not part a line into pieces.
        let selection = Some(self.selection()).filter(|selection| active && !selection.is_empty());
        let selection = selection.unwrap_or(0..0);
        canvas.clipped(view, |canvas| {
            for number in lines_in_view(layout, origin, view) {
                let top = origin.v + layout.top_of(number);
                self.draw_line(
                    canvas,
                    layout,
                    number,
                    Point::new(top, origin.h),
                    fonts,
                    &selection,
                );
                if !selection.is_empty() {
                    continue;
                }
                if active && self.caret_shows && layout.line_of(self.end) == number {
                    let column = origin.h + layout.point(&self.text, self.end).h;
                    canvas.vertical(column - 1, top, top + layout.line_height, Colour::Black);
                }
            }
        });
    }

    /// A line in up to three pieces: before the selection, in it, behind it.
    fn draw_line(
        &self,
        canvas: &mut Canvas,
        layout: &Layout,
        number: usize,
        corner: Point,
        fonts: &Fonts,
        selection: &Range<usize>,
    ) {
        let line = layout.line(number);
        let within = |place: usize| place.clamp(line.start, line.end);
        let (first, last) = (within(selection.start), within(selection.end));
        let mut left = corner.h;
        for (piece, inverse) in [
            (line.start..first, false),
            (first..last, true),
            (last..line.end, false),
        ] {
            let codes = &self.text[piece];
            let right = left.saturating_add(layout.width_of(codes));
            if inverse && !codes.is_empty() {
                // What goes on in the next line is marked to the edge.
                let goes_on = selection.end >= line.end && selection.end > last_place(layout, number);
                let bounds = canvas.bounds();
                let right = if goes_on { bounds.right } else { right };
                let bottom = corner.v + layout.line_height;
                canvas.fill(Rect::new(corner.v, left, bottom, right), Colour::Black);
            }
            let style = TextStyle {
                font: layout.typeface.font,
                style: layout.typeface.style,
                state: if inverse {
                    TextState::Inverse
                } else {
                    TextState::Normal
                },
            };
            let drawn: Vec<u8> = codes.trim_ascii_end().iter().map(|code| shown(*code)).collect();
            let pen = Point::new(corner.v + layout.ascent, left);
            canvas.text(fonts, pen, &decode(&drawn), style);
            left = right;
        }
    }

    /// What tests should know of it.
    pub fn scene(&self, rect: Rect, active: bool) -> EditTextScene {
        let selection = self.selection();
        EditTextScene {
            rect,
            text: decode(&self.text),
            selection: (selection.start, selection.end),
            active,
        }
    }
}

/// The last place that is drawn in a line.
fn last_place(layout: &Layout, number: usize) -> usize {
    let line = layout.line(number);
    match number + 1 < layout.line_count() {
        true => line.end - 1,
        false => line.end,
    }
}

fn lines_in_view(layout: &Layout, origin: Point, view: Rect) -> Range<usize> {
    let row = |v: i16| usize::from((v.saturating_sub(origin.v).max(0) / layout.line_height) as u16);
    row(view.top)..(row(view.bottom) + 1).min(layout.line_count())
}

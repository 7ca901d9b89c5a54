//! The scroll bars and the grow box along the right and the lower side of a document window, with nothing to scroll.

use crate::desktop::draw::{Canvas, Colour};
use crate::desktop::geometry::{Point, Rect};

/// Width of a scroll bar with both its lines.
pub const SCROLL_BAR_WIDTH: i16 = 16;
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

/// Draws both bars of a window; those of an inactive one are empty frames.
pub fn draw_scroll_bars(canvas: &mut Canvas, content: Rect, active: bool) {
    let inner = SCROLL_BAR_WIDTH - 1;
    let line = if active { Colour::Black } else { Colour::DarkGrey };
    let corner = Point::new(content.bottom - inner, content.right - inner);
    canvas.fill(
        Rect {
            left: corner.h,
            ..content
        },
        Colour::White,
    );
    canvas.fill(
        Rect {
            top: corner.v,
            ..content
        },
        Colour::White,
    );
    canvas.vertical(corner.h - 1, content.top, content.bottom, line);
    canvas.horizontal(corner.v - 1, content.left, content.right, line);
    if !active {
        return;
    }
    canvas.stencil(Point::new(corner.v + 2, corner.h + 2), &GROW, line);
    canvas.horizontal(content.top + inner, corner.h, content.right, line);
    canvas.horizontal(corner.v - SCROLL_BAR_WIDTH - 1, corner.h, content.right, line);
    canvas.vertical(content.left + inner, corner.v, content.bottom, line);
    canvas.vertical(corner.h - SCROLL_BAR_WIDTH - 1, corner.v, content.bottom, line);
    let down = flipped(&ARROW_UP);
    let left = turned(&ARROW_UP);
    let right: Vec<String> = left.iter().map(|row| row.chars().rev().collect()).collect();
    draw_arrow(
        canvas,
        Point::new(content.top + 3, corner.h + 2),
        &ARROW_UP.map(str::to_owned),
        line,
    );
    draw_arrow(
        canvas,
        Point::new(corner.v - SCROLL_BAR_WIDTH + 2, corner.h + 2),
        &down,
        line,
    );
    draw_arrow(canvas, Point::new(corner.v + 2, content.left + 3), &left, line);
    draw_arrow(
        canvas,
        Point::new(corner.v + 2, corner.h - SCROLL_BAR_WIDTH + 2),
        &right,
        line,
    );
}

fn draw_arrow(canvas: &mut Canvas, origin: Point, rows: &[String], colour: Colour) {
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    canvas.stencil(origin, &rows, colour);
}

fn flipped(rows: &[&str]) -> Vec<String> {
    rows.iter().rev().map(|row| (*row).to_owned()).collect()
}

/// Rows and columns exchanged: an arrow up becomes an arrow to the left.
fn turned(rows: &[&str]) -> Vec<String> {
    let width = rows.first().map_or(0, |row| row.len());
    (0..width)
        .map(|column| {
            rows.iter()
                .map(|row| char::from(row.as_bytes()[column]))
                .collect()
        })
        .collect()
}

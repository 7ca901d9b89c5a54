//! Following lines of text from their first glyph to their last.
//!
//! The pen moves as QuickDraw's does: a glyph is drawn at the pen, bitmaps may overhang their neighbours, and the pen
//! moves on by the glyph's width. A glyph is accepted only when it explains its columns exactly: all ink there is the
//! ink of the glyphs, and all ink of the glyphs is there. Every glyph that fits is followed (a period is also the start
//! of an ellipsis), and the way that explains the most ink is kept; a line that no way leads to a clear end is no line.

use std::collections::HashMap;
use std::rc::Rc;

use super::face::{Face, Pattern, Weave};
use super::plane::Plane;
use super::run::{Lane, Placed, Run, Tail};
use crate::screen::strike::Column;

/// The most glyphs in a line; a line of the narrowest letter across the widest screen is shorter.
const MOST_GLYPHS: usize = 500;

/// The most glyphs that may fit from one start. Strikes whose glyphs are parts of each other could otherwise keep a
/// line busy for long; in ordinary text hardly more fit than are there.
const MOST_TRIES: usize = 4_000;

/// The most spaces in a row inside a line: two, as some type after a full stop. A wider gap separates lines, as that
/// between the titles of a menu bar does.
const MOST_SPACES: i32 = 2;

/// How many rows above and below the core rows an edge must pass a line.
pub(super) const BEYOND: u32 = 2;

/// The ink of glyphs already placed that stands where later glyphs may still draw, column by column from there on;
/// the last column is not blank.
type Overhang = Vec<Column>;

/// Follows the lines of one face whose font rectangles share their top row.
pub(super) struct Tracer<'a, 'f> {
    plane: &'a Plane,
    face: &'f Face,
    top: i32,
    /// The best way on from places already visited; lines that come by again share it.
    visited: HashMap<(Lane, i32, Overhang), Option<Rc<Tail<'f>>>>,
    /// Glyphs between the start and here.
    depth: usize,
    /// Glyphs that fitted since the start.
    tries: usize,
}

impl<'a, 'f> Tracer<'a, 'f> {
    pub(super) fn new(plane: &'a Plane, face: &'f Face, top: i32) -> Self {
        Self {
            plane,
            face,
            top,
            visited: HashMap::new(),
            depth: 0,
            tries: 0,
        }
    }

    /// The line whose first column in the core rows is `x`, where what stands before is clear of it.
    pub(super) fn line(&mut self, x: i32) -> Option<Run<'f>> {
        let face = self.face;
        let first_column = self.plane.window(x, self.top) & face.core;
        // Dimmed ink shows on which squares of the checkerboard it stands.
        let corner = (x + self.top + first_column.trailing_zeros() as i32).rem_euclid(2) as usize;
        let mut runs = Vec::new();
        for (phase, phased) in face.phases() {
            for &(index, from_pen) in phased.starting_with(first_column) {
                let pen = x - from_pen;
                if phase == face.phase(corner, pen, self.top) {
                    runs.extend(self.follow(&phased.patterns[index], pen, corner));
                }
            }
        }
        // Half of the pixels may leave open what was written, and then nobody should claim to know. Where all of the
        // pixels do, the characters are alike, and reported so.
        Run::best(runs).filter(|best| !best.merit.doubtful || face.weave == Weave::Solid)
    }

    /// Follows the line that starts with `first` at `pen`.
    fn follow(&mut self, first: &'f Pattern, pen: i32, corner: usize) -> Option<Run<'f>> {
        let start = pen + first.left;
        let rules = self.plane.window(start - 1, self.top) & self.face.rows & !self.face.core;
        let lane = Lane { rules, corner };
        let overhang = self.place(lane, first, pen, start, &[])?;
        (self.depth, self.tries) = (0, 0);
        let tail = self.way_on(lane, pen + first.advance, overhang)?;
        let whole = Tail::behind(
            Placed {
                pen,
                pattern: Some(first),
            },
            tail,
            lane,
        );
        Some(Run::new(self.face, self.top, lane, &whole))
    }

    /// The ink of the line's rows in column `x`, without the rules. Where a rule is broken the column is no text of
    /// this line: nothing explains a full column.
    fn ink(&self, lane: Lane, x: i32) -> Column {
        let window = self.plane.window(x, self.top) & self.face.rows;
        if window & lane.rules == lane.rules {
            window & !lane.rules
        } else {
            Column::MAX
        }
    }

    /// The first column in which a glyph at `pen`, or one behind it, may still draw.
    fn settled(&self, pen: i32) -> i32 {
        pen + self.face.min_left
    }

    /// Places `pattern` at `pen`, where `before` is the ink already drawn from column `from` on. Returns what then
    /// overhangs the next pen; `None` when the columns that nothing can change any more are not explained.
    fn place(
        &self,
        lane: Lane,
        pattern: &Pattern,
        pen: i32,
        from: i32,
        before: &[Column],
    ) -> Option<Overhang> {
        let settled = self.settled(pen + pattern.advance);
        let end = settled.max(pen + pattern.right()).max(from + before.len() as i32);
        let mut overhang = Overhang::new();
        for x in from.min(settled)..end {
            let drawn = (at(before, x - from) | pattern.column(x - pen)) & !lane.rules;
            let ink = self.ink(lane, x);
            if x >= settled {
                overhang.push(drawn);
            }
            if drawn & !ink != 0 || (x < settled && drawn != ink) {
                return None;
            }
        }
        let blank = overhang.iter().rev().take_while(|&&column| column == 0).count();
        overhang.truncate(overhang.len() - blank);
        Some(overhang)
    }

    /// The best way on from `pen`; `None` when there is none.
    fn way_on(&mut self, lane: Lane, pen: i32, overhang: Overhang) -> Option<Rc<Tail<'f>>> {
        let place = (lane, pen, overhang);
        if let Some(known) = self.visited.get(&place) {
            return known.clone();
        }
        if self.depth == MOST_GLYPHS || self.tries > MOST_TRIES {
            return None;
        }
        self.depth += 1;
        let overhang = &place.2;
        let ways = [
            self.next_glyph(lane, pen, overhang),
            self.next_word(lane, pen, overhang),
            self.stop(lane, pen, overhang),
        ];
        let best = Tail::best(ways.into_iter().flatten()).map(Rc::new);
        self.depth -= 1;
        self.visited.insert(place, best.clone());
        best
    }

    fn next_glyph(&mut self, lane: Lane, pen: i32, overhang: &[Column]) -> Option<Tail<'f>> {
        let face = self.face;
        let settled = self.settled(pen);
        let mut reach = settled..pen + face.height as i32;
        let new = reach.find(|&x| self.ink(lane, x) != at(overhang, x - settled))?;
        let (ink, drawn) = (self.ink(lane, new), at(overhang, new - settled));
        let phased = face.at(face.phase(lane.corner, pen, self.top));
        let mut ways = Vec::new();
        for pattern in phased.explaining(ink, overhang.is_empty() && lane.rules == 0) {
            // Whatever comes next must explain the first column that nothing explains yet.
            let column = pattern.column(new - pen) & !lane.rules;
            if column & !ink != 0 || column & !drawn == 0 {
                continue;
            }
            let Some(overhang) = self.place(lane, pattern, pen, settled, overhang) else {
                continue;
            };
            self.tries += 1;
            if let Some(tail) = self.way_on(lane, pen + pattern.advance, overhang) {
                ways.push(Tail::behind(
                    Placed {
                        pen,
                        pattern: Some(pattern),
                    },
                    tail,
                    lane,
                ));
            }
        }
        Tail::best(ways)
    }

    /// Goes on after one or two spaces; spaces alone lead nowhere.
    fn next_word(&mut self, lane: Lane, pen: i32, overhang: &[Column]) -> Option<Tail<'f>> {
        let space = self.face.space?;
        let settled = self.settled(pen);
        for count in 1..=MOST_SPACES {
            let next = pen + count * space;
            if !(settled..self.settled(next)).all(|x| self.ink(lane, x) == at(overhang, x - settled)) {
                return None;
            }
            let left = overhang
                .get((count * space) as usize..)
                .unwrap_or_default()
                .to_vec();
            if let Some(tail) = self.next_glyph(lane, next, &left) {
                let spaces = (0..count).rev().map(|at| Placed {
                    pen: pen + at * space,
                    pattern: None,
                });
                return Some(spaces.fold(tail, |tail, space| Tail::behind(space, Rc::new(tail), lane)));
            }
        }
        None
    }

    /// Ends the line at `pen` when what follows is clear of it.
    fn stop(&self, lane: Lane, pen: i32, overhang: &[Column]) -> Option<Tail<'f>> {
        let settled = self.settled(pen);
        let ends = settled + overhang.len() as i32;
        if !(settled..ends).all(|x| self.ink(lane, x) == at(overhang, x - settled)) {
            return None;
        }
        // The last glyph may leave blank columns before its pen; the gap is counted from its ink.
        let blank = (1..self.face.quiet)
            .take_while(|back| overhang.is_empty() && self.is_blank(ends - back))
            .count();
        self.is_clear(ends - blank as i32).then(|| Tail::end(pen))
    }

    fn is_blank(&self, x: i32) -> bool {
        self.plane.window(x, self.top) & self.face.core == 0
    }

    /// Whether the columns from `x` to the right are clear: blank as far as the face's quiet zone goes, or blank up to an
    /// edge that passes the line by, above and below it: a frame, a window, a pattern.
    fn is_clear(&self, x: i32) -> bool {
        match (x..x + self.face.quiet).find(|&column| !self.is_blank(column)) {
            None => true,
            Some(column) => column > x && self.is_edge([column, column + 1]),
        }
    }

    /// Whether the ink of two columns, taken together, passes the line from above to below without a gap of two rows.
    /// No glyph of any font does that on its own line.
    fn is_edge(&self, columns: [i32; 2]) -> bool {
        let (top, bottom) = (
            self.face.core.trailing_zeros(),
            Column::BITS - self.face.core.leading_zeros(),
        );
        let from = self.top + top as i32 - BEYOND as i32;
        let height = bottom - top + 2 * BEYOND;
        let ink = columns.iter().fold(0, |all, &x| all | self.plane.window(x, from));
        let covered = ink | ink >> 1;
        let wanted = (1u64 << (height - 1)) - 1;
        covered & wanted == wanted
    }
}

/// The column at `index`; blank outside.
fn at(columns: &[Column], index: i32) -> Column {
    usize::try_from(index)
        .ok()
        .and_then(|index| columns.get(index))
        .copied()
        .unwrap_or(0)
}

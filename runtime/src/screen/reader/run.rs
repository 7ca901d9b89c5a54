//! Following one line of text from its first glyph to its last.
//!
//! The pen moves as QuickDraw's does: a glyph is drawn at the pen, bitmaps may overhang their neighbours, and the pen
//! moves on by the glyph's width. A glyph is accepted only when it explains its columns exactly: all ink there is the
//! ink of the glyphs, and all ink of the glyphs is there. Every glyph that fits is followed (a period is also the start
//! of an ellipsis), and the way that explains the most ink is kept; a line that no way leads to a clear end is no line.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

use super::face::{Face, Pattern, Phase, Phased, Weave};
use super::plane::Plane;
use crate::screen::strike::Column;

/// The most glyphs in a line; a line of the narrowest letter across the widest screen is shorter.
const MOST_GLYPHS: usize = 500;

/// The most glyphs that may fit from one start. Strikes whose glyphs are parts of each other could otherwise keep a line
/// busy for long; in ordinary text hardly more fit than are there.
const MOST_TRIES: usize = 4_000;

/// The most spaces in a row inside a line: two, as some type after a full stop. A wider gap separates lines, as that
/// between the titles of a menu bar does.
const MOST_SPACES: i32 = 2;

/// How many of the last glyphs can reach into one column.
const OVERLAPPING: usize = 4;

/// A glyph or a space at its pen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed<'f> {
    pub(super) pen: i32,
    /// `None` is a space.
    pub(super) pattern: Option<&'f Pattern>,
}

/// How good an explanation is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Merit {
    /// Pixels of ink that it explains.
    pub(super) ink: u32,
    /// What it takes in glyphs; of two ways to explain the same ink the cheaper is meant.
    pub(super) cost: u32,
    /// Whether another explanation is just as good.
    pub(super) doubtful: bool,
}

impl Merit {
    fn plus(self, pattern: &Pattern, rules: Column) -> Self {
        let (ink, cost) = (self.ink + pattern.visible_ink(rules), self.cost + pattern.cost());
        Self { ink, cost, ..self }
    }

    /// The order in which explanations are preferred, the best one greatest.
    pub(super) fn rank(&self) -> (u32, Reverse<u32>) {
        (self.ink, Reverse(self.cost))
    }
}

/// The better of two explanations of the same place, which is in doubt when they are equally good.
fn better<T>(mut one: T, mut other: T, merit: impl Fn(&mut T) -> &mut Merit) -> T {
    let (first, second) = (*merit(&mut one), *merit(&mut other));
    let mut best = if second.rank() > first.rank() { other } else { one };
    merit(&mut best).doubtful |= first.rank() == second.rank();
    best
}

/// A line that was followed to its end.
#[derive(Debug)]
pub(super) struct Run<'f> {
    pub(super) face: &'f Face,
    /// The top row of the font rectangle.
    pub(super) top: i32,
    pub(super) placed: Vec<Placed<'f>>,
    /// The pen behind the last glyph.
    pub(super) end: i32,
    /// The first column with ink and the column behind the last.
    pub(super) ink_columns: (i32, i32),
    /// How much the line proves.
    pub(super) evidence: u32,
    pub(super) merit: Merit,
    /// Rows outside the core that a rule along the line hides.
    pub(super) rules: Column,
    /// The square of the checkerboard at the screen's corner.
    weave_phase: Phase,
}

/// The best way on from some place in a line.
#[derive(Debug)]
struct Tail<'f> {
    merit: Merit,
    step: Step<'f>,
}

#[derive(Debug)]
enum Step<'f> {
    /// The line ends here.
    End(i32),
    /// A glyph or space, and the way on behind it.
    Place(Placed<'f>, Rc<Tail<'f>>),
}

impl<'f> Tail<'f> {
    fn end(pen: i32) -> Self {
        Self {
            merit: Merit::default(),
            step: Step::End(pen),
        }
    }

    fn behind(placed: Placed<'f>, tail: Rc<Tail<'f>>, rules: Column) -> Self {
        let merit = placed
            .pattern
            .map_or(tail.merit, |pattern| tail.merit.plus(pattern, rules));
        Self {
            merit,
            step: Step::Place(placed, tail),
        }
    }

    fn best(ways: impl IntoIterator<Item = Self>) -> Option<Self> {
        ways.into_iter()
            .reduce(|one, other| better(one, other, |tail| &mut tail.merit))
    }
}

/// Follows lines of one face on one plane.
pub(super) struct Tracer<'a, 'f> {
    plane: &'a Plane,
    face: &'f Face,
    top: i32,
    weave_phase: Phase,
    /// Rows outside the core through which a rule passes along the whole line: a button's frame.
    rules: Column,
    placed: Vec<Placed<'f>>,
    tries: usize,
    /// The best way on from places already visited: the pen, and the ink that overhangs it.
    visited: HashMap<(i32, Vec<Column>), Option<Rc<Tail<'f>>>>,
}

impl<'a, 'f> Tracer<'a, 'f> {
    /// The line whose first column in the core rows is `x`, with its font rectangle at row `top`.
    pub(super) fn line(plane: &'a Plane, face: &'f Face, x: i32, top: i32) -> Option<Run<'f>> {
        let first_column = plane.window(x, top) & face.core;
        // Dimmed ink shows on which squares of the checkerboard it stands.
        let weave_phase = (x + top + first_column.trailing_zeros() as i32).rem_euclid(2) as usize;
        let starts = face.phases().flat_map(|(phase, phased)| {
            let starts = phased.starting_with(first_column).iter();
            starts.map(move |&(index, from_pen)| (phase, &phased.patterns[index], x - from_pen))
        });
        let runs = starts.filter_map(|(phase, first, pen)| {
            let tracer = Self::new(plane, face, top, weave_phase, pen + first.left);
            if phase == tracer.phase(pen) {
                tracer.follow(first, pen)
            } else {
                None
            }
        });
        let best = runs.reduce(|one, other| better(one, other, |run| &mut run.merit))?;
        // Half of the pixels may leave open what was written, and then nobody should claim to know. Where all of the
        // pixels do, the characters are alike, and reported so.
        (!best.merit.doubtful || face.weave == Weave::Solid).then_some(best)
    }

    fn new(plane: &'a Plane, face: &'f Face, top: i32, weave_phase: Phase, start: i32) -> Self {
        let rules = plane.window(start - 1, top) & face.rows & !face.core;
        Self {
            plane,
            face,
            top,
            weave_phase,
            rules,
            placed: Vec::new(),
            tries: 0,
            visited: HashMap::new(),
        }
    }

    /// Follows the line that starts with `first` at `pen`.
    fn follow(mut self, first: &'f Pattern, pen: i32) -> Option<Run<'f>> {
        let start = pen + first.left;
        if !self.is_clear(start - 1, -1) || !self.place(first, pen, start) {
            return None;
        }
        let tail = self.way_on(pen + first.advance)?;
        let whole = Tail::behind(
            Placed {
                pen,
                pattern: Some(first),
            },
            tail,
            self.rules,
        );
        Some(self.run(whole, start))
    }

    /// The phase of the checkerboard for a glyph at `pen`.
    fn phase(&self, pen: i32) -> Phase {
        self.face.phase(self.weave_phase, pen, self.top)
    }

    /// The ink of the line's rows in column `x`, without the rules. Where a rule is broken the column is no text of
    /// this line: nothing explains a full column.
    fn ink(&self, x: i32) -> Column {
        let window = self.plane.window(x, self.top) & self.face.rows;
        if window & self.rules == self.rules {
            window & !self.rules
        } else {
            Column::MAX
        }
    }

    /// The ink that the placed glyphs leave in column `x`, where no rule hides it.
    fn drawn(&self, x: i32) -> Column {
        let last = self.placed.iter().rev().take(OVERLAPPING);
        let glyphs = last.filter_map(|placed| Some((placed.pattern?, placed.pen)));
        glyphs.fold(0, |all, (pattern, pen)| all | pattern.column(x - pen)) & !self.rules
    }

    /// Whether columns `from` to `to` hold exactly the ink of the placed glyphs.
    fn is_explained(&self, from: i32, to: i32) -> bool {
        (from..to).all(|x| self.ink(x) == self.drawn(x))
    }

    /// Where the pen at `pen` can no longer change anything.
    fn settled(&self, pen: i32) -> i32 {
        pen + self.face.min_left
    }

    /// Places `pattern` at `pen` when that explains the columns from `from` on; else leaves the line as it was.
    fn place(&mut self, pattern: &'f Pattern, pen: i32, from: i32) -> bool {
        self.placed.push(Placed {
            pen,
            pattern: Some(pattern),
        });
        let settled = self.settled(pen + pattern.advance);
        let overhang = settled.max(from)..pen + pattern.right();
        let fits = self.is_explained(from, settled)
            && overhang.into_iter().all(|x| self.drawn(x) & !self.ink(x) == 0);
        if !fits {
            self.placed.pop();
        }
        fits
    }

    /// The best way on from `pen`; `None` when there is none.
    fn way_on(&mut self, pen: i32) -> Option<Rc<Tail<'f>>> {
        if self.placed.len() > MOST_GLYPHS {
            return None;
        }
        let place = (pen, self.overhang(pen));
        if let Some(known) = self.visited.get(&place) {
            return known.clone();
        }
        let ways = [self.next_glyph(pen), self.next_word(pen), self.stop(pen)];
        let best = Tail::best(ways.into_iter().flatten()).map(Rc::new);
        self.visited.insert(place, best.clone());
        best
    }

    /// The ink of placed glyphs to the right of what is settled at `pen`.
    fn overhang(&self, pen: i32) -> Vec<Column> {
        let settled = self.settled(pen);
        (settled..self.drawn_end().max(settled))
            .map(|x| self.drawn(x))
            .collect()
    }

    /// The column behind the last ink of the placed glyphs.
    fn drawn_end(&self) -> i32 {
        let last = self.placed.iter().rev().take(OVERLAPPING);
        last.filter_map(|p| Some(p.pen + p.pattern?.right()))
            .max()
            .unwrap_or(i32::MIN)
    }

    fn next_glyph(&mut self, pen: i32) -> Option<Tail<'f>> {
        let settled = self.settled(pen);
        let mut reach = settled..pen + self.face.height as i32;
        let new = reach.find(|&x| self.ink(x) != self.drawn(x))?;
        let (ink, drawn) = (self.ink(new), self.drawn(new));
        let mut ways = Vec::new();
        for pattern in &self.face.at(self.phase(pen)).patterns {
            // Whatever comes next must explain the first column that nothing explains yet.
            let column = pattern.column(new - pen) & !self.rules;
            if column & !ink != 0 || column & !drawn == 0 || !self.place(pattern, pen, settled) {
                continue;
            }
            self.tries += 1;
            let tail = if self.tries > MOST_TRIES {
                None
            } else {
                self.way_on(pen + pattern.advance)
            };
            ways.extend(tail.map(|tail| {
                Tail::behind(
                    Placed {
                        pen,
                        pattern: Some(pattern),
                    },
                    tail,
                    self.rules,
                )
            }));
            self.placed.pop();
        }
        Tail::best(ways)
    }

    /// Goes on after one or two spaces; spaces alone lead nowhere.
    fn next_word(&mut self, pen: i32) -> Option<Tail<'f>> {
        let space = self.face.space?;
        let before = self.placed.len();
        let mut best = None;
        for count in 1..=MOST_SPACES {
            let at = pen + count * space;
            self.placed.push(Placed {
                pen: at - space,
                pattern: None,
            });
            if !self.is_explained(self.settled(pen), self.settled(at)) {
                break;
            }
            best = self.next_glyph(at);
            if best.is_some() {
                break;
            }
        }
        let spaces = self.placed.split_off(before);
        best.map(|tail| {
            spaces
                .into_iter()
                .rev()
                .fold(tail, |tail, space| Tail::behind(space, Rc::new(tail), self.rules))
        })
    }

    /// Ends the line at `pen` when what follows is clear of it.
    fn stop(&self, pen: i32) -> Option<Tail<'f>> {
        let ink_end = self.drawn_end();
        let explained = self.is_explained(self.settled(pen), ink_end);
        (explained && self.is_clear(ink_end.max(self.settled(pen)), 1)).then(|| Tail::end(pen))
    }

    /// Whether the columns from `x` on in direction `step` are clear: blank as far as the face's quiet zone goes, or
    /// blank up to an edge that passes the line by, above and below it: a frame, a window, a pattern.
    fn is_clear(&self, x: i32, step: i32) -> bool {
        let core = self.face.core;
        let blank = |x: i32| self.plane.window(x, self.top) & core == 0;
        let quiet = self.face.quiet;
        match (0..quiet).find(|&distance| !blank(x + step * distance)) {
            None => true,
            Some(0) => false,
            Some(distance) => self.is_edge([x + step * distance, x + step * (distance + 1)]),
        }
    }

    /// Whether the ink of two columns, taken together, passes the line from above to below without a gap of two rows.
    /// No glyph of any font does that on its own line.
    fn is_edge(&self, columns: [i32; 2]) -> bool {
        const BEYOND: u32 = 2;
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

    fn run(self, whole: Tail<'f>, start: i32) -> Run<'f> {
        let mut placed = Vec::new();
        let mut step = &whole.step;
        let end = loop {
            match step {
                Step::End(pen) => break *pen,
                Step::Place(glyph, tail) => {
                    placed.push(*glyph);
                    step = &tail.step;
                }
            }
        };
        let glyphs = || placed.iter().filter_map(|p| Some((p.pattern?, p.pen)));
        Run {
            face: self.face,
            top: self.top,
            end,
            ink_columns: (
                start,
                glyphs()
                    .map(|(pattern, pen)| pen + pattern.right())
                    .max()
                    .unwrap_or(start),
            ),
            evidence: glyphs().map(|(pattern, _)| pattern.evidence).sum(),
            merit: whole.merit,
            rules: self.rules,
            weave_phase: self.weave_phase,
            placed,
        }
    }
}

impl<'f> Run<'f> {
    /// The patterns that the glyph at `pen` was chosen from.
    pub(super) fn choices(&self, pen: i32) -> &'f Phased {
        self.face.at(self.face.phase(self.weave_phase, pen, self.top))
    }

    /// Whether the text was dimmed.
    pub(super) fn is_dimmed(&self) -> bool {
        self.face.weave == Weave::Dimmed
    }
}

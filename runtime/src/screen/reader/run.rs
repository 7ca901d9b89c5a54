//! A line of glyphs, and how good an explanation of its pixels it is.

use std::cmp::Reverse;
use std::rc::Rc;

use super::face::{Face, Pattern, Phase, Phased, Weave};
use crate::screen::strike::Column;

/// What stays the same along a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Lane {
    /// Rows outside the core through which a rule passes from end to end: a button's frame.
    pub(super) rules: Column,
    /// Which squares of the checkerboard a dimmed text keeps, counted from the screen's corner.
    pub(super) corner: Phase,
}

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

/// A way on from some place in a line to its end.
#[derive(Debug)]
pub(super) struct Tail<'f> {
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
    /// The line ends at `pen`.
    pub(super) fn end(pen: i32) -> Self {
        Self {
            merit: Merit::default(),
            step: Step::End(pen),
        }
    }

    /// `placed`, and then `tail`.
    pub(super) fn behind(placed: Placed<'f>, tail: Rc<Tail<'f>>, lane: Lane) -> Self {
        let merit = placed
            .pattern
            .map_or(tail.merit, |pattern| tail.merit.plus(pattern, lane.rules));
        Self {
            merit,
            step: Step::Place(placed, tail),
        }
    }

    /// The best of several ways.
    pub(super) fn best(ways: impl IntoIterator<Item = Self>) -> Option<Self> {
        ways.into_iter()
            .reduce(|one, other| better(one, other, |tail| &mut tail.merit))
    }
}

/// A line that was followed to its end.
#[derive(Debug)]
pub(super) struct Run<'f> {
    pub(super) face: &'f Face,
    /// The top row of the font rectangle.
    pub(super) top: i32,
    pub(super) lane: Lane,
    pub(super) placed: Vec<Placed<'f>>,
    /// The pen behind the last glyph.
    pub(super) end: i32,
    pub(super) merit: Merit,
}

impl<'f> Run<'f> {
    pub(super) fn new(face: &'f Face, top: i32, lane: Lane, whole: &Tail<'f>) -> Self {
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
        Self {
            face,
            top,
            lane,
            placed,
            end,
            merit: whole.merit,
        }
    }

    /// The best of several lines that start at the same place.
    pub(super) fn best(runs: impl IntoIterator<Item = Self>) -> Option<Self> {
        runs.into_iter()
            .reduce(|one, other| better(one, other, |run| &mut run.merit))
    }

    /// The glyphs with their pens.
    pub(super) fn glyphs(&self) -> impl Iterator<Item = (&'f Pattern, i32)> {
        self.placed
            .iter()
            .filter_map(|placed| Some((placed.pattern?, placed.pen)))
    }

    /// How much the line proves.
    pub(super) fn evidence(&self) -> u32 {
        self.glyphs().map(|(pattern, _)| pattern.evidence).sum()
    }

    /// The patterns that the glyph at `pen` was chosen from.
    pub(super) fn choices(&self, pen: i32) -> &'f Phased {
        self.face.at(self.face.phase(self.lane.corner, pen, self.top))
    }

    /// Whether the text was dimmed.
    pub(super) fn is_dimmed(&self) -> bool {
        self.face.weave == Weave::Dimmed
    }
}

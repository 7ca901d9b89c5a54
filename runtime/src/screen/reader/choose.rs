//! Keeping the best of the lines that claim the same pixels, and dropping those that prove too little.

use std::cmp::Reverse;

use super::plane::Ink;
use super::run::Run;
use crate::geometry::Rect;

/// The least that a line must prove: one letter that is not a bar, a dot or a corner.
const LEAST_EVIDENCE: u32 = 6;

/// The least for a line without a letter or digit: marks alone are rare on a screen, and shapes like them are not.
const LEAST_EVIDENCE_OF_MARKS: u32 = 30;

/// A line that may be reported.
pub(super) struct Candidate<'f> {
    pub(super) run: Run<'f>,
    pub(super) ink: Ink,
    /// The place of its face in the order of preference.
    pub(super) preference: usize,
}

impl Candidate<'_> {
    /// The box around the line's ink.
    fn ink_box(&self) -> Rect {
        let (mut left, mut right, mut rows) = (i32::MAX, i32::MIN, 0);
        for (pattern, pen) in self.run.glyphs() {
            (left, right) = (left.min(pen + pattern.left), right.max(pen + pattern.right()));
            rows |= pattern.columns.iter().fold(0, |all, column| all | column);
        }
        let top = self.run.top + rows.trailing_zeros() as i32;
        let bottom = self.run.top + (u64::BITS - rows.leading_zeros()) as i32;
        Rect::from_edges(left, top, right, bottom).unwrap_or_default()
    }

    fn proves_enough(&self) -> bool {
        match self.letters() {
            0 => self.run.evidence() >= LEAST_EVIDENCE_OF_MARKS,
            _ => self.run.evidence() >= LEAST_EVIDENCE,
        }
    }

    /// Letters and digits are likelier than marks that have the same shape at another height: an `o` and a `°`.
    fn letters(&self) -> usize {
        // Unicode counts the free-standing accents among the letters, but not among the small or capital ones.
        let is_letter = |c: char| c.is_ascii_digit() || c.is_lowercase() || c.is_uppercase();
        self.run
            .glyphs()
            .filter(|(p, _)| is_letter(p.character) || p.alike.iter().copied().any(is_letter))
            .count()
    }
}

/// The lines that explain the most ink, none of which overlap.
pub(super) fn best(mut candidates: Vec<Candidate<'_>>) -> Vec<Candidate<'_>> {
    candidates.retain(Candidate::proves_enough);
    candidates.sort_by_key(|c| (Reverse(c.run.merit.rank()), Reverse(c.letters()), c.preference));
    let mut chosen: Vec<(Rect, Candidate<'_>)> = Vec::new();
    for candidate in candidates {
        let ink_box = candidate.ink_box();
        if chosen
            .iter()
            .all(|(taken, _)| taken.intersection(&ink_box).is_none())
        {
            chosen.push((ink_box, candidate));
        }
    }
    chosen.into_iter().map(|(_, candidate)| candidate).collect()
}

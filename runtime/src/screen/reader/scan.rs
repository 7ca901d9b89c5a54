//! Where lines may start: at the first column of some glyph, with nothing in front of it.
//!
//! All rows of a column are looked at together, 64 to a word: bit `y` of a word stands for the core rows of a line
//! whose topmost one is `y`.

use super::face::Face;
use super::plane::Plane;
use super::run::Run;
use super::trace::{BEYOND, Tracer};

/// The lines of `face` on `plane`. Lines of different rows may overlap; those of the same row do not.
pub(super) fn runs<'f>(plane: &Plane, face: &'f Face) -> Vec<Run<'f>> {
    let core_top = face.core.trailing_zeros() as i32;
    let mut runs = Vec::new();
    for (row, starts) in (0..).zip(starts(plane, face)) {
        let mut tracer = Tracer::new(plane, face, row - core_top);
        // Where a line was read up to, no other starts: it could only be the end of the same.
        let mut read_up_to = i32::MIN;
        for x in starts {
            if x >= read_up_to
                && let Some(run) = tracer.line(x)
            {
                read_up_to = run.end;
                runs.push(run);
            }
        }
    }
    runs
}

/// What a column holds, for all rows.
#[derive(Default)]
struct Rows {
    /// Whether there is ink in the core rows.
    ink: Vec<u64>,
    /// Whether this column and the one before it are an edge that passes the core rows above and below.
    edge: Vec<u64>,
}

/// For each row, the columns where a line may start whose topmost core row it is.
fn starts(plane: &Plane, face: &Face) -> Vec<Vec<i32>> {
    let core_top = face.core.trailing_zeros();
    let height = u64::BITS - face.core.leading_zeros() - core_top;
    let mut starts = vec![Vec::new(); (plane.height() - height as i32 + 1).max(0) as usize];
    let mut last: Vec<Rows> = std::iter::repeat_with(Rows::default)
        .take(face.quiet as usize + 1)
        .collect();
    for x in 0..plane.width() {
        last.rotate_right(1);
        plane.ink_within(x, height, &mut last[0].ink);
        plane.edge_along([x - 1, x], height, BEYOND, &mut last[0].edge);
        for (word, &ink) in last[0].ink.iter().enumerate() {
            let mut rows = ink & clear_before(&last, word);
            while rows != 0 {
                let row = word as u32 * u64::BITS + rows.trailing_zeros();
                rows &= rows - 1;
                let first_column = plane.window(x, row as i32 - core_top as i32) & face.core;
                if let Some(starts) = starts.get_mut(row as usize)
                    && face.starts_with(first_column)
                {
                    starts.push(x);
                }
            }
        }
    }
    starts
}

/// The rows in which what stands before the newest column is clear of it (see `Tracer::is_clear`): blank as far as the
/// quiet zone goes, or blank up to an edge. `last` holds the newest column, then the one before it, and so on.
fn clear_before(last: &[Rows], word: usize) -> u64 {
    let of = |rows: &[u64]| rows.get(word).copied().unwrap_or(0);
    let mut blank = !of(&last[1].ink);
    let mut clear = 0;
    for rows in &last[2..] {
        clear |= blank & of(&rows.ink) & of(&rows.edge);
        blank &= !of(&rows.ink);
    }
    clear | blank
}

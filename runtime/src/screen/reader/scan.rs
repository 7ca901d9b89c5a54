//! Where lines may start: a column with ink behind a blank one, with the first column of some glyph in it.

use super::face::Face;
use super::plane::Plane;
use super::run::{Run, Tracer};

/// Every line of `face` on `plane` that can be followed from start to end; many overlap.
pub(super) fn runs<'f>(plane: &Plane, face: &'f Face) -> Vec<Run<'f>> {
    let core_top = face.core.trailing_zeros() as i32;
    let core_height = u64::BITS - face.core.leading_zeros() - core_top as u32;
    let last_row = plane.height() - core_height as i32;
    let mut runs = Vec::new();
    let (mut before, mut here) = (Vec::new(), Vec::new());
    for x in 0..plane.width() {
        std::mem::swap(&mut before, &mut here);
        plane.smeared_up(x, core_height, &mut here);
        for (word, &ink) in here.iter().enumerate() {
            let mut starts = ink & !before.get(word).copied().unwrap_or(0);
            while starts != 0 {
                let row = (word as u32 * u64::BITS + starts.trailing_zeros()) as i32;
                starts &= starts - 1;
                if row <= last_row {
                    runs.extend(Tracer::line(plane, face, x, row - core_top));
                }
            }
        }
    }
    runs
}

//! How much a bitmap proves when it is found: how unlikely it is among the bars, dots and boxes of a screen.

use crate::screen::strike::Column;

/// Corners of the bitmap beyond the four that each separate piece of it has at least.
pub(super) fn evidence(columns: &[Column]) -> u32 {
    corners(columns).saturating_sub(4 * pieces(columns))
}

/// Pixel corners where the outline turns; where two pieces touch at a corner only, both turn.
fn corners(columns: &[Column]) -> u32 {
    let padded: Vec<Column> = std::iter::once(0)
        .chain(columns.iter().map(|c| c << 1))
        .chain(std::iter::once(0))
        .collect();
    padded
        .windows(2)
        .map(|pair| {
            let (a, b, c, d) = (pair[0], pair[1], pair[0] >> 1, pair[1] >> 1);
            let turns = a ^ b ^ c ^ d;
            let touching = (a ^ b) & !(a ^ d) & !(b ^ c);
            turns.count_ones() + 2 * touching.count_ones()
        })
        .sum()
}

/// How many pieces the bitmap has; pixels that touch at a corner belong together.
fn pieces(columns: &[Column]) -> u32 {
    let mut left = columns.to_vec();
    let mut count = 0;
    while let Some(at) = left.iter().position(|&c| c != 0) {
        count += 1;
        let seed = left[at] & left[at].wrapping_neg();
        let mut piece = vec![0; left.len()];
        piece[at] = seed;
        while grow(&mut piece, &left) {}
        for (rest, taken) in left.iter_mut().zip(&piece) {
            *rest &= !taken;
        }
    }
    count
}

/// Grows `piece` by its neighbours in `ink`; says whether it grew.
fn grow(piece: &mut [Column], ink: &[Column]) -> bool {
    let before = piece.to_vec();
    for x in 0..piece.len() {
        let around = before[x.saturating_sub(1)..(x + 2).min(before.len())]
            .iter()
            .fold(0, |all, c| all | c);
        piece[x] = (around | around << 1 | around >> 1) & ink[x];
    }
    piece != before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_prove_nothing_and_letters_something() {
        let bar = [0b1111, 0b1111];
        let dots = [0b1, 0, 0b1, 0, 0b1];
        let l_shape = [0b1111, 0b1000, 0b1000];
        let ring = [0b0110, 0b1001, 0b0110];
        assert_eq!([evidence(&bar), evidence(&dots), evidence(&l_shape)], [0, 0, 2]);
        assert!(evidence(&ring) > 6);
    }

    #[test]
    fn pieces_that_touch_at_a_corner_are_one() {
        assert_eq!(pieces(&[0b01, 0b10]), 1);
        assert_eq!(pieces(&[0b101, 0b000, 0b101]), 4);
        assert_eq!(pieces(&[]), 0);
    }
}

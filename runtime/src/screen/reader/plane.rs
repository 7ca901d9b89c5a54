//! The screen as one bit per pixel, stored by columns, so that any column of a text line is one word.

use crate::screen::image::{Image, Pixels, Rgb};
use crate::screen::strike::Column;

/// Which pixels count as ink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// Dark pixels: black on white.
    Dark,
    /// Light pixels: white on black, as in a selected menu title.
    Light,
    /// Pixels of a middle brightness: what a Macintosh with colours dims in grey instead of thinning it out.
    Grey,
}

impl Ink {
    fn has(self, colour: Rgb) -> bool {
        match (self, colour.luminance()) {
            (Ink::Dark, brightness) => brightness < 128,
            (Ink::Light, brightness) => brightness >= 128,
            (Ink::Grey, brightness) => (96..208).contains(&brightness),
        }
    }
}

/// Rows in a word.
const WORD: usize = 64;

/// Ink and paper.
pub(super) struct Plane {
    width: i32,
    height: i32,
    words_per_column: usize,
    /// Column after column from top to bottom, bit 0 the topmost; a word of paper stands above and below each.
    words: Vec<u64>,
}

impl Plane {
    pub(super) fn new(image: &Image, ink: Ink) -> Self {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let words_per_column = height.div_ceil(WORD) + 2;
        let mut words = vec![0; words_per_column * width];
        let mut mark = |at: usize, is_ink: u64| {
            let (x, y) = (at % width, at / width);
            words[x * words_per_column + y / WORD + 1] |= is_ink << (y % WORD);
        };
        match image.pixels() {
            Pixels::Indexed { palette, indices } => {
                let mut is_ink = [0u64; 256];
                for (flag, colour) in is_ink.iter_mut().zip(palette) {
                    *flag = u64::from(ink.has(*colour));
                }
                indices
                    .iter()
                    .enumerate()
                    .for_each(|(at, &index)| mark(at, is_ink[usize::from(index)]));
            }
            Pixels::Direct { colours } => {
                colours
                    .iter()
                    .enumerate()
                    .for_each(|(at, &colour)| mark(at, u64::from(ink.has(colour))));
            }
        }
        // An image has at most 2^24 pixels, so its sides fit.
        Self {
            width: width as i32,
            height: height as i32,
            words_per_column,
            words,
        }
    }

    /// Whether there is no ink at all.
    pub(super) fn is_blank(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub(super) fn width(&self) -> i32 {
        self.width
    }

    pub(super) fn height(&self) -> i32 {
        self.height
    }

    /// The 64 rows of column `x` from row `y` down; paper outside the image.
    pub(super) fn window(&self, x: i32, y: i32) -> Column {
        let Some(column) = self.column(x) else { return 0 };
        let from = y + WORD as i32;
        if from < 0 {
            return 0;
        }
        let (word, bit) = (from as usize / WORD, from as usize % WORD);
        let low = column.get(word).map_or(0, |w| w >> bit);
        let high = if bit == 0 {
            0
        } else {
            column.get(word + 1).map_or(0, |w| w << (WORD - bit))
        };
        low | high
    }

    fn column(&self, x: i32) -> Option<&[u64]> {
        if !(0..self.width).contains(&x) {
            return None;
        }
        self.words
            .get(x as usize * self.words_per_column..)?
            .get(..self.words_per_column)
    }

    /// For every row `y`, as one bit (row 0 first): whether there is ink in the `height` rows from `y` down.
    pub(super) fn ink_within(&self, x: i32, height: u32, out: &mut Vec<u64>) {
        out.clear();
        out.extend_from_slice(self.column(x).unwrap_or_default().get(1..).unwrap_or_default());
        smear_up(out, height);
    }

    /// For every row `y`, as one bit: whether the ink of two columns, taken together, goes from `beyond` rows above `y` to
    /// as many below the `height` rows from `y` down, without a gap of two rows.
    pub(super) fn edge_along(&self, columns: [i32; 2], height: u32, beyond: u32, out: &mut Vec<u64>) {
        out.clear();
        let [one, other] = columns.map(|x| self.column(x).unwrap_or_default());
        let ink = |at: usize| {
            let word = |column: &[u64]| column.get(at).copied().unwrap_or(0);
            word(one) | word(other)
        };
        // A gap of two rows is a row that has no ink, and neither has the next.
        out.extend(
            (0..self.words_per_column).map(|at| !(ink(at) | ink(at) >> 1 | ink(at + 1) << (WORD - 1))),
        );
        smear_up(out, height + 2 * beyond - 1);
        // Where the smear that starts `beyond` rows above met no gap, there is an edge.
        for at in 1..out.len() {
            out[at - 1] = !(out[at] << beyond | out[at - 1] >> (WORD as u32 - beyond));
        }
        out.pop();
    }
}

/// Makes each bit say whether it or one of the `height - 1` bits after it was set.
fn smear_up(words: &mut [u64], height: u32) {
    // Doubling: after each step a bit stands for `done` rows.
    let mut done = 1;
    while done < height {
        let step = done.min(height - done);
        for at in 0..words.len() {
            let next = words.get(at + 1).copied().unwrap_or(0);
            words[at] |= words[at] >> step | next << (WORD as u32 - step);
        }
        done += step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(height: usize, ink: &[usize]) -> Plane {
        let mut indices = vec![0; height];
        ink.iter().for_each(|&y| indices[y] = 1);
        let image = Image::indexed(1, height as u32, vec![Rgb::WHITE, Rgb::BLACK], indices);
        Plane::new(&image.expect("the parts fit"), Ink::Dark)
    }

    #[test]
    fn windows_cross_words_and_edges() {
        let plane = plane(100, &[0, 63, 64, 99]);
        assert_eq!(plane.window(0, 0), 1 | 1 << 63);
        assert_eq!(plane.window(0, 60), 1 << 3 | 1 << 4 | 1 << 39);
        assert_eq!(plane.window(0, -5) & 0xFF, 1 << 5);
        assert_eq!(plane.window(0, 99), 1);
        assert_eq!(
            [
                plane.window(0, 100),
                plane.window(1, 0),
                plane.window(-1, 0),
                plane.window(0, -64)
            ],
            [0; 4]
        );
    }

    #[test]
    fn a_smear_says_where_a_line_of_text_would_meet_ink() {
        let plane = plane(100, &[40, 70]);
        let mut smear = Vec::new();
        for height in [1, 5, 12, 33, 60] {
            plane.ink_within(0, height, &mut smear);
            for y in 0..100usize {
                let expected = plane.window(0, y as i32) & (u64::MAX >> (64 - height)) != 0;
                assert_eq!(
                    smear[y / 64] >> (y % 64) & 1 == 1,
                    expected,
                    "height {height}, row {y}"
                );
            }
        }
    }

    #[test]
    fn light_ink_is_what_is_not_dark() {
        let palette = vec![
            Rgb::WHITE,
            Rgb::new(200, 200, 200),
            Rgb::new(90, 90, 90),
            Rgb::BLACK,
        ];
        let image = Image::indexed(1, 4, palette, vec![0, 1, 2, 3]).expect("the parts fit");
        assert_eq!(Plane::new(&image, Ink::Dark).window(0, 0), 0b1100);
        assert_eq!(Plane::new(&image, Ink::Light).window(0, 0), 0b0011);
        assert_eq!(Plane::new(&image, Ink::Grey).window(0, 0), 0b0010);
    }
}

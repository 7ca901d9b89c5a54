//! What changed between two captures: a few boxes around it.
//!
//! Single pixels are no use to a caller who waits for a dialog, and one box around everything hides that two places
//! changed. So changed pixels are gathered in square cells, neighbouring cells grow together, and each group is boxed
//! tightly; when that still leaves too many boxes the cells double in size, until a handful is left.

use super::image::{Image, Pixels};
use crate::geometry::Rect;

/// The side of the smallest cell: changes closer than this belong together (a letter and its neighbour do).
const SMALLEST_CELL: u32 = 8;

/// The most boxes a caller is given.
const MOST_BOXES: usize = 32;

impl Image {
    /// Boxes around what looks different in `other`, from top to bottom and left to right; none when the images look
    /// the same. They do not overlap. Images of different sizes differ everywhere: one box around both.
    pub fn diff(&self, other: &Image) -> Vec<Rect> {
        if (self.width(), self.height()) != (other.width(), other.height()) {
            return vec![self.bounds().union(&other.bounds())];
        }
        let rows = changed_rows(self, other);
        let mut cell = SMALLEST_CELL;
        loop {
            let groups = CellGrid::of(&rows, self, cell).groups();
            // Merging can only make fewer, but comparing each with each is for a few hundred at most.
            if groups.len() <= 8 * MOST_BOXES {
                let boxes = grow_together(groups);
                if boxes.len() <= MOST_BOXES {
                    return boxes;
                }
            }
            cell *= 2;
        }
    }
}

/// A row in which something changed, and the columns where.
struct ChangedRow {
    y: u32,
    columns: Vec<u32>,
}

fn changed_rows(before: &Image, after: &Image) -> Vec<ChangedRow> {
    if let (
        Pixels::Indexed {
            palette: old_palette,
            indices: old,
        },
        Pixels::Indexed {
            palette: new_palette,
            indices: new,
        },
    ) = (before.pixels(), after.pixels())
        && (old_palette, old) == (new_palette, new)
    {
        return Vec::new();
    }
    let (old, new) = (before.colours(), after.colours());
    let width = before.width() as usize;
    let rows = old.chunks_exact(width).zip(new.chunks_exact(width));
    (0..)
        .zip(rows)
        .filter(|(_, (old_row, new_row))| old_row != new_row)
        .map(|(y, (old_row, new_row))| {
            let pixels = (0..).zip(old_row.iter().zip(new_row));
            let columns = pixels
                .filter_map(|(x, (old, new))| (old != new).then_some(x))
                .collect();
            ChangedRow { y, columns }
        })
        .collect()
}

/// The screen in square cells, each with the tight box of what changed inside it.
struct CellGrid {
    across: usize,
    cells: Vec<Option<Rect>>,
}

impl CellGrid {
    fn of(rows: &[ChangedRow], image: &Image, cell: u32) -> Self {
        let across = image.width().div_ceil(cell) as usize;
        let down = image.height().div_ceil(cell) as usize;
        let mut cells: Vec<Option<Rect>> = vec![None; across * down];
        for row in rows {
            let first_cell = (row.y / cell) as usize * across;
            for &x in &row.columns {
                let pixel = Rect::new(x as i32, row.y as i32, 1, 1);
                let slot = &mut cells[first_cell + (x / cell) as usize];
                *slot = Some(slot.map_or(pixel, |seen| seen.union(&pixel)));
            }
        }
        Self { across, cells }
    }

    /// A box around each group of cells that touch, corners included.
    fn groups(mut self) -> Vec<Rect> {
        let mut boxes = Vec::new();
        let mut open = Vec::new();
        for start in 0..self.cells.len() {
            let Some(mut around) = self.cells[start].take() else {
                continue;
            };
            open.push(start);
            while let Some(at) = open.pop() {
                for next in self.neighbours(at) {
                    if let Some(part) = self.cells[next].take() {
                        around = around.union(&part);
                        open.push(next);
                    }
                }
            }
            boxes.push(around);
        }
        boxes
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (across, down) = (self.across, self.cells.len() / self.across);
        let (column, row) = (at % across, at / across);
        let rows = row.saturating_sub(1)..(row + 2).min(down);
        let columns = column.saturating_sub(1)..(column + 2).min(across);
        rows.flat_map(move |r| columns.clone().map(move |c| r * across + c))
    }
}

/// Merges boxes that overlap (a ring around a spot), until none do; ordered from top to bottom, left to right.
fn grow_together(mut boxes: Vec<Rect>) -> Vec<Rect> {
    let mut merged: Vec<Rect> = Vec::new();
    while let Some(mut candidate) = boxes.pop() {
        // A box that grew may now reach one that was apart before: those go back to be looked at again.
        while let Some(at) = merged.iter().position(|b| b.intersection(&candidate).is_some()) {
            candidate = candidate.union(&merged.swap_remove(at));
        }
        merged.push(candidate);
    }
    merged.sort_by_key(|b| (b.y, b.x));
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::image::Rgb;
    use proptest::prelude::*;

    fn paper(width: u32, height: u32) -> Vec<u8> {
        vec![0; (width * height) as usize]
    }

    fn image(width: u32, indices: Vec<u8>) -> Image {
        let height = indices.len() as u32 / width;
        Image::indexed(width, height, vec![Rgb::WHITE, Rgb::BLACK], indices).expect("the parts fit")
    }

    fn fill(indices: &mut [u8], width: u32, rect: Rect) {
        for y in rect.y..rect.bottom() {
            for x in rect.x..rect.right() {
                indices[y as usize * width as usize + x as usize] ^= 1;
            }
        }
    }

    #[test]
    fn two_places_are_two_tight_boxes() {
        let before = paper(200, 100);
        let mut after = before.clone();
        let (first, second) = (Rect::new(10, 10, 30, 12), Rect::new(150, 60, 5, 5));
        fill(&mut after, 200, first);
        fill(&mut after, 200, second);
        assert_eq!(image(200, before).diff(&image(200, after)), [first, second]);
    }

    #[test]
    fn a_spot_inside_a_ring_belongs_to_it() {
        let before = paper(200, 100);
        let mut after = before.clone();
        fill(&mut after, 200, Rect::new(20, 20, 100, 70));
        fill(&mut after, 200, Rect::new(22, 22, 96, 66));
        fill(&mut after, 200, Rect::new(60, 50, 3, 3));
        assert_eq!(
            image(200, before).diff(&image(200, after)),
            [Rect::new(20, 20, 100, 70)]
        );
    }

    #[test]
    fn another_size_is_one_change() {
        assert_eq!(
            image(10, paper(10, 4)).diff(&image(5, paper(5, 8))),
            [Rect::new(0, 0, 10, 8)]
        );
    }

    #[test]
    fn a_screen_full_of_specks_is_a_handful_of_boxes() {
        let before = paper(640, 480);
        let mut after = before.clone();
        for y in (0..480).step_by(20) {
            for x in (0..640).step_by(20) {
                after[y * 640 + x] = 1;
            }
        }
        assert!(image(640, before).diff(&image(640, after)).len() <= MOST_BOXES);
    }

    proptest! {
        #[test]
        fn every_changed_pixel_is_in_one_box_and_each_box_is_tight(
            spots in prop::collection::vec((0u32..120, 0u32..90), 0..60)
        ) {
            let before = paper(120, 90);
            let mut after = before.clone();
            for &(x, y) in &spots {
                after[(y * 120 + x) as usize] = 1;
            }
            let boxes = image(120, before).diff(&image(120, after.clone()));
            let holds = |b: &Rect, x: i32, y: i32| b.contains(crate::geometry::Point::new(x, y));
            for &(x, y) in &spots {
                prop_assert_eq!(boxes.iter().filter(|b| holds(b, x as i32, y as i32)).count(), 1);
            }
            for b in &boxes {
                let changed = |x: i32, y: i32| after[y as usize * 120 + x as usize] == 1;
                prop_assert!((b.x..b.right()).any(|x| changed(x, b.y)));
                prop_assert!((b.x..b.right()).any(|x| changed(x, b.bottom() - 1)));
                prop_assert!((b.y..b.bottom()).any(|y| changed(b.x, y)));
                prop_assert!((b.y..b.bottom()).any(|y| changed(b.right() - 1, y)));
            }
        }
    }
}

//! Brings a picture to the screen: only what differs from the picture before is stored.

use super::canvas::Canvas;
use crate::desktop::geometry::Point;
use crate::desktop::{Depth, Surface, palette};

/// What the screen shows.
#[derive(Default)]
pub struct Presenter {
    shown: Vec<u8>,
}

impl Presenter {
    /// Stores the rows of `canvas` that changed, from the first changed pixel to the last.
    pub fn present(&mut self, canvas: &Canvas, surface: &mut dyn Surface) {
        let width = canvas.bounds.width() as usize;
        let known = self.shown.len() == canvas.pixels.len();
        for (v, row) in (0..).zip(canvas.pixels.chunks_exact(width)) {
            let before = known.then(|| &self.shown[v as usize * width..][..width]);
            let Some((first, last)) = changed_span(before, row) else {
                continue;
            };
            let start = Point::new(v, first as i16);
            match surface.depth() {
                Depth::Eight => surface.put_row(start, &row[first..=last]),
                Depth::One => {
                    let bits: Vec<u8> = row[first..=last]
                        .iter()
                        .map(|&value| u8::from(value == palette::BLACK))
                        .collect();
                    surface.put_row(start, &bits);
                }
            }
        }
        self.shown.clone_from(&canvas.pixels);
    }
}

fn changed_span(before: Option<&[u8]>, row: &[u8]) -> Option<(usize, usize)> {
    let Some(before) = before else {
        return Some((0, row.len().checked_sub(1)?));
    };
    let differs = |h: &usize| before[*h] != row[*h];
    let first = (0..row.len()).find(differs)?;
    let last = (0..row.len()).rev().find(differs)?;
    Some((first, last))
}

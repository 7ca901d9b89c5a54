//! Windows that have come to the front and are not drawn yet: white, while their application gets round to it.

use crate::desktop::draw::{Canvas, Colour};
use crate::desktop::geometry::Rect;
use crate::desktop::{Mac, Part, Process, Scene, Turn};

/// See the module.
pub struct Curtain {
    /// What is white.
    blank: Vec<Rect>,
}

/// What is left of a rectangle without another.
fn without(rect: Rect, hole: Rect) -> Vec<Rect> {
    let hole = rect.intersect(hole);
    if hole.is_empty() {
        return vec![rect];
    }
    let parts = [
        Rect::new(rect.top, rect.left, hole.top, rect.right),
        Rect::new(hole.bottom, rect.left, rect.bottom, rect.right),
        Rect::new(hole.top, rect.left, hole.bottom, hole.left),
        Rect::new(hole.top, hole.right, hole.bottom, rect.right),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

impl Curtain {
    /// Over the contents of these windows, the frontmost first; what lies over a window stays.
    pub fn over(scene: &Scene) -> Curtain {
        let mut blank = Vec::new();
        for (place, window) in scene.windows.iter().enumerate() {
            let above = scene.windows[..place].iter().map(|window| window.frame);
            blank.extend(above.fold(vec![window.content], |parts, frame| {
                parts.into_iter().flat_map(|part| without(part, frame)).collect()
            }));
        }
        Curtain { blank }
    }
}

impl Process for Curtain {
    fn name(&self) -> &str {
        "blank windows"
    }

    fn turn(&mut self, _: &mut dyn Mac) -> Turn {
        Turn::Yield { sleep: 1 }
    }

    fn paint(&self, canvas: &mut Canvas, part: Part, _: bool) {
        if part == Part::Windows {
            for &rect in &self.blank {
                canvas.cover(rect);
                canvas.fill(rect, Colour::White);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_is_cut_out_of_a_rectangle() {
        let rect = Rect::new(0, 0, 10, 10);
        assert_eq!(without(rect, Rect::new(20, 20, 30, 30)), [rect]);
        assert_eq!(without(rect, rect), []);
        let parts = without(rect, Rect::new(2, 3, 5, 20));
        let area: i32 = parts
            .iter()
            .map(|part| i32::from(part.width()) * i32::from(part.height()))
            .sum();
        assert_eq!(area, 100 - 3 * 7);
    }
}

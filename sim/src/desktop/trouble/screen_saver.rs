//! A screen saver: black, with something that moves.

use crate::desktop::draw::{Canvas, Colour};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::{Mac, Part, Process, Screen, Turn};

/// Side of what moves.
const SIDE: i16 = 48;

/// See the module.
#[derive(Debug, Clone, Copy)]
pub struct ScreenSaver {
    screen: Screen,
    /// How far it has moved, in pixels.
    way: u32,
}

/// Where something is on `length` pixels that goes to and fro.
fn to_and_fro(way: u32, length: i16) -> i16 {
    let length = i64::from(length.max(1));
    let at = i64::from(way) % (2 * length);
    at.min(2 * length - at) as i16
}

impl ScreenSaver {
    /// A black screen; the shape has gone so far.
    pub fn new(screen: Screen, way: u32) -> ScreenSaver {
        ScreenSaver { screen, way }
    }

    fn shape(&self) -> Rect {
        let at = Point::new(
            to_and_fro(self.way, self.screen.height - SIDE),
            to_and_fro(self.way.wrapping_add(self.way / 2), self.screen.width - SIDE),
        );
        Rect::at(at, SIDE, SIDE)
    }
}

impl Process for ScreenSaver {
    fn name(&self) -> &str {
        "screen saver"
    }

    fn turn(&mut self, _: &mut dyn Mac) -> Turn {
        Turn::Yield { sleep: 1 }
    }

    /// Over everything, the menu bar as well: it is painted last.
    fn paint(&self, canvas: &mut Canvas, part: Part, _: bool) {
        if part == Part::MenuBar {
            let all = canvas.bounds();
            canvas.cover(all);
            canvas.fill(all, Colour::Black);
            canvas.fill_round(self.shape(), SIDE, Colour::White);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_stays_on_the_screen() {
        let screen = Screen {
            width: 512,
            height: 342,
            depth: crate::desktop::Depth::One,
        };
        let bounds = Rect::new(0, 0, 342, 512);
        for way in (0..5_000).chain(u32::MAX - 5_000..u32::MAX) {
            let shape = ScreenSaver::new(screen, way).shape();
            assert!(bounds.encloses(shape), "{way}: {shape:?}");
        }
    }
}

//! Reading text by finding the very bitmaps it was drawn with.
//!
//! Text on a classic Macintosh is copied to the screen from strikes, pixel by pixel. So it is not guessed at here: a
//! line counts as read when every pixel in its cells is explained by the glyphs of one strike, from a clear edge on
//! the left to a clear edge on the right. Whatever is not explained so, by an unknown strike or in a picture, is not
//! text to this engine, and it says nothing about it.
//!
//! The way through the files: [`plane`] turns the image into ink and paper, [`face`] turns a strike into patterns with
//! an index of their first columns, [`scan`] finds where a line may start, [`trace`] follows it to its end, [`run`] is
//! what it then has, [`choose`] keeps the best of what overlaps, [`spelling`] picks among characters that look alike, and [`line`](TextLine) is the
//! result.

mod choose;
mod face;
mod line;
mod plane;
mod run;
mod scan;
mod shape;
mod spelling;
#[cfg(test)]
mod tests;
mod trace;

pub use self::line::{Look, ReadChar, TextLine, Word};

use self::choose::Candidate;
use self::face::{Face, Weave};
use self::plane::{Ink, Plane};
use super::image::Image;
use super::strike::{Strike, Style};
use crate::geometry::Rect;

/// Reads all text on `image` that `strikes` explain: see [`Reader`].
pub fn read(image: &Image, strikes: &[Strike]) -> Vec<TextLine> {
    Reader::new(strikes).read(image)
}

/// Strikes made ready for reading; worth keeping between captures.
#[derive(Debug)]
pub struct Reader {
    /// Every strike plain, bold and dimmed, in the order of preference.
    faces: Vec<Face>,
}

impl Reader {
    /// Prepares `strikes`, the preferred ones first: where two explain the same pixels the earlier is reported.
    pub fn new<'a>(strikes: impl IntoIterator<Item = &'a Strike>) -> Self {
        let strikes: Vec<&Strike> = strikes.into_iter().collect();
        let plain = strikes.iter().map(|strike| Face::new(strike, Weave::Solid));
        let bold = strikes
            .iter()
            .filter(|strike| !strike.name().style.contains(Style::BOLD));
        let bold = bold.map(|strike| Face::new(&strike.bold(), Weave::Solid));
        let dimmed = strikes.iter().map(|strike| Face::new(strike, Weave::Dimmed));
        Self {
            faces: plain.chain(bold).chain(dimmed).flatten().collect(),
        }
    }

    /// All lines of text on the image, from top to bottom and left to right.
    ///
    /// A line is what one call drew: the titles of a menu bar are lines of their own. Text is found black on white,
    /// white on black, and dimmed, in grey or through the 50 % pattern; each line says which.
    pub fn read(&self, image: &Image) -> Vec<TextLine> {
        let mut candidates = Vec::new();
        for ink in [Ink::Dark, Ink::Light, Ink::Grey] {
            let plane = Plane::new(image, ink);
            if plane.is_blank() {
                continue;
            }
            for (preference, face) in self.faces.iter().enumerate() {
                // Text is thinned out only where it is black on white.
                if face.weave == Weave::Solid || ink == Ink::Dark {
                    let runs = scan::runs(&plane, face);
                    candidates.extend(runs.into_iter().map(|run| Candidate { run, ink, preference }));
                }
            }
        }
        let mut lines: Vec<TextLine> = choose::best(candidates)
            .iter()
            .map(|chosen| TextLine::of(&chosen.run, chosen.ink))
            .collect();
        lines.sort_by_key(|line| (line.rect.y, line.rect.x));
        lines
    }

    /// The lines whose middle lies in `region`. They are read in the whole image, so that a region whose edge cuts
    /// through a word does not make another word of it.
    pub fn read_region(&self, image: &Image, region: Rect) -> Vec<TextLine> {
        let mut lines = self.read(image);
        lines.retain(|line| region.contains(line.rect.center()));
        lines
    }
}

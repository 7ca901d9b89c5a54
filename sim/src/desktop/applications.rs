//! The applications of the desktop besides the Finder.

use super::jotter::{self, Jotter};
use super::note_pad;
use super::simple_text;
use super::{FinderError, Process, Screen, Station};

/// The application with this signature, ready for its first turn; `None` for a signature that is nobody's.
pub fn application(
    signature: [u8; 4],
    station: &Station,
    screen: Screen,
) -> Option<Result<Box<dyn Process>, FinderError>> {
    match signature {
        jotter::SIGNATURE => Some(Ok(Box::new(Jotter::default()))),
        note_pad::SIGNATURE => Some(note_pad::note_pad(station, screen)),
        simple_text::SIGNATURE => Some(simple_text::simple_text(station, screen)),
        _ => None,
    }
}

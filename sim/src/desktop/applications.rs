//! The applications of the desktop besides the Finder.

use super::jotter::{self, Jotter};
use super::note_pad::{self, NotePad};
use super::{FinderError, Process, Screen, Station};

/// The application with this signature, ready for its first turn; `None` for a signature that is nobody's.
pub fn application(
    signature: [u8; 4],
    station: &Station,
    screen: Screen,
) -> Option<Result<Box<dyn Process>, FinderError>> {
    match signature {
        jotter::SIGNATURE => Some(Ok(Box::new(Jotter::default()))),
        note_pad::SIGNATURE => {
            let process = NotePad::new(station, screen);
            Some(process.map(|process| Box::new(process) as Box<dyn Process>))
        }
        _ => None,
    }
}

//! The Note Pad: one window with one note, typed or sent by Apple event. It asks before a note that is not saved is lost, so it may
//! refuse to quit.

mod note;
mod resources;

pub(super) use resources::SIGNATURE;
pub use resources::note_pad_file;

use super::application::{Application, Frame, Program, WindowId};
use super::parts::{BoxTemplate, Choice};
use super::resource::{StringList, WindowTemplate};
use super::{
    AppleEvent, DialogIcon, EventError, FinderError, Mac, Process, Response, Screen, Station, Toolkit,
};
use crate::descriptor::Descriptor;
use note::Note;
use resources::{alert, menus, strings};
use std::sync::Arc;

/// keyAEData: what the text is set to.
const DATA: [u8; 4] = *b"data";

/// userCanceledErr: nobody is asked whether to lose it.
const NOT_SAVED: i16 = -128;
const PARAMETER_MISSED: i16 = -1715;

/// The Note Pad.
#[derive(Clone)]
pub struct NotePad {
    file_name: String,
    window: WindowTemplate,
    question: BoxTemplate,
    saved: String,
}

/// The Note Pad as a process.
///
/// # Errors
/// [`FinderError`] when a resource that is part of this program is wrong.
pub fn note_pad(station: &Station, screen: Screen) -> Result<Box<dyn Process>, FinderError> {
    let toolkit = Arc::new(Toolkit::new(note_pad_file()?, station, screen)?);
    let texts: StringList = toolkit.load(resources::STRINGS)?;
    let program = NotePad {
        file_name: texts.get(strings::FILE_NAME).to_owned(),
        window: toolkit.load(resources::WINDOW)?,
        question: toolkit.alert(alert::SAVE_CHANGES)?,
        saved: String::new(),
    };
    Ok(Box::new(Application::new(program, toolkit)?))
}

impl NotePad {
    fn note(frame: &Frame<NotePad>) -> &str {
        frame
            .windows()
            .next()
            .map_or("", |window| window.content.text.as_str())
    }

    fn set_note(frame: &mut Frame<NotePad>, text: &str) {
        if let Some(window) = frame.windows_mut().next() {
            text.clone_into(&mut window.content.text);
        }
        frame.invalidate();
    }

    /// Writes the note to the root of the startup volume.
    fn save(&mut self, frame: &Frame<NotePad>, mac: &mut dyn Mac) -> Result<(), EventError> {
        let disk = mac.volume();
        let path = format!("{}:{}", disk.name(), self.file_name);
        let note = NotePad::note(frame);
        let written = disk.write_text(&path, note, SIGNATURE);
        written.map_err(|error| EventError {
            number: error.code,
            message: Some(error.to_string()),
        })?;
        note.clone_into(&mut self.saved);
        Ok(())
    }
}

impl Program for NotePad {
    type Content = Note;
    /// The only dialog is the question before it quits.
    type Purpose = ();

    fn name(&self) -> &str {
        "Note Pad"
    }

    fn start(&mut self, frame: &mut Frame<NotePad>, _: &mut dyn Mac) {
        frame.open_window(&self.window, Note::default());
    }

    fn choose(&mut self, choice: Choice, frame: &mut Frame<NotePad>, mac: &mut dyn Mac) {
        match (choice.menu, choice.item) {
            (menus::FILE, menus::SAVE) => {
                if let Err(error) = self.save(frame, mac) {
                    tracing::info!(%error, "the note is not saved");
                }
            }
            (menus::FILE, menus::QUIT) => frame.begin_to_quit(),
            (menus::EDIT, menus::CLEAR) => NotePad::set_note(frame, ""),
            _ => {}
        }
    }

    /// Its window has no close box but the one that quits.
    fn close(&mut self, _: WindowId, frame: &mut Frame<NotePad>, _: &mut dyn Mac) {
        frame.begin_to_quit();
    }

    fn must_ask(&self, frame: &Frame<NotePad>) -> bool {
        NotePad::note(frame) != self.saved
    }

    fn ask_to_quit(&mut self, frame: &mut Frame<NotePad>, _: &mut dyn Mac) {
        frame.alert(&self.question, DialogIcon::Caution, &[], ());
    }

    fn hit(&mut self, (): (), item: usize, frame: &mut Frame<NotePad>, mac: &mut dyn Mac) {
        frame.close_dialog();
        match item {
            alert::SAVE => match self.save(frame, mac) {
                Ok(()) => frame.quit(mac),
                Err(error) => frame.refuse_to_quit(error, mac),
            },
            alert::DONT_SAVE => frame.quit(mac),
            _ => frame.stay(mac),
        }
    }

    /// Shows the text of a document, as the note that is saved.
    fn open(&mut self, path: &str, frame: &mut Frame<NotePad>, mac: &mut dyn Mac) -> Result<(), EventError> {
        if self.must_ask(frame) {
            return Err(EventError {
                number: NOT_SAVED,
                message: Some("the note is not saved".to_owned()),
            });
        }
        let text = mac.volume().read_text(path).map_err(|error| EventError {
            number: error.code,
            message: Some(error.to_string()),
        })?;
        NotePad::set_note(frame, &text);
        self.saved = text;
        Ok(())
    }

    /// Its text is the direct object of get and set data.
    fn apple_event(
        &mut self,
        event: &AppleEvent,
        frame: &mut Frame<NotePad>,
        _: &mut dyn Mac,
    ) -> Option<Response> {
        Some(match (&event.class, &event.id) {
            (b"core", b"getd") => Response::result(Descriptor::text(NotePad::note(frame))),
            (b"core", b"setd") => {
                let text = event.parameters.get(DATA).and_then(Descriptor::as_text);
                let Some(text) = text else {
                    return Some(Response::error(PARAMETER_MISSED, "there is no text to set"));
                };
                NotePad::set_note(frame, &text);
                Response::done()
            }
            _ => return None,
        })
    }
}

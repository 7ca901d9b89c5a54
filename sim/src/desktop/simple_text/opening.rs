//! New documents, and those that are opened.

use super::document::Document;
use super::resources::strings;
use super::{SimpleText, name_of};
use crate::desktop::application::{Frame, WindowId};
use crate::desktop::parts::LONGEST_TEXT;
use crate::desktop::{DialogIcon, EntryKind, EventError, Mac};
use mc_protocol::macroman;

/// memFullErr, badFileFormat, fnfErr.
const TOO_LARGE: i16 = -108;
const NOT_A_TEXT: i16 = -208;
const FILE_NOT_FOUND: i16 = -43;

/// Why a document is not opened: the number, and the text of the alert.
type Refusal = (i16, usize);

impl SimpleText {
    /// Opens the window of a new document.
    pub(super) fn new_document(&mut self, frame: &mut Frame<SimpleText>) -> WindowId {
        self.made += 1;
        let untitled = self.kit.texts.get(strings::UNTITLED);
        let title = match self.made {
            1 => untitled.to_owned(),
            number => format!("{untitled} {number}"),
        };
        self.show(&title, Document::new(b"", None), frame)
    }

    fn show(&self, title: &str, document: Document, frame: &mut Frame<SimpleText>) -> WindowId {
        let window = frame.open_window(&self.kit.window, document);
        if let Some(window) = frame.window_mut(window) {
            window.set_title(title);
        }
        window
    }

    /// Shows a document, which may have its window already. What is wrong with it an alert says.
    ///
    /// # Errors
    /// The same for a script.
    pub(super) fn open_document(
        &mut self,
        path: &str,
        frame: &mut Frame<SimpleText>,
        mac: &mut dyn Mac,
    ) -> Result<(), EventError> {
        let is_it = |document: &Document| document.path.as_deref() == Some(path);
        if let Some(window) = frame.find_window(is_it) {
            frame.select_window(window);
            return Ok(());
        }
        match read(path, mac) {
            Ok(text) => {
                self.show(name_of(path), Document::new(&text, Some(path.to_owned())), frame);
                Ok(())
            }
            Err((number, text)) => {
                let parameters = [name_of(path).to_owned(), number.to_string()];
                self.notice(DialogIcon::Stop, text, &parameters, frame);
                Err(EventError {
                    number,
                    message: Some(crate::desktop::parts::with_parameters(
                        self.kit.texts.get(text),
                        &parameters,
                    )),
                })
            }
        }
    }
}

/// The text of a document that SimpleText can show.
fn read(path: &str, mac: &mut dyn Mac) -> Result<Vec<u8>, Refusal> {
    let folder = path.rsplit_once(':').map_or(path, |(folder, _)| folder);
    let disk = mac.volume();
    let listed = disk
        .list(folder)
        .map_err(|error| (error.code, strings::NOT_OPENED))?;
    let entry = listed.iter().find(|entry| entry.name == name_of(path));
    match entry.map(|entry| entry.kind) {
        None => return Err((FILE_NOT_FOUND, strings::NOT_OPENED)),
        Some(EntryKind::File { file_type, .. }) if file_type == *b"TEXT" => {}
        Some(_) => return Err((NOT_A_TEXT, strings::NOT_A_TEXT)),
    }
    let text = disk
        .read_text(path)
        .map_err(|error| (error.code, strings::NOT_OPENED))?;
    // What was decoded from MacRoman can be encoded again.
    let text = macroman::encode(&text).unwrap_or_default();
    match text.len() <= LONGEST_TEXT {
        true => Ok(text),
        false => Err((TOO_LARGE, strings::TOO_LARGE)),
    }
}

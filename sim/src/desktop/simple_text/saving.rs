//! Saving, and what follows: closing, quitting, the answer to an Apple event.

use super::resources::{SIGNATURE, alerts, strings};
use super::{Purpose, SimpleText, Task, name_of};
use crate::descriptor::Fields;
use crate::desktop::application::{Frame, WindowId};
use crate::desktop::standard_file::StandardFile;
use crate::desktop::{DialogIcon, DiskError, EventError, Mac};
use mc_protocol::macroman;
use std::sync::Arc;

/// userCanceledErr; dskFulErr, wPrErr, fLckdErr, vLckdErr.
const CANCELED: i16 = -128;
const DISK_FULL: i16 = -34;
const WRITE_PROTECTED: i16 = -44;
const FILE_LOCKED: i16 = -45;
const VOLUME_LOCKED: i16 = -46;

/// What follows when a document is saved, or is not to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct After {
    then: Then,
    /// The Apple event that waits for it; 0 for none.
    request: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Then {
    #[default]
    Nothing,
    Close,
    /// The document is closed, and the next one is asked about.
    Quit,
}

impl After {
    /// The document is closed.
    pub fn closing() -> After {
        After {
            then: Then::Close,
            request: 0,
        }
    }

    fn quitting() -> After {
        After {
            then: Then::Quit,
            request: 0,
        }
    }

    /// The same, and an Apple event is answered.
    pub fn answering(self, request: u32) -> After {
        After { request, ..self }
    }
}

impl SimpleText {
    /// Save: to its file, or, if it has none yet, to one that the user names.
    pub(super) fn save(
        &mut self,
        window: WindowId,
        after: After,
        frame: &mut Frame<SimpleText>,
        mac: &mut dyn Mac,
    ) {
        let path = frame
            .window(window)
            .and_then(|window| window.content.path.clone());
        match path {
            Some(path) => self.write(window, &path, after, frame, mac),
            None => self.save_as(window, after, frame, mac),
        }
    }

    /// Save As: the user names the file.
    pub(super) fn save_as(
        &mut self,
        window: WindowId,
        after: After,
        frame: &mut Frame<SimpleText>,
        mac: &mut dyn Mac,
    ) {
        let Some(name) = frame.window(window).map(|window| window.frame().title.clone()) else {
            return;
        };
        let start = self.start_folder(mac);
        let kit = Arc::clone(&self.kit.files);
        let prompt = self.kit.texts.get(strings::PROMPT);
        let file = StandardFile::put(&kit, (prompt, &name), &start, Purpose::File, frame, mac);
        self.browsing = Some((file, Task::Save { window, after }));
    }

    /// Writes a document to a file, which is its own from then on.
    ///
    /// # Errors
    /// [`DiskError`], and then it has changed nothing about the document.
    pub(super) fn write_to(
        &mut self,
        window: WindowId,
        path: &str,
        frame: &mut Frame<SimpleText>,
        mac: &mut dyn Mac,
    ) -> Result<(), DiskError> {
        let Some(window) = frame.window_mut(window) else {
            return Ok(());
        };
        let text = macroman::decode(window.content.text());
        mac.volume().write_text(path, &text, SIGNATURE)?;
        window.content.path = Some(path.to_owned());
        window.content.is_dirty = false;
        window.set_title(name_of(path));
        frame.invalidate();
        Ok(())
    }

    /// Writes a document to a file, and goes on.
    pub(super) fn write(
        &mut self,
        window: WindowId,
        path: &str,
        after: After,
        frame: &mut Frame<SimpleText>,
        mac: &mut dyn Mac,
    ) {
        match self.write_to(window, path, frame, mac) {
            Ok(()) => self.go_on(window, after, frame, mac),
            Err(error) => {
                let (text, parameters) = complaint(&error, path);
                self.notice(DialogIcon::Stop, text, &parameters, frame);
                let error = EventError {
                    number: error.code,
                    message: Some(error.to_string()),
                };
                give_up(after, error, frame, mac);
            }
        }
    }

    /// Closes a document; asks first if changes would be lost.
    pub(super) fn close_document(
        &mut self,
        window: WindowId,
        after: After,
        frame: &mut Frame<SimpleText>,
        mac: &mut dyn Mac,
    ) {
        let Some(shown) = frame.window(window) else { return };
        if !shown.content.is_dirty {
            self.go_on(window, after, frame, mac);
            return;
        }
        let texts = &self.kit.texts;
        let when = match after.then {
            Then::Quit => texts.get(strings::QUITTING),
            Then::Nothing | Then::Close => texts.get(strings::CLOSING),
        };
        let parameters = [shown.frame().title.clone(), when.to_owned()];
        let purpose = Purpose::SaveChanges { window, after };
        frame.alert(&self.kit.save_changes, DialogIcon::Caution, &parameters, purpose);
    }

    /// The answer to that question.
    pub(super) fn save_or_not(
        &mut self,
        item: usize,
        window: WindowId,
        after: After,
        frame: &mut Frame<SimpleText>,
        mac: &mut dyn Mac,
    ) {
        match item {
            alerts::SAVE => self.save(window, after, frame, mac),
            alerts::DONT_SAVE => self.go_on(window, after, frame, mac),
            _ => self.cancel(after, frame, mac),
        }
    }

    /// Quitting: asks about the frontmost document with changes; quits when there is none left.
    pub(super) fn ask_next(&mut self, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
        match frame.find_window(|document| document.is_dirty) {
            Some(window) => {
                frame.select_window(window);
                self.close_document(window, After::quitting(), frame, mac);
            }
            None => frame.quit(mac),
        }
    }

    /// A document is saved, or not to be.
    fn go_on(&mut self, window: WindowId, after: After, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
        if after.then != Then::Nothing {
            frame.close_window(window);
        }
        if after.request != 0 {
            mac.answer(after.request, Ok(Fields::default()));
        }
        if after.then == Then::Quit {
            self.ask_next(frame, mac);
        }
    }

    /// The user has cancelled.
    pub(super) fn cancel(&mut self, after: After, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
        let error = EventError {
            number: CANCELED,
            message: None,
        };
        give_up(after, error, frame, mac);
    }
}

/// Neither closes nor quits.
fn give_up(after: After, error: EventError, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
    if after.request != 0 {
        mac.answer(after.request, Err(error.clone()));
    }
    if after.then == Then::Quit {
        frame.refuse_to_quit(error, mac);
    }
}

/// Which text says what the disk has refused, and what is put into it.
fn complaint(error: &DiskError, path: &str) -> (usize, [String; 2]) {
    let text = match error.code {
        DISK_FULL => strings::DISK_FULL,
        WRITE_PROTECTED | VOLUME_LOCKED => strings::DISK_LOCKED,
        FILE_LOCKED => strings::FILE_LOCKED,
        _ => strings::NOT_SAVED,
    };
    (text, [name_of(path).to_owned(), error.code.to_string()])
}

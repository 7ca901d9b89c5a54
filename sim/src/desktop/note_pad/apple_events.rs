//! The required Apple events as the Note Pad takes them, and its text as the direct object of get and set data.

use super::{NotePad, Quitting};
use crate::descriptor::Descriptor;
use crate::desktop::{AppleEvent, EventError, Interaction, Mac, Response};

/// keyAEData: what the text is set to.
const DATA: [u8; 4] = *b"data";

const FILE_NOT_FOUND: i16 = -43;
/// userCanceledErr: nobody is asked whether to lose it.
const NOT_SAVED: i16 = -128;
const NO_USER_INTERACTION: i16 = -1713;
const PARAMETER_MISSED: i16 = -1715;

impl NotePad {
    /// While its question is up it takes none.
    pub(super) fn serve_apple_event(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        if self.alert.is_some() {
            return Response::NotNow;
        }
        match (&event.class, &event.id) {
            (b"aevt", b"oapp") => Response::done(),
            (b"aevt", b"odoc") => self.open(event, mac),
            (b"aevt", b"quit") => self.quit(event, mac),
            (b"core", b"getd") => Response::result(Descriptor::text(&self.note)),
            (b"core", b"setd") => {
                let text = event.parameters.get(DATA).and_then(Descriptor::as_text);
                let Some(text) = text else {
                    return Response::error(PARAMETER_MISSED, "there is no text to set");
                };
                self.note = text;
                self.changed = true;
                Response::done()
            }
            _ => Response::Answered(Err(EventError::not_handled(event))),
        }
    }

    /// Shows the text of the last document, as the note that is saved.
    fn open(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        if self.is_dirty() {
            return Response::error(NOT_SAVED, "the note is not saved");
        }
        for place in event.direct_objects() {
            let disk = mac.volume();
            let text = disk.locate(place).and_then(|path| disk.read_text(&path).ok());
            let Some(text) = text else {
                return Response::error(FILE_NOT_FOUND, "the document is not there");
            };
            self.saved.clone_from(&text);
            self.note = text;
        }
        self.changed = true;
        Response::done()
    }

    fn quit(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        if self.is_dirty() && event.interaction == Interaction::Never {
            return Response::error(
                NO_USER_INTERACTION,
                "the note is not saved, and nobody may be asked",
            );
        }
        self.begin_to_quit(event.request);
        if self.quitting == Quitting::Done {
            return Response::done();
        }
        if !self.in_front && event.may_switch_layer {
            mac.come_forward();
        }
        Response::Later
    }
}

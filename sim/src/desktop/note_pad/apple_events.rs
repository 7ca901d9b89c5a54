//! The required Apple events as the Note Pad takes them, and its text as the direct object of get and set data.

use super::{NotePad, Quitting};
use crate::descriptor::Descriptor;
use crate::desktop::{AppleEvent, EventError, Interaction, Mac, Response};

/// keyAEData: what the text is set to.
const DATA: [u8; 4] = *b"data";

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

//! The required Apple events (Inside Macintosh: Interapplication Communication, chapter 4, "Handling the Required Apple Events").

use super::Application;
use super::frame::{Frame, Quitting};
use super::program::Program;
use crate::desktop::{AppleEvent, EventError, Interaction, Mac, Response};

const FILE_NOT_FOUND: i16 = -43;
const NO_USER_INTERACTION: i16 = -1713;
const PARAMETER_MISSED: i16 = -1715;

/// What a program does with a document, by its path.
type Work<P> = fn(&mut P, &str, &mut Frame<P>, &mut dyn Mac) -> Result<(), EventError>;

impl<P: Program> Application<P> {
    /// While the user is in the middle of something, or a modal dialog is up, it takes none.
    pub(super) fn serve_apple_event(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        if !self.frame.is_idle() || self.frame.has_modal() {
            return Response::NotNow;
        }
        self.start(mac);
        self.frame.changed = true;
        if let Some(response) = self.program.apple_event(event, &mut self.frame, mac) {
            return response;
        }
        match (&event.class, &event.id) {
            (b"aevt", b"oapp") => {
                self.program.open_application(&mut self.frame, mac);
                Response::done()
            }
            (b"aevt", b"odoc") => self.with_documents(event, mac, P::open),
            (b"aevt", b"pdoc") => self.with_documents(event, mac, P::print),
            (b"aevt", b"quit") => self.quit(event, mac),
            _ => Response::Answered(Err(EventError::not_handled(event))),
        }
    }

    /// Opens or prints what the direct object names, one after the other until one fails.
    fn with_documents(&mut self, event: &AppleEvent, mac: &mut dyn Mac, work: Work<P>) -> Response {
        let places = event.direct_objects();
        if places.is_empty() {
            return Response::error(PARAMETER_MISSED, "no document was named");
        }
        for place in places {
            let Some(path) = mac.volume().locate(place) else {
                return Response::error(FILE_NOT_FOUND, "the document is not there");
            };
            if let Err(error) = work(&mut self.program, &path, &mut self.frame, mac) {
                return Response::Answered(Err(error));
            }
        }
        Response::done()
    }

    /// Quits at once where nothing is lost by it; else the user is asked, if that is allowed, when the application is in front.
    fn quit(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        if !self.program.must_ask(&self.frame) {
            self.frame.quitting = Quitting::Done;
            return Response::done();
        }
        if event.interaction == Interaction::Never {
            return Response::error(
                NO_USER_INTERACTION,
                "there are unsaved changes, and nobody may be asked",
            );
        }
        self.frame.quitting = Quitting::Wanted {
            request: event.request,
        };
        if !self.frame.in_front && event.may_switch_layer {
            mac.come_forward();
        }
        Response::Later
    }

    /// Has the program ask the user, once it is in front.
    pub(super) fn ask_if_wanted(&mut self, mac: &mut dyn Mac) {
        let Quitting::Wanted { request } = self.frame.quitting else {
            return;
        };
        if !self.program.must_ask(&self.frame) {
            self.frame.quit(mac);
        } else if self.frame.in_front && self.frame.is_idle() && !self.frame.has_modal() {
            self.frame.quitting = Quitting::Asking { request };
            self.program.ask_to_quit(&mut self.frame, mac);
            self.frame.changed = true;
        }
    }
}

//! The Apple events that every Finder of System 7 takes, beside those of [`scripting`]: Open Selection of its own suite. Of the required
//! ones it takes those that open (Inside Macintosh: Interapplication Communication, chapter 4, "Handling the Required Apple Events").

use super::{FILE_NOT_FOUND, Finder, scripting};
use crate::descriptor::{ALIAS, Descriptor, FSS};
use crate::desktop::application::{Frame, Program};
use crate::desktop::{AppleEvent, EventError, Mac, Response};

/// keySelection of Open Selection: what lies in the folder that is the direct object.
const SELECTION: [u8; 4] = *b"fsel";

const PARAMETER_MISSED: i16 = -1715;

impl Finder {
    /// Does what an event asks for.
    pub(super) fn serve_apple_event(
        &mut self,
        event: &AppleEvent,
        frame: &mut Frame<Finder>,
        mac: &mut dyn Mac,
    ) -> Option<Response> {
        if let Some(response) = scripting::serve(self, event, frame, mac) {
            return Some(response);
        }
        match (&event.class, &event.id) {
            (b"FNDR", b"sope") => {
                let selection = event.parameters.get(SELECTION);
                let items = selection.map_or(event.direct_objects(), Descriptor::items);
                Some(self.open_items(items, frame, mac))
            }
            // It does not quit.
            (b"aevt", b"quit") => Some(Response::Answered(Err(EventError::not_handled(event)))),
            _ => None,
        }
    }

    fn open_items(&mut self, items: &[Descriptor], frame: &mut Frame<Finder>, mac: &mut dyn Mac) -> Response {
        if items.is_empty() {
            return Response::error(PARAMETER_MISSED, "nothing was named that could be opened");
        }
        for item in items {
            let is_place = [FSS, ALIAS].contains(&item.kind);
            let Some(path) = mac.volume().locate(item).filter(|_| is_place) else {
                return Response::error(FILE_NOT_FOUND, "an item that was to be opened is not there");
            };
            if let Err(error) = self.open(&path, frame, mac) {
                return Response::Answered(Err(error));
            }
        }
        Response::done()
    }
}

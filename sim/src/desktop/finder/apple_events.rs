//! The Apple events that every Finder of System 7 takes, beside those of [`scripting`]: the required ones, and Open Selection of its own suite (Inside
//! Macintosh: Interapplication Communication, chapter 4, "Handling the Required Apple Events").

use super::{Activity, Finder, commands::Opened, scripting};
use crate::descriptor::{ALIAS, Descriptor, FSS};
use crate::desktop::{AppleEvent, EventError, Mac, Response};

/// keySelection of Open Selection: what lies in the folder that is the direct object.
const SELECTION: [u8; 4] = *b"fsel";

const FILE_NOT_FOUND: i16 = -43;
const PARAMETER_MISSED: i16 = -1715;

impl Finder {
    /// Does what an event asks for. While an alert is up, or the Trash is being emptied, the Finder takes none.
    pub(super) fn serve_apple_event(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        if self.alert.is_some() || matches!(self.activity, Activity::Emptying { .. }) {
            return Response::NotNow;
        }
        self.touched = true;
        if let Some(response) = scripting::serve(self, event, mac) {
            return response;
        }
        match (&event.class, &event.id) {
            (b"aevt", b"oapp") => Response::done(),
            (b"aevt", b"odoc") => self.open_items(event.direct_objects(), mac),
            (b"FNDR", b"sope") => {
                let selection = event.parameters.get(SELECTION);
                let items = selection.map_or(event.direct_objects(), Descriptor::items);
                self.open_items(items, mac)
            }
            _ => Response::Answered(Err(EventError::not_handled(event))),
        }
    }

    fn open_items(&mut self, items: &[Descriptor], mac: &mut dyn Mac) -> Response {
        if items.is_empty() {
            return Response::error(PARAMETER_MISSED, "nothing was named that could be opened");
        }
        for item in items {
            let is_place = [FSS, ALIAS].contains(&item.kind);
            let Some(path) = mac.volume().locate(item).filter(|_| is_place) else {
                return Response::error(FILE_NOT_FOUND, "an item that was to be opened is not there");
            };
            if self.open_path(&path, mac) == Opened::Missing {
                return Response::error(FILE_NOT_FOUND, format!("{path} is not there"));
            }
        }
        Response::done()
    }
}

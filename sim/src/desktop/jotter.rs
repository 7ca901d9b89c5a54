//! Jotter: a small application that keeps one text. It has no window; Apple events work it. What it copies it keeps in a scrap of its own,
//! as large applications do, and puts that out when it leaves the front.

use super::{AppleEvent, EventError, Flavor, Mac, Process, Response, Turn};
use crate::descriptor::{DIRECT_OBJECT, Descriptor, Fields, TEXT};
use mc_pack::resource_fork::{Attributes, Resource};
use mc_pack::{OsType, ResourceFork};

/// Its creator.
pub(super) const SIGNATURE: [u8; 4] = *b"JOTR";

const FILE_NOT_FOUND: i16 = -43;
const USER_CANCELLED: i16 = -128;
const PARAMETER_MISSED: i16 = -1715;

/// See the module.
#[derive(Default)]
pub(super) struct Jotter {
    text: Vec<u8>,
    /// Changed and not saved: it does not quit then.
    changed: bool,
    /// What Copy has taken and nobody else has seen yet.
    copied: Option<Vec<Flavor>>,
    /// What Paste inserts.
    scrap: Vec<Flavor>,
    /// A modal dialog is up, and stays.
    dialog: bool,
    quits: bool,
}

impl Jotter {
    fn set_text(&mut self, event: &AppleEvent) -> Response {
        let text = event
            .parameters
            .get(*b"data")
            .or(event.parameters.get(DIRECT_OBJECT));
        let text = text.and_then(|text| text.coerced(TEXT).ok());
        let Some(bytes) = text.as_ref().and_then(Descriptor::bytes) else {
            return Response::error(PARAMETER_MISSED, "there is no text");
        };
        self.text = bytes.to_vec();
        self.changed = true;
        Response::done()
    }

    /// The text, and a style run for it.
    fn copy(&mut self) -> Response {
        let flavor = |kind, data| Flavor { kind, data };
        let style = [0_u8; 22];
        self.copied = Some(vec![
            flavor(*b"TEXT", self.text.clone()),
            flavor(*b"styl", style.to_vec()),
        ]);
        Response::done()
    }

    fn paste(&mut self) -> Response {
        let found = self.copied.as_ref().unwrap_or(&self.scrap);
        let Some(text) = found.iter().find(|flavor| flavor.kind == *b"TEXT") else {
            return Response::error(PARAMETER_MISSED, "there is no text to paste");
        };
        self.text = text.data.clone();
        self.changed = true;
        Response::done()
    }

    /// Keeps the path of what it was to open: it reads no files.
    fn open(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        let place = event.direct_objects().first();
        let Some(path) = place.and_then(|place| mac.volume().locate(place)) else {
            return Response::error(FILE_NOT_FOUND, "there is no such document");
        };
        self.text = path.into_bytes();
        self.changed = false;
        Response::done()
    }

    fn quit(&mut self) -> Response {
        if self.changed {
            return Response::error(USER_CANCELLED, "The text is not saved.");
        }
        self.quits = true;
        Response::done()
    }
}

impl Process for Jotter {
    fn name(&self) -> &str {
        "Jotter"
    }

    fn turn(&mut self, mac: &mut dyn Mac) -> Turn {
        // The front application must take its events out of the queue.
        while mac.next_event().is_some() {}
        if self.quits {
            Turn::Quit
        } else {
            Turn::Yield { sleep: 10 }
        }
    }

    fn apple_event(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        if self.dialog {
            return Response::NotNow;
        }
        match (&event.class, &event.id) {
            (b"aevt", b"oapp") => Response::done(),
            (b"aevt", b"quit") => self.quit(),
            (b"core", b"setd") => self.set_text(event),
            (b"core", b"getd") => Response::result(Descriptor::data(TEXT, self.text.clone())),
            (b"core", b"save") => {
                self.changed = false;
                Response::done()
            }
            (b"misc", b"copy") => self.copy(),
            (b"misc", b"past") => self.paste(),
            (b"aevt", b"odoc") => self.open(event, mac),
            // It ends without an answer.
            (b"JOTR", b"exit") => {
                self.quits = true;
                Response::Later
            }
            (b"JOTR", b"dlog") => {
                self.dialog = true;
                Response::done()
            }
            // Everything comes back as it was sent.
            (b"JOTR", b"echo") => Response::Answered(Ok(Fields(event.parameters.0.clone()))),
            _ => Response::Answered(Err(EventError::not_handled(event))),
        }
    }

    fn lets_go(&self) -> bool {
        !self.dialog
    }

    fn publish_scrap(&mut self, mac: &mut dyn Mac) {
        if let Some(copied) = self.copied.take() {
            mac.put_scrap(&copied);
            self.scrap = copied;
        }
    }

    fn take_scrap(&mut self, mac: &mut dyn Mac) {
        self.copied = None;
        self.scrap = mac.scrap();
    }
}

/// Memory that a Jotter asks for.
const PARTITION: u32 = 64 << 10;
/// acceptSuspendResumeEvents, canBackground, doesActivateOnFGSwitch, is32BitCompatible, isHighLevelEventAware in SIZE.
const SIZE_FLAGS: u16 = 0x58C0;

/// The resource fork of an application that is written in Rust, such as a Jotter: it has nothing but a SIZE, which asks for
/// `partition` bytes, 64 KB when not said.
pub fn application_resources(partition: Option<u32>) -> Vec<u8> {
    let size = partition.unwrap_or(PARTITION).to_be_bytes();
    let mut fork = ResourceFork::new();
    let resource = Resource {
        res_type: OsType(*b"SIZE"),
        id: -1,
        name: None,
        attributes: Attributes::empty(),
        data: [&SIZE_FLAGS.to_be_bytes()[..], &size, &size].concat(),
    };
    // One resource of ten bytes always goes into a fork.
    fork.add(resource)
        .and_then(|()| fork.to_bytes())
        .unwrap_or_default()
}

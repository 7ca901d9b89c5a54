//! What a script can tell SimpleText: core events on documents and their windows.
//!
//! An event comes as a tree of descriptors, whoever has sent it. Not here: parts of a text, such as words, and the selection.

pub(super) mod dictionary;
mod object;

use super::SimpleText;
use super::resources::strings;
use super::saving::After;
use crate::descriptor::{Code, DIRECT_OBJECT, Descriptor, OBJECT_SPECIFIER, Value};
use crate::desktop::application::{Frame, WindowId};
use crate::desktop::object_specifier::{EVENT_FAILED, PARAMETER_MISSING, error, no_such_object};
use crate::desktop::{AppleEvent, DiskError, EventError, Interaction, Mac, Response};
use object::{DOCUMENT, Found, Object, WINDOW};

const OBJECT_CLASS: Code = *b"kocl";
const PROPERTIES: Code = *b"prdt";
const DATA: Code = *b"data";
/// keyAESaveOptions, keyAEFile, and what the first may be.
const SAVE_OPTIONS: Code = *b"savo";
const IN_FILE: Code = *b"kfil";
const YES: Code = *b"yes ";
const NO: Code = *b"no  ";

/// errAENoUserInteraction.
const NO_USER_INTERACTION: i16 = -1713;

type Outcome = Result<Response, EventError>;

/// An event, and everything that it is served with.
struct Serving<'a> {
    program: &'a mut SimpleText,
    event: &'a AppleEvent,
    frame: &'a mut Frame<SimpleText>,
    mac: &'a mut dyn Mac,
}

/// Does what an event asks for; `None` for an event that is not SimpleText's own.
pub(super) fn serve(
    program: &mut SimpleText,
    event: &AppleEvent,
    frame: &mut Frame<SimpleText>,
    mac: &mut dyn Mac,
) -> Option<Response> {
    let mut serving = Serving {
        program,
        event,
        frame,
        mac,
    };
    let served = match (&event.class, &event.id) {
        (b"core", b"getd") => serving.get(),
        (b"core", b"setd") => serving.set(),
        (b"core", b"crel") => serving.make(),
        (b"core", b"doex") => Ok(serving.exists()),
        (b"core", b"cnte") => serving.count(),
        (b"core", b"save") => serving.save(),
        (b"core", b"clos") => serving.close(),
        (b"misc", b"actv") => Ok(serving.activate()),
        (b"aevt", b"odoc") if serving.names_by_words() => serving.open(),
        (b"aevt", b"pdoc") => Err(EventError {
            number: EVENT_FAILED,
            message: Some("There is no printer.".to_owned()),
        }),
        (b"aevt", b"quit") => serving.quit()?,
        _ => return None,
    };
    Some(served.unwrap_or_else(|refused| Response::Answered(Err(refused))))
}

fn of_disk(refused: &DiskError) -> EventError {
    error(refused.code)
}

impl Serving<'_> {
    fn direct(&self) -> Result<&Descriptor, EventError> {
        let direct = self.event.parameters.get(DIRECT_OBJECT);
        direct.ok_or(error(PARAMETER_MISSING))
    }

    fn found(&self) -> Result<Found, EventError> {
        object::resolve(self.direct()?, self.frame)
    }

    /// The windows of the documents that are meant.
    fn windows(&self) -> Result<Vec<WindowId>, EventError> {
        let found = self.found()?;
        if found.property.is_some() {
            return Err(no_such_object());
        }
        let windows: Option<Vec<_>> = found.objects.iter().map(|object| object.window()).collect();
        windows.ok_or_else(no_such_object)
    }

    fn too_long(&self) -> EventError {
        EventError {
            number: EVENT_FAILED,
            message: Some(self.program.kit.texts.get(strings::NO_ROOM).to_owned()),
        }
    }

    fn get(&self) -> Outcome {
        let found = self.found()?;
        let value = |object: &Object| match found.property {
            Some(property) => object::get(*object, property, self.frame),
            None => Ok(object::specifier_of(*object, self.frame)),
        };
        let values: Vec<_> = found.objects.iter().map(value).collect::<Result<_, _>>()?;
        Ok(match (values.as_slice(), found.many) {
            ([only], false) => Response::result(only.clone()),
            _ => Response::result(Descriptor::list(values)),
        })
    }

    fn set(&mut self) -> Outcome {
        let value = self.event.parameters.get(DATA).ok_or(error(PARAMETER_MISSING))?;
        let found = self.found()?;
        // The contents of a document are its text.
        let property = found.property.unwrap_or(*b"ctxt");
        let too_long = self.too_long();
        for object in found.objects {
            object::set(object, property, value, &too_long, self.frame)?;
        }
        Ok(Response::done())
    }

    fn make(&mut self) -> Outcome {
        let class = self
            .event
            .parameters
            .get(OBJECT_CLASS)
            .and_then(Descriptor::as_code);
        if ![DOCUMENT, WINDOW].contains(&class.ok_or(error(PARAMETER_MISSING))?) {
            return Err(error(EVENT_FAILED));
        }
        let window = self.program.new_document(self.frame);
        let filled = self.fill(Object::Document(window));
        if let Err(refused) = filled {
            // Of what could not be made nothing is left.
            self.frame.close_window(window);
            return Err(refused);
        }
        Ok(Response::result(object::specifier_of(
            Object::Document(window),
            self.frame,
        )))
    }

    /// Gives a new document what it is to have.
    fn fill(&mut self, made: Object) -> Result<(), EventError> {
        let too_long = self.too_long();
        let mut wishes = Vec::new();
        if let Some(text) = self.event.parameters.get(DATA) {
            wishes.push((*b"ctxt", text.clone()));
        }
        if let Some(Value::Record(fields)) = self.event.parameters.get(PROPERTIES).map(|record| &record.value)
        {
            wishes.extend(fields.0.iter().cloned());
        }
        for (property, value) in wishes {
            object::set(made, property, &value, &too_long, self.frame)?;
        }
        Ok(())
    }

    /// What is not there does not exist; that is no error.
    fn exists(&self) -> Response {
        let has = |found: Found| {
            let get = |object: &Object| {
                found
                    .property
                    .is_none_or(|code| object::get(*object, code, self.frame).is_ok())
            };
            found.objects.iter().all(get)
        };
        Response::result(Descriptor::boolean(self.found().is_ok_and(has)))
    }

    fn count(&self) -> Outcome {
        let each = self
            .event
            .parameters
            .get(OBJECT_CLASS)
            .and_then(Descriptor::as_code);
        let found = self.found()?;
        let count = match each {
            None if found.many => found.objects.len(),
            None => object::every(DOCUMENT, self.frame).len(),
            Some(class) => object::every(class, self.frame).len(),
        };
        Ok(Response::result(Descriptor::long(
            i32::try_from(count).unwrap_or(i32::MAX),
        )))
    }

    fn activate(&mut self) -> Response {
        self.mac.come_forward();
        Response::done()
    }

    /// Whether what is to be opened is named by a path name or a specifier; file specifications are the frame's.
    fn names_by_words(&self) -> bool {
        let mut named = self.event.direct_objects().iter();
        named.any(|object| object.kind == OBJECT_SPECIFIER || object.as_text().is_some())
    }

    fn open(&mut self) -> Outcome {
        for place in self.event.direct_objects() {
            let path = object::path_of(place, self.mac)?;
            self.program.open_document(&path, self.frame, self.mac)?;
        }
        Ok(Response::done())
    }

    /// Whether the user may be asked; the application comes to the front for that, if it may.
    fn ask(&mut self) -> Result<(), EventError> {
        if self.event.interaction == Interaction::Never {
            return Err(EventError {
                number: NO_USER_INTERACTION,
                message: Some("the user would have to be asked, and may not be".to_owned()),
            });
        }
        if !self.frame.is_in_front() && self.event.may_switch_layer {
            self.mac.come_forward();
        }
        Ok(())
    }

    /// The file that is named.
    fn file(&mut self) -> Result<Option<String>, EventError> {
        let named = self.event.parameters.get(IN_FILE);
        named.map(|place| object::path_of(place, self.mac)).transpose()
    }

    /// Where a document is saved when nobody is asked.
    fn path_of(&self, window: WindowId, named: Option<&str>) -> Option<String> {
        let own = || {
            self.frame
                .window(window)
                .and_then(|window| window.content.path.clone())
        };
        named.map(str::to_owned).or_else(own)
    }

    fn save(&mut self) -> Outcome {
        let (windows, file) = (self.windows()?, self.file()?);
        for window in windows {
            match self.path_of(window, file.as_deref()) {
                Some(path) => self.write(window, &path)?,
                None => {
                    // The user says where, and the answer comes then.
                    self.ask()?;
                    let after = After::default().answering(self.event.request);
                    self.program.save_as(window, after, self.frame, self.mac);
                    return Ok(Response::Later);
                }
            }
        }
        Ok(Response::done())
    }

    fn write(&mut self, window: WindowId, path: &str) -> Result<(), EventError> {
        let written = self.program.write_to(window, path, self.frame, self.mac);
        written.map_err(|refused| of_disk(&refused))
    }

    fn close(&mut self) -> Outcome {
        let (windows, file) = (self.windows()?, self.file()?);
        let options = self
            .event
            .parameters
            .get(SAVE_OPTIONS)
            .and_then(Descriptor::as_code);
        for window in windows {
            let is_dirty = self
                .frame
                .window(window)
                .is_some_and(|window| window.content.is_dirty);
            let path = self.path_of(window, file.as_deref());
            match (options, path) {
                (Some(YES), Some(path)) => self.write(window, &path)?,
                (Some(NO), _) => {}
                _ if !is_dirty => {}
                (wanted, _) => {
                    self.ask()?;
                    let after = After::closing().answering(self.event.request);
                    match wanted {
                        Some(YES) => self.program.save_as(window, after, self.frame, self.mac),
                        _ => self.program.close_document(window, after, self.frame, self.mac),
                    }
                    return Ok(Response::Later);
                }
            }
            self.frame.close_window(window);
        }
        Ok(Response::done())
    }

    /// With `saving` it does that first; then quitting is the frame's, which asks about what is not saved still.
    fn quit(&mut self) -> Option<Outcome> {
        let options = self
            .event
            .parameters
            .get(SAVE_OPTIONS)
            .and_then(Descriptor::as_code);
        let dirty: Vec<_> = self
            .frame
            .windows()
            .filter(|window| window.content.is_dirty)
            .collect();
        let dirty: Vec<_> = dirty.into_iter().map(|window| window.id()).collect();
        for window in dirty {
            match (options, self.path_of(window, None)) {
                (Some(NO), _) => self.frame.close_window(window),
                (Some(YES), Some(path)) => {
                    if let Err(refused) = self.write(window, &path) {
                        return Some(Err(refused));
                    }
                }
                _ => {}
            }
        }
        None
    }
}

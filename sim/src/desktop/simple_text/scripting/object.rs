//! What specifiers mean in SimpleText: the application, documents and their windows, which have the same names and are in the same order,
//! the frontmost first.

use crate::descriptor::{Code, Descriptor, NULL};
use crate::desktop::application::{Frame, Window, WindowId};
use crate::desktop::font::decode;
use crate::desktop::object_specifier::{
    BY_NAME, BY_PROPERTY, CANNOT_COERCE, DEEPEST, NOT_MODIFIABLE, chosen, error, no_such_object, parts,
    specifier,
};
use crate::desktop::simple_text::SimpleText;
use crate::desktop::simple_text::document::Document;
use crate::desktop::{EventError, Mac};
use mc_protocol::macroman;

pub(super) const DOCUMENT: Code = *b"docu";
pub(super) const WINDOW: Code = *b"cwin";
pub(super) const FILE: Code = *b"file";

/// An object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Object {
    Application,
    Document(WindowId),
    Window(WindowId),
}

/// What a specifier means.
pub(super) struct Found {
    pub objects: Vec<Object>,
    /// The property of these that is meant, rather than they themselves.
    pub property: Option<Code>,
    /// Whether it named several, so that a list is wanted however many there are.
    pub many: bool,
}

/// Finds what a specifier means.
///
/// # Errors
/// -1728 for what is not there, -1700 for what is no specifier.
pub(super) fn resolve(specifier: &Descriptor, frame: &Frame<SimpleText>) -> Result<Found, EventError> {
    resolve_at(specifier, frame, DEEPEST)
}

fn resolve_at(specifier: &Descriptor, frame: &Frame<SimpleText>, depth: usize) -> Result<Found, EventError> {
    if specifier.kind == NULL {
        return Ok(Found {
            objects: vec![Object::Application],
            property: None,
            many: false,
        });
    }
    let inner = depth.checked_sub(1).ok_or(error(CANNOT_COERCE))?;
    let parts = parts(specifier)?;
    let container = resolve_at(parts.container, frame, inner)?;
    // Nothing is in a property.
    if container.property.is_some() {
        return Err(no_such_object());
    }
    if parts.form == BY_PROPERTY {
        let property = parts.data.as_code().ok_or(error(CANNOT_COERCE))?;
        return Ok(Found {
            property: Some(property),
            ..container
        });
    }
    if container.objects != [Object::Application] {
        return Err(no_such_object());
    }
    let all = every(parts.want, frame);
    let is_named =
        |place: usize, wanted: &str| name_of(all[place], frame).to_lowercase() == wanted.to_lowercase();
    let (places, many) = chosen(parts.form, parts.data, all.len(), is_named)?;
    Ok(Found {
        objects: places.into_iter().map(|place| all[place]).collect(),
        property: None,
        many,
    })
}

/// The objects of a class that the application has.
pub(super) fn every(class: Code, frame: &Frame<SimpleText>) -> Vec<Object> {
    let ids = frame.windows().map(Window::id);
    match class {
        DOCUMENT => ids.map(Object::Document).collect(),
        WINDOW => ids.map(Object::Window).collect(),
        _ => Vec::new(),
    }
}

impl Object {
    /// The window that it is or has.
    pub fn window(self) -> Option<WindowId> {
        match self {
            Object::Application => None,
            Object::Document(window) | Object::Window(window) => Some(window),
        }
    }

    fn class(self) -> Code {
        match self {
            Object::Application => *b"capp",
            Object::Document(_) => DOCUMENT,
            Object::Window(_) => WINDOW,
        }
    }
}

fn shown(object: Object, frame: &Frame<SimpleText>) -> Option<&Window<Document>> {
    frame.window(object.window()?)
}

fn name_of(object: Object, frame: &Frame<SimpleText>) -> String {
    shown(object, frame).map_or_else(|| "SimpleText".to_owned(), |window| window.frame().title.clone())
}

/// The specifier of an object, by name.
pub(super) fn specifier_of(object: Object, frame: &Frame<SimpleText>) -> Descriptor {
    match object {
        Object::Application => Descriptor::null(),
        _ => {
            let name = Descriptor::text(&name_of(object, frame));
            specifier(object.class(), BY_NAME, name, Descriptor::null())
        }
    }
}

/// The value of a property.
///
/// # Errors
/// -1728 where the object has no such property.
pub(super) fn get(
    object: Object,
    property: Code,
    frame: &Frame<SimpleText>,
) -> Result<Descriptor, EventError> {
    let document = shown(object, frame).map(|window| &window.content);
    match (&property, document) {
        (b"pcls", _) => Ok(Descriptor::type_of(object.class())),
        (b"pnam", _) => Ok(Descriptor::text(&name_of(object, frame))),
        (b"vers", None) => Ok(Descriptor::text("1.0")),
        (b"pisf", None) => Ok(Descriptor::boolean(frame.is_in_front())),
        (b"ctxt", Some(document)) => Ok(Descriptor::text(&macroman::decode(document.text()))),
        (b"imod", Some(document)) => Ok(Descriptor::boolean(document.is_dirty)),
        _ => Err(no_such_object()),
    }
}

/// Sets a property.
///
/// # Errors
/// -10003 for what cannot be set, -1700 for a value of another kind, `too_long` for a text that has no room.
pub(super) fn set(
    object: Object,
    property: Code,
    value: &Descriptor,
    too_long: &EventError,
    frame: &mut Frame<SimpleText>,
) -> Result<(), EventError> {
    let Some(window) = object.window().and_then(|window| frame.window_mut(window)) else {
        return Err(error(NOT_MODIFIABLE));
    };
    let text = || {
        let text = value.coerced(*b"TEXT").map_err(|_| error(CANNOT_COERCE))?;
        text.bytes().map(<[u8]>::to_vec).ok_or(error(CANNOT_COERCE))
    };
    match &property {
        b"ctxt" => window.content.set_text(&text()?).map_err(|_| too_long.clone())?,
        // A document that has a file is called as that is.
        b"pnam" if window.content.path.is_none() => window.set_title(&decode(&text()?)),
        b"imod" => window.content.is_dirty = value.as_boolean().ok_or(error(CANNOT_COERCE))?,
        b"pnam" | b"pcls" => return Err(error(NOT_MODIFIABLE)),
        _ => return Err(no_such_object()),
    }
    frame.invalidate();
    Ok(())
}

/// The path that a file is named by: a specification, a path name, `file "..."`. Whether it exists does not matter.
///
/// # Errors
/// -1700 for what names no file.
pub(super) fn path_of(place: &Descriptor, mac: &mut dyn Mac) -> Result<String, EventError> {
    if let Some(path) = mac.volume().path_of(place) {
        return Ok(path);
    }
    if let Some(path) = place.as_text() {
        return Ok(path);
    }
    let parts = parts(place)?;
    let is_file = parts.form == BY_NAME && [FILE, *b"alis"].contains(&parts.want);
    let path = parts.data.as_text().filter(|_| is_file);
    path.ok_or(error(CANNOT_COERCE))
}

//! Object specifiers: from one to what it means, and from an item to the one that the Finder answers with (Inside Macintosh:
//! Interapplication Communication, chapter 6, "Resolving and Creating Object Specifier Records").

use super::dictionary;
use crate::descriptor::{CONTAINER, Code, Descriptor, FORM, KEY_DATA, NULL, OBJECT_SPECIFIER, WANT};
use crate::desktop::object_specifier::{
    self, BY_NAME, BY_PROPERTY, CANNOT_COERCE, DEEPEST, error, no_such_object, specifier,
};
use crate::desktop::{Entry, EntryKind, EventError, Mac};

/// An object of the Finder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Object {
    Application,
    Desktop,
    Trash,
    /// The startup disk.
    Disk,
    /// A file or folder, by its full path name.
    Item(String),
}

/// What a specifier means.
pub(super) enum Found {
    Objects {
        objects: Vec<Object>,
        /// Whether it named several, so that a list is wanted however many there are.
        many: bool,
    },
    /// A property of each of these.
    Property { of: Vec<Object>, many: bool, code: Code },
}

/// Folders that are a property of the application, by their codes.
const SPECIAL_FOLDERS: [&Code; 7] = [b"macs", b"extn", b"pref", b"ctrl", b"amnu", b"strt", b"font"];

/// Finds what a specifier means.
///
/// # Errors
/// -1728 for what is not there, -1700 for what is no specifier.
pub(super) fn resolve(specifier: &Descriptor, mac: &mut dyn Mac) -> Result<Found, EventError> {
    resolve_at(specifier, mac, DEEPEST)
}

fn resolve_at(specifier: &Descriptor, mac: &mut dyn Mac, depth: usize) -> Result<Found, EventError> {
    if specifier.kind == NULL {
        let objects = vec![Object::Application];
        return Ok(Found::Objects { objects, many: false });
    }
    let inner = depth.checked_sub(1).ok_or(error(CANNOT_COERCE))?;
    if specifier.kind != OBJECT_SPECIFIER {
        let path = mac.volume().locate(specifier).ok_or(error(CANNOT_COERCE))?;
        let objects = vec![of_path(&path, mac)];
        return Ok(Found::Objects { objects, many: false });
    }
    let parts = object_specifier::parts(specifier)?;
    let container = match resolve_at(parts.container, mac, inner)? {
        Found::Objects { objects, many } => (objects, many),
        // The container of something may be what a property means: `name of container of x`.
        Found::Property { of, many, code } => {
            let objects: Result<Vec<_>, _> = of.iter().map(|object| part(object, code, mac)).collect();
            let objects: Option<Vec<_>> = objects?.into_iter().collect();
            (objects.ok_or_else(no_such_object)?, many)
        }
    };
    let (containers, many) = container;
    if parts.form == BY_PROPERTY {
        let property = parts.data.as_code().ok_or(error(CANNOT_COERCE))?;
        return property_of(containers, many, property, mac);
    }
    let mut objects = Vec::new();
    let mut is_list = many;
    for container in &containers {
        let (found, several) = elements(container, &parts, mac)?;
        is_list |= several;
        objects.extend(found);
    }
    Ok(Found::Objects {
        objects,
        many: is_list,
    })
}

/// A property that is an object itself becomes that object.
fn property_of(of: Vec<Object>, many: bool, code: Code, mac: &mut dyn Mac) -> Result<Found, EventError> {
    let parts: Result<Vec<_>, _> = of.iter().map(|object| part(object, code, mac)).collect();
    let parts: Option<Vec<_>> = parts?.into_iter().collect();
    Ok(match parts {
        Some(objects) if !objects.is_empty() => Found::Objects { objects, many },
        _ => Found::Property { of, many, code },
    })
}

/// The object that is a property of another one; `None` where the property is a value.
fn part(object: &Object, code: Code, mac: &mut dyn Mac) -> Result<Option<Object>, EventError> {
    Ok(Some(match (&code, object) {
        (b"desk", Object::Application) => Object::Desktop,
        (b"trsh", Object::Application | Object::Desktop) => Object::Trash,
        (b"sdsk", Object::Application | Object::Desktop) => Object::Disk,
        (code, Object::Application) if SPECIAL_FOLDERS.contains(&code) => {
            let path = mac.filing().and_then(|filing| filing.special_folder(*code));
            Object::Item(path.ok_or_else(no_such_object)?)
        }
        (b"ctnr" | b"cfol", Object::Item(path)) => parent(path, mac),
        (b"ctnr", Object::Disk | Object::Trash) => Object::Desktop,
        (b"cdis", Object::Item(_) | Object::Disk | Object::Trash) => Object::Disk,
        _ => return Ok(None),
    }))
}

/// The object that has this path.
fn of_path(path: &str, mac: &mut dyn Mac) -> Object {
    let desktop = special_folder(*b"desk", mac);
    if path == mac.volume().name() {
        Object::Disk
    } else if path == mac.volume().trash() {
        Object::Trash
    } else if desktop.as_deref() == Some(path) {
        Object::Desktop
    } else {
        Object::Item(path.to_owned())
    }
}

fn special_folder(code: Code, mac: &mut dyn Mac) -> Option<String> {
    mac.filing()?.special_folder(code)
}

/// What an item lies in.
fn parent(path: &str, mac: &mut dyn Mac) -> Object {
    match path.rsplit_once(':') {
        Some((folder, _)) => of_path(folder, mac),
        None => Object::Desktop,
    }
}

/// The folder in which an object's elements lie; `None` for a file.
pub(super) fn folder_of(object: &Object, mac: &mut dyn Mac) -> Option<String> {
    match object {
        Object::Application | Object::Desktop => special_folder(*b"desk", mac),
        Object::Trash => Some(mac.volume().trash()),
        Object::Disk => Some(mac.volume().name()),
        Object::Item(path) => Some(path.clone()),
    }
}

fn is_of(entry: &Entry, class: Code) -> bool {
    match (&class, entry.kind) {
        (b"cobj", _) => true,
        (b"cfol" | b"ctnr", EntryKind::Folder { .. }) => true,
        (b"file", EntryKind::File { .. }) => true,
        (b"appf", EntryKind::File { file_type, .. }) => file_type == *b"APPL",
        (b"docf", EntryKind::File { file_type, .. }) => file_type != *b"APPL",
        _ => false,
    }
}

/// The elements of a container that are of a class, in the order of the catalogue.
pub(super) fn every(container: &Object, class: Code, mac: &mut dyn Mac) -> Result<Vec<Object>, EventError> {
    let is_top = matches!(container, Object::Application | Object::Desktop);
    if class == *b"cdis" {
        return Ok(if is_top { vec![Object::Disk] } else { Vec::new() });
    }
    let folder = folder_of(container, mac).ok_or_else(no_such_object)?;
    let listed = mac.volume().list(&folder).map_err(|_| no_such_object())?;
    let visible = listed
        .iter()
        .filter(|entry| !entry.invisible && is_of(entry, class));
    let mut objects: Vec<_> = visible
        .map(|entry| Object::Item(format!("{folder}:{}", entry.name)))
        .collect();
    if is_top && matches!(&class, b"cobj" | b"ctnr") {
        objects.insert(0, Object::Disk);
    }
    Ok(objects)
}

fn name_of<'a>(object: &'a Object, disk: &'a str) -> &'a str {
    match object {
        Object::Item(path) => path.rsplit_once(':').map_or(path.as_str(), |(_, name)| name),
        Object::Disk => disk,
        Object::Application => "Finder",
        Object::Desktop => "Desktop",
        Object::Trash => "Trash",
    }
}

/// Elements by name, index, ordinal or range, and whether several were asked for.
fn elements(
    container: &Object,
    parts: &object_specifier::Parts<'_>,
    mac: &mut dyn Mac,
) -> Result<(Vec<Object>, bool), EventError> {
    let all = every(container, parts.want, mac)?;
    let disk = mac.volume().name();
    let is_named = |place: usize, wanted: &str| {
        let object: &Object = &all[place];
        name_of(object, &disk).to_lowercase() == wanted.to_lowercase()
    };
    let (places, many) = object_specifier::chosen(parts.form, parts.data, all.len(), is_named)?;
    Ok((places.into_iter().map(|place| all[place].clone()).collect(), many))
}

/// A specifier in words.
pub(super) fn describe(specifier: &Descriptor) -> String {
    let field = |key| specifier.field(key);
    let code = |key| field(key).and_then(Descriptor::as_code).unwrap_or_default();
    let data = field(KEY_DATA);
    let own = match (code(FORM), data) {
        (BY_PROPERTY, Some(data)) => dictionary::property_word(data.as_code().unwrap_or_default()),
        (BY_NAME, Some(data)) => {
            let name = data.as_text().unwrap_or_default();
            format!("{} \"{name}\"", dictionary::class_word(code(WANT)))
        }
        (_, Some(data)) => {
            let which = data
                .as_long()
                .map_or_else(String::new, |index| format!(" {index}"));
            format!("{}{which}", dictionary::class_word(code(WANT)))
        }
        _ => "that place".to_owned(),
    };
    match field(CONTAINER) {
        Some(container) if container.kind == OBJECT_SPECIFIER => format!("{own} of {}", describe(container)),
        _ => own,
    }
}

/// The class of an object.
pub(super) fn class_of(object: &Object, mac: &mut dyn Mac) -> Code {
    let Object::Item(path) = object else {
        return match object {
            Object::Desktop => *b"cdsk",
            Object::Trash => *b"ctrs",
            Object::Disk => *b"cdis",
            _ => *b"capp",
        };
    };
    let kind = mac
        .filing()
        .and_then(|filing| filing.info(path).ok())
        .map(|info| info.kind);
    match kind {
        Some(EntryKind::Folder { .. }) => *b"cfol",
        Some(EntryKind::File { file_type, .. }) if file_type == *b"APPL" => *b"appf",
        Some(EntryKind::File { .. }) => *b"docf",
        None => *b"cobj",
    }
}

/// The specifier that the Finder gives for an object.
pub(super) fn specifier_of(object: &Object, mac: &mut dyn Mac) -> Descriptor {
    let property = |code: &Code| {
        specifier(
            *b"prop",
            BY_PROPERTY,
            Descriptor::type_of(*code),
            Descriptor::null(),
        )
    };
    match object {
        Object::Application => Descriptor::null(),
        Object::Desktop => property(b"desk"),
        Object::Trash => property(b"trsh"),
        Object::Disk => property(b"sdsk"),
        Object::Item(path) => {
            let class = match class_of(object, mac) {
                folder if folder == *b"cfol" => folder,
                application if application == *b"appf" => application,
                _ => *b"file",
            };
            let name = name_of(object, "");
            let container = parent(path, mac);
            let container = specifier_of(&container, mac);
            specifier(class, BY_NAME, Descriptor::text(name), container)
        }
    }
}

//! Object specifiers: from one to what it means, and from an item to the one that the Finder answers with (Inside Macintosh:
//! Interapplication Communication, chapter 6, "Resolving and Creating Object Specifier Records").

use super::dictionary;
use crate::descriptor::{CONTAINER, Code, Descriptor, FORM, KEY_DATA, NULL, OBJECT_SPECIFIER, WANT};
use crate::desktop::{Entry, EntryKind, EventError, Mac};

const ABSOLUTE_ORDINAL: Code = *b"abso";
const BY_PROPERTY: Code = *b"prop";
const BY_NAME: Code = *b"name";

/// errAENoSuchObject, errAECoercionFail.
pub(super) const NO_SUCH_OBJECT: i16 = -1728;
const CANNOT_COERCE: i16 = -1700;

/// How deep containers may nest in a specifier.
const DEEPEST: usize = 40;

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

/// -1728, without words: whoever asked knows what for.
pub(super) fn no_such_object() -> EventError {
    error(NO_SUCH_OBJECT)
}

pub(super) fn error(number: i16) -> EventError {
    EventError {
        number,
        message: None,
    }
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
    let field = |key| specifier.field(key).ok_or(error(CANNOT_COERCE));
    let code = |key| field(key)?.as_code().ok_or(error(CANNOT_COERCE));
    let container = match resolve_at(field(CONTAINER)?, mac, inner)? {
        Found::Objects { objects, many } => (objects, many),
        // The container of something may be what a property means: `name of container of x`.
        Found::Property { of, many, code } => {
            let objects: Result<Vec<_>, _> = of.iter().map(|object| part(object, code, mac)).collect();
            let objects: Option<Vec<_>> = objects?.into_iter().collect();
            (objects.ok_or_else(no_such_object)?, many)
        }
    };
    let (containers, many) = container;
    if code(FORM)? == BY_PROPERTY {
        let property = field(KEY_DATA)?.as_code().ok_or(error(CANNOT_COERCE))?;
        return property_of(containers, many, property, mac);
    }
    let (want, form, data) = (code(WANT)?, code(FORM)?, field(KEY_DATA)?);
    let mut objects = Vec::new();
    let mut is_list = many;
    for container in &containers {
        let (found, several) = elements(container, want, form, data, mac)?;
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
    want: Code,
    form: Code,
    data: &Descriptor,
    mac: &mut dyn Mac,
) -> Result<(Vec<Object>, bool), EventError> {
    let all = every(container, want, mac)?;
    let one = |object: Option<&Object>| {
        let object = object.cloned().ok_or_else(no_such_object)?;
        Ok((vec![object], false))
    };
    match &form {
        b"name" => {
            let wanted = data.as_text().ok_or(error(CANNOT_COERCE))?;
            let disk = mac.volume().name();
            let matches = |object: &&Object| name_of(object, &disk).to_lowercase() == wanted.to_lowercase();
            one(all.iter().find(matches))
        }
        b"indx" if data.kind == ABSOLUTE_ORDINAL => match data.as_code().as_ref() {
            Some(b"all ") => Ok((all, true)),
            Some(b"firs") => one(all.first()),
            Some(b"last") => one(all.last()),
            Some(b"midd") => one(all.get(all.len().saturating_sub(1) / 2)),
            _ => Err(error(CANNOT_COERCE)),
        },
        b"indx" => {
            let index = data.as_long().ok_or(error(CANNOT_COERCE))?;
            one(place(index, all.len()).and_then(|place| all.get(place)))
        }
        b"rang" => {
            let end = |key| {
                data.field(key)
                    .and_then(|end| end.field(KEY_DATA))
                    .and_then(Descriptor::as_long)
            };
            let (Some(first), Some(last)) = (end(*b"star"), end(*b"stop")) else {
                return Err(error(CANNOT_COERCE));
            };
            let (Some(first), Some(last)) = (place(first, all.len()), place(last, all.len())) else {
                return Err(no_such_object());
            };
            Ok((all[first.min(last)..=first.max(last)].to_vec(), true))
        }
        _ => Err(error(CANNOT_COERCE)),
    }
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

/// The place from 0 of an index from 1, or from -1 backwards.
fn place(index: i32, count: usize) -> Option<usize> {
    let magnitude = usize::try_from(index.unsigned_abs()).ok()?;
    let place = match index {
        0 => return None,
        1.. => magnitude - 1,
        _ => count.checked_sub(magnitude)?,
    };
    (place < count).then_some(place)
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
        Descriptor::specifier(
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
            Descriptor::specifier(class, BY_NAME, Descriptor::text(name), container)
        }
    }
}

//! The scriptable Finder of System 7.5: core events on disks, folders and files.
//!
//! An event comes as a tree of descriptors, whoever has sent it. Objects: the application, the desktop, the Trash, the startup
//! disk, files and folders. Not here: windows, processes, sharing, aliases, selections, other disks than the startup disk.

mod dictionary;
mod properties;
mod specifier;

pub(in crate::desktop) use dictionary::extension_file;

use super::Finder;
use super::commands::Opened;
use crate::descriptor::{Code, Descriptor, OBJECT_SPECIFIER};
use crate::desktop::application::Frame;
use crate::desktop::object_specifier::{EVENT_FAILED, PARAMETER_MISSING, error, no_such_object};
use crate::desktop::{AppleEvent, EventError, Mac, Response};
use properties::of_disk;
use specifier::{Found, Object};

const OBJECT_CLASS: Code = *b"kocl";
const INSERT_HERE: Code = *b"insh";
const PROPERTIES: Code = *b"prdt";
const DATA: Code = *b"data";
const REPLACING: Code = *b"alrp";

/// dupFNErr.
const DUPLICATE_NAME: i16 = -48;

/// Longest name of a file.
const MAX_NAME: usize = 31;

type Outcome = Result<Response, EventError>;

/// Does what an event asks for; `None` for an event that is not of the scriptable Finder.
pub(super) fn serve(
    finder: &mut Finder,
    event: &AppleEvent,
    frame: &mut Frame<Finder>,
    mac: &mut dyn Mac,
) -> Option<Response> {
    mac.filing()?;
    let served = match (&event.class, &event.id) {
        (b"core", b"getd") => get(event, mac),
        (b"core", b"setd") => set(event, mac),
        (b"core", b"crel") => make(event, mac),
        (b"core", b"doex") => Ok(exists(event, mac)),
        (b"core", b"cnte") => count(event, mac),
        (b"core", b"delo") => delete(event, mac),
        (b"core", b"move") => move_items(event, mac),
        (b"core", b"clon") => duplicate(event, mac),
        (b"fndr", b"empt") => empty_trash(mac),
        (b"misc", b"actv") => Ok(Response::done()),
        (b"aevt", b"odoc") if names_objects(event) => open(finder, event, frame, mac),
        _ => return None,
    };
    finder.look_at_volume(frame, mac);
    Some(served.unwrap_or_else(|refused| Response::Answered(Err(refused))))
}

fn names_objects(event: &AppleEvent) -> bool {
    event
        .direct_objects()
        .iter()
        .any(|object| object.kind == OBJECT_SPECIFIER)
}

fn direct(event: &AppleEvent) -> Result<&Descriptor, EventError> {
    let direct = event.parameters.get(crate::descriptor::DIRECT_OBJECT);
    direct.ok_or(error(PARAMETER_MISSING))
}

/// The objects that the direct parameter means: one specifier or a list of them.
fn objects(event: &AppleEvent, mac: &mut dyn Mac) -> Result<(Vec<Object>, bool), EventError> {
    let direct = direct(event)?;
    let mut all = Vec::new();
    let mut is_list = matches!(direct.value, crate::descriptor::Value::List(_));
    for item in direct.items() {
        match specifier::resolve(item, mac)? {
            Found::Objects { objects, many } => {
                all.extend(objects);
                is_list |= many;
            }
            Found::Property { .. } => return Err(no_such_object()),
        }
    }
    Ok((all, is_list))
}

fn answer(values: Vec<Descriptor>, is_list: bool) -> Response {
    let mut values = values;
    match values.pop() {
        Some(only) if values.is_empty() && !is_list => Response::result(only),
        Some(last) => {
            values.push(last);
            Response::result(Descriptor::list(values))
        }
        None => Response::result(Descriptor::list(values)),
    }
}

fn specifiers(objects: &[Object], is_list: bool, mac: &mut dyn Mac) -> Response {
    let specifiers = objects.iter().map(|object| specifier::specifier_of(object, mac));
    answer(specifiers.collect(), is_list)
}

fn get(event: &AppleEvent, mac: &mut dyn Mac) -> Outcome {
    match specifier::resolve(direct(event)?, mac)? {
        Found::Objects { objects, many } => Ok(specifiers(&objects, many, mac)),
        Found::Property { of, many, code } => {
            let values: Result<Vec<_>, _> = of
                .iter()
                .map(|object| properties::get(object, code, mac))
                .collect();
            Ok(answer(values?, many))
        }
    }
}

fn set(event: &AppleEvent, mac: &mut dyn Mac) -> Outcome {
    let value = event.parameters.get(DATA).ok_or(error(PARAMETER_MISSING))?;
    let Found::Property { of, code, .. } = specifier::resolve(direct(event)?, mac)? else {
        return Err(error(EVENT_FAILED));
    };
    for object in &of {
        properties::set(object, code, value, mac)?;
    }
    Ok(Response::done())
}

/// The folder that a location names; the desktop where none is named.
fn location(event: &AppleEvent, mac: &mut dyn Mac) -> Result<Option<String>, EventError> {
    let Some(here) = event.parameters.get(INSERT_HERE) else {
        return Ok(None);
    };
    // An error without words is about the direct object: this one names what it is about.
    let missing = || EventError {
        message: Some(format!("Can’t get {}.", specifier::describe(here))),
        ..no_such_object()
    };
    let Ok(Found::Objects { objects, .. }) = specifier::resolve(here, mac) else {
        return Err(missing());
    };
    let object = objects.first().ok_or_else(missing)?;
    specifier::folder_of(object, mac).map(Some).ok_or_else(missing)
}

/// A name that nothing in a folder has: the wanted one, or with a number behind it.
fn free_name(folder: &str, wanted: &str, mac: &mut dyn Mac) -> String {
    let mut number = 2;
    let mut name = wanted.to_owned();
    while mac.volume().exists(&format!("{folder}:{name}")) {
        let ending = format!(" {number}");
        let room = MAX_NAME - ending.chars().count();
        name = wanted.chars().take(room).collect::<String>() + &ending;
        number += 1;
    }
    name
}

fn make(event: &AppleEvent, mac: &mut dyn Mac) -> Outcome {
    let class = event.parameters.get(OBJECT_CLASS).and_then(Descriptor::as_code);
    if class.ok_or(error(PARAMETER_MISSING))? != *b"cfol" {
        return Err(error(EVENT_FAILED));
    }
    let folder = match location(event, mac)? {
        Some(folder) => folder,
        None => specifier::folder_of(&Object::Desktop, mac).ok_or_else(no_such_object)?,
    };
    let wishes = event.parameters.get(PROPERTIES).cloned();
    let name = wishes.as_ref().and_then(|wishes| wishes.field(*b"pnam"));
    let name = match name.and_then(Descriptor::as_text) {
        Some(name) => name,
        None => free_name(&folder, "untitled folder", mac),
    };
    let filing = mac.filing().ok_or_else(no_such_object)?;
    filing.make_folder(&folder, &name).map_err(of_disk)?;
    let made = Object::Item(format!("{folder}:{name}"));
    if let Some(crate::descriptor::Value::Record(fields)) = wishes.map(|wishes| wishes.value) {
        for (code, value) in fields.0.iter().filter(|(code, _)| code != b"pnam") {
            properties::set(&made, *code, value, mac)?;
        }
    }
    Ok(specifiers(&[made], false, mac))
}

/// What is not there does not exist; that is no error.
fn exists(event: &AppleEvent, mac: &mut dyn Mac) -> Response {
    let found = direct(event).and_then(|direct| specifier::resolve(direct, mac));
    let exists = match found {
        Ok(Found::Objects { objects, .. }) => objects.iter().all(|object| is_there(object, mac)),
        Ok(Found::Property { of, code, .. }) => {
            of.iter().all(|object| properties::get(object, code, mac).is_ok())
        }
        Err(_) => false,
    };
    Response::result(Descriptor::boolean(exists))
}

fn is_there(object: &Object, mac: &mut dyn Mac) -> bool {
    match object {
        Object::Item(path) => mac.volume().exists(path),
        _ => true,
    }
}

fn count(event: &AppleEvent, mac: &mut dyn Mac) -> Outcome {
    let each = event.parameters.get(OBJECT_CLASS).and_then(Descriptor::as_code);
    let (objects, many) = objects(event, mac)?;
    let count = match each {
        // `count every item of x` names the items themselves.
        None if many => objects.len(),
        each => {
            let mut count = 0;
            for object in &objects {
                count += specifier::every(object, each.unwrap_or(*b"cobj"), mac)?.len();
            }
            count
        }
    };
    Ok(Response::result(Descriptor::long(
        i32::try_from(count).unwrap_or(i32::MAX),
    )))
}

/// The path of an item, which alone can be moved, copied or deleted.
fn path_of(object: &Object) -> Result<&str, EventError> {
    match object {
        Object::Item(path) => Ok(path),
        _ => Err(error(EVENT_FAILED)),
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit_once(':').map_or(path, |(_, name)| name)
}

/// Into the Trash. What is there already under the name gets another one.
fn delete(event: &AppleEvent, mac: &mut dyn Mac) -> Outcome {
    let (objects, is_list) = objects(event, mac)?;
    let trash = mac.volume().trash();
    let mut deleted = Vec::new();
    for object in &objects {
        let path = path_of(object)?.to_owned();
        let name = name_of(&path).to_owned();
        let old = format!("{trash}:{name}");
        if mac.volume().exists(&old) && old != path {
            let other = crate::desktop::Change::Name(free_name(&trash, &name, mac));
            let filing = mac.filing().ok_or_else(no_such_object)?;
            filing.change(&old, &other).map_err(of_disk)?;
        }
        let filing = mac.filing().ok_or_else(no_such_object)?;
        filing.move_into(&path, &trash).map_err(of_disk)?;
        deleted.push(Object::Item(old));
    }
    Ok(specifiers(&deleted, is_list, mac))
}

/// Makes room for an item in a folder: what has its name there goes, if the event says so.
fn make_room(event: &AppleEvent, path: &str, mac: &mut dyn Mac) -> Result<(), EventError> {
    if !mac.volume().exists(path) {
        return Ok(());
    }
    let replacing = event.parameters.get(REPLACING).and_then(Descriptor::as_boolean);
    if replacing != Some(true) {
        return Err(error(DUPLICATE_NAME));
    }
    let filing = mac.filing().ok_or_else(no_such_object)?;
    filing.remove(path).map_err(of_disk)
}

fn move_items(event: &AppleEvent, mac: &mut dyn Mac) -> Outcome {
    let folder = location(event, mac)?.ok_or(error(PARAMETER_MISSING))?;
    let (objects, is_list) = objects(event, mac)?;
    let mut moved = Vec::new();
    for object in &objects {
        let path = path_of(object)?.to_owned();
        let there = format!("{folder}:{}", name_of(&path));
        if there != path {
            make_room(event, &there, mac)?;
            let filing = mac.filing().ok_or_else(no_such_object)?;
            filing.move_into(&path, &folder).map_err(of_disk)?;
        }
        moved.push(Object::Item(there));
    }
    Ok(specifiers(&moved, is_list, mac))
}

fn duplicate(event: &AppleEvent, mac: &mut dyn Mac) -> Outcome {
    let place = location(event, mac)?;
    let (objects, is_list) = objects(event, mac)?;
    let mut copies = Vec::new();
    for object in &objects {
        let path = path_of(object)?.to_owned();
        let own_folder = path.rsplit_once(':').map_or("", |(folder, _)| folder);
        let name = name_of(&path);
        let (folder, name) = match &place {
            Some(folder) if folder != own_folder => {
                make_room(event, &format!("{folder}:{name}"), mac)?;
                (folder.clone(), name.to_owned())
            }
            _ => {
                let room = MAX_NAME - " copy".len();
                let copy = name.chars().take(room).collect::<String>() + " copy";
                (own_folder.to_owned(), free_name(own_folder, &copy, mac))
            }
        };
        let filing = mac.filing().ok_or_else(no_such_object)?;
        filing.copy_into(&path, &folder, &name).map_err(of_disk)?;
        copies.push(Object::Item(format!("{folder}:{name}")));
    }
    Ok(specifiers(&copies, is_list, mac))
}

fn empty_trash(mac: &mut dyn Mac) -> Outcome {
    mac.volume().empty_trash().map_err(of_disk)?;
    Ok(specifiers(&[Object::Trash], false, mac))
}

fn open(finder: &mut Finder, event: &AppleEvent, frame: &mut Frame<Finder>, mac: &mut dyn Mac) -> Outcome {
    let (objects, _) = objects(event, mac)?;
    for object in &objects {
        let path = specifier::folder_of(object, mac).ok_or_else(no_such_object)?;
        if finder.open_path(&path, frame, mac) == Opened::Missing {
            return Err(no_such_object());
        }
    }
    Ok(Response::done())
}

//! Properties of objects that are values: what they are, and setting those that can be set.

use super::specifier::{Object, class_of};
use crate::descriptor::{Code, Descriptor};
use crate::desktop::object_specifier::{CANNOT_COERCE, NOT_MODIFIABLE, error, no_such_object};
use crate::desktop::{Change, DiskError, EntryKind, EventError, Info, Mac};

/// A number of the disk as the error of an event.
pub(super) fn of_disk(refused: DiskError) -> EventError {
    error(refused.code)
}

/// The value of a property.
///
/// # Errors
/// -1728 where the object has no such property, or is not there any more.
pub(super) fn get(object: &Object, code: Code, mac: &mut dyn Mac) -> Result<Descriptor, EventError> {
    if code == *b"pcls" {
        return Ok(Descriptor::type_of(class_of(object, mac)));
    }
    match object {
        Object::Application if code == *b"pnam" => Ok(Descriptor::text("Finder")),
        Object::Application if code == *b"vers" => Ok(Descriptor::text("7.5")),
        Object::Application => Err(no_such_object()),
        Object::Desktop => named("Desktop", code),
        Object::Trash => named("Trash", code),
        Object::Disk => of_startup_disk(code, mac),
        Object::Item(path) => {
            let filing = mac.filing().ok_or_else(no_such_object)?;
            let info = filing.info(path).map_err(|_| no_such_object())?;
            if code == *b"ptsz" {
                return Ok(bytes(size(path, &info, mac)));
            }
            of_item(&info, code)
        }
    }
}

fn named(name: &str, code: Code) -> Result<Descriptor, EventError> {
    match &code {
        b"pnam" => Ok(Descriptor::text(name)),
        _ => Err(no_such_object()),
    }
}

/// A size as a long: what does not fit is the largest there is.
fn bytes(bytes: u64) -> Descriptor {
    Descriptor::long(i32::try_from(bytes).unwrap_or(i32::MAX))
}

fn of_startup_disk(code: Code, mac: &mut dyn Mac) -> Result<Descriptor, EventError> {
    let disk = mac.volume();
    Ok(match &code {
        b"pnam" => Descriptor::text(&disk.name()),
        b"kind" => Descriptor::text("disk"),
        b"capa" => bytes(disk.used_bytes() + disk.free_bytes()),
        b"frsp" => bytes(disk.free_bytes()),
        b"ptsz" | b"phys" => bytes(disk.used_bytes()),
        _ => return Err(no_such_object()),
    })
}

/// The size of a file, or of everything in a folder.
fn size(path: &str, info: &Info, mac: &mut dyn Mac) -> u64 {
    if let EntryKind::File { bytes, .. } = info.kind {
        return bytes;
    }
    let mut total = 0;
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in mac.volume().list(&folder).unwrap_or_default() {
            match entry.kind {
                EntryKind::Folder { .. } => folders.push(format!("{folder}:{}", entry.name)),
                EntryKind::File { bytes, .. } => total += bytes,
            }
        }
    }
    total
}

/// typeLongDateTime: 64 bits of seconds since 1904.
fn date(seconds: u32) -> Descriptor {
    Descriptor::data(*b"ldt ", u64::from(seconds).to_be_bytes())
}

fn kind(info: &Info) -> &'static str {
    match info.kind {
        EntryKind::Folder { .. } => "folder",
        EntryKind::File { file_type, .. } => match &file_type {
            b"APPL" => "application program",
            b"TEXT" => "text document",
            _ => "document",
        },
    }
}

fn of_item(info: &Info, code: Code) -> Result<Descriptor, EventError> {
    Ok(match (&code, info.kind) {
        (b"pnam", _) => Descriptor::text(&info.name),
        (b"comt", _) => Descriptor::text(&info.comment),
        (b"kind", _) => Descriptor::text(kind(info)),
        (b"phys", _) => bytes(info.physical_bytes),
        (b"crtd", _) => date(info.created),
        (b"modd", _) => date(info.modified),
        (b"islk", _) => Descriptor::boolean(info.locked),
        (b"fitp", EntryKind::File { file_type, .. }) => Descriptor::type_of(file_type),
        (b"fcrt", EntryKind::File { creator, .. }) => Descriptor::type_of(creator),
        _ => return Err(no_such_object()),
    })
}

/// Sets a property of an item.
///
/// # Errors
/// -10003 for what cannot be set, -1700 for a value of the wrong kind, and what the disk refuses with.
pub(super) fn set(
    object: &Object,
    code: Code,
    value: &Descriptor,
    mac: &mut dyn Mac,
) -> Result<(), EventError> {
    let Object::Item(path) = object else {
        return Err(error(NOT_MODIFIABLE));
    };
    let change = change(code, value)?;
    let filing = mac.filing().ok_or_else(no_such_object)?;
    filing.change(path, &change).map_err(of_disk)
}

fn change(code: Code, value: &Descriptor) -> Result<Change, EventError> {
    let text = || value.as_text().ok_or(error(CANNOT_COERCE));
    // A type may come as a type or as text of four characters.
    let four = || {
        let given = value.bytes().and_then(|bytes| bytes.try_into().ok());
        given.ok_or(error(CANNOT_COERCE))
    };
    Ok(match &code {
        b"pnam" => Change::Name(text()?),
        b"comt" => Change::Comment(text()?),
        b"fitp" => Change::FileType(four()?),
        b"fcrt" => Change::Creator(four()?),
        b"islk" => Change::Locked(value.as_boolean().ok_or(error(CANNOT_COERCE))?),
        _ => return Err(error(NOT_MODIFIABLE)),
    })
}

//! What is on the startup volume of a fresh simulated Macintosh.

use super::Station;
use super::finder::{extension_file, finder_file};
use super::note_pad::note_pad_file;
use super::simple_text::simple_text_file;
use super::system_file::{BuildError, system_file};

/// The first system whose Finder is scriptable.
const SCRIPTABLE: u16 = 0x0750;

/// A file or folder of the fresh volume. A folder stands before what is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InitialItem {
    /// Path below the root of the volume, parts separated by colons.
    pub path: &'static str,
    /// Finder flag fInvisible.
    pub invisible: bool,
    /// What it is.
    pub kind: InitialKind,
}

/// What an [`InitialItem`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InitialKind {
    /// A folder.
    Folder,
    /// A file with both forks.
    File {
        /// Finder file type.
        file_type: [u8; 4],
        /// Finder creator.
        creator: [u8; 4],
        /// Data fork.
        data: Vec<u8>,
        /// Resource fork; empty when there is none.
        resources: Vec<u8>,
    },
}

/// The content of a fresh volume.
///
/// # Errors
/// [`BuildError`] when a drawing that is part of this program is wrong.
pub fn initial_files(station: &Station) -> Result<Vec<InitialItem>, BuildError> {
    let mut items = vec![
        folder("System Folder"),
        system(
            "System Folder:System",
            *b"zsys",
            system_file(station)?.to_bytes()?,
        ),
        system(
            "System Folder:Finder",
            *b"FNDR",
            finder_file(station)?.to_bytes()?,
        ),
        folder("System Folder:Apple Menu Items"),
        application(
            "System Folder:Apple Menu Items:Note Pad",
            *b"npad",
            note_pad_file()?.to_bytes()?,
        ),
        folder("System Folder:Control Panels"),
        folder("System Folder:Extensions"),
        folder("System Folder:Preferences"),
        folder("System Folder:Startup Items"),
        application("SimpleText", *b"ttxt", simple_text_file()?.to_bytes()?),
        text("Read Me", READ_ME),
        folder("Documents"),
        text("Documents:Letter to Ada", LETTER),
        text("Documents:Shopping List", SHOPPING_LIST),
        folder("Empty Folder"),
        InitialItem {
            invisible: true,
            ..folder("Trash")
        },
        text("Trash:Old Draft", OLD_DRAFT),
        text("Trash:Shopping List 1991", SHOPPING_LIST),
        folder("Trash:Untitled Folder"),
    ];
    if station.has_applescript && station.system >= SCRIPTABLE {
        let extension = extension_file()?;
        items.push(system(
            "System Folder:Extensions:Finder Scripting Extension",
            *b"INIT",
            extension,
        ));
    }
    Ok(items)
}

fn folder(path: &'static str) -> InitialItem {
    InitialItem {
        path,
        invisible: false,
        kind: InitialKind::Folder,
    }
}

/// A SimpleText document; `text` is ASCII with line feeds, which become carriage returns.
fn text(path: &'static str, text: &str) -> InitialItem {
    let data = text.replace('\n', "\r").into_bytes();
    file(path, *b"TEXT", *b"ttxt", data, Vec::new())
}

fn system(path: &'static str, file_type: [u8; 4], resources: Vec<u8>) -> InitialItem {
    file(path, file_type, *b"MACS", Vec::new(), resources)
}

fn application(path: &'static str, creator: [u8; 4], resources: Vec<u8>) -> InitialItem {
    file(path, *b"APPL", creator, Vec::new(), resources)
}

fn file(
    path: &'static str,
    file_type: [u8; 4],
    creator: [u8; 4],
    data: Vec<u8>,
    resources: Vec<u8>,
) -> InitialItem {
    let kind = InitialKind::File {
        file_type,
        creator,
        data,
        resources,
    };
    InitialItem {
        path,
        invisible: false,
        kind,
    }
}

const READ_ME: &str = "\
This Macintosh is simulated.
Its screen, its files and its network are real to the programs that run on it; its processor executes their own code.
Whatever you do to it is forgotten when it stops.
";
const LETTER: &str = "\
Dear Ada,
the engine has arrived. It weaves screens as the loom weaves flowers and leaves.
Yours, Charles
";
const SHOPPING_LIST: &str = "\
Floppy disks
Printer ribbon
Cherries
";
const OLD_DRAFT: &str = "\
Chapter one
All night long the clock on the video recorder blinked twelve.
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::tests::STATION;
    use std::collections::BTreeSet;

    #[test]
    fn every_item_stands_in_a_folder_that_came_before_and_has_a_legal_name() {
        let mut folders = BTreeSet::from([""]);
        for item in initial_files(&STATION).unwrap() {
            let (parent, name) = item.path.rsplit_once(':').unwrap_or(("", item.path));
            assert!(folders.contains(parent), "{} has no folder", item.path);
            assert!((1..=31).contains(&name.len()), "{name} is no name");
            if item.kind == InitialKind::Folder {
                folders.insert(item.path);
            }
        }
    }
}

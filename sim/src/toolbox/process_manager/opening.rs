//! Opening a file for an application of the desktop, as the Finder does: an application, or a document with its application.

use super::fronts;
use super::launching::{Order, launch_order};
use super::table::{FINDER, Psn};
use crate::bomb::{Failure, Settle, Stop};
use crate::descriptor::{Descriptor, FSS};
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::apple_event_manager;
use crate::toolbox::file_manager::Entry as CatalogueEntry;

const APPLICATION: [u8; 4] = *b"APPL";

/// Opens a file of the startup volume, and lets its application come to the front.
///
/// # Errors
/// A bomb; inside, what LaunchApplication is refused with, and afpItemNotFound for a document without an application.
pub(crate) fn open(machine: &mut Machine, file: u32, launcher: Psn) -> Result<Result<(), OsErr>, Stop> {
    open_file(machine, file, launcher).settle()
}

fn open_file(machine: &mut Machine, file: u32, launcher: Psn) -> Result<(), Failure> {
    let item = machine.volume.item(file).ok_or(OsErr::FILE_NOT_FOUND)?;
    if item.is_folder() {
        // The Finder opens the window of a folder.
        let folder = spec(machine, file).ok_or(OsErr::FILE_NOT_FOUND)?;
        apple_event_manager::post_open_documents(machine, launcher, FINDER, vec![folder]);
        fronts::ask(machine, FINDER);
        return Ok(());
    }
    if item.file_type() == APPLICATION {
        run(machine, file, launcher, false)?;
        return Ok(());
    }
    let application = application_of(machine, item.creator()).ok_or(OsErr::ITEM_NOT_FOUND)?;
    let document = spec(machine, file).ok_or(OsErr::FILE_NOT_FOUND)?;
    let psn = run(machine, application, launcher, true)?;
    if machine.processes.takes_high_level_events(psn) {
        apple_event_manager::post_open_documents(machine, launcher, psn, vec![document]);
    }
    Ok(())
}

/// Launches an application, unless it runs, and lets it come to the front.
fn run(machine: &mut Machine, file: u32, launcher: Psn, has_documents: bool) -> Result<Psn, Failure> {
    let file = CatalogueEntry {
        volume: machine.volume.v_ref_num(),
        id: file,
    };
    let order = Order {
        file,
        use_minimum: true,
        launcher: Some(launcher),
        has_documents,
    };
    let psn = match machine.processes.of_file(file) {
        Some(running) => running,
        None => launch_order(machine, &order)?,
    };
    if !machine.processes.is_background_only(psn) {
        fronts::ask(machine, psn);
    }
    Ok(psn)
}

/// The file of the application with a signature, as the desktop database has it.
fn application_of(machine: &Machine, signature: [u8; 4]) -> Option<u32> {
    let database = machine.volume.desktop.as_ref()?;
    let application = database.application(signature, 1)?;
    machine.volume.child(application.folder, &application.name)
}

/// A file specification.
fn spec(machine: &Machine, file: u32) -> Option<Descriptor> {
    let item = machine.volume.item(file)?;
    let v_ref_num = machine.volume.v_ref_num().to_be_bytes();
    let parent = item.parent.to_be_bytes();
    let name = [&[item.name.len() as u8][..], &item.name].concat();
    Some(Descriptor::data(FSS, [&v_ref_num[..], &parent, &name].concat()))
}

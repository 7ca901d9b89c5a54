//! The machine as an application of the desktop reaches it: events, screen, startup volume.

use super::filing::written;
use crate::descriptor::{Descriptor, FSS, Fields};
use crate::desktop::resource::{Cursor, Format};
use crate::desktop::{
    Depth, Disk, DiskError, Entry, EntryKind, Event, EventError, Filing, Flavor, Mac, Point, Running, Surface,
};
use crate::low_memory as low;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::file_manager::Entry as CatalogueEntry;
use crate::toolbox::process_manager::{self, Psn};
use crate::toolbox::quickdraw::{self, Screen};
use crate::toolbox::{apple_event_manager, event_manager, folder_manager};
use crate::volume::{Fork, Kind, Place, ROOT, Volume, sort_key};
use mc_protocol::macroman;

/// The machine as an application of the desktop sees it.
pub(super) struct FrontMac<'a> {
    pub machine: &'a mut Machine,
    pub psn: Psn,
}

impl Mac for FrontMac<'_> {
    fn next_event(&mut self) -> Option<Event> {
        let is_front = self.machine.processes.front() == Some(self.psn);
        let event = is_front.then(|| event_manager::take(self.machine).ok().flatten());
        let event = event.flatten()?;
        self.machine.front.note(event);
        Some(event)
    }

    fn mouse(&self) -> Point {
        self.machine.memory.get(low::MOUSE)
    }

    fn still_down(&self) -> bool {
        event_manager::still_down(self.machine).unwrap_or(false)
    }

    fn ticks(&self) -> u32 {
        self.machine.memory.get(low::TICKS)
    }

    fn screen(&mut self) -> &mut dyn Surface {
        self
    }

    fn set_cursor(&mut self, cursor: &Cursor) {
        quickdraw::set_cursor(self.machine, &cursor.encode());
    }

    fn volume(&mut self) -> &mut dyn Disk {
        self
    }

    fn open(&mut self, path: &str) -> Result<(), DiskError> {
        let file = self.machine.volume.id_of(path);
        let opened = file.map(|file| process_manager::open(self.machine, file, self.psn));
        let error = match opened {
            Ok(Ok(outcome)) => outcome.err(),
            Ok(Err(stop)) => {
                self.machine.front.stop = Some(stop);
                None
            }
            Err(error) => Some(error),
        };
        error.map_or(Ok(()), |error| Err(disk_error(format!("opening {path}"))(error)))
    }

    fn come_forward(&mut self) {
        process_manager::bring_forward(self.machine, self.psn);
    }

    fn running(&self) -> Vec<Running> {
        let processes = &self.machine.processes;
        let front = processes.front();
        let mut all: Vec<_> = processes
            .all()
            .filter(|(psn, _)| !processes.is_background_only(*psn))
            .collect();
        all.sort_by_key(|(psn, description)| (sort_key(&description.name), psn.0));
        all.into_iter()
            .map(|(psn, description)| Running {
                id: psn.0,
                name: macroman::decode(&description.name),
                front: front == Some(psn),
                hidden: processes.is_hidden(psn),
            })
            .collect()
    }

    fn bring_forward(&mut self, application: u32) {
        process_manager::bring_forward(self.machine, Psn(application));
    }

    fn hide(&mut self, application: u32, hidden: bool) {
        process_manager::hide(self.machine, Psn(application), hidden);
    }

    fn filing(&mut self) -> Option<&mut dyn Filing> {
        self.machine.finder_is_scriptable().then_some(self)
    }

    fn scrap(&self) -> Vec<Flavor> {
        self.machine.scrap.of_desktop()
    }

    fn put_scrap(&mut self, flavors: &[Flavor]) {
        if self.machine.processes.front() == Some(self.psn) {
            self.machine.scrap.put_from_desktop(self.psn, flavors);
        }
    }

    fn answer(&mut self, request: u32, reply: Result<Fields, EventError>) {
        apple_event_manager::answer(
            self.machine,
            request,
            apple_event_manager::reply_parameters(reply),
        );
    }
}

impl FrontMac<'_> {
    fn pixels(&self) -> Screen {
        Screen(self.machine.hardware.screen)
    }
}

impl Surface for FrontMac<'_> {
    fn width(&self) -> i16 {
        self.machine.hardware.screen.width as i16
    }

    fn height(&self) -> i16 {
        self.machine.hardware.screen.height as i16
    }

    fn depth(&self) -> Depth {
        Depth::of_screen(self.machine.hardware.screen.depth)
    }

    fn put_row(&mut self, start: Point, pixels: &[u8]) {
        let screen = self.pixels();
        for (&value, h) in pixels.iter().zip(start.h..i16::MAX) {
            let value = screen.value_of_index(value);
            screen.set_pixel(&mut self.machine.memory, Point::new(start.v, h), value);
        }
    }
}

pub(super) fn entry(volume: &Volume, id: u32) -> Option<Entry> {
    let item = volume.item(id)?;
    let kind = match &item.kind {
        Kind::Folder => EntryKind::Folder {
            items: volume.children(id).count() as u32,
        },
        Kind::File(forks) => EntryKind::File {
            file_type: item.file_type(),
            creator: item.creator(),
            bytes: (forks.get(Fork::Data).len() + forks.get(Fork::Resource).len()) as u64,
        },
    };
    Some(Entry {
        name: macroman::decode(&item.name),
        kind,
        invisible: item.is_invisible(),
    })
}

/// The full path of an item.
pub(super) fn path_of(volume: &Volume, id: u32) -> String {
    let chain = std::iter::successors(volume.item(id), |item| volume.item(item.parent));
    let mut names: Vec<String> = chain.map(|item| macroman::decode(&item.name)).collect();
    names.reverse();
    names.join(":")
}

impl FrontMac<'_> {
    fn trash_folder(&mut self) -> Result<u32, OsErr> {
        let names = folder_manager::names(self.machine.system, *b"trsh").unwrap_or(&[b"Trash"]);
        let now = self.machine.seconds();
        self.machine.volume.ensure_folder(names, now)
    }

    /// Where a file specification leads.
    fn place_of(&self, place: &Descriptor) -> Option<Place> {
        let spec = place.bytes().filter(|_| place.kind == FSS)?;
        let (folder, name) = (spec.get(2..6)?, spec.get(7..)?);
        let name = name.get(..usize::from(*spec.get(6)?))?;
        let folder = u32::from_be_bytes(folder.try_into().ok()?);
        self.machine.volume.resolve(folder, name).ok()
    }

    /// Removes an entry with everything in it; fBsyErr for a file that is open.
    pub(super) fn remove(&mut self, id: u32) -> Result<(), OsErr> {
        let volume = self.machine.volume.v_ref_num();
        if self.machine.files.is_open(CatalogueEntry { volume, id }) {
            return Err(OsErr::FILE_BUSY);
        }
        let children: Vec<u32> = self.machine.volume.children(id).collect();
        children.into_iter().try_for_each(|child| self.remove(child))?;
        let now = self.machine.seconds();
        self.machine.volume.delete(id, now)
    }
}

pub(super) fn disk_error(action: String) -> impl FnOnce(OsErr) -> DiskError {
    move |error| DiskError {
        action,
        code: error.0,
    }
}

impl Disk for FrontMac<'_> {
    fn name(&self) -> String {
        macroman::decode(self.machine.volume.name())
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, DiskError> {
        let volume = &self.machine.volume;
        let id = volume
            .id_of(folder)
            .map_err(disk_error(format!("listing {folder}")))?;
        Ok(volume
            .children(id)
            .filter_map(|child| entry(volume, child))
            .collect())
    }

    fn locate(&self, place: &Descriptor) -> Option<String> {
        match self.place_of(place)? {
            Place::Found(id) => Some(path_of(&self.machine.volume, id)),
            Place::Missing { .. } => None,
        }
    }

    fn path_of(&self, place: &Descriptor) -> Option<String> {
        let volume = &self.machine.volume;
        Some(match self.place_of(place)? {
            Place::Found(id) => path_of(volume, id),
            Place::Missing { parent, name } => {
                format!("{}:{}", path_of(volume, parent), macroman::decode(&name))
            }
        })
    }

    fn desktop_folder(&mut self) -> Option<String> {
        self.special_folder(*b"desk")
    }

    fn make_folder(&mut self, path: &str) -> Result<(), DiskError> {
        let (folder, name) = path.rsplit_once(':').unwrap_or(("", path));
        Filing::make_folder(self, folder, name)
    }

    fn exists(&self, path: &str) -> bool {
        self.machine.volume.id_of(path).is_ok()
    }

    fn read_text(&self, path: &str) -> Result<String, DiskError> {
        let volume = &self.machine.volume;
        let data = volume.id_of(path).and_then(|id| volume.fork(id, Fork::Data));
        let data = data.map_err(disk_error(format!("reading {path}")))?;
        Ok(macroman::decode(data))
    }

    fn write_text(&mut self, path: &str, text: &str, creator: [u8; 4]) -> Result<(), DiskError> {
        let bytes = Descriptor::text(text);
        written(self.machine, format!("writing {path}"), |machine, now| {
            let volume = &mut machine.volume;
            let id = match volume.place_of(path)? {
                Place::Found(id) => id,
                Place::Missing { parent, name } => volume.create_file(parent, &name, now)?,
            };
            if volume.item(id).is_some_and(|item| item.locked) {
                return Err(OsErr::FILE_LOCKED);
            }
            let bytes = bytes.bytes().unwrap_or_default();
            volume.resize(id, Fork::Data, bytes.len(), now)?;
            volume.write(id, Fork::Data, 0, bytes, now)?;
            if let Some(item) = volume.item_mut(id) {
                item.finder[..4].copy_from_slice(b"TEXT");
                item.finder[4..8].copy_from_slice(&creator);
            }
            Ok(())
        })
    }

    fn find_folder(&self, kind: [u8; 4]) -> Option<String> {
        let names = folder_manager::names(self.machine.system, kind)?;
        let volume = &self.machine.volume;
        let folder = names
            .iter()
            .try_fold(ROOT, |folder, name| volume.child(folder, name))?;
        Some(path_of(volume, folder))
    }

    fn trash(&self) -> String {
        format!("{}:Trash", Disk::name(self))
    }

    fn empty_trash(&mut self) -> Result<(), DiskError> {
        let action = || "emptying the Trash".to_owned();
        let trash = self.trash_folder().map_err(disk_error(action()))?;
        let items: Vec<u32> = self.machine.volume.children(trash).collect();
        items
            .into_iter()
            .try_for_each(|id| self.remove(id))
            .map_err(disk_error(action()))
    }

    fn used_bytes(&self) -> u64 {
        let volume = &self.machine.volume;
        u64::from(volume.blocks() - volume.free_blocks()) * u64::from(volume.block_len())
    }

    fn free_bytes(&self) -> u64 {
        let volume = &self.machine.volume;
        u64::from(volume.free_blocks()) * u64::from(volume.block_len())
    }
}

//! The front process: a [`Process`] of the desktop, which gets its turns here and reaches the machine through [`Mac`].

use crate::bomb::Stop;
use crate::costs::Cost;
use crate::descriptor::{Descriptor, FSS, Fields};
use crate::desktop::{
    Depth, Disk, DiskError, Entry, EntryKind, Event, EventError, Mac, Point, Process, Scene, Surface, Turn,
};
use crate::low_memory as low;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::file_manager::Entry as CatalogueEntry;
use crate::toolbox::process_manager::FINDER;
use crate::toolbox::quickdraw::{self, Screen};
use crate::toolbox::{apple_event_manager, event_manager, folder_manager};
use crate::volume::{Fork, Kind, Place, Volume};
use mc_protocol::macroman;
use std::time::Duration;

/// The process in front, if the machine has a desktop, and when it wants its next turn.
#[derive(Default)]
pub(crate) struct Front {
    process: Option<Box<dyn Process>>,
    /// In guest cycles.
    wakes_at: u64,
    /// For how many ticks it is to keep the processor.
    hangs: u32,
}

impl Front {
    pub fn new(process: Box<dyn Process>) -> Front {
        Front {
            process: Some(process),
            ..Front::default()
        }
    }

    /// Has it keep the processor for so long when its turn comes.
    pub fn hang(&mut self, ticks: u32) {
        self.hangs = ticks;
    }

    /// What the process has on the screen.
    pub fn scene(&self) -> Scene {
        self.process
            .as_ref()
            .map(|process| process.scene())
            .unwrap_or_default()
    }
}

/// When the front process is to have its next turn, in guest cycles.
///
/// # Errors
/// When the event queue is damaged.
pub(crate) fn next_turn(machine: &Machine) -> Result<u64, Stop> {
    if machine.front.process.is_none() {
        return Ok(u64::MAX);
    }
    // A new event is noticed at the next tick: that is when the interrupt code of the guest may have posted one.
    Ok(machine.front.wakes_at.min(machine.clock.next_tick()))
}

/// Gives the front process its turn, if it is due or an event waits, until it yields. While it is in a tracking loop only
/// interrupt-time code runs beside it.
///
/// # Errors
/// Whatever stops a routine at interrupt time.
pub(crate) fn run(machine: &mut Machine) -> Result<(), Stop> {
    for _ in 0..std::mem::take(&mut machine.front.hangs) {
        track(machine, machine.clock.cycles_of_ticks(1))?;
    }
    let is_due = machine.clock.now() >= machine.front.wakes_at;
    if !is_due && !event_manager::is_waiting(machine)? && !apple_event_manager::has_event(machine, FINDER) {
        return Ok(());
    }
    take_apple_events(machine);
    loop {
        let Some(turn) = turn(machine) else { return Ok(()) };
        match turn {
            Turn::Yield { sleep } => {
                machine.front.wakes_at =
                    machine.clock.now() + machine.clock.cycles_of_ticks(u64::from(sleep.max(1)));
                return Ok(());
            }
            Turn::Tracking { cycles } => track(machine, u64::from(cycles))?,
        }
    }
}

fn turn(machine: &mut Machine) -> Option<Turn> {
    with_process(machine, |machine, process| {
        process.turn(&mut FrontMac { machine })
    })
}

fn with_process<T>(
    machine: &mut Machine,
    work: impl FnOnce(&mut Machine, &mut dyn Process) -> T,
) -> Option<T> {
    let mut process = machine.front.process.take()?;
    quickdraw::hide_pointer(machine);
    let result = work(machine, process.as_mut());
    quickdraw::show_pointer(machine);
    machine.front.process = Some(process);
    Some(result)
}

/// Hands the process the Apple events that wait for it.
fn take_apple_events(machine: &mut Machine) {
    if !apple_event_manager::has_event(machine, FINDER) {
        return;
    }
    with_process(machine, |machine, process| {
        apple_event_manager::deliver_to_desktop(machine, FINDER, |machine, event| {
            machine.charge(Cost::AppleEvent, 1);
            process.apple_event(event, &mut FrontMac { machine })
        });
    });
}

/// Lets guest time pass for one round of a tracking loop. It passes as fast as the host can while a timer of the guest
/// is running, which is what will end the loop; else at the pace of the wall clock.
fn track(machine: &mut Machine, cycles: u64) -> Result<(), Stop> {
    let until = machine.clock.now() + cycles.max(1);
    if machine.timers.next_due().is_some() {
        machine.clock.advance(cycles.max(1));
        machine.poll_host(Duration::ZERO)?;
        return machine.interrupts();
    }
    while machine.clock.now() < until {
        machine.interrupts()?;
        machine.follow_wall_clock(until)?;
    }
    machine.interrupts()
}

/// The machine as the front process sees it.
struct FrontMac<'a> {
    machine: &'a mut Machine,
}

impl Mac for FrontMac<'_> {
    fn next_event(&mut self) -> Option<Event> {
        event_manager::take(self.machine).ok().flatten()
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

    fn volume(&mut self) -> &mut dyn Disk {
        self
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
        if self.machine.hardware.screen.depth == 1 {
            Depth::One
        } else {
            Depth::Eight
        }
    }

    fn pixel(&self, at: Point) -> u8 {
        self.pixels().pixel(&self.machine.memory, at)
    }

    fn put_row(&mut self, start: Point, pixels: &[u8]) {
        let screen = self.pixels();
        for (&value, h) in pixels.iter().zip(start.h..i16::MAX) {
            screen.set_pixel(&mut self.machine.memory, Point::new(start.v, h), value);
        }
    }
}

fn entry(volume: &Volume, id: u32) -> Option<Entry> {
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
fn path_of(volume: &Volume, id: u32) -> String {
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

    /// Removes an entry with everything in it; fBsyErr for a file that is open.
    fn remove(&mut self, id: u32) -> Result<(), OsErr> {
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

fn disk_error(action: String) -> impl FnOnce(OsErr) -> DiskError {
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
        let spec = place.bytes().filter(|_| place.kind == FSS)?;
        let (folder, name) = (spec.get(2..6)?, spec.get(7..)?);
        let name = name.get(..usize::from(*spec.get(6)?))?;
        let folder = u32::from_be_bytes(folder.try_into().ok()?);
        match self.machine.volume.resolve(folder, name).ok()? {
            Place::Found(id) => Some(path_of(&self.machine.volume, id)),
            Place::Missing { .. } => None,
        }
    }

    fn exists(&self, path: &str) -> bool {
        self.machine.volume.id_of(path).is_ok()
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

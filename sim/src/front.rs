//! The applications of the desktop: each a [`Process`], which gets its turns here and reaches the machine through [`Mac`].

use crate::bomb::Stop;
use crate::costs::Cost;
use crate::descriptor::{Descriptor, FSS, Fields};
use crate::desktop::resource::{Cursor, Format};
use crate::desktop::{
    self, Compositor, Depth, Disk, DiskError, Entry, EntryKind, Event, EventError, Flavor, Layer,
    MENU_BAR_HEIGHT, Mac, Point, Process, Scene, Station, Surface, Turn,
};
use crate::low_memory as low;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::file_manager::Entry as CatalogueEntry;
use crate::toolbox::process_manager::{self, FINDER, Psn};
use crate::toolbox::quickdraw::{self, Screen};
use crate::toolbox::{apple_event_manager, event_manager, folder_manager};
use crate::volume::{Fork, Kind, Place, Volume};
use mc_protocol::macroman;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// How many events are remembered.
const MOST_TAKEN: usize = 4096;

/// The applications of the desktop, and when each wants its next turn.
#[derive(Default)]
pub(crate) struct Front {
    seats: BTreeMap<Psn, Seat>,
    /// For how many ticks the process in front is to keep the processor.
    hangs: u32,
    /// Applications that leave Apple events unanswered.
    silent: BTreeSet<[u8; 4]>,
    compositor: Compositor,
    /// The last events that the processes in front have taken.
    taken: VecDeque<Event>,
    /// What stopped the machine inside of a turn.
    stop: Option<Stop>,
    /// What an application is built for that is launched.
    pub setting: Option<Setting>,
}

/// The machine and its screen, as an application of the desktop is built for them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    pub station: Station,
    pub screen: desktop::Screen,
}

/// An application of the desktop.
struct Seat {
    process: Box<dyn Process>,
    /// In guest cycles.
    wakes_at: u64,
}

impl Front {
    /// A desktop with this application in the place of the Finder.
    pub fn new(process: Box<dyn Process>) -> Front {
        let mut front = Front::default();
        front.add(FINDER, process);
        front
    }

    /// Adds an application that was launched.
    pub fn add(&mut self, psn: Psn, process: Box<dyn Process>) {
        self.seats.insert(psn, Seat { process, wakes_at: 0 });
    }

    /// Remembers an event that the process in front has taken, as one of the last.
    fn note(&mut self, event: Event) {
        if self.taken.len() == MOST_TAKEN {
            self.taken.pop_front();
        }
        self.taken.push_back(event);
    }

    /// The last events that processes in front have taken, the oldest first.
    pub fn taken(&self) -> Vec<Event> {
        self.taken.iter().copied().collect()
    }

    /// Has the process in front keep the processor for so long when its turn comes.
    pub fn hang(&mut self, ticks: u32) {
        self.hangs = ticks;
    }

    /// Gives an application a turn at the next occasion.
    pub fn wake(&mut self, psn: Psn) {
        if let Some(seat) = self.seats.get_mut(&psn) {
            seat.wakes_at = 0;
        }
    }

    /// Has the application with this signature leave Apple events unanswered.
    pub fn silence(&mut self, signature: [u8; 4]) {
        self.silent.insert(signature);
    }

    /// What is on the screen.
    pub fn scene(&self) -> Scene {
        self.compositor.scene().clone()
    }
}

/// When an application of the desktop is to have a turn next, in guest cycles.
///
/// # Errors
/// When the event queue is damaged.
pub(crate) fn next_turn(machine: &Machine) -> Result<u64, Stop> {
    let seats = machine.front.seats.values();
    // A new event is noticed at the next tick: that is when the interrupt code of the guest may have posted one.
    let next = seats
        .map(|seat| seat.wakes_at.min(machine.clock.next_tick()))
        .min();
    Ok(next.unwrap_or(u64::MAX))
}

/// Gives the applications of the desktop their turns, the one in front first: each that is due, or for which an event waits,
/// until it yields. While one is in a tracking loop only interrupt-time code runs beside it.
///
/// # Errors
/// Whatever stops a routine at interrupt time.
pub(crate) fn run(machine: &mut Machine) -> Result<(), Stop> {
    for _ in 0..std::mem::take(&mut machine.front.hangs) {
        track(machine, machine.clock.cycles_of_ticks(1))?;
    }
    let front = machine.processes.front();
    let mut psns: Vec<Psn> = machine.front.seats.keys().copied().collect();
    psns.sort_by_key(|&psn| front != Some(psn));
    for psn in psns {
        run_one(machine, psn)?;
    }
    switch_by_click(machine)?;
    show(machine);
    Ok(())
}

/// A press in a window of an application that is not in front brings that one forward, and goes no further. What lies between
/// the windows is the Finder's.
fn switch_by_click(machine: &mut Machine) -> Result<(), Stop> {
    let Some(front) = machine.processes.front() else {
        return Ok(());
    };
    let Some(at) = event_manager::next_press(machine)?.filter(|at| at.v >= MENU_BAR_HEIGHT) else {
        return Ok(());
    };
    let has_window = |psn: &Psn| {
        let seat = machine.front.seats.get(psn);
        seat.is_some_and(|seat| seat.process.has_window_at(at))
    };
    let owner = machine.processes.layers().find(has_window).unwrap_or(FINDER);
    if owner != front && machine.front.seats.contains_key(&owner) && lets_go(machine, front) {
        event_manager::take(machine)?;
        process_manager::bring_forward(machine, owner);
    }
    Ok(())
}

/// Brings the screen up to date when an application shows something else.
fn show(machine: &mut Machine) {
    let seats = machine.front.seats.values_mut();
    let changed = seats.fold(false, |changed, seat| seat.process.has_changed() || changed);
    if !changed {
        return;
    }
    let Some(psn) = machine.processes.front() else {
        return;
    };
    let order: Vec<Psn> = machine.processes.layers().collect();
    let mut seats: Vec<(Psn, Seat)> = std::mem::take(&mut machine.front.seats).into_iter().collect();
    seats.sort_by_key(|(psn, _)| {
        let depth = order.iter().position(|layer| layer == psn);
        std::cmp::Reverse(depth.unwrap_or(order.len()))
    });
    let layers: Vec<Layer<'_>> = seats
        .iter()
        .map(|(layer, seat)| Layer {
            process: seat.process.as_ref(),
            in_front: *layer == psn,
        })
        .collect();
    let mut compositor = std::mem::take(&mut machine.front.compositor);
    quickdraw::hide_pointer(machine);
    compositor.show(&layers, &mut FrontMac { machine, psn });
    quickdraw::show_pointer(machine);
    machine.front.compositor = compositor;
    machine.front.seats = seats.into_iter().collect();
}

fn run_one(machine: &mut Machine, psn: Psn) -> Result<(), Stop> {
    let Some(seat) = machine.front.seats.get(&psn) else {
        return Ok(());
    };
    let is_due = machine.clock.now() >= seat.wakes_at;
    let is_front = machine.processes.front() == Some(psn);
    let has_event = is_front && event_manager::is_waiting(machine)?;
    if !is_due && !has_event && !apple_event_manager::has_event(machine, psn) {
        return Ok(());
    }
    take_apple_events(machine, psn);
    loop {
        let Some(turn) = with_process(machine, psn, |process, mac| process.turn(mac)) else {
            return Ok(());
        };
        if let Some(stop) = machine.front.stop.take() {
            return Err(stop);
        }
        match turn {
            Turn::Yield { sleep } => {
                let ticks = machine.clock.cycles_of_ticks(u64::from(sleep.max(1)));
                let wakes_at = machine.clock.now() + ticks;
                if let Some(seat) = machine.front.seats.get_mut(&psn) {
                    seat.wakes_at = wakes_at;
                }
                return Ok(());
            }
            Turn::Tracking { cycles } => {
                show(machine);
                track(machine, u64::from(cycles))?;
            }
            Turn::Quit => {
                machine.front.seats.remove(&psn);
                return process_manager::end_desktop(machine, psn);
            }
        }
    }
}

fn with_process<T>(
    machine: &mut Machine,
    psn: Psn,
    work: impl FnOnce(&mut dyn Process, &mut FrontMac<'_>) -> T,
) -> Option<T> {
    let mut seat = machine.front.seats.remove(&psn)?;
    quickdraw::hide_pointer(machine);
    let result = work(seat.process.as_mut(), &mut FrontMac { machine, psn });
    quickdraw::show_pointer(machine);
    machine.front.seats.insert(psn, seat);
    Some(result)
}

/// Hands an application the Apple events that wait for it.
fn take_apple_events(machine: &mut Machine, psn: Psn) {
    let signature = machine.processes.signature(psn);
    let is_silent = signature.is_some_and(|signature| machine.front.silent.contains(&signature));
    if is_silent || !apple_event_manager::has_event(machine, psn) {
        return;
    }
    with_process(machine, psn, |process, mac| {
        apple_event_manager::deliver_to_desktop(mac.machine, psn, |machine, event| {
            machine.charge(Cost::AppleEvent, 1);
            process.apple_event(event, &mut FrontMac { machine, psn })
        });
    });
}

/// Whether an application that is in front can be put behind now: not while a modal dialog is up.
pub(crate) fn lets_go(machine: &Machine, psn: Psn) -> bool {
    let seat = machine.front.seats.get(&psn);
    seat.is_none_or(|seat| seat.process.lets_go())
}

/// Tells the two applications that another one is in front.
pub(crate) fn switched(machine: &mut Machine, left: Option<Psn>, next: Psn) {
    for (psn, is_front) in left.map(|psn| (psn, false)).into_iter().chain([(next, true)]) {
        if let Some(seat) = machine.front.seats.get_mut(&psn) {
            seat.process.activate(is_front);
            seat.wakes_at = 0;
        }
    }
}

/// Has an application of the desktop put out what it keeps in a scrap of its own.
pub(crate) fn publish_scrap(machine: &mut Machine, psn: Psn) {
    with_process(machine, psn, |process, mac| process.publish_scrap(mac));
}

/// Tells an application of the desktop that the scrap is another one now.
pub(crate) fn take_scrap(machine: &mut Machine, psn: Psn) {
    with_process(machine, psn, |process, mac| process.take_scrap(mac));
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

/// The machine as an application of the desktop sees it.
struct FrontMac<'a> {
    machine: &'a mut Machine,
    psn: Psn,
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

    fn launch(&mut self, path: &str) -> Result<(), DiskError> {
        let file = self.machine.volume.id_of(path);
        let launched = file.map(|file| process_manager::open_application(self.machine, file, self.psn));
        let error = match launched {
            Ok(Ok(outcome)) => outcome.err(),
            Ok(Err(stop)) => {
                self.machine.front.stop = Some(stop);
                None
            }
            Err(error) => Some(error),
        };
        error.map_or(Ok(()), |error| {
            Err(disk_error(format!("launching {path}"))(error))
        })
    }

    fn come_forward(&mut self) {
        process_manager::bring_forward(self.machine, self.psn);
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

    fn write_text(&mut self, path: &str, text: &str, creator: [u8; 4]) -> Result<(), DiskError> {
        let now = self.machine.seconds();
        let volume = &mut self.machine.volume;
        let bytes = Descriptor::text(text);
        let mut write = || -> Result<(), OsErr> {
            let id = match volume.place_of(path)? {
                Place::Found(id) => id,
                Place::Missing { parent, name } => volume.create_file(parent, &name, now)?,
            };
            let bytes = bytes.bytes().unwrap_or_default();
            volume.resize(id, Fork::Data, bytes.len(), now)?;
            volume.write(id, Fork::Data, 0, bytes, now)?;
            if let Some(item) = volume.item_mut(id) {
                item.finder[..4].copy_from_slice(b"TEXT");
                item.finder[4..8].copy_from_slice(&creator);
            }
            Ok(())
        };
        write().map_err(disk_error(format!("writing {path}")))
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

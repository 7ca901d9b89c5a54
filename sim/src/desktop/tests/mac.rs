//! The fake Macintosh.

use crate::descriptor::{Descriptor, FSS, Fields};
use crate::desktop::*;
use std::collections::{BTreeMap, VecDeque};

/// The machine that the tests run on.
pub(in crate::desktop) const STATION: Station = Station {
    system_strike: None,
    has_applescript: false,
    system: 0x0710,
    machine_name: "Simulated Macintosh IIci",
    machine_type: 11,
    memory: 8 << 20,
};

/// Its two screens.
pub(super) const SMALL: Screen = Screen {
    width: 512,
    height: 342,
    depth: Depth::One,
};
pub(super) const LARGE: Screen = Screen {
    width: 640,
    height: 480,
    depth: Depth::Eight,
};

/// A Macintosh whose mouse and keys the test moves.
pub(super) struct FakeMac {
    pub screen: FakeScreen,
    pub disk: FakeDisk,
    pub cursor: resource::Cursor,
    events: VecDeque<Event>,
    mouse: Point,
    button: bool,
    ticks: u32,
    /// What was opened.
    pub opened: Vec<String>,
    /// How often an application asked to be in front.
    pub came_forward: u32,
    /// What was answered later, by request.
    pub answers: Vec<(u32, Result<Fields, EventError>)>,
    scrap: Vec<Flavor>,
    /// What runs.
    pub running: Vec<Running>,
    /// What was asked to come to the front.
    pub brought_forward: Vec<u32>,
}

impl FakeMac {
    pub fn new(screen: Screen) -> FakeMac {
        FakeMac {
            screen: FakeScreen {
                screen,
                pixels: vec![7; screen.width as usize * screen.height as usize],
                rows_put: 0,
            },
            disk: FakeDisk::fresh(),
            cursor: resource::Cursor::ARROW,
            events: VecDeque::new(),
            mouse: Point::default(),
            button: false,
            ticks: 1000,
            opened: Vec::new(),
            came_forward: 0,
            answers: Vec::new(),
            scrap: Vec::new(),
            running: vec![Running {
                id: 1,
                name: "Finder".to_owned(),
                front: true,
                hidden: false,
            }],
            brought_forward: Vec::new(),
        }
    }

    fn post(&mut self, what: EventKind, message: u32, modifiers: Modifiers) {
        self.events.push_back(Event {
            what,
            message,
            when: self.ticks,
            location: self.mouse,
            modifiers,
        });
    }

    pub fn press(&mut self, at: Point) {
        self.mouse = at;
        self.button = true;
        self.post(EventKind::MouseDown, 0, Modifiers::default());
    }

    pub fn drag(&mut self, to: Point) {
        self.mouse = to;
    }

    pub fn release(&mut self) {
        self.button = false;
        self.post(EventKind::MouseUp, 0, Modifiers::default());
    }

    pub fn key(&mut self, code: u8, modifiers: Modifiers) {
        self.post(EventKind::KeyDown, u32::from(code), modifiers);
    }

    pub fn wait(&mut self, ticks: u32) {
        self.ticks += ticks;
    }
}

impl Mac for FakeMac {
    fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    fn mouse(&self) -> Point {
        self.mouse
    }

    fn still_down(&self) -> bool {
        self.button && !self.events.iter().any(|event| event.what == EventKind::MouseUp)
    }

    fn ticks(&self) -> u32 {
        self.ticks
    }

    fn screen(&mut self) -> &mut dyn Surface {
        &mut self.screen
    }

    fn set_cursor(&mut self, cursor: &resource::Cursor) {
        self.cursor = *cursor;
    }

    fn volume(&mut self) -> &mut dyn Disk {
        &mut self.disk
    }

    fn open(&mut self, path: &str) -> Result<(), DiskError> {
        if !matches!(self.disk.items.get(path), Some(Some((kind, _))) if kind == b"APPL") {
            return Err(DiskError {
                action: format!("opening {path}"),
                code: -5012,
            });
        }
        self.opened.push(path.to_owned());
        Ok(())
    }

    fn come_forward(&mut self) {
        self.came_forward += 1;
    }

    fn running(&self) -> Vec<Running> {
        self.running.clone()
    }

    fn bring_forward(&mut self, application: u32) {
        self.brought_forward.push(application);
    }

    fn hide(&mut self, application: u32, hidden: bool) {
        for running in &mut self.running {
            if running.id == application {
                running.hidden = hidden;
            }
        }
    }

    fn scrap(&self) -> Vec<Flavor> {
        self.scrap.clone()
    }

    fn put_scrap(&mut self, flavors: &[Flavor]) {
        self.scrap = flavors.to_vec();
    }

    fn answer(&mut self, request: u32, reply: Result<Fields, EventError>) {
        self.answers.push((request, reply));
    }
}

/// A screen of one byte a pixel.
pub(super) struct FakeScreen {
    pub screen: Screen,
    pub pixels: Vec<u8>,
    pub rows_put: usize,
}

impl FakeScreen {
    pub fn pixel(&self, at: Point) -> u8 {
        self.pixels[at.v as usize * self.screen.width as usize + at.h as usize]
    }
}

impl Surface for FakeScreen {
    fn width(&self) -> i16 {
        self.screen.width
    }

    fn height(&self) -> i16 {
        self.screen.height
    }

    fn depth(&self) -> Depth {
        self.screen.depth
    }

    fn put_row(&mut self, start: Point, pixels: &[u8]) {
        let place = start.v as usize * self.screen.width as usize + start.h as usize;
        self.pixels[place..place + pixels.len()].copy_from_slice(pixels);
        self.rows_put += 1;
    }
}

/// What is known of an item: `None` for a folder, file type and size for a file.
type FakeItem = Option<([u8; 4], u64)>;

/// A volume of full path names.
pub(super) struct FakeDisk {
    pub items: BTreeMap<String, FakeItem>,
    pub refuses: bool,
    /// What was written.
    pub texts: BTreeMap<String, String>,
}

const VOLUME: &str = "Macintosh HD";

impl FakeDisk {
    fn fresh() -> FakeDisk {
        let items = initial_files(&STATION).unwrap().into_iter().map(|item| {
            let kind = match item.kind {
                InitialKind::Folder => None,
                InitialKind::File {
                    file_type,
                    data,
                    resources,
                    ..
                } => Some((file_type, (data.len() + resources.len()) as u64)),
            };
            (format!("{VOLUME}:{}", item.path), kind)
        });
        FakeDisk {
            items: items.collect(),
            refuses: false,
            texts: BTreeMap::new(),
        }
    }
}

impl FakeDisk {
    /// Writes an item, in place of a file that is there.
    fn write(&mut self, path: &str, item: FakeItem) -> Result<(), DiskError> {
        let there = self.items.get(path);
        let code = match (self.refuses, there, item) {
            (true, ..) => -34,
            (false, Some(_), None) => -48,
            _ => {
                self.items.insert(path.to_owned(), item);
                return Ok(());
            }
        };
        Err(DiskError {
            action: format!("writing {path}"),
            code,
        })
    }
}

impl Disk for FakeDisk {
    fn name(&self) -> String {
        VOLUME.to_owned()
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, DiskError> {
        if folder != VOLUME && self.items.get(folder) != Some(&None) {
            return Err(DiskError {
                action: format!("listing {folder}"),
                code: -43,
            });
        }
        let children = |folder: &str| -> Vec<(String, FakeItem)> {
            let prefix = format!("{folder}:");
            let below = self
                .items
                .iter()
                .filter_map(|(path, kind)| Some((path.strip_prefix(&prefix)?, kind)));
            below
                .filter(|(name, _)| !name.contains(':'))
                .map(|(name, kind)| (name.to_owned(), *kind))
                .collect()
        };
        Ok(children(folder)
            .into_iter()
            .map(|(name, kind)| Entry {
                invisible: name == "Trash",
                kind: match kind {
                    None => EntryKind::Folder {
                        items: children(&format!("{folder}:{name}")).len() as u32,
                    },
                    Some((file_type, bytes)) => EntryKind::File {
                        file_type,
                        creator: *b"ttxt",
                        bytes,
                    },
                },
                name,
            })
            .collect())
    }

    /// Folders have no numbers here: the whole path stands for the name.
    fn locate(&self, place: &Descriptor) -> Option<String> {
        self.path_of(place).filter(|path| self.exists(path))
    }

    fn path_of(&self, place: &Descriptor) -> Option<String> {
        let path = place.bytes().filter(|_| place.kind == FSS)?.get(7..)?;
        String::from_utf8(path.to_vec()).ok()
    }

    fn desktop_folder(&mut self) -> Option<String> {
        Some(format!("{VOLUME}:Desktop Folder")).filter(|path| self.exists(path))
    }

    fn make_folder(&mut self, path: &str) -> Result<(), DiskError> {
        self.write(path, None)
    }

    fn exists(&self, path: &str) -> bool {
        path == VOLUME || self.items.contains_key(path)
    }

    fn find_folder(&self, kind: [u8; 4]) -> Option<String> {
        let path = match &kind {
            b"amnu" => format!("{VOLUME}:System Folder:Apple Menu Items"),
            _ => return None,
        };
        self.exists(&path).then_some(path)
    }

    fn trash(&self) -> String {
        format!("{VOLUME}:Trash")
    }

    fn read_text(&self, path: &str) -> Result<String, DiskError> {
        let code = -43;
        match (self.exists(path), self.texts.get(path)) {
            (_, Some(text)) => Ok(text.clone()),
            (true, None) => Ok(format!("text of {path}")),
            (false, None) => Err(DiskError {
                action: format!("reading {path}"),
                code,
            }),
        }
    }

    fn write_text(&mut self, path: &str, text: &str, _: [u8; 4]) -> Result<(), DiskError> {
        self.write(path, Some((*b"TEXT", text.len() as u64)))?;
        self.texts.insert(path.to_owned(), text.to_owned());
        Ok(())
    }

    fn empty_trash(&mut self) -> Result<(), DiskError> {
        if self.refuses {
            return Err(DiskError {
                action: "emptying the Trash".to_owned(),
                code: -45,
            });
        }
        self.items
            .retain(|path, _| !path.starts_with("Macintosh HD:Trash:"));
        Ok(())
    }

    fn used_bytes(&self) -> u64 {
        12_900_000
    }

    fn free_bytes(&self) -> u64 {
        27_000_000
    }
}

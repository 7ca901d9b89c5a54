//! What the user of the simulated Macintosh sees: the System 7 desktop, its Finder and its fonts.
//!
//! The desktop knows neither traps nor the layout of guest memory. The core of the simulator gives each
//! [`Process`] its turn and lends it a [`Mac`]: the front application's view of the event queue, the mouse,
//! the screen and the startup volume. Coordinates are global QuickDraw coordinates: pixels, the origin at the
//! top left of the screen, vertical before horizontal.

mod apple_event;
pub mod application;
mod applications;
mod compositor;
mod draw;
mod filing;
mod finder;
pub mod font;
mod geometry;
mod jotter;
mod keyboard;
mod note_pad;
mod object_specifier;
pub mod palette;
pub mod parts;
mod program_file;
pub mod resource;
mod scene;
mod simple_text;
mod standard_file;
mod system_file;
mod toolkit;
mod trouble;
mod volume;

pub use apple_event::{AppleEvent, EventError, Interaction, Response};
pub use applications::application;
pub use compositor::{Compositor, Layer, Part};
pub use draw::Canvas;
pub use filing::{Change, Filing, Info};
pub use finder::{FinderError, Screen, finder_file, finder_process};
pub use geometry::{Point, Rect};
pub use jotter::application_resources;
pub(crate) use keyboard::{character_of_key, us_layout};
pub use note_pad::note_pad_file;
pub(crate) use parts::MENU_BAR_HEIGHT;
pub use scene::{
    BarPart, ButtonScene, ChoiceScene, Cover, DialogIcon, EditTextScene, IconScene, ListRowScene, ListScene,
    MenuItemScene, MenuScene, PopUpScene, Scene, ScrollBarScene, TextScene, TextState, WindowKind,
    WindowScene,
};
pub use system_file::{BuildError, system_file};
pub use toolkit::Toolkit;
pub(crate) use trouble::{Alerted, BombBox, Curtain, ModalAlert, ScreenSaver};
pub use volume::{InitialItem, InitialKind, initial_files};

use crate::descriptor::{Descriptor, Fields};

/// The machine and system that the desktop dresses up as. The core fills it in from its configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Station {
    /// System software version as Gestalt `sysv` gives it: `0x0700`, `0x0701`, `0x0710`, `0x0750`.
    pub system: u16,
    /// What About This Macintosh and the `STR# -16395` entry call the machine: `Simulated Macintosh IIci`.
    pub machine_name: &'static str,
    /// Gestalt `mach` of the machine: the index of its name in `STR# -16395` (4 for a Plus, 11 for a IIci).
    pub machine_type: u16,
    /// Installed memory in bytes.
    pub memory: u32,
    /// Whether AppleScript is installed.
    pub has_applescript: bool,
    /// A strike that takes the place of the system font: BDF, encoded in MacRoman, of 12 points.
    pub system_strike: Option<&'static str>,
}

/// One application of the desktop, scheduled by the core's Process Manager.
pub trait Process {
    /// The process name as the Process Manager reports it, for example `Finder`.
    fn name(&self) -> &str;

    /// Runs until the application would call WaitNextEvent with nothing left to do, or until one round of a
    /// tight tracking loop is over.
    ///
    /// The core calls this for the front process again and again: after [`Turn::Yield`] when an event is
    /// waiting, or at latest after the number of ticks that the yield names; after [`Turn::Tracking`] at once,
    /// without giving any other process time.
    fn turn(&mut self, mac: &mut dyn Mac) -> Turn;

    /// Takes an Apple event. The core calls this where the application would call AEProcessAppleEvent: when it is due a turn
    /// and is not in a tracking loop; the turn follows at once. An application that has a modal dialog up answers
    /// [`Response::NotNow`].
    fn apple_event(&mut self, event: &AppleEvent, _mac: &mut dyn Mac) -> Response {
        Response::Answered(Err(EventError::not_handled(event)))
    }

    /// Whether it can be put behind now. An application that has a modal dialog up cannot, unless it is a movable one.
    fn lets_go(&self) -> bool {
        true
    }

    /// It has come to the front, or was put behind.
    fn activate(&mut self, _in_front: bool) {}

    /// Whether what it shows has changed since this was asked.
    fn has_changed(&mut self) -> bool {
        false
    }

    /// Draws a part of what it shows.
    fn paint(&self, _canvas: &mut Canvas, _part: Part, _in_front: bool) {}

    /// Whether a window of it lies at this point.
    fn has_window_at(&self, _at: Point) -> bool {
        false
    }

    /// It is about to be put behind: it puts out what it keeps in a scrap of its own.
    fn publish_scrap(&mut self, _mac: &mut dyn Mac) {}

    /// It comes to the front, and the scrap is another one than when it left it: convertClipboardFlag of a resume event.
    fn take_scrap(&mut self, _mac: &mut dyn Mac) {}

    /// The ground truth of what this process has on the screen now, for tests; without the texts, which whoever draws them
    /// keeps account of.
    fn scene(&self, _in_front: bool) -> Scene {
        Scene::default()
    }
}

/// How a turn of a [`Process`] ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The application called WaitNextEvent: other processes may run. It wants to be called again as soon as an
    /// event is waiting for it, or after `sleep` ticks (60 a second) without one.
    Yield {
        /// WaitNextEvent's sleep argument, in ticks.
        sleep: u32,
    },
    /// The application is inside MenuSelect, TrackControl, TrackGoAway, Delay or a like call that gives nobody time:
    /// only interrupt-time code runs. Charge `cycles` of guest time, then call `turn` again.
    Tracking {
        /// Guest processor cycles that one round of the loop costs.
        cycles: u32,
    },
    /// The application has ended.
    Quit,
}

/// What an application in front can reach of its Macintosh. The core implements it over guest memory.
pub trait Mac {
    /// Takes the next event for this process from the queue, as GetNextEvent with every event wanted.
    /// `None` where GetNextEvent would give a null event; a process in the background always gets `None`.
    fn next_event(&mut self) -> Option<Event>;

    /// GetMouse in global coordinates: the low-memory global Mouse, whoever set it.
    fn mouse(&self) -> Point;

    /// StillDown: the button (MBState) is down and no mouse event waits in the queue.
    fn still_down(&self) -> bool;

    /// TickCount: ticks of guest time since start, 60.15 a second.
    fn ticks(&self) -> u32;

    /// The main screen. The pointer is hidden for the whole of a turn, so no pixel of it is the pointer's.
    fn screen(&mut self) -> &mut dyn Surface;

    /// SetCursor: how the pointer looks from now on.
    fn set_cursor(&mut self, cursor: &resource::Cursor);

    /// The startup volume.
    fn volume(&mut self) -> &mut dyn Disk;

    /// Opens the file with this path: launches the application in it, or brings it to the front when it runs; has the
    /// application of a document, which the desktop database knows, open it.
    ///
    /// # Errors
    /// [`DiskError`] as LaunchApplication refuses it, afpItemNotFound (-5012) when a document has no application.
    fn open(&mut self, path: &str) -> Result<(), DiskError>;

    /// Asks to be brought to the front: SetFrontProcess.
    fn come_forward(&mut self);

    /// The applications that can be in front, in the order of the Application menu.
    fn running(&self) -> Vec<Running>;

    /// Has one of them come to the front.
    fn bring_forward(&mut self, application: u32);

    /// Hides the windows of one of them, or shows them again. One that is in front and hidden is put behind.
    fn hide(&mut self, application: u32, hidden: bool);

    /// What the desk scrap holds (GetScrap).
    fn scrap(&self) -> Vec<Flavor>;

    /// Replaces the desk scrap (ZeroScrap, PutScrap). From the background it seems to work and does nothing.
    fn put_scrap(&mut self, flavors: &[Flavor]);

    /// What a scriptable Finder changes on the startup volume; `None` where the Finder is not scriptable.
    fn filing(&mut self) -> Option<&mut dyn Filing> {
        None
    }

    /// Sends the reply to an Apple event that was to be answered [later](Response::Later), by [`AppleEvent::request`].
    fn answer(&mut self, request: u32, reply: Result<Fields, EventError>);
}

/// An application that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    /// What [`Mac::bring_forward`] names it by.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Whether it is in front.
    pub front: bool,
    /// Whether its windows are hidden.
    pub hidden: bool,
}

/// One form of what the scrap holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flavor {
    /// Such as `TEXT`.
    pub kind: [u8; 4],
    /// Its bytes.
    pub data: Vec<u8>,
}

/// The bits of one screen. At one bit a pixel value of 0 is white and 1 is black; else it is an index into
/// [`palette::system_colours`], where 0 is white and 255 black: a screen of another depth shows what comes nearest.
pub trait Surface {
    /// Width in pixels.
    fn width(&self) -> i16;
    /// Height in pixels.
    fn height(&self) -> i16;
    /// Bits in a pixel.
    fn depth(&self) -> Depth;
    /// Stores a row of pixels, one byte each, from `start` to the right. What lies outside the screen is left out.
    fn put_row(&mut self, start: Point, pixels: &[u8]);
}

/// Bits in a pixel of a [`Surface`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Black and white, as on a Plus.
    One,
    /// 256 colours from the system palette.
    Eight,
}

impl Depth {
    /// How the desktop draws for a screen with so many bits a pixel.
    pub fn of_screen(bits: u16) -> Depth {
        match bits {
            1 => Depth::One,
            _ => Depth::Eight,
        }
    }
}

/// An event record as GetNextEvent fills it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The event code.
    pub what: EventKind,
    /// For keys: character code (MacRoman) in bits 0-7, virtual key code in bits 8-15. Otherwise as the Event
    /// Manager says.
    pub message: u32,
    /// Tick count when it was posted.
    pub when: u32,
    /// Where the mouse was, in global coordinates.
    pub location: Point,
    /// Modifier keys and button, as in the record.
    pub modifiers: Modifiers,
}

/// The event codes that reach an application of the desktop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// mouseDown (1).
    MouseDown,
    /// mouseUp (2).
    MouseUp,
    /// keyDown (3).
    KeyDown,
    /// keyUp (4).
    KeyUp,
    /// autoKey (5).
    AutoKey,
    /// diskEvt (7).
    Disk,
}

/// The modifiers word of an event record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers(pub u16);

impl Modifiers {
    /// cmdKey: bit 8.
    pub const COMMAND: Modifiers = Modifiers(0x0100);
    /// shiftKey: bit 9.
    pub const SHIFT: Modifiers = Modifiers(0x0200);
    /// optionKey: bit 11.
    pub const OPTION: Modifiers = Modifiers(0x0800);

    /// Whether the Command key was down.
    pub fn command(self) -> bool {
        self.0 & Self::COMMAND.0 != 0
    }

    /// Whether a Shift key was down.
    pub fn shift(self) -> bool {
        self.0 & Self::SHIFT.0 != 0
    }

    /// Whether the Option key was down.
    pub fn option(self) -> bool {
        self.0 & Self::OPTION.0 != 0
    }
}

/// The startup volume as the Finder sees it. Paths are full HFS path names with colons (`Macintosh HD:Folder`);
/// a path to a folder may end with a colon or not. Names are Unicode; the core converts from and to MacRoman.
pub trait Disk {
    /// Name of the volume, without colon.
    fn name(&self) -> String;
    /// The entries of a folder by name, in HFS order (case-insensitive), invisible ones included.
    ///
    /// # Errors
    /// [`DiskError`] when there is no such folder or the medium fails.
    fn list(&self, folder: &str) -> Result<Vec<Entry>, DiskError>;
    /// The path of what a file specification or an alias names, if it is there.
    fn locate(&self, place: &Descriptor) -> Option<String>;
    /// Whether something has this path.
    fn exists(&self, path: &str) -> bool;
    /// FindFolder: the path of a folder of the system by its type, such as `amnu`; `None` where there is none.
    fn find_folder(&self, kind: [u8; 4]) -> Option<String>;
    /// Path of the folder that is the Trash of this volume (`Macintosh HD:Trash`); it always exists.
    fn trash(&self) -> String;
    /// The text of a document.
    ///
    /// # Errors
    /// [`DiskError`] when it is not there.
    fn read_text(&self, path: &str) -> Result<String, DiskError>;
    /// Writes a text document with this path, in place of one that is there.
    ///
    /// # Errors
    /// [`DiskError`] when the folder is not there, the name is not one, or the disk is full.
    fn write_text(&mut self, path: &str, text: &str, creator: [u8; 4]) -> Result<(), DiskError>;
    /// The path that a file specification names, whether something is there or not.
    fn path_of(&self, place: &Descriptor) -> Option<String>;
    /// The path of the folder that is the desktop of this volume, made where it has to be; none when it cannot be made.
    fn desktop_folder(&mut self) -> Option<String>;
    /// Makes a folder with this path.
    ///
    /// # Errors
    /// [`DiskError`] when something has that path, the name is not one, or the disk is full or locked.
    fn make_folder(&mut self, path: &str) -> Result<(), DiskError>;
    /// Removes everything in the Trash for good.
    ///
    /// # Errors
    /// [`DiskError`] when an item could not be removed; items before it are gone.
    fn empty_trash(&mut self) -> Result<(), DiskError>;
    /// Bytes on the volume that are in use.
    fn used_bytes(&self) -> u64;
    /// Bytes on the volume that are free.
    fn free_bytes(&self) -> u64;
}

/// One entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Name, at most 31 MacRoman characters.
    pub name: String,
    /// File or folder.
    pub kind: EntryKind,
    /// Finder flag fInvisible.
    pub invisible: bool,
}

/// What an [`Entry`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A folder with this many direct children.
    Folder {
        /// Number of files and folders directly inside.
        items: u32,
    },
    /// A file.
    File {
        /// Finder file type.
        file_type: [u8; 4],
        /// Finder creator.
        creator: [u8; 4],
        /// Logical length of both forks together, in bytes.
        bytes: u64,
    },
}

/// Why a [`Disk`] refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{action} failed with Mac OS error {code}; check the volume and the path")]
pub struct DiskError {
    /// What was attempted, for example `listing Macintosh HD:Nowhere`.
    pub action: String,
    /// The OSErr.
    pub code: i16,
}

#[cfg(test)]
mod tests;

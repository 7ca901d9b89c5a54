//! The Finder: the application that shows the volume and the Trash.
//!
//! One file each for what it owns (`resources`, `kit`), what it shows (`desk`, `content`, `folder_view`, `about`), and what the user
//! does (`selection`, `commands`). Menus, windows and alerts are the frame's.

mod about;
mod apple_events;
mod commands;
mod content;
mod desk;
mod folder_view;
mod kit;
mod resources;
mod scripting;
mod selection;

pub use resources::finder_file;
pub(super) use scripting::extension_file;

use super::application::{Application, Frame, Program, WindowId};
use super::font::FontsError;
use super::parts::{Choice, Press, Step};
use super::resource::ResourceError;
use super::system_file::BuildError;
use super::{AppleEvent, Canvas, Depth, EventError, IconScene, Mac, Process, Response, Station, Toolkit};
use commands::{Opened, Question};
use content::{Act, FinderContent};
use desk::{Desk, DeskItem};
use kit::Kit;
use std::sync::Arc;

/// Ticks between two looks at the volume when nothing happens.
const LOOK_INTERVAL: u32 = 60;

const FILE_NOT_FOUND: i16 = -43;

/// Why the Finder or another application cannot start.
#[derive(Debug, thiserror::Error)]
pub enum FinderError {
    /// Its file or the System file cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The System file has no usable fonts.
    #[error(transparent)]
    Fonts(#[from] FontsError),
    /// A resource is missing or damaged.
    #[error(transparent)]
    Resource(#[from] ResourceError),
}

/// Size and depth of the main screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Width in pixels.
    pub width: i16,
    /// Height in pixels.
    pub height: i16,
    /// Bits in a pixel.
    pub depth: Depth,
}

/// The Finder.
#[derive(Clone)]
struct Finder {
    kit: Arc<Kit>,
    desk: Desk,
    /// Whether it starts with the alert of Empty Trash.
    trash_alert: bool,
    /// When the Trash is empty, while it is being emptied.
    emptied_at: u32,
}

/// The Finder of this machine, as a process. With `trash_alert` it starts with the alert of Empty Trash on the screen.
///
/// # Errors
/// [`FinderError`] when a drawing or a resource that is part of this program is wrong.
pub fn finder_process(
    station: &Station,
    screen: Screen,
    trash_alert: bool,
) -> Result<Box<dyn Process>, FinderError> {
    let toolkit = Arc::new(Toolkit::new(finder_file(station)?, station, screen)?);
    let finder = Finder {
        kit: Arc::new(Kit::load(Arc::clone(&toolkit))?),
        desk: Desk::new(),
        trash_alert,
        emptied_at: 0,
    };
    Ok(Box::new(Application::new(finder, toolkit)?))
}

impl Finder {
    /// Looks whether something on the volume has changed.
    fn look_at_volume(&mut self, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        let disk = mac.volume();
        // A volume that cannot be read for a moment shows as it was.
        let mut changed = self.desk.refresh(disk).unwrap_or(false);
        let mut gone = Vec::new();
        for window in frame.windows_mut() {
            match window.content.refresh(disk) {
                Ok(window_changed) => changed |= window_changed,
                Err(_) => gone.push(window.id()),
            }
        }
        for window in gone {
            frame.close_window(window);
        }
        if changed {
            frame.invalidate();
        }
    }
}

impl Program for Finder {
    type Content = FinderContent;
    type Purpose = Question;

    fn name(&self) -> &str {
        "Finder"
    }

    /// Opens the volume's window and, when asked for, the alert.
    fn start(&mut self, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        self.look_at_volume(frame, mac);
        self.open_desk_item(DeskItem::Disk, frame, mac);
        if self.trash_alert {
            self.ask_to_empty_trash(frame, mac);
        }
    }

    fn adjust_menus(&mut self, frame: &mut Frame<Finder>) {
        self.enable_menu_items(frame);
    }

    fn choose(&mut self, choice: Choice, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        self.carry_out(choice, frame, mac);
    }

    fn hit(&mut self, question: Question, item: usize, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        self.answer(question, item, frame, mac);
    }

    fn act(&mut self, window: WindowId, act: Act, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        self.select_only_in(window, frame);
        if act == Act::Open {
            self.open_selection(frame, mac);
        }
    }

    fn open(&mut self, path: &str, frame: &mut Frame<Finder>, mac: &mut dyn Mac) -> Result<(), EventError> {
        match self.open_path(path, frame, mac) {
            Opened::Done => Ok(()),
            Opened::Missing => Err(EventError {
                number: FILE_NOT_FOUND,
                message: Some(format!("{path} is not there")),
            }),
        }
    }

    fn apple_event(
        &mut self,
        event: &AppleEvent,
        frame: &mut Frame<Finder>,
        mac: &mut dyn Mac,
    ) -> Option<Response> {
        self.serve_apple_event(event, frame, mac)
    }

    fn idle(&mut self, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        self.look_at_volume(frame, mac);
    }

    fn sleep(&self, _: &dyn Mac) -> u32 {
        LOOK_INTERVAL
    }

    /// The Trash is being emptied, under a wristwatch; the other programs get time.
    fn work(&mut self, frame: &mut Frame<Finder>, mac: &mut dyn Mac) -> Step<()> {
        if mac.ticks() < self.emptied_at {
            return Step::Again;
        }
        self.empty_trash(frame, mac);
        Step::Done(())
    }

    fn press_desk(&mut self, press: &Press, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        self.press_on_desk(press, frame, mac);
    }

    fn draw_desk(&self, canvas: &mut Canvas, _: &Frame<Finder>) {
        self.desk.draw(canvas, &self.kit);
    }

    fn desk_scene(&self, _: &Frame<Finder>) -> Vec<IconScene> {
        self.desk.scene(&self.kit)
    }
}

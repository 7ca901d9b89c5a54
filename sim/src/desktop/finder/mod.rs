//! The Finder: the application that shows the volume and the Trash.
//!
//! One file each for what it owns (`resources`, `kit`), what it shows (`desk`, `folder_window`, `about`, `window`,
//! `picture`) and what the user does (`events`, `commands`).

mod about;
mod apple_events;
mod commands;
mod desk;
mod events;
mod folder_window;
mod kit;
mod picture;
mod resources;
mod scripting;
mod window;

pub use resources::finder_file;
pub(super) use scripting::extension_file;

use super::font::FontsError;
use super::geometry::{Point, Rect};
use super::parts::{
    AlertBox, Choice, CloseTracker, MENU_BAR_HEIGHT, MenuBar, MenuState, MenuTracker, ROUND_CYCLES, Step,
};
use super::resource::{Menu, MenuBarList, ResourceError, WindowTemplate};
use super::system_file::{BuildError, icons, system_file};
use super::{AppleEvent, Canvas, Depth, Mac, Part, Process, Response, Scene, Station, Turn};
use commands::Question;
use desk::{Desk, DeskItem};
use kit::{Kit, SearchPath};
use window::FinderWindow;

/// Ticks between two looks at the volume when nothing happens.
const LOOK_INTERVAL: u32 = 60;
/// Ticks that the menu bar stays inverted instead of a beep.
const BEEP_TICKS: u32 = 6;
/// Ticks that the emptying of the Trash takes.
const EMPTYING_TICKS: u32 = 30;
/// Ticks that a menu's title stays inverted after its Cmd-key.
const KEY_FLASH_TICKS: u32 = 4;

/// Why the Finder cannot start.
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

/// The Finder as a process.
pub struct Finder {
    kit: Kit,
    menus: MenuBar,
    about: WindowTemplate,
    desk: Desk,
    /// Open windows, the frontmost first.
    windows: Vec<FinderWindow>,
    /// The alert that is up, and what it asks.
    alert: Option<(AlertBox, Question)>,
    activity: Activity,
    last_click: Option<Click>,
    startup: Startup,
    /// Whether an Apple event may have changed what shows.
    touched: bool,
    next_look: u32,
    /// Whether the picture is out of date.
    changed: bool,
}

/// What the Finder is in the middle of.
enum Activity {
    /// Waiting for the next event.
    Idle,
    /// In MenuSelect.
    Menu(MenuTracker),
    /// In TrackGoAway, in the front window.
    Close(CloseTracker),
    /// A button of the alert is down.
    AlertButton,
    /// A Cmd-key has been typed; its menu's title is inverted until this tick.
    Key { menu: usize, choice: Choice, until: u32 },
    /// The menu bar is inverted instead of a beep, until this tick.
    Beep { until: u32 },
    /// The Trash is being emptied, under a wristwatch, until this tick; the other programs get time.
    Emptying { until: u32 },
}

/// A click on an icon that a second one may make a double click.
#[derive(PartialEq, Eq)]
struct Click {
    target: Target,
    when: u32,
    location: Point,
}

/// An icon.
#[derive(Clone, PartialEq, Eq)]
enum Target {
    /// On the desktop.
    Desk(DeskItem),
    /// In the window of this folder, with this name.
    Entry { folder: String, name: String },
}

/// Whether the first turn is still to come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Startup {
    /// It is, and whether the Trash alert comes up with it.
    Pending { trash_alert: bool },
    /// It is over.
    Done,
}

impl Finder {
    /// The Finder of this machine. With `trash_alert` it starts with the alert of Empty Trash on the screen.
    ///
    /// # Errors
    /// [`FinderError`] when a drawing or a resource that is part of this program is wrong.
    pub fn new(station: &Station, screen: Screen, trash_alert: bool) -> Result<Finder, FinderError> {
        let files = SearchPath {
            own: &finder_file(station)?,
            system: &system_file(station)?,
        };
        let bounds = Rect::new(0, 0, screen.height, screen.width);
        let kit = Kit::load(*station, bounds, &files)?;
        let MenuBarList(ids) = files.load(resources::MENU_BAR)?;
        let mut menus = Vec::with_capacity(ids.len());
        for id in ids {
            let menu: Menu = files.load(id)?;
            let icon = match id {
                resources::menus::HELP => Some(files.load(icons::HELP)?),
                resources::menus::APPLICATION => Some(files.load(resources::FINDER_ICON)?),
                _ => None,
            };
            menus.push((menu, icon));
        }
        Ok(Finder {
            menus: MenuBar::new(menus, &kit.fonts, bounds),
            about: files.load(resources::ABOUT_WINDOW)?,
            kit,
            desk: Desk::new(),
            windows: Vec::new(),
            alert: None,
            activity: Activity::Idle,
            last_click: None,
            startup: Startup::Pending { trash_alert },
            touched: false,
            next_look: 0,
            changed: true,
        })
    }

    /// Opens the volume's window and, when asked for, the alert.
    fn start(&mut self, mac: &mut dyn Mac) {
        let Startup::Pending { trash_alert } = self.startup else {
            return;
        };
        self.startup = Startup::Done;
        self.look_at_volume(mac);
        self.open_desk_item(DeskItem::Disk, mac);
        if trash_alert {
            self.ask_to_empty_trash(mac);
        }
    }

    /// Looks whether something on the volume has changed; tells whether it shows.
    fn look_at_volume(&mut self, mac: &mut dyn Mac) -> bool {
        self.next_look = mac.ticks() + LOOK_INTERVAL;
        let disk = mac.volume();
        // A volume that cannot be read for a moment shows as it was.
        let mut changed = self.desk.refresh(disk).unwrap_or(false);
        self.windows.retain_mut(|window| match window.refresh(disk) {
            Ok(window_changed) => {
                changed |= window_changed;
                true
            }
            // Its folder is gone.
            Err(_) => {
                changed = true;
                false
            }
        });
        changed
    }

    /// One round of whatever follows the mouse or waits for a tick.
    fn follow(&mut self, mac: &mut dyn Mac) {
        match &mut self.activity {
            Activity::Idle => {}
            Activity::Menu(tracker) => {
                if let Step::Done(choice) = tracker.step(&self.menus, mac) {
                    self.activity = Activity::Idle;
                    self.carry_out(choice, mac);
                }
            }
            Activity::Close(tracker) => {
                let Some(window) = self.windows.first() else {
                    self.activity = Activity::Idle;
                    return;
                };
                if let Step::Done(inside) = tracker.step(window.frame().close_box(), mac) {
                    self.activity = Activity::Idle;
                    if inside {
                        self.close_front_window();
                    }
                }
            }
            Activity::AlertButton => {
                let step = self
                    .alert
                    .as_mut()
                    .map_or(Step::Done(None), |(alert, _)| alert.step(mac));
                if let Step::Done(item) = step {
                    self.activity = Activity::Idle;
                    self.answer(item, mac);
                }
            }
            Activity::Key { choice, until, .. } => {
                let choice = *choice;
                if mac.ticks() >= *until {
                    self.activity = Activity::Idle;
                    self.carry_out(Some(choice), mac);
                }
            }
            Activity::Beep { until } => {
                if mac.ticks() >= *until {
                    self.activity = Activity::Idle;
                }
            }
            Activity::Emptying { until } => {
                if mac.ticks() >= *until {
                    self.activity = Activity::Idle;
                    self.empty_trash(mac);
                }
            }
        }
    }

    /// Takes events until there is none left or one of them starts something that takes time.
    fn serve(&mut self, mac: &mut dyn Mac) -> bool {
        let mut served = false;
        while matches!(self.activity, Activity::Idle) {
            let Some(event) = mac.next_event() else { break };
            served = true;
            self.handle(&event, mac);
        }
        served
    }

    /// What follows the mouse, as far as it shows: a picture is drawn only when this changes.
    fn look(&self) -> Look {
        Look {
            menu: self.menu_state(),
            close_pressed: self.close_is_pressed(),
            pressed_button: self.alert.as_ref().and_then(|(alert, _)| alert.inverted_button()),
            beeping: matches!(self.activity, Activity::Beep { .. }),
        }
    }

    fn menu_state(&self) -> Option<MenuState> {
        match &self.activity {
            Activity::Menu(tracker) => tracker.state(),
            Activity::Key { menu, .. } => Some(MenuState::Title(*menu)),
            _ => None,
        }
    }

    fn close_is_pressed(&self) -> bool {
        matches!(&self.activity, Activity::Close(tracker) if tracker.is_inside())
    }

    fn beep(&mut self, mac: &dyn Mac) {
        self.activity = Activity::Beep {
            until: mac.ticks() + BEEP_TICKS,
        };
    }

    /// Where the menu bar ends.
    fn below_menu_bar(&self) -> i16 {
        self.kit.screen.top + MENU_BAR_HEIGHT
    }
}

/// See [`Finder::look`].
#[derive(PartialEq, Eq)]
struct Look {
    menu: Option<MenuState>,
    close_pressed: bool,
    pressed_button: Option<usize>,
    beeping: bool,
}

impl Process for Finder {
    fn name(&self) -> &str {
        "Finder"
    }

    fn turn(&mut self, mac: &mut dyn Mac) -> Turn {
        let before = self.look();
        let mut changed = self.startup != Startup::Done || std::mem::take(&mut self.touched);
        self.start(mac);
        if matches!(self.activity, Activity::Idle) {
            changed |= self.serve(mac);
            if matches!(self.activity, Activity::Idle) && mac.ticks() >= self.next_look {
                changed |= self.look_at_volume(mac);
            }
        } else {
            self.follow(mac);
            // What followed the mouse is over: a command may have been carried out.
            changed |= matches!(self.activity, Activity::Idle);
        }
        if changed || self.look() != before {
            self.menus.set_enabled(self.alert.is_none());
            self.changed = true;
        }
        match self.activity {
            Activity::Idle => Turn::Yield {
                sleep: self.next_look.saturating_sub(mac.ticks()),
            },
            Activity::Emptying { .. } => Turn::Yield { sleep: 1 },
            _ => Turn::Tracking { cycles: ROUND_CYCLES },
        }
    }

    fn apple_event(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        self.serve_apple_event(event, mac)
    }

    fn lets_go(&self) -> bool {
        self.alert.is_none()
    }

    fn activate(&mut self, _in_front: bool) {
        self.changed = true;
    }

    fn has_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    fn paint(&self, canvas: &mut Canvas, part: Part, in_front: bool) {
        self.draw_part(canvas, part, in_front);
    }

    fn has_window_at(&self, at: Point) -> bool {
        self.alert.is_some()
            || self
                .windows
                .iter()
                .any(|window| window.frame().structure().contains(at))
    }

    fn scene(&self, in_front: bool) -> Scene {
        self.describe(in_front)
    }
}

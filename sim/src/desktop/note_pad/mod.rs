//! The Note Pad: one window with one note, typed or sent by Apple event. It asks before a note that is not saved is lost, so it may
//! refuse to quit.

mod apple_events;
mod picture;
mod resources;

pub(super) use resources::SIGNATURE;
pub use resources::note_pad_file;

use super::font::Fonts;
use super::geometry::{Point, Rect};
use super::parts::{
    AlertBox, AlertTemplate, Choice, MenuBar, MenuState, MenuTracker, ROUND_CYCLES, Reaction, Step,
    WindowFrame,
};
use super::resource::{
    self, Alert, ItemList, LargeIcon, Menu, MenuBarList, SmallIcon, StringList, WindowTemplate,
};
use super::system_file::{icons, system_file};
use super::{
    AppleEvent, Canvas, DialogIcon, Event, EventError, EventKind, FinderError, Mac, Part, Process, Response,
    Scene, Screen, Station, Turn,
};
use crate::descriptor::Fields;
use mc_protocol::macroman;
use resources::{alert, menus, strings};

/// Ticks between two turns when nothing happens.
const IDLE_TICKS: u32 = 60;

const RETURN: u8 = 0x0D;
const BACKSPACE: u8 = 0x08;

/// userCanceledErr.
const CANCELED: EventError = EventError {
    number: -128,
    message: None,
};

/// The Note Pad as a process.
pub struct NotePad {
    fonts: Fonts,
    screen: Rect,
    menus: MenuBar,
    frame: WindowFrame,
    file_name: String,
    question: (Alert, ItemList, LargeIcon),
    note: String,
    saved: String,
    alert: Option<AlertBox>,
    activity: Activity,
    in_front: bool,
    quitting: Quitting,
    changed: bool,
}

/// What the user is in the middle of.
enum Activity {
    Idle,
    Menu(MenuTracker),
    AlertButton,
}

/// How far quitting has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quitting {
    No,
    /// It is to ask the user first, for this request or for the user; it does so when it is in front.
    Asking {
        request: u32,
    },
    /// It is over.
    Done,
}

impl NotePad {
    /// An empty note.
    ///
    /// # Errors
    /// [`FinderError`] when a drawing or a resource that is part of this program is wrong.
    pub fn new(station: &Station, screen: Screen) -> Result<NotePad, FinderError> {
        let (own, system) = (note_pad_file()?, system_file(station)?);
        let fonts = Fonts::load(&system)?;
        let bounds = Rect::new(0, 0, screen.height, screen.width);
        let MenuBarList(ids) = resource::load(&own, resources::MENU_BAR)?;
        let mut hung = Vec::with_capacity(ids.len());
        for id in ids {
            let menu: Menu = resource::load(&own, id)?;
            let icon: Option<SmallIcon> = match id {
                menus::APPLICATION => Some(resource::load(&own, resources::ICON)?),
                _ => None,
            };
            hung.push((menu, icon));
        }
        let window: WindowTemplate = resource::load(&own, resources::WINDOW)?;
        let texts: StringList = resource::load(&own, resources::STRINGS)?;
        let question: Alert = resource::load(&own, alert::SAVE_CHANGES)?;
        let items = resource::load(&own, question.items)?;
        Ok(NotePad {
            menus: MenuBar::new(hung, &fonts, bounds),
            fonts,
            screen: bounds,
            frame: WindowFrame {
                title: window.title,
                content: window.bounds,
                zooms: false,
            },
            file_name: texts.get(strings::FILE_NAME).to_owned(),
            question: (question, items, resource::load(&system, icons::CAUTION)?),
            note: String::new(),
            saved: String::new(),
            alert: None,
            activity: Activity::Idle,
            in_front: false,
            quitting: Quitting::No,
            changed: true,
        })
    }

    fn is_dirty(&self) -> bool {
        self.note != self.saved
    }

    /// Asks the user about the changes, or quits when there are none.
    fn begin_to_quit(&mut self, request: u32) {
        self.quitting = if self.is_dirty() {
            Quitting::Asking { request }
        } else {
            Quitting::Done
        };
    }

    /// Brings the question up, once it is in front.
    fn ask_if_wanted(&mut self) {
        if self.in_front && self.alert.is_none() && matches!(self.quitting, Quitting::Asking { .. }) {
            let (alert, dialog, icon) = &self.question;
            let template = AlertTemplate {
                alert,
                dialog,
                icon: (DialogIcon::Caution, icon),
                parameters: &[],
            };
            self.alert = Some(AlertBox::new(&template, &self.fonts, self.screen));
            self.changed = true;
        }
    }

    /// A button of the question was released.
    fn answer(&mut self, item: Option<usize>, mac: &mut dyn Mac) {
        let (Some(item), Quitting::Asking { request }) = (item, self.quitting) else {
            return;
        };
        self.alert = None;
        let outcome = match item {
            alert::SAVE => self.save(mac),
            alert::DONT_SAVE => Ok(()),
            _ => Err(CANCELED),
        };
        self.quitting = match &outcome {
            Ok(()) => Quitting::Done,
            Err(_) => Quitting::No,
        };
        if request != 0 {
            mac.answer(request, outcome.map(|()| Fields::default()));
        }
    }

    /// Writes the note to the root of the startup volume.
    fn save(&mut self, mac: &mut dyn Mac) -> Result<(), EventError> {
        let disk = mac.volume();
        let path = format!("{}:{}", disk.name(), self.file_name);
        let written = disk.write_text(&path, &self.note, SIGNATURE);
        written.map_err(|error| EventError {
            number: error.code,
            message: Some(error.to_string()),
        })?;
        self.saved = self.note.clone();
        Ok(())
    }

    fn carry_out(&mut self, choice: Option<Choice>, mac: &mut dyn Mac) {
        let Some(choice) = choice else { return };
        match (choice.menu, choice.item) {
            (menus::FILE, menus::SAVE) => {
                if let Err(error) = self.save(mac) {
                    tracing::info!(%error, "the note is not saved");
                }
            }
            (menus::FILE, menus::QUIT) => self.begin_to_quit(0),
            (menus::EDIT, menus::CLEAR) => self.note.clear(),
            _ => {}
        }
    }

    fn handle(&mut self, event: &Event, mac: &mut dyn Mac) {
        self.changed = true;
        if let Some(alert) = &mut self.alert {
            if alert.handle(event) == Reaction::Tracking {
                self.activity = Activity::AlertButton;
            }
            return;
        }
        match event.what {
            EventKind::MouseDown if self.menus.contains(event.location) => {
                self.activity = Activity::Menu(MenuTracker::new(&self.menus, event.location));
            }
            EventKind::KeyDown if event.modifiers.command() => {
                let key = self.menus.key(char::from(event.message as u8));
                self.carry_out(key.map(|(_, choice)| choice), mac);
            }
            EventKind::KeyDown | EventKind::AutoKey => self.type_character(event.message as u8),
            EventKind::MouseDown | EventKind::MouseUp | EventKind::KeyUp | EventKind::Disk => {}
        }
    }

    fn type_character(&mut self, code: u8) {
        match code {
            BACKSPACE => drop(self.note.pop()),
            RETURN => self.note.push('\r'),
            0..0x20 => {}
            code => self.note.push(macroman::to_char(code)),
        }
    }

    /// One round of what follows the mouse.
    fn follow(&mut self, mac: &mut dyn Mac) {
        let before = (self.menu_state(), self.pressed_button());
        match &mut self.activity {
            Activity::Idle => {}
            Activity::Menu(tracker) => {
                if let Step::Done(choice) = tracker.step(&self.menus, mac) {
                    self.activity = Activity::Idle;
                    self.carry_out(choice, mac);
                    self.changed = true;
                }
            }
            Activity::AlertButton => {
                let step = self
                    .alert
                    .as_mut()
                    .map_or(Step::Done(None), |alert| alert.step(mac));
                if let Step::Done(item) = step {
                    self.activity = Activity::Idle;
                    self.answer(item, mac);
                    self.changed = true;
                }
            }
        }
        self.changed |= before != (self.menu_state(), self.pressed_button());
    }

    fn menu_state(&self) -> Option<MenuState> {
        match &self.activity {
            Activity::Menu(tracker) => tracker.state(),
            Activity::Idle | Activity::AlertButton => None,
        }
    }

    fn pressed_button(&self) -> Option<usize> {
        self.alert.as_ref().and_then(AlertBox::inverted_button)
    }
}

impl Process for NotePad {
    fn name(&self) -> &str {
        "Note Pad"
    }

    fn turn(&mut self, mac: &mut dyn Mac) -> Turn {
        self.ask_if_wanted();
        if matches!(self.activity, Activity::Idle) {
            while matches!(self.activity, Activity::Idle) && self.quitting != Quitting::Done {
                let Some(event) = mac.next_event() else { break };
                self.handle(&event, mac);
                self.ask_if_wanted();
            }
        } else {
            self.follow(mac);
        }
        self.menus.set_enabled(self.alert.is_none());
        if self.quitting == Quitting::Done {
            return Turn::Quit;
        }
        match self.activity {
            Activity::Idle => Turn::Yield { sleep: IDLE_TICKS },
            Activity::Menu(_) | Activity::AlertButton => Turn::Tracking { cycles: ROUND_CYCLES },
        }
    }

    fn apple_event(&mut self, event: &AppleEvent, mac: &mut dyn Mac) -> Response {
        self.serve_apple_event(event, mac)
    }

    fn lets_go(&self) -> bool {
        self.alert.is_none()
    }

    fn activate(&mut self, in_front: bool) {
        self.in_front = in_front;
        self.changed = true;
    }

    fn has_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    fn paint(&self, canvas: &mut Canvas, part: Part, in_front: bool) {
        self.draw_part(canvas, part, in_front);
    }

    fn has_window_at(&self, at: Point) -> bool {
        self.frame.structure().contains(at)
    }

    fn scene(&self, in_front: bool) -> Scene {
        self.describe(in_front)
    }
}

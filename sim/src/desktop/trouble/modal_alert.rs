//! An alert that an application has put up, or that somebody wants it to have put up: it keeps the events from the application until a
//! button is pressed.

use crate::desktop::draw::{Canvas, wrap};
use crate::desktop::font::{FontName, Fonts};
use crate::desktop::parts::{DialogBox, Press, ROUND_CYCLES, Reaction, Step};
use crate::desktop::program_file::add_alert;
use crate::desktop::{
    DialogIcon, Event, EventKind, FinderError, Mac, Part, Process, Scene, Screen, Station, Toolkit, Turn,
};
use mc_pack::ResourceFork;

/// Id of the `ALRT` and the `DITL`.
const ALERT: i16 = 128;
/// Width of the text in an alert.
const TEXT_WIDTH: i16 = 320;
/// Ticks between two looks at the events, as ModalDialog does it.
const IDLE_TICKS: u32 = 6;

/// See the module.
#[derive(Clone)]
pub struct ModalAlert {
    dialog: DialogBox,
    fonts: Fonts,
    /// It asks for events without giving anybody time.
    starves: bool,
    is_tracking: bool,
    is_over: bool,
}

impl ModalAlert {
    /// An alert with this text and these buttons, the default first. One that starves the others asks for events in a tight loop; the
    /// other gives time as ModalDialog does.
    ///
    /// # Errors
    /// [`FinderError`] for a text that does not go into a resource.
    pub fn new(
        text: &str,
        buttons: &[&str],
        starves: bool,
        station: &Station,
        screen: Screen,
    ) -> Result<ModalAlert, FinderError> {
        let plain = Toolkit::new(ResourceFork::new(), station, screen)?;
        let lines = wrap(&plain.fonts, FontName::Chicago12, text, TEXT_WIDTH);
        let mut own = ResourceFork::new();
        add_alert(&mut own, ALERT, buttons, text, (lines.len() as i16).max(2))?;
        let toolkit = Toolkit::new(own, station, screen)?;
        let template = toolkit.alert(ALERT)?;
        Ok(ModalAlert {
            dialog: DialogBox::alert(&template, DialogIcon::Caution, &[], &toolkit),
            fonts: toolkit.fonts.clone(),
            starves,
            is_tracking: false,
            is_over: false,
        })
    }

    fn take(&mut self, event: &Event, mac: &mut dyn Mac) {
        let reaction = match event.what {
            EventKind::MouseDown if self.dialog.frame().structure().contains(event.location) => {
                let press = Press {
                    at: event.location,
                    when: event.when,
                    clicks: 1,
                    modifiers: event.modifiers,
                };
                self.dialog.press(&press, &self.fonts, mac)
            }
            EventKind::KeyDown | EventKind::AutoKey => self.dialog.key(event, &self.fonts, mac),
            _ => Reaction::Ignored,
        };
        match reaction {
            Reaction::Tracking => self.is_tracking = true,
            Reaction::Hit(_) => self.is_over = true,
            Reaction::Ignored | Reaction::Beep => {}
        }
    }
}

impl Process for ModalAlert {
    fn name(&self) -> &str {
        "alert"
    }

    /// One round of it; it quits when a button was pressed.
    fn turn(&mut self, mac: &mut dyn Mac) -> Turn {
        if self.is_tracking {
            if let Step::Done(hit) = self.dialog.step(&self.fonts, mac) {
                self.is_tracking = false;
                self.is_over = hit.is_some();
            }
        } else {
            while !self.is_tracking
                && !self.is_over
                && let Some(event) = mac.next_event()
            {
                self.take(&event, mac);
            }
        }
        match (self.is_over, self.is_tracking || self.starves) {
            (true, _) => Turn::Quit,
            (false, true) => Turn::Tracking { cycles: ROUND_CYCLES },
            (false, false) => Turn::Yield { sleep: IDLE_TICKS },
        }
    }

    fn has_changed(&mut self) -> bool {
        self.dialog.take_changed()
    }
}

/// An application with the alert that it has put up, as the compositor draws the two: the menu bar is still the application's.
pub struct Alerted<'a> {
    /// The application.
    pub process: &'a dyn Process,
    /// The alert.
    pub alert: &'a ModalAlert,
}

impl Process for Alerted<'_> {
    fn name(&self) -> &str {
        self.process.name()
    }

    fn turn(&mut self, _: &mut dyn Mac) -> Turn {
        Turn::Yield { sleep: IDLE_TICKS }
    }

    fn paint(&self, canvas: &mut Canvas, part: Part, in_front: bool) {
        match part {
            Part::Windows => {
                self.process.paint(canvas, part, false);
                self.alert.dialog.draw(canvas, &self.alert.fonts, in_front, None);
            }
            Part::Desktop | Part::MenuBar => self.process.paint(canvas, part, in_front),
        }
    }

    fn scene(&self, in_front: bool) -> Scene {
        let mut scene = self.process.scene(in_front);
        for window in &mut scene.windows {
            window.active = false;
        }
        let alert = self.alert.dialog.scene(&self.alert.fonts, in_front);
        scene.windows.insert(0, alert);
        scene
    }
}

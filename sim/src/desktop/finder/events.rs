//! What the user does: presses of the button and of keys.

use super::desk::DeskItem;
use super::{Activity, Click, Finder, KEY_FLASH_TICKS, Target};
use crate::desktop::geometry::Point;
use crate::desktop::parts::{CloseTracker, MenuTracker, Reaction};
use crate::desktop::{Event, EventKind, Mac};

/// Two clicks within this many ticks (DoubleTime) and pixels are a double click.
const DOUBLE_TIME: u32 = 30;
const DOUBLE_DISTANCE: i16 = 5;

impl Finder {
    /// Takes one event.
    pub(super) fn handle(&mut self, event: &Event, mac: &mut dyn Mac) {
        if let Some((alert, _)) = &mut self.alert {
            match alert.handle(event) {
                Reaction::Ignored => {}
                Reaction::Tracking => self.activity = Activity::AlertButton,
                Reaction::Beep => self.beep(mac),
            }
            return;
        }
        match event.what {
            EventKind::MouseDown => self.press(event, mac),
            EventKind::KeyDown if event.modifiers.command() => self.command_key(event, mac),
            EventKind::KeyDown | EventKind::AutoKey => {}
            EventKind::MouseUp | EventKind::KeyUp | EventKind::Disk => {}
        }
    }

    fn command_key(&mut self, event: &Event, mac: &mut dyn Mac) {
        self.enable_menu_items();
        match self.menus.key(char::from(event.message as u8)) {
            Some((menu, choice)) => {
                self.activity = Activity::Key {
                    menu,
                    choice,
                    until: mac.ticks() + KEY_FLASH_TICKS,
                };
            }
            None => self.beep(mac),
        }
    }

    /// The button went down: FindWindow and what follows.
    fn press(&mut self, event: &Event, mac: &mut dyn Mac) {
        let point = event.location;
        if self.menus.contains(point) {
            self.enable_menu_items();
            self.activity = Activity::Menu(MenuTracker::new(&self.menus, point));
            return;
        }
        match self
            .windows
            .iter()
            .position(|window| window.frame().structure().contains(point))
        {
            None => self.press_on_desk(event, mac),
            Some(0) if self.windows[0].frame().close_box().contains(point) => {
                self.activity = Activity::Close(CloseTracker::new());
            }
            Some(0) => self.press_in_front_window(event, mac),
            // A click in a window behind brings it to the front and does nothing else.
            Some(place) => self.bring_to_front(place),
        }
    }

    /// SelectWindow.
    pub(super) fn bring_to_front(&mut self, place: usize) {
        self.windows[..=place].rotate_right(1);
    }

    fn press_on_desk(&mut self, event: &Event, mac: &mut dyn Mac) {
        self.select_nothing();
        let Some(item) = self.desk.item_at(event.location, &self.kit) else {
            return;
        };
        self.desk.selected = Some(item);
        if self.is_double_click(Target::Desk(item), event) {
            self.open_desk_item(item, mac);
        }
    }

    fn press_in_front_window(&mut self, event: &Event, mac: &mut dyn Mac) {
        let Some((folder, name)) = self.entry_at(event.location) else {
            if self.is_front_content(event.location) {
                self.select_nothing();
            }
            return;
        };
        let selected_already = self
            .front_folder()
            .is_some_and(|window| window.selected.contains(&name));
        if !selected_already {
            self.select_nothing();
            if let Some(window) = self.front_folder_mut() {
                window.selected.insert(name.clone());
            }
        }
        if self.is_double_click(Target::Entry { folder, name }, event) {
            self.open_selection(mac);
        }
    }

    /// Folder and name of the icon at this point in the front window.
    fn entry_at(&self, point: Point) -> Option<(String, String)> {
        let window = self.front_folder()?;
        let entry = window.entry_at(point, &self.kit)?;
        Some((window.path.clone(), entry.name.clone()))
    }

    fn is_front_content(&self, point: Point) -> bool {
        self.windows
            .first()
            .is_some_and(|window| window.frame().content.contains(point))
    }

    /// Whether this press is the second one on the same icon.
    fn is_double_click(&mut self, target: Target, event: &Event) -> bool {
        let click = Click {
            target,
            when: event.when,
            location: event.location,
        };
        let double = self.last_click.as_ref().is_some_and(|last| {
            last.target == click.target
                && click.when.saturating_sub(last.when) <= DOUBLE_TIME
                && (click.location.h - last.location.h).abs() <= DOUBLE_DISTANCE
                && (click.location.v - last.location.v).abs() <= DOUBLE_DISTANCE
        });
        self.last_click = (!double).then_some(click);
        double
    }

    fn select_nothing(&mut self) {
        self.desk.selected = None;
        for window in self
            .windows
            .iter_mut()
            .filter_map(|window| window.as_folder_mut())
        {
            window.selected.clear();
        }
    }

    /// What is selected on the desktop.
    pub(super) fn selected_desk_item(&self) -> Option<DeskItem> {
        self.desk.selected
    }
}

//! What the user does: presses of the button and of keys.

use super::Application;
use super::activity::Activity;
use super::frame::Shown;
use super::program::{Content, Program};
use super::scrap::PrivateScrap;
use super::window::WindowId;
use crate::desktop::font::{decode, encode};
use crate::desktop::geometry::Point;
use crate::desktop::parts::{
    BoxTracker, Choice, DialogBox, DragTracker, GrowTracker, MenuAccess, MenuTracker, Press, Reaction,
    ScrollTracker, WindowPart,
};
use crate::desktop::{Event, EventKind, Mac};
use std::sync::Arc;

/// Ticks that a menu's title stays inverted after its Cmd-key.
const KEY_FLASH_TICKS: u32 = 4;
/// The least height and width of a window's content.
const SMALLEST: Point = Point::new(80, 100);

impl<P: Program> Application<P> {
    /// Takes one event.
    pub(super) fn handle(&mut self, event: &Event, mac: &mut dyn Mac) {
        match event.what {
            EventKind::MouseDown => {
                let press = self.frame.clicks.count(event);
                self.press(&press, mac);
            }
            EventKind::KeyDown | EventKind::AutoKey => self.key(event, mac),
            EventKind::MouseUp | EventKind::KeyUp | EventKind::Disk => return,
        }
        self.frame.changed = true;
    }

    /// FindWindow, and what follows.
    fn press(&mut self, press: &Press, mac: &mut dyn Mac) {
        let access = self.frame.menu_access();
        if self.frame.menus.contains(press.at) {
            match access {
                MenuAccess::None => self.frame.beep(mac),
                MenuAccess::All | MenuAccess::System => self.press_menu_bar(press.at, mac),
            }
            return;
        }
        let under_mouse = |shown: &Shown<P>| shown.frame().structure().contains(press.at);
        match self.frame.shown.iter().position(under_mouse) {
            Some(0) => self.press_front(press, mac),
            _ if access != MenuAccess::All => self.frame.beep(mac),
            Some(place) => self.press_behind(place, press),
            None => self.program.press_desk(press, &mut self.frame, mac),
        }
    }

    fn press_menu_bar(&mut self, at: Point, mac: &mut dyn Mac) {
        self.prepare_menus(mac);
        self.frame.activity = Activity::Menu(MenuTracker::new(&self.frame.menus, at));
    }

    /// Everything in the menus is as it is to be before one opens.
    fn prepare_menus(&mut self, mac: &mut dyn Mac) {
        self.program.adjust_menus(&mut self.frame);
        self.frame.refresh_system_menus(mac);
        self.frame.settle_menus();
    }

    /// A press in a window behind brings it to the front; by its title bar it can be dragged at once.
    fn press_behind(&mut self, place: usize, press: &Press) {
        let shown = &self.frame.shown[place];
        let (id, part) = (shown.id(), shown.frame().part_at(press.at, false));
        self.frame.select_window(id);
        self.frame.clicks.forget();
        if part == Some(WindowPart::Drag) {
            self.drag(id, press.at);
        }
    }

    fn drag(&mut self, window: WindowId, at: Point) {
        let shown = self.frame.shown.iter().find(|shown| shown.id() == window);
        if let Some(shown) = shown {
            let tracker = DragTracker::new(shown.frame().structure(), at, self.frame.toolkit.desk());
            self.frame.activity = Activity::Drag { window, tracker };
        }
    }

    fn press_front(&mut self, press: &Press, mac: &mut dyn Mac) {
        let shown = &self.frame.shown[0];
        let (id, frame) = (shown.id(), shown.frame());
        let Some(part) = frame.part_at(press.at, true) else {
            return;
        };
        let target = match part {
            WindowPart::Close => frame.close_box(),
            WindowPart::Zoom => frame.zoom_box(),
            _ => None,
        };
        if let Some(target) = target {
            self.frame.activity = Activity::Box {
                window: id,
                part,
                tracker: BoxTracker::new(target),
            };
            return;
        }
        match part {
            WindowPart::Drag => self.drag(id, press.at),
            WindowPart::Grow => {
                let (content, structure) = (frame.content, frame.structure());
                let largest = self.frame.toolkit.desk();
                let largest = Point::new(largest.height(), largest.width());
                let tracker = GrowTracker::new(content, structure, press.at, SMALLEST, largest);
                self.frame.activity = Activity::Grow { window: id, tracker };
            }
            _ => self.press_content(press, mac),
        }
    }

    fn press_content(&mut self, press: &Press, mac: &mut dyn Mac) {
        let toolkit = Arc::clone(&self.frame.toolkit);
        match &mut self.frame.shown[0] {
            Shown::Dialog(open) => {
                let id = open.id;
                let reaction = open.dialog.press(press, &toolkit.fonts, mac);
                self.react(id, reaction, mac);
            }
            Shown::Window(window) => {
                let id = window.id();
                if let Some((axis, part)) = window.bar_at(press.at) {
                    self.frame.activity = Activity::Scroll {
                        window: id,
                        axis,
                        tracker: ScrollTracker::new(part, press.at),
                    };
                    return;
                }
                if window.has_bar_at(press.at) {
                    return;
                }
                let mut pane = window.pane(true);
                let step = window.content.press(press, &mut pane, &toolkit, mac);
                window.settle(&pane, &toolkit);
                self.take_step(id, step, mac);
            }
        }
    }

    fn react(&mut self, window: WindowId, reaction: Reaction, mac: &mut dyn Mac) {
        match reaction {
            Reaction::Ignored => {}
            Reaction::Tracking => self.frame.activity = Activity::Dialog { window },
            Reaction::Beep => self.frame.beep(mac),
            Reaction::Hit(item) => self.hit(window, item, mac),
        }
    }

    /// A key goes to the front window; with the Command key to the menus, unless a dialog keeps the user from them.
    fn key(&mut self, event: &Event, mac: &mut dyn Mac) {
        let toolkit = Arc::clone(&self.frame.toolkit);
        let access = self.frame.menu_access();
        if event.modifiers.command() && access == MenuAccess::All {
            self.command_key(event, mac);
            return;
        }
        match self.frame.shown.first_mut() {
            Some(Shown::Dialog(open)) => {
                let id = open.id;
                if !edit_by_command(event, &mut open.dialog, &mut self.frame.scrap) {
                    let reaction = open.dialog.key(event, &toolkit.fonts, mac);
                    self.react(id, reaction, mac);
                }
            }
            Some(Shown::Window(window)) => {
                let id = window.id();
                let mut pane = window.pane(true);
                let act = window.content.key(event, &mut pane, &toolkit, mac);
                window.settle(&pane, &toolkit);
                if let Some(act) = act {
                    self.act(id, act, mac);
                }
            }
            None => {}
        }
    }

    fn command_key(&mut self, event: &Event, mac: &mut dyn Mac) {
        self.prepare_menus(mac);
        match self.frame.menus.key(char::from(event.message as u8)) {
            Some((menu, choice)) => {
                self.frame.activity = Activity::Key {
                    menu,
                    choice,
                    until: mac.ticks() + KEY_FLASH_TICKS,
                };
            }
            None => self.frame.beep(mac),
        }
    }

    /// Does what was chosen from a menu.
    pub(super) fn carry_out(&mut self, choice: Option<Choice>, mac: &mut dyn Mac) {
        let Some(choice) = choice else { return };
        if !self.frame.choose_from_system_menu(choice, mac) {
            self.program.choose(choice, &mut self.frame, mac);
        }
        self.frame.changed = true;
    }

    /// The close box of a window was pressed.
    pub(super) fn close(&mut self, id: WindowId, mac: &mut dyn Mac) {
        match self.frame.window(id) {
            Some(_) => self.program.close(id, &mut self.frame, mac),
            None => self.frame.close_window(id),
        }
    }

    /// The content of a window has the program do something.
    pub(super) fn act(&mut self, window: WindowId, act: <P::Content as Content>::Act, mac: &mut dyn Mac) {
        self.program.act(window, act, &mut self.frame, mac);
        self.frame.changed = true;
    }
}

/// DialogCut, DialogCopy, DialogPaste by their keys, in the text that is edited in a dialog; tells whether it was one of them.
fn edit_by_command(event: &Event, dialog: &mut DialogBox, scrap: &mut PrivateScrap) -> bool {
    if !event.modifiers.command() {
        return false;
    }
    let Some(edit) = dialog.edited() else { return false };
    let nothing_selected = edit.selection().is_empty();
    match (event.message as u8).to_ascii_lowercase() {
        b'x' | b'c' if nothing_selected => {}
        b'x' => scrap.put_text(encode(&edit.cut())),
        b'c' => scrap.put_text(encode(&edit.copy())),
        b'v' => {
            let text = scrap.text().map(decode).unwrap_or_default();
            edit.paste(&text);
        }
        _ => return false,
    }
    true
}

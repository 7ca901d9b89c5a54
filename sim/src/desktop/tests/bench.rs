//! An application of the desktop on a fake Macintosh, and what a test does to it.

use super::mac::{FakeMac, STATION};
use crate::desktop::*;

/// An application with its Macintosh.
pub(super) struct Bench {
    pub mac: FakeMac,
    pub process: Box<dyn Process>,
    compositor: Compositor,
}

impl Bench {
    /// A Finder.
    pub fn new(screen: Screen, trash_alert: bool) -> Bench {
        let finder = finder_process(&STATION, screen, trash_alert).unwrap();
        Bench::with(finder, screen)
    }

    /// Another application, in front.
    pub fn with(mut process: Box<dyn Process>, screen: Screen) -> Bench {
        process.activate(true);
        let mut bench = Bench {
            mac: FakeMac::new(screen),
            process,
            compositor: Compositor::default(),
        };
        bench.settle();
        bench
    }

    /// Gives a turn and brings the screen up to date.
    pub fn turn(&mut self) -> Turn {
        let turn = self.process.turn(&mut self.mac);
        if self.process.has_changed() {
            let layer = Layer {
                process: self.process.as_ref(),
                in_front: true,
                hidden: false,
            };
            self.compositor.show(&[layer], self.mac.screen());
        }
        turn
    }

    /// What is on the screen.
    pub fn scene(&self) -> Scene {
        self.compositor.scene().clone()
    }

    /// Gives turns, a tick each, until it waits for an event.
    pub fn settle(&mut self) {
        for _ in 0..200 {
            // While it works it only lets the others have a turn.
            if matches!(self.turn(), Turn::Yield { sleep } if sleep > 1) {
                return;
            }
            self.mac.wait(1);
        }
        panic!("it did not come back to WaitNextEvent");
    }

    /// A few rounds of a tracking loop.
    pub fn track(&mut self) {
        for _ in 0..3 {
            let turn = self.turn();
            assert!(matches!(turn, Turn::Tracking { .. }), "nothing is tracked");
        }
    }

    pub fn press_drag_release(&mut self, from: Point, to: Point) {
        self.mac.press(from);
        self.track();
        self.drag_and_release(to);
    }

    pub fn drag_and_release(&mut self, to: Point) {
        self.mac.drag(to);
        self.track();
        self.mac.release();
        self.settle();
    }

    pub fn click(&mut self, at: Point) {
        self.mac.press(at);
        self.mac.release();
        self.settle();
    }

    pub fn double_click(&mut self, at: Point) {
        self.click(at);
        self.mac.wait(5);
        self.click(at);
    }

    pub fn type_key(&mut self, code: u8, modifiers: Modifiers) {
        self.mac.key(code, modifiers);
        self.settle();
    }

    pub fn button(&self, title: &str) -> ButtonScene {
        let scene = self.scene();
        let mut buttons = scene.windows.into_iter().flat_map(|window| window.buttons);
        buttons
            .find(|button| button.text == title)
            .unwrap_or_else(|| panic!("there is no button {title}"))
    }

    pub fn title(&self, title: &str) -> MenuScene {
        let scene = self.scene();
        let found = scene.menu_bar.into_iter().find(|menu| menu.title == title);
        found.unwrap_or_else(|| panic!("there is no menu {title}"))
    }

    pub fn item(&self, title: &str, text: &str) -> MenuItemScene {
        let found = self.title(title).items.into_iter().find(|item| item.text == text);
        found.unwrap_or_else(|| panic!("menu {title} has no item {text}"))
    }

    pub fn icon(&self, name: &str) -> IconScene {
        let scene = self.scene();
        let inside = scene.windows.into_iter().flat_map(|window| window.icons);
        let found = inside.chain(scene.desktop_icons).find(|icon| icon.name == name);
        found.unwrap_or_else(|| panic!("there is no icon {name}"))
    }

    pub fn choose(&mut self, title: &str, text: &str) {
        self.press_drag_release(
            middle(self.title(title).rect),
            middle(self.item(title, text).rect),
        );
    }

    pub fn alert_is_up(&self) -> bool {
        self.scene()
            .windows
            .first()
            .is_some_and(|window| window.kind == WindowKind::Alert)
    }

    pub fn trash_count(&self) -> usize {
        self.mac.disk.list("Macintosh HD:Trash").unwrap().len()
    }

    pub fn titles(&self) -> Vec<String> {
        self.scene()
            .windows
            .into_iter()
            .map(|window| window.title)
            .collect()
    }

    pub fn shows(&self, text: &str) -> bool {
        self.scene().texts.iter().any(|shown| shown.text == text)
    }
}

pub(super) fn middle(rect: Rect) -> Point {
    Point::new((rect.top + rect.bottom) / 2, (rect.left + rect.right) / 2)
}

//! Draws everything that the Finder shows, from the back to the front, and keeps account of it.

use super::{Activity, Finder};
use crate::desktop::draw::Canvas;
use crate::desktop::geometry::Rect;
use crate::desktop::parts::MenuState;
use crate::desktop::{Mac, Scene};

impl Finder {
    /// Brings the screen up to date.
    pub(super) fn show(&mut self, mac: &mut dyn Mac) {
        let bounds = self.kit.screen;
        let mut canvas = Canvas::new(bounds.width(), bounds.height(), self.depth);
        let menu_state = self.menu_state();
        self.desk.draw(&mut canvas, &self.kit);
        for (place, window) in self.windows.iter().enumerate().rev() {
            window.draw(
                &mut canvas,
                &self.kit,
                self.is_active(place),
                place == 0 && self.close_is_pressed(),
            );
        }
        if let Some((alert, _)) = &self.alert {
            alert.draw(&mut canvas, &self.kit.fonts);
        }
        self.menus.set_enabled(self.alert.is_none());
        self.menus.draw(&mut canvas, &self.kit.fonts, menu_state);
        if matches!(self.activity, Activity::Beep { .. }) {
            canvas.invert(Rect {
                bottom: self.below_menu_bar() - 1,
                ..bounds
            });
        }
        canvas.round_screen_corners();
        self.presenter.present(&canvas, mac.screen());
        self.scene = self.describe(canvas, menu_state);
    }

    /// The front window is active unless an alert is before it.
    fn is_active(&self, place: usize) -> bool {
        place == 0 && self.alert.is_none()
    }

    fn describe(&self, canvas: Canvas, menu_state: Option<MenuState>) -> Scene {
        let alert = self.alert.iter().map(|(alert, _)| alert.scene());
        let windows = self.windows.iter().enumerate();
        let windows = windows.map(|(place, window)| window.scene(&self.kit, self.is_active(place)));
        Scene {
            menu_bar: self.menus.scene(menu_state),
            open_menu: match menu_state {
                Some(MenuState::Open { menu, .. }) => Some(menu),
                _ => None,
            },
            windows: alert.chain(windows).collect(),
            desktop_icons: self.desk.scene(&self.kit),
            texts: canvas.into_texts(),
        }
    }
}

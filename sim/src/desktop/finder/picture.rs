//! Draws everything that the Finder shows, from the back to the front, and keeps account of it.

use super::{Activity, Finder};
use crate::desktop::draw::Canvas;
use crate::desktop::geometry::Rect;
use crate::desktop::parts::MenuState;
use crate::desktop::{Part, Scene};

impl Finder {
    /// Draws a part of what shows.
    pub(super) fn draw_part(&self, canvas: &mut Canvas, part: Part, in_front: bool) {
        match part {
            Part::Desktop => self.desk.draw(canvas, &self.kit),
            Part::Windows => self.draw_windows(canvas, in_front),
            Part::MenuBar => self.draw_menu_bar(canvas),
        }
    }

    fn draw_windows(&self, canvas: &mut Canvas, in_front: bool) {
        for (place, window) in self.windows.iter().enumerate().rev() {
            window.draw(
                canvas,
                &self.kit,
                in_front && self.is_active(place),
                place == 0 && self.close_is_pressed(),
            );
        }
        if let Some((alert, _)) = &self.alert {
            alert.draw(canvas, &self.kit.fonts);
        }
    }

    fn draw_menu_bar(&self, canvas: &mut Canvas) {
        self.menus.draw(canvas, &self.kit.fonts, self.menu_state());
        if matches!(self.activity, Activity::Beep { .. }) {
            canvas.invert(Rect {
                bottom: self.below_menu_bar() - 1,
                ..self.kit.screen
            });
        }
    }

    /// The front window is active unless an alert is before it.
    fn is_active(&self, place: usize) -> bool {
        place == 0 && self.alert.is_none()
    }

    /// What tests should know of what shows.
    pub(super) fn describe(&self, in_front: bool) -> Scene {
        let menu_state = self.menu_state();
        let alert = self.alert.iter().map(|(alert, _)| alert.scene());
        let windows = self.windows.iter().enumerate();
        let windows =
            windows.map(|(place, window)| window.scene(&self.kit, in_front && self.is_active(place)));
        Scene {
            menu_bar: self.menus.scene(menu_state),
            open_menu: match menu_state {
                Some(MenuState::Open { menu, .. }) => Some(menu),
                _ => None,
            },
            windows: alert.chain(windows).collect(),
            desktop_icons: self.desk.scene(&self.kit),
            texts: Vec::new(),
        }
    }
}

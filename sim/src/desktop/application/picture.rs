//! Draws everything that an application shows, from the back to the front, and tells what it is.

use super::Application;
use super::frame::Shown;
use super::program::Program;
use crate::desktop::draw::Canvas;
use crate::desktop::geometry::Rect;
use crate::desktop::parts::{MENU_BAR_HEIGHT, MenuState};
use crate::desktop::{Part, Scene, WindowScene};

impl<P: Program> Application<P> {
    pub(super) fn draw_part(&self, canvas: &mut Canvas, part: Part, in_front: bool) {
        match part {
            Part::Desktop => self.program.draw_desk(canvas, &self.frame),
            Part::Windows => self.draw_windows(canvas, in_front),
            Part::MenuBar => {
                self.draw_over_windows(canvas);
                self.draw_menu_bar(canvas);
            }
        }
    }

    fn draw_windows(&self, canvas: &mut Canvas, in_front: bool) {
        let frame = &self.frame;
        for (place, shown) in frame.shown.iter().enumerate().rev() {
            let active = in_front && place == 0;
            let pressed = frame.pressed_part(shown.id());
            match shown {
                Shown::Window(window) => {
                    let scrolled = frame.scrolled_part(window.id());
                    window.draw(canvas, &frame.toolkit, active, pressed, scrolled);
                }
                Shown::Dialog(open) => open.dialog.draw(canvas, &frame.toolkit.fonts, active, pressed),
            }
        }
    }

    /// What follows the mouse: outlines, an open pop-up menu.
    fn draw_over_windows(&self, canvas: &mut Canvas) {
        if let Some(Shown::Dialog(open)) = self.frame.shown.first() {
            open.dialog.draw_over(canvas, &self.frame.toolkit.fonts);
        }
        if let Some(outline) = self.frame.outline() {
            canvas.outline(outline);
        }
        self.program.draw_over(canvas, &self.frame);
    }

    fn draw_menu_bar(&self, canvas: &mut Canvas) {
        let frame = &self.frame;
        frame.menus.draw(canvas, &frame.toolkit.fonts, frame.menu_state());
        if frame.is_beeping() {
            let screen = frame.toolkit.screen;
            canvas.invert(Rect {
                bottom: screen.top + MENU_BAR_HEIGHT - 1,
                ..screen
            });
        }
    }

    pub(super) fn describe(&self, in_front: bool) -> Scene {
        let frame = &self.frame;
        let menu_state = frame.menu_state();
        let windows = frame
            .shown
            .iter()
            .enumerate()
            .map(|(place, shown)| -> WindowScene {
                let active = in_front && place == 0;
                match shown {
                    Shown::Window(window) => {
                        window.scene(&frame.toolkit, active, frame.scrolled_part(window.id()))
                    }
                    Shown::Dialog(open) => open.dialog.scene(&frame.toolkit.fonts, active),
                }
            });
        Scene {
            menu_bar: frame.menus.scene(menu_state),
            open_menu: match menu_state {
                Some(MenuState::Open { menu, .. }) => Some(menu),
                _ => None,
            },
            windows: windows.collect(),
            desktop_icons: self.program.desk_scene(frame),
            texts: Vec::new(),
        }
    }
}

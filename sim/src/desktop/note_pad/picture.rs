//! What the Note Pad shows.

use super::NotePad;
use crate::desktop::draw::{Canvas, TextStyle, wrap};
use crate::desktop::font::FontName;
use crate::desktop::geometry::Point;
use crate::desktop::parts::MenuState;
use crate::desktop::{Part, Scene, WindowKind, WindowScene};

/// Blank between the edge of the window and the note.
const MARGIN: i16 = 6;
const FONT: FontName = FontName::Geneva10;

impl NotePad {
    pub(super) fn draw_part(&self, canvas: &mut Canvas, part: Part, in_front: bool) {
        match part {
            Part::Desktop => {}
            Part::Windows => {
                self.frame
                    .draw(canvas, &self.fonts, in_front && self.alert.is_none(), false);
                canvas.clipped(self.frame.content, |canvas| self.draw_note(canvas));
                if let Some(alert) = &self.alert {
                    alert.draw(canvas, &self.fonts);
                }
            }
            Part::MenuBar => self.menus.draw(canvas, &self.fonts, self.menu_state()),
        }
    }

    fn draw_note(&self, canvas: &mut Canvas) {
        let content = self.frame.content.inset(MARGIN, MARGIN);
        let strike = self.fonts.strike(FONT);
        let line_height = i16::from(strike.height() + strike.leading());
        let mut pen = Point::new(content.top + i16::from(strike.ascent()), content.left);
        let style = TextStyle::plain(FONT);
        for line in wrap(&self.fonts, FONT, &self.note, content.width()) {
            canvas.text(&self.fonts, pen, &line, style);
            pen.v += line_height;
        }
    }

    pub(super) fn describe(&self, in_front: bool) -> Scene {
        let active = in_front && self.alert.is_none();
        let window = WindowScene {
            kind: WindowKind::Document,
            title: self.frame.title.clone(),
            frame: self.frame.structure(),
            content: self.frame.content,
            active,
            close_box: active.then(|| self.frame.close_box()),
            icon: None,
            buttons: Vec::new(),
            icons: Vec::new(),
        };
        let alert = self.alert.iter().map(|alert| alert.scene());
        Scene {
            menu_bar: self.menus.scene(self.menu_state()),
            open_menu: match self.menu_state() {
                Some(MenuState::Open { menu, .. }) => Some(menu),
                _ => None,
            },
            windows: alert.chain([window]).collect(),
            ..Scene::default()
        }
    }
}

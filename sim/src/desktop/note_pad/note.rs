//! The note, as it lies in its window.

use crate::desktop::application::{Content, Pane};
use crate::desktop::draw::{TextStyle, wrap};
use crate::desktop::font::{FontName, decode};
use crate::desktop::geometry::Point;
use crate::desktop::{Canvas, Event, Mac, Toolkit};

/// Blank between the edge of the window and the note.
const MARGIN: i16 = 6;
const FONT: FontName = FontName::Geneva10;

const RETURN: u8 = 0x0D;
const BACKSPACE: u8 = 0x08;

/// A text that is only written at its end.
#[derive(Debug, Clone, Default)]
pub struct Note {
    /// Its lines end with a carriage return.
    pub text: String,
}

impl Content for Note {
    type Act = ();

    fn draw(&self, canvas: &mut Canvas, pane: &Pane, toolkit: &Toolkit) {
        let fonts = &toolkit.fonts;
        let area = pane.view.inset(MARGIN, MARGIN);
        let strike = fonts.strike(FONT);
        let line_height = i16::from(strike.height() + strike.leading());
        let mut pen = Point::new(area.top + i16::from(strike.ascent()), area.left);
        for line in wrap(fonts, FONT, &self.text, area.width()) {
            canvas.text(fonts, pen, &line, TextStyle::plain(FONT));
            pen.v += line_height;
        }
    }

    fn key(&mut self, event: &Event, pane: &mut Pane, _: &Toolkit, _: &mut dyn Mac) -> Option<()> {
        match event.message as u8 {
            BACKSPACE => drop(self.text.pop()),
            RETURN => self.text.push('\r'),
            0..0x20 => {}
            code => self.text.push_str(&decode(&[code])),
        }
        pane.invalidate();
        None
    }
}

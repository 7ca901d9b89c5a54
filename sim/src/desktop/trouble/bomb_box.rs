//! The system error alert: the last thing that a Macintosh shows. Nothing answers to a click any more, so its button is dimmed.

use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::parts::{Button, ControlLook};
use crate::desktop::{
    DialogIcon, FinderError, Mac, Part, Process, Scene, Screen, Station, Turn, WindowKind, WindowScene,
    system_file,
};

const WIDTH: i16 = 404;
const HEIGHT: i16 = 116;
/// From the content to the outside of the frame.
const FRAME: i16 = 7;
const TEXT_LEFT: i16 = 74;
const FIRST_BASELINE: i16 = 28;
const LINE_HEIGHT: i16 = 18;
const BOMB: &str = include_str!("../art/bomb.txt");
const SORRY: &str = "Sorry, a system error occurred.";

/// See the module.
pub struct BombBox {
    fonts: Fonts,
    content: Rect,
    what: String,
    restart: (Button, Rect),
}

/// How the button looks.
const DIMMED: ControlLook = ControlLook {
    enabled: false,
    pressed: false,
    focused: false,
};

impl BombBox {
    /// The alert that says what sort of error it was.
    ///
    /// # Errors
    /// [`FinderError`] when the System file cannot be built.
    pub fn new(what: String, station: &Station, screen: Screen) -> Result<BombBox, FinderError> {
        let origin = Point::new((screen.height - HEIGHT) / 3, (screen.width - WIDTH) / 2);
        let content = Rect::at(origin, HEIGHT, WIDTH);
        let restart = Rect::new(
            content.bottom - 32,
            content.right - 90,
            content.bottom - 12,
            content.right - 16,
        );
        let title = "Restart".to_owned();
        Ok(BombBox {
            fonts: Fonts::load(&system_file(station)?)?,
            content,
            what,
            restart: (
                Button {
                    title,
                    default: false,
                },
                restart,
            ),
        })
    }
}

impl Process for BombBox {
    fn name(&self) -> &str {
        "system error"
    }

    fn turn(&mut self, _: &mut dyn Mac) -> Turn {
        Turn::Yield { sleep: u32::MAX }
    }

    fn paint(&self, canvas: &mut Canvas, part: Part, _: bool) {
        if part != Part::Windows {
            return;
        }
        let frame = self.content.inset(-FRAME, -FRAME);
        canvas.cover(frame);
        canvas.fill(frame, Colour::White);
        canvas.frame(frame, Colour::Black);
        canvas.frame(frame.inset(3, 3), Colour::Black);
        canvas.frame(frame.inset(4, 4), Colour::Black);
        let rows: Vec<&str> = BOMB.lines().collect();
        let origin = Point::new(self.content.top + 12, self.content.left + 20);
        canvas.stencil(origin, &rows, Colour::Black);
        let left = self.content.left + TEXT_LEFT;
        for (line, text) in (0..).zip([SORRY, &self.what]) {
            let baseline = self.content.top + FIRST_BASELINE + line * LINE_HEIGHT;
            let style = TextStyle::plain(FontName::Chicago12);
            canvas.text(&self.fonts, Point::new(baseline, left), text, style);
        }
        let (button, rect) = &self.restart;
        button.draw(canvas, *rect, &self.fonts, DIMMED);
    }

    fn scene(&self, _: bool) -> Scene {
        let (button, rect) = &self.restart;
        let window = WindowScene {
            kind: WindowKind::Alert,
            frame: self.content.inset(-FRAME, -FRAME),
            content: self.content,
            active: true,
            icon: Some(DialogIcon::Bomb),
            buttons: vec![button.scene(*rect, DIMMED)],
            ..WindowScene::default()
        };
        Scene {
            windows: vec![window],
            ..Scene::default()
        }
    }
}

//! Alerts: a modal box with an icon, a text and buttons (Inside Macintosh: Macintosh Toolbox Essentials, chapter 6).

use super::button::Button;
use super::{MENU_BAR_HEIGHT, Step};
use crate::desktop::draw::{Canvas, Colour, TextStyle, wrap};
use crate::desktop::font::{FontName, Fonts};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::resource::{Alert, ItemKind, ItemList, LargeIcon};
use crate::desktop::{DialogIcon, Event, EventKind, Mac, WindowKind, WindowScene};

/// Where the Dialog Manager draws the icon of an alert.
const ICON_PLACE: Point = Point::new(10, 20);
/// Width of a modal dialog's frame: a line, two blank pixels, two lines, three blank pixels less the content's edge.
const FRAME_WIDTH: i16 = 7;
/// Ticks that a button stays inverted when a key presses it.
const KEY_PRESS_TICKS: u32 = 8;

const RETURN: u8 = 0x0D;
const ENTER: u8 = 0x03;
const ESCAPE: u8 = 0x1B;

/// What an alert is made of.
pub struct AlertTemplate<'a> {
    /// The `ALRT`.
    pub alert: &'a Alert,
    /// Its `DITL`. The first button is the default.
    pub dialog: &'a ItemList,
    /// The icon and its picture.
    pub icon: (DialogIcon, &'a LargeIcon),
    /// What ParamText puts for `^0` and the following.
    pub parameters: &'a [String],
}

/// An alert on the screen.
pub struct AlertBox {
    content: Rect,
    icon: (DialogIcon, LargeIcon),
    /// Baseline starts and lines of the texts.
    lines: Vec<(Point, String)>,
    /// Buttons with their item numbers.
    buttons: Vec<(usize, Button)>,
    pressed: Option<Pressed>,
}

/// A button that is down, by its place among the buttons.
#[derive(Clone, Copy)]
enum Pressed {
    /// By the mouse, which may have left it since.
    ByMouse { button: usize, inside: bool },
    /// By a key, until this tick.
    ByKey { button: usize, until: u32 },
}

/// What an alert does with an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    /// Nothing.
    Ignored,
    /// A button is down: call [`AlertBox::step`] until it is done.
    Tracking,
    /// The event was for something that the alert keeps from the user: beep.
    Beep,
}

impl AlertBox {
    /// Lays an alert out in alert position: centred, a fifth of the free height above it.
    pub fn new(template: &AlertTemplate<'_>, fonts: &Fonts, screen: Rect) -> AlertBox {
        let (height, width) = (template.alert.bounds.height(), template.alert.bounds.width());
        let free = Rect {
            top: screen.top + MENU_BAR_HEIGHT,
            ..screen
        };
        let origin = Point::new(
            free.top + (free.height() - height) / 5,
            free.left + (free.width() - width) / 2,
        );
        let mut alert = AlertBox {
            content: Rect::at(origin, height, width),
            icon: (template.icon.0, template.icon.1.clone()),
            lines: Vec::new(),
            buttons: Vec::new(),
            pressed: None,
        };
        for (number, item) in (1..).zip(&template.dialog.0) {
            let rect = item.rect.offset(origin.v, origin.h);
            match &item.kind {
                ItemKind::Button(title) => {
                    let default = alert.buttons.is_empty();
                    alert.buttons.push((
                        number,
                        Button {
                            title: title.clone(),
                            rect,
                            default,
                        },
                    ));
                }
                ItemKind::StaticText(text) => {
                    alert.add_text(&with_parameters(text, template.parameters), rect, fonts);
                }
                _ => {}
            }
        }
        alert
    }

    fn add_text(&mut self, text: &str, rect: Rect, fonts: &Fonts) {
        let strike = fonts.strike(FontName::Chicago12);
        let line_height = i16::from(strike.height() + strike.leading());
        let mut baseline = rect.top + i16::from(strike.ascent());
        for line in wrap(fonts, FontName::Chicago12, text, rect.width()) {
            self.lines.push((Point::new(baseline, rect.left), line));
            baseline += line_height;
        }
    }

    /// Takes an event, as ModalDialog does with the standard filter.
    pub fn handle(&mut self, event: &Event) -> Reaction {
        match event.what {
            EventKind::MouseDown => match self.button_at(event.location) {
                Some(button) => {
                    self.pressed = Some(Pressed::ByMouse { button, inside: true });
                    Reaction::Tracking
                }
                None if self.content.contains(event.location) => Reaction::Ignored,
                None => Reaction::Beep,
            },
            EventKind::KeyDown | EventKind::AutoKey => match self.button_for_key(event) {
                Some(button) => {
                    self.pressed = Some(Pressed::ByKey {
                        button,
                        until: event.when + KEY_PRESS_TICKS,
                    });
                    Reaction::Tracking
                }
                None => Reaction::Beep,
            },
            EventKind::MouseUp | EventKind::KeyUp | EventKind::Disk => Reaction::Ignored,
        }
    }

    /// One round while a button is down. Done with the number of the item that was pressed, or `None` when the mouse was
    /// released outside.
    pub fn step(&mut self, mac: &dyn Mac) -> Step<Option<usize>> {
        match self.pressed {
            None => Step::Done(None),
            Some(Pressed::ByKey { until, .. }) if mac.ticks() < until => Step::Again,
            Some(Pressed::ByKey { button, .. }) => self.release(button, true),
            Some(Pressed::ByMouse { button, inside }) if !mac.still_down() => self.release(button, inside),
            Some(Pressed::ByMouse { button, .. }) => {
                let inside = self.buttons[button].1.rect.contains(mac.mouse());
                self.pressed = Some(Pressed::ByMouse { button, inside });
                Step::Again
            }
        }
    }

    fn release(&mut self, button: usize, inside: bool) -> Step<Option<usize>> {
        self.pressed = None;
        Step::Done(inside.then(|| self.buttons[button].0))
    }

    fn button_at(&self, point: Point) -> Option<usize> {
        self.buttons
            .iter()
            .position(|(_, button)| button.rect.contains(point))
    }

    /// Return and Enter press the default button; Escape and Cmd-period the second one, Cancel.
    fn button_for_key(&self, event: &Event) -> Option<usize> {
        let cancels = |code| code == ESCAPE || (code == b'.' && event.modifiers.command());
        let button = match event.message as u8 {
            RETURN | ENTER => 0,
            code if cancels(code) => 1,
            _ => return None,
        };
        (button < self.buttons.len()).then_some(button)
    }

    /// The place of the button that is drawn inverted now.
    pub fn inverted_button(&self) -> Option<usize> {
        match self.pressed {
            Some(Pressed::ByMouse { button, inside: true } | Pressed::ByKey { button, .. }) => Some(button),
            Some(Pressed::ByMouse { inside: false, .. }) | None => None,
        }
    }

    /// The whole box with its frame.
    fn frame(&self) -> Rect {
        self.content.inset(-FRAME_WIDTH, -FRAME_WIDTH)
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, fonts: &Fonts) {
        let frame = self.frame();
        canvas.cover(frame);
        canvas.fill(frame, Colour::White);
        canvas.frame(frame, Colour::Black);
        canvas.shade(frame.inset(1, 1), Colour::TingeLight, Colour::TingeDark);
        canvas.shade(frame.inset(2, 2), Colour::TingeLight, Colour::TingeLight);
        canvas.frame(frame.inset(3, 3), Colour::Black);
        canvas.frame(frame.inset(4, 4), Colour::Black);
        let origin = Point::new(self.content.top + ICON_PLACE.v, self.content.left + ICON_PLACE.h);
        canvas.icon(&self.icon.1, origin, false);
        for (pen, line) in &self.lines {
            canvas.text(fonts, *pen, line, TextStyle::plain(FontName::Chicago12));
        }
        for (index, (_, button)) in self.buttons.iter().enumerate() {
            button.draw(canvas, fonts, self.inverted_button() == Some(index));
        }
    }

    /// What tests should know of it.
    pub fn scene(&self) -> WindowScene {
        let buttons = self.buttons.iter().enumerate();
        WindowScene {
            kind: WindowKind::Alert,
            title: String::new(),
            frame: self.frame(),
            content: self.content,
            active: true,
            close_box: None,
            icon: Some(self.icon.0),
            buttons: buttons
                .map(|(index, (_, button))| button.scene(self.inverted_button() == Some(index)))
                .collect(),
            icons: Vec::new(),
        }
    }
}

/// Puts parameters for `^0`, `^1` and so on.
pub fn with_parameters(text: &str, parameters: &[String]) -> String {
    parameters
        .iter()
        .enumerate()
        .fold(text.to_owned(), |text, (index, value)| {
            text.replace(&format!("^{index}"), value)
        })
}

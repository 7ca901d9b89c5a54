//! Icons with their names below, as the Finder shows them.

use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts, Style};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::resource::LargeIcon;
use crate::desktop::{IconScene, TextState};

/// Rows and columns of an icon.
pub const ICON_SIZE: i16 = 32;
/// The name's box begins this far below the icon ...
const LABEL_GAP: i16 = 1;
/// ... and is this much wider than the name, at each side.
const LABEL_PADDING: i16 = 2;

/// An icon at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IconView {
    /// Name.
    pub name: String,
    /// Upper left corner of the picture.
    pub origin: Point,
    /// Whether it is selected.
    pub selected: bool,
}

impl IconView {
    /// The picture.
    pub fn rect(&self) -> Rect {
        Rect::at(self.origin, ICON_SIZE, ICON_SIZE)
    }

    /// The box of the name, centred below the picture.
    pub fn label(&self, fonts: &Fonts) -> Rect {
        let width = fonts.width(FontName::Geneva9, Style::Plain, &self.name) + 2 * LABEL_PADDING;
        let left = self.origin.h + (ICON_SIZE - width) / 2;
        let height = i16::from(fonts.strike(FontName::Geneva9).height());
        Rect::at(
            Point::new(self.origin.v + ICON_SIZE + LABEL_GAP, left),
            height,
            width,
        )
    }

    /// Whether a click at this point is for the icon.
    pub fn contains(&self, point: Point, fonts: &Fonts) -> bool {
        self.rect().contains(point) || self.label(fonts).contains(point)
    }

    /// Draws picture and name.
    pub fn draw(&self, canvas: &mut Canvas, fonts: &Fonts, picture: &LargeIcon) {
        canvas.icon(picture, self.origin, self.selected);
        let label = self.label(fonts);
        let (ground, state) = match self.selected {
            true => (Colour::Black, TextState::Inverse),
            false => (Colour::White, TextState::Normal),
        };
        canvas.cover(label);
        canvas.fill(label, ground);
        let ascent = i16::from(fonts.strike(FontName::Geneva9).ascent());
        let pen = Point::new(label.top + ascent, label.left + LABEL_PADDING);
        canvas.text(
            fonts,
            pen,
            &self.name,
            TextStyle::plain(FontName::Geneva9).state(state),
        );
    }

    /// What tests should know of it.
    pub fn scene(&self, fonts: &Fonts) -> IconScene {
        IconScene {
            name: self.name.clone(),
            rect: self.rect(),
            label: self.label(fonts),
            selected: self.selected,
        }
    }
}

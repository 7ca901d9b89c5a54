//! Pop-up menus, as the control definition of System 7 draws and tracks them (Inside Macintosh: Macintosh Toolbox Essentials,
//! chapter 5, "Creating a Pop-Up Menu", and chapter 3, "Pop-Up Menus").

use super::Step;
use super::control::{ControlLook, line_colour, title_style};
use super::menu_box::{ITEM_BASELINE, ITEM_HEIGHT, MenuBox, TEXT_INDENT, menu_width};
use super::menu_tracker::Blink;
use crate::desktop::draw::{Canvas, Colour};
use crate::desktop::font::Fonts;
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::resource::Menu;
use crate::desktop::{Mac, PopUpScene, TextState};

const CHECK_MARK: char = '\u{2713}';
/// The triangle that tells a pop-up menu from a button.
const TRIANGLE: [&str; 6] = [
    "###########",
    ".#########.",
    "..#######..",
    "...#####...",
    "....###....",
    ".....#.....",
];
const TRIANGLE_WIDTH: i16 = 11;
/// From the triangle to the right side of the box, and from the upper side.
const TRIANGLE_RIGHT: i16 = 5;
const TRIANGLE_DROP: i16 = 6;
/// Blank between the widest item and the triangle.
const TRIANGLE_GAP: i16 = 4;
/// The shadow begins this far from the upper left corner.
const SHADOW_GAP: i16 = 3;

/// A pop-up menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PopUp {
    title: String,
    title_width: i16,
    fixed_width: bool,
    menu: Menu,
    value: usize,
}

/// A pop-up menu that follows the mouse.
#[derive(Debug, Clone)]
pub struct PopUpTracker {
    /// The item under the mouse, from 0.
    item: Option<usize>,
    blink: Option<Blink>,
}

impl PopUpTracker {
    /// The item that is drawn inverted now, from 0.
    pub fn highlighted(&self) -> Option<usize> {
        self.item
            .filter(|_| self.blink.is_none_or(|blink| blink.is_dark()))
    }
}

impl PopUp {
    /// A pop-up menu that has its marked item for a value, else its first.
    pub fn new(title: &str, title_width: i16, fixed_width: bool, menu: Menu) -> PopUp {
        let marked = menu.items.iter().position(|item| item.mark.is_some());
        let mut pop_up = PopUp {
            title: title.to_owned(),
            title_width,
            fixed_width,
            menu,
            value: 1,
        };
        pop_up.set_value(marked.map_or(1, |place| place + 1));
        pop_up
    }

    /// The number of the item that it has, from 1.
    pub fn value(&self) -> usize {
        self.value
    }

    /// SetControlValue: the item gets the check mark. What is no item's number changes nothing.
    pub fn set_value(&mut self, value: usize) {
        if !(1..=self.menu.items.len()).contains(&value) {
            return;
        }
        self.value = value;
        for (number, item) in (1..).zip(&mut self.menu.items) {
            item.mark = (number == value).then_some(CHECK_MARK);
        }
    }

    /// Its menu, to put other items into it.
    pub fn menu_mut(&mut self) -> &mut Menu {
        &mut self.menu
    }

    /// The text of the item that it has.
    pub fn text(&self) -> &str {
        let item = self.menu.items.get(self.value.wrapping_sub(1));
        item.map_or("", |item| item.text.as_str())
    }

    /// The box with the value, in the control's rectangle.
    pub fn closed(&self, rect: Rect, fonts: &Fonts) -> Rect {
        let left = rect.left + self.title_width;
        let widest = menu_width(&self.menu, fonts) + TRIANGLE_GAP + TRIANGLE_WIDTH + TRIANGLE_RIGHT;
        let right = match self.fixed_width {
            true => rect.right - 1,
            false => (left + widest).min(rect.right - 1),
        };
        Rect::new(rect.top, left, rect.top + ITEM_HEIGHT + 2, right)
    }

    fn opened(&self, rect: Rect, fonts: &Fonts, screen: Rect) -> MenuBox {
        MenuBox::over(self.closed(rect, fonts), self.value, &self.menu, fonts, screen)
    }

    /// The button went down in the box.
    pub fn press(&self) -> PopUpTracker {
        PopUpTracker {
            item: self
                .value
                .checked_sub(1)
                .filter(|item| *item < self.menu.items.len()),
            blink: None,
        }
    }

    /// One round of PopUpMenuSelect. Done with whether an item was chosen, which is the value then.
    pub fn step(
        &mut self,
        tracker: &mut PopUpTracker,
        rect: Rect,
        fonts: &Fonts,
        screen: Rect,
        mac: &dyn Mac,
    ) -> Step<bool> {
        match (&mut tracker.blink, tracker.item) {
            (Some(blink), Some(item)) => {
                if blink.step(mac.ticks()) {
                    self.set_value(item + 1);
                    return Step::Done(true);
                }
            }
            (None, Some(_)) if !mac.still_down() => tracker.blink = Some(Blink::new(mac.ticks())),
            (_, None) if !mac.still_down() => return Step::Done(false),
            _ => {
                let item = self.opened(rect, fonts, screen).item_at(mac.mouse());
                let can_be_chosen =
                    |item: &usize| self.menu.items.get(*item).is_some_and(|item| item.enabled);
                tracker.item = item.filter(can_be_chosen);
            }
        }
        Step::Again
    }

    /// Draws it closed; its title is inverted while it is open.
    pub fn draw(&self, canvas: &mut Canvas, rect: Rect, fonts: &Fonts, look: ControlLook) {
        let closed = self.closed(rect, fonts);
        let line = line_colour(canvas, look.enabled);
        let baseline = closed.top + 1 + ITEM_BASELINE;
        let mut style = title_style(look.enabled);
        canvas.fill(closed, Colour::White);
        canvas.frame(closed, line);
        canvas.vertical(closed.right, closed.top + SHADOW_GAP, closed.bottom + 1, line);
        canvas.horizontal(closed.bottom, closed.left + SHADOW_GAP, closed.right + 1, line);
        let triangle = Point::new(
            closed.top + TRIANGLE_DROP,
            closed.right - TRIANGLE_RIGHT - TRIANGLE_WIDTH,
        );
        canvas.stencil(triangle, &TRIANGLE, line);
        let inside = Rect {
            right: triangle.h,
            ..closed.inset(1, 1)
        };
        canvas.clipped(inside, |canvas| {
            let pen = Point::new(baseline, inside.left + TEXT_INDENT);
            canvas.text(fonts, pen, self.text(), style);
        });
        if look.pressed {
            let title = Rect::new(closed.top + 1, rect.left, closed.bottom - 1, closed.left - 1);
            canvas.fill(title, Colour::Black);
            style = style.state(TextState::Inverse);
        }
        canvas.text(fonts, Point::new(baseline, rect.left), &self.title, style);
    }

    /// Draws its menu, over everything else.
    pub fn draw_open(
        &self,
        tracker: &PopUpTracker,
        canvas: &mut Canvas,
        rect: Rect,
        fonts: &Fonts,
        screen: Rect,
    ) {
        let opened = self.opened(rect, fonts, screen);
        opened.draw(canvas, fonts, &self.menu, tracker.highlighted());
    }

    /// What tests should know of it.
    pub fn scene(
        &self,
        rect: Rect,
        fonts: &Fonts,
        screen: Rect,
        look: ControlLook,
        tracker: Option<&PopUpTracker>,
    ) -> PopUpScene {
        let highlighted = tracker.and_then(PopUpTracker::highlighted);
        PopUpScene {
            title: self.title.clone(),
            rect: self.closed(rect, fonts),
            value: self.value,
            text: self.text().to_owned(),
            items: self.opened(rect, fonts, screen).scene(&self.menu, highlighted),
            enabled: look.enabled,
            open: tracker.is_some(),
        }
    }
}

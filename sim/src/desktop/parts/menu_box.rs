//! A menu pulled down, as the standard menu definition draws it.

use super::menu_bar::MENU_BAR_HEIGHT;
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts, Style};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::resource::{Menu, MenuItem};
use crate::desktop::{MenuItemScene, TextState};

pub(super) const ITEM_HEIGHT: i16 = 16;
pub(super) const ITEM_BASELINE: i16 = 12;
const DIVIDER_ROW: i16 = 8;
/// 14 pixels in front of the text, of them 2 in front of the mark; 14 between text and Cmd-key; 6 behind.
pub(super) const TEXT_INDENT: i16 = 14;
const MARK_INDENT: i16 = 2;
const KEY_GAP: i16 = 14;
const RIGHT_PADDING: i16 = 6;
/// The Command key and the widest letter.
const WIDEST_KEY: &str = "\u{2318}M";
/// The shadow begins this far from the upper left corner.
const SHADOW_GAP: i16 = 3;

/// The place of an opened menu: its items, inside the frame.
#[derive(Debug, Clone)]
pub(super) struct MenuBox {
    items: Rect,
}

/// Pixels that the items of a menu need.
pub(super) fn menu_width(menu: &Menu, fonts: &Fonts) -> i16 {
    let width_of = |text: &str| fonts.width(FontName::Chicago12, Style::Plain, text);
    let key_width = match menu.items.iter().any(|item| item.command_key.is_some()) {
        true => KEY_GAP + width_of(WIDEST_KEY),
        false => 0,
    };
    let text_width = menu
        .items
        .iter()
        .map(|item| width_of(&item.text))
        .max()
        .unwrap_or(0);
    TEXT_INDENT + text_width + key_width + RIGHT_PADDING
}

fn menu_height(menu: &Menu) -> i16 {
    ITEM_HEIGHT * menu.items.len() as i16
}

impl MenuBox {
    /// Below the title, moved to the left where the screen ends.
    pub fn below(title: Rect, menu: &Menu, fonts: &Fonts, screen: Rect) -> MenuBox {
        let width = menu_width(menu, fonts);
        let left = (title.left + 1).min(screen.right - width - SHADOW_GAP);
        MenuBox {
            items: Rect::at(Point::new(MENU_BAR_HEIGHT, left), menu_height(menu), width),
        }
    }

    /// Over the box of a pop-up menu, with the item that it has (from 1) over the text in the box; moved where the screen ends.
    pub fn over(closed: Rect, value: usize, menu: &Menu, fonts: &Fonts, screen: Rect) -> MenuBox {
        let width = menu_width(menu, fonts).max(closed.width() - 2);
        let height = menu_height(menu);
        let top = closed.top + 1 - ITEM_HEIGHT * (value.max(1) - 1) as i16;
        let lowest = screen.bottom - height - SHADOW_GAP;
        let highest = screen.top + MENU_BAR_HEIGHT;
        let left = (closed.left + 1).min(screen.right - width - SHADOW_GAP);
        MenuBox {
            items: Rect::at(Point::new(top.min(lowest).max(highest), left), height, width),
        }
    }

    /// The place of the item at this point, of dividers and dimmed ones too.
    pub fn item_at(&self, point: Point) -> Option<usize> {
        self.items
            .contains(point)
            .then(|| ((point.v - self.items.top) / ITEM_HEIGHT) as usize)
    }

    fn item_rect(&self, place: usize) -> Rect {
        let top = self.items.top + ITEM_HEIGHT * place as i16;
        Rect {
            top,
            bottom: top + ITEM_HEIGHT,
            ..self.items
        }
    }

    /// Draws frame, shadow and items.
    pub fn draw(&self, canvas: &mut Canvas, fonts: &Fonts, menu: &Menu, highlighted: Option<usize>) {
        let frame = self.items.inset(-1, -1);
        canvas.cover(frame);
        canvas.fill(frame, Colour::White);
        canvas.frame(frame, Colour::Black);
        canvas.shadow(frame, SHADOW_GAP);
        for (place, item) in menu.items.iter().enumerate() {
            let rect = self.item_rect(place);
            if item.is_divider() {
                draw_divider(
                    canvas,
                    Rect::new(
                        rect.top + DIVIDER_ROW,
                        rect.left,
                        rect.top + DIVIDER_ROW + 1,
                        rect.right,
                    ),
                );
            } else {
                let state = match (highlighted == Some(place), menu.enabled && item.enabled) {
                    (true, _) => TextState::Inverse,
                    (false, true) => TextState::Normal,
                    (false, false) => TextState::Dimmed,
                };
                draw_item(canvas, fonts, item, rect, state);
            }
        }
    }

    /// What tests should know of the items.
    pub fn scene(&self, menu: &Menu, highlighted: Option<usize>) -> Vec<MenuItemScene> {
        let scene = |(place, item): (usize, &MenuItem)| MenuItemScene {
            text: item.text.clone(),
            rect: self.item_rect(place),
            enabled: menu.enabled && item.enabled,
            command_key: item.command_key,
            mark: item.mark,
            highlighted: highlighted == Some(place),
        };
        menu.items.iter().enumerate().map(scene).collect()
    }
}

fn draw_divider(canvas: &mut Canvas, line: Rect) {
    if canvas.has_colour() {
        canvas.fill(line, Colour::Grey);
    } else {
        canvas.fill_grey_pattern(line);
    }
}

fn draw_item(canvas: &mut Canvas, fonts: &Fonts, item: &MenuItem, rect: Rect, state: TextState) {
    if state == TextState::Inverse {
        canvas.fill(rect, Colour::Black);
    }
    let style = TextStyle::plain(FontName::Chicago12).state(state);
    let baseline = rect.top + ITEM_BASELINE;
    if let Some(mark) = item.mark {
        canvas.text(
            fonts,
            Point::new(baseline, rect.left + MARK_INDENT),
            &mark.to_string(),
            style,
        );
    }
    canvas.text(
        fonts,
        Point::new(baseline, rect.left + TEXT_INDENT),
        &item.text,
        style,
    );
    if let Some(key) = item.command_key {
        let width = fonts.width(FontName::Chicago12, Style::Plain, WIDEST_KEY);
        let pen = Point::new(baseline, rect.right - RIGHT_PADDING - width);
        canvas.text(fonts, pen, &format!("\u{2318}{key}"), style);
    }
}

//! The menu bar and the menus that hang from it (Inside Macintosh: Macintosh Toolbox Essentials, chapter 3).

use super::menu_box::MenuBox;
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts, Style};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::resource::{Menu, SmallIcon};
use crate::desktop::{MenuScene, TextState};

/// Height of the menu bar with the line below it.
pub const MENU_BAR_HEIGHT: i16 = 20;

/// Column of the first title.
const FIRST_TITLE: i16 = 10;
/// Blank on both sides of a title.
const TITLE_PADDING: i16 = 8;
const TITLE_BASELINE: i16 = 14;
const ICON_SIZE: i16 = 16;
const ICON_TITLE_WIDTH: i16 = ICON_SIZE + 2 * TITLE_PADDING;

/// A menu and an item of it, as MenuSelect answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Menu id.
    pub menu: i16,
    /// Item number, from 1.
    pub item: usize,
}

/// Which menu is open or highlighted, and which item of it is; places from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuState {
    /// Only the title is highlighted, as while a Cmd-key equivalent is carried out.
    Title(usize),
    /// The menu is open.
    Open {
        /// The menu.
        menu: usize,
        /// The highlighted item.
        item: Option<usize>,
    },
}

impl MenuState {
    fn menu(self) -> usize {
        match self {
            MenuState::Title(menu) | MenuState::Open { menu, .. } => menu,
        }
    }
}

/// A menu bar.
pub struct MenuBar {
    menus: Vec<Hung>,
    bar: Rect,
    enabled: bool,
}

/// A menu with the places that it takes on the screen.
struct Hung {
    menu: Menu,
    icon: Option<SmallIcon>,
    title: Rect,
    opened: MenuBox,
}

impl MenuBar {
    /// Hangs the menus in order. Those with an icon for a title, the system's Help and Application menus, go to the right.
    pub fn new(menus: Vec<(Menu, Option<SmallIcon>)>, fonts: &Fonts, screen: Rect) -> MenuBar {
        let icon_count = menus.iter().filter(|(_, icon)| icon.is_some()).count() as i16;
        let mut left = FIRST_TITLE;
        let mut right = screen.right - TITLE_PADDING - icon_count * ICON_TITLE_WIDTH;
        let mut hung = Vec::with_capacity(menus.len());
        for (menu, icon) in menus {
            let (edge, width) = match icon {
                Some(_) => (&mut right, ICON_TITLE_WIDTH),
                None => (
                    &mut left,
                    fonts.width(FontName::Chicago12, Style::Plain, &menu.title) + 2 * TITLE_PADDING,
                ),
            };
            let title = Rect::new(1, *edge, MENU_BAR_HEIGHT - 1, *edge + width);
            *edge += width;
            let opened = MenuBox::below(title, &menu, fonts, screen);
            hung.push(Hung {
                menu,
                icon,
                title,
                opened,
            });
        }
        MenuBar {
            menus: hung,
            bar: Rect {
                bottom: screen.top + MENU_BAR_HEIGHT,
                ..screen
            },
            enabled: true,
        }
    }

    /// Dims the whole bar while a modal dialog is up, or brings it back.
    pub fn set_enabled(&mut self, enabled: bool) {
        self.enabled = enabled;
    }

    /// EnableItem and DisableItem; a choice that does not exist is left alone.
    pub fn set_item_enabled(&mut self, choice: Choice, enabled: bool) {
        let menu = self.menus.iter_mut().find(|hung| hung.menu.id == choice.menu);
        if let Some(item) = menu.and_then(|hung| hung.menu.items.get_mut(choice.item.wrapping_sub(1))) {
            item.enabled = enabled;
        }
    }

    /// Whether the point is in the bar.
    pub fn contains(&self, point: Point) -> bool {
        self.bar.contains(point)
    }

    /// The menu whose title is at this point.
    pub fn title_at(&self, point: Point) -> Option<usize> {
        let hit = Point::new(point.v.max(1), point.h);
        self.menus
            .iter()
            .position(|hung| self.contains(point) && hung.title.contains(hit))
    }

    /// The item of an open menu at this point, if it can be chosen.
    pub fn item_at(&self, menu: usize, point: Point) -> Option<usize> {
        let hung = self.menus.get(menu)?;
        let item = hung.opened.item_at(point)?;
        (hung.menu.enabled && hung.menu.items.get(item)?.enabled).then_some(item)
    }

    /// What MenuSelect answers for this item.
    pub fn choice(&self, menu: usize, item: usize) -> Option<Choice> {
        self.menus.get(menu).map(|hung| Choice {
            menu: hung.menu.id,
            item: item + 1,
        })
    }

    /// MenuKey: the enabled item with this Cmd-key, whatever its case, and the place of its menu.
    pub fn key(&self, key: char) -> Option<(usize, Choice)> {
        let key = key.to_ascii_uppercase();
        self.menus.iter().enumerate().find_map(|(place, hung)| {
            let item = hung
                .menu
                .items
                .iter()
                .position(|item| item.enabled && item.command_key == Some(key))?;
            Some((place, self.choice(place, item)?))
        })
    }

    /// Draws the bar, and the open menu over everything else.
    pub fn draw(&self, canvas: &mut Canvas, fonts: &Fonts, state: Option<MenuState>) {
        canvas.cover(self.bar);
        canvas.fill(self.bar, Colour::White);
        canvas.horizontal(self.bar.bottom - 1, self.bar.left, self.bar.right, Colour::Black);
        for (place, hung) in self.menus.iter().enumerate() {
            self.draw_title(
                canvas,
                fonts,
                hung,
                state.is_some_and(|state| state.menu() == place),
            );
        }
        if let Some(MenuState::Open { menu, item }) = state
            && let Some(hung) = self.menus.get(menu)
        {
            hung.opened.draw(canvas, fonts, &hung.menu, item);
        }
    }

    fn draw_title(&self, canvas: &mut Canvas, fonts: &Fonts, hung: &Hung, highlighted: bool) {
        let state = match (highlighted, hung.menu.enabled && self.enabled) {
            (true, _) => TextState::Inverse,
            (false, true) => TextState::Normal,
            (false, false) => TextState::Dimmed,
        };
        if let Some(icon) = &hung.icon {
            canvas.icon(
                icon,
                Point::new(hung.title.top + 1, hung.title.left + TITLE_PADDING),
                false,
            );
            if highlighted {
                canvas.invert(hung.title);
            }
            return;
        }
        if highlighted {
            canvas.fill(hung.title, Colour::Black);
        }
        let pen = Point::new(TITLE_BASELINE, hung.title.left + TITLE_PADDING);
        canvas.text(
            fonts,
            pen,
            &hung.menu.title,
            TextStyle::plain(FontName::Chicago12).state(state),
        );
    }

    /// What tests should know of the menus.
    pub fn scene(&self, state: Option<MenuState>) -> Vec<MenuScene> {
        let scene = |(place, hung): (usize, &Hung)| {
            let highlighted = match state {
                Some(MenuState::Open { menu, item }) if menu == place => item,
                _ => None,
            };
            MenuScene {
                title: hung.menu.title.clone(),
                rect: hung.title,
                enabled: hung.menu.enabled && self.enabled,
                items: hung.opened.scene(&hung.menu, highlighted),
            }
        };
        self.menus.iter().enumerate().map(scene).collect()
    }
}

//! The menu bar and the menus that hang from it (Inside Macintosh: Macintosh Toolbox Essentials, chapter 3).

use super::menu_box::MenuBox;
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts, Style};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::resource::{Menu, MenuItem, SmallIcon};
use crate::desktop::{MenuScene, TextState};

/// Height of the menu bar with the line below it.
pub const MENU_BAR_HEIGHT: i16 = 20;

/// Title of the Apple menu: one character of the system font.
pub const APPLE_TITLE: &str = "\u{F8FF}";
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

/// What of the menu bar can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuAccess {
    /// Everything.
    All,
    /// The menus of the system, as while a movable dialog is up.
    System,
    /// Nothing: a modal dialog is up.
    None,
}

/// A menu bar. Menus go by their ids, items by their numbers from 1; what does not exist is left alone.
#[derive(Clone)]
pub struct MenuBar {
    menus: Vec<Hung>,
    screen: Rect,
    access: MenuAccess,
}

/// A menu with the places that it takes on the screen.
#[derive(Clone)]
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
            screen,
            access: MenuAccess::All,
        }
    }

    /// Says what of it can be used; the rest is dimmed.
    pub fn set_access(&mut self, access: MenuAccess) {
        self.access = access;
    }

    fn bar(&self) -> Rect {
        Rect {
            bottom: self.screen.top + MENU_BAR_HEIGHT,
            ..self.screen
        }
    }

    fn menu_mut(&mut self, id: i16) -> Option<&mut Hung> {
        self.menus.iter_mut().find(|hung| hung.menu.id == id)
    }

    fn item_mut(&mut self, menu: i16, item: usize) -> Option<&mut MenuItem> {
        self.menu_mut(menu)?.menu.items.get_mut(item.wrapping_sub(1))
    }

    /// EnableItem and DisableItem.
    pub fn enable(&mut self, menu: i16, item: usize, enabled: bool) {
        if let Some(item) = self.item_mut(menu, item) {
            item.enabled = enabled;
        }
    }

    /// EnableItem and DisableItem of a whole menu: item 0.
    pub fn enable_menu(&mut self, menu: i16, enabled: bool) {
        if let Some(hung) = self.menu_mut(menu) {
            hung.menu.enabled = enabled;
        }
    }

    /// SetItemMark.
    pub fn mark(&mut self, menu: i16, item: usize, mark: Option<char>) {
        if let Some(item) = self.item_mut(menu, item) {
            item.mark = mark;
        }
    }

    /// SetMenuItemText.
    pub fn rename(&mut self, menu: i16, item: usize, text: &str, fonts: &Fonts) {
        if let Some(item) = self.item_mut(menu, item) {
            text.clone_into(&mut item.text);
        }
        self.measure(menu, fonts);
    }

    /// Puts other items into a menu; tells whether they are other ones.
    pub fn set_items(&mut self, menu: i16, items: Vec<MenuItem>, fonts: &Fonts) -> bool {
        let hung = self.menu_mut(menu).filter(|hung| hung.menu.items != items);
        let Some(hung) = hung else { return false };
        hung.menu.items = items;
        self.measure(menu, fonts);
        true
    }

    /// The items of a menu.
    pub fn items(&self, menu: i16) -> &[MenuItem] {
        let hung = self.menus.iter().find(|hung| hung.menu.id == menu);
        hung.map_or(&[], |hung| &hung.menu.items)
    }

    /// The text of an item.
    pub fn text(&self, menu: i16, item: usize) -> Option<&str> {
        let item = self.items(menu).get(item.checked_sub(1)?)?;
        Some(&item.text)
    }

    /// CalcMenuSize.
    fn measure(&mut self, menu: i16, fonts: &Fonts) {
        let screen = self.screen;
        if let Some(hung) = self.menu_mut(menu) {
            hung.opened = MenuBox::below(hung.title, &hung.menu, fonts, screen);
        }
    }

    /// Whether a menu can be used as a whole.
    fn is_usable(&self, hung: &Hung) -> bool {
        let accessible = match self.access {
            MenuAccess::All => true,
            MenuAccess::System => hung.icon.is_some() || hung.menu.title == APPLE_TITLE,
            MenuAccess::None => false,
        };
        accessible && hung.menu.enabled
    }

    /// Whether the point is in the bar.
    pub fn contains(&self, point: Point) -> bool {
        self.bar().contains(point)
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
        (self.is_usable(hung) && hung.menu.items.get(item)?.enabled).then_some(item)
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
            let answers = |item: &MenuItem| item.enabled && item.command_key == Some(key);
            let item = hung.menu.items.iter().position(answers);
            let item = item.filter(|_| self.is_usable(hung))?;
            Some((place, self.choice(place, item)?))
        })
    }

    /// Draws the bar, and the open menu over everything else.
    pub fn draw(&self, canvas: &mut Canvas, fonts: &Fonts, state: Option<MenuState>) {
        let bar = self.bar();
        canvas.cover(bar);
        canvas.fill(bar, Colour::White);
        canvas.horizontal(bar.bottom - 1, bar.left, bar.right, Colour::Black);
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
        let state = match (highlighted, self.is_usable(hung)) {
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
                enabled: self.is_usable(hung),
                items: hung.opened.scene(&hung.menu, highlighted),
            }
        };
        self.menus.iter().enumerate().map(scene).collect()
    }
}

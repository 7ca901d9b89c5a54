//! What the files of applications are built from: menus and alerts, in the notation of the Toolbox.

use super::geometry::Rect;
use super::resource::{self, Alert, Item, ItemKind, ItemList, Menu, MenuItem, Position, Within};
use super::system_file::BuildError;
use mc_pack::ResourceFork;

/// Width of the alerts' content; text stands to the right of the icon.
const ALERT_WIDTH: i16 = 404;
const TEXT_LEFT: i16 = 74;
const BUTTON_HEIGHT: i16 = 20;
const BUTTON_WIDTH: i16 = 60;
/// A button of many letters is wider.
const WIDEST_LETTER: i16 = 8;
/// From a button to the side of the alert, and between two buttons.
const BUTTON_MARGIN: i16 = 16;
const LINE_HEIGHT: i16 = 16;

/// Adds a `MENU`; its items in AppendMenu's notation: `(` dims an item, `/` comes before its Cmd-key, `!` before its mark.
pub(super) fn add_menu(
    fork: &mut ResourceFork,
    id: i16,
    title: &str,
    items: &[&str],
) -> Result<(), BuildError> {
    let menu = Menu {
        id,
        title: title.to_owned(),
        enabled: true,
        items: items.iter().map(|item| menu_item(item)).collect(),
    };
    Ok(resource::store(fork, id, None, &menu)?)
}

/// Reads one item in AppendMenu's notation.
fn menu_item(notation: &str) -> MenuItem {
    let (enabled, rest) = match notation.strip_prefix('(') {
        Some(rest) => (false, rest),
        None => (true, notation),
    };
    let (rest, mark) = match rest.split_once('!') {
        Some((rest, mark)) => (rest, mark.chars().next()),
        None => (rest, None),
    };
    let (text, command_key) = match rest.split_once('/') {
        Some((text, key)) => (text, key.chars().next()),
        None => (rest, None),
    };
    MenuItem {
        text: text.to_owned(),
        enabled,
        command_key,
        mark,
    }
}

/// Adds an `ALRT` and its `DITL`: buttons from the right along the lower side, the default first, and a text of at most
/// `lines` lines.
pub(super) fn add_alert(
    fork: &mut ResourceFork,
    id: i16,
    buttons: &[&str],
    text: &str,
    lines: i16,
) -> Result<(), BuildError> {
    let text_bottom = 10 + lines * LINE_HEIGHT;
    let button_top = text_bottom + 14;
    let mut items = Vec::new();
    let mut right = ALERT_WIDTH - BUTTON_MARGIN;
    for title in buttons {
        let width = BUTTON_WIDTH.max(WIDEST_LETTER * title.chars().count() as i16);
        let rect = Rect::new(button_top, right - width, button_top + BUTTON_HEIGHT, right);
        items.push(Item::new(rect, ItemKind::Button((*title).to_owned())));
        right = rect.left - BUTTON_MARGIN;
    }
    let rect = Rect::new(10, TEXT_LEFT, text_bottom, ALERT_WIDTH - 10);
    items.push(Item::new(rect, ItemKind::StaticText(text.to_owned())));
    let bounds = Rect::new(0, 0, button_top + BUTTON_HEIGHT + 12, ALERT_WIDTH);
    let alert = Alert {
        bounds,
        items: id,
        default_item: 1,
        position: Position::Alert(Within::MainScreen),
    };
    resource::store(fork, id, None, &alert)?;
    resource::store(fork, id, None, &ItemList(items))?;
    Ok(())
}

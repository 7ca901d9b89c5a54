//! The ground truth of what is on the screen: tests of whoever reads the pixels compare against it.

use super::geometry::Rect;
use serde::{Deserialize, Serialize};

/// Everything that a process shows, as it knows it. Boxes are global coordinates.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Scene {
    /// Titles in the menu bar, from the left.
    pub menu_bar: Vec<MenuScene>,
    /// Number of the open menu in `menu_bar`.
    pub open_menu: Option<usize>,
    /// Windows, alerts and dialogs, the frontmost first.
    pub windows: Vec<WindowScene>,
    /// Icons on the desktop itself.
    pub desktop_icons: Vec<IconScene>,
    /// Every text on the screen that is not wholly covered, in drawing order.
    pub texts: Vec<TextScene>,
}

/// A menu: its title in the bar and its items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuScene {
    /// Title; the Apple menu's is the one character U+F8FF. The bar shows icons for `Help` and `Application`.
    pub title: String,
    /// The part of the menu bar that opens it.
    pub rect: Rect,
    /// Whether the title can be used.
    pub enabled: bool,
    /// Items from the top.
    pub items: Vec<MenuItemScene>,
}

/// One item of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuItemScene {
    /// Its text; `-` for a separator.
    pub text: String,
    /// Where it is, or would be when its menu is open.
    pub rect: Rect,
    /// Whether it can be chosen.
    pub enabled: bool,
    /// Cmd-key equivalent.
    pub command_key: Option<char>,
    /// Mark in front of it, such as a check mark.
    pub mark: Option<char>,
    /// Whether it is drawn inverted now.
    pub highlighted: bool,
}

/// What sort of window it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowKind {
    /// Title bar, perhaps scroll bars. A modeless dialog is one, too.
    #[default]
    Document,
    /// A modal dialog: double border, no title.
    Dialog,
    /// A modal dialog with a title bar: others can be brought to the front.
    MovableDialog,
    /// Modal, double border, an icon.
    Alert,
}

/// The icon of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DialogIcon {
    /// Stop alert.
    Stop,
    /// Note alert.
    Note,
    /// Caution alert.
    Caution,
    /// System error alert.
    Bomb,
}

/// A window, alert or dialog.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct WindowScene {
    /// Its sort.
    pub kind: WindowKind,
    /// Title, empty for an alert.
    pub title: String,
    /// Whole window with frame, without shadow.
    pub frame: Rect,
    /// Content inside the frame.
    pub content: Rect,
    /// Whether it is the active window.
    pub active: bool,
    /// Close box, while it can be pressed: only an active window shows its boxes.
    pub close_box: Option<Rect>,
    /// Zoom box, likewise.
    #[serde(default)]
    pub zoom_box: Option<Rect>,
    /// Grow box, likewise.
    #[serde(default)]
    pub grow_box: Option<Rect>,
    /// Icon of an alert.
    pub icon: Option<DialogIcon>,
    /// Buttons.
    pub buttons: Vec<ButtonScene>,
    /// Check boxes.
    #[serde(default)]
    pub check_boxes: Vec<ChoiceScene>,
    /// Radio buttons.
    #[serde(default)]
    pub radio_buttons: Vec<ChoiceScene>,
    /// Pop-up menus.
    #[serde(default)]
    pub pop_ups: Vec<PopUpScene>,
    /// Scroll bars.
    #[serde(default)]
    pub scroll_bars: Vec<ScrollBarScene>,
    /// Texts that the user edits.
    #[serde(default)]
    pub edit_texts: Vec<EditTextScene>,
    /// Lists.
    #[serde(default)]
    pub lists: Vec<ListScene>,
    /// Icons inside.
    pub icons: Vec<IconScene>,
}

/// A push button.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ButtonScene {
    /// Title.
    pub text: String,
    /// The control's rectangle, without default ring.
    pub rect: Rect,
    /// Whether it has the default ring.
    pub default: bool,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Whether it is drawn inverted now, as while pressed.
    pub highlighted: bool,
}

/// A check box or a radio button.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceScene {
    /// Title.
    pub text: String,
    /// The control's rectangle: a click anywhere in it counts.
    pub rect: Rect,
    /// The box or the circle.
    pub mark: Rect,
    /// Whether it is checked or on.
    pub on: bool,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Whether it is drawn as pressed now.
    pub highlighted: bool,
}

/// A pop-up menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PopUpScene {
    /// Title to its left.
    pub title: String,
    /// The box that shows its value; a press in it opens the menu.
    pub rect: Rect,
    /// Number of the item that it has, from 1.
    pub value: usize,
    /// That item's text.
    pub text: String,
    /// Its items, with where they are or would be when the menu is open.
    pub items: Vec<MenuItemScene>,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Whether its menu is open.
    pub open: bool,
}

/// A scroll bar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScrollBarScene {
    /// Whole bar with its arrows.
    pub rect: Rect,
    /// Whether it is a vertical one.
    pub vertical: bool,
    /// Where it is scrolled to, from 0.
    pub value: i16,
    /// The largest value; 0 when there is nothing to scroll.
    pub maximum: i16,
    /// Whether it can be pressed: it has something to scroll, in an active window.
    pub enabled: bool,
    /// The box that is dragged.
    pub thumb: Option<Rect>,
    /// The part that is drawn as pressed now.
    pub pressed: Option<BarPart>,
}

/// A part of a scroll bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BarPart {
    /// The arrow up or to the left.
    LineUp,
    /// The arrow down or to the right.
    LineDown,
    /// Between that arrow and the thumb.
    PageUp,
    /// Between the thumb and the other arrow.
    PageDown,
    /// The box that is dragged.
    Thumb,
}

/// A text that the user edits, in a dialog or a window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditTextScene {
    /// Its rectangle, inside its frame; of a window the part of the text that is in view.
    pub rect: Rect,
    /// What is in it; lines end with a carriage return.
    pub text: String,
    /// First selected character, counted from 0, and the one after the last; the same where there is only a caret.
    pub selection: (usize, usize),
    /// Whether it takes what is typed.
    pub active: bool,
}

/// A list, as the List Manager shows one. Its scroll bar is among those of the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListScene {
    /// Its rectangle with its frame and its scroll bar.
    pub rect: Rect,
    /// All rows, from the top.
    pub rows: Vec<ListRowScene>,
    /// Whether what is typed selects rows.
    pub active: bool,
}

/// A row of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListRowScene {
    /// Its text, also where it is shown shortened.
    pub text: String,
    /// Where it is; none of a row that is not in view.
    pub rect: Option<Rect>,
    /// Whether it can be selected; one that cannot is dimmed.
    pub enabled: bool,
    /// Whether it is selected.
    pub selected: bool,
}

/// A Finder icon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IconScene {
    /// Label below it.
    pub name: String,
    /// The 32 by 32 pixels of the picture.
    pub rect: Rect,
    /// The label's box.
    pub label: Rect,
    /// Whether it is selected.
    pub selected: bool,
}

/// How a text is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextState {
    /// Black on white.
    Normal,
    /// White on black.
    Inverse,
    /// Grey.
    Dimmed,
}

/// Whether something lies over a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// All of it shows.
    None,
    /// A window, a menu or an edge hides a part.
    Partial,
}

/// One run of text on the screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextScene {
    /// The characters, in Unicode.
    pub text: String,
    /// From the pen's start to its end, ascent to descent.
    pub rect: Rect,
    /// The baseline's row: the row below the last of a letter without descender.
    pub baseline: i16,
    /// Font family as its FOND is named.
    pub font: String,
    /// Size in points.
    pub size: u8,
    /// Whether the bold style is applied.
    pub bold: bool,
    /// How it is drawn.
    pub state: TextState,
    /// Whether a part is hidden.
    pub cover: Cover,
}

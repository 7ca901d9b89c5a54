//! Dialogs and alerts (Inside Macintosh: Macintosh Toolbox Essentials, chapter 6, "Dialog Manager"): a window with items, which
//! have numbers from 1. How one follows what the user does stands in `dialog_events`.

use super::alert_text::with_parameters;
use super::control::ControlLook;
use super::dialog_item::{DialogItem, ItemPart, ItemSetting};
use super::dialog_template::BoxTemplate;
use super::pop_up::PopUpTracker;
use super::scroll_bar::ScrollTracker;
use super::user_item::UserItem;
use super::window_frame::{WindowFrame, WindowPart};
use crate::desktop::draw::Canvas;
use crate::desktop::font::Fonts;
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::resource::{LargeIcon, Menu};
use crate::desktop::{DialogIcon, Toolkit, WindowKind, WindowScene};
use std::any::Any;

/// Where the Dialog Manager draws the icon of an alert.
const ICON_PLACE: Point = Point::new(10, 20);

/// A dialog or alert on the screen.
#[derive(Clone)]
pub struct DialogBox {
    frame: WindowFrame,
    icon: Option<(DialogIcon, Box<LargeIcon>)>,
    parameters: Vec<String>,
    pub(super) screen: Rect,
    pub(super) items: Vec<DialogItem>,
    pub(super) default: Option<usize>,
    pub(super) cancel: Option<usize>,
    pub(super) command_keys: Vec<(char, usize)>,
    /// The place of the item that what is typed goes to.
    pub(super) focus: Option<usize>,
    pub(super) tracking: Option<Tracking>,
    pub(super) changed: bool,
}

/// What a dialog is in the middle of; items by their places, from 0.
#[derive(Clone)]
pub(super) enum Tracking {
    /// A button, check box or radio button is pressed by the mouse, which may have left it since.
    Control { item: usize, inside: bool },
    /// A button is pressed by a key, until this tick.
    Key { item: usize, until: u32 },
    /// A pop-up menu is open.
    PopUp { item: usize, tracker: PopUpTracker },
    /// A scroll bar is pressed.
    Scroll { item: usize, tracker: ScrollTracker },
    /// Text is being selected.
    Edit { item: usize },
    /// A user item follows the mouse.
    User { item: usize },
}

impl DialogBox {
    /// A dialog in its place; `parent` is the content of the window that was in front.
    pub fn new(
        template: &BoxTemplate,
        parameters: &[String],
        toolkit: &Toolkit,
        parent: Option<Rect>,
    ) -> DialogBox {
        let content = template
            .position
            .place(template.bounds, toolkit.desk(), parent, 0);
        let mut items = template.items.clone();
        for item in &mut items {
            item.offset(content.top, content.left);
        }
        let mut dialog = DialogBox {
            frame: WindowFrame {
                title: with_parameters(&template.title, parameters),
                content,
                proc: template.proc,
                closes: template.closes,
            },
            icon: None,
            parameters: parameters.to_vec(),
            screen: toolkit.screen,
            items,
            default: template.default,
            cancel: template.cancel,
            command_keys: Vec::new(),
            focus: None,
            tracking: None,
            changed: true,
        };
        dialog.focus_next();
        dialog
    }

    /// An alert: the same with an icon at its left.
    pub fn alert(
        template: &BoxTemplate,
        icon: DialogIcon,
        parameters: &[String],
        toolkit: &Toolkit,
    ) -> DialogBox {
        let picture = Box::new(toolkit.icon(icon).clone());
        DialogBox {
            icon: Some((icon, picture)),
            ..DialogBox::new(template, parameters, toolkit, None)
        }
    }

    /// Its window.
    pub fn frame(&self) -> &WindowFrame {
        &self.frame
    }

    /// Whether it keeps the user from everything else in its application.
    pub fn is_modal(&self) -> bool {
        self.frame.proc.is_modal()
    }

    /// Moves it.
    pub fn move_by(&mut self, way: Point) {
        self.frame.content = self.frame.content.offset(way.v, way.h);
        for item in &mut self.items {
            item.offset(way.v, way.h);
        }
        self.changed = true;
    }

    fn item(&self, number: usize) -> Option<&DialogItem> {
        self.items.get(number.checked_sub(1)?)
    }

    /// Counts as a change of what shows.
    fn item_mut(&mut self, number: usize) -> Option<&mut DialogItem> {
        self.changed = true;
        self.items.get_mut(number.checked_sub(1)?)
    }

    /// GetControlValue: 0 or 1 of a check box or radio button, the item number of a pop-up menu, the value of a scroll bar.
    pub fn value(&self, item: usize) -> i16 {
        self.item(item).map_or(0, DialogItem::value)
    }

    /// SetControlValue. Turning a radio button on does not turn others off.
    pub fn set_value(&mut self, item: usize, value: i16) {
        if let Some(item) = self.item_mut(item) {
            item.set_value(value);
        }
    }

    /// GetDialogItemText: of a static or edit text; the title of a control, the chosen item of a pop-up menu.
    pub fn text(&self, item: usize) -> String {
        match self.item(item).map(|item| &item.part) {
            Some(ItemPart::StaticText(text)) => text.clone(),
            Some(ItemPart::EditText(edit)) => edit.text(),
            Some(ItemPart::Button(button)) => button.title.clone(),
            Some(ItemPart::CheckBox(check_box)) => check_box.title.clone(),
            Some(ItemPart::RadioButton(button)) => button.title.clone(),
            Some(ItemPart::PopUp(pop_up)) => pop_up.text().to_owned(),
            _ => String::new(),
        }
    }

    /// SetDialogItemText, SetControlTitle.
    pub fn set_text(&mut self, item: usize, text: &str) {
        match self.item_mut(item).map(|item| &mut item.part) {
            Some(ItemPart::StaticText(shown)) => text.clone_into(shown),
            Some(ItemPart::EditText(edit)) => edit.set_text(text),
            Some(ItemPart::Button(button)) => text.clone_into(&mut button.title),
            Some(ItemPart::CheckBox(check_box)) => text.clone_into(&mut check_box.title),
            Some(ItemPart::RadioButton(button)) => text.clone_into(&mut button.title),
            _ => {}
        }
    }

    /// SelectDialogItemText: what is typed goes to this edit text, these characters of it are selected.
    pub fn select_text(&mut self, item: usize, range: std::ops::Range<usize>) {
        if let Some(ItemPart::EditText(edit)) = self.item_mut(item).map(|item| &mut item.part) {
            edit.select(range);
            self.focus = Some(item - 1);
        }
    }

    /// ParamText, while the dialog is up: texts with `^0` to `^3` show these.
    pub fn set_parameters(&mut self, parameters: &[String]) {
        self.changed |= self.parameters != parameters;
        self.parameters = parameters.to_vec();
    }

    /// HiliteControl: dims an item, or brings it back.
    pub fn enable(&mut self, item: usize, usable: bool) {
        if let Some(item) = self.item_mut(item) {
            item.usable = usable;
        }
    }

    /// Whether an item can be used.
    pub fn is_enabled(&self, item: usize) -> bool {
        self.item(item).is_some_and(|item| item.usable)
    }

    /// ShowDialogItem and HideDialogItem.
    pub fn show(&mut self, item: usize, shown: bool) {
        if let Some(item) = self.item_mut(item) {
            item.shown = shown;
        }
    }

    /// SetDialogDefaultItem.
    pub fn set_default(&mut self, default: Option<usize>) {
        for (number, item) in (1..).zip(&mut self.items) {
            if let ItemPart::Button(button) = &mut item.part {
                button.default = Some(number) == default;
            }
        }
        self.default = default;
        self.changed = true;
    }

    /// SetDialogCancelItem.
    pub fn set_cancel(&mut self, cancel: Option<usize>) {
        self.cancel = cancel;
    }

    /// Has this key with the Command key press a button. A number that no item has is a pseudo-item: it is hit at once.
    pub fn set_command_key(&mut self, key: char, item: usize) {
        self.command_keys.push((key.to_ascii_lowercase(), item));
    }

    /// The menu of a pop-up menu, to put other items into it.
    pub fn menu_mut(&mut self, item: usize) -> Option<&mut Menu> {
        match &mut self.item_mut(item)?.part {
            ItemPart::PopUp(pop_up) => Some(pop_up.menu_mut()),
            _ => None,
        }
    }

    /// The largest value of a scroll bar.
    pub fn set_maximum(&mut self, item: usize, maximum: i16) {
        if let Some(ItemPart::ScrollBar(bar)) = self.item_mut(item).map(|item| &mut item.part) {
            bar.set(bar.value, maximum);
        }
    }

    /// SetDialogItem: what a user item draws and does.
    pub fn set_user_item(&mut self, item: usize, user: Box<dyn UserItem>) {
        if let Some(item) = self.item_mut(item) {
            item.part = ItemPart::User(user);
        }
        if self.focus.is_none() {
            self.focus_next();
        }
    }

    /// A user item of this type.
    pub fn user_item<T: UserItem>(&self, item: usize) -> Option<&T> {
        match &self.item(item)?.part {
            ItemPart::User(user) => (user.as_ref() as &dyn Any).downcast_ref(),
            _ => None,
        }
    }

    /// The same, to change it.
    pub fn user_item_mut<T: UserItem>(&mut self, item: usize) -> Option<&mut T> {
        match &mut self.item_mut(item)?.part {
            ItemPart::User(user) => (user.as_mut() as &mut dyn Any).downcast_mut(),
            _ => None,
        }
    }

    /// The rectangle of an item, in global coordinates.
    pub fn item_rect(&self, item: usize) -> Option<Rect> {
        self.item(item).map(|item| item.rect)
    }

    /// Has what is typed go to this item.
    pub fn set_focus(&mut self, item: usize) {
        self.focus = item.checked_sub(1).filter(|place| *place < self.items.len());
        self.changed = true;
    }

    /// The number of the item that what is typed goes to.
    pub fn focus(&self) -> Option<usize> {
        self.focus.map(|place| place + 1)
    }

    /// What the user edits now, if it is an edit text: DialogCut, DialogCopy and DialogPaste work on it.
    pub fn edited(&mut self) -> Option<&mut super::EditText> {
        self.changed = true;
        match &mut self.items.get_mut(self.focus?)?.part {
            ItemPart::EditText(edit) => Some(edit),
            _ => None,
        }
    }

    /// Whether it shows something else than when this was asked before.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    fn setting<'a>(&'a self, place: usize, active: bool, fonts: &'a Fonts) -> ItemSetting<'a> {
        let pressed = match &self.tracking {
            Some(Tracking::Control { item, inside }) => *item == place && *inside,
            Some(Tracking::Key { item, .. } | Tracking::PopUp { item, .. }) => *item == place,
            _ => false,
        };
        ItemSetting {
            fonts,
            screen: self.screen,
            parameters: &self.parameters,
            look: ControlLook {
                enabled: self.items[place].usable,
                pressed,
                focused: active && self.focus == Some(place),
            },
            bar_part: match &self.tracking {
                Some(Tracking::Scroll { item, tracker }) if *item == place => tracker.pressed(),
                _ => None,
            },
            pop_up: match &self.tracking {
                Some(Tracking::PopUp { item, tracker }) if *item == place => Some(tracker),
                _ => None,
            },
        }
    }

    /// Draws it, but for a menu that hangs over it.
    pub fn draw(&self, canvas: &mut Canvas, fonts: &Fonts, active: bool, pressed: Option<WindowPart>) {
        self.frame.draw(canvas, fonts, active, pressed);
        let content = self.frame.content;
        canvas.clipped(content, |canvas| {
            if let Some((_, icon)) = &self.icon {
                let origin = Point::new(content.top + ICON_PLACE.v, content.left + ICON_PLACE.h);
                canvas.icon(icon, origin, false);
            }
            for (place, item) in self.items.iter().enumerate().filter(|(_, item)| item.shown) {
                item.draw(canvas, &self.setting(place, active, fonts));
            }
        });
    }

    /// Draws what lies over all windows: an open pop-up menu, the outline of a thumb.
    pub fn draw_over(&self, canvas: &mut Canvas, fonts: &Fonts) {
        match &self.tracking {
            Some(Tracking::PopUp { item, tracker }) => {
                if let ItemPart::PopUp(pop_up) = &self.items[*item].part {
                    pop_up.draw_open(tracker, canvas, self.items[*item].rect, fonts, self.screen);
                }
            }
            Some(Tracking::Scroll { item, tracker }) => {
                if let ItemPart::ScrollBar(bar) = &self.items[*item].part
                    && let Some(outline) = tracker.outline(bar)
                {
                    canvas.outline(outline);
                }
            }
            _ => {}
        }
    }

    /// What tests should know of it.
    pub fn scene(&self, fonts: &Fonts, active: bool) -> WindowScene {
        let mut scene = self.frame.scene(active);
        if let Some((icon, _)) = &self.icon {
            scene.kind = WindowKind::Alert;
            scene.icon = Some(*icon);
        }
        for (place, item) in self.items.iter().enumerate().filter(|(_, item)| item.shown) {
            item.describe(&self.setting(place, active, fonts), &mut scene);
        }
        scene
    }
}

//! The items of a dialog: what each kind is on the screen.

use super::alert_text::{draw_text, with_parameters};
use super::button::Button;
use super::check_box::CheckBox;
use super::control::ControlLook;
use super::edit_text::EditText;
use super::pop_up::{PopUp, PopUpTracker};
use super::radio_button::RadioButton;
use super::scroll_bar::ScrollBar;
use super::user_item::UserItem;
use crate::desktop::draw::Canvas;
use crate::desktop::font::Fonts;
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::resource::LargeIcon;
use crate::desktop::{BarPart, WindowScene};

/// An item.
#[derive(Clone)]
pub(super) struct DialogItem {
    /// Its rectangle: in the box while it is a template's, else in global coordinates.
    pub rect: Rect,
    /// Whether the application is told when it is pressed: enabled, in the words of the Dialog Manager.
    pub reports: bool,
    /// Whether it can be used: a control that cannot is dimmed.
    pub usable: bool,
    /// Whether it shows.
    pub shown: bool,
    pub part: ItemPart,
}

/// What an item is.
#[derive(Clone)]
pub(super) enum ItemPart {
    Button(Button),
    CheckBox(CheckBox),
    RadioButton(RadioButton),
    PopUp(PopUp),
    ScrollBar(ScrollBar),
    /// With `^0` to `^3` in it.
    StaticText(String),
    EditText(EditText),
    Icon(Box<LargeIcon>),
    User(Box<dyn UserItem>),
    /// A user item that the application has not given yet, or a help item.
    Nothing,
}

/// What an item is drawn with.
pub(super) struct ItemSetting<'a> {
    pub fonts: &'a Fonts,
    pub screen: Rect,
    pub parameters: &'a [String],
    pub look: ControlLook,
    /// The part of a scroll bar that is pressed.
    pub bar_part: Option<BarPart>,
    /// The pop-up menu, while it is open.
    pub pop_up: Option<&'a PopUpTracker>,
}

impl DialogItem {
    /// Whether a press at this point is for it.
    pub fn contains(&self, point: Point) -> bool {
        self.shown && self.rect.contains(point)
    }

    /// Whether what is typed can go to it.
    pub fn takes_keys(&self) -> bool {
        self.shown
            && self.usable
            && match &self.part {
                ItemPart::EditText(_) => true,
                ItemPart::User(item) => item.takes_keys(),
                _ => false,
            }
    }

    /// Moves it with its dialog.
    pub fn offset(&mut self, dv: i16, dh: i16) {
        self.rect = self.rect.offset(dv, dh);
        if let ItemPart::ScrollBar(bar) = &mut self.part {
            bar.rect = self.rect;
        }
    }

    /// GetControlValue; 0 for what has none.
    pub fn value(&self) -> i16 {
        match &self.part {
            ItemPart::CheckBox(check_box) => i16::from(check_box.checked),
            ItemPart::RadioButton(button) => i16::from(button.on),
            ItemPart::PopUp(pop_up) => pop_up.value() as i16,
            ItemPart::ScrollBar(bar) => bar.value,
            _ => 0,
        }
    }

    /// SetControlValue.
    pub fn set_value(&mut self, value: i16) {
        match &mut self.part {
            ItemPart::CheckBox(check_box) => check_box.checked = value != 0,
            ItemPart::RadioButton(button) => button.on = value != 0,
            ItemPart::PopUp(pop_up) => pop_up.set_value(usize::try_from(value).unwrap_or(0)),
            ItemPart::ScrollBar(bar) => bar.set(value, bar.maximum),
            _ => {}
        }
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, setting: &ItemSetting<'_>) {
        let (rect, fonts, look) = (self.rect, setting.fonts, setting.look);
        match &self.part {
            ItemPart::Button(button) => button.draw(canvas, rect, fonts, look),
            ItemPart::CheckBox(check_box) => check_box.draw(canvas, rect, fonts, look),
            ItemPart::RadioButton(button) => button.draw(canvas, rect, fonts, look),
            ItemPart::PopUp(pop_up) => pop_up.draw(canvas, rect, fonts, look),
            ItemPart::ScrollBar(bar) => bar.draw(canvas, look.enabled, setting.bar_part),
            ItemPart::StaticText(text) => {
                let text = with_parameters(text, setting.parameters);
                draw_text(canvas, fonts, &text, rect);
            }
            ItemPart::EditText(edit) => edit.draw(canvas, rect, fonts, look.focused),
            ItemPart::Icon(icon) => canvas.icon(icon, Point::new(rect.top, rect.left), false),
            ItemPart::User(item) => item.draw(canvas, rect, fonts, look),
            ItemPart::Nothing => {}
        }
    }

    /// Adds it to the scene of its window.
    pub fn describe(&self, setting: &ItemSetting<'_>, scene: &mut WindowScene) {
        let (rect, look) = (self.rect, setting.look);
        match &self.part {
            ItemPart::Button(button) => scene.buttons.push(button.scene(rect, look)),
            ItemPart::CheckBox(check_box) => scene.check_boxes.push(check_box.scene(rect, look)),
            ItemPart::RadioButton(button) => scene.radio_buttons.push(button.scene(rect, look)),
            ItemPart::PopUp(pop_up) => {
                scene
                    .pop_ups
                    .push(pop_up.scene(rect, setting.fonts, setting.screen, look, setting.pop_up));
            }
            ItemPart::ScrollBar(bar) => scene.scroll_bars.push(bar.scene(look.enabled, setting.bar_part)),
            ItemPart::EditText(edit) => scene.edit_texts.push(edit.scene(rect, look.focused)),
            ItemPart::User(item) => {
                let others = scene.lists.len();
                item.scene(rect, setting.fonts, scene);
                scene.lists[others..]
                    .iter_mut()
                    .for_each(|list| list.active = look.focused);
            }
            ItemPart::StaticText(_) | ItemPart::Icon(_) | ItemPart::Nothing => {}
        }
    }
}

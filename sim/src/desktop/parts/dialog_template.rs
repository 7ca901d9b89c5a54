//! From the resources of a dialog or alert to what it is made of on the screen.

use super::button::Button;
use super::check_box::CheckBox;
use super::dialog_item::{DialogItem, ItemPart};
use super::edit_text::EditText;
use super::pop_up::PopUp;
use super::radio_button::RadioButton;
use super::scroll_bar::ScrollBar;
use crate::desktop::geometry::Rect;
use crate::desktop::resource::{
    Alert, ControlKind, ControlTemplate, DialogTemplate, Format, Item, ItemKind, ItemList, Position,
    ResourceError, WindowProc,
};
use crate::desktop::{FinderError, Toolkit};

/// The number of the button that Return presses in a dialog, and of the one that Escape does.
const OK: usize = 1;
const CANCEL: usize = 2;

/// An alert or dialog with all its resources, ready to be brought up any number of times.
#[derive(Clone)]
pub struct BoxTemplate {
    pub(super) bounds: Rect,
    pub(super) position: Position,
    pub(super) proc: WindowProc,
    pub(super) closes: bool,
    pub(super) title: String,
    pub(super) items: Vec<DialogItem>,
    pub(super) default: Option<usize>,
    pub(super) cancel: Option<usize>,
}

impl BoxTemplate {
    /// Reads an `ALRT` with its items.
    ///
    /// # Errors
    /// [`FinderError::Resource`] when one of them is missing or damaged.
    pub fn alert(toolkit: &Toolkit, id: i16) -> Result<BoxTemplate, FinderError> {
        let alert: Alert = toolkit.load(id)?;
        let template = DialogTemplate {
            bounds: alert.bounds,
            proc: WindowProc::ModalDialog,
            closes: false,
            items: alert.items,
            title: String::new(),
            position: alert.position,
        };
        BoxTemplate::with_default(toolkit, &template, alert.default_item)
    }

    /// Reads a `DLOG` with its items. Item 1 is its default button, if it is a button.
    ///
    /// # Errors
    /// [`FinderError::Resource`] when one of them is missing or damaged.
    pub fn dialog(toolkit: &Toolkit, id: i16) -> Result<BoxTemplate, FinderError> {
        BoxTemplate::with_default(toolkit, &toolkit.load(id)?, OK)
    }

    fn with_default(
        toolkit: &Toolkit,
        template: &DialogTemplate,
        default: usize,
    ) -> Result<BoxTemplate, FinderError> {
        let ItemList(items) = toolkit.load(template.items)?;
        let items = items.into_iter().map(|item| made_from(toolkit, item));
        let mut made = BoxTemplate {
            bounds: template.bounds,
            position: template.position,
            proc: template.proc,
            closes: template.closes,
            title: template.title.clone(),
            items: items.collect::<Result<_, _>>()?,
            default: None,
            cancel: None,
        };
        made.default = made.button(default);
        made.cancel = made.button(CANCEL);
        if let Some(number) = made.default
            && let ItemPart::Button(button) = &mut made.items[number - 1].part
        {
            button.default = true;
        }
        Ok(made)
    }

    /// This number, if it is a button's.
    fn button(&self, number: usize) -> Option<usize> {
        let item = self.items.get(number.checked_sub(1)?)?;
        matches!(item.part, ItemPart::Button(_)).then_some(number)
    }
}

fn made_from(toolkit: &Toolkit, item: Item) -> Result<DialogItem, FinderError> {
    Ok(DialogItem {
        rect: item.rect,
        reports: item.enabled,
        usable: true,
        shown: true,
        part: part_of(toolkit, item.kind, item.rect)?,
    })
}

fn part_of(toolkit: &Toolkit, kind: ItemKind, rect: Rect) -> Result<ItemPart, FinderError> {
    Ok(match kind {
        ItemKind::Button(title) => button(title),
        ItemKind::CheckBox(title) => check_box(title, false),
        ItemKind::RadioButton(title) => radio_button(title, false),
        ItemKind::Control(id) => control(toolkit, &toolkit.load(id)?, rect)?,
        ItemKind::StaticText(text) => ItemPart::StaticText(text),
        ItemKind::EditText(text) => ItemPart::EditText(EditText::new(&text)),
        ItemKind::Icon(id) => {
            let crate::desktop::resource::PlainIcon(icon) = toolkit.load(id)?;
            ItemPart::Icon(Box::new(icon))
        }
        ItemKind::Picture(_) => {
            return Err(FinderError::Resource(ResourceError::Damaged {
                kind: ItemList::KIND,
                id: 0,
                reason: "it has a picture, and the desktop draws none",
            }));
        }
        ItemKind::User | ItemKind::Help(_) => ItemPart::Nothing,
    })
}

fn control(toolkit: &Toolkit, template: &ControlTemplate, rect: Rect) -> Result<ItemPart, FinderError> {
    let title = template.title.clone();
    Ok(match template.kind {
        ControlKind::Button => button(title),
        ControlKind::CheckBox { checked } => check_box(title, checked),
        ControlKind::RadioButton { on } => radio_button(title, on),
        ControlKind::ScrollBar { value, maximum, .. } => {
            let mut bar = ScrollBar::at(rect);
            bar.set(value, maximum);
            ItemPart::ScrollBar(bar)
        }
        ControlKind::PopUp {
            menu,
            title_width,
            fixed_width,
        } => ItemPart::PopUp(PopUp::new(&title, title_width, fixed_width, toolkit.load(menu)?)),
    })
}

fn button(title: String) -> ItemPart {
    ItemPart::Button(Button {
        title,
        default: false,
    })
}

fn check_box(title: String, checked: bool) -> ItemPart {
    ItemPart::CheckBox(CheckBox { title, checked })
}

fn radio_button(title: String, on: bool) -> ItemPart {
    ItemPart::RadioButton(RadioButton { title, on })
}

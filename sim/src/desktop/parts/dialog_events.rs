//! What a dialog does with presses and keys, as ModalDialog does with its standard filter: Return and Enter press the default
//! button, Escape and Cmd-period the one that cancels, Tab goes to the next edit text. Check boxes, groups of radio buttons and pop-up
//! menus change their values by themselves.

use super::Step;
use super::control::Press;
use super::dialog_box::{DialogBox, Tracking};
use super::dialog_item::ItemPart;
use super::scroll_bar::{ScrollTracker, Stride};
use super::user_item::Keyed;
use crate::desktop::font::Fonts;
use crate::desktop::{Event, Mac};

/// Ticks that a button stays inverted when a key presses it.
const KEY_PRESS_TICKS: u32 = 8;
/// How far the arrows and the trough of a scroll bar in a dialog scroll.
const STRIDE: Stride = Stride { line: 1, page: 10 };

const ENTER: u8 = 0x03;
const TAB: u8 = 0x09;
const RETURN: u8 = 0x0D;
const ESCAPE: u8 = 0x1B;

/// What a dialog does with a press or a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    /// Nothing that the application has to know of.
    Ignored,
    /// Something is down: call [`DialogBox::step`] until it is done.
    Tracking,
    /// The key means nothing here: beep.
    Beep,
    /// The item with this number was pressed or typed in.
    Hit(usize),
}

impl DialogBox {
    /// The button went down inside of it.
    pub fn press(&mut self, press: &Press, fonts: &Fonts, mac: &mut dyn Mac) -> Reaction {
        let found = self.items.iter().position(|item| item.contains(press.at));
        let Some(place) = found.filter(|place| self.items[*place].usable) else {
            return Reaction::Ignored;
        };
        self.changed = true;
        let item = &mut self.items[place];
        let (rect, reports) = (item.rect, item.reports);
        let tracking = match &mut item.part {
            ItemPart::Button(_) | ItemPart::CheckBox(_) | ItemPart::RadioButton(_) => Tracking::Control {
                item: place,
                inside: true,
            },
            ItemPart::PopUp(pop_up) if pop_up.closed(rect, fonts).contains(press.at) => Tracking::PopUp {
                item: place,
                tracker: pop_up.press(),
            },
            ItemPart::ScrollBar(bar) => match bar.part_at(press.at) {
                Some(part) => Tracking::Scroll {
                    item: place,
                    tracker: ScrollTracker::new(part, press.at),
                },
                None => return Reaction::Ignored,
            },
            ItemPart::EditText(edit) => {
                edit.press(press, rect, fonts);
                self.focus = Some(place);
                Tracking::Edit { item: place }
            }
            ItemPart::User(user) => {
                if user.takes_keys() {
                    self.focus = Some(place);
                }
                match user.press(press, rect, fonts, mac) {
                    Step::Again => Tracking::User { item: place },
                    Step::Done(hit) => return reaction(place, hit && reports),
                }
            }
            ItemPart::StaticText(_) | ItemPart::Icon(_) | ItemPart::Nothing | ItemPart::PopUp(_) => {
                return reaction(place, reports);
            }
        };
        self.tracking = Some(tracking);
        Reaction::Tracking
    }

    /// A key went down.
    pub fn key(&mut self, event: &Event, fonts: &Fonts, mac: &dyn Mac) -> Reaction {
        let code = event.message as u8;
        let cancels = code == ESCAPE || (code == b'.' && event.modifiers.command());
        match code {
            RETURN | ENTER if self.default.is_some() => self.press_by_key(self.default, mac),
            _ if cancels => self.press_by_key(self.cancel, mac),
            _ if event.modifiers.command() => {
                let key = char::from(code).to_ascii_lowercase();
                let found = self.command_keys.iter().find(|(command, _)| *command == key);
                self.press_by_key(found.map(|(_, item)| *item), mac)
            }
            TAB => {
                let before = self.focus;
                self.focus_next();
                self.select_focused();
                self.told_of_focus(before)
            }
            _ => self.type_into_focus(event, fonts),
        }
    }

    /// Inverts the button for a moment, then it counts as pressed.
    fn press_by_key(&mut self, number: Option<usize>, mac: &dyn Mac) -> Reaction {
        // A number behind the items is a pseudo-item, as Standard File has them: there is nothing to invert.
        if let Some(pseudo) = number.filter(|number| *number > self.items.len()) {
            return Reaction::Hit(pseudo);
        }
        let place = number.and_then(|number| number.checked_sub(1));
        let usable = |place: &usize| {
            let item = self.items.get(*place);
            item.is_some_and(|item| item.usable && item.shown)
        };
        let Some(item) = place.filter(usable) else {
            return Reaction::Beep;
        };
        let until = mac.ticks() + KEY_PRESS_TICKS;
        self.tracking = Some(Tracking::Key { item, until });
        self.changed = true;
        Reaction::Tracking
    }

    fn type_into_focus(&mut self, event: &Event, fonts: &Fonts) -> Reaction {
        let Some(place) = self.focus else {
            return Reaction::Beep;
        };
        let item = &mut self.items[place];
        let keyed = match &mut item.part {
            ItemPart::EditText(edit) => match edit.key(event, item.rect, fonts) {
                true => Keyed::Hit,
                false => Keyed::Ignored,
            },
            ItemPart::User(user) => user.key(event, item.rect, fonts),
            _ => Keyed::Ignored,
        };
        let reports = item.reports;
        match keyed {
            Keyed::Ignored => Reaction::Beep,
            Keyed::Taken | Keyed::Hit => {
                self.changed = true;
                reaction(place, keyed == Keyed::Hit && reports)
            }
        }
    }

    /// What is typed goes to the next item that takes it.
    pub(super) fn focus_next(&mut self) {
        let first = self.focus.map_or(0, |place| place + 1);
        let count = self.items.len();
        let mut places = (first..count).chain(0..first.min(count));
        let next = places.find(|place| self.items[*place].takes_keys());
        self.changed |= next != self.focus;
        self.focus = next;
    }

    /// The application is told when what is typed goes to one of its own items now, or does no more.
    fn told_of_focus(&self, before: Option<usize>) -> Reaction {
        let is_own = |place: &usize| matches!(self.items[*place].part, ItemPart::User(_));
        let own = [before, self.focus].into_iter().flatten().find(is_own);
        match own.filter(|_| before != self.focus) {
            Some(place) => reaction(place, self.items[place].reports),
            None => Reaction::Ignored,
        }
    }

    /// Tab selects the whole text that it goes to.
    fn select_focused(&mut self) {
        if let Some(edit) = self.edited() {
            edit.select(0..usize::MAX);
        }
    }

    /// One round while something is down. Done with the number of the item that was hit.
    pub fn step(&mut self, fonts: &Fonts, mac: &mut dyn Mac) -> Step<Option<usize>> {
        let Some(mut tracking) = self.tracking.take() else {
            return Step::Done(None);
        };
        let step = self.follow(&mut tracking, fonts, mac);
        match step {
            Step::Again => self.tracking = Some(tracking),
            Step::Done(_) => self.changed = true,
        }
        step
    }

    fn follow(&mut self, tracking: &mut Tracking, fonts: &Fonts, mac: &mut dyn Mac) -> Step<Option<usize>> {
        match tracking {
            Tracking::Control { item, inside } => {
                if !mac.still_down() {
                    return Step::Done(inside.then(|| self.pressed(*item)).flatten());
                }
                let is_inside = self.items[*item].rect.contains(mac.mouse());
                self.changed |= std::mem::replace(inside, is_inside) != is_inside;
                Step::Again
            }
            Tracking::Key { until, .. } if mac.ticks() < *until => Step::Again,
            Tracking::Key { item, .. } => Step::Done(self.pressed(*item)),
            Tracking::PopUp { item, tracker } => {
                let before = tracker.highlighted();
                let rect = self.items[*item].rect;
                let screen = self.screen;
                let ItemPart::PopUp(pop_up) = &mut self.items[*item].part else {
                    return Step::Done(None);
                };
                let step = pop_up.step(tracker, rect, fonts, screen, mac);
                self.changed |= tracker.highlighted() != before;
                self.reported(*item, step)
            }
            Tracking::Scroll { item, tracker } => {
                let ItemPart::ScrollBar(bar) = &mut self.items[*item].part else {
                    return Step::Done(None);
                };
                let before = (bar.value, tracker.pressed(), tracker.outline(bar));
                let step = tracker.step(bar, STRIDE, mac);
                self.changed |= (bar.value, tracker.pressed(), tracker.outline(bar)) != before;
                match step {
                    Step::Again => Step::Again,
                    Step::Done(()) => self.reported(*item, Step::Done(true)),
                }
            }
            Tracking::Edit { item } => {
                let rect = self.items[*item].rect;
                let ItemPart::EditText(edit) = &mut self.items[*item].part else {
                    return Step::Done(None);
                };
                if !mac.still_down() {
                    return self.reported(*item, Step::Done(true));
                }
                self.changed |= edit.drag(mac.mouse(), rect, fonts);
                Step::Again
            }
            Tracking::User { item } => {
                let rect = self.items[*item].rect;
                let ItemPart::User(user) = &mut self.items[*item].part else {
                    return Step::Done(None);
                };
                let step = user.step(rect, fonts, mac);
                self.changed |= user.take_changed();
                self.reported(*item, step)
            }
        }
    }

    /// What is done is reported when there was a hit, and the application wants to know of the item.
    fn reported(&self, place: usize, step: Step<bool>) -> Step<Option<usize>> {
        match step {
            Step::Again => Step::Again,
            Step::Done(hit) => Step::Done((hit && self.items[place].reports).then_some(place + 1)),
        }
    }

    /// A button was pressed and let go inside: what is checked changes.
    fn pressed(&mut self, place: usize) -> Option<usize> {
        match &mut self.items[place].part {
            ItemPart::CheckBox(check_box) => check_box.checked = !check_box.checked,
            ItemPart::RadioButton(_) => self.turn_on(place),
            _ => {}
        }
        self.items[place].reports.then_some(place + 1)
    }

    /// Radio buttons that follow each other in the item list are a group: one of them is on.
    fn turn_on(&mut self, place: usize) {
        let is_radio = |place: usize| {
            let part = self.items.get(place).map(|item| &item.part);
            matches!(part, Some(ItemPart::RadioButton(_)))
        };
        let first = (0..place)
            .rev()
            .take_while(|place| is_radio(*place))
            .last()
            .unwrap_or(place);
        let end = (place..).find(|place| !is_radio(*place)).unwrap_or(place);
        for (number, item) in (first..end).zip(&mut self.items[first..end]) {
            item.set_value(i16::from(number == place));
        }
    }

    /// Time has passed: the caret blinks, user items move.
    pub fn idle(&mut self, ticks: u32) {
        let focus = self.focus;
        for (place, item) in self.items.iter_mut().enumerate() {
            self.changed |= match &mut item.part {
                ItemPart::EditText(edit) if focus == Some(place) => edit.idle(ticks),
                ItemPart::User(user) => user.idle(ticks),
                _ => false,
            };
        }
    }
}

fn reaction(place: usize, hit: bool) -> Reaction {
    match hit {
        true => Reaction::Hit(place + 1),
        false => Reaction::Ignored,
    }
}

//! Standard File: the dialogs in which the user says which document to open and where to save one (Inside Macintosh: Files,
//! chapter 3, "Standard File Package").
//!
//! A program keeps a [`StandardFile`] while one is up. Its purposes must have room for a [`FilePart`]: what is hit comes to
//! [`StandardFile::hit`], which says what became of it. One disk: there is nothing to eject, and no drive to switch to.

mod folder;
mod kit;
mod put;
mod resources;

pub use kit::FileKit;
pub(in crate::desktop) use resources::add as add_standard_file;

use super::application::{Frame, Program, WindowId};
use super::geometry::Rect;
use super::parts::{BoxTemplate, DialogBox, ListBox};
use super::resource::MenuItem;
use super::{DiskError, Mac};
use folder::{Listed, Place};
use kit::{DiskName, Divider};
use resources::{items, strings};
use std::sync::Arc;

/// The keys up and down, as they come with the Command key.
const ARROW_UP: char = '\u{1E}';
const ARROW_DOWN: char = '\u{1F}';
/// wPrErr, vLckdErr, permErr on a locked disk.
const DISK_LOCKED: [i16; 2] = [-44, -46];
const DUPLICATE_NAME: i16 = -48;
const BAD_NAME: i16 = -37;

/// Which of the dialogs of Standard File something was hit in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilePart {
    /// The one with the list.
    Main,
    /// The one for a new folder.
    NewFolder,
    /// The question whether to replace a file.
    Replace,
    /// A message.
    Notice,
}

/// What became of a hit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The user has not decided yet.
    Open,
    /// The dialog is closed, without an answer.
    Cancelled,
    /// The dialog is closed; the path of the document, which for a document to be saved may exist or not.
    Chosen(String),
}

#[derive(Debug, Clone)]
enum Mode {
    /// Opens files of these types.
    Get(Vec<[u8; 4]>),
    Put,
}

/// A dialog of Standard File that is up. `Q` are the purposes of the program.
#[derive(Clone)]
pub struct StandardFile<Q> {
    kit: Arc<FileKit>,
    mode: Mode,
    place: Place,
    listed: Vec<Listed>,
    dialog: WindowId,
    wrap: fn(FilePart) -> Q,
    /// The document that the user is asked whether to replace.
    replaced: String,
}

impl<Q: Clone + Send + 'static> StandardFile<Q> {
    /// StandardGetFile: lets the user choose a document of one of these types, first in the folder `start`.
    pub fn get<P: Program<Purpose = Q>>(
        kit: &Arc<FileKit>,
        types: &[[u8; 4]],
        start: &str,
        wrap: fn(FilePart) -> Q,
        frame: &mut Frame<P>,
        mac: &mut dyn Mac,
    ) -> StandardFile<Q> {
        let dialog = frame.new_dialog(&kit.get, &[]);
        StandardFile::show(kit, Mode::Get(types.to_vec()), dialog, start, wrap, frame, mac)
    }

    /// StandardPutFile: lets the user say where a document is to be saved, and how it is called: at first `name`.
    pub fn put<P: Program<Purpose = Q>>(
        kit: &Arc<FileKit>,
        (prompt, name): (&str, &str),
        start: &str,
        wrap: fn(FilePart) -> Q,
        frame: &mut Frame<P>,
        mac: &mut dyn Mac,
    ) -> StandardFile<Q> {
        let mut dialog = frame.new_dialog(&kit.put, &[]);
        dialog.set_text(items::PROMPT, prompt);
        dialog.set_text(items::NAME, name);
        dialog.select_text(items::NAME, 0..usize::MAX);
        dialog.set_command_key('n', items::NEW_FOLDER);
        StandardFile::show(kit, Mode::Put, dialog, start, wrap, frame, mac)
    }

    fn show<P: Program<Purpose = Q>>(
        kit: &Arc<FileKit>,
        mode: Mode,
        mut dialog: DialogBox,
        start: &str,
        wrap: fn(FilePart) -> Q,
        frame: &mut Frame<P>,
        mac: &mut dyn Mac,
    ) -> StandardFile<Q> {
        dialog.enable(items::EJECT, false);
        dialog.set_user_item(items::DIVIDER, Box::new(Divider));
        let disk = DiskName {
            icon: Arc::clone(&kit.disk),
            name: mac.volume().name(),
        };
        dialog.set_user_item(items::DISK, Box::new(disk));
        for (key, item) in [
            ('o', items::OPEN),
            ('d', items::DESKTOP),
            (ARROW_UP, items::GO_TO_PARENT),
            (ARROW_DOWN, items::OPEN_FOLDER),
        ] {
            dialog.set_command_key(key, item);
        }
        let mut file = StandardFile {
            kit: Arc::clone(kit),
            mode,
            place: Place::Desktop,
            listed: Vec::new(),
            dialog: frame.open_dialog(dialog, wrap(FilePart::Main)),
            wrap,
            replaced: String::new(),
        };
        // The folder may be gone since it was looked into.
        let start = match mac.volume().list(start) {
            Ok(_) => start.to_owned(),
            Err(_) => mac.volume().name(),
        };
        let start = Place::of(&start, mac.volume());
        file.go(start, None, frame, mac);
        file
    }

    /// The path of the folder that it looks into: where the next dialog begins.
    pub fn folder(&self, mac: &mut dyn Mac) -> Option<String> {
        self.place.path(mac.volume())
    }

    fn is_put(&self) -> bool {
        matches!(self.mode, Mode::Put)
    }

    /// An item was hit.
    pub fn hit<P: Program<Purpose = Q>>(
        &mut self,
        part: FilePart,
        item: usize,
        frame: &mut Frame<P>,
        mac: &mut dyn Mac,
    ) -> Answer {
        let answer = match part {
            FilePart::Main => self.hit_main(item, frame, mac),
            FilePart::NewFolder => self.hit_new_folder(item, frame, mac),
            FilePart::Replace => self.hit_replace(item, frame),
            FilePart::Notice => {
                frame.close_dialog();
                Answer::Open
            }
        };
        match answer {
            Answer::Open => self.adjust(frame),
            Answer::Cancelled | Answer::Chosen(_) => frame.close_window(self.dialog),
        }
        answer
    }

    fn hit_main<P: Program<Purpose = Q>>(
        &mut self,
        item: usize,
        frame: &mut Frame<P>,
        mac: &mut dyn Mac,
    ) -> Answer {
        match item {
            items::CANCEL => return Answer::Cancelled,
            items::OPEN if self.is_put() && !self.opens(frame) => return self.save(frame, mac),
            items::OPEN => return self.open_selected(frame, mac),
            items::LIST if self.was_double_clicked(frame) => return self.open_selected(frame, mac),
            items::OPEN_FOLDER => {
                let selected = self.selected(frame).filter(|listed| listed.is_folder);
                if selected.is_some() {
                    return self.open_selected(frame, mac);
                }
            }
            items::DESKTOP => self.go(Place::Desktop, None, frame, mac),
            items::GO_TO_PARENT => self.go_up(1, frame, mac),
            items::FOLDERS => {
                let chosen = frame
                    .dialog_with(self.dialog)
                    .map_or(1, |dialog| dialog.value(items::FOLDERS));
                self.go_up(usize::try_from(chosen - 1).unwrap_or(0), frame, mac);
            }
            items::NAME => self.limit_name(frame, mac),
            items::NEW_FOLDER => self.ask_for_folder(frame),
            _ => {}
        }
        Answer::Open
    }

    /// The list, and its rectangle.
    fn list<'a, P: Program<Purpose = Q>>(&self, frame: &'a mut Frame<P>) -> Option<(&'a mut ListBox, Rect)> {
        let dialog = frame.dialog_with(self.dialog)?;
        let rect = dialog.item_rect(items::LIST)?;
        Some((dialog.user_item_mut(items::LIST)?, rect))
    }

    fn was_double_clicked<P: Program<Purpose = Q>>(&self, frame: &mut Frame<P>) -> bool {
        self.list(frame).is_some_and(|(list, _)| list.take_double_click())
    }

    fn selected<P: Program<Purpose = Q>>(&self, frame: &mut Frame<P>) -> Option<Listed> {
        let place = self.list(frame)?.0.selected()?;
        self.listed.get(place).cloned()
    }

    /// Whether the first button opens what is selected in the list, rather than save.
    fn opens<P: Program<Purpose = Q>>(&self, frame: &mut Frame<P>) -> bool {
        let focus = frame.dialog_with(self.dialog).and_then(|dialog| dialog.focus());
        focus == Some(items::LIST) && self.selected(frame).is_some()
    }

    fn open_selected<P: Program<Purpose = Q>>(&mut self, frame: &mut Frame<P>, mac: &mut dyn Mac) -> Answer {
        match self.selected(frame) {
            Some(listed) if listed.is_folder => {
                let place = Place::of(&listed.path, mac.volume());
                self.go(place, None, frame, mac);
                Answer::Open
            }
            Some(listed) => Answer::Chosen(listed.path),
            None => Answer::Open,
        }
    }

    /// Goes up so many folders, and selects there where it came from.
    fn go_up<P: Program<Purpose = Q>>(&mut self, by: usize, frame: &mut Frame<P>, mac: &mut dyn Mac) {
        let chain = self.place.chain(mac.volume());
        let (Some(place), Some(before)) = (chain.get(by), by.checked_sub(1).and_then(|by| chain.get(by)))
        else {
            return;
        };
        let name = before.name(self.kit.texts.get(strings::DESKTOP));
        self.go(place.clone(), Some(&name), frame, mac);
    }

    /// Looks into a folder, and selects there what has a name, else, to open something, the first row.
    fn go<P: Program<Purpose = Q>>(
        &mut self,
        place: Place,
        selected: Option<&str>,
        frame: &mut Frame<P>,
        mac: &mut dyn Mac,
    ) {
        let mode = self.mode.clone();
        let shows = |file_type| match &mode {
            Mode::Get(types) => types.contains(&file_type),
            Mode::Put => true,
        };
        let (listed, rows) = match place.list(&self.kit, mac.volume(), shows, !self.is_put()) {
            Ok(listed) => listed,
            Err(error) => return self.complain(&error, frame),
        };
        let named = selected.and_then(|name| listed.iter().position(|listed| listed.name == name));
        let first = named.or((!self.is_put() && !listed.is_empty()).then_some(0));
        let chain = place.chain(mac.volume());
        (self.place, self.listed) = (place, listed);
        let is_put = self.is_put();
        let desktop = self.kit.texts.get(strings::DESKTOP);
        let folders: Vec<_> = chain
            .iter()
            .map(|place| MenuItem::plain(&place.name(desktop)))
            .collect();
        if let Some(dialog) = frame.dialog_with(self.dialog) {
            let rect = dialog.item_rect(items::LIST).unwrap_or_default();
            let mut list = ListBox::new(rows, is_put);
            list.select(first, rect);
            dialog.set_user_item(items::LIST, Box::new(list));
            if let Some(menu) = dialog.menu_mut(items::FOLDERS) {
                menu.items = folders;
            }
            dialog.set_value(items::FOLDERS, 1);
        }
        self.adjust(frame);
    }

    /// Which buttons can be pressed, and what the first one is called.
    fn adjust<P: Program<Purpose = Q>>(&self, frame: &mut Frame<P>) {
        let (opens, has_selection) = (self.opens(frame), self.selected(frame).is_some());
        let texts = &self.kit.texts;
        let Some(dialog) = frame.dialog_with(self.dialog) else {
            return;
        };
        let title = if self.is_put() && !opens {
            strings::SAVE
        } else {
            strings::OPEN
        };
        let usable = match self.is_put() {
            true => opens || !dialog.text(items::NAME).is_empty(),
            false => has_selection,
        };
        dialog.set_text(items::OPEN, texts.get(title));
        dialog.enable(items::OPEN, usable);
        dialog.enable(items::DESKTOP, self.place != Place::Desktop);
    }

    /// Says what the disk has refused.
    fn complain<P: Program<Purpose = Q>>(&self, error: &DiskError, frame: &mut Frame<P>) {
        let number = match error.code {
            code if DISK_LOCKED.contains(&code) => strings::DISK_LOCKED,
            DUPLICATE_NAME => strings::NAME_TAKEN,
            BAD_NAME => strings::BAD_NAME,
            _ => strings::FAILED,
        };
        self.notice(number, frame);
    }

    fn notice<P: Program<Purpose = Q>>(&self, number: usize, frame: &mut Frame<P>) {
        let text = self.kit.texts.get(number).to_owned();
        self.ask(&self.kit.notice, text, FilePart::Notice, frame);
    }

    /// Brings a small dialog up over the large one.
    fn ask<P: Program<Purpose = Q>>(
        &self,
        template: &BoxTemplate,
        parameter: String,
        part: FilePart,
        frame: &mut Frame<P>,
    ) {
        let dialog = frame.new_dialog(template, &[parameter]);
        frame.open_dialog(dialog, (self.wrap)(part));
    }
}

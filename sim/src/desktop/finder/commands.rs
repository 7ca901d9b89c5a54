//! What the menus do.

use super::Finder;
use super::content::FinderContent;
use super::desk::DeskItem;
use super::folder_view::{FolderView, window_place};
use super::resources::{alerts, menus, strings};
use super::selection::{front_folder, front_folder_mut};
use crate::desktop::application::{Frame, Window};
use crate::desktop::parts::{Choice, with_parameters};
use crate::desktop::resource::{Cursor, WindowTemplate};
use crate::desktop::{DialogIcon, Entry, EntryKind, Mac};
use std::sync::Arc;

/// Ticks that the emptying of the Trash takes.
const EMPTYING_TICKS: u32 = 30;

/// What an alert asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// Whether to empty the Trash.
    EmptyTrash,
    /// Nothing: it only says something.
    Notice,
}

/// afpItemNotFound: no application for a document.
const NO_APPLICATION: i16 = -5012;

/// What became of opening something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opened {
    /// It is open, or the user has been told why it is not.
    Done,
    /// It is not there.
    Missing,
}

/// A command of the Finder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    About,
    Open,
    Close,
    SelectAll,
    EmptyTrash,
}

/// The menu items that do something. Every other one is dimmed in its resource, or does nothing when it is chosen, as
/// the checked view and the checked application do.
const COMMANDS: [(i16, usize, Command); 5] = [
    (menus::APPLE, menus::ABOUT, Command::About),
    (menus::FILE, menus::OPEN, Command::Open),
    (menus::FILE, menus::CLOSE, Command::Close),
    (menus::EDIT, menus::SELECT_ALL, Command::SelectAll),
    (menus::SPECIAL, menus::EMPTY_TRASH, Command::EmptyTrash),
];

impl Finder {
    /// Dims and enables the items before a menu opens, as what is selected and open has it.
    pub(super) fn enable_menu_items(&self, frame: &mut Frame<Finder>) {
        for (menu, item, command) in COMMANDS {
            let enabled = self.is_possible(command, frame);
            frame.menus.enable(menu, item, enabled);
        }
    }

    fn is_possible(&self, command: Command, frame: &Frame<Finder>) -> bool {
        match command {
            Command::About => true,
            Command::Open => {
                let folder = front_folder(frame);
                let in_window = folder.is_some_and(|view| view.selection().next().is_some());
                self.selected_desk_item().is_some() || in_window
            }
            Command::Close => frame.front_window().is_some(),
            Command::SelectAll => front_folder(frame).is_some(),
            // The Trash can be emptied when it is not empty.
            Command::EmptyTrash => self.desk.trash().items > 0,
        }
    }

    /// Does what was chosen from a menu.
    pub(super) fn carry_out(&mut self, choice: Choice, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        let command = COMMANDS
            .iter()
            .find(|(menu, item, _)| (*menu, *item) == (choice.menu, choice.item));
        match command.map(|(.., command)| command) {
            None => {}
            Some(Command::About) => self.open_about(frame),
            Some(Command::Open) => self.open_selection(frame, mac),
            Some(Command::Close) => {
                if let Some(window) = frame.front_window().map(Window::id) {
                    frame.close_window(window);
                }
            }
            Some(Command::SelectAll) => {
                if let Some(view) = front_folder_mut(frame) {
                    view.select_all();
                }
            }
            Some(Command::EmptyTrash) => self.ask_to_empty_trash(frame, mac),
        }
    }

    /// Brings up the alert of Empty Trash.
    pub(super) fn ask_to_empty_trash(&mut self, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        self.look_at_volume(frame, mac);
        let trash = self.desk.trash();
        let contents = self.kit.trash_contents(trash.items, trash.bytes);
        let template = &self.kit.empty_trash;
        frame.alert(template, DialogIcon::Caution, &[contents], Question::EmptyTrash);
    }

    /// An alert that says one thing: the message with this number, with a parameter.
    fn notice(&self, message: usize, parameter: &str, frame: &mut Frame<Finder>) {
        let sentence = with_parameters(self.kit.messages.get(message), &[parameter.to_owned()]);
        frame.alert(&self.kit.notice, DialogIcon::Stop, &[sentence], Question::Notice);
    }

    /// A button of an alert was pressed.
    pub(super) fn answer(
        &mut self,
        question: Question,
        item: usize,
        frame: &mut Frame<Finder>,
        mac: &mut dyn Mac,
    ) {
        frame.close_dialog();
        if question == Question::EmptyTrash && item == alerts::OK {
            mac.set_cursor(&self.kit.watch);
            self.emptied_at = mac.ticks() + EMPTYING_TICKS;
            frame.work();
        }
    }

    /// The end of the work that the pointer was a watch for.
    pub(super) fn empty_trash(&mut self, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        let failure = mac.volume().empty_trash().err();
        mac.set_cursor(&Cursor::ARROW);
        self.look_at_volume(frame, mac);
        for view in frame
            .windows_mut()
            .filter_map(|window| window.content.as_folder_mut())
        {
            view.look_at_space(mac.volume());
        }
        if let Some(error) = failure {
            self.notice(strings::TRASH_FAILED, &error.code.to_string(), frame);
        }
    }

    fn open_about(&mut self, frame: &mut Frame<Finder>) {
        let is_about = |content: &FinderContent| matches!(content, FinderContent::About(_));
        match frame.find_window(is_about) {
            Some(window) => frame.select_window(window),
            None => {
                let about = FinderContent::About(Arc::clone(&self.kit));
                frame.open_window(&self.kit.about_window, about);
            }
        }
    }

    /// Opens the window of the disk or of the Trash.
    pub(super) fn open_desk_item(&mut self, item: DeskItem, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        let disk = mac.volume();
        let (path, title) = match item {
            DeskItem::Disk => (disk.name(), disk.name()),
            DeskItem::Trash => (disk.trash(), self.kit.windows.get(strings::TRASH_NAME).to_owned()),
        };
        self.open_folder(&path, &title, frame, mac);
    }

    /// Opens whatever is selected.
    pub(super) fn open_selection(&mut self, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        if let Some(item) = self.selected_desk_item() {
            self.open_desk_item(item, frame, mac);
            return;
        }
        let Some(view) = front_folder(frame) else { return };
        let folder = view.path.clone();
        let selected: Vec<_> = view.selection().cloned().collect();
        for entry in selected {
            self.open_entry(&folder, &entry, frame, mac);
        }
    }

    /// Opens what has this path: a folder, or the disk itself.
    pub(super) fn open_path(&mut self, path: &str, frame: &mut Frame<Finder>, mac: &mut dyn Mac) -> Opened {
        let Some((folder, name)) = path.rsplit_once(':') else {
            self.open_folder(path, path, frame, mac);
            return Opened::Done;
        };
        let listed = mac.volume().list(folder).unwrap_or_default();
        let Some(entry) = listed.iter().find(|entry| entry.name == name) else {
            return Opened::Missing;
        };
        self.open_entry(folder, entry, frame, mac);
        Opened::Done
    }

    fn open_entry(&mut self, folder: &str, entry: &Entry, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        let path = format!("{folder}:{}", entry.name);
        match entry.kind {
            EntryKind::Folder { .. } => self.open_folder(&path, &entry.name, frame, mac),
            EntryKind::File { .. } => {
                if let Err(error) = mac.open(&path) {
                    match error.code {
                        NO_APPLICATION => self.notice(strings::NO_APPLICATION, &entry.name, frame),
                        code => self.notice(strings::LAUNCH_FAILED, &code.to_string(), frame),
                    }
                }
            }
        }
    }

    fn open_folder(&mut self, path: &str, title: &str, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        let is_it = |content: &FinderContent| content.as_folder().is_some_and(|view| view.path == path);
        if let Some(window) = frame.find_window(is_it) {
            frame.select_window(window);
            return;
        }
        let number = frame.windows().count() as i16;
        let template = WindowTemplate {
            bounds: window_place(self.kit.toolkit.screen, number),
            title: title.to_owned(),
            ..self.kit.folder_window.clone()
        };
        // A folder that has gone since it was listed is not opened; the next look at the volume removes its icon.
        let width = template.bounds.width();
        if let Ok(view) = FolderView::open(&self.kit, mac.volume(), path, width) {
            frame.open_window(&template, FinderContent::Folder(view));
        }
    }
}

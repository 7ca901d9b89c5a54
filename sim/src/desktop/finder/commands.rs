//! What the menus do.

use super::about::AboutWindow;
use super::desk::DeskItem;
use super::folder_window::{FolderWindow, window_place};
use super::resources::{alerts, menus, strings};
use super::window::FinderWindow;
use super::{Activity, Choice, EMPTYING_TICKS, Finder};
use crate::desktop::parts::AlertBox;
use crate::desktop::resource::Cursor;
use crate::desktop::{Entry, EntryKind, Mac};

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
    pub(super) fn enable_menu_items(&mut self) {
        for (menu, item, command) in COMMANDS {
            let enabled = self.is_possible(command);
            self.menus.set_item_enabled(Choice { menu, item }, enabled);
        }
    }

    fn is_possible(&self, command: Command) -> bool {
        match command {
            Command::About => true,
            Command::Open => self.selected_desk_item().is_some() || self.selected_entries().next().is_some(),
            Command::Close => !self.windows.is_empty(),
            Command::SelectAll => self.front_folder().is_some(),
            // The Trash can be emptied when it is not empty.
            Command::EmptyTrash => self.desk.trash().items > 0,
        }
    }

    /// Does what was chosen from a menu.
    pub(super) fn carry_out(&mut self, choice: Option<Choice>, mac: &mut dyn Mac) {
        let Some(choice) = choice else { return };
        let command = COMMANDS
            .iter()
            .find(|(menu, item, _)| (*menu, *item) == (choice.menu, choice.item));
        match command.map(|(.., command)| command) {
            None => {}
            Some(Command::About) => self.open_about(),
            Some(Command::Open) => self.open_selection(mac),
            Some(Command::Close) => self.close_front_window(),
            Some(Command::SelectAll) => {
                if let Some(window) = self.front_folder_mut() {
                    window.select_all();
                }
            }
            Some(Command::EmptyTrash) => self.ask_to_empty_trash(mac),
        }
    }

    /// Brings up the alert of Empty Trash.
    pub(super) fn ask_to_empty_trash(&mut self, mac: &mut dyn Mac) {
        self.look_at_volume(mac);
        let trash = self.desk.trash();
        self.ask(
            self.kit.empty_trash_alert(trash.items, trash.bytes),
            Question::EmptyTrash,
        );
    }

    fn ask(&mut self, alert: AlertBox, question: Question) {
        self.alert = Some((alert, question));
    }

    /// A button of the alert was released; `item` is its number, `None` when the mouse had left it.
    pub(super) fn answer(&mut self, item: Option<usize>, mac: &mut dyn Mac) {
        let Some(item) = item else { return };
        let Some((_, question)) = self.alert.take() else {
            return;
        };
        if question == Question::EmptyTrash && item == alerts::OK {
            mac.set_cursor(&self.kit.watch);
            self.activity = Activity::Emptying {
                until: mac.ticks() + EMPTYING_TICKS,
            };
        }
    }

    /// The end of the work that the pointer was a watch for.
    pub(super) fn empty_trash(&mut self, mac: &mut dyn Mac) {
        let failure = mac.volume().empty_trash().err();
        mac.set_cursor(&Cursor::ARROW);
        self.look_at_volume(mac);
        for window in &mut self.windows {
            window.look_at_space(mac.volume());
        }
        if let Some(error) = failure {
            let notice = self.kit.notice(strings::TRASH_FAILED, &error.code.to_string());
            self.ask(notice, Question::Notice);
        }
    }

    /// Closes the front window, if there is one.
    pub(super) fn close_front_window(&mut self) {
        if !self.windows.is_empty() {
            self.windows.remove(0);
        }
    }

    fn open_about(&mut self) {
        match self
            .windows
            .iter()
            .position(|window| matches!(window, FinderWindow::About(_)))
        {
            Some(place) => self.bring_to_front(place),
            None => self
                .windows
                .insert(0, FinderWindow::About(AboutWindow::open(&self.about))),
        }
    }

    /// Opens the window of the disk or of the Trash.
    pub(super) fn open_desk_item(&mut self, item: DeskItem, mac: &mut dyn Mac) {
        let disk = mac.volume();
        let (path, title) = match item {
            DeskItem::Disk => (disk.name(), disk.name()),
            DeskItem::Trash => (disk.trash(), self.kit.windows.get(strings::TRASH_NAME).to_owned()),
        };
        self.open_folder(&path, &title, mac);
    }

    /// Opens whatever is selected.
    pub(super) fn open_selection(&mut self, mac: &mut dyn Mac) {
        if let Some(item) = self.selected_desk_item() {
            self.open_desk_item(item, mac);
            return;
        }
        let Some(window) = self.front_folder() else { return };
        let folder = window.path.clone();
        let selected: Vec<_> = window.selection().cloned().collect();
        for entry in selected {
            self.open_entry(&folder, &entry, mac);
        }
    }

    /// Opens what has this path: a folder, or the disk itself.
    pub(super) fn open_path(&mut self, path: &str, mac: &mut dyn Mac) -> Opened {
        let Some((folder, name)) = path.rsplit_once(':') else {
            self.open_folder(path, path, mac);
            return Opened::Done;
        };
        let listed = mac.volume().list(folder).unwrap_or_default();
        let Some(entry) = listed.iter().find(|entry| entry.name == name) else {
            return Opened::Missing;
        };
        self.open_entry(folder, entry, mac);
        Opened::Done
    }

    fn open_entry(&mut self, folder: &str, entry: &Entry, mac: &mut dyn Mac) {
        match entry.kind {
            EntryKind::Folder { .. } => {
                self.open_folder(&format!("{folder}:{}", entry.name), &entry.name, mac);
            }
            EntryKind::File { .. } => {
                let path = format!("{folder}:{}", entry.name);
                if let Err(error) = mac.open(&path) {
                    let notice = match error.code {
                        NO_APPLICATION => self.kit.notice(strings::NO_APPLICATION, &entry.name),
                        code => self.kit.notice(strings::LAUNCH_FAILED, &code.to_string()),
                    };
                    self.ask(notice, Question::Notice);
                }
            }
        }
    }

    fn open_folder(&mut self, path: &str, title: &str, mac: &mut dyn Mac) {
        let is_it = |window: &FinderWindow| window.as_folder().is_some_and(|window| window.path == path);
        if let Some(place) = self.windows.iter().position(is_it) {
            self.bring_to_front(place);
            return;
        }
        let place = window_place(self.kit.screen, self.windows.len() as i16);
        // A folder that has gone since it was listed is not opened; the next look at the volume removes its icon.
        if let Ok(window) = FolderWindow::open(mac.volume(), path, title, place) {
            self.windows.insert(0, FinderWindow::Folder(window));
        }
    }

    fn selected_entries(&self) -> impl Iterator<Item = &Entry> {
        self.front_folder().into_iter().flat_map(FolderWindow::selection)
    }

    /// The folder that the front window shows.
    pub(super) fn front_folder(&self) -> Option<&FolderWindow> {
        self.windows.first().and_then(FinderWindow::as_folder)
    }

    /// The same, to change it.
    pub(super) fn front_folder_mut(&mut self) -> Option<&mut FolderWindow> {
        self.windows.first_mut().and_then(FinderWindow::as_folder_mut)
    }
}

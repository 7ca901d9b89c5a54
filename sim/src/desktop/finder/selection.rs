//! What is selected: icons on the desktop, or in one window.

use super::Finder;
use super::content::FinderContent;
use super::desk::DeskItem;
use super::folder_view::FolderView;
use crate::desktop::Mac;
use crate::desktop::application::{Frame, WindowId};
use crate::desktop::parts::Press;

impl Finder {
    /// A press between the windows.
    pub(super) fn press_on_desk(&mut self, press: &Press, frame: &mut Frame<Finder>, mac: &mut dyn Mac) {
        select_nothing(frame, None);
        self.desk.selected = self.desk.item_at(press.at, &self.kit);
        if let Some(item) = self.desk.selected.filter(|_| press.clicks == 2) {
            self.open_desk_item(item, frame, mac);
        }
    }

    /// Something in a window is selected: nothing elsewhere is.
    pub(super) fn select_only_in(&mut self, window: WindowId, frame: &mut Frame<Finder>) {
        self.desk.selected = None;
        select_nothing(frame, Some(window));
    }

    /// What is selected on the desktop.
    pub(super) fn selected_desk_item(&self) -> Option<DeskItem> {
        self.desk.selected
    }
}

fn select_nothing(frame: &mut Frame<Finder>, but_in: Option<WindowId>) {
    for window in frame.windows_mut().filter(|window| Some(window.id()) != but_in) {
        if let Some(view) = window.content.as_folder_mut() {
            view.selected.clear();
        }
    }
}

/// The folder that the front window shows.
pub(super) fn front_folder(frame: &Frame<Finder>) -> Option<&FolderView> {
    frame.front_window()?.content.as_folder()
}

/// The same, to change it.
pub(super) fn front_folder_mut(frame: &mut Frame<Finder>) -> Option<&mut FolderView> {
    frame
        .front_window_mut()
        .and_then(|window| FinderContent::as_folder_mut(&mut window.content))
}

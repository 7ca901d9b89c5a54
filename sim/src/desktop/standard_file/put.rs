//! What only the dialog to save has: the name, the question whether to replace, new folders.

use super::folder::Place;
use super::resources::{items, strings};
use super::{Answer, FilePart, StandardFile};
use crate::desktop::Mac;
use crate::desktop::application::{Frame, Program};

/// Longest name of a file.
const LONGEST_NAME: usize = 31;
/// The button that does what is asked for, in the small dialogs.
const DO_IT: usize = 1;

impl<Q: Clone + Send + 'static> StandardFile<Q> {
    /// What does not fit into the name of a file cannot be typed.
    pub(super) fn limit_name<P: Program<Purpose = Q>>(&self, frame: &mut Frame<P>, mac: &mut dyn Mac) {
        let Some(dialog) = frame.dialog_with(self.dialog) else {
            return;
        };
        let name = dialog.text(items::NAME);
        if name.chars().count() > LONGEST_NAME {
            let name: String = name.chars().take(LONGEST_NAME).collect();
            dialog.set_text(items::NAME, &name);
            frame.beep(mac);
        }
    }

    /// Save was pressed.
    pub(super) fn save<P: Program<Purpose = Q>>(
        &mut self,
        frame: &mut Frame<P>,
        mac: &mut dyn Mac,
    ) -> Answer {
        let dialog = frame.dialog_with(self.dialog);
        let name = dialog.map(|dialog| dialog.text(items::NAME)).unwrap_or_default();
        let Some(folder) = self.place.path(mac.volume()) else {
            self.notice(strings::FAILED, frame);
            return Answer::Open;
        };
        if name.contains(':') {
            self.notice(strings::BAD_NAME, frame);
            return Answer::Open;
        }
        let path = format!("{folder}:{name}");
        if !mac.volume().exists(&path) {
            return Answer::Chosen(path);
        }
        if mac.volume().list(&path).is_ok() {
            self.notice(strings::NAME_OF_FOLDER, frame);
            return Answer::Open;
        }
        self.replaced = path;
        self.ask(&self.kit.replace, name, FilePart::Replace, frame);
        Answer::Open
    }

    pub(super) fn hit_replace<P: Program<Purpose = Q>>(&self, item: usize, frame: &mut Frame<P>) -> Answer {
        frame.close_dialog();
        match item {
            DO_IT => Answer::Chosen(self.replaced.clone()),
            _ => Answer::Open,
        }
    }

    /// New Folder was pressed.
    pub(super) fn ask_for_folder<P: Program<Purpose = Q>>(&self, frame: &mut Frame<P>) {
        let mut dialog = frame.new_dialog(&self.kit.new_folder, &[]);
        dialog.select_text(items::FOLDER_NAME, 0..usize::MAX);
        frame.open_dialog(dialog, (self.wrap)(FilePart::NewFolder));
    }

    /// Makes the folder and looks into it.
    pub(super) fn hit_new_folder<P: Program<Purpose = Q>>(
        &mut self,
        item: usize,
        frame: &mut Frame<P>,
        mac: &mut dyn Mac,
    ) -> Answer {
        let name = frame
            .dialog()
            .map(|dialog| dialog.text(items::FOLDER_NAME))
            .unwrap_or_default();
        if item == items::FOLDER_NAME {
            return Answer::Open;
        }
        if item != DO_IT {
            frame.close_dialog();
            return Answer::Open;
        }
        if name.is_empty() || name.contains(':') || name.chars().count() > LONGEST_NAME {
            self.notice(strings::BAD_NAME, frame);
            return Answer::Open;
        }
        let Some(folder) = self.place.path(mac.volume()) else {
            self.notice(strings::FAILED, frame);
            return Answer::Open;
        };
        let path = format!("{folder}:{name}");
        match mac.volume().make_folder(&path) {
            Ok(()) => {
                frame.close_dialog();
                let place = Place::of(&path, mac.volume());
                self.go(place, None, frame, mac);
            }
            Err(error) => self.complain(&error, frame),
        }
        Answer::Open
    }
}

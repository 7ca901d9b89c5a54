//! What the dialogs are made from.

use super::resources::{GET, NEW_FOLDER, NOTICE, PUT, REPLACE, STRINGS};
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts, Style};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::parts::{BoxTemplate, ControlLook, UserItem};
use crate::desktop::resource::{SmallIcon, StringList};
use crate::desktop::system_file::icons;
use crate::desktop::{Entry, EntryKind, FinderError, Toolkit};
use std::sync::Arc;

/// Side of a small icon, and from it to the name.
const ICON_SIZE: i16 = 16;
const ICON_GAP: i16 = 3;
/// Room at both sides of the disk's name.
const SPARE: i16 = 5;
const BASELINE: i16 = 12;

/// See the module.
pub struct FileKit {
    pub(super) get: BoxTemplate,
    pub(super) put: BoxTemplate,
    pub(super) notice: BoxTemplate,
    pub(super) replace: BoxTemplate,
    pub(super) new_folder: BoxTemplate,
    pub(super) texts: StringList,
    pub(super) disk: Arc<SmallIcon>,
    folder: Arc<SmallIcon>,
    document: Arc<SmallIcon>,
    application: Arc<SmallIcon>,
}

impl FileKit {
    /// Reads it from the System file.
    ///
    /// # Errors
    /// [`FinderError::Resource`] when something is missing or damaged.
    pub fn load(toolkit: &Toolkit) -> Result<FileKit, FinderError> {
        let icon = |id| toolkit.load::<SmallIcon>(id).map(Arc::new);
        Ok(FileKit {
            get: toolkit.dialog(GET)?,
            put: toolkit.dialog(PUT)?,
            notice: toolkit.dialog(NOTICE)?,
            replace: toolkit.dialog(REPLACE)?,
            new_folder: toolkit.dialog(NEW_FOLDER)?,
            texts: toolkit.load(STRINGS)?,
            disk: icon(icons::HARD_DISK)?,
            folder: icon(icons::FOLDER)?,
            document: icon(icons::DOCUMENT)?,
            application: icon(icons::APPLICATION)?,
        })
    }

    pub(super) fn icon_of(&self, entry: &Entry) -> Arc<SmallIcon> {
        Arc::clone(match entry.kind {
            EntryKind::Folder { .. } => &self.folder,
            EntryKind::File { file_type, .. } if file_type == *b"APPL" => &self.application,
            EntryKind::File { .. } => &self.document,
        })
    }
}

/// The name of the disk with its icon.
#[derive(Clone)]
pub(super) struct DiskName {
    pub icon: Arc<SmallIcon>,
    pub name: String,
}

impl UserItem for DiskName {
    fn draw(&self, canvas: &mut Canvas, rect: Rect, fonts: &Fonts, _: ControlLook) {
        let style = TextStyle::plain(FontName::Chicago12);
        let width = ICON_SIZE + ICON_GAP + fonts.width(style.font, Style::Plain, &self.name);
        // A long name goes over the sides of the item, as far as there is room.
        let room = rect.inset(0, -SPARE);
        let left = (rect.left + (rect.width() - width) / 2).max(room.left);
        canvas.fill(rect, Colour::White);
        canvas.clipped(room, |canvas| {
            canvas.icon(self.icon.as_ref(), Point::new(rect.top, left), false);
            let pen = Point::new(rect.top + BASELINE, left + ICON_SIZE + ICON_GAP);
            canvas.text(fonts, pen, &self.name, style);
        });
    }

    fn boxed(&self) -> Box<dyn UserItem> {
        Box::new(self.clone())
    }
}

/// The line between the buttons.
#[derive(Clone)]
pub(super) struct Divider;

impl UserItem for Divider {
    fn draw(&self, canvas: &mut Canvas, rect: Rect, _: &Fonts, _: ControlLook) {
        match canvas.has_colour() {
            true => canvas.fill(rect, Colour::Grey),
            false => canvas.fill_grey_pattern(rect),
        }
    }

    fn boxed(&self) -> Box<dyn UserItem> {
        Box::new(self.clone())
    }
}

//! What the Finder draws and speaks with, read from its own file and from the System file.

use super::FinderError;
use super::resources::{alerts, strings};
use crate::desktop::font::Fonts;
use crate::desktop::geometry::Rect;
use crate::desktop::parts::{AlertBox, AlertTemplate, with_parameters};
use crate::desktop::resource::{self, Alert, Cursor, Format, ItemList, LargeIcon, StringList};
use crate::desktop::system_file::{WATCH, icons};
use crate::desktop::{DialogIcon, Station};
use mc_pack::ResourceFork;

/// Fonts, icons, alerts and texts.
pub(super) struct Kit {
    pub station: Station,
    pub screen: Rect,
    pub fonts: Fonts,
    pub icons: IconSet,
    pub watch: Cursor,
    pub windows: StringList,
    pub messages: StringList,
    pub about: StringList,
    empty_trash: (Alert, ItemList),
    notice: (Alert, ItemList),
}

/// The pictures.
pub(super) struct IconSet {
    pub document: LargeIcon,
    pub text_document: LargeIcon,
    pub application: LargeIcon,
    pub folder: LargeIcon,
    pub system_folder: LargeIcon,
    pub hard_disk: LargeIcon,
    pub trash: LargeIcon,
    pub full_trash: LargeIcon,
    pub computer: LargeIcon,
    caution: LargeIcon,
    stop: LargeIcon,
}

/// The files whose resources an application finds: its own first, then the System file.
pub(super) struct SearchPath<'a> {
    pub own: &'a ResourceFork,
    pub system: &'a ResourceFork,
}

impl SearchPath<'_> {
    /// GetResource.
    pub fn load<T: Format>(&self, id: i16) -> Result<T, FinderError> {
        let file = if self.own.get(T::KIND, id).is_some() {
            self.own
        } else {
            self.system
        };
        Ok(resource::load(file, id)?)
    }
}

impl Kit {
    /// Reads everything.
    pub fn load(station: Station, screen: Rect, files: &SearchPath<'_>) -> Result<Kit, FinderError> {
        let alert = |id| -> Result<(Alert, ItemList), FinderError> {
            let alert: Alert = files.load(id)?;
            let dialog = files.load(alert.items)?;
            Ok((alert, dialog))
        };
        Ok(Kit {
            station,
            screen,
            fonts: Fonts::load(files.system)?,
            icons: IconSet {
                document: files.load(icons::DOCUMENT)?,
                text_document: files.load(icons::TEXT_DOCUMENT)?,
                application: files.load(icons::APPLICATION)?,
                folder: files.load(icons::FOLDER)?,
                system_folder: files.load(icons::SYSTEM_FOLDER)?,
                hard_disk: files.load(icons::HARD_DISK)?,
                trash: files.load(icons::TRASH)?,
                full_trash: files.load(icons::FULL_TRASH)?,
                computer: files.load(icons::COMPUTER)?,
                caution: files.load(icons::CAUTION)?,
                stop: files.load(icons::STOP)?,
            },
            watch: files.load(WATCH)?,
            windows: files.load(strings::WINDOWS)?,
            messages: files.load(strings::MESSAGES)?,
            about: files.load(strings::ABOUT)?,
            empty_trash: alert(alerts::EMPTY_TRASH)?,
            notice: alert(alerts::NOTICE)?,
        })
    }

    /// The alert before the Trash is emptied.
    pub fn empty_trash_alert(&self, items: usize, bytes: u64) -> AlertBox {
        let size = self.size(bytes);
        let contents = match items {
            1 => with_parameters(self.messages.get(strings::TRASH_ITEM), &[String::new(), size]),
            _ => with_parameters(
                self.messages.get(strings::TRASH_ITEMS),
                &[items.to_string(), size],
            ),
        };
        self.alert(
            &self.empty_trash,
            (DialogIcon::Caution, &self.icons.caution),
            &[contents],
        )
    }

    /// An alert that says one thing: the message with this number, with a parameter.
    pub fn notice(&self, message: usize, parameter: &str) -> AlertBox {
        let sentence = with_parameters(self.messages.get(message), &[parameter.to_owned()]);
        self.alert(&self.notice, (DialogIcon::Stop, &self.icons.stop), &[sentence])
    }

    fn alert(
        &self,
        (alert, dialog): &(Alert, ItemList),
        icon: (DialogIcon, &LargeIcon),
        parameters: &[String],
    ) -> AlertBox {
        AlertBox::new(
            &AlertTemplate {
                alert,
                dialog,
                icon,
                parameters,
            },
            &self.fonts,
            self.screen,
        )
    }

    /// A size as the Finder writes it: `5K` below a megabyte, `12.3 MB` from there.
    pub fn size(&self, bytes: u64) -> String {
        const MEGABYTE: u64 = 1 << 20;
        if bytes < MEGABYTE {
            with_parameters(
                self.windows.get(strings::KILOBYTES),
                &[bytes.div_ceil(1024).to_string()],
            )
        } else {
            let tenths = bytes * 10 / MEGABYTE;
            let number = format!("{}.{}", tenths / 10, tenths % 10);
            with_parameters(self.windows.get(strings::MEGABYTES), &[number])
        }
    }

    /// `5 items`.
    pub fn item_count(&self, count: usize) -> String {
        match count {
            1 => self.windows.get(strings::ONE_ITEM).to_owned(),
            _ => with_parameters(self.windows.get(strings::ITEM_COUNT), &[count.to_string()]),
        }
    }
}

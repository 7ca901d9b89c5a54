//! What the Finder draws and speaks with, read from its own file and from the System file.

use super::resources::{alerts, strings};
use crate::desktop::parts::{BoxTemplate, with_parameters};
use crate::desktop::resource::{Cursor, LargeIcon, StringList, WindowTemplate};
use crate::desktop::system_file::{WATCH, icons};
use crate::desktop::{FinderError, Toolkit};
use std::sync::Arc;

/// Icons, alerts, windows and texts.
pub(super) struct Kit {
    pub toolkit: Arc<Toolkit>,
    pub icons: IconSet,
    pub watch: Cursor,
    pub windows: StringList,
    pub messages: StringList,
    pub about: StringList,
    pub about_window: WindowTemplate,
    pub folder_window: WindowTemplate,
    pub empty_trash: BoxTemplate,
    pub notice: BoxTemplate,
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
}

impl Kit {
    /// Reads everything.
    pub fn load(toolkit: Arc<Toolkit>) -> Result<Kit, FinderError> {
        Ok(Kit {
            icons: IconSet {
                document: toolkit.load(icons::DOCUMENT)?,
                text_document: toolkit.load(icons::TEXT_DOCUMENT)?,
                application: toolkit.load(icons::APPLICATION)?,
                folder: toolkit.load(icons::FOLDER)?,
                system_folder: toolkit.load(icons::SYSTEM_FOLDER)?,
                hard_disk: toolkit.load(icons::HARD_DISK)?,
                trash: toolkit.load(icons::TRASH)?,
                full_trash: toolkit.load(icons::FULL_TRASH)?,
                computer: toolkit.load(icons::COMPUTER)?,
            },
            watch: toolkit.load(WATCH)?,
            windows: toolkit.load(strings::WINDOWS)?,
            messages: toolkit.load(strings::MESSAGES)?,
            about: toolkit.load(strings::ABOUT)?,
            about_window: toolkit.load(super::resources::ABOUT_WINDOW)?,
            folder_window: toolkit.load(super::resources::FOLDER_WINDOW)?,
            empty_trash: toolkit.alert(alerts::EMPTY_TRASH)?,
            notice: toolkit.alert(alerts::NOTICE)?,
            toolkit,
        })
    }

    /// What the alert of Empty Trash says is in it.
    pub fn trash_contents(&self, items: usize, bytes: u64) -> String {
        let size = self.size(bytes);
        match items {
            1 => with_parameters(self.messages.get(strings::TRASH_ITEM), &[String::new(), size]),
            _ => with_parameters(
                self.messages.get(strings::TRASH_ITEMS),
                &[items.to_string(), size],
            ),
        }
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

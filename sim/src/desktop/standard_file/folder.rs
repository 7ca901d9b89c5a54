//! Where a dialog of Standard File looks: a folder, or the desktop with the disk on it.

use super::kit::FileKit;
use crate::desktop::parts::ListRow;
use crate::desktop::{Disk, DiskError, Entry, EntryKind};
use std::sync::Arc;

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    Desktop,
    /// A folder or the disk by its path.
    Folder(String),
}

/// Something in the list.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    pub name: String,
    pub path: String,
    /// Whether it can be opened to look into it.
    pub is_folder: bool,
}

impl Place {
    /// The folder with this path.
    pub fn of(path: &str, disk: &mut dyn Disk) -> Place {
        match disk.desktop_folder().as_deref() == Some(path) {
            true => Place::Desktop,
            false => Place::Folder(path.to_owned()),
        }
    }

    /// The path of the folder that files are in; none of the desktop of a disk that cannot have one.
    pub fn path(&self, disk: &mut dyn Disk) -> Option<String> {
        match self {
            Place::Desktop => disk.desktop_folder(),
            Place::Folder(path) => Some(path.clone()),
        }
    }

    /// What it lies in; the disk lies on the desktop, which lies in nothing.
    pub fn parent(&self, disk: &mut dyn Disk) -> Option<Place> {
        match self {
            Place::Desktop => None,
            Place::Folder(path) => Some(match path.rsplit_once(':') {
                Some((parent, _)) => Place::of(parent, disk),
                None => Place::Desktop,
            }),
        }
    }

    /// What the pop-up menu calls it.
    pub fn name(&self, desktop: &str) -> String {
        match self {
            Place::Desktop => desktop.to_owned(),
            Place::Folder(path) => path.rsplit(':').next().unwrap_or(path).to_owned(),
        }
    }

    /// It and everything that it lies in, up to the desktop.
    pub fn chain(&self, disk: &mut dyn Disk) -> Vec<Place> {
        let mut chain = vec![self.clone()];
        while let Some(parent) = chain.last().and_then(|place| place.parent(disk)) {
            chain.push(parent);
        }
        chain
    }

    /// What is in it, with a row for each: of files only those that `shows`, which can be selected if `takes_files`.
    ///
    /// # Errors
    /// [`DiskError`] when it cannot be listed.
    pub fn list(
        &self,
        kit: &FileKit,
        disk: &mut dyn Disk,
        shows: impl Fn([u8; 4]) -> bool,
        takes_files: bool,
    ) -> Result<(Vec<Listed>, Vec<ListRow>), DiskError> {
        let mut listed = Vec::new();
        let mut rows = Vec::new();
        if *self == Place::Desktop {
            let name = disk.name();
            rows.push(ListRow {
                text: name.clone(),
                icon: Arc::clone(&kit.disk),
                enabled: true,
            });
            listed.push(Listed {
                path: name.clone(),
                name,
                is_folder: true,
            });
        }
        let Some(folder) = self.path(disk) else {
            return Ok((listed, rows));
        };
        let is_shown = |entry: &Entry| match entry.kind {
            _ if entry.invisible => false,
            EntryKind::Folder { .. } => true,
            EntryKind::File { file_type, .. } => shows(file_type),
        };
        for entry in disk.list(&folder)?.into_iter().filter(is_shown) {
            let is_folder = matches!(entry.kind, EntryKind::Folder { .. });
            rows.push(ListRow {
                text: entry.name.clone(),
                icon: kit.icon_of(&entry),
                enabled: is_folder || takes_files,
            });
            listed.push(Listed {
                path: format!("{folder}:{}", entry.name),
                name: entry.name,
                is_folder,
            });
        }
        Ok((listed, rows))
    }
}

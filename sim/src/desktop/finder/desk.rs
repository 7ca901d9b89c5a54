//! The desktop itself: the disk's icon and the Trash on the grey pattern.

use super::kit::Kit;
use super::resources::strings;
use crate::desktop::draw::Canvas;
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::parts::{IconView, MENU_BAR_HEIGHT};
use crate::desktop::{Disk, DiskError, EntryKind, IconScene};

/// From the right side of the screen to the left side of the icons.
const ICON_COLUMN: i16 = 60;
/// From the menu bar to the disk, and from the Trash's picture to the lower side.
const DISK_DROP: i16 = 12;
const TRASH_RISE: i16 = 56;

/// An icon of the desktop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeskItem {
    /// The startup volume.
    Disk,
    /// The Trash.
    Trash,
}

/// What lies on the desktop.
#[derive(Clone)]
pub(super) struct Desk {
    disk_name: String,
    trash: TrashContents,
    pub selected: Option<DeskItem>,
}

/// What emptying the Trash would remove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TrashContents {
    /// Files and folders, those inside folders too.
    pub items: usize,
    /// Bytes of all forks.
    pub bytes: u64,
}

impl Desk {
    /// An empty desktop, before the volume is looked at.
    pub fn new() -> Desk {
        Desk {
            disk_name: String::new(),
            trash: TrashContents::default(),
            selected: None,
        }
    }

    /// Looks at the volume again; tells whether something shows differently.
    pub fn refresh(&mut self, disk: &dyn Disk) -> Result<bool, DiskError> {
        let now = (disk.name(), contents(disk, &disk.trash())?);
        let changed = (&self.disk_name, self.trash) != (&now.0, now.1);
        (self.disk_name, self.trash) = now;
        Ok(changed)
    }

    /// What is in the Trash.
    pub fn trash(&self) -> TrashContents {
        self.trash
    }

    fn icons(&self, kit: &Kit) -> [(DeskItem, IconView); 2] {
        let left = kit.toolkit.screen.right - ICON_COLUMN;
        let icon = |item, name: &str, top| {
            let origin = Point::new(top, left);
            (
                item,
                IconView {
                    name: name.to_owned(),
                    origin,
                    selected: self.selected == Some(item),
                },
            )
        };
        let disk_top = kit.toolkit.screen.top + MENU_BAR_HEIGHT + DISK_DROP;
        let trash_name = kit.windows.get(strings::TRASH_NAME);
        [
            icon(DeskItem::Disk, &self.disk_name, disk_top),
            icon(
                DeskItem::Trash,
                trash_name,
                kit.toolkit.screen.bottom - TRASH_RISE,
            ),
        ]
    }

    /// The icon at this point.
    pub fn item_at(&self, point: Point, kit: &Kit) -> Option<DeskItem> {
        let hit = |(_, icon): &(DeskItem, IconView)| icon.contains(point, &kit.toolkit.fonts);
        self.icons(kit).into_iter().find(hit).map(|(item, _)| item)
    }

    /// Draws pattern and icons.
    pub fn draw(&self, canvas: &mut Canvas, kit: &Kit) {
        canvas.fill_grey_pattern(Rect {
            top: kit.toolkit.screen.top + MENU_BAR_HEIGHT,
            ..kit.toolkit.screen
        });
        for (item, icon) in self.icons(kit) {
            let picture = match item {
                DeskItem::Disk => &kit.icons.hard_disk,
                DeskItem::Trash if self.trash.items > 0 => &kit.icons.full_trash,
                DeskItem::Trash => &kit.icons.trash,
            };
            icon.draw(canvas, &kit.toolkit.fonts, picture);
        }
    }

    /// What tests should know of the icons.
    pub fn scene(&self, kit: &Kit) -> Vec<IconScene> {
        self.icons(kit)
            .iter()
            .map(|(_, icon)| icon.scene(&kit.toolkit.fonts))
            .collect()
    }
}

/// Counts everything below a folder.
fn contents(disk: &dyn Disk, root: &str) -> Result<TrashContents, DiskError> {
    let mut found = TrashContents::default();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in disk.list(&folder)? {
            found.items += 1;
            match entry.kind {
                EntryKind::Folder { .. } => folders.push(format!("{folder}:{}", entry.name)),
                EntryKind::File { bytes, .. } => found.bytes += bytes,
            }
        }
    }
    Ok(found)
}

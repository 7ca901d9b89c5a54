//! What is in the window of a folder: its files and folders, by icon.

use super::kit::Kit;
use super::resources::strings;
use crate::desktop::application::{Extent, Pane};
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Style};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::parts::{ICON_SIZE, IconView, SCROLL_BAR_WIDTH, with_parameters};
use crate::desktop::resource::LargeIcon;
use crate::desktop::{Disk, DiskError, Entry, EntryKind, IconScene};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Rows of the line that counts the items, with the double line below it.
pub(super) const HEADER_HEIGHT: i16 = 20;
const HEADER_BASELINE: i16 = 13;
const HEADER_MARGIN: i16 = 10;
/// Distance of two icons, and of the first one from the corner.
const CELL: Point = Point::new(62, 92);
const FIRST_ICON: Point = Point::new(14, 34);
/// How far an arrow of a scroll bar scrolls.
const LINE: Point = Point::new(16, 16);

/// An open folder.
#[derive(Clone)]
pub(super) struct FolderView {
    pub path: String,
    pub selected: BTreeSet<String>,
    kit: Arc<Kit>,
    entries: Vec<Entry>,
    /// Icons in a row, as many as went into the window when it was opened.
    per_row: i16,
    used: u64,
    free: u64,
}

impl FolderView {
    /// Opens the folder at `path` for a window that is as wide.
    pub fn open(kit: &Arc<Kit>, disk: &dyn Disk, path: &str, width: i16) -> Result<FolderView, DiskError> {
        let mut view = FolderView {
            path: path.to_owned(),
            selected: BTreeSet::new(),
            kit: Arc::clone(kit),
            entries: Vec::new(),
            per_row: ((width - SCROLL_BAR_WIDTH - FIRST_ICON.h) / CELL.h).max(1),
            used: 0,
            free: 0,
        };
        view.refresh(disk)?;
        view.look_at_space(disk);
        Ok(view)
    }

    /// Reads the folder again; tells whether it has changed. The space on the disk is looked at when it has, not whenever some
    /// file elsewhere grows.
    pub fn refresh(&mut self, disk: &dyn Disk) -> Result<bool, DiskError> {
        let mut entries = disk.list(&self.path)?;
        entries.retain(|entry| !entry.invisible);
        let changed = self.entries != entries;
        if changed {
            self.entries = entries;
            self.look_at_space(disk);
        }
        Ok(changed)
    }

    /// Reads how much of the disk is used and free.
    pub fn look_at_space(&mut self, disk: &dyn Disk) {
        (self.used, self.free) = (disk.used_bytes(), disk.free_bytes());
    }

    /// The icons inside, in rows from the upper left.
    fn icons(&self, pane: &Pane) -> impl Iterator<Item = (IconView, &Entry)> {
        let origin = pane.origin();
        let per_row = self.per_row;
        (0..).zip(&self.entries).map(move |(index, entry)| {
            let v = origin.v + FIRST_ICON.v + index / per_row * CELL.v;
            let h = origin.h + FIRST_ICON.h + index % per_row * CELL.h;
            let selected = self.selected.contains(&entry.name);
            (
                IconView {
                    name: entry.name.clone(),
                    origin: Point::new(v, h),
                    selected,
                },
                entry,
            )
        })
    }

    /// The entry whose icon is at this point.
    pub fn entry_at(&self, point: Point, pane: &Pane) -> Option<&Entry> {
        let inside = pane.view.contains(point);
        self.icons(pane)
            .find(|(icon, _)| inside && icon.contains(point, &self.kit.toolkit.fonts))
            .map(|(_, entry)| entry)
    }

    /// Selects every icon.
    pub fn select_all(&mut self) {
        self.selected = self.entries.iter().map(|entry| entry.name.clone()).collect();
    }

    /// The selected entries.
    pub fn selection(&self) -> impl Iterator<Item = &Entry> {
        self.entries
            .iter()
            .filter(|entry| self.selected.contains(&entry.name))
    }

    /// As far as the icons reach.
    pub fn extent(&self) -> Extent {
        let count = self.entries.len() as i16;
        let rows = (count + self.per_row - 1) / self.per_row;
        Extent {
            height: FIRST_ICON.v + rows * CELL.v,
            width: FIRST_ICON.h / 2 + count.min(self.per_row) * CELL.h,
            line: LINE,
        }
    }

    /// Draws the icons.
    pub fn draw(&self, canvas: &mut Canvas, pane: &Pane) {
        for (icon, entry) in self.icons(pane) {
            icon.draw(canvas, &self.kit.toolkit.fonts, self.picture(entry));
        }
    }

    /// Draws the line above them.
    pub fn draw_header(&self, canvas: &mut Canvas, content: Rect) {
        let (kit, fonts) = (&self.kit, &self.kit.toolkit.fonts);
        let line = content.top + HEADER_HEIGHT - 1;
        canvas.horizontal(line - 2, content.left, content.right, Colour::Black);
        canvas.horizontal(line, content.left, content.right, Colour::Black);
        let style = TextStyle::plain(FontName::Geneva9);
        let baseline = content.top + HEADER_BASELINE;
        let count = kit.item_count(self.entries.len());
        let pen = Point::new(baseline, content.left + HEADER_MARGIN);
        canvas.text(fonts, pen, &count, style);
        let in_disk = with_parameters(kit.windows.get(strings::IN_DISK), &[kit.size(self.used)]);
        let centre = (content.left + content.right) / 2;
        canvas.centred_text(fonts, centre, baseline, &in_disk, style);
        let available = with_parameters(kit.windows.get(strings::AVAILABLE), &[kit.size(self.free)]);
        let width = fonts.width(FontName::Geneva9, Style::Plain, &available);
        let pen = Point::new(baseline, content.right - HEADER_MARGIN - width);
        canvas.text(fonts, pen, &available, style);
    }

    fn picture(&self, entry: &Entry) -> &LargeIcon {
        let on_root = !self.path.contains(':');
        let (icons, texts) = (&self.kit.icons, &self.kit.windows);
        match entry.kind {
            EntryKind::Folder { .. } if on_root && entry.name == texts.get(strings::SYSTEM_FOLDER) => {
                &icons.system_folder
            }
            EntryKind::Folder { .. } => &icons.folder,
            EntryKind::File { file_type, .. } => match &file_type {
                b"APPL" => &icons.application,
                b"TEXT" => &icons.text_document,
                _ => &icons.document,
            },
        }
    }

    /// What tests should know of the icons that show.
    pub fn scene(&self, pane: &Pane) -> Vec<IconScene> {
        let shown = |icon: &IconView| !icon.rect().intersect(pane.view).is_empty();
        self.icons(pane)
            .map(|(icon, _)| icon)
            .filter(shown)
            .map(|icon| icon.scene(&self.kit.toolkit.fonts))
            .collect()
    }
}

/// Where the first window of a screen opens, and by how much each further one is moved.
pub(super) fn window_place(screen: Rect, number: i16) -> Rect {
    let width = (screen.width() - 160).min(430);
    let height = (screen.height() - 150).min(250);
    let step = 20 * (number % 4);
    Rect::at(
        Point::new(screen.top + 46 + step, screen.left + 14 + step),
        height,
        width,
    )
    .intersect(Rect {
        bottom: screen.bottom - ICON_SIZE / 4,
        ..screen
    })
}

//! A window that shows what is in a folder, by icon.

use super::kit::Kit;
use super::resources::strings;
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Style};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::parts::{
    ICON_SIZE, IconView, SCROLL_BAR_WIDTH, WindowFrame, draw_scroll_bars, with_parameters,
};
use crate::desktop::resource::LargeIcon;
use crate::desktop::{Disk, DiskError, Entry, EntryKind, IconScene};
use std::collections::BTreeSet;

/// Rows of the line that counts the items, with the double line below it.
const HEADER_HEIGHT: i16 = 20;
const HEADER_BASELINE: i16 = 13;
const HEADER_MARGIN: i16 = 10;
/// Distance of two icons, and of the first one from the corner.
const CELL: Point = Point::new(62, 92);
const FIRST_ICON: Point = Point::new(14, 34);

/// An open folder.
pub(super) struct FolderWindow {
    pub path: String,
    pub frame: WindowFrame,
    pub selected: BTreeSet<String>,
    entries: Vec<Entry>,
    used: u64,
    free: u64,
}

impl FolderWindow {
    /// Opens the folder at `path`.
    pub fn open(disk: &dyn Disk, path: &str, title: &str, content: Rect) -> Result<FolderWindow, DiskError> {
        let mut window = FolderWindow {
            path: path.to_owned(),
            frame: WindowFrame {
                title: title.to_owned(),
                content,
                zooms: true,
            },
            selected: BTreeSet::new(),
            entries: Vec::new(),
            used: 0,
            free: 0,
        };
        window.refresh(disk)?;
        window.look_at_space(disk);
        Ok(window)
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
    fn icons(&self) -> impl Iterator<Item = (IconView, &Entry)> {
        let area = self.icon_area();
        let per_row = ((area.width() - FIRST_ICON.h) / CELL.h).max(1);
        (0..).zip(&self.entries).map(move |(index, entry)| {
            let v = area.top + FIRST_ICON.v + index / per_row * CELL.v;
            let h = area.left + FIRST_ICON.h + index % per_row * CELL.h;
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

    fn icon_area(&self) -> Rect {
        let content = self.frame.content;
        Rect::new(
            content.top + HEADER_HEIGHT,
            content.left,
            content.bottom - SCROLL_BAR_WIDTH,
            content.right - SCROLL_BAR_WIDTH,
        )
    }

    /// The entry whose icon is at this point.
    pub fn entry_at(&self, point: Point, kit: &Kit) -> Option<&Entry> {
        let inside = self.icon_area().contains(point);
        self.icons()
            .find(|(icon, _)| inside && icon.contains(point, &kit.fonts))
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

    /// Draws the window.
    pub fn draw(&self, canvas: &mut Canvas, kit: &Kit, active: bool, close_pressed: bool) {
        self.frame.draw(canvas, &kit.fonts, active, close_pressed);
        canvas.clipped(self.frame.content, |canvas| {
            self.draw_header(canvas, kit);
            draw_scroll_bars(
                canvas,
                Rect {
                    top: self.frame.content.top + HEADER_HEIGHT,
                    ..self.frame.content
                },
                active,
            );
        });
        canvas.clipped(self.icon_area(), |canvas| {
            for (icon, entry) in self.icons() {
                icon.draw(canvas, &kit.fonts, self.picture(entry, kit));
            }
        });
    }

    fn draw_header(&self, canvas: &mut Canvas, kit: &Kit) {
        let content = self.frame.content;
        let line = content.top + HEADER_HEIGHT - 1;
        canvas.horizontal(line - 2, content.left, content.right, Colour::Black);
        canvas.horizontal(line, content.left, content.right, Colour::Black);
        let style = TextStyle::plain(FontName::Geneva9);
        let baseline = content.top + HEADER_BASELINE;
        let count = kit.item_count(self.entries.len());
        canvas.text(
            &kit.fonts,
            Point::new(baseline, content.left + HEADER_MARGIN),
            &count,
            style,
        );
        let in_disk = with_parameters(kit.windows.get(strings::IN_DISK), &[kit.size(self.used)]);
        canvas.centred_text(
            &kit.fonts,
            (content.left + content.right) / 2,
            baseline,
            &in_disk,
            style,
        );
        let available = with_parameters(kit.windows.get(strings::AVAILABLE), &[kit.size(self.free)]);
        let width = kit.fonts.width(FontName::Geneva9, Style::Plain, &available);
        canvas.text(
            &kit.fonts,
            Point::new(baseline, content.right - HEADER_MARGIN - width),
            &available,
            style,
        );
    }

    fn picture<'a>(&self, entry: &Entry, kit: &'a Kit) -> &'a LargeIcon {
        let on_root = !self.path.contains(':');
        match entry.kind {
            EntryKind::Folder { .. } if on_root && entry.name == kit.windows.get(strings::SYSTEM_FOLDER) => {
                &kit.icons.system_folder
            }
            EntryKind::Folder { .. } => &kit.icons.folder,
            EntryKind::File { file_type, .. } => match &file_type {
                b"APPL" => &kit.icons.application,
                b"TEXT" => &kit.icons.text_document,
                _ => &kit.icons.document,
            },
        }
    }

    /// What tests should know of the icons that show.
    pub fn scene(&self, kit: &Kit) -> Vec<IconScene> {
        let area = self.icon_area();
        let shown = |icon: &IconView| !icon.rect().intersect(area).is_empty();
        self.icons()
            .map(|(icon, _)| icon)
            .filter(shown)
            .map(|icon| icon.scene(&kit.fonts))
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

//! What is in the Finder's windows.

use super::about;
use super::folder_view::{FolderView, HEADER_HEIGHT};
use super::kit::Kit;
use crate::desktop::application::{Bars, Content, Extent, Pane};
use crate::desktop::draw::Canvas;
use crate::desktop::geometry::Point;
use crate::desktop::parts::{Press, SCROLL_BAR_WIDTH, Step};
use crate::desktop::{Disk, DiskError, Mac, Toolkit, WindowScene};
use std::sync::Arc;

/// One of them.
#[derive(Clone)]
pub(super) enum FinderContent {
    /// A folder, the disk or the Trash.
    Folder(FolderView),
    /// About This Macintosh.
    About(Arc<Kit>),
}

/// What a press in a window has the Finder do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    /// Something in this window is selected now, or nothing: what is selected elsewhere no longer is.
    Select,
    /// What is selected is to be opened.
    Open,
}

impl FinderContent {
    /// The folder that it shows.
    pub fn as_folder(&self) -> Option<&FolderView> {
        match self {
            FinderContent::Folder(view) => Some(view),
            FinderContent::About(_) => None,
        }
    }

    /// The folder that it shows, to change it.
    pub fn as_folder_mut(&mut self) -> Option<&mut FolderView> {
        match self {
            FinderContent::Folder(view) => Some(view),
            FinderContent::About(_) => None,
        }
    }

    /// Looks at the volume again; tells whether something shows differently.
    pub fn refresh(&mut self, disk: &dyn Disk) -> Result<bool, DiskError> {
        self.as_folder_mut().map_or(Ok(false), |view| view.refresh(disk))
    }
}

impl Content for FinderContent {
    type Act = Act;

    fn draw(&self, canvas: &mut Canvas, pane: &Pane, _: &Toolkit) {
        match self {
            FinderContent::Folder(view) => view.draw(canvas, pane),
            FinderContent::About(kit) => about::draw(canvas, pane, kit),
        }
    }

    fn bars(&self) -> Bars {
        match self {
            FinderContent::Folder(_) => Bars::Both,
            FinderContent::About(_) => Bars::None,
        }
    }

    fn extent(&self, _: &Pane, _: &Toolkit) -> Extent {
        self.as_folder().map(FolderView::extent).unwrap_or_default()
    }

    fn header(&self) -> i16 {
        self.as_folder().map_or(0, |_| HEADER_HEIGHT)
    }

    fn draw_header(&self, canvas: &mut Canvas, pane: &Pane, _: &Toolkit) {
        if let Some(view) = self.as_folder() {
            view.draw_header(canvas, pane.content);
        }
    }

    /// A window of the Finder is zoomed so far that all its icons show.
    fn zoomed_size(&self, _: &Toolkit) -> Option<Point> {
        let extent = self.as_folder()?.extent();
        Some(Point::new(
            extent.height + HEADER_HEIGHT + SCROLL_BAR_WIDTH,
            extent.width + SCROLL_BAR_WIDTH,
        ))
    }

    fn press(&mut self, press: &Press, pane: &mut Pane, _: &Toolkit, _: &mut dyn Mac) -> Step<Option<Act>> {
        let Some(view) = self.as_folder_mut() else {
            return Step::Done(None);
        };
        pane.invalidate();
        let Some(name) = view.entry_at(press.at, pane).map(|entry| entry.name.clone()) else {
            view.selected.clear();
            return Step::Done(Some(Act::Select));
        };
        if !view.selected.contains(&name) {
            view.selected.clear();
            view.selected.insert(name);
        }
        Step::Done(Some(if press.clicks == 2 { Act::Open } else { Act::Select }))
    }

    fn scene(&self, pane: &Pane, _: &Toolkit, scene: &mut WindowScene) {
        if let Some(view) = self.as_folder() {
            scene.icons = view.scene(pane);
        }
    }
}

//! The windows that the Finder has.

use super::about::AboutWindow;
use super::folder_window::FolderWindow;
use super::kit::Kit;
use crate::desktop::draw::Canvas;
use crate::desktop::parts::WindowFrame;
use crate::desktop::{Disk, DiskError, WindowKind, WindowScene};

/// One of them.
pub(super) enum FinderWindow {
    /// A folder, the disk or the Trash.
    Folder(FolderWindow),
    /// About This Macintosh.
    About(AboutWindow),
}

impl FinderWindow {
    /// Its frame.
    pub fn frame(&self) -> &WindowFrame {
        match self {
            FinderWindow::Folder(window) => &window.frame,
            FinderWindow::About(window) => &window.frame,
        }
    }

    /// The folder that it shows.
    pub fn as_folder(&self) -> Option<&FolderWindow> {
        match self {
            FinderWindow::Folder(window) => Some(window),
            FinderWindow::About(_) => None,
        }
    }

    /// The folder that it shows, to change it.
    pub fn as_folder_mut(&mut self) -> Option<&mut FolderWindow> {
        match self {
            FinderWindow::Folder(window) => Some(window),
            FinderWindow::About(_) => None,
        }
    }

    /// Reads how much of the disk is used and free, where that is shown.
    pub fn look_at_space(&mut self, disk: &dyn Disk) {
        if let FinderWindow::Folder(window) = self {
            window.look_at_space(disk);
        }
    }

    /// Looks at the volume again; tells whether something shows differently.
    pub fn refresh(&mut self, disk: &dyn Disk) -> Result<bool, DiskError> {
        match self {
            FinderWindow::Folder(window) => window.refresh(disk),
            FinderWindow::About(_) => Ok(false),
        }
    }

    /// Draws it.
    pub fn draw(&self, canvas: &mut Canvas, kit: &Kit, active: bool, close_pressed: bool) {
        match self {
            FinderWindow::Folder(window) => window.draw(canvas, kit, active, close_pressed),
            FinderWindow::About(window) => window.draw(canvas, kit, active, close_pressed),
        }
    }

    /// What tests should know of it.
    pub fn scene(&self, kit: &Kit, active: bool) -> WindowScene {
        let frame = self.frame();
        WindowScene {
            kind: WindowKind::Document,
            title: frame.title.clone(),
            frame: frame.structure(),
            content: frame.content,
            active,
            close_box: active.then(|| frame.close_box()),
            icon: None,
            buttons: Vec::new(),
            icons: self
                .as_folder()
                .map(|folder| folder.scene(kit))
                .unwrap_or_default(),
        }
    }
}

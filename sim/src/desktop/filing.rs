//! What a scriptable Finder does with the startup volume, beside looking at it.

use super::{DiskError, EntryKind};

/// The startup volume as a scriptable Finder works on it. Paths are full path names; a folder's has no colon at its end.
pub trait Filing {
    /// The path of a special folder by its code (`desk`, `trsh`, `macs`, ...), made where it has to be; `None` where this
    /// system has no such folder.
    fn special_folder(&mut self, code: [u8; 4]) -> Option<String>;

    /// What is known of an item.
    ///
    /// # Errors
    /// fnfErr and the like.
    fn info(&self, path: &str) -> Result<Info, DiskError>;

    /// Makes a folder.
    ///
    /// # Errors
    /// dupFNErr, bdNamErr, dirNFErr, dskFulErr.
    fn make_folder(&mut self, folder: &str, name: &str) -> Result<(), DiskError>;

    /// Changes something about an item.
    ///
    /// # Errors
    /// fnfErr, dupFNErr, bdNamErr, fLckdErr.
    fn change(&mut self, path: &str, change: &Change) -> Result<(), DiskError>;

    /// Moves an item into another folder.
    ///
    /// # Errors
    /// fnfErr, dupFNErr, badMovErr, fLckdErr.
    fn move_into(&mut self, path: &str, folder: &str) -> Result<(), DiskError>;

    /// Copies an item, with everything in it, into a folder and under a name.
    ///
    /// # Errors
    /// fnfErr, dupFNErr, dskFulErr.
    fn copy_into(&mut self, path: &str, folder: &str, name: &str) -> Result<(), DiskError>;

    /// Removes an item for good, with everything in it.
    ///
    /// # Errors
    /// fnfErr, fBsyErr, fLckdErr.
    fn remove(&mut self, path: &str) -> Result<(), DiskError>;
}

/// What the catalogue and the desktop database have of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    /// Its name.
    pub name: String,
    /// File or folder.
    pub kind: EntryKind,
    /// Locked in Get Info.
    pub locked: bool,
    /// When it was made, in seconds since 1904.
    pub created: u32,
    /// When it was changed.
    pub modified: u32,
    /// Bytes that it takes on the disk.
    pub physical_bytes: u64,
    /// The comment of Get Info.
    pub comment: String,
}

/// What can be changed about an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Its name.
    Name(String),
    /// Its comment.
    Comment(String),
    /// The type of a file.
    FileType([u8; 4]),
    /// The creator of a file.
    Creator([u8; 4]),
    /// Whether it is locked.
    Locked(bool),
}

//! A volume: a catalogue of folders and files as HFS keeps it, with both forks of each file.
//!
//! Names are MacRoman, up to 31 characters (27 for the volume), compared without case. Folders and files have
//! numbers; 1 is the parent of the root, 2 the root, and 16 the first that a user's item gets (Inside Macintosh:
//! Files, chapter 2). Blocks on the medium are counted, not kept: each fork takes whole allocation blocks.

mod collation;
mod desktop_database;
mod item;
#[cfg(test)]
mod tests;

pub(crate) use collation::key as sort_key;
pub(crate) use desktop_database::{Application, DesktopDatabase};
pub(crate) use item::{Fork, Forks, Item, Kind};

use crate::os_err::OsErr;
use mc_protocol::macroman;
use std::collections::BTreeMap;

/// The directory number of the root.
pub(crate) const ROOT: u32 = 2;
/// The directory number that the root has as its parent.
pub(crate) const ROOT_PARENT: u32 = 1;
const FIRST_ID: u32 = 16;
/// Longest name of a file or folder.
pub(crate) const MAX_NAME: usize = 31;
/// Entries that the catalogue has room for: its file does not grow without end on a real disk either.
const MAX_ITEMS: usize = 65_535;
/// Longest name of a volume.
const MAX_VOLUME_NAME: usize = 27;

/// Where a name leads: the folder that holds or would hold the last name, and that name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// An entry that exists.
    Found(u32),
    /// The folder exists and has no entry of this name.
    Missing { parent: u32, name: Vec<u8> },
}

/// What a volume lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Medium {
    /// The reference number of the volume.
    pub v_ref_num: i16,
    /// The number of its drive.
    pub drive: i16,
    /// Whether the drive can eject it.
    pub ejectable: bool,
    /// Whether it is write-protected.
    pub locked: bool,
    /// Whether its file system can exchange files.
    pub exchanges: bool,
}

/// The startup disk.
const STARTUP: Medium = Medium {
    v_ref_num: -1,
    drive: 1,
    ejectable: false,
    locked: false,
    exchanges: true,
};

/// What is wrong with a disk on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Trouble {
    /// Write-protected, whatever the medium says.
    pub locked: bool,
    /// Not in its drive.
    pub ejected: bool,
    /// Allocation blocks that are neither free nor anybody's.
    pub withheld_blocks: u32,
}

/// A mounted volume.
pub(crate) struct Volume {
    pub medium: Medium,
    pub trouble: Trouble,
    /// What the Finder remembers of it; not every volume has one.
    pub desktop: Option<DesktopDatabase>,
    items: BTreeMap<u32, Item>,
    /// Entries by folder and collated name: the order of the catalogue.
    children: BTreeMap<(u32, Vec<u8>), u32>,
    next_id: u32,
    block_len: u32,
    blocks: u32,
    used_blocks: u32,
}

fn check_name(name: &[u8]) -> Result<(), OsErr> {
    if name.is_empty() || name.len() > MAX_NAME || name.contains(&b':') {
        return Err(OsErr::BAD_NAME);
    }
    Ok(())
}

impl Volume {
    /// An empty startup volume of `capacity` bytes, made at `now`.
    pub fn new(name: &[u8], capacity: u64, now: u32) -> Volume {
        // 16 bits count the allocation blocks, so they grow with the volume.
        let block_len = 512 * capacity.div_ceil(512 * 0xFFFF).max(1) as u32;
        let root = Item {
            parent: ROOT_PARENT,
            name: name[..name.len().min(MAX_VOLUME_NAME)].to_vec(),
            kind: Kind::Folder,
            created: now,
            modified: now,
            backed_up: 0,
            locked: false,
            finder: [0; 32],
        };
        Volume {
            medium: STARTUP,
            trouble: Trouble::default(),
            desktop: Some(DesktopDatabase::default()),
            children: BTreeMap::from([((ROOT_PARENT, collation::key(&root.name)), ROOT)]),
            items: BTreeMap::from([(ROOT, root)]),
            next_id: FIRST_ID,
            block_len,
            blocks: (capacity / u64::from(block_len)) as u32,
            used_blocks: 0,
        }
    }

    /// Its reference number.
    pub fn v_ref_num(&self) -> i16 {
        self.medium.v_ref_num
    }

    /// Whether a volume specification means it: its reference number, that of its drive, or, of the startup volume, 0.
    pub fn answers_to(&self, v_ref_num: i16) -> bool {
        v_ref_num == self.medium.v_ref_num
            || v_ref_num == self.medium.drive
            || (v_ref_num == 0 && self.medium.drive == STARTUP.drive)
    }

    /// Bytes in an allocation block.
    pub fn block_len(&self) -> u32 {
        self.block_len
    }

    /// Allocation blocks on the volume.
    pub fn blocks(&self) -> u32 {
        self.blocks
    }

    /// Allocation blocks that are free.
    pub fn free_blocks(&self) -> u32 {
        // What was withheld stays so when files shrink afterwards.
        (self.blocks - self.used_blocks).saturating_sub(self.trouble.withheld_blocks)
    }

    /// Leaves room for so many bytes, or for as many as fit.
    pub fn leave_free(&mut self, bytes: u32) {
        self.trouble.withheld_blocks =
            (self.blocks - self.used_blocks).saturating_sub(bytes / self.block_len);
    }

    /// Whether it is write-protected.
    pub fn is_locked(&self) -> bool {
        self.medium.locked || self.trouble.locked
    }

    /// It, when its disk is there.
    ///
    /// # Errors
    /// volOffLinErr for a disk that was ejected.
    pub fn online(&self) -> Result<&Volume, OsErr> {
        match self.trouble.ejected {
            true => Err(OsErr::VOLUME_OFFLINE),
            false => Ok(self),
        }
    }

    /// The number that the next entry gets.
    pub fn next_id(&self) -> u32 {
        self.next_id
    }

    /// Numbers of files and of folders (the root not counted).
    pub fn counts(&self) -> (u32, u32) {
        let folders = self.items.values().filter(|item| item.is_folder()).count() as u32 - 1;
        (self.items.len() as u32 - 1 - folders, folders)
    }

    /// The entry with a number.
    pub fn item(&self, id: u32) -> Option<&Item> {
        self.items.get(&id)
    }

    /// The entry with a number, to be changed; not its name, folder or forks.
    pub fn item_mut(&mut self, id: u32) -> Option<&mut Item> {
        self.items.get_mut(&id)
    }

    /// The volume's name.
    pub fn name(&self) -> &[u8] {
        self.items.get(&ROOT).map_or(&[], |root| root.name.as_slice())
    }

    /// Whether this is the volume's name, in whatever case.
    pub fn is_named(&self, name: &[u8]) -> bool {
        collation::key(name) == collation::key(self.name())
    }

    /// The entries of a folder in catalogue order.
    pub fn children(&self, folder: u32) -> impl Iterator<Item = u32> + '_ {
        self.children
            .range((folder, Vec::new())..(folder + 1, Vec::new()))
            .map(|(_, &id)| id)
    }

    /// The entry of this name in a folder.
    pub fn child(&self, folder: u32, name: &[u8]) -> Option<u32> {
        self.children.get(&(folder, collation::key(name))).copied()
    }

    fn folder(&self, id: u32) -> Result<&Item, OsErr> {
        self.item(id)
            .filter(|item| item.is_folder())
            .ok_or(OsErr::DIRECTORY_NOT_FOUND)
    }

    /// The place of a full path name that comes from the host; a volume's name may stand without its colon.
    ///
    /// # Errors
    /// As [`Volume::resolve`]; bdNamErr for what MacRoman cannot write.
    pub fn place_of(&self, path: &str) -> Result<Place, OsErr> {
        let mut path = macroman::encode(path).map_err(|_| OsErr::BAD_NAME)?;
        if !path.contains(&b':') {
            path.push(b':');
        }
        self.resolve(ROOT, &path)
    }

    /// The number of what stands at a full path name that comes from the host.
    ///
    /// # Errors
    /// As [`Volume::place_of`]; fnfErr when nothing stands there.
    pub fn id_of(&self, path: &str) -> Result<u32, OsErr> {
        match self.place_of(path)? {
            Place::Found(id) => Ok(id),
            Place::Missing { .. } => Err(OsErr::FILE_NOT_FOUND),
        }
    }

    /// Follows a name from a folder. A name with a colon inside and none in front is a full path name that begins
    /// with the volume's; one with a colon in front is a partial path name; a second colon in a row goes up
    /// (Inside Macintosh: Files, chapter 2, "Names and Paths"). An empty name is the folder itself.
    ///
    /// # Errors
    /// bdNamErr, nsvErr for another volume, dirNFErr when a folder on the way does not exist.
    pub fn resolve(&self, folder: u32, path: &[u8]) -> Result<Place, OsErr> {
        if path.is_empty() {
            self.folder(folder)?;
            return Ok(Place::Found(folder));
        }
        let is_path = path.contains(&b':');
        let is_full = is_path && path[0] != b':';
        let mut parts: Vec<&[u8]> = path.split(|&byte| byte == b':').collect();
        let mut at = folder;
        if is_full {
            if !self.is_named(parts[0]) {
                return Err(OsErr::NO_SUCH_VOLUME);
            }
            at = ROOT;
        }
        if is_path {
            parts.remove(0);
            if parts.last().is_some_and(|last| last.is_empty()) {
                parts.pop();
            }
        }
        // The parent of the root is no folder, but the root is found in it by the volume's name.
        if at != ROOT_PARENT {
            self.folder(at)?;
        }
        let Some((last, way)) = parts.split_last() else {
            return Ok(Place::Found(at));
        };
        for part in way {
            at = self.step(at, part)?.ok_or(OsErr::DIRECTORY_NOT_FOUND)?;
            self.folder(at)?;
        }
        match self.step(at, last)? {
            Some(found) => Ok(Place::Found(found)),
            None => Ok(Place::Missing {
                parent: at,
                name: last.to_vec(),
            }),
        }
    }

    fn step(&self, folder: u32, part: &[u8]) -> Result<Option<u32>, OsErr> {
        if part.is_empty() {
            let parent = self.folder(folder)?.parent;
            return if parent == ROOT_PARENT {
                Err(OsErr::DIRECTORY_NOT_FOUND)
            } else {
                Ok(Some(parent))
            };
        }
        check_name(part)?;
        Ok(self.child(folder, part))
    }

    fn insert(&mut self, parent: u32, name: &[u8], kind: Kind, now: u32) -> Result<u32, OsErr> {
        check_name(name)?;
        self.folder(parent)?;
        if self.child(parent, name).is_some() {
            return Err(OsErr::DUPLICATE_NAME);
        }
        if self.items.len() >= MAX_ITEMS {
            return Err(OsErr::DIRECTORY_FULL);
        }
        let id = self.next_id;
        self.next_id += 1;
        let item = Item {
            parent,
            name: name.to_vec(),
            kind,
            created: now,
            modified: now,
            backed_up: 0,
            locked: false,
            finder: [0; 32],
        };
        self.items.insert(id, item);
        self.children.insert((parent, collation::key(name)), id);
        self.touch(parent, now);
        Ok(id)
    }

    fn touch(&mut self, id: u32, now: u32) {
        if let Some(item) = self.items.get_mut(&id) {
            item.modified = now;
        }
    }

    /// Makes an empty file.
    ///
    /// # Errors
    /// bdNamErr, dirNFErr, dupFNErr, dirFulErr.
    pub fn create_file(&mut self, parent: u32, name: &[u8], now: u32) -> Result<u32, OsErr> {
        self.insert(parent, name, Kind::File(Forks::default()), now)
    }

    /// Makes an empty folder.
    ///
    /// # Errors
    /// bdNamErr, dirNFErr, dupFNErr, dirFulErr.
    pub fn create_folder(&mut self, parent: u32, name: &[u8], now: u32) -> Result<u32, OsErr> {
        self.insert(parent, name, Kind::Folder, now)
    }

    /// Removes a file or an empty folder.
    ///
    /// # Errors
    /// fnfErr, fLckdErr, fBsyErr for a folder that is not empty or for the root.
    pub fn delete(&mut self, id: u32, now: u32) -> Result<(), OsErr> {
        let item = self.item(id).ok_or(OsErr::FILE_NOT_FOUND)?;
        if item.locked {
            return Err(OsErr::FILE_LOCKED);
        }
        if id == ROOT || self.children(id).next().is_some() {
            return Err(OsErr::FILE_BUSY);
        }
        for fork in [Fork::Data, Fork::Resource] {
            if self.item(id).is_some_and(|item| !item.is_folder()) {
                self.resize(id, fork, 0, now)?;
            }
        }
        if let Some(item) = self.items.remove(&id) {
            self.children.remove(&(item.parent, collation::key(&item.name)));
            self.touch(item.parent, now);
        }
        Ok(())
    }

    /// Gives an entry another name.
    ///
    /// # Errors
    /// bdNamErr, fnfErr, fLckdErr, dupFNErr.
    pub fn rename(&mut self, id: u32, name: &[u8], now: u32) -> Result<(), OsErr> {
        let parent = self.item(id).ok_or(OsErr::FILE_NOT_FOUND)?.parent;
        self.place(id, parent, name, now)
    }

    /// Moves an entry into another folder.
    ///
    /// # Errors
    /// fnfErr, dirNFErr, dupFNErr, badMovErr for a folder that would lie in itself.
    pub fn move_into(&mut self, id: u32, folder: u32, now: u32) -> Result<(), OsErr> {
        let name = self.item(id).ok_or(OsErr::FILE_NOT_FOUND)?.name.clone();
        let mut at = folder;
        while let Some(item) = self.item(at) {
            if at == id {
                return Err(OsErr::BAD_MOVE);
            }
            at = item.parent;
        }
        self.folder(folder)?;
        self.place(id, folder, &name, now)
    }

    fn place(&mut self, id: u32, parent: u32, name: &[u8], now: u32) -> Result<(), OsErr> {
        check_name(name)?;
        if self.child(parent, name).is_some_and(|other| other != id) {
            return Err(OsErr::DUPLICATE_NAME);
        }
        let item = self.items.get_mut(&id).ok_or(OsErr::FILE_NOT_FOUND)?;
        if item.locked {
            return Err(OsErr::FILE_LOCKED);
        }
        let old = (
            std::mem::replace(&mut item.parent, parent),
            std::mem::replace(&mut item.name, name.to_vec()),
        );
        self.children.remove(&(old.0, collation::key(&old.1)));
        self.children.insert((parent, collation::key(name)), id);
        self.touch(old.0, now);
        self.touch(parent, now);
        Ok(())
    }

    /// Swaps the contents of two files, whose names, numbers and Finder information stay.
    ///
    /// # Errors
    /// fnfErr; notAFileErr for a folder, fLckdErr, sameFileErr.
    pub fn exchange(&mut self, a: u32, b: u32, now: u32) -> Result<(), OsErr> {
        for id in [a, b] {
            let item = self.item(id).ok_or(OsErr::FILE_NOT_FOUND)?;
            if item.is_folder() {
                return Err(OsErr::NOT_A_FILE);
            }
            if item.locked {
                return Err(OsErr::FILE_LOCKED);
            }
        }
        if a == b {
            return Err(OsErr::SAME_FILE);
        }
        let mut take = |id| {
            let kind = self.items.get_mut(&id).map(|item| &mut item.kind);
            kind.map_or(Kind::Folder, |kind| std::mem::replace(kind, Kind::Folder))
        };
        for (id, kind) in [(b, take(a)), (a, take(b))] {
            if let Some(item) = self.items.get_mut(&id) {
                item.kind = kind;
                item.modified = now;
            }
        }
        Ok(())
    }

    /// The bytes of a fork.
    ///
    /// # Errors
    /// fnfErr when there is no such file.
    pub fn fork(&self, id: u32, fork: Fork) -> Result<&[u8], OsErr> {
        self.item(id)
            .and_then(Item::forks)
            .map(|forks| forks.get(fork))
            .ok_or(OsErr::FILE_NOT_FOUND)
    }

    fn blocks_of(&self, len: usize) -> u32 {
        (len as u32).div_ceil(self.block_len)
    }

    /// Sets the length of a fork; what is new is zero.
    ///
    /// # Errors
    /// fnfErr; dskFulErr, and then nothing has changed.
    pub fn resize(&mut self, id: u32, fork: Fork, len: usize, now: u32) -> Result<(), OsErr> {
        let old = self.blocks_of(self.fork(id, fork)?.len());
        let new = self.blocks_of(len);
        let used = self.used_blocks - old + new;
        if new > old && new - old > self.free_blocks() {
            return Err(OsErr::DISK_FULL);
        }
        let item = self.items.get_mut(&id).ok_or(OsErr::FILE_NOT_FOUND)?;
        if let Kind::File(forks) = &mut item.kind {
            forks.get_mut(fork).resize(len, 0);
            item.modified = now;
            self.used_blocks = used;
        }
        Ok(())
    }

    /// Writes bytes at a position, growing the fork as needed.
    ///
    /// # Errors
    /// fnfErr; dskFulErr, and then nothing has changed.
    pub fn write(&mut self, id: u32, fork: Fork, at: usize, bytes: &[u8], now: u32) -> Result<(), OsErr> {
        let end = at + bytes.len();
        let len = self.fork(id, fork)?.len().max(end);
        self.resize(id, fork, len, now)?;
        if let Some(Kind::File(forks)) = self.items.get_mut(&id).map(|item| &mut item.kind) {
            forks.get_mut(fork)[at..end].copy_from_slice(bytes);
        }
        Ok(())
    }

    /// The folder at a path of names below the root, made as needed.
    ///
    /// # Errors
    /// As [`Volume::create_folder`], and dirNFErr when a file is in the way.
    pub fn ensure_folder(&mut self, names: &[&[u8]], now: u32) -> Result<u32, OsErr> {
        names
            .iter()
            .try_fold(ROOT, |folder, name| match self.child(folder, name) {
                Some(id) => self.folder(id).map(|_| id),
                None => self.create_folder(folder, name, now),
            })
    }
}

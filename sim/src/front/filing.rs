//! [`Filing`] over the startup volume: the disk is written to as by any program, so the same failures hit it.

use super::mac::{FrontMac, disk_error, entry, path_of};
use crate::desktop::{Change, DiskError, Filing, Info};
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::file_manager::write_to;
use crate::toolbox::folder_manager;
use crate::volume::{Fork, ROOT, Volume};
use mc_protocol::macroman;

/// fInvisible, as the upper byte of the Finder flags.
const INVISIBLE: u8 = 0x40;

/// Does something that changes the disk: it counts as one write, which may fail.
pub(super) fn written<T>(
    machine: &mut Machine,
    action: String,
    work: impl FnOnce(&mut Machine, u32) -> Result<T, OsErr>,
) -> Result<T, DiskError> {
    let now = machine.seconds();
    let volume = machine.volume.v_ref_num();
    let written = write_to(machine, volume).and_then(|()| work(machine, now));
    written.map_err(disk_error(action))
}

fn encoded(name: &str) -> Result<Vec<u8>, OsErr> {
    macroman::encode(name).map_err(|_| OsErr::BAD_NAME)
}

fn info(volume: &Volume, id: u32) -> Option<Info> {
    let (item, entry) = (volume.item(id)?, entry(volume, id)?);
    let block = u64::from(volume.block_len());
    let physical = |fork| {
        item.forks()
            .map_or(0, |forks| forks.get(fork).len() as u64)
            .div_ceil(block)
            * block
    };
    let comment = volume.desktop.as_ref().and_then(|desktop| desktop.comment(id));
    Some(Info {
        name: entry.name,
        kind: entry.kind,
        locked: item.locked,
        created: item.created,
        modified: item.modified,
        physical_bytes: physical(Fork::Data) + physical(Fork::Resource),
        comment: comment.map(macroman::decode).unwrap_or_default(),
    })
}

fn change_item(volume: &mut Volume, id: u32, change: &Change, now: u32) -> Result<(), OsErr> {
    let item = volume.item_mut(id).ok_or(OsErr::FILE_NOT_FOUND)?;
    let is_folder = item.is_folder();
    match change {
        Change::Name(name) => return volume.rename(id, &encoded(name)?, now),
        Change::Comment(comment) => {
            let comment = encoded(comment)?;
            let desktop = volume.desktop.as_mut().ok_or(OsErr::PARAMETER)?;
            desktop.set_comment(id, &comment);
        }
        Change::FileType(_) | Change::Creator(_) if is_folder => return Err(OsErr::NOT_A_FILE),
        Change::FileType(code) => item.finder[..4].copy_from_slice(code),
        Change::Creator(code) => item.finder[4..8].copy_from_slice(code),
        Change::Locked(locked) => item.locked = *locked,
    }
    Ok(())
}

/// Copies an item with what is in it.
fn copy(volume: &mut Volume, id: u32, folder: u32, name: &[u8], now: u32) -> Result<u32, OsErr> {
    let item = volume.item(id).cloned().ok_or(OsErr::FILE_NOT_FOUND)?;
    if item.is_folder() {
        let children: Vec<u32> = volume.children(id).collect();
        let made = volume.create_folder(folder, name, now)?;
        for child in children {
            let child_name = volume
                .item(child)
                .map(|child| child.name.clone())
                .unwrap_or_default();
            copy(volume, child, made, &child_name, now)?;
        }
        return Ok(made);
    }
    let made = volume.create_file(folder, name, now)?;
    for fork in [Fork::Data, Fork::Resource] {
        let bytes = item
            .forks()
            .map(|forks| forks.get(fork).to_vec())
            .unwrap_or_default();
        if let Err(error) = volume.write(made, fork, 0, &bytes, now) {
            volume.delete(made, now)?;
            return Err(error);
        }
    }
    if let Some(copied) = volume.item_mut(made) {
        copied.finder = item.finder;
    }
    Ok(made)
}

/// Whether a folder is the item itself or lies somewhere in it.
fn is_inside(volume: &Volume, folder: u32, id: u32) -> bool {
    let chain = std::iter::successors(Some(folder), |&at| volume.item(at).map(|item| item.parent));
    chain
        .take_while(|&at| volume.item(at).is_some())
        .any(|at| at == id)
}

impl Filing for FrontMac<'_> {
    fn special_folder(&mut self, code: [u8; 4]) -> Option<String> {
        let names = folder_manager::names(self.machine.system, code)?;
        let now = self.machine.seconds();
        let volume = &mut self.machine.volume;
        let known = names
            .iter()
            .try_fold(ROOT, |folder, name| volume.child(folder, name));
        let id = match known {
            Some(id) => id,
            None => {
                let id = volume.ensure_folder(names, now).ok()?;
                volume.item_mut(id)?.finder[8] |= INVISIBLE;
                id
            }
        };
        Some(path_of(volume, id))
    }

    fn info(&self, path: &str) -> Result<Info, DiskError> {
        let volume = &self.machine.volume;
        let found = volume
            .id_of(path)
            .and_then(|id| info(volume, id).ok_or(OsErr::FILE_NOT_FOUND));
        found.map_err(disk_error(format!("looking at {path}")))
    }

    fn make_folder(&mut self, folder: &str, name: &str) -> Result<(), DiskError> {
        written(self.machine, format!("making {folder}:{name}"), |machine, now| {
            let parent = machine.volume.id_of(folder)?;
            machine
                .volume
                .create_folder(parent, &encoded(name)?, now)
                .map(|_| ())
        })
    }

    fn change(&mut self, path: &str, change: &Change) -> Result<(), DiskError> {
        written(self.machine, format!("changing {path}"), |machine, now| {
            let id = machine.volume.id_of(path)?;
            change_item(&mut machine.volume, id, change, now)
        })
    }

    fn move_into(&mut self, path: &str, folder: &str) -> Result<(), DiskError> {
        written(self.machine, format!("moving {path}"), |machine, now| {
            let (id, folder) = (machine.volume.id_of(path)?, machine.volume.id_of(folder)?);
            machine.volume.move_into(id, folder, now)
        })
    }

    fn copy_into(&mut self, path: &str, folder: &str, name: &str) -> Result<(), DiskError> {
        written(self.machine, format!("copying {path}"), |machine, now| {
            let volume = &mut machine.volume;
            let (id, folder) = (volume.id_of(path)?, volume.id_of(folder)?);
            if is_inside(volume, folder, id) {
                return Err(OsErr::BAD_MOVE);
            }
            copy(volume, id, folder, &encoded(name)?, now).map(|_| ())
        })
    }

    fn remove(&mut self, path: &str) -> Result<(), DiskError> {
        let id = self.machine.volume.id_of(path);
        let removed = id.and_then(|id| FrontMac::remove(self, id));
        removed.map_err(disk_error(format!("removing {path}")))
    }
}

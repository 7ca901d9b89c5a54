//! The volumes that are mounted: which one a call means, and writing to it.

use super::Place;
use crate::bomb::Cause;
use crate::costs::Cost;
use crate::fault::DiskFailure;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::volume::{ROOT, Volume};

/// An entry of the catalogue of a volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The volume's reference number.
    pub volume: i16,
    /// Its number in the catalogue.
    pub id: u32,
}

impl Machine {
    /// Every mounted volume, the startup volume first.
    pub fn volumes(&self) -> impl Iterator<Item = &Volume> {
        std::iter::once(&self.volume).chain(&self.more_volumes)
    }

    /// The volume of a reference number or drive number; 0 is the default volume, which is the startup volume.
    ///
    /// # Errors
    /// nsvErr.
    pub fn mounted(&self, v_ref_num: i16) -> Result<&Volume, OsErr> {
        self.volumes()
            .find(|volume| volume.answers_to(v_ref_num))
            .ok_or(OsErr::NO_SUCH_VOLUME)
    }

    /// [`Machine::mounted`], whose disk is there.
    ///
    /// # Errors
    /// nsvErr; volOffLinErr for a disk that was ejected.
    pub fn online(&self, v_ref_num: i16) -> Result<&Volume, OsErr> {
        self.mounted(v_ref_num)?.online()
    }

    /// [`Machine::mounted`], to be changed.
    ///
    /// # Errors
    /// nsvErr.
    pub fn mounted_mut(&mut self, v_ref_num: i16) -> Result<&mut Volume, OsErr> {
        std::iter::once(&mut self.volume)
            .chain(&mut self.more_volumes)
            .find(|volume| volume.answers_to(v_ref_num))
            .ok_or(OsErr::NO_SUCH_VOLUME)
    }

    /// The volume of a name, in whatever case.
    ///
    /// # Errors
    /// nsvErr.
    pub fn volume_named(&self, name: &[u8]) -> Result<&Volume, OsErr> {
        self.volumes()
            .find(|volume| volume.is_named(name))
            .ok_or(OsErr::NO_SUCH_VOLUME)
    }

    /// The volume that a full path name of the host's begins with.
    ///
    /// # Errors
    /// nsvErr; bdNamErr for what MacRoman cannot write.
    pub fn volume_at(&self, path: &str) -> Result<&Volume, OsErr> {
        let name = path.split(':').next().unwrap_or_default();
        self.volume_named(&mc_protocol::macroman::encode(name).map_err(|_| OsErr::BAD_NAME)?)
    }

    /// Where a folder and a name lead. A full path name begins with the name of a volume, and then it alone counts (Inside
    /// Macintosh: Files, chapter 2, "Names and Paths"). Each name on the way is looked up in the catalogue.
    ///
    /// # Errors
    /// As [`Volume::resolve`].
    pub fn resolve(&mut self, v_ref_num: i16, folder: u32, name: &[u8]) -> Result<(i16, Place), OsErr> {
        let folder = if folder == 0 { ROOT } else { folder };
        let first = name.iter().position(|&byte| byte == b':').filter(|&at| at > 0);
        let colons = name.iter().filter(|&&byte| byte == b':').count() as u32;
        self.charge(Cost::Catalogue, colons.saturating_sub(1));
        let volume = match first {
            Some(end) => self.volume_named(&name[..end])?.online()?,
            None => self.online(v_ref_num)?,
        };
        Ok((volume.v_ref_num(), volume.resolve(folder, name)?))
    }
}

/// One write to the disk of a volume, before anything is changed: charges for it, and fails when that was asked for.
///
/// # Errors
/// wPrErr for a disk that is write-protected, volOffLinErr for one that was ejected; ioErr or dskFulErr on request.
pub(crate) fn write_to(machine: &mut Machine, v_ref_num: i16) -> Result<(), OsErr> {
    machine.charge(Cost::DiskAccess, 1);
    if machine.files.power.strikes().is_some() {
        machine.files.power_is_out = true;
        machine.end = Some(Cause::PowerCut);
    }
    // Until the program is stopped, which it is at the end of this call, nothing more reaches a disk.
    if machine.files.power_is_out {
        return Err(OsErr::IO);
    }
    if machine.online(v_ref_num)?.is_locked() {
        return Err(OsErr::WRITE_PROTECTED);
    }
    match machine.files.failing.strikes() {
        Some(DiskFailure::Full) => Err(OsErr::DISK_FULL),
        Some(DiskFailure::Medium) => Err(OsErr::IO),
        None => Ok(()),
    }
}

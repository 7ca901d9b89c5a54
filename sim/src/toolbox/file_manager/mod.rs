//! File Manager: parameter-block calls on the mounted volumes, both forks of each file.
//!
//! The startup volume is drive 1 with reference number -1, the next one drive 2 with -2, and so on. Asynchronous calls are done before they return, as the disk
//! drivers of System 7 did until SCSI Manager 4.3; only the completion routine comes later, at interrupt time.
//! Working directories, desk accessories' default folders and shared volumes do not exist here. Inside Macintosh:
//! Files, chapter 2.

mod access;
mod catalogue;
mod fs_spec;
mod mounted;
mod parameter_block;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod volume_tests;
mod volumes;

pub(crate) use access::{close, open, open_for_reading, write};
pub(crate) use mounted::{Entry, write_to};
pub(crate) use parameter_block::ParameterBlock;
pub(crate) use volumes::{start, volume_of_call};

use crate::bomb::{Cause, Failure, Settle, Stop};
use crate::costs::Cost;
use crate::fault::{Countdown, DiskFailure};
use crate::machine::Machine;
use crate::os_err::{OsErr, code};
use crate::toolbox::desktop_manager;
use crate::toolbox::process_manager::Psn;
use crate::trap::{self, Trap, os, tool};
use crate::volume::{Fork, Place, ROOT, Volume};
use parameter_block::{DIR_ID, RESULT, V_REF_NUM};
use std::collections::{BTreeMap, VecDeque};

pub(crate) const TRAPS: &[trap::Entry] = &[
    os(0xA002, "Read", Cost::Small, |m, t| call(m, t, access::read)),
    os(0xA007, "GetVInfo", Cost::Small, |m, t| {
        call(m, t, volumes::get_info)
    }),
    os(0xA008, "Create", Cost::Catalogue, |m, t| {
        call(m, t, catalogue::create)
    }),
    os(0xA009, "Delete", Cost::Catalogue, |m, t| {
        call(m, t, catalogue::delete)
    }),
    os(0xA00A, "OpenRF", Cost::Catalogue, |m, t| {
        call(m, t, access::open_resource_fork)
    }),
    os(0xA00B, "Rename", Cost::Catalogue, |m, t| {
        call(m, t, catalogue::rename)
    }),
    os(0xA00C, "GetFInfo", Cost::Catalogue, |m, t| {
        call(m, t, catalogue::get_file_info)
    }),
    os(0xA00D, "SetFInfo", Cost::Catalogue, |m, t| {
        call(m, t, catalogue::set_file_info)
    }),
    os(0xA011, "GetEOF", Cost::Small, |m, t| call(m, t, access::get_eof)),
    os(0xA012, "SetEOF", Cost::Small, |m, t| call(m, t, access::set_eof)),
    os(0xA013, "FlushVol", Cost::Small, |m, t| call(m, t, volumes::flush)),
    os(0xA014, "GetVol", Cost::Small, |m, t| {
        call(m, t, volumes::get_default)
    }),
    os(0xA018, "GetFPos", Cost::Small, |m, t| {
        call(m, t, access::get_position)
    }),
    os(0xA041, "SetFLock", Cost::Catalogue, |m, t| {
        call(m, t, catalogue::lock)
    }),
    os(0xA042, "RstFLock", Cost::Catalogue, |m, t| {
        call(m, t, catalogue::unlock)
    }),
    os(0xA044, "SetFPos", Cost::Small, |m, t| {
        call(m, t, access::set_position)
    }),
    os(0xA045, "FlushFile", Cost::Small, |m, t| call(m, t, access::flush)),
    os(0xA060, "FSDispatch", Cost::Small, |m, t| call(m, t, dispatch)),
    tool(0xAA52, "HighLevelFSDispatch", Cost::Small, fs_spec::dispatch),
];

/// The startup volume's reference number.
pub(crate) const VOLUME: i16 = -1;

/// The first file reference number, and how far apart they are: the length of a file control block.
const FIRST_REF_NUM: i16 = 2;
const REF_NUM_STEP: i16 = 94;

/// A fork that is open.
#[derive(Debug, Clone, Copy)]
struct AccessPath {
    file: Entry,
    fork: Fork,
    mark: u32,
    may_write: bool,
    /// The process that opened it; the system, if none did.
    opener: Option<Psn>,
}

/// A completion routine that is to be called.
struct Completion {
    block: u32,
    routine: u32,
    result: i16,
}

/// Bytes that Close leaves in a resource fork, as New Old World saw it on Mac OS 8.1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StrayBytes {
    pub count: u32,
    /// Where, or at the end when that lies before.
    pub at: u32,
}

/// Open forks, and what goes wrong on request.
#[derive(Default)]
pub(crate) struct FileManager {
    /// Seconds since 1904 when the machine started.
    pub started: u32,
    open: BTreeMap<i16, AccessPath>,
    /// The process for which files are opened now.
    pub opener: Option<Psn>,
    completions: VecDeque<Completion>,
    failing: Countdown<DiskFailure>,
    /// Counts down to the write at which the power is cut.
    power: Countdown<()>,
    power_is_out: bool,
    /// What Close leaves in resource forks.
    pub stray: Option<StrayBytes>,
}

impl FileManager {
    /// Lets the `nth` write from now fail.
    pub fn fail_write(&mut self, nth: u32, failure: DiskFailure) {
        self.failing.set(nth, failure);
    }

    /// Lets no write fail.
    pub fn fail_no_write(&mut self) {
        self.failing.clear();
    }

    /// Cuts the power at the `nth` write from now.
    pub fn cut_power(&mut self, nth: u32) {
        self.power.set(nth, ());
    }

    /// When a completion routine is due: at once.
    pub fn next_completion(&self) -> Option<u64> {
        (!self.completions.is_empty()).then_some(0)
    }

    /// The blocks of calls whose completion routine has not been called.
    pub fn blocks(&self) -> impl Iterator<Item = u32> + '_ {
        self.completions.iter().map(|completion| completion.block)
    }

    /// Opens a fork of a file of a volume.
    ///
    /// # Errors
    /// fnfErr, permErr for writing to a locked file, wPrErr on a locked disk, opWrErr when the fork is open for writing.
    pub fn open_fork(&mut self, volume: &Volume, id: u32, fork: Fork, may_write: bool) -> Result<i16, OsErr> {
        let item = volume
            .item(id)
            .filter(|item| !item.is_folder())
            .ok_or(OsErr::FILE_NOT_FOUND)?;
        let file = Entry {
            volume: volume.v_ref_num(),
            id,
        };
        if may_write && item.locked {
            return Err(OsErr::PERMISSION);
        }
        if may_write && volume.is_locked() {
            return Err(OsErr::WRITE_PROTECTED);
        }
        if may_write && self.writer(file, fork).is_some() {
            return Err(OsErr::ALREADY_OPEN_FOR_WRITING);
        }
        let numbers = (FIRST_REF_NUM..i16::MAX).step_by(REF_NUM_STEP as usize);
        let ref_num = numbers
            .into_iter()
            .find(|number| !self.open.contains_key(number))
            .ok_or(OsErr::TOO_MANY_OPEN)?;
        let path = AccessPath {
            file,
            fork,
            mark: 0,
            may_write,
            opener: self.opener,
        };
        self.open.insert(ref_num, path);
        Ok(ref_num)
    }

    /// The access path that may write to a fork.
    fn writer(&self, file: Entry, fork: Fork) -> Option<i16> {
        let is_writer = |path: &AccessPath| path.file == file && path.fork == fork && path.may_write;
        self.open
            .iter()
            .find(|(_, path)| is_writer(path))
            .map(|(&ref_num, _)| ref_num)
    }

    /// The first access path to a fork of a file.
    fn path_to(&self, file: Entry, fork: Fork) -> Option<i16> {
        self.open
            .iter()
            .find(|(_, path)| path.file == file && path.fork == fork)
            .map(|(&ref_num, _)| ref_num)
    }

    /// Whether a fork of the file is open.
    pub fn is_open(&self, file: Entry) -> bool {
        self.open.values().any(|path| path.file == file)
    }

    /// Whether any file of a volume is open.
    fn is_in_use(&self, volume: i16) -> bool {
        self.open.values().any(|path| path.file.volume == volume)
    }

    fn path(&mut self, ref_num: i16) -> Result<&mut AccessPath, OsErr> {
        self.open.get_mut(&ref_num).ok_or(OsErr::BAD_REF_NUM)
    }

    /// Closes an access path; whether it was open.
    pub fn close(&mut self, ref_num: i16) -> bool {
        self.open.remove(&ref_num).is_some()
    }

    /// Closes everything that a process had open which is gone.
    pub fn close_all_of(&mut self, psn: Psn) {
        self.open.retain(|_, path| path.opener != Some(psn));
    }

    /// Swaps two files under the access paths that are open to them.
    fn exchanged(&mut self, a: Entry, b: Entry) {
        for path in self.open.values_mut() {
            path.file = match path.file {
                file if file == a => b,
                file if file == b => a,
                file => file,
            };
        }
    }
}

/// One parameter-block call.
pub(crate) type Call = fn(&mut Machine, Trap, ParameterBlock) -> Result<(), Failure>;

/// Does a call on the parameter block at A0 and leaves its result code in D0 and `ioResult`.
pub(crate) fn call(machine: &mut Machine, trap: Trap, work: Call) -> Result<(), Stop> {
    let block = ParameterBlock(machine.pointer_in(0)?);
    let result = work(machine, trap, block).settle()?;
    finish(machine, trap, block, result)
}

/// Leaves the result code of a call, and sees to the completion routine of an asynchronous one.
fn finish(
    machine: &mut Machine,
    trap: Trap,
    block: ParameterBlock,
    result: Result<(), OsErr>,
) -> Result<(), Stop> {
    let result = code(result);
    machine.memory.set_int(block.0 + RESULT, result)?;
    let routine = block.completion(machine)?;
    if trap.bit_10() && routine != 0 {
        machine.files.completions.push_back(Completion {
            block: block.0,
            routine,
            result,
        });
    }
    machine.cpu.set_d(0, result as i32 as u32);
    Ok(())
}

/// Calls one completion routine that is due: A0 is the parameter block, D0 the result.
///
/// # Errors
/// Whatever stops the routine.
pub(crate) fn complete_one(machine: &mut Machine) -> Result<bool, Stop> {
    let Some(completion) = machine.files.completions.pop_front() else {
        return Ok(false);
    };
    machine.call_at_interrupt(completion.routine, |machine| {
        machine.cpu.set_a(0, completion.block);
        machine.cpu.set_a(1, completion.routine);
        machine.cpu.set_d(0, completion.result as i32 as u32);
        Ok(())
    })?;
    Ok(true)
}

/// FSDispatch: the selector in D0.
fn dispatch(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    match machine.cpu.d(0) as u16 {
        0x05 => catalogue::move_item(machine, block),
        0x06 => catalogue::create_folder(machine, block),
        0x08 => access::get_control_block(machine, block),
        0x09 => catalogue::get_info(machine, block),
        0x0A => catalogue::set_info(machine, block),
        0x17 => catalogue::exchange(machine, block),
        0x1A => access::open_data_fork(machine, trap, block),
        0x1B => fs_spec::make_from_block(machine, block),
        selector @ 0x20..=0x2F => desktop_manager::dispatch(machine, selector, block),
        selector => Err(Failure::Stop(unknown("FSDispatch", selector))),
    }
}

fn unknown(trap: &'static str, selector: u16) -> Stop {
    let selector = u32::from(selector);
    Cause::UnknownSelector { trap, selector }.into()
}

/// The volume and the folder that a call names; of a call that is not hierarchical the root, which is the default folder.
fn folder_of(machine: &Machine, trap: Trap, block: ParameterBlock) -> Result<Entry, Failure> {
    let volume = machine.online(machine.memory.int(block.0 + V_REF_NUM)?)?;
    let folder = if trap.bit_9() {
        machine.memory.long(block.0 + DIR_ID)?
    } else {
        0
    };
    Ok(Entry {
        volume: volume.v_ref_num(),
        id: if folder == 0 { ROOT } else { folder },
    })
}

/// Where the volume, folder and name of a parameter block lead.
fn place(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(i16, Place), Failure> {
    let v_ref_num = machine.memory.int(block.0 + V_REF_NUM)?;
    let name = block.name(machine)?;
    let folder = if trap.bit_9() {
        machine.memory.long(block.0 + DIR_ID)?
    } else {
        0
    };
    Ok(machine.resolve(v_ref_num, folder, &name)?)
}

/// The entry that a parameter block names.
pub(crate) fn item(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<Entry, Failure> {
    found(place(machine, trap, block)?).map_err(Failure::Os)
}

fn found((volume, place): (i16, Place)) -> Result<Entry, OsErr> {
    match place {
        Place::Found(id) => Ok(Entry { volume, id }),
        Place::Missing { .. } => Err(OsErr::FILE_NOT_FOUND),
    }
}

/// The file that a name leads to from a folder of a volume.
///
/// # Errors
/// fnfErr and what else a name can be wrong with.
pub(crate) fn find_file(
    machine: &mut Machine,
    v_ref_num: i16,
    folder: u32,
    name: &[u8],
) -> Result<Entry, OsErr> {
    let file = found(machine.resolve(v_ref_num, folder, name)?)?;
    let is_file = machine
        .mounted(file.volume)?
        .item(file.id)
        .is_some_and(|item| !item.is_folder());
    if is_file {
        Ok(file)
    } else {
        Err(OsErr::FILE_NOT_FOUND)
    }
}

//! Calls about a volume itself, and the drives that volumes are in.

use super::parameter_block::{INDEX, ParameterBlock, V_REF_NUM};
use super::{VOLUME, write_to};
use crate::bomb::Failure;
use crate::costs::Cost;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::os_err::OsErr;
use crate::toolbox::memory_manager::ZoneId;
use crate::trap::Trap;
use crate::volume::{ROOT, Volume};

/// "BD", the signature of an HFS volume.
const HFS_SIGNATURE: u16 = 0x4244;

/// Bits of ioVAtrb: files are open, the disk is write-protected.
const IN_USE: u16 = 1 << 6;
const HARDWARE_LOCKED: u16 = 1 << 7;

/// Bytes of a VolumeParam and of an HVolumeParam from the volume index on.
const VOLUME_PARAM_END: u32 = 64;
const H_VOLUME_PARAM_END: u32 = 122;

/// The reference numbers of the drivers: of SCSI disks, and of floppy disks.
const SCSI_DRIVER: i16 = -33;
const SONY_DRIVER: i16 = -5;

/// A drive queue element has four bytes of flags in front of it (Inside Macintosh: Files, chapter 2, "Drive Queue
/// Elements"): write-protected, the kind of disk, two that drivers keep.
const DRIVE_FLAGS: u32 = 4;
const DRIVE_ELEMENT: u32 = 16;
const WRITE_PROTECTED: u8 = 0x80;
const NONEJECTABLE: u8 = 0x08;
const EJECTABLE: u8 = 0x01;
/// dQDrvSz2 is used: the drive is larger than 65,535 blocks can tell.
const LARGE_DRIVE: u16 = 1;

fn driver_of(volume: &Volume) -> i16 {
    if volume.medium.ejectable {
        SONY_DRIVER
    } else {
        SCSI_DRIVER
    }
}

/// What the drivers do when the system starts: a drive for each volume goes to the drive queue, in the system heap.
///
/// # Errors
/// memFullErr.
pub(crate) fn start(machine: &mut Machine) -> Result<(), Failure> {
    let drives: Vec<_> = machine
        .volumes()
        .map(|volume| {
            (
                volume.medium,
                driver_of(volume),
                volume.blocks() * (volume.block_len() / 512),
            )
        })
        .collect();
    let mut link_at = low::DRIVE_QUEUE + 2; // qHead
    for (medium, driver, blocks) in drives {
        let flags = machine.new_ptr(ZoneId::System, DRIVE_FLAGS + DRIVE_ELEMENT)?;
        let element = flags + DRIVE_FLAGS;
        let memory: &mut Memory = &mut machine.memory;
        memory.set_byte(flags, if medium.locked { WRITE_PROTECTED } else { 0 })?;
        memory.set_byte(flags + 1, if medium.ejectable { EJECTABLE } else { NONEJECTABLE })?;
        memory.set_word(element + 4, LARGE_DRIVE)?; // qType
        memory.set_int(element + 6, medium.drive)?; // dQDrive
        memory.set_int(element + 8, driver)?; // dQRefNum
        memory.set_word(element + 10, 0)?; // dQFSID: HFS
        memory.set_word(element + 12, blocks as u16)?; // dQDrvSz
        memory.set_word(element + 14, (blocks >> 16) as u16)?; // dQDrvSz2
        memory.set_long(element, 0)?;
        memory.set_long(link_at, element)?;
        memory.set_long(low::DRIVE_QUEUE + 6, element)?; // qTail
        link_at = element;
    }
    Ok(())
}

/// The volume that a call means by a name, or else by a reference or drive number.
///
/// # Errors
/// nsvErr.
pub(crate) fn volume_of_call(machine: &Machine, block: ParameterBlock) -> Result<&Volume, Failure> {
    let name = block.name(machine)?;
    let name = name.split(|&byte| byte == b':').next().unwrap_or(&[]);
    if name.is_empty() {
        let number = machine.memory.int(block.0 + V_REF_NUM)?;
        Ok(machine.mounted(number)?)
    } else {
        Ok(machine.volume_named(name)?)
    }
}

/// GetVInfo and HGetVInfo: by name with a negative index, by reference number with 0, else the index-th volume. The
/// volume's own spelling comes back where the name is.
pub(super) fn get_info(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let index = machine.memory.int(block.0 + INDEX)?;
    let v_ref_num = match usize::try_from(index) {
        Err(_) => volume_of_call(machine, block)?.v_ref_num(),
        Ok(0) => machine
            .mounted(machine.memory.int(block.0 + V_REF_NUM)?)?
            .v_ref_num(),
        Ok(index) => {
            let volume = machine.volumes().nth(index - 1);
            volume.ok_or(OsErr::NO_SUCH_VOLUME)?.v_ref_num()
        }
    };
    let name = machine.mounted(v_ref_num)?.name().to_vec();
    block.set_name(machine, &name)?;
    let is_hierarchical = trap.bit_9();
    let end = if is_hierarchical {
        H_VOLUME_PARAM_END
    } else {
        VOLUME_PARAM_END
    };
    let from = INDEX + 2;
    machine.memory.set_int(block.0 + V_REF_NUM, v_ref_num)?;
    machine.memory.fill(block.0 + from, end - from, 0)?;
    describe(machine, block, v_ref_num, is_hierarchical)
}

fn attributes(machine: &Machine, volume: &Volume) -> u16 {
    let in_use = if machine.files.is_in_use(volume.v_ref_num()) {
        IN_USE
    } else {
        0
    };
    let locked = if volume.is_locked() { HARDWARE_LOCKED } else { 0 };
    in_use | locked
}

fn describe(
    machine: &mut Machine,
    block: ParameterBlock,
    v_ref_num: i16,
    is_hierarchical: bool,
) -> Result<(), Failure> {
    let volume = machine.mounted(v_ref_num)?;
    let root = volume.item(ROOT).ok_or(OsErr::NO_SUCH_VOLUME)?;
    let longs = [
        (30, root.created),           // ioVCrDate
        (34, root.modified),          // ioVLsMod
        (48, volume.block_len()),     // ioVAlBlkSiz
        (52, 4 * volume.block_len()), // ioVClpSiz
        (58, volume.next_id()),       // ioVNxtCNID
    ];
    let words = [
        (38, attributes(machine, volume)), // ioVAtrb
        (40, files_in_root(volume)),       // ioVNmFls
        (46, volume.blocks() as u16),      // ioVNmAlBlks
        (62, volume.free_blocks() as u16), // ioVFrBlk
    ];
    let (files, folders) = volume.counts();
    let system_folder = volume.child(ROOT, b"System Folder").unwrap_or(0);
    // An ejected disk has no drive, and its drive stands where the driver was (Inside Macintosh: Files, chapter 2, "Volume Control
    // Blocks").
    let (drive, driver) = match volume.trouble.ejected {
        true => (0, volume.medium.drive),
        false => (volume.medium.drive, driver_of(volume)),
    };
    let memory = &mut machine.memory;
    for (at, value) in longs {
        memory.set_long(block.0 + at, value)?;
    }
    for (at, value) in words {
        memory.set_word(block.0 + at, value)?;
    }
    if is_hierarchical {
        memory.set_word(block.0 + 64, HFS_SIGNATURE)?; // ioVSigWord
        memory.set_int(block.0 + 66, drive)?; // ioVDrvInfo
        memory.set_int(block.0 + 68, driver)?; // ioVDRefNum
        memory.set_long(block.0 + 82, files)?; // ioVFilCnt
        memory.set_long(block.0 + 86, folders)?; // ioVDirCnt
        memory.set_long(block.0 + 90, system_folder)?; // ioVFndrInfo[0]: the blessed folder
    }
    Ok(())
}

fn files_in_root(volume: &Volume) -> u16 {
    volume
        .children(ROOT)
        .filter(|&id| volume.item(id).is_some_and(|item| !item.is_folder()))
        .count() as u16
}

/// FlushVol: charged as three accesses, for the catalogue, the extents and the volume information. There is nothing to
/// write on a disk that is write-protected.
pub(super) fn flush(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let v_ref_num = volume_of_call(machine, block)?.v_ref_num();
    if machine.online(v_ref_num)?.is_locked() {
        return Ok(());
    }
    write_to(machine, v_ref_num)?;
    machine.charge(Cost::DiskAccess, 2);
    Ok(())
}

/// GetVol and HGetVol: the default volume and folder.
pub(super) fn get_default(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let name = machine.volume.name().to_vec();
    block.set_name(machine, &name)?;
    machine.memory.set_int(block.0 + V_REF_NUM, VOLUME)?;
    if trap.bit_9() {
        machine.memory.set_long(block.0 + 28, 0)?; // ioWDProcID
        machine.memory.set_int(block.0 + 32, VOLUME)?; // ioWDVRefNum
        machine.memory.set_long(block.0 + 48, ROOT)?; // ioWDDirID
    }
    Ok(())
}

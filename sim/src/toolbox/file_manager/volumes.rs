//! Calls about the volume itself.

use super::parameter_block::{INDEX, ParameterBlock, V_REF_NUM};
use super::{DRIVE, VOLUME, check_volume, write_to_disk};
use crate::bomb::Failure;
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::trap::Trap;
use crate::volume::{ROOT, Volume};

/// "BD", the signature of an HFS volume.
const HFS_SIGNATURE: u16 = 0x4244;

/// Bytes of a VolumeParam and of an HVolumeParam from the volume index on.
const VOLUME_PARAM_END: u32 = 64;
const H_VOLUME_PARAM_END: u32 = 122;

/// GetVInfo and HGetVInfo: by name with a negative index, by reference number with 0, else the index-th volume. The
/// volume's own spelling comes back where the name is.
pub(super) fn get_info(machine: &mut Machine, trap: Trap, block: ParameterBlock) -> Result<(), Failure> {
    let index = machine.memory.int(block.0 + INDEX)?;
    match index {
        ..0 => {
            let name = block.name(machine)?;
            let name = name.split(|&byte| byte == b':').next().unwrap_or(&[]);
            if name.is_empty() {
                check_volume(machine.memory.int(block.0 + V_REF_NUM)?)?;
            } else if !machine.volume.is_named(name) {
                return Err(OsErr::NO_SUCH_VOLUME.into());
            }
        }
        0 => check_volume(machine.memory.int(block.0 + V_REF_NUM)?)?,
        1 => {}
        _ => return Err(OsErr::NO_SUCH_VOLUME.into()),
    }
    let name = machine.volume.name().to_vec();
    block.set_name(machine, &name)?;
    let is_hierarchical = trap.bit_9();
    let end = if is_hierarchical {
        H_VOLUME_PARAM_END
    } else {
        VOLUME_PARAM_END
    };
    let from = INDEX + 2;
    machine.memory.set_int(block.0 + V_REF_NUM, VOLUME)?;
    machine.memory.fill(block.0 + from, end - from, 0)?;
    describe(machine, block, is_hierarchical)
}

fn describe(machine: &mut Machine, block: ParameterBlock, is_hierarchical: bool) -> Result<(), Failure> {
    let Machine { volume, memory, .. } = machine;
    let (created, modified) = volume
        .item(ROOT)
        .map_or((0, 0), |root| (root.created, root.modified));
    let block_len = volume.block_len();
    memory.set_long(block.0 + 30, created)?; // ioVCrDate
    memory.set_long(block.0 + 34, modified)?; // ioVLsMod
    memory.set_word(block.0 + 40, files_in_root(volume))?; // ioVNmFls
    memory.set_word(block.0 + 46, volume.blocks() as u16)?; // ioVNmAlBlks
    memory.set_long(block.0 + 48, block_len)?; // ioVAlBlkSiz
    memory.set_long(block.0 + 52, 4 * block_len)?; // ioVClpSiz
    memory.set_long(block.0 + 58, volume.next_id())?; // ioVNxtCNID
    memory.set_word(block.0 + 62, volume.free_blocks() as u16)?; // ioVFrBlk
    if is_hierarchical {
        let (files, folders) = volume.counts();
        memory.set_word(block.0 + 64, HFS_SIGNATURE)?; // ioVSigWord
        memory.set_int(block.0 + 66, DRIVE)?; // ioVDrvInfo
        memory.set_int(block.0 + 68, -5)?; // ioVDRefNum: the disk driver
        memory.set_long(block.0 + 82, files)?; // ioVFilCnt
        memory.set_long(block.0 + 86, folders)?; // ioVDirCnt
        let system_folder = volume.child(ROOT, b"System Folder").unwrap_or(0);
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

/// FlushVol: charged as three accesses, for the catalogue, the extents and the volume information.
pub(super) fn flush(machine: &mut Machine, _: Trap, block: ParameterBlock) -> Result<(), Failure> {
    check_volume(machine.memory.int(block.0 + V_REF_NUM)?)?;
    write_to_disk(machine)?;
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

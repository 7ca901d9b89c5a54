//! Desktop Manager: the desktop database of a volume, comments and applications.
//!
//! Selectors of FSDispatch on a DTPBRec (Inside Macintosh: More Macintosh Toolbox, chapter 9). A volume without a database
//! answers PBDTGetPath with paramErr.

use crate::bomb::{Cause, Failure};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::file_manager::{Entry, ParameterBlock, item, volume_of_call, write_to};
use crate::trap::Trap;
use crate::volume::{Application, DesktopDatabase};

/// Fields of a DTPBRec.
const V_REF_NUM: u32 = 22;
const DT_REF_NUM: u32 = 24;
const INDEX: u32 = 26;
const TAG_INFO: u32 = 28;
const BUFFER: u32 = 32;
const REQUEST_COUNT: u32 = 36;
const ACTUAL_COUNT: u32 = 40;
const DIR_ID: u32 = 48;
const FILE_CREATOR: u32 = 52;
const APPL_PARENT_ID: u32 = 100;

/// A database's reference number is this less the volume's.
const FIRST_DT_REF_NUM: i16 = 0x400;

/// A call with a folder and a name.
const HIERARCHICAL: Trap = Trap(0xA260);

/// The calls, by selector.
///
/// # Errors
/// As each call has them.
pub(crate) fn dispatch(machine: &mut Machine, selector: u16, block: ParameterBlock) -> Result<(), Failure> {
    machine.charge(Cost::Catalogue, 1);
    match selector {
        0x20 | 0x2E => open(machine, block),
        0x21 | 0x2B => database(machine, block).map(|_| ()),
        0x25 => add_application(machine, block),
        0x26 => remove_application(machine, block),
        0x27 => get_application(machine, block),
        0x28 => set_comment(machine, block),
        0x29 => remove_comment(machine, block),
        0x2A => get_comment(machine, block),
        _ => Err(Failure::Stop(
            Cause::UnknownSelector {
                trap: "FSDispatch",
                selector: u32::from(selector),
            }
            .into(),
        )),
    }
}

/// PBDTGetPath and PBDTOpenInform: the reference number of the database of the volume that ioVRefNum or ioNamePtr means.
fn open(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let volume = volume_of_call(machine, block)?;
    if volume.desktop.is_none() {
        return Err(OsErr::PARAMETER.into());
    }
    let number = FIRST_DT_REF_NUM - volume.v_ref_num();
    machine.memory.set_int(block.0 + DT_REF_NUM, number)?;
    Ok(())
}

/// The volume whose database ioDTRefNum means.
fn database(machine: &Machine, block: ParameterBlock) -> Result<i16, Failure> {
    let number = machine.memory.int(block.0 + DT_REF_NUM)?;
    let is_it = |v_ref_num: i16| FIRST_DT_REF_NUM - v_ref_num == number;
    let found = machine
        .volumes()
        .find(|volume| volume.desktop.is_some() && is_it(volume.v_ref_num()));
    Ok(found.ok_or(OsErr::BAD_REF_NUM)?.v_ref_num())
}

fn contents(machine: &mut Machine, v_ref_num: i16) -> Result<&mut DesktopDatabase, OsErr> {
    let volume = machine.mounted_mut(v_ref_num)?;
    volume.desktop.as_mut().ok_or(OsErr::BAD_REF_NUM)
}

/// What ioDirID and ioNamePtr lead to on the database's volume.
fn entry(machine: &mut Machine, block: ParameterBlock) -> Result<Entry, Failure> {
    let v_ref_num = database(machine, block)?;
    machine.memory.set_int(block.0 + V_REF_NUM, v_ref_num)?;
    item(machine, HIERARCHICAL, block)
}

fn set_comment(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let entry = entry(machine, block)?;
    let count = block.length(machine, REQUEST_COUNT)?;
    let buffer = machine.memory.pointer(block.0 + BUFFER)?;
    let comment = machine.memory.bytes(buffer, count)?.to_vec();
    write_to(machine, entry.volume)?;
    contents(machine, entry.volume)?.set_comment(entry.id, &comment);
    Ok(())
}

fn remove_comment(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let entry = entry(machine, block)?;
    write_to(machine, entry.volume)?;
    found(contents(machine, entry.volume)?.remove_comment(entry.id))
}

fn found(was_there: bool) -> Result<(), Failure> {
    if was_there {
        Ok(())
    } else {
        Err(OsErr::ITEM_NOT_FOUND.into())
    }
}

/// PBDTGetComment: HFS gives all of the comment, whatever ioDTReqCount says.
fn get_comment(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let entry = entry(machine, block)?;
    let comment = contents(machine, entry.volume)?.comment(entry.id);
    let comment = comment.ok_or(OsErr::ITEM_NOT_FOUND)?.to_vec();
    machine.charge(Cost::DiskAccess, 1);
    let buffer = machine.memory.pointer(block.0 + BUFFER)?;
    machine.memory.set_bytes(buffer, &comment)?;
    machine
        .memory
        .set_long(block.0 + ACTUAL_COUNT, comment.len() as u32)?;
    Ok(())
}

fn creator(machine: &Machine, block: ParameterBlock) -> Result<[u8; 4], Failure> {
    Ok(machine.memory.long(block.0 + FILE_CREATOR)?.to_be_bytes())
}

fn add_application(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let entry = entry(machine, block)?;
    let creator = creator(machine, block)?;
    let tag = machine.memory.long(block.0 + TAG_INFO)?;
    let item = machine.online(entry.volume)?.item(entry.id);
    let item = item.ok_or(OsErr::FILE_NOT_FOUND)?;
    let application = Application {
        folder: item.parent,
        name: item.name.clone(),
        tag,
    };
    write_to(machine, entry.volume)?;
    contents(machine, entry.volume)?.add_application(creator, application);
    Ok(())
}

fn remove_application(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let v_ref_num = database(machine, block)?;
    let creator = creator(machine, block)?;
    let folder = machine.memory.long(block.0 + DIR_ID)?;
    let name = block.name(machine)?;
    write_to(machine, v_ref_num)?;
    found(contents(machine, v_ref_num)?.remove_application(creator, folder, &name))
}

fn get_application(machine: &mut Machine, block: ParameterBlock) -> Result<(), Failure> {
    let v_ref_num = database(machine, block)?;
    let creator = creator(machine, block)?;
    let index = usize::try_from(machine.memory.int(block.0 + INDEX)?).map_err(|_| OsErr::PARAMETER)?;
    let application = contents(machine, v_ref_num)?.application(creator, index);
    let application = application.ok_or(OsErr::ITEM_NOT_FOUND)?.clone();
    machine.charge(Cost::DiskAccess, 1);
    block.set_name(machine, &application.name)?;
    machine.memory.set_long(block.0 + TAG_INFO, application.tag)?;
    machine
        .memory
        .set_long(block.0 + APPL_PARENT_ID, application.folder)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;
    use crate::testing::Bench;

    /// A block with the startup volume's database.
    fn opened(bench: &mut Bench, name: &[u8]) -> u32 {
        let block = bench.room(104);
        assert_eq!(bench.block_select(0xA260, 0x20, block), 0);
        let name = bench.string(name);
        bench.put_long(block + 18, name);
        bench.put_long(block + DIR_ID, 2);
        block
    }

    #[test]
    fn a_comment_is_set_read_and_removed() {
        let mut bench = Bench::new(Profile::Plus);
        let block = opened(&mut bench, b"Read Me");
        let buffer = bench.room(256);
        bench.put_long(block + BUFFER, buffer);
        assert_eq!(bench.block_select(0xA260, 0x2A, block), -5012, "afpItemNotFound");
        bench.put_bytes(buffer, &[b'x'; 250]);
        bench.put_long(block + REQUEST_COUNT, 250);
        assert_eq!(bench.block_select(0xA260, 0x28, block), 0);
        bench.put_bytes(buffer, &[0; 250]);
        assert_eq!(bench.block_select(0xA260, 0x2A, block), 0);
        assert_eq!(bench.long(block + ACTUAL_COUNT), 200, "what is longer is cut");
        assert_eq!(bench.bytes(buffer, 201)[199..], [b'x', 0]);
        assert_eq!(bench.block_select(0xA260, 0x29, block), 0);
        assert_eq!(bench.block_select(0xA260, 0x2A, block), -5012);
    }

    #[test]
    fn the_newest_application_with_a_creator_is_found_first() {
        let mut bench = Bench::new(Profile::Plus);
        let block = opened(&mut bench, b"Read Me");
        bench.put_long(block + FILE_CREATOR, u32::from_be_bytes(*b"TEST"));
        assert_eq!(bench.block_select(0xA260, 0x27, block), -5012);
        bench.put_long(block + TAG_INFO, 77);
        assert_eq!(bench.block_select(0xA260, 0x25, block), 0);
        assert_eq!(bench.block_select(0xA260, 0x27, block), 0);
        assert_eq!(bench.long(block + APPL_PARENT_ID), 2);
        assert_eq!(bench.long(block + TAG_INFO), 77);
        bench.put_word(block + INDEX, 2);
        assert_eq!(bench.block_select(0xA260, 0x27, block), -5012);
        assert_eq!(bench.block_select(0xA260, 0x26, block), 0);
        bench.put_word(block + INDEX, 0);
        assert_eq!(bench.block_select(0xA260, 0x27, block), -5012);
    }

    #[test]
    fn a_volume_without_a_database_says_so() {
        let mut bench = Bench::new(Profile::Plus);
        bench.machine.volume.desktop = None;
        let block = bench.room(104);
        assert_eq!(bench.block_select(0xA260, 0x20, block), -50, "paramErr");
        bench.put_word(block + DT_REF_NUM, 0x401);
        assert_eq!(bench.block_select(0xA260, 0x2A, block), -51, "rfNumErr");
    }
}

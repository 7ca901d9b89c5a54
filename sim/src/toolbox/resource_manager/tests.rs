//! Resources of the System file and of the application.

use crate::low_memory as low;
use crate::profile::Profile;
use crate::testing::{Bench, Slot::Long, Slot::Word};
use mc_pack::OsType;

const COUNT_1_RESOURCES: u16 = 0xA80D;
const GET_1_IND_RESOURCE: u16 = 0xA80E;
const GET_1_RESOURCE: u16 = 0xA81F;
const DETACH_RESOURCE: u16 = 0xA992;
const CUR_RES_FILE: u16 = 0xA994;
const USE_RES_FILE: u16 = 0xA998;
const SET_RES_LOAD: u16 = 0xA99B;
const GET_RESOURCE: u16 = 0xA9A0;
const LOAD_RESOURCE: u16 = 0xA9A2;
const RELEASE_RESOURCE: u16 = 0xA9A3;
const SIZE_RESOURCE: u16 = 0xA9A5;
const GET_RES_INFO: u16 = 0xA9A8;
const RES_ERROR: u16 = 0xA9AF;
const H_OPEN_RES_FILE: u16 = 0xA81A;
const CLOSE_RES_FILE: u16 = 0xA99A;

/// The machine names.
const NAMES: [crate::testing::Slot; 2] = [Long(u32::from_be_bytes(*b"STR#")), Word(-16395_i16 as u16)];

fn get(bench: &mut Bench, trap: u16) -> u32 {
    bench.tool(trap, &NAMES, Some(Long(0)))
}

fn res_error(bench: &mut Bench) -> i16 {
    bench.tool(RES_ERROR, &[], Some(Word(0))) as i16
}

fn data(bench: &Bench, handle: u32) -> u32 {
    bench.machine.memory.strip(bench.long(handle))
}

/// The bytes of the machine names in the System file.
fn expected(bench: &Bench) -> Vec<u8> {
    let names = OsType(*b"STR#");
    let system = &bench.machine.resources.files[0];
    let entry = system
        .entries
        .iter()
        .find(|entry| entry.resource.res_type == names && entry.resource.id == -16395);
    entry.expect("machine names").resource.data.clone()
}

#[test]
fn the_search_goes_from_the_application_to_the_system() {
    let mut bench = Bench::new(Profile::Iici);
    let handle = get(&mut bench, GET_RESOURCE);
    let expected = expected(&bench);
    assert_eq!(
        (
            bench.bytes(data(&bench, handle), expected.len() as u32),
            res_error(&mut bench)
        ),
        (expected, 0)
    );
    assert_eq!(get(&mut bench, GET_RESOURCE), handle, "loaded once");
    assert_eq!(
        (get(&mut bench, GET_1_RESOURCE), res_error(&mut bench)),
        (0, -192),
        "resNotFound"
    );
    let own = bench.tool(CUR_RES_FILE, &[], Some(Word(0)));
    bench.tool(USE_RES_FILE, &[Word(0)], None);
    assert_eq!(get(&mut bench, GET_1_RESOURCE), handle);
    bench.tool(USE_RES_FILE, &[Word(own as u16)], None);
    bench.tool(USE_RES_FILE, &[Word(99)], None);
    assert_eq!(res_error(&mut bench), -193, "resFNotFound");
}

#[test]
fn without_res_load_only_the_handle_and_the_size_come() {
    let mut bench = Bench::new(Profile::Plus);
    bench.tool(SET_RES_LOAD, &[Word(0)], None);
    let handle = get(&mut bench, GET_RESOURCE);
    let expected = expected(&bench);
    assert_eq!(data(&bench, handle), 0);
    assert_eq!(
        bench.tool(SIZE_RESOURCE, &[Long(handle)], Some(Long(0))),
        expected.len() as u32
    );
    bench.tool(LOAD_RESOURCE, &[Long(handle)], None);
    assert_eq!(bench.bytes(data(&bench, handle), expected.len() as u32), expected);
    assert_eq!(bench.machine.memory.get(low::RES_LOAD), 0);
}

#[test]
fn a_resource_tells_its_id_type_and_name() {
    let mut bench = Bench::new(Profile::Iici);
    bench.tool(USE_RES_FILE, &[Word(0)], None);
    let fond = Long(u32::from_be_bytes(*b"FOND"));
    let count = bench.tool(COUNT_1_RESOURCES, &[fond], Some(Word(0)));
    assert!(count >= 2);
    let (id, kind, name) = (bench.room(2), bench.room(4), bench.room(256));
    let mut names = Vec::new();
    for index in 1..=count as u16 {
        let handle = bench.tool(GET_1_IND_RESOURCE, &[fond, Word(index)], Some(Long(0)));
        bench.tool(
            GET_RES_INFO,
            &[Long(handle), Long(id), Long(kind), Long(name)],
            None,
        );
        assert_eq!(bench.bytes(kind, 4), b"FOND");
        let len = u32::from(bench.byte(name));
        names.push(bench.bytes(name + 1, len));
    }
    assert!(names.contains(&b"Chicago".to_vec()) && names.contains(&b"Geneva".to_vec()));
    assert_eq!(
        bench.tool(GET_1_IND_RESOURCE, &[fond, Word(count as u16 + 1)], Some(Long(0))),
        0
    );
}

#[test]
fn a_released_handle_is_gone_and_a_detached_one_is_the_programs() {
    let mut bench = Bench::new(Profile::Iici);
    let handle = get(&mut bench, GET_RESOURCE);
    bench.tool(RELEASE_RESOURCE, &[Long(handle)], None);
    assert!(
        bench.try_os(0xA025, handle, 0).is_err(),
        "GetHandleSize of a released handle"
    );
    let detached = get(&mut bench, GET_RESOURCE);
    bench.tool(DETACH_RESOURCE, &[Long(detached)], None);
    bench.tool(RELEASE_RESOURCE, &[Long(detached)], None);
    assert_eq!(res_error(&mut bench), -192, "it is no resource any more");
    assert_ne!(get(&mut bench, GET_RESOURCE), detached);
    assert_eq!(bench.os(0xA023, detached, 0).1, 0, "DisposeHandle");
}

#[test]
fn other_files_are_opened_searched_and_closed() {
    let mut bench = Bench::new(Profile::Iici);
    let before = bench.tool(CUR_RES_FILE, &[], Some(Word(0)));
    let name = bench.string(b":System Folder:Finder");
    let ref_num = bench.tool(
        H_OPEN_RES_FILE,
        &[Word(0), Long(2), Long(name), Word(0x0100)],
        Some(Word(0)),
    );
    assert_eq!(bench.tool(CUR_RES_FILE, &[], Some(Word(0))), ref_num);
    let menus = bench.tool(
        COUNT_1_RESOURCES,
        &[Long(u32::from_be_bytes(*b"MENU"))],
        Some(Word(0)),
    );
    assert!(menus > 0);
    bench.tool(CLOSE_RES_FILE, &[Word(ref_num as u16)], None);
    assert_eq!(bench.tool(CUR_RES_FILE, &[], Some(Word(0))), before);
    let missing = bench.string(b"Nowhere");
    let none = bench.tool(
        H_OPEN_RES_FILE,
        &[Word(0), Long(2), Long(missing), Word(0x0100)],
        Some(Word(0)),
    );
    assert_eq!((none as u16 as i16, res_error(&mut bench)), (-1, -43));
}

#[test]
fn the_map_of_an_open_file_takes_memory_and_stands_in_the_chain() {
    let mut bench = Bench::new(Profile::Iici);
    let free = bench.machine.memory.get(crate::low_memory::TOP_MAP_HANDLE);
    let name = bench.string(b":System Folder:Finder");
    let arguments = [Word(0), Long(2), Long(name), Word(0x0100)];
    let ref_num = bench.tool(H_OPEN_RES_FILE, &arguments, Some(Word(0)));
    let top = bench.machine.memory.get(crate::low_memory::TOP_MAP_HANDLE);
    let map = bench.long(top);
    assert_eq!(
        (bench.long(map + 16), u32::from(bench.word(map + 20))),
        (free, ref_num)
    );
    bench.tool(CLOSE_RES_FILE, &[Word(ref_num as u16)], None);
    assert_eq!(bench.machine.memory.get(crate::low_memory::TOP_MAP_HANDLE), free);
    bench
        .machine
        .fault(crate::fault::Fault::Allocation { nth: 1 })
        .expect("it can be switched on");
    let none = bench.tool(H_OPEN_RES_FILE, &arguments, Some(Word(0)));
    assert_eq!((none as i16, res_error(&mut bench)), (-1, -108), "memFullErr");
}

#[test]
fn a_damaged_fork_is_refused() {
    let mut bench = Bench::new(Profile::Iici);
    let now = bench.machine.seconds();
    for (name, fork) in [(&b"Empty"[..], &b""[..]), (b"Damaged", &[0xFF; 300])] {
        let volume = &mut bench.machine.volume;
        let file = volume.create_file(2, name, now).expect("room for it");
        let written = volume.write(file, crate::volume::Fork::Resource, 0, fork, now);
        assert_eq!(written, Ok(()));
    }
    for (name, error) in [(&b"Empty"[..], -39), (b"Damaged", -199)] {
        let name = bench.string(name);
        let arguments = [Word(0), Long(2), Long(name), Word(0x0100)];
        let none = bench.tool(H_OPEN_RES_FILE, &arguments, Some(Word(0)));
        assert_eq!((none as i16, res_error(&mut bench)), (-1, error));
    }
}

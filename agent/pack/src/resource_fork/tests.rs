//! What resource forks look like byte by byte, and what is refused.

use super::*;

const STR: OsType = OsType(*b"STR ");

fn resource(res_type: OsType, id: i16, name: Option<&[u8]>, data: &[u8]) -> Resource {
    let attributes = Attributes::PRELOAD | Attributes::LOCKED;
    Resource {
        res_type,
        id,
        name: name.map(<[u8]>::to_vec),
        attributes,
        data: data.to_vec(),
    }
}

fn sample() -> ResourceFork {
    let mut fork = ResourceFork::new();
    fork.add(resource(STR, 128, Some(b"Hi"), b"\x01a")).unwrap();
    fork.add(resource(OsType(*b"CODE"), 0, None, &[])).unwrap();
    fork.add(resource(STR, -1, None, b"\x02bc")).unwrap();
    fork
}

/// Offset of the map in a fork written by us.
fn map_of(bytes: &[u8]) -> usize {
    u32_at(bytes, 4).unwrap() as usize
}

#[test]
fn the_bytes_are_those_of_the_book() {
    let bytes = sample().to_bytes().unwrap();
    let header = [0, 0, 1, 0, 0, 0, 1, 17, 0, 0, 0, 17, 0, 0, 0, 28 + 18 + 36 + 3];
    let data = [0, 0, 0, 2, 1, b'a', 0, 0, 0, 3, 2, b'b', b'c', 0, 0, 0, 0];
    let fixed = [0, 0, 0, 0, 0, 0, 0, 0, 0, 28, 0, 28 + 18 + 36];
    let types = [&[0, 1][..], b"STR ", &[0, 1, 0, 18], b"CODE", &[0, 0, 0, 18 + 24]].concat();
    let references = [
        [0, 128, 0, 0, 0x14, 0, 0, 0, 0, 0, 0, 0],
        [255, 255, 255, 255, 0x14, 0, 0, 6, 0, 0, 0, 0],
        [0, 0, 255, 255, 0x14, 0, 0, 13, 0, 0, 0, 0],
    ]
    .concat();
    let names = [2, b'H', b'i'];
    let expected = [
        &header[..],
        &[0; 240],
        &data,
        &header,
        &fixed,
        &types,
        &references,
        &names,
    ]
    .concat();
    assert_eq!(bytes, expected);
}

#[test]
fn resources_of_one_type_stand_together() {
    let fork = sample();
    assert_eq!(fork.types().collect::<Vec<_>>(), [STR, OsType(*b"CODE")]);
    assert_eq!(
        fork.of_type(STR).map(|resource| resource.id).collect::<Vec<_>>(),
        [128, -1]
    );
}

#[test]
fn a_second_resource_of_one_type_and_id_is_refused() {
    let mut fork = sample();
    let again = resource(STR, 128, None, &[]);
    assert_eq!(
        fork.add(again.clone()),
        Err(ResourceForkError::Duplicate {
            res_type: STR,
            id: 128
        })
    );
    assert!(fork.remove(STR, 128).is_some());
    assert_eq!(fork.add(again), Ok(()));

    let mut bytes = sample().to_bytes().unwrap();
    let second_reference = map_of(&bytes) + 28 + 18 + 12;
    bytes[second_reference..second_reference + 2].copy_from_slice(&128_i16.to_be_bytes());
    assert_eq!(
        ResourceFork::parse(&bytes),
        Err(ResourceForkError::Duplicate {
            res_type: STR,
            id: 128
        })
    );
}

#[test]
fn the_empty_fork_has_no_types() {
    let bytes = ResourceFork::new().to_bytes().unwrap();
    assert_eq!(u16_at(&bytes, map_of(&bytes) + 28), Some(0xFFFF));
    assert_eq!(ResourceFork::parse(&bytes), Ok(ResourceFork::new()));
    assert!(matches!(
        ResourceFork::parse(&[]),
        Err(ResourceForkError::OutOfBounds { .. })
    ));
}

#[test]
fn names_of_more_than_255_bytes_are_refused() {
    let refused = ResourceFork::new().add(resource(STR, 1, Some(&[b'x'; 256]), &[]));
    assert_eq!(
        refused,
        Err(ResourceForkError::NameTooLong {
            res_type: STR,
            id: 1,
            length: 256
        })
    );
}

#[test]
fn data_behind_the_reach_of_24_bits_is_refused() {
    let mut fork = ResourceFork::new();
    fork.add(resource(STR, 1, None, &vec![0; MAX_DATA_OFFSET]))
        .unwrap();
    assert!(fork.to_bytes().is_ok());
    fork.add(resource(STR, 2, None, &[])).unwrap();
    assert!(matches!(
        fork.to_bytes(),
        Err(ResourceForkError::TooLarge {
            part: "resource data",
            ..
        })
    ));
}

#[test]
fn more_references_than_the_map_reaches_are_refused() {
    let mut fork = ResourceFork::new();
    fork.resources = (0..6_000).map(|id| resource(STR, id, None, &[])).collect();
    assert!(matches!(
        fork.to_bytes(),
        Err(ResourceForkError::TooLarge { limit: 0xFFFF, .. })
    ));
}

#[test]
fn a_small_map_cannot_name_the_same_data_again_and_again() {
    let mut bytes = sample().to_bytes().unwrap();
    let third_reference = map_of(&bytes) + 28 + 18 + 24;
    bytes[third_reference + 5..third_reference + 8].copy_from_slice(&[0, 0, 6]);
    let part = "data of resources";
    assert_eq!(
        ResourceFork::parse(&bytes),
        Err(ResourceForkError::Overlapping { part })
    );
}

#[test]
fn a_small_map_cannot_name_the_same_references_again_and_again() {
    let mut fork = ResourceFork::new();
    for index in 0..20_u8 {
        fork.add(resource(OsType([b'a', b'b', b'c', index]), 0, None, &[]))
            .unwrap();
    }
    let mut bytes = fork.to_bytes().unwrap();
    let type_list = map_of(&bytes) + 28;
    for index in 0..20 {
        // Twenty types, each of which claims all twenty references.
        let count_and_list = type_list + 2 + index * TYPE_ENTRY_LENGTH + 4;
        bytes[count_and_list..count_and_list + 4].copy_from_slice(&[0, 19, 0, 162]);
    }
    let error = ResourceFork::parse(&bytes).unwrap_err();
    assert!(matches!(error, ResourceForkError::Overlapping { .. }), "{error}");
}

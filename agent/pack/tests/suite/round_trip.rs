//! What is written reads back the same, and bytes from anywhere are read or refused, never worse.

use mc_pack::macbinary::{FileName, FinderFlags, MacDate};
use mc_pack::resource_fork::{Attributes, ResourceForkError};
use mc_pack::{MacFile, OsType, Resource, ResourceFork};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn any_resource() -> impl Strategy<Value = Resource> {
    let res_type = prop::sample::select(vec![*b"CODE", *b"STR ", *b"NFNT", [0, 0xFF, b'a', b':']]);
    (
        res_type,
        -4..4_i16,
        option::of(vec(any::<u8>(), 0..256)),
        any::<u8>(),
        vec(any::<u8>(), 0..300),
    )
        .prop_map(|(res_type, id, name, attributes, data)| Resource {
            res_type: OsType(res_type),
            id,
            name,
            attributes: Attributes::from_bits(attributes),
            data,
        })
}

/// A fork of distinct resources: what `add` refuses as a duplicate is left out.
fn any_fork() -> impl Strategy<Value = ResourceFork> {
    vec(any_resource(), 0..24).prop_map(|resources| {
        let mut fork = ResourceFork::new();
        for resource in resources {
            match fork.add(resource) {
                Ok(()) | Err(ResourceForkError::Duplicate { .. }) => {}
                Err(error) => panic!("a resource within the limits was refused: {error}"),
            }
        }
        fork
    })
}

fn any_file() -> impl Strategy<Value = MacFile> {
    let name = vec(
        any::<u8>().prop_filter("a colon separates paths", |&byte| byte != b':'),
        1..=31,
    );
    let identity = (
        name,
        any::<[u8; 4]>(),
        any::<[u8; 4]>(),
        any::<u16>(),
        any::<[u8; 2]>(),
    );
    let place = (
        any::<(i16, i16)>(),
        any::<i16>(),
        any::<bool>(),
        any::<(u32, u32)>(),
    );
    let parts = (
        vec(any::<u8>(), 0..400),
        vec(any::<u8>(), 0..400),
        vec(any::<u8>(), 0..200),
    );
    (identity, place, parts).prop_map(|(identity, place, parts)| MacFile {
        name: FileName::new(&identity.0).expect("a name within the limits"),
        file_type: OsType(identity.1),
        creator: OsType(identity.2),
        finder_flags: FinderFlags::from_bits(identity.3),
        extended_flags: identity.4[0],
        script: identity.4[1],
        location: place.0,
        folder: place.1,
        locked: place.2,
        created: MacDate(place.3.0),
        modified: MacDate(place.3.1),
        data_fork: parts.0,
        resource_fork: parts.1,
        comment: parts.2,
    })
}

/// Good bytes with a few of them changed, and perhaps cut: this reaches much deeper than bytes at random.
fn damaged(good: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    (
        good,
        vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        option::of(any::<prop::sample::Index>()),
    )
        .prop_map(|(mut bytes, changes, cut)| {
            for (index, value) in changes {
                let index = index.index(bytes.len());
                bytes[index] = value;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            bytes
        })
}

/// The map alone, so that changes hit its lists and not the reserved bytes.
fn damaged_map() -> impl Strategy<Value = Vec<u8>> {
    any_fork().prop_flat_map(|fork| {
        let bytes = fork.to_bytes().expect("a small fork");
        let map_offset = u32::from_be_bytes(bytes[4..8].try_into().expect("four bytes")) as usize;
        damaged(Just(bytes[map_offset..].to_vec()))
            .prop_map(move |map| [&bytes[..map_offset], map.as_slice()].concat())
    })
}

/// All that a parsed fork holds, in bytes.
fn held(fork: &ResourceFork) -> usize {
    fork.iter()
        .map(|resource| resource.data.len() + resource.name.as_ref().map_or(0, Vec::len))
        .sum()
}

/// A name of 255 bytes can be shared by references of 12 bytes; data cannot be shared.
fn bound(bytes: &[u8]) -> usize {
    bytes.len() * (1 + 255 / 12)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_000,
        rng_seed: RngSeed::Fixed(0x6D63_4167),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_resource_fork_reads_back_the_same(fork in any_fork()) {
        let bytes = fork.to_bytes().expect("a small fork");
        prop_assert_eq!(ResourceFork::parse(&bytes), Ok(fork));
    }

    #[test]
    fn a_mac_file_reads_back_the_same(file in any_file()) {
        let bytes = file.to_macbinary().expect("a small file");
        prop_assert_eq!(bytes.len() % 128, 0);
        prop_assert_eq!(MacFile::parse(&bytes), Ok(file));
    }

    #[test]
    fn random_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..600)) {
        let _ = MacFile::parse(&bytes);
        let _ = ResourceFork::parse(&bytes);
    }

    #[test]
    fn a_damaged_fork_is_read_or_refused_within_bounds(
        bytes in damaged(any_fork().prop_map(|fork| fork.to_bytes().expect("a small fork"))),
    ) {
        if let Ok(fork) = ResourceFork::parse(&bytes) {
            prop_assert!(held(&fork) <= bound(&bytes));
        }
    }

    #[test]
    fn a_damaged_map_is_read_or_refused_within_bounds(bytes in damaged_map()) {
        if let Ok(fork) = ResourceFork::parse(&bytes) {
            prop_assert!(held(&fork) <= bound(&bytes));
            // What was accepted is a sound fork: it can be written again.
            prop_assert_eq!(ResourceFork::parse(&fork.to_bytes().expect("a small fork")), Ok(fork));
        }
    }

    #[test]
    fn a_damaged_macbinary_is_read_or_refused(
        bytes in damaged(any_file().prop_map(|file| file.to_macbinary().expect("a small file"))),
    ) {
        if let Ok(file) = MacFile::parse(&bytes) {
            prop_assert!(file.data_fork.len() + file.resource_fork.len() + file.comment.len() <= bytes.len());
        }
    }
}

//! What MacBinary files look like byte by byte, and what is refused.

use super::*;

fn sample() -> MacFile {
    let mut file = MacFile::new(
        FileName::new(b"Sample").unwrap(),
        OsType(*b"APPL"),
        OsType(*b"mcAg"),
    );
    file.finder_flags = FinderFlags::HAS_BUNDLE | FinderFlags::IS_SHARED;
    file.script = 1;
    file.extended_flags = 2;
    file.location = (-3, 40);
    file.data_fork = vec![1; 129];
    file.resource_fork = vec![2; 128];
    file.comment = b"made by a test".to_vec();
    file
}

fn with_crc(mut bytes: Vec<u8>) -> Vec<u8> {
    let crc = crc16(&bytes[..CRC_OFFSET]);
    bytes[CRC_OFFSET..CRC_OFFSET + 2].copy_from_slice(&crc.to_be_bytes());
    bytes
}

#[test]
fn crc_is_that_of_xmodem() {
    assert_eq!(crc16(b"123456789"), 0x31C3);
}

#[test]
fn the_fixed_date_is_the_first_of_january_2000() {
    let days_from_1904 = 96 * 365 + 24;
    assert_eq!(MacDate::FIXED.0, days_from_1904 * 86_400);
}

#[test]
fn parts_start_at_multiples_of_128() {
    let bytes = sample().to_macbinary().unwrap();
    assert_eq!(bytes.len(), 128 + 256 + 128 + 128);
    assert_eq!(bytes[128..128 + 129], [1; 129]);
    assert_eq!(bytes[384..512], [2; 128]);
    assert_eq!(&bytes[512..526], b"made by a test");
}

#[test]
fn version_ii_carries_no_script_and_no_extended_flags() {
    let mut bytes = sample().to_macbinary().unwrap();
    bytes[102..106].fill(0);
    bytes[122] = VERSION_II;
    let read = MacFile::parse(&with_crc(bytes)).unwrap();
    assert_eq!(
        read,
        MacFile {
            script: 0,
            extended_flags: 0,
            ..sample()
        }
    );
}

#[test]
fn version_i_carries_only_the_high_finder_flags_and_no_comment() {
    let mut bytes = sample().to_macbinary().unwrap();
    bytes[99..128].fill(0);
    let read = MacFile::parse(&bytes).unwrap();
    let finder_flags = FinderFlags::HAS_BUNDLE;
    assert_eq!(
        read,
        MacFile {
            script: 0,
            extended_flags: 0,
            comment: Vec::new(),
            finder_flags,
            ..sample()
        }
    );
}

#[test]
fn a_secondary_header_is_skipped() {
    let mut bytes = sample().to_macbinary().unwrap();
    bytes[121] = 5;
    bytes.splice(BLOCK..BLOCK, [0xEE; BLOCK]);
    assert_eq!(MacFile::parse(&with_crc(bytes)).unwrap(), sample());
}

#[test]
fn filling_behind_the_last_part_may_be_missing() {
    let bytes = sample().to_macbinary().unwrap();
    assert_eq!(MacFile::parse(&bytes[..526]).unwrap(), sample());
    assert_eq!(
        MacFile::parse(&bytes[..525]),
        Err(MacBinaryError::CutShort {
            part: "comment",
            offset: 512,
            length: 14
        })
    );
}

#[test]
fn a_damaged_header_is_named_as_such() {
    let mut bytes = sample().to_macbinary().unwrap();
    bytes[65] ^= 1;
    assert!(matches!(
        MacFile::parse(&bytes),
        Err(MacBinaryError::BadCrc { .. })
    ));
}

#[test]
fn a_later_minimum_version_is_refused() {
    let mut bytes = sample().to_macbinary().unwrap();
    bytes[123] = VERSION_AFTER_III;
    assert_eq!(
        MacFile::parse(&with_crc(bytes)),
        Err(MacBinaryError::TooNew {
            needed: VERSION_AFTER_III
        })
    );
}

#[test]
fn names_that_hfs_does_not_take_are_refused() {
    assert!(FileName::new(&[b'x'; 31]).is_ok());
    for name in [b"".as_slice(), b"a:b", &[b'x'; 32]] {
        assert!(matches!(FileName::new(name), Err(MacBinaryError::BadName { .. })));
    }
}

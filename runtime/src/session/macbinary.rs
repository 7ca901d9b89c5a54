//! MacBinary: both forks of a file in one stream, behind 128 bytes that say what the catalogue says of it.

use mc_protocol::Code;

use crate::error::{Error, Result};

/// The header, and what everything behind it is padded to.
const BLOCK: usize = 128;

/// Where in the header things lie.
const NAME_LENGTH: usize = 1;
const ZERO: usize = 74;
const DATA_SIZE: usize = 83;
const RESOURCE_SIZE: usize = 87;
const SECOND_HEADER_SIZE: usize = 120;

/// The data fork and the resource fork in a stream.
///
/// # Errors
/// `bad_file` when it is no MacBinary, or not all of one.
pub(super) fn forks(stream: &[u8]) -> Result<(&[u8], &[u8])> {
    let header = stream
        .get(..BLOCK)
        .ok_or_else(|| not_one("it is shorter than a header"))?;
    if header[0] != 0 || header[ZERO] != 0 || !(1..=63).contains(&header[NAME_LENGTH]) {
        return Err(not_one("it does not begin like one"));
    }
    let long = |at: usize| {
        header[at..at + 4]
            .iter()
            .fold(0, |number, &byte| number << 8 | usize::from(byte))
    };
    let second_header =
        usize::from(header[SECOND_HEADER_SIZE]) << 8 | usize::from(header[SECOND_HEADER_SIZE + 1]);
    let data_at = BLOCK + padded(second_header);
    let resource_at = data_at + padded(long(DATA_SIZE));
    match (
        stream.get(data_at..data_at + long(DATA_SIZE)),
        stream.get(resource_at..resource_at + long(RESOURCE_SIZE)),
    ) {
        (Some(data), Some(resource)) => Ok((data, resource)),
        // The padding of a fork without bytes behind it may be left out.
        (Some(data), None) if long(RESOURCE_SIZE) == 0 => Ok((data, &[])),
        _ => Err(not_one("its forks are longer than it is")),
    }
}

fn padded(size: usize) -> usize {
    size.next_multiple_of(BLOCK)
}

fn not_one(why: &str) -> Error {
    Error::new(Code::BadFile, format!("the source is no MacBinary file: {why}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stream(second_header: u16, data: &[u8], resource: &[u8]) -> Vec<u8> {
        let mut stream = vec![0; BLOCK];
        stream[NAME_LENGTH] = 1;
        stream[2] = b'x';
        stream[DATA_SIZE..DATA_SIZE + 4].copy_from_slice(&(data.len() as u32).to_be_bytes());
        stream[RESOURCE_SIZE..RESOURCE_SIZE + 4].copy_from_slice(&(resource.len() as u32).to_be_bytes());
        stream[SECOND_HEADER_SIZE..SECOND_HEADER_SIZE + 2].copy_from_slice(&second_header.to_be_bytes());
        stream.resize(BLOCK + padded(usize::from(second_header)), 0);
        for fork in [data, resource] {
            stream.extend(fork);
            stream.resize(padded(stream.len()), 0);
        }
        stream
    }

    #[test]
    fn what_is_no_macbinary_is_refused() {
        let good = stream(0, b"data", b"resource");
        for (name, bad) in [
            ("empty", Vec::new()),
            ("text", b"Dear Sir, ".repeat(40)),
            ("cut", good[..260].to_vec()),
            ("nameless", [vec![0; 256]].concat()),
        ] {
            assert_eq!(forks(&bad).expect_err(name).code(), Code::BadFile, "{name}");
        }
    }

    proptest! {
        #[test]
        fn forks_are_found(
            second_header in 0_u16..300,
            data in prop::collection::vec(any::<u8>(), 0..400),
            resource in prop::collection::vec(any::<u8>(), 0..400),
        ) {
            let stream = stream(second_header, &data, &resource);
            prop_assert_eq!(forks(&stream).expect("one"), (data.as_slice(), resource.as_slice()));
        }

        #[test]
        fn no_bytes_are_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let _ = forks(&bytes);
        }
    }
}

//! PackBits, the run-length code of the Toolbox (Inside Macintosh: Operating System Utilities, PackBits).

use super::{PictError, Place};

/// What is wrong with a packed row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// A run reaches over the end of the packed bytes.
    CutShort,
    /// The bytes unpack to more than a row, or to less.
    WrongLength,
}

impl Fault {
    pub(super) fn at(self, place: Place) -> PictError {
        place.malformed(match self {
            Fault::CutShort => "a packed row ends in the middle of a run",
            Fault::WrongLength => "a packed row does not unpack to its row bytes",
        })
    }
}

/// Unpacks `packed` into `row`, which it must fill exactly.
pub(super) fn unpack(packed: &[u8], row: &mut [u8]) -> Result<(), Fault> {
    unpack_units(packed, row, 1)
}

/// The same where words are repeated instead of bytes.
pub(super) fn unpack_words(packed: &[u8], row: &mut [u8]) -> Result<(), Fault> {
    unpack_units(packed, row, 2)
}

fn unpack_units(packed: &[u8], row: &mut [u8], unit: usize) -> Result<(), Fault> {
    let mut rest = packed;
    let mut filled = 0;
    while let Some((&flag, after)) = rest.split_first() {
        rest = after;
        let (count, literal) = match flag {
            0..=127 => (usize::from(flag) + 1, true),
            // A flag of -128 is not used by PackBits and skipped by UnpackBits.
            128 => continue,
            129.. => (257 - usize::from(flag), false),
        };
        let end = filled + count * unit;
        let target = row.get_mut(filled..end).ok_or(Fault::WrongLength)?;
        let source = rest
            .get(..if literal { count * unit } else { unit })
            .ok_or(Fault::CutShort)?;
        for part in target.chunks_mut(source.len()) {
            part.copy_from_slice(source);
        }
        rest = &rest[source.len()..];
        filled = end;
    }
    if filled == row.len() {
        Ok(())
    } else {
        Err(Fault::WrongLength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of Inside Macintosh's description of the format.
    #[test]
    fn the_books_example_unpacks() {
        let packed = [
            0xFE, 0xAA, 0x02, 0x80, 0x00, 0x2A, 0xFD, 0xAA, 0x03, 0x80, 0x00, 0x2A, 0x22, 0xF7, 0xAA,
        ];
        let mut row = [0; 24];
        assert_eq!(unpack(&packed, &mut row), Ok(()));
        let mut expected = vec![
            0xAA, 0xAA, 0xAA, 0x80, 0x00, 0x2A, 0xAA, 0xAA, 0xAA, 0xAA, 0x80, 0x00, 0x2A, 0x22,
        ];
        expected.extend([0xAA; 10]);
        assert_eq!(row.as_slice(), expected);
    }

    #[test]
    fn words_are_repeated_whole() {
        let mut row = [0; 10];
        assert_eq!(unpack_words(&[0xFE, 1, 2, 1, 3, 4, 5, 6], &mut row), Ok(()));
        assert_eq!(row, [1, 2, 1, 2, 1, 2, 3, 4, 5, 6]);
        assert_eq!(unpack_words(&[0xFE, 1], &mut row), Err(Fault::CutShort));
        assert_eq!(unpack_words(&[0xFB, 1, 2], &mut row), Err(Fault::WrongLength));
    }

    #[test]
    fn a_row_must_be_filled_exactly() {
        let mut row = [0; 4];
        assert_eq!(unpack(&[0xFD, 7], &mut row), Ok(()));
        assert_eq!(unpack(&[0xFE, 7], &mut row), Err(Fault::WrongLength));
        assert_eq!(unpack(&[0xFC, 7], &mut row), Err(Fault::WrongLength));
        assert_eq!(unpack(&[0x03, 1, 2, 3], &mut row), Err(Fault::CutShort));
        assert_eq!(unpack(&[0xFD], &mut row), Err(Fault::CutShort));
        assert_eq!(unpack(&[0x80, 0xFD, 7, 0x80], &mut row), Ok(()));
    }
}

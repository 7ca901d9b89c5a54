//! PackBits, the run-length code of the Toolbox (Inside Macintosh: Operating System Utilities, PackBits).

/// What is wrong with a packed row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// A run reaches over the end of the packed bytes.
    CutShort,
    /// The bytes unpack to more than a row, or to less.
    WrongLength,
}

/// Unpacks `packed` into `row`, which it must fill exactly.
pub(super) fn unpack(packed: &[u8], row: &mut [u8]) -> Result<(), Fault> {
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
        let target = row.get_mut(filled..filled + count).ok_or(Fault::WrongLength)?;
        let source = rest
            .get(..if literal { count } else { 1 })
            .ok_or(Fault::CutShort)?;
        if literal {
            target.copy_from_slice(source);
        } else {
            target.fill(source[0]);
        }
        rest = &rest[source.len()..];
        filled += count;
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

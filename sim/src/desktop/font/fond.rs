//! Font families: the `FOND` resource, in the parts that bitmap fonts need (Inside Macintosh: Text, chapter 4).

/// Length of the family record up to the font association table.
const RECORD_LENGTH: usize = 52;

/// One line of the font association table: which `NFNT` draws a size and style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Association {
    /// Point size.
    pub size: u16,
    /// Style bits, 0 for plain.
    pub style: u16,
    /// Resource ID of the `NFNT`.
    pub id: i16,
}

/// A `FOND` resource that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "reading a FOND: the font association table lies outside the resource, which is cut short or damaged"
)]
pub struct FondError;

/// Writes a family of proportional bitmap fonts for characters 0 to 255. Widths and kerning for outline fonts are left
/// out: with their offsets 0 the Font Manager takes the strikes' own.
pub fn encode(family: i16, strikes: &[Association]) -> Vec<u8> {
    let mut data = Vec::with_capacity(RECORD_LENGTH + 2 + 6 * strikes.len());
    data.extend(0_u16.to_be_bytes()); // ffFlags
    data.extend(family.to_be_bytes());
    data.extend([0_u16, 255].iter().flat_map(|word| word.to_be_bytes())); // ffFirstChar, ffLastChar
    data.resize(RECORD_LENGTH, 0);
    data.extend((strikes.len() as u16).wrapping_sub(1).to_be_bytes());
    for strike in strikes {
        data.extend(strike.size.to_be_bytes());
        data.extend(strike.style.to_be_bytes());
        data.extend(strike.id.to_be_bytes());
    }
    data
}

/// Reads the font association table.
///
/// # Errors
/// [`FondError`].
pub fn parse(data: &[u8]) -> Result<Vec<Association>, FondError> {
    let word = |place: usize| {
        let bytes = data
            .get(place..place + 2)
            .and_then(|bytes| <[u8; 2]>::try_from(bytes).ok());
        bytes.map(u16::from_be_bytes).ok_or(FondError)
    };
    let count = usize::from(word(RECORD_LENGTH)?.wrapping_add(1));
    (0..count)
        .map(|index| {
            let place = RECORD_LENGTH + 2 + 6 * index;
            Ok(Association {
                size: word(place)?,
                style: word(place + 2)?,
                id: word(place + 4)? as i16,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_association_table_comes_back_and_a_cut_one_is_refused() {
        let strikes = [
            Association {
                size: 9,
                style: 0,
                id: 393,
            },
            Association {
                size: 10,
                style: 0,
                id: 394,
            },
        ];
        let data = encode(3, &strikes);
        assert_eq!(data[2..4], [0, 3]);
        assert_eq!(parse(&data).unwrap(), strikes);
        assert_eq!(parse(&data[..data.len() - 1]), Err(FondError));
        assert_eq!(parse(&data[..10]), Err(FondError));
        assert_eq!(parse(&encode(3, &[])).unwrap(), []);
    }
}

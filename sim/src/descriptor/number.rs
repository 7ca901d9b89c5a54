//! Numbers in descriptors: integers, SANE's reals, and their texts.

use super::Code;

/// A number of any numeric descriptor type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    Real(f64),
}

use Number::{Integer, Real};

impl Number {
    /// Reads the bytes of a numeric type; `None` when it is none, or the length is wrong.
    pub fn read(kind: Code, bytes: &[u8]) -> Option<Number> {
        Some(match &kind {
            b"shor" => Integer(i16::from_be_bytes(bytes.try_into().ok()?).into()),
            b"long" => Integer(i32::from_be_bytes(bytes.try_into().ok()?).into()),
            b"magn" => Integer(u32::from_be_bytes(bytes.try_into().ok()?).into()),
            b"comp" => Integer(i64::from_be_bytes(bytes.try_into().ok()?)),
            b"sing" => Real(f32::from_be_bytes(bytes.try_into().ok()?).into()),
            b"doub" => Real(f64::from_be_bytes(bytes.try_into().ok()?)),
            b"exte" => Real(read_extended(bytes.try_into().ok()?)),
            _ => return None,
        })
    }

    /// The bytes of a numeric type; `None` when it is none, or the number does not fit it.
    pub fn write(self, kind: Code) -> Option<Vec<u8>> {
        Some(match &kind {
            b"shor" => i16::try_from(self.integer()?).ok()?.to_be_bytes().to_vec(),
            b"long" => i32::try_from(self.integer()?).ok()?.to_be_bytes().to_vec(),
            b"magn" => u32::try_from(self.integer()?).ok()?.to_be_bytes().to_vec(),
            b"comp" => self.integer()?.to_be_bytes().to_vec(),
            b"sing" => (self.real() as f32).to_be_bytes().to_vec(),
            b"doub" => self.real().to_be_bytes().to_vec(),
            b"exte" => write_extended(self.real()).to_vec(),
            _ => return None,
        })
    }

    /// The number that a text stands for.
    pub fn parse(text: &[u8]) -> Option<Number> {
        let text = std::str::from_utf8(text).ok()?.trim();
        let is_plain = text.bytes().all(|byte| b"+-.0123456789eE".contains(&byte));
        if !is_plain {
            return None;
        }
        let integer = text.parse().map(Integer).ok();
        integer.or_else(|| text.parse().map(Real).ok())
    }

    /// The text of the number.
    pub fn text(self) -> String {
        match self {
            Integer(number) => number.to_string(),
            Real(number) => number.to_string(),
        }
    }

    /// Rounded to the nearest integer.
    fn integer(self) -> Option<i64> {
        match self {
            Integer(number) => Some(number),
            Real(number) if number.is_finite() && number.abs() < 9.0e18 => {
                Some(number.round_ties_even() as i64)
            }
            Real(_) => None,
        }
    }

    fn real(self) -> f64 {
        match self {
            Integer(number) => number as f64,
            Real(number) => number,
        }
    }
}

const EXTENDED_BIAS: i32 = 16383;
/// Bits of the fraction of an extended behind its leading bit, and of a double.
const EXTENDED_BITS: i32 = 63;
const DOUBLE_BITS: i32 = 52;
const DOUBLE_BIAS: i32 = 1023;

/// An 80-bit extended: sign and exponent, then 64 bits of significand whose leading bit is written out.
fn read_extended(bytes: [u8; 10]) -> f64 {
    let head = u16::from_be_bytes([bytes[0], bytes[1]]);
    let significand = bytes[2..]
        .iter()
        .fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
    let exponent = i32::from(head & 0x7FFF);
    let size = if exponent == 0x7FFF {
        if significand << 1 == 0 {
            f64::INFINITY
        } else {
            f64::NAN
        }
    } else {
        // In two steps: the whole power may be smaller than any double while the product is not.
        let power = exponent - EXTENDED_BIAS - EXTENDED_BITS;
        significand as f64 * 2_f64.powi(power / 2) * 2_f64.powi(power - power / 2)
    };
    if head & 0x8000 != 0 { -size } else { size }
}

fn write_extended(number: f64) -> [u8; 10] {
    let bits = number.abs().to_bits();
    let (exponent, fraction) = ((bits >> DOUBLE_BITS) as i32, bits & ((1 << DOUBLE_BITS) - 1));
    let (exponent, significand) = match (exponent, fraction) {
        (0, 0) => (0, 0),
        // A double without a leading bit: shifted up until it has one.
        (0, fraction) => {
            let shift = fraction.leading_zeros() as i32;
            let exponent = EXTENDED_BITS - shift - (DOUBLE_BIAS - 1) - DOUBLE_BITS + EXTENDED_BIAS;
            (exponent, fraction << shift)
        }
        (0x7FF, fraction) => (0x7FFF, fraction << (EXTENDED_BITS - DOUBLE_BITS)),
        (exponent, fraction) => (
            exponent - DOUBLE_BIAS + EXTENDED_BIAS,
            (1 << EXTENDED_BITS) | fraction << (EXTENDED_BITS - DOUBLE_BITS),
        ),
    };
    let sign = if number.is_sign_negative() { 0x8000 } else { 0 };
    let mut bytes = [0; 10];
    bytes[..2].copy_from_slice(&(exponent as u16 | sign).to_be_bytes());
    bytes[2..].copy_from_slice(&significand.to_be_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extended_holds_every_double() {
        for number in [
            0.0,
            1.0,
            -2.5,
            1.0e300,
            5.0e-324,
            f64::INFINITY,
            std::f64::consts::PI,
        ] {
            assert_eq!(read_extended(write_extended(number)), number, "{number}");
        }
        assert!(read_extended(write_extended(f64::NAN)).is_nan());
        assert_eq!(write_extended(1.0)[..3], [0x3F, 0xFF, 0x80]);
    }

    #[test]
    fn what_does_not_fit_is_refused_and_what_lies_between_is_rounded() {
        assert_eq!(Integer(40_000).write(*b"shor"), None);
        assert_eq!(Real(2.5).write(*b"shor"), Some(vec![0, 2]));
        assert_eq!(Integer(-1).write(*b"magn"), None);
        assert_eq!(Real(f64::NAN).write(*b"long"), None);
        assert_eq!(Number::parse(b"12 apples"), None);
        assert_eq!(Number::parse(b"inf"), None);
        assert_eq!(Number::parse(b" -7 "), Some(Integer(-7)));
        assert_eq!(Number::parse(b"1e3"), Some(Real(1000.0)));
    }
}

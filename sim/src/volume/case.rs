//! When two names are the same: the File Manager ignores case and minds diacritical marks (Inside Macintosh: Files,
//! chapter 2, "Names and Paths").

/// The form of a name by which names are compared.
pub(super) fn folded(name: &[u8]) -> Vec<u8> {
    name.iter().map(|&byte| fold(byte)).collect()
}

/// The byte that stands for `byte` when names are compared.
fn fold(byte: u8) -> u8 {
    /// Capitals of 0x87 (á) to 0x9F (ü), in order.
    const CAPITALS: [u8; 25] = [
        0xE7, 0xCB, 0xE5, 0x80, 0xCC, 0x81, 0x82, 0x83, 0xE9, 0xE6, 0xE8, 0xEA, 0xED, 0xEB, 0xEC, 0x84, 0xEE,
        0xF1, 0xEF, 0x85, 0xCD, 0xF2, 0xF4, 0xF3, 0x86,
    ];
    match byte {
        0..=0x7F => byte.to_ascii_uppercase(),
        0x87..=0x9F => CAPITALS[usize::from(byte) - 0x87],
        0xBE => 0xAE, // æ
        0xBF => 0xAF, // ø
        0xCF => 0xCE, // œ
        0xD8 => 0xD9, // ÿ
        _ => byte,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_ignored_and_accents_are_not() {
        assert_eq!(folded(b"a\x8A"), b"A\x80");
        assert_ne!(folded(b"\x80"), folded(b"A"));
    }
}

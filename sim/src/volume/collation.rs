//! How HFS compares names: which are the same, and in what order the catalogue has them.
//!
//! Case does not count and diacritical marks do (Inside Macintosh: Files, chapter 2, "Names and Paths"). The order was laid
//! down before MacRoman had all its capitals: the later ones, of `á` for example, are letters of their own. Which are is
//! what the catalogue's readers agree upon (hfsutils, GRUB).

use mc_protocol::macroman;
use std::sync::OnceLock;

/// From the blank on, in order; what is written together is the same. All other characters follow in the order of their
/// codes, except control characters, which come first.
const ORDER: &str = "! \" “ ” « » # $ % & ' ‘ ’ ( ) * + , - . / 0 1 2 3 4 5 6 7 8 9 : ; < = > ? @ \
    Aa Àà Ää Ãã Åå Ææ ` á â ª Bb Cc Çç Dd Ee Éé è ê ë Ff Gg Hh Ii í ì î ï Jj Kk Ll Mm Nn Ññ \
    Oo Öö Õõ Øø Œœ ó ò ô º Pp Qq Rr Ss ß Tt Uu Üü ú ù û Vv Ww Xx Yy ÿ Zz [ \\ ] ^ _ { | } ~";

/// The blank, which cannot stand in a list that blanks part, and the one that does not break.
const BLANKS: &str = " \u{A0}";

/// The form of a name by which names are compared and sorted.
pub(crate) fn key(name: &[u8]) -> Vec<u8> {
    static RANKS: OnceLock<[u8; 256]> = OnceLock::new();
    let ranks = RANKS.get_or_init(ranks);
    name.iter().map(|&byte| ranks[usize::from(byte)]).collect()
}

fn ranks() -> [u8; 256] {
    let mut ranks: [Option<u8>; 256] = [None; 256];
    let mut next = 0;
    let mut place = |class: &[u8]| {
        let mut is_new = false;
        for &byte in class {
            let rank = &mut ranks[usize::from(byte)];
            is_new |= rank.is_none();
            rank.get_or_insert(next);
        }
        next += u8::from(is_new);
    };
    (0..b' ').for_each(|control| place(&[control]));
    for class in std::iter::once(BLANKS).chain(ORDER.split(' ')) {
        let bytes: Vec<u8> = class.chars().filter_map(macroman::from_char).collect();
        place(&bytes);
    }
    (0..=255).for_each(|rest| place(&[rest]));
    ranks.map(Option::unwrap_or_default)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key_of(name: &str) -> Vec<u8> {
        key(&macroman::encode(name).unwrap())
    }

    #[test]
    fn case_is_ignored_and_accents_are_not() {
        assert_eq!(key_of("äpfel\u{A0}ŒUVRE"), key_of("ÄPFEL œuvre"));
        assert_ne!(key_of("Ä"), key_of("A"));
        assert_ne!(key_of("á"), key_of("Á"), "a later capital");
        assert_ne!(key_of("ÿ"), key_of("Ÿ"), "a later capital");
    }

    #[test]
    fn names_stand_where_the_catalogue_has_them() {
        let mut names = ["Zoo", "apple", "†", "Äpfel", "_", "Banana", "10", "“x”", "Áá"];
        names.sort_by_key(|name| key_of(name));
        assert_eq!(
            names,
            ["“x”", "10", "apple", "Äpfel", "Banana", "Zoo", "_", "†", "Áá"]
        );
    }

    #[test]
    fn every_character_has_its_place() {
        let same = [
            BLANKS, "Àà", "Ää", "Ãã", "Åå", "Ææ", "Çç", "Éé", "Ññ", "Öö", "Õõ", "Øø", "Œœ", "Üü",
        ];
        let distinct: std::collections::BTreeSet<u8> = ranks().into_iter().collect();
        assert_eq!(distinct.len(), 256 - 26 - same.len());
        for class in same {
            let ranks: std::collections::BTreeSet<Vec<u8>> =
                class.chars().map(|one| key_of(&one.to_string())).collect();
            assert_eq!(ranks.len(), 1, "{class}");
        }
    }
}

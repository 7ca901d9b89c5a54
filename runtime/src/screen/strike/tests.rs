//! NFNT resources: those of the simulated Macintosh's fonts, and damaged ones.

use proptest::prelude::*;

use super::*;
use crate::screen::testing::bdf::{BdfFont, BdfGlyph};
use crate::screen::testing::nfnt;

#[test]
fn names_read_like_a_font_menu() {
    let chicago = StrikeName::plain("Chicago", 12);
    assert_eq!(chicago.to_string(), "Chicago 12");
    let styled = StrikeName {
        style: Style::from_bits(3),
        ..chicago
    };
    assert_eq!(styled.to_string(), "Chicago 12 bold italic");
    assert_eq!(Style::PLAIN.to_string(), "plain");
}

#[test]
fn bold_smears_one_pixel_and_moves_the_pen_one_further() {
    let glyph = Glyph::trimmed('l', 0, 4, &[0, 0b11, 0, 0b01, 0]);
    assert_eq!(
        (glyph.left, glyph.columns.as_slice(), glyph.ink()),
        (1, &[0b11, 0, 0b01][..], 3)
    );
    let strike = Strike {
        name: StrikeName::plain("Test", 9),
        ascent: 2,
        descent: 0,
        leading: 0,
        glyphs: vec![glyph, Glyph::trimmed(' ', 0, 3, &[0, 0])],
    };
    let bold = strike.bold();
    assert!(bold.name().style.contains(Style::BOLD));
    assert_eq!(bold.glyphs()[0].columns, [0b11, 0b11, 0b01, 0b01]);
    assert_eq!((bold.glyphs()[0].advance, bold.glyphs()[0].left), (5, 1));
    assert_eq!((bold.glyphs()[1].advance, bold.glyphs()[1].is_blank()), (4, true));
}

#[test]
fn every_glyph_comes_through_the_resource() {
    for font in [BdfFont::chicago(), BdfFont::geneva_9(), BdfFont::geneva_10()] {
        let strike = font.strike();
        assert_eq!(
            (strike.ascent() as i32, strike.descent() as i32),
            (font.ascent, font.descent)
        );
        assert_eq!(
            (strike.name(), strike.leading() as i32),
            (&font.name, font.leading)
        );
        for code in b' '..=b'~' {
            let (glyph, drawn) = (
                strike.glyph(code.into()),
                font.glyph(code).expect("ASCII is complete"),
            );
            assert_same(glyph.expect("ASCII is complete"), drawn, &font, code);
        }
    }
}

fn assert_same(glyph: &Glyph, drawn: &BdfGlyph, font: &BdfFont, code: u8) {
    assert_eq!(glyph.advance, drawn.advance, "{} {code}", font.name);
    let pixels = (0..drawn.height).flat_map(|y| (0..drawn.width).map(move |x| (x, y)));
    let mut ink = 0;
    for (x, y) in pixels.filter(|&(x, y)| drawn.pixel(x, y)) {
        let row = font.ascent - drawn.y - drawn.height + y;
        let column = glyph.columns[(drawn.x + x - glyph.left) as usize];
        assert_eq!(column >> row & 1, 1, "{} {code} at {x}, {y}", font.name);
        ink += 1;
    }
    assert_eq!(glyph.ink(), ink, "{} {code}", font.name);
}

#[test]
fn a_character_that_the_strike_lacks_has_no_glyph_and_the_box_is_the_missing_one() {
    let mut font = BdfFont::geneva_9();
    font.glyphs.remove(&i32::from(b'q'));
    let strike = font.strike();
    assert_eq!(strike.glyph('q'), None);
    assert!(strike.glyph(MISSING).is_some_and(|g| !g.is_blank()));
}

#[test]
fn codes_that_are_drawn_as_the_missing_box_are_no_characters() {
    let mut font = BdfFont::geneva_9();
    let missing = font.glyphs[&-1].clone();
    for code in 0xD8..=0xF0 {
        font.glyphs.insert(code, missing.clone());
    }
    let strike = font.strike();
    assert_eq!(strike.glyph('ÿ'), None);
    assert!(strike.glyph(MISSING).is_some() && strike.glyph('A').is_some());
}

#[test]
fn a_glyph_may_reach_back_over_its_pen() {
    let mut font = BdfFont::geneva_9();
    font.glyphs.get_mut(&i32::from(b'j')).expect("there is a j").x = -2;
    let strike = font.strike();
    assert_eq!(strike.glyph('j').map(|g| g.left), Some(-2));
    assert_eq!(
        strike.glyph('a').map(|g| g.left),
        Some(font.glyph(b'a').expect("there is an a").x)
    );
}

/// Changes one word of a good resource.
fn with_word(at: usize, value: u16) -> Result<Strike, StrikeError> {
    let mut resource = nfnt::write(&BdfFont::geneva_9());
    resource[at..at + 2].copy_from_slice(&value.to_be_bytes());
    Strike::from_nfnt(&resource, StrikeName::plain("Damaged", 9))
}

#[test]
fn damage_is_named() {
    assert!(with_word(0, 0xB003).is_ok());
    assert_eq!(
        with_word(0, 0xACB0),
        Err(StrikeError::NotOneBit { font_type: 0xACB0 })
    );
    assert_eq!(
        with_word(0, 0x900C),
        Err(StrikeError::NotOneBit { font_type: 0x900C })
    );
    assert!(matches!(
        with_word(4, 300),
        Err(StrikeError::Field {
            field: "last character",
            ..
        })
    ));
    assert!(matches!(
        with_word(8, 0x8000),
        Err(StrikeError::Field { field: "kerning", .. })
    ));
    assert!(matches!(
        with_word(14, 0),
        Err(StrikeError::Field {
            field: "height",
            value: 0
        })
    ));
    assert!(matches!(
        with_word(14, 61),
        Err(StrikeError::Field {
            field: "height",
            value: 61
        })
    ));
    assert!(matches!(
        with_word(18, 13),
        Err(StrikeError::Field {
            field: "ascent",
            value: 13
        })
    ));
    assert!(matches!(
        with_word(24, 0xFFFF),
        Err(StrikeError::Field {
            field: "row words",
            ..
        })
    ));
    // A positive nDescent is the high half of the offset, far behind the end.
    assert!(matches!(
        with_word(10, 1),
        Err(StrikeError::Truncated {
            part: "offset/width table",
            ..
        })
    ));
}

#[test]
fn a_glyph_must_lie_in_the_bit_image() {
    let resource = nfnt::write(&BdfFont::geneva_9());
    let word = |at: usize| usize::from(u16::from_be_bytes([resource[at], resource[at + 1]]));
    let (first, height, row_words) = (word(2), word(14), word(24));
    let location_of_a = 26 + 2 * row_words * height + 2 * (usize::from(b'a') - first);
    let past_the_end = with_word(location_of_a + 2, 0xFFF0);
    assert!(matches!(
        past_the_end,
        Err(StrikeError::Location {
            code: 97,
            end: 0xFFF0,
            ..
        })
    ));
    assert!(matches!(
        with_word(location_of_a + 2, 0),
        Err(StrikeError::Location { code: 97, end: 0, .. })
    ));
}

#[test]
fn every_truncation_is_an_error() {
    let resource = nfnt::write(&BdfFont::geneva_9());
    // The last word ends the offset/width table and is not needed.
    for end in 0..resource.len() - 2 {
        let cut = Strike::from_nfnt(&resource[..end], StrikeName::plain("Cut", 9));
        assert!(matches!(cut, Err(StrikeError::Truncated { .. })), "cut at {end}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let _ = Strike::from_nfnt(&bytes, StrikeName::plain("Noise", 9));
    }

    #[test]
    fn any_damage_is_survived(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut resource = nfnt::write(&BdfFont::geneva_9());
        for (at, value) in changes {
            let at = at.index(resource.len());
            resource[at] = value;
        }
        if let Ok(strike) = Strike::from_nfnt(&resource, StrikeName::plain("Damaged", 9)) {
            prop_assert!(strike.height() as usize <= MAX_HEIGHT);
        }
    }
}

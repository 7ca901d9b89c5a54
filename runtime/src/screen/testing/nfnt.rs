//! Writes NFNT resources (Inside Macintosh: Text, chapter 4, "The Bitmapped Font ('NFNT') Resource").

use super::bdf::{BdfFont, BdfGlyph};

/// The font as an NFNT resource.
pub(crate) fn write(font: &BdfFont) -> Vec<u8> {
    let codes = || font.glyphs.keys().copied().filter(|&c| c >= 0);
    let (first, last) = (codes().min().unwrap_or(0), codes().max().unwrap_or(0));
    let kern_max = font.glyphs.values().map(|g| g.x).min().unwrap_or(0).min(0);
    let slots: Vec<Option<&BdfGlyph>> = (first..=last).chain([-1]).map(|c| font.glyphs.get(&c)).collect();

    let mut locations = vec![0u16];
    let mut offsets = Vec::new();
    for slot in &slots {
        let width = slot.map_or(0, |g| g.width as u16);
        locations.push(locations[locations.len() - 1] + width);
        offsets.push(slot.map_or(0xFFFF, |g| ((g.x - kern_max) as u16) << 8 | g.advance as u16));
    }
    offsets.push(0xFFFF);

    let columns = usize::from(locations[locations.len() - 1]);
    let row_words = columns.div_ceil(16);
    let height = (font.ascent + font.descent) as usize;
    let mut image = vec![0u8; row_words * 2 * height];
    for (slot, &start) in slots.iter().zip(&locations) {
        let Some(glyph) = slot else { continue };
        for y in 0..glyph.height {
            let row = (font.ascent - glyph.y - glyph.height + y) as usize;
            for x in (0..glyph.width).filter(|&x| glyph.pixel(x, y)) {
                let column = usize::from(start) + x as usize;
                image[row * row_words * 2 + column / 8] |= 0x80 >> (column % 8);
            }
        }
    }

    let widest = font.glyphs.values().map(|g| g.advance).max().unwrap_or(0);
    let offset_words = (26 - 16 + image.len() + 2 * locations.len()) / 2;
    let header: [i32; 13] = [
        0x9000,
        first,
        last,
        widest,
        kern_max,
        -font.descent,
        widest,
        height as i32,
        offset_words as i32,
        font.ascent,
        font.descent,
        font.leading,
        row_words as i32,
    ];
    let mut resource: Vec<u8> = header.iter().flat_map(|&v| (v as u16).to_be_bytes()).collect();
    resource.extend(image);
    resource.extend(locations.iter().chain(&offsets).flat_map(|v| v.to_be_bytes()));
    resource
}

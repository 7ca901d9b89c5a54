//! The colours of a screen: the system's colour tables (`clut` 1, 2, 4 and 8), each component's upper byte.

/// Index of white, at every depth.
pub const WHITE: u8 = 0;
/// Index of black at eight bits.
pub const BLACK: u8 = 255;

/// Red, green and blue of the 256 system colours: a 6 by 6 by 6 cube from white down to almost black (indexes
/// 0 to 214), ten shades each of red, green, blue and grey (215 to 254), and black (255).
pub fn system_colours() -> [[u8; 3]; 256] {
    const RAMP: [u8; 10] = [0xEE, 0xDD, 0xBB, 0xAA, 0x88, 0x77, 0x55, 0x44, 0x22, 0x11];
    let mut colours = [[0; 3]; 256];
    for (index, colour) in colours.iter_mut().enumerate().take(215) {
        let level = |step: usize| 0xFF - 0x33 * (step % 6) as u8;
        *colour = [level(index / 36), level(index / 6), level(index)];
    }
    for (step, &shade) in RAMP.iter().enumerate() {
        colours[215 + step] = [shade, 0, 0];
        colours[225 + step] = [0, shade, 0];
        colours[235 + step] = [0, 0, shade];
        colours[245 + step] = [shade; 3];
    }
    colours
}

/// White, two greys and black.
const FOUR: [[u8; 3]; 4] = [[0xFF; 3], [0xAC; 3], [0x55; 3], [0; 3]];

const SIXTEEN: [[u8; 3]; 16] = [
    [0xFF, 0xFF, 0xFF],
    [0xFC, 0xF3, 0x05],
    [0xFF, 0x64, 0x02],
    [0xDD, 0x08, 0x06],
    [0xF2, 0x08, 0x84],
    [0x46, 0x00, 0xA5],
    [0x00, 0x00, 0xD4],
    [0x02, 0xAB, 0xEA],
    [0x1F, 0xB7, 0x14],
    [0x00, 0x64, 0x11],
    [0x56, 0x2C, 0x05],
    [0x90, 0x71, 0x3A],
    [0xC0, 0xC0, 0xC0],
    [0x80, 0x80, 0x80],
    [0x40, 0x40, 0x40],
    [0x00, 0x00, 0x00],
];

/// The system's colour table of a depth; empty when pixels of that depth are colours themselves.
pub fn default_colours(depth: u16) -> Vec<[u8; 3]> {
    match depth {
        1 => vec![[0xFF; 3], [0; 3]],
        2 => FOUR.to_vec(),
        4 => SIXTEEN.to_vec(),
        8 => system_colours().to_vec(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_white_and_black_and_the_cube_runs_blue_fastest() {
        let colours = system_colours();
        assert_eq!(colours[usize::from(WHITE)], [0xFF; 3]);
        assert_eq!(colours[usize::from(BLACK)], [0; 3]);
        assert_eq!(colours[1], [0xFF, 0xFF, 0xCC]);
        assert_eq!(colours[35], [0xFF, 0, 0]);
        assert_eq!(colours[210], [0, 0, 0xFF]);
        assert_eq!(colours[245], [0xEE; 3]);
    }
}

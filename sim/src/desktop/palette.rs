//! The colours of an eight-bit screen: the system colour table (`clut` 8).

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

//! What the tests of the screen share: strikes to draw with, and a pen to draw them.
//!
//! Everything here is written from the Font Manager's rules, apart from the code that it tests: text is set straight
//! from the font's own bitmaps, never through a [`Strike`](super::strike::Strike).

pub(crate) mod bdf;
pub(crate) mod nfnt;
pub(crate) mod paper;
pub(crate) mod pict;

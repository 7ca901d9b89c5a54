//! Bitmap fonts: drawn as BDF text, kept in the System file as `NFNT` and `FOND`, drawn from there.

mod bdf;
mod fond;
mod nfnt;
mod strike;
mod style;
mod symbols;

pub use bdf::{BdfError, BdfFont, parse as parse_bdf};
pub use fond::{Association, FondError, encode as encode_fond, parse as parse_fond};
pub use nfnt::{NfntError, encode as encode_nfnt, parse as parse_nfnt};
pub use strike::{Glyph, Strike, StrikeError};
pub use style::{FontName, Fonts, FontsError, Style};
pub(super) use symbols::{decode, encode};

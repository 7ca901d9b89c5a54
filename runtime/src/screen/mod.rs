//! The screen of a Macintosh as the host sees it: pictures, and the text in them.

pub mod diff;
pub mod image;
pub mod pict;

//! The screen of a Macintosh as the host sees it: pictures, and the text in them.

pub mod diff;
pub mod find;
pub mod image;
pub mod pict;
pub mod reader;
pub mod strike;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

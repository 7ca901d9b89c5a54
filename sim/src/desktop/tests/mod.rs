//! A fake Macintosh drives the Finder: scripted events, a screen and a volume in memory.

mod finder;
mod mac;
mod note_pad;
mod pictures;
mod png;
mod scene;

pub(super) use mac::STATION;

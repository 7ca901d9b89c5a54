//! A fake Macintosh drives applications of the desktop: scripted events, a screen and a volume in memory.

mod bench;
mod dialogs;
mod finder;
mod frame;
mod gallery;
mod mac;
mod note_pad;
mod pictures;
mod png;
mod scene;
mod simple_text;
mod simple_text_scripts;
mod standard_file;

pub(super) use mac::STATION;

//! The native functions, called from Lua against a stub guest: a file for each subject.

#[path = "../stub/mod.rs"]
mod stub;

mod files;
mod programs;
mod screen;
mod scripting;
mod system;
mod values;

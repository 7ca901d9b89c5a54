//! The host: targets, drivers, reading the screen, files, recipes, the Lua bindings.

pub mod geometry;
pub mod screen;

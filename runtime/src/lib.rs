//! The host: targets, drivers, reading the screen, files, recipes, traces, the Lua bindings.

pub mod cancel;
pub mod driver;
pub mod error;
pub mod geometry;
pub mod guest;
pub mod provider;
pub mod screen;
pub mod target;
pub mod trace;

pub use error::{Error, Result};

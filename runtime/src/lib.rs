//! The host: targets, drivers, reading the screen, files, recipes, traces, the Lua bindings.
//!
//! The way down: [`run`] runs a recipe or a piece of Lua, [`lua`] is the VM with its native functions, [`session`] puts
//! calls together into what a person would do, [`guest`] is the one way in, [`driver`] carries calls over a wire.

pub mod cancel;
pub mod driver;
pub mod error;
pub mod geometry;
pub mod guest;
pub mod host_files;
pub mod keys;
pub mod lua;
pub mod mac_text;
pub mod provider;
pub mod recipe;
pub mod run;
pub mod screen;
pub mod session;
pub mod target;
pub mod trace;

pub use error::{Error, Result};

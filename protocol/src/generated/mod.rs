//! What the schemas say, as Rust.
//!
//! Made from protocol/schema by `make generate`; do not edit.

pub mod apple_event;
pub mod applescript;
pub mod clipboard;
pub mod common;
pub mod cursor;
pub mod errors;
pub mod events;
pub mod font;
pub mod fs;
pub mod health;
pub mod hello;
pub mod jobs;
pub mod limits;
pub mod log;
pub mod process;
pub mod resource;
pub mod screen;
pub mod subscribe;
pub mod system;
pub mod unsubscribe;
pub mod volume;

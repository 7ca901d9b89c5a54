//! What the schemas say, as Rust.
//!
//! Made from protocol/schema by `make generate`; do not edit.

pub mod common;
pub mod errors;
pub mod font;
pub mod fs;
pub mod health;
pub mod hello;
pub mod limits;
pub mod screen;
pub mod system;

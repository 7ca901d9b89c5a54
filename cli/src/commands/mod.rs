//! The commands, one per file.

pub mod capture;
pub mod demo;
pub mod eval;
pub mod run;
pub mod sim;

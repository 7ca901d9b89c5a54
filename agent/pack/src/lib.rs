//! The linker's last step: ELF to CODE resources, resource forks, MacBinary III.
//!
//! Everything here works on bytes in memory and gives the same bytes for the same input, on any host and on any day.

pub mod application;
mod bytes;
pub mod code;
pub mod elf;
mod flags;
pub mod macbinary;
pub mod resource_fork;
pub mod size_resource;
pub mod vers;

pub use macbinary::MacFile;
pub use mc_protocol::OsType;
pub use resource_fork::{Resource, ResourceFork};

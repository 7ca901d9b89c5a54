//! The linker's last step: ELF to CODE resources, resource forks, MacBinary III.
//!
//! Everything here works on bytes in memory and gives the same bytes for the same input, on any host and on any day.

mod bytes;
mod flags;
pub mod macbinary;
mod os_type;
pub mod resource_fork;

pub use macbinary::MacFile;
pub use os_type::{OsType, OsTypeError};
pub use resource_fork::{Resource, ResourceFork};

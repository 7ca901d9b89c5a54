//! Lua: the VM that scripts run in, and the native functions that it offers them.
//!
//! One operating-system thread for each VM. Natives are synchronous for the script: they block on the runtime and on the
//! run's token, so that they work wherever a function of Lua's works, inside `table.sort` and in coroutines too.

mod apple_event;
mod applescript;
mod args;
mod call;
mod clipboard;
mod convert;
mod cursor;
mod descriptor;
mod errors;
mod fs;
mod image;
mod input;
mod internals;
mod json;
mod log;
mod pattern;
mod process;
mod reference;
pub mod registry;
mod resource;
mod sandbox;
mod screen;
mod system;
mod vm;

pub use reference::reference;
pub use vm::{Host, Limits, Modules, Vm, in_vm};

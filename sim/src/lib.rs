//! A simulated System 7 Macintosh that runs the real mc-agent binary.
//!
//! The agent's 68k code is executed by the crate `m68k`; the Toolbox and Operating System calls that it makes are
//! answered in Rust, with the real structures in guest memory. MacTCP calls become loopback sockets, so that whatever
//! talks to a Macintosh over TCP talks to this one. See `sim/README.md` for what is simulated and what is not.
//!
//! ```no_run
//! let sim = mc_sim::Sim::start(mc_sim::Config::default())?;
//! println!("connect to 127.0.0.1:{}", sim.port());
//! # Ok::<(), mc_sim::SimError>(())
//! ```

mod applescript;
mod bomb;
mod boot;
mod clock;
mod code_cache;
mod config;
mod costs;
pub mod descriptor;
pub mod desktop;
mod error;
mod fault;
mod frame_buffer;
mod front;
mod interrupts;
mod life;
mod low_memory;
mod machine;
mod memory;
mod network;
mod os_err;
mod pace;
mod profile;
mod sim;
mod stats;
#[cfg(test)]
mod testing;
mod toolbox;
mod trap;
mod user;
mod volume;

pub use bomb::{Bomb, Cause};
pub use config::{Config, Consent, Disk, Host};
pub use error::SimError;
pub use fault::{
    Crash, DiskFailure, Fault, FaultError, FaultKind, FaultRequest, FieldInfo, Heap, KindInfo, Seconds,
};
pub use frame_buffer::FrameBuffer;
pub use pace::Speed;
pub use profile::{Profile, SystemVersion, UnknownName};
pub use sim::{Details, FileContents, HardDisk, Listed, ModemPort, ProcessInfo, Sim, application, jotter};
pub use stats::Stats;
pub use user::UserAction;

/// The table of what a Toolbox call is charged, as text: `kind 68000-cycles 68030-cycles source`, tab separated.
pub fn cost_table() -> String {
    costs::describe()
}

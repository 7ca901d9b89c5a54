//! Why a simulator does not start, or refuses what a test asks of it.

use crate::bomb::{Bomb, Failure, Stop};
use crate::desktop::{BuildError, FinderError};
use crate::fault::FaultError;
use crate::os_err::OsErr;
use mc_pack::macbinary::MacBinaryError;
use std::time::Duration;

/// Why a [`Sim`](crate::Sim) cannot do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// No port, or no thread, could be had from the host.
    #[error("starting a simulated Macintosh: {0}; choose another port, or 0 for a free one")]
    Host(#[from] std::io::Error),
    /// A drawing or resource of the simulator itself is wrong.
    #[error("building the System file: {0}")]
    Build(#[from] BuildError),
    /// The desktop cannot start.
    #[error("starting the Finder: {0}")]
    Finder(#[from] FinderError),
    /// The agent is no application in MacBinary.
    #[error("reading the agent: {0}; give the bytes of a MacBinary file such as agent/dist/mc-agent-68k.bin")]
    Agent(#[from] MacBinaryError),
    /// The token cannot stand in the guest's preferences.
    #[error("the token has characters that do not exist in MacRoman; choose one of letters and digits")]
    Token,
    /// The volume refused.
    #[error("{action} {path}: Mac OS error {code} ({name})")]
    Volume {
        /// What was attempted.
        action: &'static str,
        /// On what.
        path: String,
        /// The OSErr.
        code: i16,
        /// Apple's name of it.
        name: &'static str,
    },
    /// The disk that a machine is to start from has no agent.
    #[error(
        "the disk has no mc-agent in its Startup Items folder; take one that a simulated Macintosh started from"
    )]
    NoAgent,
    /// The machine's screen cannot show so many colours.
    #[error("a {profile} has no screen of {depth} bits a pixel; it can have one of {possible:?}")]
    Depth {
        /// The machine.
        profile: &'static str,
        /// What was wanted.
        depth: u16,
        /// What it can have.
        possible: &'static [u16],
    },
    /// The machine does not take so much memory.
    #[error("a {profile} does not take {} of memory with System 7; it can have {}", megabytes(*ram), megabyte_list(possible))]
    Ram {
        /// The machine.
        profile: &'static str,
        /// What was wanted, in bytes.
        ram: u32,
        /// What it can have.
        possible: &'static [u32],
    },
    /// Time passes by itself in this machine.
    #[error("time passes by itself in this machine; start it with Speed::Stepped to step it")]
    NotStepped,
    /// What was asked for has to wait for a moment that did not come.
    #[error("{0} did not come within {1:?}; a program of the Macintosh keeps the processor")]
    Busy(&'static str, Duration),
    /// A fault that the machine is to start with is none.
    #[error("a fault to start with: {0}")]
    Fault(#[from] FaultError),
    /// The simulated system could not set itself up.
    #[error("starting the simulated system: {0}")]
    Start(String),
    /// The agent bombed before it listened.
    #[error("the agent bombed: {0}")]
    Bomb(#[from] Bomb),
    /// The agent ended before it listened.
    #[error("the agent ended before it listened; its preferences or its MacTCP calls are the place to look")]
    AgentEnded,
    /// The agent runs and does not listen.
    #[error("the agent did not listen on its port within {0:?}")]
    NotListening(Duration),
}

/// A size of memory as one writes it: `2.5M`.
fn megabytes(bytes: u32) -> String {
    format!("{}M", f64::from(bytes) / f64::from(1 << 20))
}

fn megabyte_list(sizes: &[u32]) -> String {
    let names: Vec<String> = sizes.iter().copied().map(megabytes).collect();
    names.join(", ")
}

impl SimError {
    pub(crate) fn start(failure: Failure) -> SimError {
        SimError::Start(match failure {
            Failure::Os(error) => format!("Mac OS error {error}"),
            Failure::Stop(Stop::Bomb(cause)) => cause.to_string(),
            Failure::Stop(Stop::Exit | Stop::Yield | Stop::Quit) => "it was ended".to_owned(),
        })
    }

    pub(crate) fn volume(action: &'static str, path: &str, error: OsErr) -> SimError {
        SimError::Volume {
            action,
            path: path.to_owned(),
            code: error.0,
            name: error.name(),
        }
    }
}

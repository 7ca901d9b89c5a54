//! Processes: which there are, and which one is meant.

use std::time::Duration;

use mc_protocol::common::Psn;
use mc_protocol::process::{List, Process, Quit, QuitOutcome};
use mc_protocol::{Code, process};

use super::{Session, milliseconds, next_page};
use crate::error::{Error, Result};

/// Which process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// The one with this serial number.
    Psn(Psn),
    /// The only one of this name.
    Name(String),
}

impl Session {
    /// All processes.
    ///
    /// # Errors
    /// As [`crate::guest::Guest::call`].
    pub async fn processes(&self) -> Result<Vec<Process>> {
        let mut processes = Vec::new();
        let mut cursor = None;
        loop {
            let page = self.guest().call(&List { cursor }).await?;
            processes.extend(page.processes);
            cursor = next_page(cursor, page.cursor, processes.len())?;
            if cursor.is_none() {
                return Ok(processes);
            }
        }
    }

    /// The serial number of a process.
    ///
    /// # Errors
    /// `not_found` when none has the name; `ambiguous` when several have it.
    pub async fn psn(&self, which: &Which) -> Result<Psn> {
        let name = match which {
            Which::Psn(psn) => return Ok(*psn),
            Which::Name(name) => name,
        };
        let processes = self.processes().await?;
        let mut called: Vec<Psn> = Vec::new();
        called.extend(
            processes
                .iter()
                .filter(|process| process.name == *name)
                .map(|process| process.psn),
        );
        match called.as_slice() {
            [psn] => Ok(*psn),
            [] => {
                let running: Vec<&str> = processes.iter().map(|process| process.name.as_str()).collect();
                let message = format!("no process is called `{name}`");
                Err(Error::new(Code::NotFound, message)
                    .with("running", running)
                    .trying("`details.running` lists what runs; process.launch launches it.")
                    .on(self.guest().name()))
            }
            several => {
                let message = format!(
                    "{} processes are called `{name}`; pass one of mac.process.list",
                    several.len()
                );
                Err(Error::new(Code::Ambiguous, message).on(self.guest().name()))
            }
        }
    }

    /// Brings a process to the front; whether it came.
    ///
    /// # Errors
    /// As [`Session::psn`] and [`crate::guest::Guest::call`].
    pub async fn bring_to_front(&self, which: &Which) -> Result<bool> {
        let psn = self.psn(which).await?;
        Ok(self.guest().call(&process::Front { psn }).await?.front)
    }

    /// Asks a process to quit; what became of it. One that no process is called is not running.
    ///
    /// # Errors
    /// `ambiguous`; `bad_params` for more than a minute; as [`crate::guest::Guest::call`].
    pub async fn quit(&self, which: &Which, timeout: Duration) -> Result<QuitOutcome> {
        let timeout_ms = milliseconds(timeout, 0..=60_000, "timeout")? as u16;
        let psn = match self.psn(which).await {
            Err(error) if error.code() == Code::NotFound => return Ok(QuitOutcome::NotRunning),
            psn => psn?,
        };
        let quit = Quit {
            timeout_ms: Some(timeout_ms),
            ..Quit::new(psn)
        };
        Ok(self.guest().call(&quit).await?.outcome)
    }
}

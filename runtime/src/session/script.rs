//! AppleScript.

use std::time::Duration;

use mc_protocol::applescript::{Eval, Interaction, ScriptForm};

use super::{Session, milliseconds};
use crate::error::{Error, Result};
use crate::mac_text::{from_mac, to_mac};
use mc_protocol::Code;

/// A guest ends what it runs at its own deadline; so much later it is told to.
pub(super) const GRACE: Duration = Duration::from_secs(10);

/// The longest source, in bytes of MacRoman.
const MOST_SOURCE: u16 = 32_767;

/// How a script is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// When it is stopped.
    pub timeout: Duration,
    /// How its result is written.
    pub form: ScriptForm,
    /// Whether applications may ask the user something meanwhile.
    pub interaction: Interaction,
}

impl Session {
    /// Compiles and runs an AppleScript; its result as text.
    ///
    /// # Errors
    /// `bad_params` for a source that MacRoman does not have; `applescript` with number and place when it does not compile or
    /// fails; `timeout` when it was stopped; as [`crate::guest::Guest::run`].
    pub async fn eval(&self, source: &str, running: Running) -> Result<String> {
        let source = to_mac(source, "source")?;
        let size = u16::try_from(source.len())
            .ok()
            .filter(|&size| size <= MOST_SOURCE);
        let Some(size) = size else {
            let message = format!(
                "a script is {MOST_SOURCE} bytes long at most, this one is {}",
                source.len()
            );
            return Err(Error::new(Code::TooLarge, message).with("param", "source"));
        };
        let eval = Eval {
            timeout_ms: Some(milliseconds(running.timeout, 100..=3_600_000, "timeout")?),
            form: Some(running.form),
            interaction: Some(running.interaction),
            ..Eval::new(size)
        };
        let guest = self.guest().finishing_within(running.timeout + GRACE);
        let finished = guest.run(&eval, source.into()).await?;
        Ok(from_mac(&finished.data))
    }
}

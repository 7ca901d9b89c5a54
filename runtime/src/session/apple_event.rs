//! Apple events, and what they speak of.

use std::time::Duration;

use mc_protocol::apple_event::Send;
use mc_protocol::descriptor::{self, FlatError, Parameters};
use mc_protocol::{Code, fs, macroman, volume};

use super::script::GRACE;
use super::{Session, milliseconds};
use crate::error::{Error, Result};

/// The directory id of a volume's root, and that of what contains it.
const ROOT: u32 = 2;
const ABOVE_ROOT: u32 = 1;

/// The name in an FSSpec is a string of 63 characters behind its length.
const NAME_BYTES: usize = 64;

impl Session {
    /// Sends an Apple event; the parameters of its reply, none when there was none to wait for.
    ///
    /// # Errors
    /// `bad_params` for parameters that cannot travel; `apple_event` with the application's number; `timeout` when no reply came; as
    /// [`crate::guest::Guest::run`].
    pub async fn send_event(
        &self,
        event: Send,
        parameters: &Parameters,
        timeout: Duration,
    ) -> Result<Parameters> {
        let body = descriptor::encode(parameters).map_err(|problem| match problem {
            FlatError::TooLarge => Error::new(Code::TooLarge, problem.to_string()).with("param", "params"),
            _ => Error::bad_param("params", problem.to_string()),
        })?;
        let event = Send {
            size: u16::try_from(body.len()).ok().filter(|&size| size > 0),
            timeout_ms: Some(milliseconds(timeout, 100..=3_600_000, "timeout")?),
            ..event
        };
        let guest = self.guest().finishing_within(timeout + GRACE);
        let finished = guest.run(&event, body.into()).await?;
        descriptor::decode(&finished.data).map_err(|problem| {
            Error::new(Code::BadAnswer, format!("the reply does not fit: {problem}")).on(self.guest().name())
        })
    }

    /// An FSSpec of a path, as it lies in the Mac's memory: volume, directory, name.
    ///
    /// # Errors
    /// `not_found` without such a volume or folder; `bad_name`; as [`crate::guest::Guest::call`].
    pub async fn file_spec(&self, path: &str) -> Result<Vec<u8>> {
        let Some((volume, below)) = path.split_once(':').filter(|(volume, _)| !volume.is_empty()) else {
            let message = format!("`{path}` is no full path, such as `Macintosh HD:Read Me`");
            return Err(Error::bad_param("path", message));
        };
        let vref = self.vref(volume).await?;
        let below = below.strip_suffix(':').unwrap_or(below);
        let (directory, name) = match below.rsplit_once(':') {
            None if below.is_empty() => (ABOVE_ROOT, volume),
            None => (ROOT, below),
            Some((folder, name)) => (self.directory(&format!("{volume}:{folder}")).await?, name),
        };
        let name = macroman::encode(name)
            .ok()
            .filter(|name| (1..NAME_BYTES).contains(&name.len()));
        let Some(name) = name else {
            return Err(Error::new(
                Code::BadName,
                format!("`{path}` does not end in a name that HFS can hold"),
            ));
        };
        let mut spec = Vec::new();
        spec.extend(vref.to_be_bytes());
        spec.extend(directory.to_be_bytes());
        spec.push(name.len() as u8);
        spec.extend(&name);
        spec.resize(2 + 4 + NAME_BYTES, 0);
        Ok(spec)
    }

    async fn vref(&self, name: &str) -> Result<i16> {
        let volumes = self.guest().call(&volume::List {}).await?.volumes;
        let found = volumes.iter().find(|volume| volume.name == name);
        found.map(|volume| volume.vref).ok_or_else(|| {
            let mounted: Vec<&str> = volumes.iter().map(|volume| volume.name.as_str()).collect();
            Error::new(Code::NotFound, format!("no volume is called `{name}`"))
                .with("volumes", mounted)
                .trying("`details.volumes` lists those that are mounted.")
                .on(self.guest().name())
        })
    }

    async fn directory(&self, path: &str) -> Result<u32> {
        let path = path.to_owned();
        Ok(self.guest().call(&fs::Stat { path }).await?.entry.id)
    }
}

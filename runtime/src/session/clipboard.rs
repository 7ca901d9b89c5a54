//! The clipboard. What is on it is nobody's business but the caller's: it is not logged and not traced.

use mc_protocol::clipboard::{FlavorInfo, FlavorName, FlavorSize, Get, Set};
use mc_protocol::{Code, OsType};
use serde_json::json;

use super::Session;
use crate::error::{Error, Result};

/// More flavors than a program puts out.
const MOST_FLAVORS: usize = 8;

impl Session {
    /// Which flavors the clipboard holds.
    ///
    /// # Errors
    /// As [`crate::guest::Guest::fetch`].
    pub async fn clipboard_flavors(&self) -> Result<Vec<FlavorInfo>> {
        let (answer, _) = self.guest().fetch(&Get::default()).await?;
        Ok(answer.available)
    }

    /// The bytes of one flavor.
    ///
    /// # Errors
    /// `not_found` when the clipboard holds no such flavor; as [`crate::guest::Guest::fetch`].
    pub async fn clipboard(&self, flavor: OsType) -> Result<Vec<u8>> {
        let get = Get {
            flavors: Some(vec![FlavorName { flavor }]),
        };
        let (answer, data) = self.guest().fetch(&get).await?;
        match answer.flavor {
            Some(came) if came == flavor => Ok(data),
            Some(came) => {
                let message = format!("`{flavor}` was asked for, and the guest sent `{came}`");
                Err(Error::new(Code::BadAnswer, message).on(self.guest().name()))
            }
            None => {
                let available: Vec<OsType> = answer.available.iter().map(|info| info.flavor).collect();
                let message = format!("the clipboard holds no `{flavor}`");
                Err(Error::new(Code::NotFound, message)
                    .with("available", json!(available))
                    .trying("`details.available` lists what it holds.")
                    .on(self.guest().name()))
            }
        }
    }

    /// Replaces what the clipboard holds.
    ///
    /// # Errors
    /// `bad_params` for nothing or too many flavors; as [`crate::guest::Guest::send`].
    pub async fn set_clipboard(&self, content: Vec<(OsType, Vec<u8>)>) -> Result<()> {
        if content.is_empty() || content.len() > MOST_FLAVORS {
            let message = format!(
                "a clipboard holds 1 to {MOST_FLAVORS} flavors, not {}",
                content.len()
            );
            return Err(Error::bad_param("content", message));
        }
        let mut flavors = Vec::new();
        let mut body = Vec::new();
        for (flavor, bytes) in content {
            let size = u32::try_from(bytes.len())
                .map_err(|_| Error::new(Code::TooLarge, format!("`{flavor}` is larger than 4 GB")))?;
            flavors.push(FlavorSize { flavor, size });
            body.extend(bytes);
        }
        self.guest().send(&Set { flavors }, body.into()).await?;
        Ok(())
    }
}

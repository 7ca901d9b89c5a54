//! A session: a guest and what is known of it while a run lasts, such as the strikes that its screen is read with.
//!
//! What takes more than one call on the wire is put together here: reading the screen, clicking what was read, waiting,
//! moving files. One file per subject.

mod act;
mod apple_event;
mod capture;
mod clipboard;
mod files;
mod look;
mod macbinary;
mod process;
mod resource;
mod script;
mod wait;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use mc_protocol::{Code, font};
use tokio::sync::OnceCell;

pub use act::{Change, Confirm, click, drag, key, move_to, type_text};
pub use capture::Capture;
pub use files::{Fetched, Forks};
pub use look::{Sought, box_json, rect_json};
pub use process::Which;
pub use resource::Holder;
pub use script::Running;
pub use wait::Watch;

use crate::error::{Error, Result};
use crate::guest::Guest;
use crate::screen::reader::Reader;
use crate::screen::strike::{Strike, StrikeName, Style};

/// More than a list on a guest of this age has: the valence of a folder on HFS has 16 bits.
const MOST_LISTED: usize = 65_535;

/// More strikes than a System has. A guest that lists more lists without end.
const MOST_STRIKES: usize = 2_000;

/// A guest, and what is known of it. Cheap to clone; clones know the same.
#[derive(Clone)]
pub struct Session {
    guest: Guest,
    reader: Arc<OnceCell<Reader>>,
    captures: Arc<capture::Known>,
}

impl Session {
    /// With a guest of which nothing is known yet.
    pub fn new(guest: Guest) -> Session {
        Session {
            guest,
            reader: Arc::default(),
            captures: Arc::default(),
        }
    }

    /// The same knowledge, with another handle of the same guest: one that is traced, or limited.
    pub fn with(&self, guest: Guest) -> Session {
        Session {
            guest,
            reader: Arc::clone(&self.reader),
            captures: Arc::clone(&self.captures),
        }
    }

    /// The guest.
    pub fn guest(&self) -> &Guest {
        &self.guest
    }

    /// What reads this guest's screen. The strikes are fetched from the guest the first time.
    async fn reader(&self) -> Result<&Reader> {
        let make = async || Ok(Reader::new(&self.fetch_strikes().await?));
        self.reader.get_or_try_init(make).await
    }

    async fn fetch_strikes(&self) -> Result<Vec<Strike>> {
        let mut strikes = Vec::new();
        let mut cursor = None;
        let mut listed = 0;
        loop {
            let page = self.guest.call(&font::List { cursor }).await?;
            // A page without strikes counts too: it is answered as fast.
            listed += page.strikes.len().max(1);
            if listed > MOST_STRIKES {
                return Err(Error::new(Code::BadAnswer, "the list of strikes has no end"));
            }
            for info in page.strikes {
                let (_, resource) = self
                    .guest
                    .fetch(&font::Get {
                        kind: info.kind,
                        id: info.id,
                    })
                    .await?;
                let style = Style::from_bits(info.style as u8);
                let name = StrikeName {
                    family: info.family,
                    size: info.size,
                    style,
                };
                match Strike::from_nfnt(&resource, name.clone()) {
                    Ok(strike) => strikes.push(strike),
                    // One damaged strike does not make the others unreadable.
                    Err(error) => {
                        tracing::warn!(guest = self.guest.name(), strike = %name, %error, "left out")
                    }
                }
            }
            match page.cursor {
                Some(next) if cursor.is_none_or(|before| next > before) => cursor = Some(next),
                Some(_) => {
                    return Err(Error::new(
                        Code::BadAnswer,
                        "the list of strikes goes round in a circle",
                    ));
                }
                None => return Ok(strikes),
            }
        }
    }
}
/// Where the next page of a list begins, if there is one.
///
/// # Errors
/// `bad_answer` for a list that goes round in a circle or has no end.
fn next_page(at: Option<u16>, told: Option<u16>, listed: usize) -> Result<Option<u16>> {
    match told {
        Some(next) if next <= at.unwrap_or(0) => {
            Err(Error::new(Code::BadAnswer, "the list goes round in a circle"))
        }
        _ if listed > MOST_LISTED => Err(Error::new(Code::BadAnswer, "the list has no end")),
        told => Ok(told),
    }
}

/// A time as the wire has it.
///
/// # Errors
/// `bad_params` for one out of the range.
fn milliseconds(time: Duration, range: RangeInclusive<u32>, param: &str) -> Result<u32> {
    let number = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    match range.contains(&number) {
        true => Ok(number),
        false => {
            let seconds = |number: &u32| f64::from(*number) / 1000.0;
            let message = format!(
                "`{param}` is {} to {} s",
                seconds(range.start()),
                seconds(range.end())
            );
            Err(Error::bad_param(param, message))
        }
    }
}

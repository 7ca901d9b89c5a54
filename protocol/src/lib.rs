//! The wire between mac-control and `mc-agent`: frames, messages, limits, errors and the types of every method.
//!
//! `protocol/README.md` describes the wire in words; `protocol/schema` is where the types come from.
//!
//! ```
//! use mc_protocol::{Method, fs, frame::Frame, message::Request};
//!
//! let stat = fs::Stat { path: "Macintosh HD:Read Me".into() };
//! let frame = Frame::json(&Request::new(7, &stat)).unwrap();
//! assert_eq!(frame.encode().unwrap()[0], 0x01);
//! assert_eq!(fs::Stat::NAME, "fs.stat");
//! ```

pub mod descriptor;
pub mod error;
pub mod frame;
mod generated;
pub mod macroman;
pub mod message;
mod ostype;

pub use descriptor::Descriptor;
pub use error::WireError;
pub use generated::errors::Code;
pub use generated::{
    apple_event, applescript, clipboard, common, cursor, events, font, fs, health, hello, jobs, limits, log,
    process, resource, screen, subscribe, system, unsubscribe, volume,
};
pub use ostype::OsType;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What an operation does to the guest; the guest's tier decides whether it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Nothing, and it reveals nothing: served after any hello.
    None,
    /// Looks, and leaves everything as it is. May be repeated after a lost answer.
    Read,
    /// Changes something. Sent at most once.
    Write,
    /// Changes something that cannot be brought back. Sent at most once.
    Destructive,
}

impl Effect {
    /// Whether it leaves the guest as it was, so that it may be asked again when the answer was lost.
    pub fn is_repeatable(self) -> bool {
        matches!(self, Effect::None | Effect::Read)
    }

    /// Whether a guest of this tier allows it.
    pub fn is_allowed_by(self, tier: hello::Tier) -> bool {
        match self {
            Effect::None => true,
            Effect::Read => tier != hello::Tier::Disabled,
            Effect::Write | Effect::Destructive => tier == hello::Tier::Full,
        }
    }
}

/// Which way binary data goes beside a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// There is none.
    None,
    /// After the response, from the guest.
    FromGuest,
    /// After `accepted`, to the guest.
    ToGuest,
}

/// A method of the wire: its parameters are the type that implements this.
pub trait Method: Serialize + Send + Sync {
    /// Its name on the wire, such as `fs.put`.
    const NAME: &'static str;
    /// What it does to the guest.
    const EFFECT: Effect;
    /// Which way binary data goes.
    const STREAM: Stream;
    /// How long an answer may take unless the caller says otherwise.
    const TIMEOUT_MS: u32;
    /// What a good answer holds.
    type Answer: DeserializeOwned + Send;
}

/// Something that a guest says unasked: its payload is the type that implements this.
pub trait Event: Serialize + DeserializeOwned + Send {
    /// Its name on the wire, such as `job.done`.
    const NAME: &'static str;
    /// The channel that has to be subscribed to; `None` when it comes in any case.
    const CHANNEL: Option<subscribe::Channel>;
}

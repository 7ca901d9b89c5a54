//! Apple events as an application of the desktop gets them.

use crate::descriptor::{Code, DIRECT_OBJECT, Descriptor, Fields};

/// An Apple event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppleEvent {
    /// What [`Mac::answer`](super::Mac::answer) names it by; 0 when its sender wants no reply.
    pub request: u32,
    /// Event class, such as `aevt`.
    pub class: Code,
    /// Event id, such as `odoc`.
    pub id: Code,
    /// Parameters.
    pub parameters: Fields,
    /// Whether the user may be asked something for it.
    pub interaction: Interaction,
    /// Whether the application may come to the front for that.
    pub may_switch_layer: bool,
}

impl AppleEvent {
    /// The direct object, an empty list where there is none.
    pub fn direct_objects(&self) -> &[Descriptor] {
        let direct = self.parameters.get(DIRECT_OBJECT);
        direct.map_or(&[], Descriptor::items)
    }
}

/// kAENeverInteract, kAECanInteract, kAEAlwaysInteract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interaction {
    /// The user must not be asked.
    Never,
    /// The user may be asked.
    Can,
    /// The user is to be asked wherever that is usual.
    Always,
}

/// What an application does with an Apple event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Response {
    /// It has done what was asked, or could not.
    Answered(Result<Fields, EventError>),
    /// It will tell, with [`Mac::answer`](super::Mac::answer).
    Later,
    /// It takes no Apple events now. The event stays in the queue and comes again with the next turn.
    NotNow,
}

impl Response {
    /// Done, without a result.
    pub fn done() -> Response {
        Response::Answered(Ok(Fields::default()))
    }

    /// Done, with a direct object as the result.
    pub fn result(value: Descriptor) -> Response {
        Response::Answered(Ok(Fields(vec![(DIRECT_OBJECT, value)])))
    }

    /// Refused.
    pub fn error(number: i16, message: impl Into<String>) -> Response {
        Response::Answered(Err(EventError {
            number,
            message: Some(message.into()),
        }))
    }
}

/// Why an Apple event failed: keyErrorNumber and keyErrorString of the reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Mac OS error {number}: {}", message.as_deref().unwrap_or("the application gave no reason"))]
pub struct EventError {
    /// The OSErr.
    pub number: i16,
    /// What the application says.
    pub message: Option<String>,
}

impl EventError {
    /// errAEEventNotHandled.
    pub fn not_handled(event: &AppleEvent) -> EventError {
        tracing::debug!(class = ?event.class, id = ?event.id, "an Apple event that nobody handles");
        EventError {
            number: -1708,
            message: None,
        }
    }
}

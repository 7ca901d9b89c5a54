//! The JSON messages that frames carry.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Method, WireError};

/// A request, ready to be framed.
#[derive(Debug, Serialize)]
pub struct Request<'a, M> {
    id: u32,
    method: &'static str,
    params: &'a M,
}

impl<'a, M: Method> Request<'a, M> {
    /// The request `id` for a method with its parameters.
    pub fn new(id: u32, params: &'a M) -> Request<'a, M> {
        Request {
            id,
            method: M::NAME,
            params,
        }
    }
}

/// The marker that ends a stream of binary frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many bytes there were.
    pub size: u32,
    /// Their CRC-32, the one of zlib and PNG.
    pub crc32: u32,
}

/// How a stream ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All was sent.
    Whole(Tally),
    /// It broke off.
    Broken(WireError),
}

/// How far a sender may run ahead of the receiver's progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accepted {
    /// Most bytes under way beyond the last progress.
    pub window: u32,
    /// Most bytes in one binary frame.
    pub chunk: u32,
    /// Where to begin: so many bytes the guest has kept of an earlier put that is gone on with.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What a guest says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromGuest {
    /// The answer to a request. Without an id when the guest could not read one from what it complains of.
    Response {
        /// The request's id.
        id: Option<u32>,
        /// What it led to.
        outcome: Result<Value, WireError>,
    },
    /// A put may begin.
    Accepted {
        /// The request's id.
        id: u32,
        /// How far ahead.
        accepted: Accepted,
    },
    /// So many bytes of a put are on the disk.
    Progress {
        /// The request's id.
        id: u32,
        /// Bytes so far.
        received: u32,
    },
    /// A stream from the guest is over.
    End {
        /// The request's id.
        id: u32,
        /// How.
        ending: Ending,
    },
    /// Something that nobody asked for.
    Event {
        /// Its name.
        event: String,
        /// What it carries.
        payload: Value,
    },
}

/// What a host says, as a guest reads it. Guests that are not the agent need it: stubs in tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromHost {
    /// A request.
    Request {
        /// Chosen by the host.
        id: u32,
        /// Its method's name.
        method: String,
        /// Its parameters; an empty object when there were none.
        params: Value,
    },
    /// The end of a put.
    End {
        /// The request's id.
        id: u32,
        /// How.
        ending: Ending,
    },
}

/// A JSON payload that is not one of the messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// Not JSON, or fields of the wrong type.
    #[error("the payload is not a message: {0}")]
    Json(String),
    /// JSON with fields that do not go together.
    #[error("the payload is none of the messages of the wire: {0}")]
    Shape(&'static str),
}

/// Every field that a message can have.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
struct Fields {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<WireError>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<Accepted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<Progress>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<Value>,
}

#[derive(Deserialize, Serialize)]
struct Progress {
    received: u32,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum End {
    Whole(Tally),
    Broken { error: WireError },
}

impl From<End> for Ending {
    fn from(end: End) -> Ending {
        match end {
            End::Whole(tally) => Ending::Whole(tally),
            End::Broken { error } => Ending::Broken(error),
        }
    }
}

impl From<&Ending> for End {
    fn from(ending: &Ending) -> End {
        match ending {
            Ending::Whole(tally) => End::Whole(*tally),
            Ending::Broken(error) => End::Broken { error: error.clone() },
        }
    }
}

fn fields(payload: &[u8]) -> Result<Fields, MessageError> {
    serde_json::from_slice(payload).map_err(|error| MessageError::Json(error.to_string()))
}

impl FromGuest {
    /// Reads the payload of a JSON frame.
    ///
    /// # Errors
    /// Bytes that are not JSON, or not one of a guest's messages.
    ///
    /// ```
    /// use mc_protocol::message::FromGuest;
    /// let progress = FromGuest::parse(br#"{"id": 7, "progress": {"received": 4096}}"#);
    /// assert_eq!(progress, Ok(FromGuest::Progress { id: 7, received: 4096 }));
    /// ```
    pub fn parse(payload: &[u8]) -> Result<FromGuest, MessageError> {
        let shape = |problem| Err(MessageError::Shape(problem));
        match fields(payload)? {
            Fields {
                event: Some(event),
                id: None,
                payload,
                ..
            } => Ok(FromGuest::Event {
                event,
                payload: payload.unwrap_or_default(),
            }),
            Fields {
                ok: Some(true),
                id: Some(id),
                error: None,
                result,
                ..
            } => Ok(FromGuest::Response {
                id: Some(id),
                outcome: Ok(result.unwrap_or_default()),
            }),
            Fields {
                ok: Some(false),
                id,
                error: Some(error),
                ..
            } => Ok(FromGuest::Response {
                id,
                outcome: Err(error),
            }),
            Fields { ok: Some(_), .. } => shape("a response has an id and either a result or an error"),
            Fields {
                id: Some(id),
                accepted: Some(accepted),
                ..
            } => Ok(FromGuest::Accepted { id, accepted }),
            Fields {
                id: Some(id),
                progress: Some(progress),
                ..
            } => Ok(FromGuest::Progress {
                id,
                received: progress.received,
            }),
            Fields {
                id: Some(id),
                end: Some(end),
                ..
            } => Ok(FromGuest::End {
                id,
                ending: end.into(),
            }),
            _ => shape("neither a response nor part of a transfer nor an event"),
        }
    }

    /// Writes the payload of a JSON frame.
    pub fn to_json(&self) -> Value {
        let fields = match self.clone() {
            FromGuest::Response {
                id,
                outcome: Ok(result),
            } => Fields {
                id,
                ok: Some(true),
                result: Some(result),
                ..Fields::default()
            },
            FromGuest::Response {
                id,
                outcome: Err(error),
            } => Fields {
                id,
                ok: Some(false),
                error: Some(error),
                ..Fields::default()
            },
            FromGuest::Accepted { id, accepted } => Fields {
                id: Some(id),
                accepted: Some(accepted),
                ..Fields::default()
            },
            FromGuest::Progress { id, received } => Fields {
                id: Some(id),
                progress: Some(Progress { received }),
                ..Fields::default()
            },
            FromGuest::End { id, ending } => Fields {
                id: Some(id),
                end: Some((&ending).into()),
                ..Fields::default()
            },
            FromGuest::Event { event, payload } => Fields {
                event: Some(event),
                payload: Some(payload),
                ..Fields::default()
            },
        };
        with_null_id(fields)
    }
}

/// A response to something unreadable says `"id": null`; other messages leave an absent id out.
fn with_null_id(fields: Fields) -> Value {
    let lacks_id = fields.ok.is_some() && fields.id.is_none();
    let mut value = serde_json::to_value(fields).unwrap_or_default();
    if let (true, Some(object)) = (lacks_id, value.as_object_mut()) {
        object.shift_insert(0, "id".to_owned(), Value::Null);
    }
    value
}

impl FromHost {
    /// Reads the payload of a JSON frame.
    ///
    /// # Errors
    /// Bytes that are not JSON, or not one of a host's messages.
    pub fn parse(payload: &[u8]) -> Result<FromHost, MessageError> {
        match fields(payload)? {
            Fields {
                id: Some(id),
                method: Some(method),
                params,
                end: None,
                ..
            } => {
                let params = params.unwrap_or_else(|| Value::Object(serde_json::Map::new()));
                Ok(FromHost::Request { id, method, params })
            }
            Fields {
                id: Some(id),
                end: Some(end),
                method: None,
                ..
            } => Ok(FromHost::End {
                id,
                ending: end.into(),
            }),
            _ => Err(MessageError::Shape("neither a request nor the end of a put")),
        }
    }

    /// The end of a put, ready to be framed.
    pub fn end(id: u32, ending: &Ending) -> Value {
        with_null_id(Fields {
            id: Some(id),
            end: Some(ending.into()),
            ..Fields::default()
        })
    }
}

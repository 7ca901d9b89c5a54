//! Frames: a type, a big-endian length, a payload.

use serde::Serialize;

use crate::limits::{CHUNK_BYTES, REPLY_BYTES, REQUEST_BYTES};

/// Type and length in front of each payload.
pub const HEADER_BYTES: usize = 5;

const JSON: u8 = 0x01;
const BINARY: u8 = 0x02;
const ID_BYTES: usize = 4;

/// One frame, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The bytes of one JSON object; not parsed yet.
    Json(Vec<u8>),
    /// A piece of the binary data that belongs to a request.
    Binary {
        /// The request's id.
        id: u32,
        /// 1 to [`CHUNK_BYTES`] bytes.
        data: Vec<u8>,
    },
}

/// Why bytes are not a frame, or a payload not fit for one. A reader cannot tell where the next frame begins: the
/// connection has to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// The first byte is neither 0x01 nor 0x02.
    #[error("0x{0:02X} is no frame type")]
    UnknownType(u8),
    /// A payload without content.
    #[error("a frame of type 0x{kind:02X} with {length} bytes of payload holds nothing")]
    Empty {
        /// The frame's type.
        kind: u8,
        /// The length that it claims.
        length: u32,
    },
    /// A payload beyond the limit for its type and direction.
    #[error("a payload of {length} bytes is larger than the {limit} allowed in a frame of type 0x{kind:02X}")]
    TooLarge {
        /// The frame's type.
        kind: u8,
        /// The length that it claims.
        length: u64,
        /// The limit.
        limit: u32,
    },
    /// A value that JSON cannot express.
    #[error("the message cannot be written as JSON")]
    NotJson,
}

/// Who sends: the two directions have different limits for JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// Requests and ends of puts.
    Host,
    /// Everything else.
    Guest,
}

impl Sender {
    /// The largest payload of a JSON frame.
    pub const fn json_limit(self) -> u32 {
        match self {
            Sender::Host => REQUEST_BYTES,
            Sender::Guest => REPLY_BYTES,
        }
    }
}

impl Frame {
    /// A message as a JSON frame.
    ///
    /// # Errors
    /// [`FrameError::NotJson`] for a value that serde cannot express, which no message of this crate is.
    pub fn json(message: &impl Serialize) -> Result<Frame, FrameError> {
        serde_json::to_vec(message)
            .map(Frame::Json)
            .map_err(|_| FrameError::NotJson)
    }

    /// The frame in one piece, to be sent with one write: real network cards drop the second of two small ones.
    ///
    /// # Errors
    /// A payload that is empty or larger than a host may send.
    pub fn encode(&self) -> Result<Vec<u8>, FrameError> {
        self.encode_from(Sender::Host)
    }

    /// [`Frame::encode`] with the limits of either end.
    ///
    /// # Errors
    /// A payload that is empty or larger than this end may send.
    pub fn encode_from(&self, sender: Sender) -> Result<Vec<u8>, FrameError> {
        let (kind, prefix, body): (u8, &[u8], &[u8]) = match self {
            Frame::Json(text) => (JSON, &[], text),
            Frame::Binary { id, data } => (BINARY, &id.to_be_bytes(), data),
        };
        let length = prefix.len() as u64 + body.len() as u64;
        let length = check_length(kind, length, sender)?;
        let mut bytes = Vec::with_capacity(HEADER_BYTES + prefix.len() + body.len());
        bytes.push(kind);
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes.extend_from_slice(prefix);
        bytes.extend_from_slice(body);
        Ok(bytes)
    }
}

fn check_length(kind: u8, length: u64, sender: Sender) -> Result<u32, FrameError> {
    let (least, limit) = match kind {
        JSON => (1, sender.json_limit()),
        BINARY => (ID_BYTES as u64 + 1, CHUNK_BYTES + ID_BYTES as u32),
        other => return Err(FrameError::UnknownType(other)),
    };
    match u32::try_from(length) {
        Ok(length) if u64::from(length) < least => Err(FrameError::Empty { kind, length }),
        Ok(length) if length <= limit => Ok(length),
        _ => Err(FrameError::TooLarge { kind, length, limit }),
    }
}

/// Finds the frames in a stream of bytes, however it is cut. Holds one frame at the most: a length beyond the limit is
/// refused when its header has arrived, before anything is kept of its payload.
///
/// ```
/// use mc_protocol::frame::{Decoder, Frame, Sender};
/// let mut decoder = Decoder::new(Sender::Guest);
/// decoder.push(&[0x02, 0, 0, 0, 6, 0, 0, 0, 7, b'h']);
/// assert_eq!(decoder.next(), Ok(None));
/// decoder.push(b"i");
/// assert_eq!(decoder.next(), Ok(Some(Frame::Binary { id: 7, data: b"hi".to_vec() })));
/// ```
#[derive(Debug)]
pub struct Decoder {
    sender: Sender,
    buffer: Vec<u8>,
}

impl Decoder {
    /// For the bytes that `sender` sends.
    pub fn new(sender: Sender) -> Decoder {
        Decoder {
            sender,
            buffer: Vec::new(),
        }
    }

    /// Takes more bytes. Call [`Decoder::next`] until it has no more frames before pushing again, or the buffer grows.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Whether a frame has begun and not ended.
    pub fn is_in_frame(&self) -> bool {
        !self.buffer.is_empty()
    }

    /// The next whole frame, or `None` when more bytes are needed.
    ///
    /// # Errors
    /// Bytes that are no frame. The decoder is of no use afterwards: every further call reports the same.
    #[allow(clippy::should_implement_trait)] // It is fallible and can go on after `None`: no iterator.
    pub fn next(&mut self) -> Result<Option<Frame>, FrameError> {
        let Some((&[kind, a, b, c, d], rest)) = self.buffer.split_first_chunk::<HEADER_BYTES>() else {
            return self.first_byte_alone();
        };
        let length = check_length(kind, u64::from(u32::from_be_bytes([a, b, c, d])), self.sender)? as usize;
        if rest.len() < length {
            return Ok(None);
        }
        let frame = payload(kind, &rest[..length]);
        self.buffer.drain(..HEADER_BYTES + length);
        Ok(Some(frame))
    }

    /// An unknown type is reported at once, also when the peer sends nothing after it.
    fn first_byte_alone(&self) -> Result<Option<Frame>, FrameError> {
        match self.buffer.first() {
            Some(&kind) if kind != JSON && kind != BINARY => Err(FrameError::UnknownType(kind)),
            _ => Ok(None),
        }
    }
}

/// A frame of a payload whose type and length have been checked.
fn payload(kind: u8, payload: &[u8]) -> Frame {
    match payload.split_first_chunk::<ID_BYTES>() {
        Some((&id, data)) if kind == BINARY => Frame::Binary {
            id: u32::from_be_bytes(id),
            data: data.to_vec(),
        },
        _ => Frame::Json(payload.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frames() -> impl Strategy<Value = Frame> {
        prop_oneof![
            prop::collection::vec(any::<u8>(), 1..=REQUEST_BYTES as usize).prop_map(Frame::Json),
            (
                any::<u32>(),
                prop::collection::vec(any::<u8>(), 1..=CHUNK_BYTES as usize)
            )
                .prop_map(|(id, data)| Frame::Binary { id, data }),
        ]
    }

    fn decode_all(decoder: &mut Decoder) -> Vec<Frame> {
        std::iter::from_fn(|| decoder.next().expect("valid frames")).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn frames_survive_any_cutting(frames in prop::collection::vec(frames(), 1..5), step in 1_usize..700) {
            let bytes: Vec<u8> = frames.iter().flat_map(|frame| frame.encode().expect("within limits")).collect();
            let mut decoder = Decoder::new(Sender::Host);
            let mut found = Vec::new();
            for piece in bytes.chunks(step) {
                decoder.push(piece);
                found.extend(decode_all(&mut decoder));
            }
            prop_assert_eq!(found, frames);
            prop_assert!(!decoder.is_in_frame());
        }

        #[test]
        fn noise_never_panics_and_is_not_kept(noise in prop::collection::vec(any::<u8>(), 0..64)) {
            let mut decoder = Decoder::new(Sender::Guest);
            decoder.push(&noise);
            while let Ok(Some(_)) = decoder.next() {}
        }
    }

    #[test]
    fn a_length_beyond_the_limit_is_refused_at_its_header() {
        let mut decoder = Decoder::new(Sender::Host);
        decoder.push(&[JSON, 0xFF, 0xFF, 0xFF, 0xFF]);
        let refused = Err(FrameError::TooLarge {
            kind: JSON,
            length: 0xFFFF_FFFF,
            limit: REQUEST_BYTES,
        });
        assert_eq!(decoder.next(), refused);
        assert_eq!(decoder.next(), refused);
    }

    #[test]
    fn limits_are_met_exactly() {
        let largest = Frame::Json(vec![b' '; REQUEST_BYTES as usize]);
        assert!(largest.encode().is_ok());
        let larger = Frame::Json(vec![b' '; REQUEST_BYTES as usize + 1]);
        assert!(matches!(larger.encode(), Err(FrameError::TooLarge { .. })));
        assert!(larger.encode_from(Sender::Guest).is_ok());
        assert!(matches!(
            Frame::Json(Vec::new()).encode(),
            Err(FrameError::Empty { .. })
        ));
        assert!(matches!(
            Frame::Binary {
                id: 1,
                data: Vec::new()
            }
            .encode(),
            Err(FrameError::Empty { .. })
        ));
    }
}

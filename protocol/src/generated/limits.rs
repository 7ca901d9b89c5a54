//! What both ends hold each other to.
//!
//! Made from protocol/schema by `make generate`; do not edit.

/// Spoken by this build; `hello` carries it.
pub const PROTOCOL_VERSION: u32 = 1;
/// TCP port that the agent listens on.
pub const PORT: u32 = 4780;
/// Largest JSON payload that a host sends.
pub const REQUEST_BYTES: u32 = 2048;
/// Most data bytes in one binary frame, without the id in front, either way: a classic stack advertises a window of about 8 KB, and a write larger than the window stalls.
pub const CHUNK_BYTES: u32 = 4096;
/// Most data bytes of a put that may be under way beyond the last progress.
pub const WINDOW_BYTES: u32 = 16384;
/// Largest JSON payload that a guest sends; longer answers are paged.
pub const REPLY_BYTES: u32 = 8192;
/// Deepest nesting of arrays and objects in a frame; the frame's own object is level 1.
pub const JSON_DEPTH: u32 = 6;
/// Longest string in a request, in bytes of UTF-8 after unescaping.
pub const STRING_BYTES: u32 = 1024;
/// Longest file name on HFS, in MacRoman characters.
pub const NAME_CHARS: u32 = 31;
/// Most bytes of flat descriptors.
pub const FLAT_BYTES: u32 = 32767;
/// Deepest nesting of flat descriptors; what stands outermost is level 1.
pub const FLAT_DEPTH: u32 = 8;
/// A connection that has not said hello by then is closed.
pub const IDLE_HELLO_MS: u32 = 10000;
/// A frame, or a put, that does not grow for this long is given up.
pub const IDLE_FRAME_MS: u32 = 15000;

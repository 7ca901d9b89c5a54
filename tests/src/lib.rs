//! What the end-to-end tests share: a client that speaks the wire and nothing more.
//!
//! The tests do not go through the runtime's driver when they examine the agent: a fault in the one could hide a fault in
//! the other. [`Wire`] sends exactly what it is told, wrong things too.

pub mod tour;
mod wire;

pub use wire::{Received, Wire, tally_of};

use std::borrow::Cow;

/// Bytes that look like nothing in particular, always the same for the same seed (xorshift).
pub fn noise(length: usize, seed: u32) -> Vec<u8> {
    let mut state = seed | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_be_bytes()[0]
    };
    (0..length).map(|_| next()).collect()
}

/// The last part of a Mac path.
pub fn name_of(path: &str) -> Cow<'_, str> {
    path.rsplit(':').next().unwrap_or(path).into()
}

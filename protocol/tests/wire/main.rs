//! The Rust half of the wire, by the golden frames of `protocol/fixtures` and by damaged copies of them.

mod fixture;
mod flat;
mod golden;
mod mutations;

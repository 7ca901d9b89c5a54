//! A simulated System 7 Macintosh that runs the real mc-agent binary.

pub mod desktop;
mod mac_roman;

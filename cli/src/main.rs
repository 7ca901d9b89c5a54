//! The `mac-control` program.

fn main() {}

//! The wire between mac-control and mc-agent: frames, limits, errors, methods.

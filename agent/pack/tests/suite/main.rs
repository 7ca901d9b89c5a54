//! The tests of the packer and of the chain that it ends, as one program.

mod chain;
mod command;
mod judges;
mod mac;
mod refusals;
mod round_trip;
mod tools;

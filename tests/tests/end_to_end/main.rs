//! The agent's real binary in the sim, over TCP.

mod apple_events;
mod applescript;
mod bad_input;
mod bad_params;
mod breadcrumb;
mod budget;
mod capture;
mod changes;
mod clipboard;
mod consent;
mod deleting;
mod dialling;
mod discipline;
mod faults;
mod faults_end;
mod faults_network;
mod faults_screen;
mod files;
mod finder_scripting;
mod hello;
mod hostile_peer;
mod input;
mod interrupt_time;
mod jobs;
mod leaving;
mod listing;
mod log;
mod log_file;
mod lua;
mod lua_files;
mod lua_programs;
mod lua_resources;
mod lua_scripting;
mod lua_system;
mod lua_transfers;
mod macbinary;
mod memory;
mod moving;
mod odd_descriptors;
mod odd_scripts;
mod paths;
mod pointer;
mod processes;
mod ranges;
mod reading;
mod recipes;
mod replacing;
mod resources;
mod schema;
mod second_client;
mod start;
mod strikes;
mod support;
mod system_time;
mod typing;
mod vanishing;
mod volumes;
mod watchdog;
mod windows;

use mc_sim::{Config, Profile, Sim};

/// A simulated Macintosh whose agent listens; the alert of Empty Trash is up.
fn boot(profile: Profile) -> Sim {
    Sim::start(Config {
        profile,
        trash: true,
        ..Config::default()
    })
    .expect("the sim boots and the agent listens")
}

/// The same with an agent that writes to the disk only what it is asked to: its log is about errors alone.
fn boot_quietly(profile: Profile) -> Sim {
    Sim::start(Config {
        profile,
        trash: true,
        preferences: vec!["log = error".to_owned()],
        ..Config::default()
    })
    .expect("the sim boots and the agent listens")
}

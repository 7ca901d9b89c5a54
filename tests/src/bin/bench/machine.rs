//! What the simulated Macintosh itself costs the host: how soon it is up, how fast it executes, and how much memory it takes.

use std::time::Instant;

use mc_protocol::screen;
use mc_sim::{Config, Profile, Sim};
use mc_tests::Wire;

use crate::{Failure, milliseconds, row, timed};

const STARTS: usize = 5;
const CAPTURES: usize = 10;

/// Takes and prints the figures, of a IIci with 8 MB.
pub fn measure() -> Result<(), Failure> {
    let before = resident_bytes();
    let mut times = Vec::new();
    let mut sims = Vec::new();
    for _ in 0..STARTS {
        let (time, sim) = timed(|| Sim::start(config()));
        times.push(time);
        sims.push(sim?);
    }
    row(
        "sim_boot_ms",
        format!("{:.0}", milliseconds(crate::median(times))),
        "ms",
    );
    if let (Some(before), Some(after)) = (before, resident_bytes()) {
        let each = after.saturating_sub(before) as f64 / STARTS as f64;
        row("sim_memory_mb", format!("{:.1}", each / f64::from(1 << 20)), "MB");
    }
    row("sim_mips", format!("{:.1}", speed(&sims[0])?), "million/s");
    Ok(())
}

fn config() -> Config {
    Config {
        profile: Profile::Iici,
        ..Config::default()
    }
}

/// Millions of instructions a second while the agent packs captures, which keeps the processor busy.
fn speed(sim: &Sim) -> Result<f64, Failure> {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.reset_stats();
    let began = Instant::now();
    for _ in 0..CAPTURES {
        wire.fetch(&screen::Capture::default())?;
    }
    let seconds = began.elapsed().as_secs_f64();
    Ok(sim.stats().own_instructions as f64 / seconds / 1e6)
}

/// Memory of this process that is in use, where the system tells it.
fn resident_bytes() -> Option<u64> {
    const PAGE: u64 = 4096;
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

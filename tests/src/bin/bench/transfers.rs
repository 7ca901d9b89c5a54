//! What a byte of a file costs a 68000 on its way, its CRC included: cycles of the agent's own code, and those that are charged for the
//! disk and the network, apart.

use mc_protocol::{OsType, fs};
use mc_sim::{Config, Profile, Sim};
use mc_tests::{Wire, noise};

use crate::{Failure, row};

const PATH: &str = "Macintosh HD:Large";
const DATA_BYTES: usize = 384 << 10;
const RESOURCE_BYTES: usize = 128 << 10;

/// Puts a file and gets it back, and prints what that took.
pub fn measure() -> Result<(), Failure> {
    let sim = Sim::start(Config {
        profile: Profile::Plus,
        ..Config::default()
    })?;
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let bytes = noise(DATA_BYTES + RESOURCE_BYTES, 1);
    let put = fs::Put {
        r#type: Some(OsType(*b"BINA")),
        creator: Some(OsType(*b"mcAg")),
        resource_size: Some(RESOURCE_BYTES as u32),
        ..fs::Put::new(PATH.to_owned(), DATA_BYTES as u32)
    };
    sim.reset_stats();
    wire.put(&put, &bytes)?;
    print(&sim, "put");
    sim.reset_stats();
    wire.fetch(&fs::Get::new(PATH.to_owned()))?;
    print(&sim, "get");
    Ok(())
}

fn print(sim: &Sim, way: &str) {
    let stats = sim.stats();
    let per_byte = |cycles: u64| format!("{:.1}", cycles as f64 / (DATA_BYTES + RESOURCE_BYTES) as f64);
    row(
        &format!("{way}_cycles_per_byte"),
        per_byte(stats.own_cycles),
        "cycles",
    );
    row(
        &format!("{way}_charged_cycles_per_byte"),
        per_byte(stats.charged_cycles),
        "cycles",
    );
}

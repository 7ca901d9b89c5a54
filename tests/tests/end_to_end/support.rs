//! What several of these tests ask of the agent.

use std::time::{Duration, Instant};

use mc_protocol::common::Psn;
use mc_protocol::{OsType, fs, health, process, system};
use mc_sim::{Config, FileContents, Profile, Sim};
use mc_tests::Wire;

/// A put of a text file.
pub fn put(path: &str, data_size: usize, resource_size: usize) -> fs::Put {
    let size = |size: usize| u32::try_from(size).expect("a small file");
    fs::Put {
        r#type: Some(OsType(*b"TEXT")),
        creator: Some(OsType(*b"ttxt")),
        resource_size: Some(size(resource_size)),
        ..fs::Put::new(path.to_owned(), size(data_size))
    }
}

/// The same, over what is there.
pub fn replacing(path: &str, data_size: usize, resource_size: usize) -> fs::Put {
    fs::Put {
        replace: Some(true),
        ..put(path, data_size, resource_size)
    }
}

/// A request to delete.
pub fn delete(path: &str) -> fs::Delete {
    fs::Delete::new(path.to_owned())
}

/// A request for what the catalogue says.
pub fn stat(path: &str) -> fs::Stat {
    fs::Stat {
        path: path.to_owned(),
    }
}

/// A file to lie on the disk.
pub fn file(data: &[u8], resource: &[u8]) -> FileContents {
    FileContents {
        file_type: *b"TEXT",
        creator: *b"ttxt",
        data: data.to_vec(),
        resource: resource.to_vec(),
    }
}

/// A simulated Macintosh whose Finder has no alert up, so that other applications can come to the front.
pub fn boot_without_alert(profile: Profile) -> Sim {
    Sim::start(Config {
        profile,
        ..Config::default()
    })
    .expect("the sim boots and the agent listens")
}

/// The application Jotter, to lie on the disk.
pub fn jotter() -> FileContents {
    mc_sim::jotter()
}

/// Puts a Jotter on the disk and launches it into the front.
pub fn launch_jotter(sim: &Sim, wire: &mut Wire) -> Psn {
    let path = "Macintosh HD:Jotter";
    sim.add_file(path, jotter()).expect("room for it");
    let launch = process::Launch {
        path: Some(path.to_owned()),
        ..process::Launch::default()
    };
    let psn = wire.call(&launch).expect("it is launched").psn;
    let front = wire
        .call(&process::Front { psn })
        .expect("process.front is served");
    assert!(front.front, "it comes to the front");
    psn
}

/// Memory that is free: in the agent's partition, and on the machine.
pub fn free_memory(wire: &mut Wire) -> (u32, u32) {
    let info = wire.call(&system::Info {}).expect("system.info is served");
    (info.free_mem, info.temp_mem)
}

/// Waits for something of the simulated machine that nobody tells of. The pause between two looks only leaves it the processor: no
/// outcome depends on how long it is, and the deadline only ends tests that fail.
pub fn wait_until(what: &str, done: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !done() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Whatever happened before: a new client is served.
pub fn assert_serves(sim: &Sim) {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.call(&health::Health {}).expect("health is served");
    assert_eq!(sim.bomb(), None);
}

/// A request to make a folder.
pub fn mkdir(path: &str) -> fs::Mkdir {
    fs::Mkdir::new(path.to_owned())
}

/// Since the figures were last reset no turn has taken 50 ms, but for calls that are long on any machine.
pub fn assert_short_turns(sim: &Sim) {
    let stats = sim.stats();
    let limit = u64::from(stats.hz) / 20;
    let worst = stats.worst_rest_between_yields;
    assert!(
        worst <= limit,
        "{worst} cycles of {limit}; {:?}",
        sim.long_calls()
    );
}

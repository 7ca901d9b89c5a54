//! `hello`, `health` and `system.info`, answered by the real agent binary in the sim, over TCP.

use crate::boot;
use mc_protocol::hello::{Tier, UpdateState};
use mc_protocol::limits::PROTOCOL_VERSION;
use mc_protocol::{health, system};
use mc_sim::Profile;
use mc_tests::Wire;

#[test]
fn the_agent_says_who_it_is_on_a_plus() {
    let sim = boot(Profile::Plus);
    let hello = Wire::connect(sim.port())
        .hello(sim.token())
        .expect("hello is answered");
    assert_eq!(u32::from(hello.protocol_version), PROTOCOL_VERSION);
    assert_eq!(hello.server_version, env!("CARGO_PKG_VERSION"));
    assert_eq!(hello.machine, "Simulated Macintosh Plus");
    assert_eq!(hello.cpu, "68000");
    assert_eq!(hello.ram, 4 << 20);
    assert_eq!(hello.agent, Tier::Full);
    assert_eq!(hello.name, "Simulated Mac");
    assert_eq!(
        hello.update_state,
        UpdateState::Clean,
        "it runs from Startup Items"
    );
    assert_eq!(hello.warnings, [""; 0]);
    let has = |wanted: &str| hello.capabilities.iter().any(|capability| capability == wanted);
    for present in ["apple_events", "desktop_database", "temporary_memory"] {
        assert!(has(present), "{present} of {:?}", hello.capabilities);
    }
    for absent in ["color_quickdraw", "virtual_memory"] {
        assert!(!has(absent), "{absent} of {:?}", hello.capabilities);
    }
}

#[test]
fn the_agent_says_who_it_is_on_a_iici() {
    let sim = boot(Profile::Iici);
    let hello = Wire::connect(sim.port())
        .hello(sim.token())
        .expect("hello is answered");
    assert_eq!(hello.machine, "Simulated Macintosh IIci");
    assert_eq!(hello.cpu, "68030");
    assert_eq!(hello.ram, 8 << 20);
    assert!(
        hello
            .capabilities
            .iter()
            .any(|capability| capability == "color_quickdraw")
    );
}

#[test]
fn health_names_the_slowest_method() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let health = wire.call(&health::Health {}).expect("health is served");
    assert_eq!(health.slowest_method, "hello");
    assert!(
        health.free_mem > 50_000,
        "a 384 KB partition has room left: {}",
        health.free_mem
    );
}

#[test]
fn system_info_describes_the_screen_and_the_disk() {
    for (profile, size) in [(Profile::Plus, (512, 342, 1)), (Profile::Iici, (640, 480, 8))] {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let info = wire.call(&system::Info {}).expect("system.info is served");
        assert_eq!((info.screen_width, info.screen_height, info.screen_depth), size);
        assert_eq!(info.startup_volume, "Macintosh HD");
        assert_eq!(info.system_folder, "Macintosh HD:System Folder");
        assert!(info.temp_mem > info.free_mem);
    }
}

#[test]
fn a_second_connection_is_served_after_the_first_has_gone() {
    let sim = boot(Profile::Iici);
    for _ in 0..3 {
        let mut wire = Wire::greeted(sim.port(), sim.token());
        wire.call(&health::Health {}).expect("health is served");
        wire.hang_up();
    }
    assert_eq!(sim.bomb(), None);
}

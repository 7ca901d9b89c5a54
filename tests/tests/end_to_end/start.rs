//! What the agent does at start when something is missing.

use std::time::{Duration, Instant};

use mc_protocol::Code;
use mc_protocol::screen::{Gesture, Input, InputEvent};
use mc_sim::{Config, Fault, FaultKind, Profile, Sim, SimError};
use mc_tests::Wire;

const LOG: &str = "Macintosh HD:System Folder:Preferences:mc-agent Log";

fn config(nth: u32) -> Config {
    Config {
        profile: Profile::Plus,
        faults: vec![Fault::Allocation { nth }],
        ..Config::default()
    }
}

/// What an agent that ended at start has left in its log; nothing when not even its code could be loaded.
fn last_words(nth: u32) -> String {
    let sim = Sim::start_unwatched(config(nth)).expect("a machine that starts");
    let deadline = Instant::now() + Duration::from_secs(30);
    let text = || {
        let log = sim.file(LOG).map(|file| file.data).unwrap_or_default();
        String::from_utf8_lossy(&log).into_owned()
    };
    while sim.agent_lives() {
        assert!(Instant::now() < deadline, "it does not end: {}", text());
    }
    assert_eq!(sim.bomb(), None);
    text()
}

#[test]
fn an_allocation_that_fails_at_start_is_told_and_the_rest_is_served() {
    let (mut limited, mut ended) = (0, 0);
    for nth in 1..=20 {
        match Sim::start(config(nth)) {
            Ok(sim) => {
                sim.lift(FaultKind::Allocation);
                let mut wire = Wire::connect(sim.port());
                let hello = wire.hello(sim.token()).expect("hello is answered");
                let typing = InputEvent {
                    text: Some("a".to_owned()),
                    ..InputEvent::new(Gesture::Type)
                };
                let events = vec![typing];
                let input = wire.call(&Input { events });
                if hello.warnings.iter().any(|warning| warning.contains("input")) {
                    assert_eq!(input.expect_err("refused").code, Code::NoMemory);
                    limited += 1;
                } else {
                    input.expect("served");
                }
                limited += u32::from(hello.warnings.iter().any(|warning| warning.contains("log")));
                assert_eq!(sim.bomb(), None, "allocation {nth}");
            }
            Err(SimError::AgentEnded) => {
                let text = last_words(nth);
                if text.is_empty() {
                    continue;
                }
                assert!(
                    text.contains("ERROR transport: no_memory: "),
                    "allocation {nth}: {text}"
                );
                ended += 1;
            }
            // OpenPort cannot say that it has no memory.
            Err(SimError::Bomb(bomb)) if bomb.to_string().contains("OpenPort") => {}
            Err(other) => panic!("allocation {nth}: {other}"),
        }
    }
    assert_eq!(
        (limited, ended),
        (2, 2),
        "log and scripts; session and first stream"
    );
}

#[test]
fn the_agent_listens_soon_and_leaves_most_of_its_heap() {
    let sim = Sim::start(Config {
        profile: Profile::Plus,
        ..Config::default()
    })
    .expect("the sim boots and the agent listens");
    let ticks = sim.listened_at().expect("it listens");
    assert!(ticks < 2 * 60, "{ticks} ticks until it listened");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let free = wire
        .call(&mc_protocol::health::Health {})
        .expect("health is served")
        .free_mem;
    assert!(free > 150 << 10, "{free} bytes are free");
}

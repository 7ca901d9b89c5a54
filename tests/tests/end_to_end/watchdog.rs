//! What the watchdog notices and what it does not, in the log and on the modem port.

use std::time::{Duration, Instant};

use mc_protocol::common::Point;
use mc_protocol::screen::{Gesture, Input, InputEvent};
use mc_protocol::{log, system};
use mc_sim::{Config, Fault, Profile, Sim};
use mc_tests::Wire;

use crate::boot;

fn boot_with_modem(profile: Profile) -> Sim {
    Sim::start(Config {
        profile,
        preferences: vec!["watchdog = modem".to_owned()],
        ..Config::default()
    })
    .expect("the sim boots and the agent listens")
}

fn stalls(wire: &mut Wire) -> Vec<String> {
    let tail = log::Tail {
        categories: Some(vec![log::LogCategory::Watchdog]),
        ..log::Tail::default()
    };
    let lines = wire.call(&tail).expect("log.tail is served").lines;
    let message = |line: &String| line.split_once("watchdog: ").map(|(_, text)| text.to_owned());
    lines.iter().filter_map(message).collect()
}

/// A request may be answered before the other application has had its turn.
fn await_stalls(wire: &mut Wire) -> Vec<String> {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let lines = stalls(wire);
        if !lines.is_empty() {
            return lines;
        }
        assert!(Instant::now() < deadline, "no stall is noticed");
    }
}

#[test]
fn an_application_that_keeps_the_processor_is_told_from_ourselves() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.fault(Fault::FrontHangs { seconds: 10.into() })
        .expect("it can be switched on");
    let lines = await_stalls(&mut wire);
    let expected = [9, 10].map(|seconds| format!("STALLED in another application for {seconds} s"));
    assert!(lines.len() == 1 && expected.contains(&lines[0]), "{lines:?}");
    sim.fault(Fault::FrontHangs { seconds: 2.into() })
        .expect("it can be switched on");
    for _ in 0..5 {
        assert_eq!(stalls(&mut wire).len(), 1, "two seconds are not a stall");
    }
}

#[test]
fn a_call_that_does_not_come_back_is_the_methods() {
    let sim = boot_with_modem(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.fault(Fault::StallInTrap {
        trap: "AliasDispatch".to_owned(),
        nth: 1,
        seconds: 7.into(),
    })
    .expect("it can be switched on");
    wire.call(&system::Info {}).expect("it comes late");
    let lines = await_stalls(&mut wire);
    let expected = [6, 7].map(|seconds| format!("STALLED in system.info for {seconds} s"));
    assert!(lines.len() == 1 && expected.contains(&lines[0]), "{lines:?}");
    let port = sim.modem_port();
    assert!(port.is_open);
    assert_eq!(
        String::from_utf8_lossy(&port.output),
        "STALLED in system.info for 3 s\r\nSTALLED in system.info for 6 s\r\n"
    );
}

#[test]
fn the_modem_port_tells_what_the_mac_can_no_longer_say() {
    let sim = boot_with_modem(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.fault(Fault::FrontHangs { seconds: 2000.into() })
        .expect("it can be switched on");
    await_stalls(&mut wire);
    let output = sim.modem_port().output;
    let text = String::from_utf8_lossy(&output);
    let seconds = text
        .lines()
        .map(|line| line.replace("STALLED in another application for ", ""));
    let expected = [
        "3 s", "6 s", "12 s", "24 s", "48 s", "96 s", "192 s", "384 s", "768 s", "1536 s",
    ];
    assert!(seconds.eq(expected), "{text}");
}

#[test]
fn a_menu_that_is_held_is_no_stall() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let hold = InputEvent {
        path: Some(vec![
            Point { x: 30, y: 8 },
            Point { x: 30, y: 60 },
            Point { x: 30, y: 8 },
        ]),
        hold_ms: Some(5_000),
        ..InputEvent::new(Gesture::Drag)
    };
    wire.call(&Input { events: vec![hold] })
        .expect("the menu is held");
    assert_eq!(stalls(&mut wire), [""; 0]);
}

#[test]
fn watching_is_done_in_microseconds() {
    let sim = boot_with_modem(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.reset_stats();
    sim.fault(Fault::FrontHangs { seconds: 1200.into() })
        .expect("it can be switched on");
    await_stalls(&mut wire);
    let stats = sim.stats();
    let worst = stats.span_of(stats.worst_own_in_interrupt);
    assert!(stats.interrupt_calls > 1_200);
    assert!(worst < Duration::from_micros(100), "{worst:?}");
}

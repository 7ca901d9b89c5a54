//! A guest that calls the host, and one whose port is kept from it for a while.

use std::net::TcpListener;
use std::time::Duration;

use mc_protocol::log::{LogCategory, Tail};
use mc_protocol::{fs, health};
use mc_sim::{Config, Fault, Host, Profile, Sim};
use mc_tests::Wire;

use crate::boot;
use crate::support::{assert_serves, wait_until};

/// A place where a guest can call, and one that does.
fn calling(listener: &TcpListener) -> Sim {
    calling_port(listener.local_addr().expect("an address").port())
}

fn calling_port(local_port: u16) -> Sim {
    Sim::start(Config {
        profile: Profile::Plus,
        preferences: vec!["connect = dial 10.0.2.2:4790".to_owned()],
        hosts: vec![Host {
            address: [10, 0, 2, 2],
            port: 4790,
            local_port,
        }],
        ..Config::default()
    })
    .expect("the sim boots and the agent dials")
}

fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").expect("a free port")
}

/// When the lines were logged that hold `part`, in the guest's time.
fn times_of(wire: &mut Wire, part: &str) -> Vec<Duration> {
    let lines = wire
        .call(&Tail {
            categories: Some(vec![LogCategory::Transport]),
            ..Tail::default()
        })
        .expect("log.tail is served")
        .lines;
    let number = |text: &str| text.parse::<u64>().expect("digits");
    let time = |line: &String| {
        let seconds = number(&line[0..2]) * 3600 + number(&line[3..5]) * 60 + number(&line[6..8]);
        Duration::from_millis(seconds * 1000 + number(&line[9..12]))
    };
    lines
        .iter()
        .filter(|line| line.contains(part))
        .map(time)
        .collect()
}

fn pauses(times: &[Duration]) -> Vec<Duration> {
    times.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn a_guest_that_calls_says_the_same_as_one_that_is_called() {
    let listener = listener();
    let calling = calling(&listener);
    let mut wire = Wire::accept(&listener);
    let hello = wire.hello(calling.token()).expect("hello is answered");
    let called = boot(Profile::Plus);
    let same = Wire::connect(called.port())
        .hello(called.token())
        .expect("hello is answered");
    assert_eq!(hello, same);
    wire.call(&fs::List::new("Macintosh HD".to_owned()))
        .expect("fs.list is served");
    assert_eq!(calling.bomb(), None);
}

#[test]
fn it_calls_again_when_the_host_has_gone() {
    let listener = listener();
    let sim = calling(&listener);
    for _ in 0..3 {
        let mut wire = Wire::accept(&listener);
        wire.hello(sim.token()).expect("hello is answered");
        wire.call(&health::Health {}).expect("health is served");
        wire.hang_up();
    }
    let mut wire = Wire::accept(&listener);
    wire.hello(sim.token()).expect("hello is answered");
    let pauses = pauses(&times_of(&mut wire, "dials 10.0.2.2:4790"));
    assert_eq!(pauses.len(), 3);
    assert!(
        pauses.iter().all(|pause| *pause >= Duration::from_millis(980)),
        "never faster than once a second: {pauses:?}"
    );
}

#[test]
fn it_calls_less_often_while_nobody_says_hello() {
    let listener = listener();
    let sim = calling(&listener);
    for _ in 0..2 {
        Wire::accept(&listener).hang_up();
    }
    let mut wire = Wire::accept(&listener);
    wire.hello(sim.token()).expect("hello is answered");
    let pauses = pauses(&times_of(&mut wire, "dials"));
    assert!(
        pauses[0] >= Duration::from_millis(980) && pauses[1] >= Duration::from_millis(1980),
        "{pauses:?}"
    );
    assert_eq!(sim.bomb(), None);
}

#[test]
fn it_calls_until_somebody_is_there() {
    let port = listener().local_addr().expect("an address").port();
    let sim = calling_port(port);
    let start = sim.stats().yields;
    wait_until("the agent goes on", || sim.stats().yields >= start + 5);
    let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port is free again");
    let mut wire = Wire::accept(&listener);
    wire.hello(sim.token()).expect("hello is answered");
    assert!(!times_of(&mut wire, "nobody answers: -23015").is_empty());
}

#[test]
fn a_port_that_is_kept_is_tried_again_and_the_agent_serves() {
    let sim = boot(Profile::Plus);
    sim.fault(Fault::PortKept { opens: 4 })
        .expect("it can be switched on");
    // Each connection uses a stream that listened before; both find the port kept when they listen again.
    for _ in 0..2 {
        Wire::greeted(sim.port(), sim.token()).hang_up();
    }
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let refused = times_of(&mut wire, "port 4780 cannot be listened on: -23017");
    assert!(refused.len() >= 2, "{refused:?}");
    wire.hang_up();
    assert_serves(&sim);
}

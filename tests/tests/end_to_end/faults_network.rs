//! What goes wrong on request with the network, and with what may not be installed.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use mc_protocol::applescript::Eval;
use mc_protocol::{Code, fs, health};
use mc_sim::{Config, Fault, FaultKind, Profile, Sim, SystemVersion};
use mc_tests::{Received, Wire, noise};

use crate::boot;
use crate::support::{assert_serves, free_memory, put, wait_until};

const PATH: &str = "Macintosh HD:Kept";

fn on(sim: &Sim, fault: &str) {
    let fault: Fault = fault.parse().expect("a fault");
    sim.fault(fault).expect("it can be switched on");
}

/// How much of the guest's time passes meanwhile.
fn takes(sim: &Sim, work: impl FnOnce()) -> Duration {
    let before = sim.guest_time();
    work();
    sim.guest_time() - before
}

/// Connects and waits for the end of the connection; whether it was reset.
fn is_turned_away(port: u16) -> bool {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else {
        return true;
    };
    let timeout = Some(Duration::from_secs(30));
    stream.set_read_timeout(timeout).expect("a timeout can be set");
    matches!(stream.read(&mut [0]), Err(error) if error.kind() == ErrorKind::ConnectionReset)
}

#[test]
fn a_cut_network_loses_the_put_and_nothing_else() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let before = free_memory(&mut wire);
    wire.put(&put(PATH, 4_000, 0), &noise(4_000, 1))
        .expect("there is room");
    let other = "Macintosh HD:Lost";
    let id = wire.request(&put(other, 50_000, 0));
    wire.accepted(id).expect("the put is accepted");
    on(&sim, "network_cut");
    assert_eq!(wire.receive(), Received::Closed);
    for _ in 0..3 {
        assert!(is_turned_away(sim.port()));
    }
    sim.lift(FaultKind::NetworkCut);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let error = wire.call(&fs::Stat {
        path: other.to_owned(),
    });
    assert_eq!(error.expect_err("half a file").code, Code::NotFound);
    let (_, kept) = wire.fetch(&fs::Get::new(PATH.to_owned())).expect("it is there");
    assert_eq!(kept, noise(4_000, 1));
    assert_eq!(free_memory(&mut wire), before);
}

#[test]
fn a_slow_network_takes_its_time_both_ways() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let bytes = noise(8_000, 2);
    on(&sim, "network_slow,bytes_per_second=16000,latency=0.05");
    let there = takes(&sim, || {
        wire.put(&put(PATH, 8_000, 0), &bytes).expect("it gets there");
    });
    let back = takes(&sim, || {
        let got = wire.fetch(&fs::Get::new(PATH.to_owned())).expect("and back");
        assert_eq!(got.1, bytes);
    });
    let least = Duration::from_millis(500);
    assert!(there > least && back > least, "{there:?} there, {back:?} back");
    sim.lift(FaultKind::NetworkSlow);
    let back = takes(&sim, || {
        let got = wire.fetch(&fs::Get::new(PATH.to_owned())).expect("and back");
        assert_eq!(got.1, bytes);
    });
    assert!(back < least, "{back:?}");
}

#[test]
fn a_frame_in_two_small_writes_comes_late() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    on(&sim, "small_writes_dropped,quiet=60,retransmit=0.5");
    let payload = br#"{"id":1,"method":"health","params":{}}"#;
    let late = takes(&sim, || {
        wire.send_bytes(&[0x01, 0, 0, 0, payload.len() as u8]);
        // The host's TCP sends each write by itself once the first is gone; its answer to us says nothing of that.
        std::thread::sleep(Duration::from_millis(50));
        wire.send_bytes(payload);
        wire.response().1.expect("it comes after all");
    });
    assert!(late >= Duration::from_millis(500), "{late:?}");
    sim.lift(FaultKind::SmallWritesDropped);
    let prompt = takes(&sim, || {
        wire.send_json(br#"{"id":2,"method":"health","params":{}}"#);
        wire.response().1.expect("health is served");
    });
    assert!(prompt < Duration::from_millis(400), "{prompt:?}");
}

#[test]
fn a_burst_comes_whole_at_the_second_try() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let bytes = noise(12_000, 3);
    on(&sim, "ack_bursts_dropped,quiet=0.005,retransmit=0.1");
    let late = takes(&sim, || {
        wire.put(&put(PATH, 12_000, 0), &bytes).expect("it gets there");
    });
    assert!(late > Duration::from_millis(300), "{late:?}");
    assert_eq!(sim.file(PATH).expect("it").data, bytes);
    sim.lift(FaultKind::AckBurstsDropped);
    let got = wire.fetch(&fs::Get::new(PATH.to_owned())).expect("all is well");
    assert_eq!(got.1, bytes);
}

#[test]
fn an_agent_without_mactcp_waits_for_it() {
    let sim = Sim::start_unwatched(Config {
        faults: vec![Fault::MactcpAbsent],
        ..Config::default()
    })
    .expect("the sim starts");
    let crumb = "Macintosh HD:System Folder:Preferences:mc-agent Breadcrumb";
    // It notes on the disk that it opens the driver, and tries again after a while.
    wait_until("the agent does not try to open the driver", || {
        sim.file(crumb).is_some() && sim.guest_time() > Duration::from_secs(5)
    });
    assert!(sim.agent_lives());
    assert_eq!(sim.listened_at(), None);
    sim.lift(FaultKind::MactcpAbsent);
    wait_until("the agent does not listen", || sim.listened_at().is_some());
    assert_serves(&sim);
}

#[test]
fn a_mac_without_applescript_says_so() {
    let sim = Sim::start(Config {
        system: SystemVersion::V7_5,
        faults: vec![Fault::ApplescriptAbsent],
        ..Config::default()
    })
    .expect("the sim boots");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let script = b"2 + 3";
    let eval = Eval::new(script.len() as u16);
    let error = wire.deliver(&eval, script).expect_err("there is none");
    assert_eq!(error.code, Code::Unsupported, "{error}");
    wire.call(&health::Health {}).expect("health is served");
    sim.lift(FaultKind::ApplescriptAbsent);
    wire.deliver(&eval, script).expect("there is one");
    wire.hang_up();
    assert_serves(&sim);
}

#[test]
fn a_paused_network_goes_on_where_it_was() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    on(&sim, "network_pause");
    let asked = wire.request(&health::Health {});
    let (start, before) = (Instant::now(), sim.guest_time());
    while sim.guest_time() - before < Duration::from_millis(200) {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "the guest's time stands still"
        );
    }
    sim.lift(FaultKind::NetworkPause);
    let (id, outcome) = wire.response();
    assert_eq!(id, Some(asked));
    outcome.expect("health is served");
}

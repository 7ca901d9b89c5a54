//! Every way out of the agent: nothing of it runs or is held any more afterwards. The simulated Macintosh comes down with a
//! bomb when a timer, a parameter block or a stream points into the memory of a process that is gone.

use std::net::TcpStream;

use mc_protocol::common::Point;
use mc_protocol::health;
use mc_protocol::screen::{Capture, Gesture, Input, InputEvent};
use mc_sim::{Config, Crash, Fault, Profile, Sim};
use mc_tests::Wire;

use crate::support::{put, wait_until};

const BREADCRUMB: &str = "Macintosh HD:System Folder:Preferences:mc-agent Breadcrumb";
const LOG: &str = "Macintosh HD:System Folder:Preferences:mc-agent Log";

fn boot() -> Sim {
    Sim::start(Config {
        profile: Profile::Iici,
        preferences: vec!["watchdog = modem".to_owned()],
        ..Config::default()
    })
    .expect("the sim boots and the agent listens")
}

/// The agent ends, and everything that it had is given back.
fn assert_leaves_nothing(sim: &Sim) {
    wait_until("the agent does not end", || {
        !sim.agent_lives() || sim.bomb().is_some()
    });
    assert_eq!(sim.bomb(), None);
    assert!(!sim.button_is_down());
    assert!(!sim.modem_port().is_open);
}

fn assert_ended_well(sim: &Sim) {
    let breadcrumb = sim.file(BREADCRUMB).expect("the breadcrumb").data;
    assert!(breadcrumb.starts_with(b"END\r"), "{breadcrumb:?}");
    let log = sim.file(LOG).expect("the log").data;
    let log = String::from_utf8_lossy(&log);
    assert!(log.ends_with("transport: the agent ends\r"), "{log}");
}

/// A drag that lasts long enough to be interrupted.
fn long_drag() -> Input {
    Input {
        events: vec![InputEvent {
            path: Some(vec![Point { x: 30, y: 8 }, Point { x: 30, y: 60 }]),
            hold_ms: Some(10_000),
            ..InputEvent::new(Gesture::Drag)
        }],
    }
}

#[test]
fn told_to_quit_the_agent_says_bye_and_goes() {
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.call(&health::Health {}).expect("health is served");
    sim.quit_agent();
    let said = wire.receive();
    assert!(format!("{said:?}").contains("bye"), "{said:?}");
    wire.hang_up();
    assert_leaves_nothing(&sim);
    assert_ended_well(&sim);
}

#[test]
fn a_host_that_does_not_close_does_not_keep_the_agent() {
    let sim = boot();
    let _wire = Wire::greeted(sim.port(), sim.token());
    sim.quit_agent();
    assert_leaves_nothing(&sim);
    assert_ended_well(&sim);
}

#[test]
fn with_nobody_connected_the_agent_goes_at_once() {
    let sim = boot();
    sim.quit_agent();
    assert_leaves_nothing(&sim);
    assert_ended_well(&sim);
    let refused = TcpStream::connect(("127.0.0.1", sim.port()));
    assert!(refused.is_err(), "nobody listens any more");
}

#[test]
fn a_put_that_is_under_way_when_the_agent_quits_leaves_no_file() {
    let sim = boot();
    let before = sim.list("Macintosh HD:");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let id = wire.request(&put("Macintosh HD:Half", 50_000, 0));
    wire.accepted(id).expect("the put is accepted");
    sim.quit_agent();
    assert_leaves_nothing(&sim);
    assert_eq!(sim.list("Macintosh HD:"), before);
    assert_ended_well(&sim);
}

#[test]
fn a_drag_that_is_under_way_when_the_agent_is_made_to_leave_ends() {
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.request(&long_drag());
    wait_until("the button does not go down", || sim.button_is_down());
    sim.quit_agent();
    assert_leaves_nothing(&sim);
    assert_ended_well(&sim);
}

#[test]
fn a_crash_that_ends_in_the_shell_leaves_nothing() {
    for trap in ["CopyBits", "WaitNextEvent", "Control"] {
        let sim = boot();
        let mut wire = Wire::greeted(sim.port(), sim.token());
        sim.fault(Fault::CrashInTrap {
            trap: trap.to_owned(),
            nth: 1,
            crash: Crash::ExitToShell,
        })
        .expect("it can be switched on");
        wire.request(&Capture::default());
        assert_leaves_nothing(&sim);
    }
}

#[test]
fn a_crash_on_the_way_out_does_not_keep_the_rest_from_being_undone() {
    for trap in ["Close", "Write"] {
        let sim = boot();
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let id = wire.request(&put("Macintosh HD:Half", 50_000, 0));
        wire.accepted(id).expect("the put is accepted");
        wait_until("the log is not written", || {
            sim.file(LOG).is_some_and(|log| !log.data.is_empty())
        });
        sim.fault(Fault::CrashInTrap {
            trap: trap.to_owned(),
            nth: 1,
            crash: Crash::ExitToShell,
        })
        .expect("it can be switched on");
        sim.quit_agent();
        assert_leaves_nothing(&sim);
    }
}

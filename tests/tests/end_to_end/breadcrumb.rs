//! A run that comes down inside of a risky call tells the next one, through the disk.

use std::time::{Duration, Instant};

use mc_protocol::{process, screen};
use mc_sim::{Bomb, Cause, Config, Crash, Fault, Profile, Sim};
use mc_tests::Wire;

use crate::boot;
use crate::support::{jotter, wait_until};

const FILE: &str = "Macintosh HD:System Folder:Preferences:mc-agent Breadcrumb";

fn last_crash(sim: &Sim) -> Option<String> {
    let hello = Wire::connect(sim.port()).hello(sim.token());
    hello.expect("hello is answered").last_crash_breadcrumb
}

fn await_bomb(sim: &Sim) -> Bomb {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        match sim.bomb() {
            Some(bomb) => return bomb,
            None => assert!(Instant::now() < deadline, "the machine does not come down"),
        }
    }
}

fn start_again(sim: Sim) -> Sim {
    Sim::start_from(Config::default(), sim.power_off()).expect("it starts from the same disk")
}

#[test]
fn the_first_run_has_nothing_to_tell_and_a_block_on_the_disk() {
    let sim = boot(Profile::Plus);
    assert_eq!(last_crash(&sim), None);
    let file = sim.file(FILE).expect("the breadcrumb's file");
    assert_eq!(file.data.len(), 512);
    assert!(file.data.starts_with(b"BEGIN op=serving\r"));
}

#[test]
fn a_mac_that_is_switched_off_was_serving() {
    let sim = start_again(boot(Profile::Iici));
    assert_eq!(last_crash(&sim).as_deref(), Some("serving"));
}

#[test]
fn a_machine_that_bombed_starts_again_from_its_disk() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.fault(Fault::CrashInTrap {
        trap: "CopyBits".to_owned(),
        nth: 1,
        crash: Crash::Bomb,
    })
    .expect("it can be switched on");
    wire.request(&screen::Capture::default());
    let bomb = await_bomb(&sim);
    assert_eq!(bomb.cause, Cause::Crash { trap: "CopyBits" });
    let sim = start_again(sim);
    assert_eq!(last_crash(&sim).as_deref(), Some("serving"));
}

#[test]
fn after_a_risky_call_the_disk_says_soon_that_it_is_over() {
    let sim = boot(Profile::Iici);
    let path = "Macintosh HD:Jotter";
    sim.add_file(path, jotter()).expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let launch = process::Launch {
        path: Some(path.to_owned()),
        ..process::Launch::default()
    };
    for _ in 0..2 {
        // The second time it runs already and is brought to the front, under a name of its own.
        wire.call(&launch).expect("it is launched");
        wait_until("the disk says that the call is over", || {
            let file = sim.file(FILE).expect("the breadcrumb's file");
            file.data.starts_with(b"BEGIN op=serving\r")
        });
    }
    assert_eq!(last_crash(&start_again(sim)).as_deref(), Some("serving"));
}

#[test]
fn a_mac_that_comes_down_in_a_risky_call_tells_in_which() {
    let sim = boot(Profile::Iici);
    let path = "Macintosh HD:Jotter";
    sim.add_file(path, jotter()).expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.fault(Fault::CrashInTrap {
        trap: "LaunchApplication".to_owned(),
        nth: 1,
        crash: Crash::Bomb,
    })
    .expect("it can be switched on");
    wire.request(&process::Launch {
        path: Some(path.to_owned()),
        ..process::Launch::default()
    });
    assert_eq!(
        await_bomb(&sim).cause,
        Cause::Crash {
            trap: "LaunchApplication"
        }
    );
    let sim = start_again(sim);
    assert_eq!(last_crash(&sim).as_deref(), Some("LaunchApplication"));
    // That run goes on, and ends well: the one after it has nothing to tell.
    sim.quit_agent();
    let deadline = Instant::now() + Duration::from_secs(30);
    while sim.agent_lives() {
        assert!(Instant::now() < deadline, "the agent does not end");
    }
    assert_eq!(last_crash(&start_again(sim)), None);
}

//! How a machine ends on request, and what the next one finds on the disk.

use std::thread;

use mc_protocol::{fs, health, screen};
use mc_sim::desktop::DialogIcon;
use mc_sim::{Cause, Config, Crash, Fault, FaultKind, Profile, Sim};
use mc_tests::{Wire, noise};

use crate::support::{assert_serves, boot_without_alert, file, put, replacing, wait_until};
use crate::{boot, boot_quietly};

const PATH: &str = "Macintosh HD:Kept";

fn has_text(sim: &Sim, wanted: &str) -> bool {
    sim.scene().texts.iter().any(|text| text.text == wanted)
}

/// The system error alert is up, says this and offers nothing, and time stands still.
fn assert_bomb_box(sim: &Sim, what: &str) {
    assert!(has_text(sim, "Sorry, a system error occurred."));
    assert!(has_text(sim, what), "{:?}", sim.scene().texts);
    let window = sim.scene().windows.into_iter().next().expect("the alert");
    assert_eq!(window.icon, Some(DialogIcon::Bomb));
    let buttons: Vec<_> = window
        .buttons
        .iter()
        .map(|button| (button.text.as_str(), button.enabled))
        .collect();
    assert_eq!(buttons, [("Restart", false)]);
    let then = sim.guest_time();
    for _ in 0..50 {
        assert_eq!(sim.guest_time(), then);
    }
}

#[test]
fn a_bomb_box_is_the_last_thing_that_happens() {
    for profile in Profile::ALL {
        let sim = boot_without_alert(profile);
        sim.add_file(PATH, file(b"kept", b"")).expect("room for it");
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let before = sim.frame_buffer();
        sim.fault(Fault::BombBox { id: Some(25) })
            .expect("it can be switched on");
        wait_until("the machine goes on", || sim.bomb().is_some());
        assert_eq!(sim.bomb().expect("it").cause, Cause::Requested { id: 25 });
        wire.request(&health::Health {});
        assert_bomb_box(&sim, "ID = 25");
        assert_ne!(sim.frame_buffer(), before);
        sim.lift(FaultKind::BombBox);
        assert_bomb_box(&sim, "ID = 25");
        let config = Config {
            profile,
            ..Config::default()
        };
        let again = Sim::start_from(config, sim.power_off()).expect("it starts again");
        assert_eq!(again.file(PATH).expect("it is there").data, b"kept");
        assert_serves(&again);
    }
}

#[test]
fn a_bomb_of_the_agent_shows_as_well() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.fault(Fault::CrashInTrap {
        trap: "CopyBits".to_owned(),
        nth: 1,
        crash: Crash::Bomb,
    })
    .expect("it can be switched on");
    wire.request(&screen::Capture::default());
    wait_until("the machine goes on", || sim.bomb().is_some());
    assert_bomb_box(&sim, "illegal instruction");
}

/// A replacement of a file; how often its writes have been cut off, and whether it has come through.
fn replace_with_power_cut_at(nth: u32) -> bool {
    let (old, new) = (noise(6_000, 1), noise(9_000, 2));
    let sim = boot_quietly(Profile::Iici);
    sim.add_file(PATH, file(&old, b"")).expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.fault(Fault::PowerCut { nth }).expect("it can be switched on");
    let bytes = new.clone();
    let host = thread::spawn(move || wire.put(&replacing(PATH, 9_000, 0), &bytes).is_ok());
    wait_until("neither the put nor the machine ends", || {
        host.is_finished() || sim.bomb().is_some()
    });
    let is_cut = sim.bomb().map(|bomb| bomb.cause) == Some(Cause::PowerCut);
    assert!(is_cut || sim.bomb().is_none());
    if is_cut {
        assert!(sim.scene().texts.is_empty(), "the screen is black");
    }
    let again = Sim::start_from(Config::default(), sim.power_off()).expect("it starts again");
    // The host sees its connection end with the machine that it was to.
    let is_through = host.join().unwrap_or(false);
    let found = again.file(PATH).expect("one of the two is there").data;
    assert!(found == old || found == new, "cut at write {nth}: half of a file");
    assert!(
        !is_through || found == new,
        "cut at write {nth}: it was confirmed and is lost"
    );
    let mut wire = Wire::greeted(again.port(), again.token());
    wire.put(&replacing(PATH, 9_000, 0), &new)
        .expect("the next put goes through");
    let (_, back) = wire.fetch(&fs::Get::new(PATH.to_owned())).expect("it is there");
    assert_eq!(back, new);
    is_cut
}

#[test]
fn the_power_may_fail_at_any_write_of_a_replacement() {
    let cuts = (1..=40).take_while(|&nth| replace_with_power_cut_at(nth)).count();
    assert!((4..40).contains(&cuts), "{cuts} writes");
}

#[test]
fn stray_bytes_in_a_resource_fork_are_noticed_and_no_file_is_left() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for fault in ["stray_bytes", "stray_bytes,count=9,at=100000"] {
        sim.fault(fault.parse().expect("a fault"))
            .expect("it can be switched on");
        let bytes = noise(5_000, 3);
        let refused = wire.put(&put(PATH, 3_000, 2_000), &bytes);
        refused.expect_err("what was written is not what was sent");
        assert!(sim.file(PATH).is_none(), "{fault}");
        wire.put(&put("Macintosh HD:Text", 3_000, 0), &noise(3_000, 4))
            .expect("without a resource fork all is well");
        wire.call(&crate::support::delete("Macintosh HD:Text"))
            .expect("it is there");
        sim.lift(FaultKind::StrayBytes);
        wire.put(&put(PATH, 3_000, 2_000), &bytes).expect("all is well");
        let written = sim.file(PATH).expect("it is there");
        assert_eq!([written.data, written.resource].concat(), bytes);
        wire.call(&crate::support::delete(PATH)).expect("it is there");
    }
}

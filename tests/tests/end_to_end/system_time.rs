//! The clock, the place on the earth, and the names that the owner gave.

use mc_protocol::{Code, system};
use mc_sim::{Config, Consent, Profile, Sim};
use mc_tests::Wire;

fn boot(gmt_offset: Option<i32>) -> Sim {
    Sim::start(Config {
        profile: Profile::Plus,
        gmt_offset,
        ..Config::default()
    })
    .expect("the sim boots and the agent listens")
}

#[test]
fn the_difference_to_greenwich_has_a_sign() {
    for offset in [Some(-28_800), Some(0), Some(3_600), Some(45_900), None] {
        let sim = boot(offset);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let time = wire.call(&system::Time {}).expect("system.time is served");
        assert_eq!(time.gmt_offset_s, offset);
        let info = wire.call(&system::Info {}).expect("system.info is served");
        assert_eq!(info.gmt_offset_s, offset);
    }
}

#[test]
fn the_clock_is_set_and_goes_on_from_there() {
    let sim = boot(None);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for date in [0, 3_000_000_000, u32::MAX - 100] {
        let set = wire.call(&system::SetTime { date }).expect("the clock is set");
        assert!(
            (0..3).contains(&set.date.wrapping_sub(date)),
            "{date}: {}",
            set.date
        );
        let time = wire.call(&system::Time {}).expect("system.time is served");
        assert!(
            (0..3).contains(&time.date.wrapping_sub(date)),
            "{date}: {}",
            time.date
        );
    }
}

#[test]
fn a_clock_that_may_only_be_read_is_not_set() {
    let sim = Sim::start(Config {
        consent: Consent::ReadOnly,
        ..Config::default()
    })
    .expect("the sim boots and the agent listens");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let before = wire.call(&system::Time {}).expect("it may be read").date;
    let refused = wire.call(&system::SetTime { date: 1 }).expect_err("not set");
    assert_eq!(refused.code, Code::Denied);
    let after = wire.call(&system::Time {}).expect("it may be read").date;
    assert!(after >= before);
}

#[test]
fn the_owner_and_the_mac_have_names() {
    let sim = boot(None);
    let mut wire = Wire::connect(sim.port());
    let hello = wire.hello(sim.token()).expect("hello is answered");
    assert_eq!(hello.name, "Simulated Mac");
    let info = wire.call(&system::Info {}).expect("system.info is served");
    assert_eq!(info.user, "Simulated User");
}

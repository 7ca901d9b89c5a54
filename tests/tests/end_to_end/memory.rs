//! One allocation after the other fails: what needs memory says `no_memory`, nothing is left half done, and what comes next is served.

use mc_protocol::common::Rect;
use mc_protocol::screen::{Gesture, Input, InputEvent};
use mc_protocol::{Code, Method, WireError, font, fs, health, screen, system};
use mc_sim::{Fault, FaultKind, Profile, Sim};
use mc_tests::{Wire, noise};

use crate::boot;
use crate::support::{delete, free_memory, put, stat};

/// No method takes memory so often.
const ALLOCATIONS: u32 = 10;

/// Each allocation of something fails in turn. What comes in spite of that is what comes without it.
fn with_each_allocation_failing<T: PartialEq + std::fmt::Debug>(
    profile: Profile,
    mut ask: impl FnMut(&Sim, &mut Wire) -> Result<T, WireError>,
) -> u32 {
    let expected = {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        ask(&sim, &mut wire).expect("with memory it is served")
    };
    let mut refusals = 0;
    for nth in 1..=ALLOCATIONS {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let before = free_memory(&mut wire);
        sim.fault(Fault::Allocation { nth })
            .expect("it can be switched on");
        let outcome = ask(&sim, &mut wire);
        sim.lift(FaultKind::Allocation);
        match outcome {
            Ok(answer) => assert_eq!(answer, expected, "allocation {nth}"),
            Err(error) => {
                assert_eq!(error.code, Code::NoMemory, "allocation {nth}: {error}");
                refusals += 1;
                assert_eq!(free_memory(&mut wire), before, "allocation {nth}");
            }
        }
        let again = ask(&sim, &mut wire).expect("with memory again it is served again");
        assert_eq!(again, expected, "after allocation {nth}");
        assert_eq!(sim.bomb(), None);
    }
    refusals
}

fn all_strikes(wire: &mut Wire) -> Result<Vec<font::StrikeInfo>, WireError> {
    let mut strikes = Vec::new();
    let mut page = font::List { cursor: None };
    loop {
        let answer = wire.call(&page)?;
        strikes.extend(answer.strikes);
        page.cursor = answer.cursor;
        if page.cursor.is_none() {
            return Ok(strikes);
        }
    }
}

#[test]
fn a_capture_without_memory_is_refused() {
    for profile in [Profile::Plus, Profile::Iici] {
        for depth in [None, Some(1)] {
            let refusals = with_each_allocation_failing(profile, |_, wire| {
                let region = Some(Rect {
                    x: 0,
                    y: 0,
                    width: 200,
                    height: 10,
                });
                wire.fetch(&screen::Capture {
                    region,
                    depth,
                    one_turn: Some(true),
                    ..screen::Capture::default()
                })
            });
            assert!(refusals > 0, "a capture takes memory");
        }
    }
}

#[test]
fn no_strike_is_left_out_of_the_list_for_want_of_memory() {
    for profile in [Profile::Plus, Profile::Iici] {
        let refusals = with_each_allocation_failing(profile, |_, wire| all_strikes(wire));
        assert!(refusals > 0, "listing loads families");
    }
}

#[test]
fn a_strike_that_cannot_be_loaded_is_refused() {
    let sim = boot(Profile::Plus);
    let strikes = all_strikes(&mut Wire::greeted(sim.port(), sim.token())).expect("the list");
    drop(sim);
    for strike in strikes {
        let wanted = font::Get {
            kind: strike.kind,
            id: strike.id,
        };
        with_each_allocation_failing(Profile::Plus, |_, wire| wire.fetch(&wanted));
    }
}

#[test]
fn what_needs_no_memory_is_served_without() {
    fn served<M: Method>(sim: &Sim, wire: &mut Wire, params: &M) -> M::Answer {
        sim.fault(Fault::Allocation { nth: 1 })
            .expect("it can be switched on");
        wire.call(params)
            .unwrap_or_else(|error| panic!("{} takes no memory: {error}", M::NAME))
    }
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    served(&sim, &mut wire, &stat("Macintosh HD:Read Me"));
    served(&sim, &mut wire, &fs::List::new("Macintosh HD".to_owned()));
    served(&sim, &mut wire, &system::Info {});
    served(&sim, &mut wire, &health::Health {});
    let typing = InputEvent {
        text: Some("abc".to_owned()),
        ..InputEvent::new(Gesture::Type)
    };
    let events = vec![typing];
    served(&sim, &mut wire, &Input { events });
    let path = "Macintosh HD:There And Back";
    wire.put(&put(path, 3_000, 2_000), &noise(5_000, 1))
        .expect("nor does a put");
    let (_, bytes) = wire
        .fetch(&fs::Get::new(path.to_owned()))
        .expect("nor does a get");
    assert_eq!(bytes, noise(5_000, 1));
    served(&sim, &mut wire, &delete(path));
}

//! The agent holds its memory and its files together over many requests.

use mc_protocol::common::Rect;
use mc_protocol::{Code, WireError, font, fs, health, log, screen, system};
use mc_sim::Profile;
use mc_tests::Wire;

use crate::boot;
use crate::support::{delete, free_memory, put, stat};

/// One of many requests, of every kind that a host sends often, good and bad.
fn ask(wire: &mut Wire, number: u32) {
    let path = "Macintosh HD:Read Me";
    let done: Result<(), WireError> = match number % 10 {
        0 => wire.call(&health::Health {}).map(drop),
        1 => wire.call(&system::Info {}).map(drop),
        2 => wire.call(&stat(path)).map(drop),
        3 => wire.call(&fs::List::new("Macintosh HD".to_owned())).map(drop),
        4 => wire.call(&font::List { cursor: None }).map(drop),
        5 => wire.call(&log::Tail::default()).map(drop),
        6 => wire.call(&system::Time {}).map(drop),
        7 => {
            let region = Some(Rect {
                x: 0,
                y: 0,
                width: 64,
                height: 16,
            });
            let capture = screen::Capture {
                region,
                ..screen::Capture::default()
            };
            wire.fetch(&capture).map(drop)
        }
        8 => wire.fetch(&fs::Get::new(path.to_owned())).map(drop),
        _ => {
            let refused = wire
                .call(&stat("Macintosh HD:Nowhere"))
                .expect_err("it is not there");
            assert_eq!(refused.code, Code::NotFound);
            Ok(())
        }
    };
    done.unwrap_or_else(|error| panic!("request {number}: {error}"));
}

fn assert_memory_stays(requests: u32) {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    // What is loaded once and kept has been loaded then.
    (0..20).for_each(|number| ask(&mut wire, number));
    let before = free_memory(&mut wire);
    (0..requests).for_each(|number| ask(&mut wire, number));
    assert_eq!(free_memory(&mut wire), before);
    for round in 0..5 {
        let path = format!("Macintosh HD:Round {round}");
        wire.put(&put(&path, 3_000, 500), &mc_tests::noise(3_500, round + 1))
            .expect("a put");
        wire.call(&delete(&path)).expect("deleted");
    }
    wire.hang_up();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    assert_eq!(free_memory(&mut wire), before);
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_thousand_requests_leave_free_memory_as_it_was() {
    assert_memory_stays(1_000);
}

#[test]
#[ignore = "takes a minute, so it has a run of its own: make test runs it"]
fn ten_thousand_requests_leave_free_memory_as_it_was() {
    assert_memory_stays(10_000);
}

//! One client is served. Another is told `busy`, whatever it does, and served when the first has gone.

use mc_protocol::frame::Frame;
use mc_protocol::message::Ending;
use mc_protocol::{Code, fs, health};
use mc_sim::Profile;
use mc_tests::{Received, Wire, noise, tally_of};

use crate::boot;
use crate::support::{assert_serves, put};

#[test]
fn another_client_is_told_busy_and_the_first_one_notices_nothing() {
    let sim = boot(Profile::Plus);
    let mut first = Wire::greeted(sim.port(), sim.token());
    for _ in 0..2 {
        let mut second = Wire::connect(sim.port());
        assert_eq!(second.refusal(), (None, Code::Busy));
        first.call(&health::Health {}).expect("the first is served");
        second.hang_up();
    }
    first.hang_up();
    assert_serves(&sim);
}

#[test]
fn a_client_that_is_turned_away_may_say_what_it_likes() {
    let sim = boot(Profile::Plus);
    let mut first = Wire::greeted(sim.port(), sim.token());
    for said in [&b"GET / HTTP/1.0\r\n\r\n"[..], &[0x02, 0xFF], &noise(6_000, 1)] {
        let mut second = Wire::connect(sim.port());
        second.send_bytes(said);
        assert_eq!(second.refusal(), (None, Code::Busy));
        second.hang_up();
    }
    first.call(&health::Health {}).expect("the first is served");
}

#[test]
fn a_put_goes_on_while_others_are_turned_away() {
    let sim = boot(Profile::Plus);
    let path = "Macintosh HD:Undisturbed";
    let mut first = Wire::greeted(sim.port(), sim.token());
    let bytes = noise(8_000, 2);
    let id = first.request(&put(path, 8_000, 0));
    first.accepted(id).expect("the put is accepted");
    for data in bytes.chunks(2_000) {
        let mut second = Wire::connect(sim.port());
        assert_eq!(second.refusal(), (None, Code::Busy));
        second.hang_up();
        first.send(&Frame::Binary {
            id,
            data: data.to_vec(),
        });
    }
    first.end_put(id, &Ending::Whole(tally_of(&bytes)));
    first.put_answer(id).expect("the put succeeds");
    assert_eq!(sim.file(path).expect("the file is there").data, bytes);
}

#[test]
fn a_client_that_vanishes_before_it_is_told_anything_takes_no_place() {
    let sim = boot(Profile::Plus);
    let mut first = Wire::greeted(sim.port(), sim.token());
    for _ in 0..20 {
        Wire::connect(sim.port()).hang_up();
    }
    first
        .call(&fs::List::new("Macintosh HD".to_owned()))
        .expect("the first is served");
    let mut other = Wire::connect(sim.port());
    assert_eq!(other.refusal(), (None, Code::Busy));
    first.hang_up();
    assert_serves(&sim);
}

#[test]
fn a_client_that_comes_as_the_first_goes_is_served() {
    let sim = boot(Profile::Plus);
    let first = Wire::greeted(sim.port(), sim.token());
    let mut second = Wire::connect(sim.port());
    first.hang_up();
    // It may have come too early; then it is told so, and the connection ends.
    match second.hello(sim.token()) {
        Ok(_) => assert!(second.call(&health::Health {}).is_ok()),
        Err(error) => assert_eq!(error.code, Code::Busy),
    }
    second.hang_up();
    assert_serves(&sim);
}

#[test]
fn who_was_refused_does_not_keep_others_out() {
    let sim = boot(Profile::Plus);
    let mut stranger = Wire::connect(sim.port());
    assert_eq!(
        stranger.hello("guess").expect_err("refused").code,
        Code::Unauthorized
    );
    // The stranger does not close.
    let mut other = Wire::connect(sim.port());
    let told = other.hello(sim.token());
    assert!(told.is_ok() || told.is_err_and(|error| error.code == Code::Busy));
    assert_eq!(stranger.receive(), Received::Closed);
    assert_serves(&sim);
}

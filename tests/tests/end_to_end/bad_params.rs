//! Every method of the wire with each of its parameters missing, of the wrong type, too long, and at its limits. The table is
//! made from `protocol/schema`, so that a method that is added is examined, too.

use crate::boot;
use crate::schema::{self, Method, Place};
use mc_protocol::message::FromGuest;
use mc_protocol::{Code, WireError, health};
use mc_sim::{Profile, Sim};
use mc_tests::{Received, Wire};
use serde_json::{Value, json};

/// A connection, and the next id on it.
struct Asker {
    wire: Wire,
    id: u32,
}

impl Asker {
    fn new(sim: &Sim) -> Asker {
        Asker {
            wire: Wire::greeted(sim.port(), sim.token()),
            id: 100,
        }
    }

    fn send(&mut self, method: &str, params: &Value) {
        self.id += 1;
        let request = json!({ "id": self.id, "method": method, "params": params });
        self.wire.send_json(request.to_string().as_bytes());
    }

    /// The error that parameters are refused with; none when they are not.
    fn refusal(&mut self, method: &str, params: &Value) -> Option<WireError> {
        self.send(method, params);
        match self.wire.receive() {
            Received::Message(FromGuest::Response {
                outcome: Err(error), ..
            }) => Some(error),
            _ => None,
        }
    }
}

/// Asserts that parameters are refused because of the one at `place`, on a connection that goes on.
fn assert_blames(asker: &mut Asker, method: &Method, place: &Place, params: &Value) {
    let error = asker.refusal(&method.name, params);
    let about = format!("{} with {params}", method.name);
    let error = error.unwrap_or_else(|| panic!("{about} is not refused"));
    if schema::has_overlong_string(params) || schema::nests_too_deeply(params) {
        assert_eq!(error.code, Code::TooLarge, "{about}: {error}");
        return;
    }
    assert_eq!(error.code, Code::BadParams, "{about}: {error}");
    assert_eq!(
        error.details.param.as_deref(),
        Some(place.name()),
        "{about}: {error}"
    );
}

/// Asserts that each of the cases of every method is refused, of which there are more than `expected`, on one connection.
fn assert_all_blamed(cases: fn(&Method) -> Vec<(Place, Value)>, expected: usize) {
    let sim = boot(Profile::Plus);
    let mut asker = Asker::new(&sim);
    let mut examined = 0;
    for method in schema::methods() {
        for (place, params) in cases(&method) {
            assert_blames(&mut asker, &method, &place, &params);
            examined += 1;
        }
    }
    assert!(examined > expected, "the schemas give more cases: {examined}");
    asker
        .wire
        .call(&health::Health {})
        .expect("the connection goes on");
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_parameter_that_is_missing_is_named() {
    assert_all_blamed(Method::with_each_missing, 20);
}

#[test]
fn a_parameter_of_the_wrong_type_or_beyond_its_limits_is_named() {
    assert_all_blamed(Method::with_each_wrong, 300);
}

#[test]
fn a_parameter_that_nobody_knows_is_named() {
    let sim = boot(Profile::Plus);
    let mut asker = Asker::new(&sim);
    for method in schema::methods() {
        let (place, params) = method.with_a_stranger();
        assert_blames(&mut asker, &method, &place, &params);
    }
}

/// What a method does with it is its own affair; it answers, finds no fault of ours, and the next client is served whatever the
/// one before had begun.
#[test]
fn a_parameter_at_its_limits_is_answered() {
    let sim = boot(Profile::Plus);
    let mut examined = 0;
    for method in schema::methods() {
        // The hello of a stranger is `bad_input.rs`'s subject.
        if method.name == "hello" {
            continue;
        }
        for (_, params) in method.with_each_at_its_limits() {
            let mut asker = Asker::new(&sim);
            let error = asker.refusal(&method.name, &params);
            assert!(
                error.as_ref().is_none_or(|error| error.code != Code::Internal),
                "{} with {params}: {error:?}",
                method.name
            );
            asker.wire.hang_up();
            assert_eq!(sim.bomb(), None, "{} with {params}", method.name);
            examined += 1;
        }
    }
    assert!(examined > 60, "many parameters have limits: {examined}");
    Asker::new(&sim).wire.call(&health::Health {}).expect("it serves");
}

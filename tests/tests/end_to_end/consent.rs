//! What the owner of the Macintosh has allowed, against every method of the wire: the table is made from `protocol/schema`, so that a
//! method that is added is examined, too.

use crate::schema::{self, Method};
use mc_protocol::message::FromGuest;
use mc_protocol::{Code, health};
use mc_sim::{Config, Consent, Listed, Profile, Sim};
use mc_tests::{Received, Wire};
use serde_json::json;

fn boot_with(consent: Consent) -> Sim {
    Sim::start(Config {
        profile: Profile::Plus,
        consent,
        preferences: vec!["log = error".to_owned()],
        ..Config::default()
    })
    .expect("the sim boots and the agent listens")
}

/// What a method's error says, of a request with the smallest parameters that it takes.
fn refusal(sim: &Sim, method: &Method) -> Option<Code> {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let request = json!({ "id": 9, "method": method.name, "params": method.smallest_params() });
    wire.send_json(request.to_string().as_bytes());
    match wire.receive_beside_events() {
        Received::Message(FromGuest::Response {
            outcome: Err(error), ..
        }) => Some(error.code),
        _ => None,
    }
}

fn disk(sim: &Sim) -> Vec<Vec<Listed>> {
    let folders = [
        "Macintosh HD",
        "Macintosh HD:System Folder",
        "Macintosh HD:System Folder:Preferences",
    ];
    let list = |folder| sim.list(folder).expect("the folder");
    folders.map(list).into()
}

/// The hello of somebody without the token is `bad_input.rs`'s subject.
fn others() -> impl Iterator<Item = Method> {
    schema::methods()
        .into_iter()
        .filter(|method| method.name != "hello")
}

#[test]
fn who_may_only_look_changes_nothing() {
    let sim = boot_with(Consent::ReadOnly);
    let before = disk(&sim);
    let (mut denied, mut served) = (0, 0);
    for method in others() {
        let refused = refusal(&sim, &method) == Some(Code::Denied);
        let changes = !["none", "read"].contains(&method.effect.as_str());
        assert_eq!(
            refused, changes,
            "{} has the effect {}",
            method.name, method.effect
        );
        *if refused { &mut denied } else { &mut served } += 1;
    }
    assert!(denied > 12 && served > 12, "{denied} denied, {served} served");
    assert_eq!(disk(&sim), before);
    assert_eq!(sim.bomb(), None);
}

#[test]
fn who_may_do_nothing_is_told_so_and_of_the_agents_health() {
    let sim = boot_with(Consent::Disabled);
    let before = disk(&sim);
    for method in others() {
        let refused = refusal(&sim, &method) == Some(Code::Denied);
        assert_eq!(refused, method.effect != "none", "{}", method.name);
    }
    assert_eq!(disk(&sim), before);
    Wire::greeted(sim.port(), sim.token())
        .call(&health::Health {})
        .expect("health is everybody's");
}

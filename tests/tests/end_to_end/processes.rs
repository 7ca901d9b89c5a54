//! Processes: listed, launched, brought forward and asked to quit, with what really became of it.

use mc_protocol::common::Psn;
use mc_protocol::process::{Front, Launch, List, Process, Quit, QuitOutcome};
use mc_protocol::{Code, OsType};
use mc_sim::{Profile, Sim};
use mc_tests::Wire;

use crate::apple_events::{ask, send};
use crate::support::{boot_without_alert, file, jotter, launch_jotter};

fn processes(wire: &mut Wire) -> Vec<Process> {
    wire.call(&List::default())
        .expect("process.list is served")
        .processes
}

fn named(wire: &mut Wire, name: &str) -> Option<Process> {
    processes(wire).into_iter().find(|process| process.name == name)
}

fn launch(path: &str) -> Launch {
    Launch {
        path: Some(path.to_owned()),
        ..Launch::default()
    }
}

fn quit(wire: &mut Wire, psn: Psn) -> QuitOutcome {
    let quit = Quit {
        timeout_ms: Some(2_000),
        ..Quit::new(psn)
    };
    wire.call(&quit).expect("process.quit is served").outcome
}

fn start() -> (Sim, Wire) {
    let sim = boot_without_alert(Profile::Iici);
    let wire = Wire::greeted(sim.port(), sim.token());
    (sim, wire)
}

#[test]
fn the_list_tells_who_runs_and_who_is_in_front() {
    let (sim, mut wire) = start();
    let list = processes(&mut wire);
    assert_eq!(list.len(), sim.processes().len());
    let finder = list.iter().find(|process| process.creator == OsType(*b"MACS"));
    let finder = finder.expect("a Finder");
    assert!(finder.front && !finder.background_only);
    let agent = list.iter().find(|process| process.creator == OsType(*b"mcAg"));
    let agent = agent.expect("the agent");
    assert!(!agent.front && agent.background_only);
    assert_eq!(agent.mem_size, 384 << 10);
    assert!(agent.mem_used > 50 << 10 && agent.mem_used < agent.mem_size);
}

#[test]
fn an_application_is_launched_by_its_path_and_comes_to_the_front() {
    let (sim, mut wire) = start();
    sim.add_file("Macintosh HD:Jotter", jotter())
        .expect("room for it");
    let launched = wire.call(&launch("Macintosh HD:jotter")).expect("it is launched");
    assert_eq!(launched.path, "Macintosh HD:jotter");
    let front = Front { psn: launched.psn };
    assert!(wire.call(&front).expect("process.front is served").front);
    let process = named(&mut wire, "Jotter").expect("it runs");
    assert!(process.front);
    assert_eq!(process.psn, launched.psn);
    // Once more is no second one.
    let again = wire
        .call(&launch("Macintosh HD:Jotter"))
        .expect("it runs already");
    assert_eq!(again.psn, launched.psn);
    assert_eq!(sim.bomb(), None);
}

#[test]
fn an_application_can_stay_behind() {
    let (sim, mut wire) = start();
    sim.add_file("Macintosh HD:Jotter", jotter())
        .expect("room for it");
    let behind = Launch {
        front: Some(false),
        ..launch("Macintosh HD:Jotter")
    };
    wire.call(&behind).expect("it is launched");
    assert!(!named(&mut wire, "Jotter").expect("it runs").front);
}

#[test]
fn a_document_comes_with_the_launch_and_to_one_that_runs() {
    let (sim, mut wire) = start();
    sim.add_file("Macintosh HD:Jotter", jotter())
        .expect("room for it");
    for name in ["Letter", "Another"] {
        let path = format!("Macintosh HD:{name}");
        sim.add_file(&path, file(b"Dear", &[])).expect("room for it");
        let with_document = Launch {
            document: Some(path.clone()),
            ..launch("Macintosh HD:Jotter")
        };
        let launched = wire.call(&with_document).expect("it is launched");
        assert_eq!(
            ask(&mut wire, launched.psn).as_text().as_deref(),
            Some(path.as_str())
        );
    }
}

#[test]
fn an_application_is_found_by_its_creator() {
    let (sim, mut wire) = start();
    sim.add_file("Macintosh HD:Jotter", jotter())
        .expect("room for it");
    let by_creator = |creator: &[u8; 4]| Launch {
        creator: Some(OsType(*creator)),
        ..Launch::default()
    };
    // The one that the database names first.
    sim.add_file("Macintosh HD:Trash:Jotter", jotter())
        .expect("room for it");
    let launched = wire.call(&by_creator(b"JOTR")).expect("it is launched");
    assert_eq!(launched.path, "Macintosh HD:Jotter", "not the one in the Trash");
    let error = wire.call(&by_creator(b"none")).expect_err("there is none");
    assert_eq!(error.code, Code::NotFound);
}

#[test]
fn what_cannot_be_launched_says_why() {
    let (sim, mut wire) = start();
    sim.add_file("Macintosh HD:Letter", file(b"Dear", &[]))
        .expect("room for it");
    let greedy = mc_sim::application(*b"JOTR", Some(64 << 20));
    sim.add_file("Macintosh HD:Greedy", greedy).expect("room for it");
    let codes = [
        ("Macintosh HD:nothing", Code::NotFound),
        ("Macintosh HD:System Folder", Code::BadParams),
        ("Macintosh HD:Letter", Code::NotFound),
        ("Macintosh HD:Greedy", Code::NoMemory),
    ];
    for (path, code) in codes {
        let error = wire.call(&launch(path)).expect_err("it cannot be launched");
        assert_eq!(error.code, code, "{path}: {error}");
    }
    let neither = wire
        .call(&Launch::default())
        .expect_err("there is nothing to launch");
    assert_eq!(neither.code, Code::BadParams);
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_process_that_does_not_come_forward_is_not_said_to_be_in_front() {
    let (sim, mut wire) = start();
    let finder = named(&mut wire, "Finder").expect("a Finder").psn;
    let psn = launch_jotter(&sim, &mut wire);
    assert!(wire.call(&Front { psn: finder }).expect("served").front);
    assert!(wire.call(&Front { psn }).expect("served").front);
    send(&mut wire, psn, *b"JOTR", *b"dlog", &[]).expect("it shows a dialog");
    assert!(
        !wire.call(&Front { psn: finder }).expect("served").front,
        "a modal dialog keeps the front"
    );
    let agent = processes(&mut wire)
        .into_iter()
        .find(|process| process.background_only)
        .expect("the agent");
    let error = wire.call(&Front { psn: agent.psn }).expect_err("it never comes");
    assert_eq!(error.code, Code::Unsupported);
    let error = wire.call(&Front { psn: Psn::new(7) }).expect_err("there is none");
    assert_eq!(error.code, Code::NotFound);
}

#[test]
fn quitting_tells_what_became_of_it() {
    let (sim, mut wire) = start();
    let psn = launch_jotter(&sim, &mut wire);
    let text = mc_protocol::descriptor::Descriptor::text("unsaved").expect("MacRoman");
    send(&mut wire, psn, *b"core", *b"setd", &[(OsType(*b"data"), text)]).expect("it takes a text");
    assert_eq!(quit(&mut wire, psn), QuitOutcome::SentUnconfirmed, "it refuses");
    send(&mut wire, psn, *b"core", *b"save", &[]).expect("it is saved");
    assert_eq!(quit(&mut wire, psn), QuitOutcome::Gone);
    assert_eq!(named(&mut wire, "Jotter"), None);
    assert_eq!(quit(&mut wire, psn), QuitOutcome::NotRunning);
    let agent = processes(&mut wire)
        .into_iter()
        .find(|process| process.background_only)
        .expect("the agent");
    let error = wire
        .call(&Quit::new(agent.psn))
        .expect_err("it does not quit itself");
    assert_eq!(error.code, Code::Protected);
}

#[test]
fn one_that_hangs_in_a_dialog_was_asked_and_is_still_there() {
    let (sim, mut wire) = start();
    let psn = launch_jotter(&sim, &mut wire);
    send(&mut wire, psn, *b"JOTR", *b"dlog", &[]).expect("it shows a dialog");
    assert_eq!(quit(&mut wire, psn), QuitOutcome::SentUnconfirmed);
    assert!(named(&mut wire, "Jotter").is_some());
    assert_eq!(sim.bomb(), None);
}

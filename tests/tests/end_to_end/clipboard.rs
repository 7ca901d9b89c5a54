//! The clipboard, through the helper application: what was in front is in front again, and has put out or taken in what it keeps for itself.

use mc_protocol::clipboard::{FlavorInfo, FlavorName, FlavorSize, Get, GetAnswer, Set};
use mc_protocol::common::Psn;
use mc_protocol::descriptor::Descriptor;
use mc_protocol::process::{Front, Launch, List};
use mc_protocol::{Code, OsType, WireError};
use mc_sim::{Fault, FaultKind, FileContents, Profile, Sim};
use mc_tests::{Wire, noise};

use crate::apple_events::{ask, send};
use crate::support::{assert_serves, boot_without_alert, free_memory, launch_jotter};

const HELPER: &str = "Macintosh HD:System Folder:Preferences:mc-clipboard";

fn start(profile: Profile) -> (Sim, Wire) {
    let sim = boot_without_alert(profile);
    let wire = Wire::greeted(sim.port(), sim.token());
    (sim, wire)
}

fn set(wire: &mut Wire, flavors: &[(&[u8; 4], &[u8])]) -> Result<(), WireError> {
    let sizes = flavors.iter().map(|(flavor, data)| FlavorSize {
        flavor: OsType(**flavor),
        size: data.len() as u32,
    });
    let bytes: Vec<u8> = flavors.iter().flat_map(|(_, data)| data.to_vec()).collect();
    let set = Set {
        flavors: sizes.collect(),
    };
    wire.deliver(&set, &bytes).map(|_| ())
}

fn wanted(flavors: &[&[u8; 4]]) -> Get {
    let names = flavors.iter().map(|flavor| FlavorName {
        flavor: OsType(**flavor),
    });
    Get {
        flavors: Some(names.collect()),
    }
}

fn get(wire: &mut Wire, flavors: &[&[u8; 4]]) -> Result<(GetAnswer, Vec<u8>), WireError> {
    wire.fetch(&wanted(flavors))
}

fn list(wire: &mut Wire) -> Vec<(OsType, u32)> {
    let answer = wire.call(&Get::default()).expect("clipboard.get is served");
    let pair = |info: &FlavorInfo| (info.flavor, info.size);
    answer.available.iter().map(pair).collect()
}

/// Names of the processes, the one in front first.
fn running(sim: &Sim) -> Vec<String> {
    let mut processes = sim.processes();
    processes.sort_by_key(|process| !process.front);
    processes.into_iter().map(|process| process.name).collect()
}

/// The helper may still be quitting when its work is done.
fn running_soon(sim: &Sim, wire: &mut Wire) -> Vec<String> {
    for _ in 0..200 {
        let names = running(sim);
        if !names.iter().any(|name| name == "mc-clipboard") {
            return names;
        }
        wire.call(&List::default()).expect("process.list is served");
    }
    running(sim)
}

fn bring_forward(wire: &mut Wire, psn: Psn) {
    assert!(wire.call(&Front { psn }).expect("process.front is served").front);
}

fn write(wire: &mut Wire, psn: Psn, text: &str) {
    let text = Descriptor::text(text).expect("MacRoman");
    send(wire, psn, *b"core", *b"setd", &[(OsType(*b"data"), text)]).expect("it takes a text");
}

fn text_of(wire: &mut Wire, psn: Psn) -> String {
    ask(wire, psn).as_text().expect("a text")
}

#[test]
fn text_goes_to_the_clipboard_and_comes_back() {
    let (sim, mut wire) = start(Profile::Iici);
    set(&mut wire, &[(b"TEXT", b"Hello, clipboard")]).expect("it is set");
    assert_eq!(list(&mut wire), [(OsType(*b"TEXT"), 16)]);
    let (answer, bytes) = get(&mut wire, &[b"PICT", b"TEXT"]).expect("there is text");
    assert_eq!(answer.flavor, Some(OsType(*b"TEXT")));
    assert_eq!(bytes, b"Hello, clipboard");
    let nothing = wire.call(&wanted(&[b"PICT"])).expect("it is served");
    assert_eq!((nothing.flavor, nothing.data), (None, None));
    assert_eq!(running_soon(&sim, &mut wire)[0], "Finder");
    assert_eq!(sim.bomb(), None);
}

#[test]
fn flavors_go_together_and_an_empty_clipboard_is_one() {
    let (_sim, mut wire) = start(Profile::Iici);
    let style = [7_u8; 22];
    set(
        &mut wire,
        &[(b"TEXT", b"styled"), (b"styl", &style), (b"odd ", &[1, 2, 3])],
    )
    .expect("it is set");
    let expected =
        [(*b"TEXT", 6), (*b"styl", 22), (*b"odd ", 3)].map(|(flavor, size)| (OsType(flavor), size));
    assert_eq!(list(&mut wire), expected);
    assert_eq!(get(&mut wire, &[b"styl"]).expect("a style").1, style);
    assert_eq!(get(&mut wire, &[b"odd "]).expect("odd data").1, [1, 2, 3]);
    set(&mut wire, &[]).expect("it is emptied");
    assert_eq!(list(&mut wire), []);
    let twice = set(&mut wire, &[(b"TEXT", b"a"), (b"TEXT", b"b")]).expect_err("which one?");
    assert_eq!(twice.code, Code::BadParams);
}

#[test]
fn a_large_picture_passes_in_pieces() {
    for profile in [Profile::Plus, Profile::Iici] {
        let (sim, mut wire) = start(profile);
        let picture = noise(300_001, 5);
        set(&mut wire, &[(b"TEXT", b"with a picture"), (b"PICT", &picture)]).expect("it is set");
        let (answer, bytes) = get(&mut wire, &[b"PICT"]).expect("there is a picture");
        assert_eq!(answer.data.expect("data").size, Some(300_001));
        assert_eq!(bytes, picture);
        assert_eq!(get(&mut wire, &[b"TEXT"]).expect("text").1, b"with a picture");
        assert_eq!(sim.bomb(), None);
    }
}

#[test]
fn what_the_application_in_front_keeps_for_itself_becomes_visible() {
    let (sim, mut wire) = start(Profile::Iici);
    set(&mut wire, &[(b"TEXT", b"old")]).expect("it is set");
    let psn = launch_jotter(&sim, &mut wire);
    bring_forward(&mut wire, psn);
    write(&mut wire, psn, "private");
    send(&mut wire, psn, *b"misc", *b"copy", &[]).expect("it copies");
    assert_eq!(get(&mut wire, &[b"TEXT"]).expect("text").1, b"private");
    assert_eq!(list(&mut wire).len(), 2, "and its style");
    assert_eq!(running_soon(&sim, &mut wire)[0], "Jotter");
}

#[test]
fn an_application_that_comes_forward_gets_what_was_set() {
    let (sim, mut wire) = start(Profile::Iici);
    let psn = launch_jotter(&sim, &mut wire);
    set(&mut wire, &[(b"TEXT", b"for you")]).expect("it is set");
    bring_forward(&mut wire, psn);
    send(&mut wire, psn, *b"misc", *b"past", &[]).expect("it pastes");
    assert_eq!(text_of(&mut wire, psn), "for you");
    // The one that is in front leaves it for a moment and comes back: so it has the new one, too.
    set(&mut wire, &[(b"TEXT", b"for you again")]).expect("it is set");
    send(&mut wire, psn, *b"misc", *b"past", &[]).expect("it pastes");
    assert_eq!(text_of(&mut wire, psn), "for you again");
}

#[test]
fn a_dialog_in_front_is_a_timeout_and_the_clipboard_stays() {
    let (sim, mut wire) = start(Profile::Iici);
    set(&mut wire, &[(b"TEXT", b"stays")]).expect("it is set");
    let psn = launch_jotter(&sim, &mut wire);
    bring_forward(&mut wire, psn);
    send(&mut wire, psn, *b"JOTR", *b"dlog", &[]).expect("it shows a dialog");
    let error = set(&mut wire, &[(b"TEXT", b"lost")]).expect_err("it cannot be set");
    assert_eq!(error.code, Code::Timeout, "{error}");
    let error = wire.call(&Get::default()).expect_err("it cannot be read");
    assert_eq!(error.code, Code::Timeout, "{error}");
    assert_eq!(running_soon(&sim, &mut wire)[0], "Jotter");
    assert!(!running(&sim).iter().any(|name| name == "mc-clipboard"));
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_hung_application_in_front_only_takes_longer() {
    let (sim, mut wire) = start(Profile::Iici);
    sim.fault(Fault::FrontHangs { seconds: 3.into() })
        .expect("it can be switched on");
    set(&mut wire, &[(b"TEXT", b"late")]).expect("it is set");
    assert_eq!(get(&mut wire, &[b"TEXT"]).expect("text").1, b"late");
}

#[test]
fn the_helper_is_written_when_it_is_absent_or_another_one() {
    let (sim, mut wire) = start(Profile::Iici);
    assert!(sim.file(HELPER).is_none());
    set(&mut wire, &[(b"TEXT", b"one")]).expect("it is set");
    let written = sim.file(HELPER).expect("the helper's file");
    assert_eq!((written.file_type, written.creator), (*b"APPL", *b"mcCb"));
    drop(sim);

    let (sim, mut wire) = start(Profile::Iici);
    let mut damaged = written.resource.clone();
    let last = damaged.len() - 300;
    damaged[last] ^= 1;
    let other = FileContents {
        resource: damaged,
        ..written.clone()
    };
    sim.add_file(HELPER, other).expect("room for it");
    set(&mut wire, &[(b"TEXT", b"two")]).expect("it is set");
    assert_eq!(
        sim.file(HELPER).expect("the helper's file").resource,
        written.resource
    );
    assert_eq!(get(&mut wire, &[b"TEXT"]).expect("text").1, b"two");
}

#[test]
fn no_memory_for_the_helper_is_said() {
    let (sim, mut wire) = start(Profile::Plus);
    let free = free_memory(&mut wire).1;
    let greedy = mc_sim::application(*b"JOTR", Some(free - (50 << 10)));
    sim.add_file("Macintosh HD:Greedy", greedy).expect("room for it");
    let launch = Launch {
        path: Some("Macintosh HD:Greedy".to_owned()),
        ..Launch::default()
    };
    wire.call(&launch).expect("it takes the memory");
    let error = set(&mut wire, &[(b"TEXT", b"small")]).expect_err("there is no room");
    assert_eq!(error.code, Code::NoMemory, "{error}");
    let error = set(&mut wire, &[(b"PICT", &noise(100_000, 1))]).expect_err("there is no room");
    assert_eq!(error.code, Code::NoMemory, "{error}");
    wire.hang_up();
    assert_serves(&sim);
}

#[test]
fn a_host_that_vanishes_leaves_no_helper_and_the_front_as_it_was() {
    let (sim, mut wire) = start(Profile::Iici);
    let picture = noise(200_000, 3);
    set(&mut wire, &[(b"PICT", &picture)]).expect("it is set");
    // In the middle of a stream.
    wire.request(&wanted(&[b"PICT"]));
    for _ in 0..3 {
        wire.receive();
    }
    wire.hang_up();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    assert_eq!(running_soon(&sim, &mut wire)[0], "Finder");
    // While the helper comes and goes.
    for _ in 0..4 {
        wire.request(&Get::default());
        wire.hang_up();
        wire = Wire::greeted(sim.port(), sim.token());
        let names = running_soon(&sim, &mut wire);
        assert_eq!(names[0], "Finder");
        assert!(!names.iter().any(|name| name == "mc-clipboard"));
    }
    assert_eq!(get(&mut wire, &[b"PICT"]).expect("a picture").1, picture);
}

#[test]
fn using_the_clipboard_leaves_the_memory_as_it_was() {
    let (sim, mut wire) = start(Profile::Iici);
    let round = |wire: &mut Wire| {
        set(wire, &[(b"TEXT", b"again")]).expect("it is set");
        get(wire, &[b"TEXT"]).expect("text");
        running_soon(&sim, wire);
        free_memory(wire)
    };
    let before = round(&mut wire);
    for _ in 0..10 {
        assert_eq!(round(&mut wire), before);
    }
}

#[test]
fn each_allocation_that_fails_is_no_memory_and_the_helper_goes() {
    let (sim, mut wire) = start(Profile::Iici);
    set(&mut wire, &[(b"TEXT", b"before")]).expect("it is set");
    running_soon(&sim, &mut wire);
    let before = free_memory(&mut wire);
    let mut refused = 0;
    for nth in 1..=60 {
        sim.fault(Fault::Allocation { nth })
            .expect("it can be switched on");
        let outcome = set(&mut wire, &[(b"TEXT", b"after")]);
        sim.lift(FaultKind::Allocation);
        if let Err(error) = outcome {
            // The helper lacks memory, too: it has gone, or does not answer.
            assert!(
                matches!(error.code, Code::NoMemory | Code::Timeout | Code::NotFound),
                "allocation {nth}: {error}"
            );
            refused += 1;
        }
        assert_eq!(running_soon(&sim, &mut wire)[0], "Finder", "allocation {nth}");
    }
    assert!(refused > 10, "{refused} allocations were refused");
    assert_eq!(free_memory(&mut wire), before);
    assert_eq!(sim.bomb(), None);
}

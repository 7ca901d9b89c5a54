//! Paths as a careless or hostile peer writes them.

use mc_protocol::{Code, WireError, fs};
use mc_sim::{Profile, Sim};
use mc_tests::{Wire, noise};

use crate::boot;
use crate::support::{delete, file, put, replacing, stat};

const SYSTEM: &str = "Macintosh HD:System Folder:System";
const AGENT: &str = "Macintosh HD:System Folder:Startup Items:mc-agent";
const PREFERENCES: &str = "Macintosh HD:System Folder:Preferences:mc-agent Preferences";

fn get(path: &str) -> fs::Get {
    fs::Get::new(path.to_owned())
}

fn list(path: &str) -> fs::List {
    fs::List::new(path.to_owned())
}

fn code<T: std::fmt::Debug>(outcome: Result<T, WireError>) -> Code {
    outcome.expect_err("it is refused").code
}

/// What every method says to a path that is none.
fn assert_all_refuse(wire: &mut Wire, path: &str, expected: Code) {
    assert_eq!(code(wire.call(&stat(path))), expected, "fs.stat {path:?}");
    assert_eq!(code(wire.call(&list(path))), expected, "fs.list {path:?}");
    assert_eq!(code(wire.call(&delete(path))), expected, "fs.delete {path:?}");
    assert_eq!(code(wire.fetch(&get(path))), expected, "fs.get {path:?}");
    assert_eq!(
        code(wire.put(&put(path, 1, 0), b"x")),
        expected,
        "fs.put {path:?}"
    );
}

fn catalogue(sim: &Sim) -> Vec<Option<Vec<mc_sim::Listed>>> {
    [
        "Macintosh HD",
        "Macintosh HD:Documents",
        "Macintosh HD:System Folder",
    ]
    .iter()
    .map(|folder| sim.list(folder))
    .collect()
}

#[test]
fn paths_that_are_none_are_bad_names_to_every_method() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let before = catalogue(&sim);
    let deep = format!("Macintosh HD:Documents{}", ":".repeat(900));
    let long_name = format!("Macintosh HD:{}", "n".repeat(32));
    for path in [
        "",
        ":",
        "::",
        ":Macintosh HD",
        "Macintosh HD::",
        "Macintosh HD::Read Me",
        "Macintosh HD:Documents::Read Me",
        "Macintosh HD:Documents:::",
        "Macintosh HD:\u{65e5}\u{672c}",
        "Macintosh HD:\u{1f600}",
        "A volume's name of 28 letters:x",
        &deep,
        &long_name,
    ] {
        assert_all_refuse(&mut wire, path, Code::BadName);
    }
    assert_eq!(catalogue(&sim), before);
}

#[test]
fn paths_through_what_is_not_there_are_not_found() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for path in [
        "No such disk",
        "No such disk:",
        "No such disk:x",
        "Macintosh HD:Nowhere:x",
    ] {
        assert_all_refuse(&mut wire, path, Code::NotFound);
    }
    assert_all_refuse(&mut wire, "Macintosh HD:Read Me:x", Code::NotAFolder);
}

#[test]
fn a_colon_at_the_end_stands_for_a_folder() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for folder in ["Macintosh HD:", "Macintosh HD:Documents:"] {
        wire.call(&stat(folder)).expect("it is a folder");
        wire.call(&list(folder)).expect("it can be listed");
    }
    assert_all_refuse(&mut wire, "Macintosh HD:Read Me:", Code::NotAFolder);
    assert_eq!(
        code(wire.put(&put("Macintosh HD:New:", 1, 0), b"x")),
        Code::NotAFile
    );
    assert!(sim.file("Macintosh HD:New").is_none());
    wire.call(&delete("Macintosh HD:Empty Folder:"))
        .expect("an empty folder can be deleted by it");
}

#[test]
fn a_volume_is_neither_file_nor_to_be_deleted() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for volume in ["Macintosh HD", "Macintosh HD:", "MACINTOSH HD"] {
        assert_eq!(code(wire.call(&delete(volume))), Code::BadParams);
        assert_eq!(code(wire.fetch(&get(volume))), Code::NotAFile);
        assert_eq!(code(wire.put(&replacing(volume, 1, 0), b"x")), Code::NotAFile);
        let entry = wire.call(&stat(volume)).expect("it is there").entry;
        assert_eq!(entry.name, "Macintosh HD");
    }
}

#[test]
fn a_folder_is_never_replaced_by_a_file() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for folder in [
        "Macintosh HD:Empty Folder",
        "Macintosh HD:documents",
        "Macintosh HD:Trash",
    ] {
        assert_eq!(code(wire.put(&replacing(folder, 1, 0), b"x")), Code::NotAFile);
        assert_eq!(code(wire.fetch(&get(folder))), Code::NotAFile);
    }
}

#[test]
fn names_that_differ_in_case_are_one_name() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.put(&put("Macintosh HD:\u{c4}pfel", 5, 0), b"first")
        .expect("a put");
    let other_case = "macintosh hd:\u{e4}PFEL";
    assert_eq!(code(wire.put(&put(other_case, 6, 0), b"second")), Code::Exists);
    let answer = wire
        .put(&replacing(other_case, 6, 0), b"second")
        .expect("replacing");
    assert!(answer.replaced);
    assert_eq!(
        wire.fetch(&get("Macintosh HD:\u{c4}PFEL")).expect("a get").1,
        b"second"
    );
    let names = sim.list("Macintosh HD").expect("the volume");
    assert_eq!(
        names
            .iter()
            .filter(|item| item.name.to_lowercase() == "\u{e4}pfel")
            .count(),
        1
    );
}

#[test]
fn every_character_of_mac_roman_but_the_colon_makes_a_name() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for name in [
        ".driver",
        " ",
        "\u{1}",
        "a/b",
        "\u{f8ff}\u{2122}",
        "\u{a0}",
        "\"\\",
        "\u{7f}",
    ] {
        let path = format!("Macintosh HD:{name}");
        let bytes = noise(10, 1);
        wire.put(&put(&path, 10, 0), &bytes).expect("a put");
        let (answer, back) = wire.fetch(&get(&path)).expect("a get");
        assert_eq!((answer.entry.name.as_str(), back), (name, bytes));
        wire.call(&delete(&path)).expect("a delete");
    }
}

#[test]
fn what_the_machine_runs_on_cannot_be_deleted_or_replaced() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for path in [SYSTEM, AGENT] {
        let before = sim.file(path);
        assert_eq!(code(wire.call(&delete(path))), Code::Protected, "{path}");
        assert_eq!(code(wire.put(&replacing(path, 1, 0), b"x")), Code::Busy, "{path}");
        assert_eq!(sim.file(path), before);
        let (answer, bytes) = wire.fetch(&get(path)).expect("reading is allowed");
        let file = before.expect("it is there");
        assert_eq!(bytes, [file.data, file.resource].concat());
        assert_eq!(bytes.len() as u32, answer.data_size + answer.resource_size);
    }
    assert_eq!(
        code(wire.call(&delete("Macintosh HD:System Folder"))),
        Code::Protected
    );
    wire.fetch(&get(PREFERENCES)).expect("reading is allowed");
    // It is not open, and yet without it nobody would be let in.
    let before = sim.file(PREFERENCES);
    for resume in [false, true] {
        let params = fs::Put {
            resume: Some(resume),
            ..replacing(PREFERENCES, 1, 0)
        };
        assert_eq!(code(wire.put(&params, b"x")), Code::Protected);
    }
    assert_eq!(sim.file(PREFERENCES), before);
}

#[test]
fn one_fork_of_a_file_without_it_is_empty() {
    let sim = boot(Profile::Plus);
    sim.add_file("Macintosh HD:Data Only", file(b"data", b""))
        .expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let resource = fs::Get {
        fork: Some(fs::Fork::Resource),
        ..get("Macintosh HD:Data Only")
    };
    let (answer, bytes) = wire.fetch(&resource).expect("an empty fork");
    assert_eq!((answer.resource_size, bytes.len()), (0, 0));
}

//! The scriptable Finder, told what to do by scripts.

use mc_sim::{Config, DiskFailure, Fault, Profile, Sim, SystemVersion};
use mc_tests::Wire;

use crate::applescript::{evaluate, failure, scriptable};

/// A script that tells the Finder something, in several lines.
fn told(lines: &str) -> String {
    format!("tell application \"Finder\"\n{lines}\nend tell")
}

#[test]
fn the_finder_answers_what_it_is_asked() {
    let sim = scriptable(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for (script, expected) in [
        ("name of startup disk", "\"Macintosh HD\""),
        ("exists folder \"Documents\" of startup disk", "true"),
        ("folder \"Nowhere\" of startup disk exists", "false"),
        ("count folders of startup disk", "3"),
        ("count of every file of folder \"Documents\" of startup disk", "2"),
        ("count of items of trash", "3"),
        (
            "name of every item of folder \"Documents\" of startup disk",
            "{\"Letter to Ada\", \"Shopping List\"}",
        ),
        (
            "first file of folder \"Documents\" of startup disk",
            "file \"Letter to Ada\" of folder \"Documents\" of startup disk of application \"Finder\"",
        ),
        ("file type of file \"Read Me\" of startup disk", "string"),
        (
            "creator type of file \"Read Me\" of disk \"Macintosh HD\"",
            "«class ttxt»",
        ),
        ("kind of folder \"Documents\" of startup disk", "\"folder\""),
        (
            "size of file \"Shopping List\" of folder \"Documents\" of startup disk",
            "37",
        ),
        (
            "name of container of folder \"Documents\" of startup disk",
            "\"Macintosh HD\"",
        ),
        ("class of folder \"Documents\" of startup disk", "folder"),
        ("name of system folder", "\"System Folder\""),
        ("folder \"Documents\" of startup disk as text", ""),
        (
            "set n to {}\nrepeat with f in folders of startup disk\nset end of n to name of f\nend repeat\nn",
            "{\"Documents\", \"Empty Folder\", \"System Folder\"}",
        ),
    ] {
        if expected.is_empty() {
            assert_eq!(
                failure(&mut wire, &told(script)).os_error,
                Some(-1700),
                "{script}"
            );
        } else {
            assert_eq!(
                evaluate(&mut wire, &told(script)),
                Ok(expected.to_owned()),
                "{script}"
            );
        }
    }
    assert_eq!(sim.bomb(), None);
}

fn names(sim: &Sim, folder: &str) -> Vec<String> {
    let listed = sim.list(folder).expect("there is such a folder");
    listed.into_iter().map(|entry| entry.name).collect()
}

#[test]
fn the_finder_does_what_it_is_told_and_the_disk_shows_it() {
    let sim = scriptable(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let documents = "folder \"Documents\" of startup disk";
    let mut tell = |script: &str| {
        let script = told(&script.replace("DOCS", documents));
        evaluate(&mut wire, &script).unwrap_or_else(|error| panic!("{script}: {error:?}"))
    };
    tell(
        "set f to make new folder at DOCS with properties {name:\"Old\", comment:\"from 1992\"}\nset name of f to \"Older\"",
    );
    assert_eq!(tell("comment of folder \"Older\" of DOCS"), "\"from 1992\"");
    tell("move file \"Letter to Ada\" of DOCS to folder \"Older\" of DOCS");
    assert_eq!(names(&sim, "Macintosh HD:Documents:Older"), ["Letter to Ada"]);
    tell("duplicate folder \"Older\" of DOCS");
    assert_eq!(
        names(&sim, "Macintosh HD:Documents:Older copy"),
        ["Letter to Ada"]
    );
    tell("duplicate file \"Read Me\" of startup disk to DOCS");
    tell("set file type of file \"Read Me\" of DOCS to \"ttro\"");
    let copy = sim.file("Macintosh HD:Documents:Read Me").expect("the copy");
    assert_eq!(copy.file_type, *b"ttro");
    tell("set locked of file \"Read Me\" of DOCS to true\nset locked of file \"Read Me\" of DOCS to false");
    assert_eq!(
        tell("delete file \"Shopping List\" of DOCS"),
        "file \"Shopping List\" of trash of application \"Finder\""
    );
    assert!(names(&sim, "Macintosh HD:Trash").contains(&"Shopping List".to_owned()));
    tell("empty trash");
    assert!(names(&sim, "Macintosh HD:Trash").is_empty());
    tell("make new folder\nmake new folder at desktop");
    assert_eq!(
        names(&sim, "Macintosh HD:Desktop Folder"),
        ["untitled folder", "untitled folder 2"]
    );
    tell("open folder \"Documents\" of startup disk");
    assert_eq!(sim.scene().windows[0].title, "Documents");
    assert_eq!(sim.bomb(), None);
}

#[test]
fn what_the_finder_refuses_has_its_number_and_names_the_object() {
    let sim = scriptable(Profile::Quadra);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let nowhere = "Finder got an error: Can’t get name of folder \"Nowhere\" of startup disk of application \"Finder\".";
    for (script, number, message) in [
        ("name of folder \"Nowhere\" of startup disk", -1728, nowhere),
        (
            "make new folder at startup disk with properties {name:\"Documents\"}",
            -48,
            "Finder got an error: Duplicate file name.",
        ),
        (
            "set size of file \"Read Me\" of startup disk to 5",
            -10_003,
            "Finder got an error: Can’t set size of file \"Read Me\" of startup disk of application \"Finder\" to 5.",
        ),
        (
            "make new file at desktop",
            -10_000,
            "Finder got an error: AppleEvent handler failed.",
        ),
        (
            "move file \"Read Me\" of startup disk to folder \"Nowhere\" of startup disk",
            -1728,
            "Finder got an error: Can’t get folder \"Nowhere\" of startup disk.",
        ),
        (
            "«event xxxxyyyy»",
            -1708,
            "Finder got an error: application \"Finder\" doesn’t understand the «event xxxxyyyy» message.",
        ),
    ] {
        let error = failure(&mut wire, &told(script));
        assert_eq!(
            (error.os_error, error.message.as_str()),
            (Some(number), message),
            "{script}"
        );
    }
    // The agent writes to the disk, too, before it runs the script: its breadcrumb.
    let refused = (1..=8).find_map(|nth| {
        let error = DiskFailure::Full;
        sim.fault(Fault::DiskWrite { nth, error })
            .expect("it can be switched on");
        evaluate(&mut wire, &told("make new folder at startup disk")).err()
    });
    assert_eq!(
        refused.expect("one of these writes is the Finder's").os_error,
        Some(-34)
    );
}

#[test]
fn a_finder_before_7_5_knows_no_objects_though_there_is_applescript() {
    let sim = Sim::start(Config {
        system: SystemVersion::V7_1,
        applescript: Some(true),
        ..Config::default()
    })
    .expect("it starts");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    // Its words are not known, so the script does not even compile.
    assert_eq!(
        failure(&mut wire, &told("make new folder at desktop")).os_error,
        Some(-2741)
    );
    let raw = told("«event corecrel» given «class kocl»:«class cfol»");
    assert_eq!(failure(&mut wire, &raw).os_error, Some(-1708));
    assert_eq!(
        failure(&mut wire, "tell application \"Nobody\" to activate").os_error,
        Some(-600)
    );
}

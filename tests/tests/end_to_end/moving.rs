//! Files and folders get another name or another folder, or stay as they are.

use mc_protocol::{Code, WireError, fs};
use mc_sim::{Config, Disk, DiskFailure, Fault, Profile, Sim};
use mc_tests::Wire;

use crate::support::{assert_short_turns, file, mkdir, stat};
use crate::{boot, boot_quietly};

const HERE: &str = "Macintosh HD:Here";
const THERE: &str = "Macintosh HD:There";

fn from_to(from: &str, to: &str) -> fs::Move {
    fs::Move::new(from.to_owned(), to.to_owned())
}

fn over(from: &str, to: &str) -> fs::Move {
    fs::Move {
        replace: Some(true),
        ..from_to(from, to)
    }
}

/// Two folders; in the one `Old`, in the other `Old` and `New`.
fn boot_with_files(profile: Profile) -> (Sim, Wire) {
    let sim = boot_quietly(profile);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for folder in [HERE, THERE] {
        wire.call(&mkdir(folder)).expect("a folder");
    }
    for (path, data) in [
        ("Macintosh HD:Here:Old", &b"wanted"[..]),
        ("Macintosh HD:There:Old", b"of the same name"),
        ("Macintosh HD:There:New", b"in the way"),
    ] {
        sim.add_file(path, file(data, b"")).expect("room for it");
    }
    (sim, wire)
}

fn names(sim: &Sim, folder: &str) -> Vec<String> {
    let listed = sim.list(folder).expect("the folder");
    listed.into_iter().map(|item| item.name).collect()
}

fn data(sim: &Sim, path: &str) -> Option<Vec<u8>> {
    sim.file(path).map(|file| file.data)
}

fn refusal(outcome: Result<fs::MoveAnswer, WireError>) -> (Code, Option<String>) {
    let refused = outcome.expect_err("refused");
    (refused.code, refused.details.param)
}

#[test]
fn a_file_gets_another_name_another_folder_or_both() {
    let (sim, mut wire) = boot_with_files(Profile::Plus);
    let id = |wire: &mut Wire, path: &str| wire.call(&stat(path)).expect("it is there").entry.id;
    let number = id(&mut wire, "Macintosh HD:Here:Old");
    sim.reset_stats();
    for (from, to) in [
        ("Macintosh HD:Here:Old", "Macintosh HD:Here:Renamed"),
        ("Macintosh HD:Here:Renamed", "Macintosh HD:There:Renamed"),
        ("Macintosh HD:There:Renamed", "Macintosh HD:Here:Third"),
        ("Macintosh HD:Here:Third", "Macintosh HD:Here:THIRD"),
        ("Macintosh HD:Here:THIRD", "Macintosh HD:Here:THIRD"),
    ] {
        let answer = wire.call(&from_to(from, to)).expect("it can be moved");
        assert!(!answer.replaced, "{from} to {to}");
        assert_eq!(id(&mut wire, to), number, "{from} to {to}");
        assert_eq!(data(&sim, to).as_deref(), Some(&b"wanted"[..]));
    }
    assert_eq!(names(&sim, HERE), ["THIRD"]);
    assert_eq!(names(&sim, THERE), ["New", "Old"]);
    assert_short_turns(&sim);
}

#[test]
fn a_name_that_is_taken_in_the_other_folder_is_no_obstacle_on_the_way() {
    let (sim, mut wire) = boot_with_files(Profile::Plus);
    wire.call(&from_to("Macintosh HD:Here:Old", "Macintosh HD:There:Third"))
        .expect("it can be moved");
    assert_eq!(names(&sim, THERE), ["New", "Old", "Third"]);
    assert_eq!(
        data(&sim, "Macintosh HD:There:Third").as_deref(),
        Some(&b"wanted"[..])
    );
    assert_eq!(names(&sim, HERE), [""; 0]);
}

#[test]
fn what_stands_there_is_replaced_only_when_that_is_said() {
    let (sim, mut wire) = boot_with_files(Profile::Iici);
    let (from, to) = ("Macintosh HD:Here:Old", "Macintosh HD:There:New");
    assert_eq!(refusal(wire.call(&from_to(from, to))).0, Code::Exists);
    assert_eq!(data(&sim, to).as_deref(), Some(&b"in the way"[..]));
    assert!(wire.call(&over(from, to)).expect("replacing").replaced);
    assert_eq!(data(&sim, to).as_deref(), Some(&b"wanted"[..]));
    assert_eq!(
        (names(&sim, HERE).len(), names(&sim, THERE)),
        (0, vec!["New".to_owned(), "Old".to_owned()])
    );
    assert_eq!(
        refusal(wire.call(&over(to, HERE))).0,
        Code::NotAFile,
        "a folder is not replaced"
    );
    assert_eq!(
        refusal(wire.call(&over(HERE, to))).0,
        Code::NotAFile,
        "by a folder neither"
    );
}

#[test]
fn folders_move_with_what_they_hold_but_not_into_themselves() {
    let (sim, mut wire) = boot_with_files(Profile::Plus);
    wire.call(&from_to(HERE, "Macintosh HD:There:Here"))
        .expect("a folder can be moved");
    assert!(data(&sim, "Macintosh HD:There:Here:Old").is_some());
    for to in ["Macintosh HD:There:Here:Inside", "Macintosh HD:There:Inside"] {
        let (code, param) = refusal(wire.call(&from_to(THERE, to)));
        assert_eq!((code, param.as_deref()), (Code::BadParams, Some("to")), "{to}");
    }
    assert_eq!(names(&sim, THERE), ["Here", "New", "Old"]);
}

#[test]
fn what_cannot_be_moved_is_said_by_name() {
    let sim = Sim::start(Config {
        disks: vec![Disk::floppy("Floppy")],
        ..Config::default()
    })
    .expect("the sim boots");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let file_name = "Macintosh HD:Read Me";
    for (from, to, code, param) in [
        (file_name, "Floppy:Read Me", Code::BadParams, Some("to")),
        (file_name, "Floppy", Code::BadParams, Some("to")),
        (file_name, "Macintosh HD", Code::BadParams, Some("to")),
        ("Macintosh HD", "Macintosh SE", Code::BadParams, Some("path")),
        (file_name, "Macintosh HD:Nowhere:x", Code::NotFound, None),
        ("Macintosh HD:Nothing", "Macintosh HD:x", Code::NotFound, None),
        (file_name, "Macintosh HD:x:", Code::NotAFile, None),
        (
            file_name,
            "Macintosh HD:12345678901234567890123456789012",
            Code::BadName,
            None,
        ),
        (
            "Macintosh HD:System Folder",
            "Macintosh HD:x",
            Code::Protected,
            Some("path"),
        ),
        (
            "Macintosh HD:System Folder:System",
            "Macintosh HD:x",
            Code::Protected,
            Some("path"),
        ),
        (
            "Macintosh HD:System Folder:Finder",
            "Macintosh HD:x",
            Code::Protected,
            Some("path"),
        ),
        (
            "Macintosh HD:System Folder:Startup Items",
            "Macintosh HD:x",
            Code::Protected,
            Some("path"),
        ),
        (
            "Macintosh HD:System Folder:Startup Items:mc-agent",
            "Macintosh HD:x",
            Code::Protected,
            Some("path"),
        ),
        (
            "Macintosh HD:System Folder:Preferences:mc-agent Preferences",
            "Macintosh HD:x",
            Code::Protected,
            Some("path"),
        ),
    ] {
        let refused = refusal(wire.call(&from_to(from, to)));
        assert_eq!((refused.0, refused.1.as_deref()), (code, param), "{from} to {to}");
    }
    let (code, param) = refusal(wire.call(&over(file_name, "Macintosh HD:System Folder:Finder")));
    assert_eq!((code, param.as_deref()), (Code::Protected, Some("to")));
    assert!(sim.file(file_name).is_some());
}

#[test]
fn a_locked_file_stays_where_it_is() {
    let (sim, mut wire) = boot_with_files(Profile::Plus);
    let locked = mc_sim::Details {
        locked: true,
        ..mc_sim::Details::default()
    };
    sim.set_details("Macintosh HD:There:New", locked)
        .expect("it is there");
    let (from, to) = ("Macintosh HD:Here:Old", "Macintosh HD:There:New");
    assert_eq!(refusal(wire.call(&over(from, to))).0, Code::Locked);
    assert_eq!(refusal(wire.call(&from_to(to, "Macintosh HD:x"))).0, Code::Locked);
    assert_eq!(names(&sim, THERE), ["New", "Old"]);
}

/// The hardest case: both names are taken, and what stands there is replaced.
#[test]
fn whichever_write_of_a_move_fails_all_is_as_before_or_as_it_should_be() {
    let (from, to) = ("Macintosh HD:Here:Old", "Macintosh HD:There:New");
    let (mut undone, mut in_place) = (0, 0);
    for nth in 1.. {
        let (sim, mut wire) = boot_with_files(Profile::Iici);
        sim.fault(Fault::DiskWrite {
            nth,
            error: DiskFailure::Medium,
        })
        .expect("it can be switched on");
        let outcome = wire.call(&over(from, to));
        let state = (names(&sim, HERE), data(&sim, to));
        let before = (vec!["Old".to_owned()], Some(b"in the way".to_vec()));
        let after = (Vec::new(), Some(b"wanted".to_vec()));
        match outcome {
            Ok(_) => {
                assert_eq!(state, after);
                break;
            }
            Err(refused) if refused.message.contains("it is in its place") => {
                assert_eq!(state, after, "write {nth}");
                in_place += 1;
            }
            Err(refused) => {
                assert_eq!(refused.code, Code::Io, "write {nth}: {refused}");
                assert_eq!(state, before, "write {nth}");
                assert_eq!(names(&sim, THERE), ["New", "Old"], "write {nth}");
                undone += 1;
            }
        }
        assert_eq!(
            data(&sim, "Macintosh HD:There:Old").as_deref(),
            Some(&b"of the same name"[..])
        );
        assert_eq!(sim.bomb(), None);
    }
    // Set aside, two renames and the move between; then the old file goes and the cache is written.
    assert_eq!((undone, in_place), (4, 2));
}

#[test]
fn folders_are_made_with_those_above_them() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let deep = "Macintosh HD:One:Two:Three";
    let with_parents = |path: &str| fs::Mkdir {
        parents: Some(true),
        ..mkdir(path)
    };
    assert_eq!(wire.call(&mkdir(deep)).expect_err("refused").code, Code::NotFound);
    sim.reset_stats();
    assert!(wire.call(&with_parents(deep)).expect("made").created);
    assert!(!wire.call(&with_parents(deep)).expect("there").created);
    assert_short_turns(&sim);
    assert_eq!(wire.call(&mkdir(deep)).expect_err("refused").code, Code::Exists);
    assert!(wire.call(&mkdir("Macintosh HD:One:Four:")).expect("made").created);
    assert_eq!(names(&sim, "Macintosh HD:One"), ["Four", "Two"]);
    for (path, code) in [
        ("Macintosh HD:Read Me", Code::Exists),
        ("Macintosh HD:Read Me:x", Code::NotAFolder),
        ("Nowhere:x", Code::NotFound),
        ("Macintosh HD::x", Code::BadName),
    ] {
        assert_eq!(
            wire.call(&with_parents(path)).expect_err("refused").code,
            code,
            "{path}"
        );
    }
}

#[test]
fn folders_above_go_again_when_the_last_one_cannot_be_made() {
    let with_parents = fs::Mkdir {
        parents: Some(true),
        ..mkdir("Macintosh HD:One:Two:Three")
    };
    for nth in 1..=3 {
        let sim = boot(Profile::Iici);
        let before = sim.list("Macintosh HD");
        let mut wire = Wire::greeted(sim.port(), sim.token());
        sim.fault(Fault::DiskWrite {
            nth,
            error: DiskFailure::Full,
        })
        .expect("it can be switched on");
        assert_eq!(
            wire.call(&with_parents).expect_err("refused").code,
            Code::DiskFull
        );
        assert_eq!(sim.list("Macintosh HD"), before, "write {nth}");
    }
}

#[test]
fn a_path_of_many_names_does_not_hold_the_macintosh_up() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let deep = format!("Macintosh HD{}", ":d".repeat(60));
    wire.call(&fs::Mkdir {
        parents: Some(true),
        ..mkdir(&deep)
    })
    .expect("made");
    sim.reset_stats();
    wire.call(&stat(&deep)).expect("it is there");
    let long = format!("Macintosh HD:{}", "long name of a folder :".repeat(42));
    assert_eq!(
        wire.call(&stat(&long)).expect_err("not there").code,
        Code::NotFound
    );
    wire.call(&from_to(&deep, &format!("{}:e", &deep[..deep.len() - 2])))
        .expect("renamed");
    assert_short_turns(&sim);
}

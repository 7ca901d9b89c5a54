//! Deleting, one thing or a folder with all that it holds.

use mc_protocol::common::JobStatus;
use mc_protocol::events::JobDone;
use mc_protocol::{Code, fs, jobs};
use mc_sim::{DiskFailure, Fault, Profile, Sim};
use mc_tests::{Wire, noise};

use crate::boot;
use crate::support::{assert_short_turns, delete, file, mkdir, stat};

const TREE: &str = "Macintosh HD:Tree";

fn recursive(path: &str) -> fs::Delete {
    fs::Delete {
        recursive: Some(true),
        ..delete(path)
    }
}

/// Two folders with files, and one in the other.
fn plant(sim: &Sim, wire: &mut Wire) {
    for folder in [TREE, "Macintosh HD:Tree:Branch", "Macintosh HD:Tree:Empty"] {
        wire.call(&mkdir(folder)).expect("a folder");
    }
    for number in 0..5 {
        for folder in [TREE, "Macintosh HD:Tree:Branch"] {
            sim.add_file(
                &format!("{folder}:File {number}"),
                file(&noise(3_000, number + 1), b"r"),
            )
            .expect("room for it");
        }
    }
}

/// Starts the deletion and waits for its end.
fn delete_all(wire: &mut Wire, path: &str) -> JobDone {
    let answer = wire.call(&recursive(path)).expect("a job begins");
    let job = answer.job_id.expect("a job");
    let done: JobDone = wire.event();
    assert_eq!((done.job_id, done.method.as_str()), (job, "fs.delete"));
    done
}

#[test]
fn a_folder_goes_with_all_that_it_holds() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    plant(&sim, &mut wire);
    assert_eq!(
        wire.call(&delete(TREE)).expect_err("refused").code,
        Code::NotEmpty
    );
    sim.reset_stats();
    let done = delete_all(&mut wire, TREE);
    assert_eq!(
        (done.status, done.items, done.error),
        (JobStatus::Done, Some(13), None)
    );
    assert_short_turns(&sim);
    assert_eq!(wire.call(&stat(TREE)).expect_err("gone").code, Code::NotFound);
    let answer = wire
        .call(&recursive("Macintosh HD:Empty Folder"))
        .expect("deleted");
    assert_eq!(answer.job_id, None, "nothing that takes a job");
}

#[test]
fn what_the_macintosh_runs_from_is_not_deleted_nor_what_leads_to_it() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.reset_stats();
    for path in [
        "Macintosh HD:System Folder",
        "Macintosh HD:System Folder:System",
        "Macintosh HD:System Folder:Finder",
        "Macintosh HD:System Folder:Preferences",
        "Macintosh HD:System Folder:Startup Items",
        "macintosh hd:system folder:STARTUP ITEMS:MC-AGENT",
        "Macintosh HD:System Folder:Preferences:MC-Agent preferences",
    ] {
        let refused = wire.call(&recursive(path)).expect_err("refused");
        assert_eq!(
            (refused.code, refused.details.param.as_deref()),
            (Code::Protected, Some("path")),
            "{path}"
        );
    }
    assert_short_turns(&sim);
    wire.call(&delete("Macintosh HD:System Folder:Control Panels"))
        .expect("an empty folder beside them");
}

#[test]
fn what_is_locked_or_in_use_ends_the_job_and_is_named() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    plant(&sim, &mut wire);
    let locked = mc_sim::Details {
        locked: true,
        ..mc_sim::Details::default()
    };
    sim.set_details("Macintosh HD:Tree:File 3", locked)
        .expect("it is there");
    let done = delete_all(&mut wire, TREE);
    let error = done.error.expect("it failed");
    assert_eq!(
        (done.status, error.code.as_str(), error.os_error),
        (JobStatus::Failed, "locked", Some(-45))
    );
    assert!(error.message.contains("File 3"), "{}", error.message);
    assert!(sim.file("Macintosh HD:Tree:File 3").is_some());
    let single = wire
        .call(&delete("Macintosh HD:Tree:File 3"))
        .expect_err("refused");
    assert_eq!(single.code, Code::Locked);
}

#[test]
fn a_job_that_is_cancelled_stops_between_two_entries() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.call(&mkdir(TREE)).expect("a folder");
    for number in 0..400 {
        sim.add_file(&format!("{TREE}:{number}"), file(b"x", b""))
            .expect("room for it");
    }
    let job_id = wire
        .call(&recursive(TREE))
        .expect("a job begins")
        .job_id
        .expect("a job");
    assert_eq!(
        wire.call(&recursive(TREE)).expect_err("one at a time").code,
        Code::Busy
    );
    let moved = fs::Move::new("Macintosh HD:Read Me".to_owned(), "Macintosh HD:x".to_owned());
    assert_eq!(
        wire.call(&moved).expect_err("nothing moves meanwhile").code,
        Code::Busy
    );
    wire.call(&jobs::Cancel { job_id }).expect("it can be cancelled");
    let done: JobDone = wire.event();
    assert_eq!(done.status, JobStatus::Cancelled);
    let left = sim.list(TREE).expect("the folder is still there").len() as u32;
    assert_eq!(left + done.items.unwrap_or(0), 400);
    assert!(left > 0);
    wire.call(&moved).expect("and then it may");
}

#[test]
fn a_client_that_goes_stops_the_job() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.call(&mkdir(TREE)).expect("a folder");
    for number in 0..400 {
        sim.add_file(&format!("{TREE}:{number}"), file(b"x", b""))
            .expect("room for it");
    }
    wire.call(&recursive(TREE)).expect("a job begins");
    wire.hang_up();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let left = sim.list(TREE).expect("the folder is still there").len();
    assert!(left > 0, "it did not go on to the end");
    let done = delete_all(&mut wire, TREE);
    assert_eq!(done.items, Some(left as u32 + 1));
}

#[test]
fn folders_that_lie_too_deep_are_left_alone() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let deep = format!("Macintosh HD{}", ":d".repeat(130));
    wire.call(&fs::Mkdir {
        parents: Some(true),
        ..mkdir(&deep)
    })
    .expect("made");
    let done = delete_all(&mut wire, "Macintosh HD:d");
    assert_eq!((done.status, done.items.unwrap_or(0)), (JobStatus::Failed, 0));
    assert_eq!(done.error.expect("it failed").code, "too_large");
    let done = delete_all(&mut wire, "Macintosh HD:d:d:d:d");
    assert_eq!((done.status, done.items), (JobStatus::Done, Some(127)));
}

#[test]
fn a_disk_that_fails_ends_the_job_with_its_error() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    plant(&sim, &mut wire);
    sim.fault(Fault::DiskWrite {
        nth: 4,
        error: DiskFailure::Medium,
    })
    .expect("it can be switched on");
    let done = delete_all(&mut wire, TREE);
    let error = done.error.expect("it failed");
    assert_eq!(
        (done.items, error.code.as_str(), error.os_error),
        (Some(3), "io", Some(-36))
    );
    let done = delete_all(&mut wire, TREE);
    assert_eq!((done.status, done.items), (JobStatus::Done, Some(10)));
}

//! Jobs beside the conversation, by the example of a folder that is deleted with all that it holds.

use mc_protocol::events::{JobDone, JobProgress, LogLine};
use mc_protocol::jobs::{self, JobStatus};
use mc_protocol::message::FromGuest;
use mc_protocol::subscribe::{Channel, Subscribe};
use mc_protocol::{Code, Event, WireError, fs, health};
use mc_sim::{Profile, Sim};
use mc_tests::{Received, Wire};

use crate::boot;
use crate::support::{file, replacing};

const FOLDER: &str = "Macintosh HD:Full";

/// A Macintosh with a folder of so many files, and somebody who has said hello.
fn with_files(count: usize) -> (Sim, Wire) {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.call(&fs::Mkdir::new(FOLDER.to_owned()))
        .expect("fs.mkdir is served");
    for number in 0..count {
        sim.add_file(&format!("{FOLDER}:File {number}"), file(b"", b""))
            .expect("the file is made");
    }
    (sim, wire)
}

fn start(wire: &mut Wire) -> Result<u32, WireError> {
    let answer = wire.call(&fs::Delete {
        recursive: Some(true),
        ..fs::Delete::new(FOLDER.to_owned())
    })?;
    Ok(answer.job_id.expect("the folder is not empty, so it is a job"))
}

fn left(sim: &Sim) -> usize {
    sim.list(FOLDER).map_or(0, |files| files.len())
}

#[test]
fn its_end_is_told_unasked_and_can_be_asked_for() {
    let (sim, mut wire) = with_files(20);
    let job_id = start(&mut wire).expect("it starts");
    let done = wire.event::<JobDone>();
    assert_eq!((done.job_id, done.method.as_str()), (job_id, "fs.delete"));
    assert_eq!((done.status, done.error.clone()), (JobStatus::Done, None));
    assert!(done.items >= Some(20), "{done:?}");
    assert!(sim.list(FOLDER).is_none());
    let asked = wire
        .call(&jobs::Status { job_id })
        .expect("jobs.status is served");
    assert_eq!(asked, done);
    let error = wire
        .fetch(&jobs::Result { job_id })
        .expect_err("it has no result");
    assert_eq!(error.code, Code::NotFound);
    let error = wire
        .call(&jobs::Status { job_id: job_id + 1 })
        .expect_err("no such job");
    assert_eq!(error.code, Code::NotFound);
    let cancelled = wire
        .call(&jobs::Cancel { job_id })
        .expect("jobs.cancel is served");
    assert_eq!(cancelled.status, JobStatus::Done, "too late");
}

#[test]
fn the_conversation_goes_on_and_no_second_job_begins() {
    let (sim, mut wire) = with_files(300);
    let job_id = start(&mut wire).expect("it starts");
    wire.call(&health::Health {}).expect("health is served meanwhile");
    let status = wire
        .call(&jobs::Status { job_id })
        .expect("jobs.status is served");
    assert_eq!(status.status, JobStatus::Running);
    assert_eq!(start(&mut wire).expect_err("one at a time").code, Code::Busy);
    let (_, bytes) = wire
        .fetch(&fs::Get::new("Macintosh HD:Read Me".to_owned()))
        .expect("a stream goes on beside the job");
    assert!(!bytes.is_empty());
    assert_eq!(wire.event::<JobDone>().status, JobStatus::Done);
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_job_that_is_cancelled_stops() {
    let (sim, mut wire) = with_files(300);
    let job_id = start(&mut wire).expect("it starts");
    wire.call(&jobs::Cancel { job_id })
        .expect("jobs.cancel is served");
    let done = wire.event::<JobDone>();
    assert_eq!((done.job_id, done.status), (job_id, JobStatus::Cancelled));
    assert!(left(&sim) > 0, "it was stopped before its end");
    assert_eq!(start(&mut wire).expect("another one may begin"), job_id + 1);
    assert_eq!(wire.event::<JobDone>().status, JobStatus::Done);
}

#[test]
fn a_job_ends_with_its_connection() {
    let (sim, mut wire) = with_files(300);
    let job_id = start(&mut wire).expect("it starts");
    wire.hang_up();
    let mut other = Wire::greeted(sim.port(), sim.token());
    let error = other
        .call(&jobs::Status { job_id })
        .expect_err("it was another's");
    assert_eq!(error.code, Code::NotFound);
    assert!(left(&sim) > 0, "it was stopped before its end");
    let next = start(&mut other).expect("it has stopped");
    assert_eq!(other.event::<JobDone>().job_id, next);
    assert_eq!(sim.bomb(), None);
}

#[test]
fn progress_is_told_once_a_second_to_who_asked_for_it() {
    let (sim, mut wire) = with_files(300);
    wire.call(&Subscribe {
        channels: vec![Channel::Jobs],
    })
    .expect("subscribe is served");
    let job_id = start(&mut wire).expect("it starts");
    let mut told: Vec<JobProgress> = Vec::new();
    let done = loop {
        let Received::Message(FromGuest::Event { event, payload }) = wire.receive() else {
            panic!("only events were expected");
        };
        match event.as_str() {
            JobProgress::NAME => told.push(serde_json::from_value(payload).expect("as the schema says")),
            JobDone::NAME => break serde_json::from_value::<JobDone>(payload).expect("as the schema says"),
            LogLine::NAME => panic!("nobody asked for the log"),
            other => panic!("an unknown event {other}"),
        }
    };
    assert!(
        done.elapsed_ms > 2_000,
        "long enough to tell of: {} ms",
        done.elapsed_ms
    );
    let times: Vec<u32> = told.iter().map(|event| event.elapsed_ms).collect();
    assert!(!times.is_empty());
    assert!(
        times.windows(2).all(|pair| pair[1] - pair[0] >= 1_000),
        "{times:?}"
    );
    assert!(
        told.windows(2).all(|pair| pair[0].items < pair[1].items),
        "{told:?}"
    );
    assert!(told.iter().all(|event| event.job_id == job_id));
    assert_eq!(sim.bomb(), None);
}

/// Each answer to a cancel says what the job is then, and the end is told once, whenever the cancel came.
#[test]
fn a_job_that_is_cancelled_as_it_ends_has_one_end() {
    let (sim, mut wire) = with_files(3);
    let (mut done, mut cancelled) = (0, 0);
    for round in 0..12_u32 {
        let job_id = start(&mut wire).expect("it starts");
        for _ in 0..round {
            wire.call(&jobs::Status { job_id })
                .expect("jobs.status is served");
        }
        let first = wire
            .call(&jobs::Cancel { job_id })
            .expect("jobs.cancel is served")
            .status;
        let second = wire.call(&jobs::Cancel { job_id }).expect("again").status;
        let told = wire.event::<JobDone>();
        assert_eq!(told.job_id, job_id);
        assert!(
            [JobStatus::Running, told.status].contains(&first),
            "{first:?}, {told:?}"
        );
        assert!(
            first == JobStatus::Running || second == first,
            "{first:?}, then {second:?}"
        );
        let asked = wire
            .call(&jobs::Status { job_id })
            .expect("jobs.status is served");
        assert_eq!(asked, told);
        *if told.status == JobStatus::Done {
            &mut done
        } else {
            &mut cancelled
        } += 1;
        if sim.list(FOLDER).is_none() {
            wire.call(&fs::Mkdir::new(FOLDER.to_owned()))
                .expect("fs.mkdir is served");
        }
        for number in 0..3 {
            let path = format!("{FOLDER}:Round {round} {number}");
            sim.add_file(&path, file(b"", b"")).expect("the file is made");
        }
    }
    assert!(done > 0 && cancelled > 0, "{done} done, {cancelled} cancelled");
    wire.request(&health::Health {});
    let next = wire.receive();
    assert!(
        matches!(next, Received::Message(FromGuest::Response { .. })),
        "told twice: {next:?}"
    );
}

#[test]
fn what_is_asked_of_a_job_that_is_not_over_or_not_the_last_is_refused() {
    let (_sim, mut wire) = with_files(300);
    let job_id = start(&mut wire).expect("it starts");
    let refused = |wire: &mut Wire, job_id| wire.fetch(&jobs::Result { job_id }).expect_err("no result").code;
    assert_eq!(refused(&mut wire, job_id), Code::Busy);
    for stranger in [0, job_id + 1, u32::MAX] {
        if stranger > 0 {
            assert_eq!(refused(&mut wire, stranger), Code::NotFound);
            let error = wire
                .call(&jobs::Cancel { job_id: stranger })
                .expect_err("no such job");
            assert_eq!(error.code, Code::NotFound);
        }
    }
    wire.call(&jobs::Cancel { job_id })
        .expect("jobs.cancel is served");
    wire.event::<JobDone>();
    assert_eq!(
        refused(&mut wire, job_id),
        Code::NotFound,
        "what was cancelled has no result"
    );
    let next = start(&mut wire).expect("another one begins");
    assert_eq!(
        refused(&mut wire, job_id),
        Code::NotFound,
        "only the last one is remembered"
    );
    assert_eq!(refused(&mut wire, next), Code::Busy);
}

#[test]
fn files_are_replaced_and_protected_while_a_folder_is_deleted() {
    let (sim, mut wire) = with_files(300);
    let other = "Macintosh HD:Other";
    sim.add_file(other, file(b"old", b"")).expect("room for it");
    start(&mut wire).expect("it starts");
    wire.put(&replacing(other, 3, 0), b"new").expect("it is replaced");
    let preferences = "Macintosh HD:System Folder:Preferences:mc-agent Preferences";
    let error = wire
        .put(&replacing(preferences, 3, 0), b"new")
        .expect_err("not this one");
    assert_eq!(error.code, Code::Protected);
    assert_eq!(wire.event::<JobDone>().status, JobStatus::Done);
    assert_eq!(left(&sim), 0);
    assert_eq!(sim.file(other).expect("it is there").data, b"new");
}

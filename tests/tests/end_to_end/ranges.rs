//! A part of a file, and transfers that go on where they were interrupted.

use mc_protocol::frame::Frame;
use mc_protocol::message::{Accepted, Ending};
use mc_protocol::{Code, WireError, fs};
use mc_sim::{DiskFailure, Fault, Profile, Sim};
use mc_tests::{Wire, noise, tally_of};

use crate::boot;
use crate::support::{assert_short_turns, delete, file, put, replacing, stat};

const PATH: &str = "Macintosh HD:Documents:Large";
const FOLDER: &str = "Macintosh HD:Documents";

/// So many bytes the guest has on the disk when it tells of its progress: three chunks.
const STEP: usize = 3 * 3_584;

fn get(path: &str) -> fs::Get {
    fs::Get::new(path.to_owned())
}

fn part(fork: fs::Fork, offset: usize, length: usize) -> fs::Get {
    fs::Get {
        fork: Some(fork),
        offset: Some(offset as u32),
        length: Some(length as u32),
        ..get(PATH)
    }
}

#[test]
fn a_range_of_any_form_is_the_same_bytes_as_of_the_whole() {
    let sim = boot(Profile::Plus);
    sim.add_file(PATH, file(&noise(10_001, 1), &noise(5_003, 2)))
        .expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for fork in [
        fs::Fork::Both,
        fs::Fork::Data,
        fs::Fork::Resource,
        fs::Fork::Macbinary,
    ] {
        let (answer, whole) = wire.fetch(&part(fork, 0, u32::MAX as usize)).expect("the whole");
        for (offset, length) in [
            (0, 0),
            (0, 1),
            (1, 4_096),
            (127, 2),
            (128, 5_000),
            (9_999, 4),
            (10_000, 6_000),
            (10_129, 255),
            (whole.len(), 1),
            (whole.len() - 1, 10),
        ] {
            let Some(expected) = whole.get(offset..(offset + length).min(whole.len())) else {
                continue;
            };
            let (told, bytes) = wire.fetch(&part(fork, offset, length)).expect("a range");
            assert_eq!(bytes, expected, "{fork:?} {offset} {length}");
            assert_eq!(
                (told.data_size, told.resource_size),
                (answer.data_size, answer.resource_size)
            );
        }
        let beyond = wire.fetch(&part(fork, whole.len() + 1, 1)).expect_err("refused");
        assert_eq!(
            (beyond.code, beyond.details.param.as_deref()),
            (Code::BadParams, Some("offset"))
        );
    }
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_file_that_was_modified_is_not_gone_on_with() {
    let sim = boot(Profile::Iici);
    sim.add_file(PATH, file(b"first", b"")).expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let modified = wire.call(&stat(PATH)).expect("fs.stat").entry.modified;
    let unchanged = |since: u32| fs::Get {
        offset: Some(2),
        unchanged_since: Some(since),
        ..get(PATH)
    };
    assert_eq!(wire.fetch(&unchanged(modified)).expect("unchanged").1, b"rst");
    assert_eq!(
        wire.fetch(&unchanged(modified + 1)).expect_err("refused").code,
        Code::Changed
    );
}

/// A put that may be resumed.
fn resuming(params: fs::Put) -> fs::Put {
    fs::Put {
        resume: Some(true),
        ..params
    }
}

/// Begins a put, sends so many bytes (whole steps), waits until they are on the disk, and goes away.
fn vanish_after(sim: &Sim, params: &fs::Put, bytes: &[u8]) -> Accepted {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let id = wire.request(params);
    let accepted = wire.accepted(id).expect("accepted");
    for piece in bytes[accepted.from as usize..].chunks(accepted.chunk as usize) {
        let data = piece.to_vec();
        wire.send(&Frame::Binary { id, data });
    }
    while wire_progress(&mut wire, id) < bytes.len() {}
    wire.hang_up();
    accepted
}

/// The next progress that the guest tells of.
fn wire_progress(wire: &mut Wire, id: u32) -> usize {
    match wire.receive() {
        mc_tests::Received::Message(mc_protocol::message::FromGuest::Progress { id: of, received })
            if of == id =>
        {
            received as usize
        }
        other => panic!("progress was expected, not {other:?}"),
    }
}

/// Ends a put whose rest is sent from where the guest says.
fn go_on(wire: &mut Wire, params: &fs::Put, bytes: &[u8]) -> (u32, Result<fs::PutAnswer, WireError>) {
    let id = wire.request(params);
    let accepted = wire.accepted(id).expect("accepted");
    for piece in bytes[accepted.from as usize..].chunks(accepted.chunk as usize) {
        let data = piece.to_vec();
        wire.send(&Frame::Binary { id, data });
    }
    wire.end_put(id, &Ending::Whole(tally_of(bytes)));
    (accepted.from, wire.put_answer(id))
}

fn names(sim: &Sim) -> Vec<String> {
    let listed = sim.list(FOLDER).expect("the folder");
    listed.into_iter().map(|item| item.name).collect()
}

#[test]
fn a_put_goes_on_where_the_connection_was_lost() {
    for (data_size, sent) in [(40_000, 2 * STEP), (20_000, 3 * STEP), (STEP, STEP)] {
        let sim = boot(Profile::Plus);
        let before = sim.list(FOLDER);
        let bytes = noise(50_000, 1);
        let wanted = resuming(put(PATH, data_size, 50_000 - data_size));
        assert_eq!(vanish_after(&sim, &wanted, &bytes[..sent]).from, 0);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        assert!(sim.file(PATH).is_none(), "nothing under its own name");
        sim.reset_stats();
        let (from, answer) = go_on(&mut wire, &wanted, &bytes);
        assert_eq!(from as usize, sent, "nothing is sent twice");
        assert_eq!(answer.expect("the put succeeds").crc32, crc32fast::hash(&bytes));
        assert_short_turns(&sim);
        let file = sim.file(PATH).expect("the file");
        assert!(file.data == bytes[..data_size] && file.resource == bytes[data_size..]);
        wire.call(&delete(PATH)).expect("a delete");
        assert_eq!(sim.list(FOLDER), before, "nothing else is left");
    }
}

#[test]
fn another_put_to_the_same_place_starts_over() {
    let sim = boot(Profile::Iici);
    let bytes = noise(50_000, 1);
    let wanted = resuming(put(PATH, 40_000, 10_000));
    vanish_after(&sim, &wanted, &bytes[..STEP]);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for other in [resuming(put(PATH, 40_001, 9_999)), put(PATH, 40_000, 10_000)] {
        let (from, answer) = go_on(&mut wire, &other, &bytes);
        assert_eq!(from, 0);
        answer.expect("the put succeeds");
        wire.call(&delete(PATH)).expect("a delete");
    }
    assert!(
        !names(&sim).iter().any(|name| name.contains("mc-agent")),
        "{:?}",
        names(&sim)
    );
}

#[test]
fn a_target_that_has_changed_meanwhile_is_another_target() {
    let sim = boot(Profile::Iici);
    sim.add_file(PATH, file(b"old", b"")).expect("room for it");
    let bytes = noise(50_000, 1);
    let wanted = resuming(replacing(PATH, 40_000, 10_000));
    vanish_after(&sim, &wanted, &bytes[..STEP]);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let details = mc_sim::Details {
        modified: 77,
        ..mc_sim::Details::default()
    };
    sim.set_details(PATH, details).expect("it is there");
    let (from, answer) = go_on(&mut wire, &wanted, &bytes);
    assert_eq!((from, answer.expect("the put succeeds").replaced), (0, true));
}

#[test]
fn what_was_kept_and_does_not_belong_to_the_rest_is_found_out() {
    let sim = boot(Profile::Plus);
    let before = sim.list(FOLDER);
    let wanted = resuming(put(PATH, 40_000, 10_000));
    vanish_after(&sim, &wanted, &noise(STEP, 1));
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let (from, answer) = go_on(&mut wire, &wanted, &noise(50_000, 2));
    assert_eq!(from as usize, STEP);
    assert_eq!(answer.expect_err("refused").code, Code::CrcMismatch);
    assert_eq!(sim.list(FOLDER), before, "it is not kept any longer");
}

#[test]
fn a_put_without_resume_leaves_nothing_when_its_client_vanishes() {
    let sim = boot(Profile::Plus);
    let before = sim.list(FOLDER);
    vanish_after(&sim, &put(PATH, 40_000, 10_000), &noise(STEP, 1));
    Wire::greeted(sim.port(), sim.token());
    assert_eq!(sim.list(FOLDER), before);
}

#[test]
fn what_cannot_be_kept_leaves_nothing() {
    for nth in 1..=5 {
        let sim = boot(Profile::Plus);
        let before = sim.list(FOLDER);
        let wanted = resuming(put(PATH, 40_000, 10_000));
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let id = wire.request(&wanted);
        wire.accepted(id).expect("accepted");
        for piece in noise(STEP, 1).chunks(3_584) {
            let data = piece.to_vec();
            wire.send(&Frame::Binary { id, data });
        }
        wire_progress(&mut wire, id);
        sim.fault(Fault::DiskWrite {
            nth,
            error: DiskFailure::Medium,
        })
        .expect("it can be switched on");
        wire.hang_up();
        Wire::greeted(sim.port(), sim.token());
        assert_eq!(sim.list(FOLDER), before, "write {nth}");
        assert_eq!(sim.bomb(), None);
    }
}

#[test]
fn dates_and_flags_are_given_but_not_those_of_the_finder_alone() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let wanted = fs::Put {
        created: Some(1_000),
        modified: Some(2_000),
        flags: Some(0xFFFF),
        ..put(PATH, 1, 0)
    };
    for replace in [false, true] {
        let wanted = fs::Put {
            replace: Some(replace),
            ..wanted.clone()
        };
        wire.put(&wanted, b"x").expect("a put");
        let entry = wire.call(&stat(PATH)).expect("fs.stat").entry;
        assert_eq!(
            (entry.created, entry.modified, entry.flags),
            (1_000, 2_000, 0xFCCE)
        );
    }
}

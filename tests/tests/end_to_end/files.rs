//! Files both ways, with both forks, and what remains when it goes wrong: nothing.

use crate::{boot, boot_quietly};
use mc_protocol::common::EntryKind;
use mc_protocol::message::{Ending, Tally};
use mc_protocol::{Code, OsType, WireError, fs};
use mc_sim::{DiskFailure, Fault, FileContents, Profile, Sim};
use mc_tests::{Wire, name_of, noise, tally_of};

const FOLDER: &str = "Macintosh HD";

fn put(path: &str, data_size: usize, resource_size: usize) -> fs::Put {
    let size = |size: usize| u32::try_from(size).expect("a small file");
    fs::Put {
        r#type: Some(OsType(*b"TEXT")),
        creator: Some(OsType(*b"ttxt")),
        resource_size: Some(size(resource_size)),
        ..fs::Put::new(path.to_owned(), size(data_size))
    }
}

fn names(wire: &mut Wire, folder: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut page = fs::List::new(folder.to_owned());
    loop {
        let answer = wire.call(&page).expect("the folder can be listed");
        names.extend(answer.entries.into_iter().map(|entry| entry.name));
        page.cursor = answer.cursor;
        if page.cursor.is_none() {
            return names;
        }
    }
}

fn text(data: &[u8]) -> FileContents {
    FileContents {
        file_type: *b"TEXT",
        creator: *b"ttxt",
        data: data.to_vec(),
        resource: Vec::new(),
    }
}

fn both(path: &str) -> fs::Get {
    fs::Get::new(path.to_owned())
}

#[test]
fn a_file_comes_back_as_it_went() {
    for profile in [Profile::Plus, Profile::Iici] {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let path = "Macintosh HD:Both Forks";
        let (data, resource) = (noise(180_001, 1), noise(120_002, 2));
        let bytes = [data.clone(), resource.clone()].concat();
        let answer = wire
            .put(&put(path, data.len(), resource.len()), &bytes)
            .expect("the put succeeds");
        assert_eq!((answer.crc32, answer.replaced), (crc32fast::hash(&bytes), false));

        let file = sim.file(path).expect("the file is on the disk");
        assert!(
            file.data == data && file.resource == resource,
            "the forks are what was sent"
        );
        assert_eq!((file.file_type, file.creator), (*b"TEXT", *b"ttxt"));

        let entry = wire
            .call(&fs::Stat {
                path: path.to_owned(),
            })
            .expect("it can be asked for")
            .entry;
        assert_eq!(
            (entry.kind, entry.data_size, entry.resource_size),
            (EntryKind::File, Some(180_001), Some(120_002))
        );
        assert!(!entry.invisible && !entry.locked);
        let (got, back) = wire.fetch(&both(path)).expect("the get succeeds");
        assert!(back == bytes, "what comes back is what went");
        assert_eq!((got.data_size, got.resource_size), (180_001, 120_002));
        assert_eq!(sim.bomb(), None);
    }
}

#[test]
fn one_fork_can_be_had_alone() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let path = "Macintosh HD:Forks";
    let bytes = noise(9_000, 3);
    wire.put(&put(path, 4_000, 5_000), &bytes)
        .expect("the put succeeds");
    let (_, data) = wire
        .fetch(&fs::Get {
            fork: Some(fs::Fork::Data),
            ..both(path)
        })
        .expect("the data fork");
    let (_, resource) = wire
        .fetch(&fs::Get {
            fork: Some(fs::Fork::Resource),
            ..both(path)
        })
        .expect("the resource fork");
    assert!(data == bytes[..4_000] && resource == bytes[4_000..]);
}

#[test]
fn empty_forks_are_files_too() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.put(&put("Macintosh HD:Empty", 0, 0), &[])
        .expect("an empty file");
    wire.put(&put("Macintosh HD:Resources Only", 0, 700), &noise(700, 4))
        .expect("a resource fork alone");
    assert_eq!(
        wire.fetch(&both("Macintosh HD:Empty")).expect("comes back").1,
        Vec::<u8>::new()
    );
    assert_eq!(
        wire.fetch(&both("Macintosh HD:Resources Only"))
            .expect("comes back")
            .1,
        noise(700, 4)
    );
}

/// Frames of odd sizes put headers, ids and data at odd addresses of the agent's buffer; a 68000 bombs when any of them is
/// read as a word or long there.
#[test]
fn a_plus_takes_frames_at_odd_addresses() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for piece in [1, 3, 7, 1001] {
        let bytes = noise(1500, 11);
        let path = format!("Macintosh HD:Pieces of {piece}");
        wire.put_in_pieces(&put(&path, 700, 800), &bytes, piece)
            .expect("the put succeeds");
        assert_eq!(wire.fetch(&both(&path)).expect("it comes back").1, bytes);
    }
    assert_eq!(sim.bomb(), None);
}

#[test]
fn replacing_has_to_be_asked_for() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let path = "Macintosh HD:Twice";
    wire.put(&put(path, 10, 0), &noise(10, 5))
        .expect("the first put succeeds");
    let refused = wire
        .put(&put(path, 20, 0), &noise(20, 6))
        .expect_err("the second is refused");
    assert_eq!(refused.code, Code::Exists);
    assert_eq!(sim.file(path).expect("still there").data, noise(10, 5));
    let again = fs::Put {
        replace: Some(true),
        ..put(path, 20, 30)
    };
    assert!(
        wire.put(&again, &noise(50, 6))
            .expect("replacing succeeds")
            .replaced
    );
    let file = sim.file(path).expect("there");
    assert!(file.data == noise(50, 6)[..20] && file.resource == noise(50, 6)[20..]);
    assert_eq!(
        names(&mut wire, FOLDER)
            .iter()
            .filter(|name| *name == "Twice")
            .count(),
        1
    );
}

#[test]
fn a_long_folder_comes_in_pages() {
    let sim = boot(Profile::Plus);
    for number in 0..300 {
        sim.add_file(&format!("Macintosh HD:Empty Folder:File {number}"), text(b"x"))
            .expect("room for it");
    }
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let mut found = names(&mut wire, "Macintosh HD:Empty Folder");
    found.sort();
    found.dedup();
    assert_eq!(found.len(), 300);
}

#[test]
fn deleting_deletes_files_and_empty_folders_only() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.add_file("Macintosh HD:Empty Folder:Inside", text(b"x"))
        .expect("room for it");
    let delete = |path: &str| fs::Delete::new(path.to_owned());
    assert_eq!(
        wire.call(&delete("Macintosh HD:Empty Folder"))
            .expect_err("refused")
            .code,
        Code::NotEmpty
    );
    wire.call(&delete("Macintosh HD:Empty Folder:Inside"))
        .expect("a file can be deleted");
    wire.call(&delete("Macintosh HD:Empty Folder"))
        .expect("an empty folder can be deleted");
    assert_eq!(
        wire.call(&delete("Macintosh HD:Empty Folder"))
            .expect_err("gone")
            .code,
        Code::NotFound
    );
}

/// Sends a put that has to fail, and checks that nothing of it is left: not under its name, not under another.
fn assert_leaves_nothing(
    sim: &Sim,
    path: &str,
    code: Code,
    send: impl FnOnce(&mut Wire) -> Result<fs::PutAnswer, WireError>,
) {
    let before = sim.list(FOLDER);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let error = send(&mut wire).expect_err("the put fails");
    assert_eq!(error.code, code, "{error}");
    assert_eq!(sim.list(FOLDER), before, "no file remains under either name");
    assert!(sim.file(path).is_none());
    wire.put(&put(path, 3, 0), b"yes")
        .expect("the same connection goes on, and the name is free");
    wire.call(&fs::Delete::new(path.to_owned()))
        .expect("it can be deleted");
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_put_that_does_not_hold_what_it_announced_leaves_nothing() {
    let sim = boot(Profile::Plus);
    let path = "Macintosh HD:Broken";
    let bytes = noise(10_000, 7);
    let with_end = |announced: (usize, usize), sent: usize, tally: Tally| {
        let bytes = bytes[..sent].to_vec();
        move |wire: &mut Wire| {
            let id = wire.request(&put(path, announced.0, announced.1));
            wire.accepted(id)?;
            for data in bytes.chunks(4096) {
                wire.send(&mc_protocol::frame::Frame::Binary {
                    id,
                    data: data.to_vec(),
                });
            }
            wire.end_put(id, &Ending::Whole(tally));
            wire.put_answer(id)
        }
    };
    let whole = tally_of(&bytes);
    assert_leaves_nothing(
        &sim,
        path,
        Code::SizeMismatch,
        with_end((6_000, 3_000), 10_000, whole),
    );
    assert_leaves_nothing(
        &sim,
        path,
        Code::SizeMismatch,
        with_end((6_000, 4_001), 10_000, whole),
    );
    assert_leaves_nothing(
        &sim,
        path,
        Code::SizeMismatch,
        with_end((6_000, 4_000), 9_999, tally_of(&bytes[..9_999])),
    );
    let wrong = Tally {
        crc32: whole.crc32 ^ 1,
        ..whole
    };
    assert_leaves_nothing(
        &sim,
        path,
        Code::CrcMismatch,
        with_end((6_000, 4_000), 10_000, wrong),
    );
}

#[test]
fn a_put_that_the_host_gives_up_leaves_nothing() {
    let sim = boot(Profile::Iici);
    let path = "Macintosh HD:Given Up";
    assert_leaves_nothing(&sim, path, Code::Cancelled, |wire| {
        let id = wire.request(&put(path, 5_000, 0));
        wire.accepted(id)?;
        wire.send(&mc_protocol::frame::Frame::Binary {
            id,
            data: noise(4_000, 8),
        });
        wire.end_put(
            id,
            &Ending::Broken(WireError::new(Code::Cancelled, "no longer wanted")),
        );
        wire.put_answer(id)
    });
}

#[test]
fn a_put_whose_client_vanishes_leaves_nothing() {
    let sim = boot(Profile::Plus);
    let before = sim.list(FOLDER);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let id = wire.request(&put("Macintosh HD:Vanished", 50_000, 0));
    wire.accepted(id).expect("the put is accepted");
    wire.send(&mc_protocol::frame::Frame::Binary {
        id,
        data: noise(4_096, 9),
    });
    wire.hang_up();
    // A second client is served when the first is done with, and by then nothing is left.
    Wire::greeted(sim.port(), sim.token());
    assert_eq!(sim.list(FOLDER), before);
}

#[test]
fn a_put_that_the_disk_fails_leaves_nothing_whichever_write_it_is() {
    let path = "Macintosh HD:Unlucky";
    let bytes = noise(30_000, 10);
    for number in 1..=8 {
        let sim = boot_quietly(Profile::Plus);
        let (error, code) = match number % 2 {
            0 => (DiskFailure::Full, Code::DiskFull),
            _ => (DiskFailure::Medium, Code::Io),
        };
        sim.fault(Fault::DiskWrite { nth: number, error })
            .expect("it can be switched on");
        assert_leaves_nothing(&sim, path, code, |wire| {
            wire.put(&put(path, 20_000, 10_000), &bytes)
        });
    }
}

#[test]
fn names_that_hfs_cannot_hold_are_refused_before_anything_is_sent() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for path in ["Macintosh HD:12345678901234567890123456789012", "Macintosh HD:☃"] {
        let refused = wire.put(&put(path, 1, 0), b"x").expect_err("refused");
        assert_eq!(refused.code, Code::BadName, "{}", name_of(path));
    }
    let longest = "Macintosh HD:1234567890123456789012345678901";
    wire.put(&put(longest, 1, 0), b"x")
        .expect("31 characters are a name");
}

#[test]
fn more_than_the_disk_holds_is_refused_at_once() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let id = wire.request(&fs::Put {
        data_size: u32::MAX - 10,
        ..put("Macintosh HD:Huge", 0, 0)
    });
    assert_eq!(wire.accepted(id).expect_err("refused").code, Code::DiskFull);
    assert!(sim.file("Macintosh HD:Huge").is_none());
}

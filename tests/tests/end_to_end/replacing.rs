//! A file is replaced whole or not at all.

use mc_protocol::{Code, fs, health};
use mc_sim::{DiskFailure, Fault, FileContents, Listed, Profile};
use mc_tests::{Wire, noise};

use crate::support::{file, put, replacing};
use crate::{boot, boot_quietly};

const FOLDER: &str = "Macintosh HD:Documents";
const NAME: &str = "Letter";
const PATH: &str = "Macintosh HD:Documents:Letter";

/// How a put ended when its `nth` write to the disk failed.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// There is no such write: it succeeded.
    Succeeded,
    /// Everything is as it was.
    Undone,
    /// The new file had its name already when something about the rest failed, and the error says so.
    InPlace,
}

/// Has one write of a put after another fail, in each of the two ways, until there are no more; after each, the folder holds
/// what was there, or the new file, whole, and nothing else. Gives how many writes there were and how many of them came after
/// the new file was in its place.
fn fail_each_write(wanted: &fs::Put, bytes: &[u8], old: Option<&FileContents>) -> (u32, u32) {
    let (data, resource) = bytes.split_at(wanted.data_size as usize);
    let new = file(data, resource);
    let (mut writes, mut in_place) = (0, 0);
    for nth in 1.. {
        let ends = [DiskFailure::Full, DiskFailure::Medium].map(|error| {
            let sim = boot_quietly(Profile::Plus);
            if let Some(old) = old {
                sim.add_file(PATH, old.clone()).expect("room for it");
            }
            let before = sim.list(FOLDER);
            let mut wire = Wire::greeted(sim.port(), sim.token());
            sim.fault(Fault::DiskWrite { nth, error })
                .expect("it can be switched on");
            let end = match wire.put(wanted, bytes) {
                Ok(_) => End::Succeeded,
                Err(refused) => {
                    let code = match error {
                        DiskFailure::Full => Code::DiskFull,
                        DiskFailure::Medium => Code::Io,
                    };
                    assert_eq!(refused.code, code, "write {nth}: {refused}");
                    match refused.message.contains("the file is in its place") {
                        true => End::InPlace,
                        false => End::Undone,
                    }
                }
            };
            if end == End::Undone {
                assert_eq!(sim.list(FOLDER), before, "write {nth}");
                assert_eq!(sim.file(PATH).as_ref(), old, "write {nth}");
            } else {
                let others = |list: Vec<Listed>| list.into_iter().filter(|item| item.name != NAME).count();
                assert_eq!(sim.list(FOLDER).map(others), before.map(others), "write {nth}");
                assert_eq!(sim.file(PATH).as_ref(), Some(&new), "write {nth}");
            }
            wire.call(&health::Health {}).expect("the connection goes on");
            assert_eq!(sim.bomb(), None, "write {nth}");
            end
        });
        assert_eq!(ends[0], ends[1], "write {nth}");
        match ends[0] {
            End::Succeeded => break,
            End::Undone => assert_eq!(in_place, 0, "write {nth} comes after the file was in its place"),
            End::InPlace => in_place += 1,
        }
        writes = nth;
    }
    (writes, in_place)
}

#[test]
fn whichever_write_of_a_put_fails_there_is_no_file_or_all_of_it() {
    let bytes = noise(20_000, 3);
    let (writes, in_place) = fail_each_write(&put(PATH, 12_000, 8_000), &bytes, None);
    println!("{writes} writes, {in_place} of them after the file was in its place");
    // Create, dress, two reservations, at least five writes, two closes, show, rename; then flush.
    assert!(writes >= 14, "{writes}");
    assert_eq!(in_place, 1);
}

#[test]
fn whichever_write_of_a_replacement_fails_there_is_the_old_file_or_the_new_one() {
    let old = file(&noise(9_000, 1), &noise(3_000, 2));
    let bytes = noise(20_000, 3);
    let (writes, in_place) = fail_each_write(&replacing(PATH, 12_000, 8_000), &bytes, Some(&old));
    println!("{writes} writes, {in_place} of them after the file was in its place");
    // As above, with an exchange in the place of the rename; then the old file is deleted.
    assert!(writes >= 15, "{writes}");
    assert_eq!(in_place, 2);
}

#[test]
fn a_disk_that_holds_the_old_file_but_not_both_refuses_before_the_first_byte() {
    let sim = boot(Profile::Plus);
    let old = file(b"the old one", b"");
    sim.add_file(PATH, old.clone()).expect("room for it");
    let before = sim.list(FOLDER);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for (data, resource) in [(60 << 20, 0), (1 << 20, 60 << 20)] {
        let id = wire.request(&replacing(PATH, data, resource));
        assert_eq!(wire.accepted(id).expect_err("refused").code, Code::DiskFull);
    }
    assert_eq!(sim.file(PATH), Some(old));
    assert_eq!(sim.list(FOLDER), before);
}

//! A file is replaced whole or not at all.

use mc_protocol::Code;
use mc_sim::{DiskFailure, Fault, Profile};
use mc_tests::{Wire, noise};

use crate::boot;
use crate::support::{file, replacing};

const FOLDER: &str = "Macintosh HD:Documents";
const PATH: &str = "Macintosh HD:Documents:Letter";

#[test]
fn whichever_write_fails_the_old_file_remains_and_nothing_else() {
    let sim = boot(Profile::Plus);
    let old = file(&noise(9_000, 1), &noise(3_000, 2));
    sim.add_file(PATH, old.clone()).expect("room for it");
    let before = sim.list(FOLDER);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let new = noise(20_000, 3);
    for nth in 1..=6 {
        for (error, code) in [
            (DiskFailure::Full, Code::DiskFull),
            (DiskFailure::Medium, Code::Io),
        ] {
            sim.fault(Fault::DiskWrite { nth, error });
            let refused = wire
                .put(&replacing(PATH, 12_000, 8_000), &new)
                .expect_err("the put fails");
            assert_eq!(refused.code, code, "write {nth}: {refused}");
            assert_eq!(sim.list(FOLDER), before, "write {nth}");
            assert_eq!(sim.file(PATH).as_ref(), Some(&old), "write {nth}");
        }
    }
    let answer = wire
        .put(&replacing(PATH, 12_000, 8_000), &new)
        .expect("without a failure it succeeds");
    assert!(answer.replaced);
    assert_eq!(sim.file(PATH), Some(file(&new[..12_000], &new[12_000..])));
    assert_eq!(sim.list(FOLDER), before);
    assert_eq!(sim.bomb(), None);
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

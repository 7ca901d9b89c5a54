//! Folders that hold much, and that change while they are listed.

use mc_protocol::fs;
use mc_sim::{Profile, Sim};
use mc_tests::Wire;

use crate::boot;
use crate::support::{assert_short_turns, file, stat};

const FOLDER: &str = "Macintosh HD:Empty Folder";

fn fill(sim: &Sim, count: usize) {
    for number in 0..count {
        sim.add_file(&format!("{FOLDER}:File {number}"), file(b"", b""))
            .expect("room for it");
    }
}

#[test]
fn ten_thousand_entries_come_in_pages_each_once() {
    let sim = boot(Profile::Quadra);
    fill(&sim, 10_000);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let mut page = fs::List::new(FOLDER.to_owned());
    let mut names = Vec::new();
    let mut modified = Vec::new();
    loop {
        let answer = wire.call(&page).expect("fs.list");
        names.extend(answer.entries.into_iter().map(|entry| entry.name));
        modified.push(answer.modified);
        page.cursor = answer.cursor;
        if page.cursor.is_none() {
            break;
        }
    }
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 10_000);
    modified.dedup();
    assert_eq!(modified.len(), 1, "nobody has changed the folder");
}

#[test]
fn pages_of_a_folder_that_changed_meanwhile_say_so() {
    let sim = boot(Profile::Plus);
    fill(&sim, 100);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let mut page = fs::List::new(FOLDER.to_owned());
    sim.reset_stats();
    let first = wire.call(&page).expect("fs.list");
    assert_short_turns(&sim);
    page.cursor = first.cursor;
    assert_eq!(wire.call(&page).expect("fs.list").modified, first.modified);
    // Dates have seconds: the change has to come in another one.
    let folder = mc_sim::Details {
        modified: first.modified + 1,
        ..mc_sim::Details::default()
    };
    sim.set_details(FOLDER, folder).expect("it is there");
    assert_ne!(wire.call(&page).expect("fs.list").modified, first.modified);
    assert_eq!(wire.call(&stat(FOLDER)).expect("fs.stat").entry.items, Some(100));
}

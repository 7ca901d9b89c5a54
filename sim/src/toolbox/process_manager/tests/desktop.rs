//! Applications of the desktop as processes: launched, in front, and quit by Apple event.

use super::super::{bring_forward, hide, open};
use super::apple_events::{error_number, event, send};
use super::launching::{CONTINUE, give, launch_at};
use super::*;
use crate::desktop::{WindowKind, finder_process};
use crate::fault::Fault;
use crate::front;

const CANCELED: i16 = -128;

/// A machine whose Note Pad has been launched and is in front.
fn with_note_pad() -> (Bench, Psn) {
    launch_note_pad(Bench::new(Profile::Iici))
}

/// The same beside a Finder, which the bench usually does without.
fn with_finder_and_note_pad() -> (Bench, Psn) {
    let mut bench = Bench::new(Profile::Iici);
    let setting = bench.machine.front.setting.expect("a screen");
    let finder = finder_process(&setting.station, setting.screen, false).expect("a Finder");
    bench.machine.front.add(FINDER, finder);
    front::switched(&mut bench.machine, None, FINDER);
    launch_note_pad(bench)
}

fn launch_note_pad(mut bench: Bench) -> (Bench, Psn) {
    let folder = bench
        .machine
        .volume
        .id_of("Macintosh HD:System Folder:Apple Menu Items")
        .expect("a folder");
    let (result, block) = launch_at(&mut bench, folder, b"Note Pad", CONTINUE);
    assert_eq!(result, 0);
    let psn = Psn(bench.long(block + 24));
    give(&mut bench, 3);
    (bench, psn)
}

#[test]
fn a_note_pad_is_launched_comes_to_the_front_and_shows_its_window() {
    let (bench, psn) = with_note_pad();
    assert_eq!(bench.machine.processes.front(), Some(psn));
    let scene = bench.machine.front.scene();
    assert_eq!(scene.windows[0].title, "Note Pad");
    assert!(scene.windows[0].active);
    assert_eq!(scene.menu_bar[1].title, "File");
    assert!(scene.texts.iter().any(|text| text.text == "Note Pad"));
}

#[test]
fn what_is_typed_goes_to_it_and_it_answers_apple_events() {
    let (mut bench, _) = with_note_pad();
    bench.os(0xA02F, 3, 0x61);
    give(&mut bench, 3);
    let event = event(&mut bench, b"core", b"getd", b"npad");
    let (result, reply) = send(&mut bench, event, 60, 0);
    assert_eq!((result, bench.bytes(reply, 4)), (0, b"aevt".to_vec()));
    let texts = bench.machine.front.scene().texts;
    assert!(texts.iter().any(|text| text.text == "a"));
}

#[test]
fn a_note_that_is_not_saved_keeps_it_alive_and_in_front() {
    let (mut bench, psn) = with_note_pad();
    bench.os(0xA02F, 3, 0x61);
    give(&mut bench, 3);
    let quit = event(&mut bench, b"aevt", b"quit", b"npad");
    let (result, _) = send(&mut bench, quit, 20, 0);
    assert_eq!(result, -1712, "errAETimeout: the user is asked");
    let scene = bench.machine.front.scene();
    assert_eq!(scene.windows[0].kind, WindowKind::Alert);
    assert!(bench.machine.processes.exists(psn));
    // Escape cancels.
    bench.os(0xA02F, 3, 0x1B);
    give(&mut bench, 15);
    assert_eq!(bench.machine.front.scene().windows[0].kind, WindowKind::Document);
    // Typed before the question is up, and taken by it.
    bench.os(0xA02F, 3, 0x1B);
    let (result, reply) = send(&mut bench, quit, 120, 0);
    assert_eq!((result, error_number(&mut bench, reply)), (0, CANCELED));
    assert!(bench.machine.processes.exists(psn));
}

#[test]
fn without_changes_it_quits_and_the_finder_comes_forward() {
    let (mut bench, psn) = with_note_pad();
    let quit = event(&mut bench, b"aevt", b"quit", b"npad");
    assert_eq!(send(&mut bench, quit, 60, 0).0, 0);
    give(&mut bench, 3);
    assert!(!bench.machine.processes.exists(psn));
    assert_eq!(bench.machine.processes.front(), Some(FINDER));
}

#[test]
fn the_finder_opens_a_document_with_its_application() {
    let mut bench = Bench::new(Profile::Iici);
    let file = crate::boot::NewFile {
        file_type: *b"TEXT",
        creator: *b"npad",
        data: b"from the disk",
        resource: &[],
    };
    let volume = &mut bench.machine.volume;
    let document = crate::boot::add_file(volume, 2, b"A Note", &file, 0).expect("room on the disk");
    assert_eq!(open(&mut bench.machine, document, FINDER), Ok(Ok(())));
    give(&mut bench, 5);
    let texts = bench.machine.front.scene().texts;
    assert!(texts.iter().any(|text| text.text == "from the disk"), "{texts:?}");
    let orphan = crate::boot::NewFile {
        creator: *b"none",
        ..file
    };
    let volume = &mut bench.machine.volume;
    let orphan = crate::boot::add_file(volume, 2, b"An Orphan", &orphan, 0).expect("room on the disk");
    let outcome = open(&mut bench.machine, orphan, FINDER);
    assert_eq!(
        outcome.map(|outcome| outcome.map_err(|error| error.0)),
        Ok(Err(-5012))
    );
}

#[test]
fn one_that_ignores_events_is_waited_for_until_the_timeout() {
    let (mut bench, _) = with_note_pad();
    bench
        .machine
        .fault(Fault::AppleEventsIgnored {
            creator: mc_protocol::OsType(*b"npad"),
        })
        .expect("it can be switched on");
    let get = event(&mut bench, b"core", b"getd", b"npad");
    assert_eq!(send(&mut bench, get, 10, 0).0, -1712);
}

fn titles(bench: &Bench) -> Vec<String> {
    let windows = bench.machine.front.scene().windows.into_iter();
    windows.map(|window| window.title).collect()
}

#[test]
fn an_application_that_is_hidden_shows_no_windows_until_it_comes_forward() {
    let (mut bench, psn) = with_finder_and_note_pad();
    assert_eq!(titles(&bench), ["Note Pad", "Macintosh HD"]);
    hide(&mut bench.machine, psn, true);
    give(&mut bench, 3);
    assert_eq!(
        bench.machine.processes.front(),
        Some(FINDER),
        "the next one is in front"
    );
    assert_eq!(titles(&bench), ["Macintosh HD"]);
    // Nobody else shows: the Finder has to.
    hide(&mut bench.machine, FINDER, true);
    give(&mut bench, 3);
    assert_eq!(titles(&bench), ["Macintosh HD"]);
    bring_forward(&mut bench.machine, psn);
    give(&mut bench, 3);
    assert_eq!(titles(&bench), ["Note Pad", "Macintosh HD"]);
    hide(&mut bench.machine, FINDER, true);
    give(&mut bench, 3);
    assert_eq!(titles(&bench), ["Note Pad"]);
    assert!(
        !bench.machine.front.scene().desktop_icons.is_empty(),
        "the desktop stays"
    );
    // The Finder shows again when it is the only one left.
    let quit = event(&mut bench, b"aevt", b"quit", b"npad");
    assert_eq!(send(&mut bench, quit, 60, 0).0, 0);
    give(&mut bench, 3);
    assert_eq!(titles(&bench), ["Macintosh HD"]);
}

#[test]
fn a_folder_that_another_application_opens_is_opened_by_the_finder() {
    let (mut bench, psn) = with_finder_and_note_pad();
    let folder = bench
        .machine
        .volume
        .id_of("Macintosh HD:Documents")
        .expect("a folder");
    assert_eq!(open(&mut bench.machine, folder, psn), Ok(Ok(())));
    give(&mut bench, 5);
    assert_eq!(bench.machine.processes.front(), Some(FINDER));
    assert_eq!(titles(&bench)[0], "Documents");
}

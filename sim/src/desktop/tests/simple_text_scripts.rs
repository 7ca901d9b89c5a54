//! SimpleText: what scripts tell it.

use super::bench::{Bench, middle};
use super::mac::LARGE;
use super::simple_text::{edited, editor, event, send, write};
use crate::descriptor::{Code, DIRECT_OBJECT, Descriptor, Fields};
use crate::desktop::object_specifier::specifier;
use crate::desktop::*;

const PATH: &str = "Macintosh HD:Made";

fn document(index: i32) -> Descriptor {
    specifier(*b"docu", *b"indx", Descriptor::long(index), Descriptor::null())
}

fn property(code: &Code, of: Descriptor) -> Descriptor {
    specifier(*b"prop", *b"prop", Descriptor::type_of(*code), of)
}

fn every(class: &Code) -> Descriptor {
    let all = Descriptor::data(*b"abso", *b"all ");
    specifier(*class, *b"indx", all, Descriptor::null())
}

fn file(path: &str) -> Descriptor {
    specifier(*b"file", *b"name", Descriptor::text(path), Descriptor::null())
}

fn core(bench: &mut Bench, id: &Code, direct: Descriptor, more: Vec<(Code, Descriptor)>) -> Response {
    let parameters = [vec![(DIRECT_OBJECT, direct)], more].concat();
    send(bench, b"core", id, parameters)
}

fn get(bench: &mut Bench, of: Descriptor) -> Response {
    core(bench, b"getd", of, Vec::new())
}

fn set(bench: &mut Bench, of: Descriptor, to: Descriptor) -> Response {
    core(bench, b"setd", of, vec![(*b"data", to)])
}

fn make(bench: &mut Bench, properties: Vec<(Code, Descriptor)>) -> Response {
    let class = Descriptor::type_of(*b"docu");
    let parameters = vec![(*b"kocl", class), (*b"prdt", Descriptor::record(properties))];
    send(bench, b"core", b"crel", parameters)
}

fn number(response: &Response) -> i16 {
    match response {
        Response::Answered(Err(error)) => error.number,
        other => panic!("{other:?} is no refusal"),
    }
}

fn named(name: &str) -> Descriptor {
    specifier(*b"docu", *b"name", Descriptor::text(name), Descriptor::null())
}

#[test]
fn documents_are_made_counted_named_and_filled() {
    let mut bench = editor(LARGE);
    let made = make(&mut bench, vec![(*b"ctxt", Descriptor::text("made\rhere"))]);
    assert_eq!(made, Response::result(named("untitled 2")));
    assert_eq!(edited(&bench).text, "made\rhere");
    let count = core(&mut bench, b"cnte", every(b"docu"), Vec::new());
    assert_eq!(count, Response::result(Descriptor::long(2)));
    let names = get(&mut bench, property(b"pnam", every(b"cwin")));
    let wanted = ["untitled 2", "untitled"].map(Descriptor::text).to_vec();
    assert_eq!(names, Response::result(Descriptor::list(wanted)));
    assert_eq!(
        set(
            &mut bench,
            property(b"pnam", document(2)),
            Descriptor::text("First")
        ),
        Response::done()
    );
    assert_eq!(bench.titles(), ["untitled 2", "First"]);
    let text = property(b"ctxt", named("first"));
    assert_eq!(
        set(&mut bench, text.clone(), Descriptor::long(42)),
        Response::done()
    );
    assert_eq!(get(&mut bench, text), Response::result(Descriptor::text("42")));
    let modified = get(&mut bench, property(b"imod", document(2)));
    assert_eq!(modified, Response::result(Descriptor::boolean(true)));
    let name = get(&mut bench, property(b"pnam", Descriptor::null()));
    assert_eq!(name, Response::result(Descriptor::text("SimpleText")));
}

#[test]
fn what_is_not_there_or_cannot_be_has_its_number() {
    let mut bench = editor(LARGE);
    assert_eq!(number(&get(&mut bench, document(2))), -1728);
    assert_eq!(number(&get(&mut bench, named("Nowhere"))), -1728);
    assert_eq!(number(&get(&mut bench, property(b"pcnt", document(1)))), -1728);
    assert_eq!(number(&get(&mut bench, Descriptor::text("x"))), -1700);
    assert_eq!(
        number(&set(
            &mut bench,
            property(b"pnam", Descriptor::null()),
            Descriptor::text("x")
        )),
        -10_003
    );
    let long = Descriptor::text(&"x".repeat(32_768));
    assert_eq!(
        number(&set(&mut bench, property(b"ctxt", document(1)), long.clone())),
        -10_000
    );
    assert_eq!(number(&make(&mut bench, vec![(*b"ctxt", long)])), -10_000);
    assert_eq!(
        bench.titles(),
        ["untitled"],
        "nothing is left of what could not be made"
    );
    assert_eq!(number(&send(&mut bench, b"core", b"getd", Vec::new())), -1701);
    assert_eq!(number(&core(&mut bench, b"delo", document(1), Vec::new())), -1708);
    let exists = core(&mut bench, b"doex", document(2), Vec::new());
    assert_eq!(exists, Response::result(Descriptor::boolean(false)));
}

#[test]
fn documents_are_saved_closed_and_opened_without_a_question() {
    let mut bench = editor(LARGE);
    write(&mut bench, "to be saved");
    let place = vec![(*b"kfil", file(PATH))];
    assert_eq!(core(&mut bench, b"save", document(1), place), Response::done());
    assert_eq!(bench.mac.disk.texts[PATH], "to be saved");
    assert_eq!(bench.titles(), ["Made"]);
    write(&mut bench, "!");
    let yes = vec![(*b"savo", Descriptor::enumerated(*b"yes "))];
    assert_eq!(core(&mut bench, b"clos", document(1), yes), Response::done());
    assert_eq!(bench.mac.disk.texts[PATH], "to be saved!");
    let opened = send(&mut bench, b"aevt", b"odoc", vec![(DIRECT_OBJECT, file(PATH))]);
    assert_eq!(
        (opened, bench.titles()),
        (Response::done(), vec!["Made".to_owned()])
    );
    write(&mut bench, "?");
    let no = vec![(*b"savo", Descriptor::enumerated(*b"no  "))];
    assert_eq!(core(&mut bench, b"clos", every(b"docu"), no), Response::done());
    assert!(bench.titles().is_empty());
    assert_eq!(bench.mac.disk.texts[PATH], "to be saved!");
    let missing = send(
        &mut bench,
        b"aevt",
        b"odoc",
        vec![(DIRECT_OBJECT, file("Macintosh HD:None"))],
    );
    assert_eq!(number(&missing), -43);
}

#[test]
fn a_question_that_a_script_leads_to_answers_it_later() {
    let mut bench = editor(LARGE);
    write(&mut bench, "text");
    assert_eq!(
        core(&mut bench, b"save", document(1), Vec::new()),
        Response::Later
    );
    assert_eq!(get(&mut bench, document(1)), Response::NotNow);
    bench.type_key(0x0D, Modifiers::default());
    assert_eq!(bench.mac.answers.pop(), Some((7, Ok(Fields::default()))));
    assert_eq!(bench.mac.disk.texts["Macintosh HD:untitled"], "text");
    write(&mut bench, "!");
    assert_eq!(
        core(&mut bench, b"clos", document(1), Vec::new()),
        Response::Later
    );
    let cancel = bench.button("Cancel").rect;
    bench.click(middle(cancel));
    let (request, answer) = bench.mac.answers.pop().expect("an answer");
    assert_eq!((request, answer.map_err(|error| error.number)), (7, Err(-128)));
    // Where nobody may be asked it says so.
    let close = AppleEvent {
        interaction: Interaction::Never,
        ..event(b"core", b"clos", vec![(DIRECT_OBJECT, document(1))])
    };
    let refused = bench.process.apple_event(&close, &mut bench.mac);
    assert_eq!(number(&refused), -1713);
    assert!(!bench.alert_is_up());
}

#[test]
fn quitting_without_saving_needs_no_question() {
    let mut bench = editor(LARGE);
    write(&mut bench, "lost");
    let no = vec![(*b"savo", Descriptor::enumerated(*b"no  "))];
    let quit = event(b"aevt", b"quit", no);
    assert_eq!(bench.process.apple_event(&quit, &mut bench.mac), Response::done());
    assert_eq!(bench.turn(), Turn::Quit);
}

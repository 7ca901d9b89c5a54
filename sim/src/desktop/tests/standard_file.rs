//! Standard File, as SimpleText brings it up.

use super::bench::{Bench, middle};
use super::mac::LARGE;
use super::simple_text::{command, edited, editor, on_disk, press, write};
use crate::desktop::*;

const RETURN: u8 = 0x0D;
const ESCAPE: u8 = 0x1B;
const DOWN: u8 = 0x1F;

fn list(bench: &Bench) -> ListScene {
    bench.scene().windows[0].lists[0].clone()
}

fn rows(bench: &Bench) -> Vec<String> {
    list(bench).rows.into_iter().map(|row| row.text).collect()
}

fn row(bench: &Bench, text: &str) -> Point {
    let found = list(bench).rows.into_iter().find(|row| row.text == text);
    middle(found.expect("the row is there").rect.expect("it is in view"))
}

fn folder(bench: &Bench) -> String {
    bench.scene().windows[0].pop_ups[0].text.clone()
}

/// Whether a text begins so: it may go on in the next line.
fn says(bench: &Bench, beginning: &str) -> bool {
    bench
        .scene()
        .texts
        .iter()
        .any(|text| text.text.starts_with(beginning))
}

#[test]
fn a_document_is_saved_where_the_user_says() {
    let mut bench = editor(LARGE);
    write(&mut bench, "Dear Ada");
    command(&mut bench, b's');
    let dialog = bench.scene().windows[0].clone();
    assert_eq!(
        (dialog.kind, dialog.content.height(), dialog.content.width()),
        (WindowKind::Dialog, 188, 344)
    );
    assert_eq!(
        (folder(&bench), edited(&bench).text),
        ("Macintosh HD".to_owned(), "untitled".to_owned())
    );
    assert_eq!(edited(&bench).selection, (0, 8));
    assert!(bench.button("Save").default && !bench.button("Eject").enabled);
    let dimmed = list(&bench)
        .rows
        .into_iter()
        .filter(|row| !row.enabled)
        .map(|row| row.text);
    assert_eq!(dimmed.collect::<Vec<_>>(), ["Read Me", "SimpleText"]);
    bench.double_click(row(&bench, "Documents"));
    assert_eq!(rows(&bench), ["Letter to Ada", "Shopping List"]);
    assert!(bench.button("Save").enabled);
    // Tab goes back to the name.
    bench.type_key(0x09, Modifiers::default());
    write(&mut bench, "Letter");
    press(&mut bench, "Save");
    let path = "Macintosh HD:Documents:Letter";
    assert_eq!(on_disk(&bench, path).as_deref(), Some("Dear Ada"));
    assert_eq!(bench.titles(), ["Letter"]);
    // Another time there is nothing to ask.
    write(&mut bench, "!");
    command(&mut bench, b's');
    assert_eq!(on_disk(&bench, path).as_deref(), Some("Dear Ada!"));
}

#[test]
fn a_document_that_is_there_is_replaced_only_when_the_user_says_so() {
    let mut bench = editor(LARGE);
    write(&mut bench, "new");
    command(&mut bench, b's');
    write(&mut bench, "Read Me");
    press(&mut bench, "Save");
    assert!(says(&bench, "Replace existing"));
    press(&mut bench, "Cancel");
    assert_eq!(on_disk(&bench, "Macintosh HD:Read Me"), None);
    bench.type_key(RETURN, Modifiers::default());
    press(&mut bench, "Replace");
    assert_eq!(on_disk(&bench, "Macintosh HD:Read Me").as_deref(), Some("new"));
    assert_eq!(bench.titles(), ["Read Me"]);
}

#[test]
fn names_that_are_none_and_folders_are_refused() {
    let mut bench = editor(LARGE);
    bench.choose("File", "Save As\u{2026}");
    for (name, complaint) in [("a:b", "Bad character"), ("Documents", "That name is already")] {
        command(&mut bench, b'x');
        bench.type_key(0x08, Modifiers::default());
        for _ in 0..10 {
            bench.type_key(0x08, Modifiers::default());
        }
        write(&mut bench, name);
        bench.type_key(RETURN, Modifiers::default());
        assert!(says(&bench, complaint), "{name}");
        press(&mut bench, "OK");
    }
    for _ in 0..10 {
        bench.type_key(0x08, Modifiers::default());
    }
    assert!(!bench.button("Save").enabled, "there is no name");
    write(&mut bench, &"n".repeat(32));
    assert_eq!(edited(&bench).text.len(), 31);
    bench.type_key(ESCAPE, Modifiers::default());
    assert_eq!(bench.titles(), ["untitled"]);
}

#[test]
fn folders_are_made_and_climbed_in_the_dialog() {
    let mut bench = editor(LARGE);
    command(&mut bench, b's');
    command(&mut bench, b'n');
    assert_eq!(edited(&bench).text, "untitled folder");
    write(&mut bench, "Documents");
    press(&mut bench, "Create");
    assert!(says(&bench, "That name is already taken"));
    press(&mut bench, "OK");
    for _ in 0.."Documents".len() {
        bench.type_key(0x08, Modifiers::default());
    }
    write(&mut bench, "Letters");
    press(&mut bench, "Create");
    assert_eq!(
        (folder(&bench), rows(&bench)),
        ("Letters".to_owned(), Vec::<String>::new())
    );
    let chain = bench.scene().windows[0].pop_ups[0].items.clone();
    let chain: Vec<_> = chain.into_iter().map(|item| item.text).collect();
    assert_eq!(chain, ["Letters", "Macintosh HD", "Desktop"]);
    bench.type_key(0x1E, Modifiers::COMMAND);
    assert_eq!(folder(&bench), "Macintosh HD");
    assert!(
        list(&bench)
            .rows
            .iter()
            .any(|row| row.selected && row.text == "Letters")
    );
    bench.type_key(DOWN, Modifiers::COMMAND);
    assert_eq!(folder(&bench), "Letters");
    // By the pop-up menu, then by Cmd-D.
    let pop_up = bench.scene().windows[0].pop_ups[0].clone();
    bench.press_drag_release(middle(pop_up.rect), middle(pop_up.items[1].rect));
    assert_eq!(folder(&bench), "Macintosh HD");
    command(&mut bench, b'd');
    assert_eq!(
        (folder(&bench), rows(&bench)[0].clone()),
        ("Desktop".to_owned(), "Macintosh HD".to_owned())
    );
    assert!(!bench.button("Desktop").enabled);
}

#[test]
fn a_document_is_found_by_typing_and_opened() {
    let mut bench = editor(LARGE);
    command(&mut bench, b'o');
    assert_eq!(bench.scene().windows[0].content.height(), 166);
    assert_eq!(
        rows(&bench),
        ["Documents", "Empty Folder", "Read Me", "System Folder"]
    );
    let selected = |bench: &Bench| {
        list(bench)
            .rows
            .into_iter()
            .find(|row| row.selected)
            .map(|row| row.text)
    };
    assert_eq!(selected(&bench).as_deref(), Some("Documents"));
    write(&mut bench, "re");
    assert_eq!(selected(&bench).as_deref(), Some("Read Me"));
    bench.mac.wait(100);
    write(&mut bench, "d");
    bench.type_key(RETURN, Modifiers::default());
    assert_eq!(rows(&bench), ["Letter to Ada", "Shopping List"]);
    bench.type_key(DOWN, Modifiers::default());
    press(&mut bench, "Open");
    assert_eq!(bench.titles(), ["Shopping List", "untitled"]);
    assert_eq!(
        edited(&bench).text,
        "text of Macintosh HD:Documents:Shopping List"
    );
    // It is not opened twice, and the dialog is where it was.
    command(&mut bench, b'o');
    assert_eq!(folder(&bench), "Documents");
    bench.double_click(row(&bench, "Shopping List"));
    assert_eq!(bench.titles(), ["Shopping List", "untitled"]);
}

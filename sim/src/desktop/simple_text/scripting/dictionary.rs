//! SimpleText's words, as its `aete` has them. (The real SimpleText knew the four required events only; these are the words of the
//! Core suite, as the Scriptable Text Editor of AppleScript had them.)

use crate::applescript::{Class, Code, Command, Dictionary, Parameter, aete};

const SUITE: Code = Code(*b"core");

type Named = (&'static str, &'static [u8; 4], &'static [u8; 4]);

const APPLICATION: [Named; 3] = [
    ("name", b"pnam", b"itxt"),
    ("version", b"vers", b"itxt"),
    ("frontmost", b"pisf", b"bool"),
];
const DOCUMENT: [Named; 3] = [
    ("name", b"pnam", b"itxt"),
    ("text", b"ctxt", b"itxt"),
    ("modified", b"imod", b"bool"),
];

/// Words, class and id of the event, whether it has a direct parameter, the others.
type Row = (
    &'static str,
    &'static [u8; 4],
    &'static [u8; 4],
    bool,
    &'static [Named],
);

const COMMANDS: [Row; 7] = [
    (
        "make",
        b"core",
        b"crel",
        false,
        &[
            ("new", b"kocl", b"type"),
            ("with data", b"data", b"itxt"),
            ("with properties", b"prdt", b"reco"),
        ],
    ),
    ("count", b"core", b"cnte", true, &[("each", b"kocl", b"type")]),
    ("exists", b"core", b"doex", true, &[]),
    ("open", b"aevt", b"odoc", true, &[]),
    ("save", b"core", b"save", true, &[("in", b"kfil", b"alis")]),
    (
        "close",
        b"core",
        b"clos",
        true,
        &[("saving in", b"kfil", b"alis"), ("saving", b"savo", b"savo")],
    ),
    ("quit", b"aevt", b"quit", false, &[("saving", b"savo", b"savo")]),
];

const CONSTANTS: [(&str, &[u8; 4]); 3] = [("yes", b"yes "), ("no", b"no  "), ("ask", b"ask ")];

/// The data of the `aete`.
pub(in crate::desktop::simple_text) fn terms() -> Vec<u8> {
    let class = |name: &str, code: &[u8; 4], is_plural, properties: &[Named]| Class {
        name: name.to_owned(),
        code: Code(*code),
        is_plural,
        properties: properties
            .iter()
            .map(|(name, code, kind)| ((*name).to_owned(), Code(**code), Code(**kind)))
            .collect(),
    };
    let parameter = |(name, key, kind): &Named| Parameter {
        name: (*name).to_owned(),
        key: Code(**key),
        kind: Code(**kind),
    };
    let command = |(name, class, id, takes_direct, parameters): Row| Command {
        name: name.to_owned(),
        class: Code(*class),
        id: Code(*id),
        takes_direct,
        parameters: parameters.iter().map(parameter).collect(),
    };
    let dictionary = Dictionary {
        commands: COMMANDS.into_iter().map(command).collect(),
        classes: vec![
            class("application", b"capp", false, &APPLICATION),
            class("document", b"docu", false, &DOCUMENT),
            class("documents", b"docu", true, &[]),
            class("window", b"cwin", false, &[]),
            class("windows", b"cwin", true, &[]),
            class("file", b"file", false, &[]),
        ],
        constants: CONSTANTS
            .into_iter()
            .map(|(name, code)| (name.to_owned(), Code(*code)))
            .collect(),
    };
    aete::to_bytes(&dictionary, "SimpleText Suite", SUITE)
}

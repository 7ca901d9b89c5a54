//! The Finder's words, as the Finder Scripting Extension of System 7.5 has them, as far as this Finder knows what they mean.

use crate::applescript::{Class, Code, Command, Dictionary, Parameter, aete};
use crate::descriptor;
use crate::desktop::BuildError;
use crate::desktop::system_file::plain;
use mc_pack::ResourceFork;

/// Suite of the Finder.
const SUITE: Code = Code(*b"fndr");

/// Words in singular and plural, and codes.
const CLASSES: [(&str, &str, &[u8; 4]); 9] = [
    ("item", "items", b"cobj"),
    ("container", "containers", b"ctnr"),
    ("disk", "disks", b"cdis"),
    ("folder", "folders", b"cfol"),
    ("file", "files", b"file"),
    ("application file", "application files", b"appf"),
    ("document file", "document files", b"docf"),
    ("desktop-object", "", b"cdsk"),
    ("trash-object", "", b"ctrs"),
];

/// Properties of every item, then those that are the application's own: words, code, type.
const ITEM_PROPERTIES: [(&str, &[u8; 4], &[u8; 4]); 15] = [
    ("name", b"pnam", b"itxt"),
    ("comment", b"comt", b"itxt"),
    ("kind", b"kind", b"itxt"),
    ("size", b"ptsz", b"long"),
    ("physical size", b"phys", b"long"),
    ("creation date", b"crtd", b"ldt "),
    ("modification date", b"modd", b"ldt "),
    ("container", b"ctnr", b"obj "),
    ("disk", b"cdis", b"obj "),
    ("folder", b"cfol", b"obj "),
    ("creator type", b"fcrt", b"type"),
    ("file type", b"fitp", b"type"),
    ("locked", b"islk", b"bool"),
    ("capacity", b"capa", b"long"),
    ("free space", b"frsp", b"long"),
];

const APPLICATION_PROPERTIES: [(&str, &[u8; 4], &[u8; 4]); 10] = [
    ("desktop", b"desk", b"obj "),
    ("trash", b"trsh", b"obj "),
    ("startup disk", b"sdsk", b"obj "),
    ("system folder", b"macs", b"obj "),
    ("extensions folder", b"extn", b"obj "),
    ("preferences folder", b"pref", b"obj "),
    ("control panels folder", b"ctrl", b"obj "),
    ("apple menu items folder", b"amnu", b"obj "),
    ("startup items folder", b"strt", b"obj "),
    ("fonts folder", b"font", b"obj "),
];

/// Words, class and id of the event, whether it has a direct parameter, the others: words, key, type.
type Told = (
    &'static str,
    &'static [u8; 4],
    &'static [u8; 4],
    bool,
    &'static [Named],
);
type Named = (&'static str, &'static [u8; 4], &'static [u8; 4]);

const COMMANDS: [Told; 8] = [
    ("open", b"aevt", b"odoc", true, &[]),
    ("empty", b"fndr", b"empt", true, &[]),
    ("count", b"core", b"cnte", true, &[("each", b"kocl", b"type")]),
    ("exists", b"core", b"doex", true, &[]),
    ("delete", b"core", b"delo", true, &[]),
    (
        "make",
        b"core",
        b"crel",
        false,
        &[
            ("new", b"kocl", b"type"),
            ("at", b"insh", b"insl"),
            ("with properties", b"prdt", b"reco"),
        ],
    ),
    (
        "move",
        b"core",
        b"move",
        true,
        &[("to", b"insh", b"insl"), ("replacing", b"alrp", b"bool")],
    ),
    (
        "duplicate",
        b"core",
        b"clon",
        true,
        &[("to", b"insh", b"insl"), ("replacing", b"alrp", b"bool")],
    ),
];

fn properties(list: &[(&str, &[u8; 4], &[u8; 4])]) -> Vec<(String, Code, Code)> {
    let property =
        |&(name, code, kind): &(&str, &[u8; 4], &[u8; 4])| (name.to_owned(), Code(*code), Code(*kind));
    list.iter().map(property).collect()
}

fn word(words: impl Iterator<Item = (&'static str, &'static [u8; 4])>, code: descriptor::Code) -> String {
    let mut words = words;
    let known = words.find(|(_, known)| **known == code);
    known.map_or_else(|| format!("«class {}»", Code(code)), |(word, _)| word.to_owned())
}

/// The words for a class.
pub(super) fn class_word(code: descriptor::Code) -> String {
    word(CLASSES.into_iter().map(|(word, _, code)| (word, code)), code)
}

/// The words for a property.
pub(super) fn property_word(code: descriptor::Code) -> String {
    let properties = APPLICATION_PROPERTIES.into_iter().chain(ITEM_PROPERTIES);
    word(properties.map(|(word, code, _)| (word, code)), code)
}

/// The dictionary.
fn dictionary() -> Dictionary {
    let class = |name: &str, code: &[u8; 4], is_plural, own: &[(&str, &[u8; 4], &[u8; 4])]| Class {
        name: name.to_owned(),
        code: Code(*code),
        is_plural,
        properties: properties(own),
    };
    let mut classes = vec![class("application", b"capp", false, &APPLICATION_PROPERTIES)];
    for (name, plural, code) in CLASSES {
        let own = if code == b"cobj" {
            &ITEM_PROPERTIES[..]
        } else {
            &[]
        };
        classes.push(class(name, code, false, own));
        if !plural.is_empty() {
            classes.push(class(plural, code, true, &[]));
        }
    }
    let parameter = |&(name, key, kind): &Named| Parameter {
        name: name.to_owned(),
        key: Code(*key),
        kind: Code(*kind),
    };
    let commands = COMMANDS
        .iter()
        .map(|&(name, class, id, takes_direct, parameters)| Command {
            name: name.to_owned(),
            class: Code(*class),
            id: Code(*id),
            takes_direct,
            parameters: parameters.iter().map(parameter).collect(),
        });
    Dictionary {
        commands: commands.collect(),
        classes,
        constants: Vec::new(),
    }
}

/// The resources of the Finder Scripting Extension, which has the Finder's words.
///
/// # Errors
/// When they do not fit a resource fork.
pub(in crate::desktop) fn extension_file() -> Result<Vec<u8>, BuildError> {
    let terms = aete::to_bytes(&dictionary(), "Finder Suite", SUITE);
    let mut resources = ResourceFork::new();
    resources.add(plain(*b"aete", 0, None, terms))?;
    Ok(resources.to_bytes()?)
}

//! Words and what they stand for: the language's own, and those of applications' dictionaries.

use super::code::Code;
use super::display::Words;
use std::rc::Rc;

/// The words of an application, as its `aete` resource has them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// What it can be told.
    pub commands: Vec<Command>,
    /// What it has.
    pub classes: Vec<Class>,
    /// Words for values.
    pub constants: Vec<(String, Code)>,
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Its words.
    pub name: String,
    /// Event class.
    pub class: Code,
    /// Event id.
    pub id: Code,
    /// Whether it has a direct parameter.
    pub takes_direct: bool,
    /// The others.
    pub parameters: Vec<Parameter>,
}

/// A parameter of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The words in front of it.
    pub name: String,
    /// Its key.
    pub key: Code,
    /// The type of its value.
    pub kind: Code,
}

/// A class of objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its words.
    pub name: String,
    /// Its code.
    pub code: Code,
    /// Whether the words mean every object of the class.
    pub is_plural: bool,
    /// Its properties: words, code, type.
    pub properties: Vec<(String, Code, Code)>,
}

/// Where the dictionaries of applications come from.
pub trait Terms {
    /// The dictionary of the application of this name; `None` when there is no such application, or it has none.
    fn dictionary(&mut self, application: &str) -> Option<Rc<Dictionary>>;
}

/// What words in a row stand for.
#[derive(Debug, Clone)]
pub(super) enum Term {
    Command(Command),
    Class(Code),
    Plural(Code),
    Property(Code),
    Constant(Code),
}

/// Dictionaries in the order in which they are looked at; the language's own comes last.
#[derive(Debug, Clone, Default)]
pub(super) struct Vocabulary {
    dictionaries: Vec<Rc<Dictionary>>,
}

/// What the language itself knows; classes, then properties.
const CLASSES: [(&str, &str, Code); 19] = [
    ("item", "items", Code::ITEM),
    ("character", "characters", Code::CHARACTER),
    ("word", "words", Code::WORD),
    ("paragraph", "paragraphs", Code::PARAGRAPH),
    ("text item", "text items", Code::TEXT_ITEM),
    ("text", "", Code::TEXT),
    ("string", "strings", Code::STRING),
    ("integer", "integers", Code::INTEGER),
    ("real", "reals", Code::REAL),
    ("number", "numbers", Code::NUMBER),
    ("boolean", "booleans", Code::BOOLEAN),
    ("list", "lists", Code::LIST),
    ("record", "records", Code::RECORD),
    ("class", "", Code::CLASS),
    ("constant", "constants", Code::CONSTANT),
    ("reference", "references", Code::REFERENCE),
    ("application", "", Code::APPLICATION),
    ("script", "scripts", Code::SCRIPT),
    ("data", "", Code::DATA),
];

const PROPERTIES: [(&str, Code); 9] = [
    ("length", Code::LENGTH),
    ("reverse", Code::REVERSE),
    ("rest", Code::REST),
    ("contents", Code::CONTENTS),
    ("name", Code::NAME),
    ("version", Code::VERSION),
    ("id", Code::ID),
    ("class", Code::CLASS),
    ("text item delimiters", Code::DELIMITERS),
];

/// What every application may be told: name, class, id, whether it has a direct parameter.
const COMMANDS: [(&str, Code, Code, bool); 8] = [
    ("activate", Code::MISC, Code(*b"actv"), false),
    ("run", Code::REQUIRED, Code(*b"oapp"), false),
    ("open", Code::REQUIRED, Code(*b"odoc"), true),
    ("print", Code::REQUIRED, Code(*b"pdoc"), true),
    ("quit", Code::REQUIRED, Code(*b"quit"), false),
    ("count", Code::CORE, Code::COUNT, true),
    ("get", Code::CORE, Code::GET_DATA, true),
    ("exists", Code::CORE, Code::EXISTS, true),
];

/// The language's own dictionary.
fn own() -> Dictionary {
    let class = |name: &str, code, is_plural| Class {
        name: name.to_owned(),
        code,
        is_plural,
        properties: Vec::new(),
    };
    let mut classes: Vec<Class> = CLASSES
        .iter()
        .map(|&(name, _, code)| class(name, code, false))
        .collect();
    let plurals = CLASSES.iter().filter(|(_, plural, _)| !plural.is_empty());
    classes.extend(plurals.map(|&(_, plural, code)| class(plural, code, true)));
    if let Some(first) = classes.first_mut() {
        first.properties = PROPERTIES
            .iter()
            .map(|&(name, code)| (name.to_owned(), code, Code::ITEM))
            .collect();
    }
    Dictionary {
        commands: COMMANDS
            .iter()
            .map(|&(name, class, id, takes_direct)| Command {
                name: name.to_owned(),
                class,
                id,
                takes_direct,
                parameters: parameters_of(name),
            })
            .collect(),
        classes,
        constants: Vec::new(),
    }
}

fn parameters_of(command: &str) -> Vec<Parameter> {
    if command != "count" {
        return Vec::new();
    }
    vec![Parameter {
        name: "each".to_owned(),
        key: Code::OBJECT_CLASS,
        kind: Code(*b"type"),
    }]
}

/// How many of the words at the beginning of `words` are those of `name`; none when they are not all there.
fn match_length(name: &str, words: &[&str]) -> usize {
    let mut length = 0;
    for part in name.split(' ') {
        if words
            .get(length)
            .is_none_or(|word| !word.eq_ignore_ascii_case(part))
        {
            return 0;
        }
        length += 1;
    }
    length
}

impl Dictionary {
    /// Everything that these words may begin with, and how many words each takes.
    fn matches(&self, words: &[&str]) -> Vec<(usize, Term)> {
        let mut found = Vec::new();
        for command in &self.commands {
            found.push((match_length(&command.name, words), Term::Command(command.clone())));
        }
        for class in &self.classes {
            let term = if class.is_plural {
                Term::Plural(class.code)
            } else {
                Term::Class(class.code)
            };
            found.push((match_length(&class.name, words), term));
            for (name, code, _) in &class.properties {
                found.push((match_length(name, words), Term::Property(*code)));
            }
        }
        for (name, code) in &self.constants {
            found.push((match_length(name, words), Term::Constant(*code)));
        }
        found.retain(|(length, _)| *length > 0);
        found
    }

    fn class_word(&self, code: Code) -> Option<&str> {
        let class = self
            .classes
            .iter()
            .find(|class| class.code == code && !class.is_plural)?;
        Some(&class.name)
    }

    fn property_word(&self, code: Code) -> Option<&str> {
        let properties = self.classes.iter().flat_map(|class| &class.properties);
        properties
            .into_iter()
            .find(|(_, known, _)| *known == code)
            .map(|(name, ..)| name.as_str())
    }

    fn constant_word(&self, code: Code) -> Option<&str> {
        let constant = self.constants.iter().find(|(_, known)| *known == code)?;
        Some(&constant.0)
    }
}

impl Vocabulary {
    /// The language's own words.
    pub fn new() -> Vocabulary {
        Vocabulary {
            dictionaries: vec![Rc::new(own())],
        }
    }

    /// Puts a dictionary in front of the others.
    pub fn push(&mut self, dictionary: Rc<Dictionary>) {
        self.dictionaries.insert(0, dictionary);
    }

    /// Takes the one in front away.
    pub fn pop(&mut self) {
        self.dictionaries.remove(0);
    }

    /// Adds a dictionary for displaying, unless it is there.
    pub fn add(&mut self, dictionary: &Rc<Dictionary>) {
        if !self
            .dictionaries
            .iter()
            .any(|known| Rc::ptr_eq(known, dictionary))
        {
            self.push(Rc::clone(dictionary));
        }
    }

    /// The terms with the most words at the beginning of `words`, those of dictionaries in front first.
    pub fn terms(&self, words: &[&str]) -> (usize, Vec<Term>) {
        let mut all: Vec<_> = self
            .dictionaries
            .iter()
            .flat_map(|dictionary| dictionary.matches(words))
            .collect();
        let longest = all.iter().map(|(length, _)| *length).max().unwrap_or(0);
        all.retain(|(length, _)| *length == longest);
        (longest, all.into_iter().map(|(_, term)| term).collect())
    }

    fn word<'a>(
        &'a self,
        find: impl Fn(&'a Dictionary) -> Option<&'a str>,
        kind: &str,
        code: Code,
    ) -> String {
        let known = self.dictionaries.iter().find_map(|dictionary| find(dictionary));
        known.map_or_else(|| format!("«{kind} {code}»"), str::to_owned)
    }
}

impl Words for Vocabulary {
    fn class(&self, code: Code) -> String {
        match code {
            Code::STRING => "string".to_owned(),
            _ => self.word(|dictionary| dictionary.class_word(code), "class", code),
        }
    }

    fn property(&self, code: Code) -> String {
        self.word(|dictionary| dictionary.property_word(code), "class", code)
    }

    fn constant(&self, code: Code) -> String {
        self.word(|dictionary| dictionary.constant_word(code), "constant ****", code)
    }
}

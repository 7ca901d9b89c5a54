//! Dictionaries as applications keep them: the `aete` resource (Inside Macintosh: Interapplication Communication, chapter 8,
//! "Structure of Apple Event Terminology Resources").

use super::code::Code;
use super::terms::{Class, Command, Dictionary, Parameter};
use mc_protocol::macroman;

/// `c@#!`: the property of a class whose words are a plural.
const PLURAL: Code = Code(*b"c@#!");
/// Flags of a direct parameter: it may be left out.
const OPTIONAL: u16 = 0x8000;
const NO_TYPE: Code = Code(*b"null");

/// The bytes of an `aete` resource, as one suite.
pub(crate) fn to_bytes(dictionary: &Dictionary, suite: &str, suite_code: Code) -> Vec<u8> {
    let mut writer = Writer(vec![1, 0]);
    writer.word(0); // English
    writer.word(0); // Roman
    writer.word(1);
    writer.named(suite);
    writer.code(suite_code);
    writer.word(1); // level
    writer.word(1); // version
    writer.word(dictionary.commands.len());
    for command in &dictionary.commands {
        writer.command(command);
    }
    writer.word(dictionary.classes.len());
    for class in &dictionary.classes {
        writer.class(class);
    }
    writer.word(0); // comparison operators
    writer.word(usize::from(!dictionary.constants.is_empty()));
    if !dictionary.constants.is_empty() {
        writer.code(suite_code);
        writer.word(dictionary.constants.len());
        for (name, code) in &dictionary.constants {
            writer.string(name);
            writer.align();
            writer.code(*code);
            writer.string("");
            writer.align();
        }
    }
    writer.0
}

struct Writer(Vec<u8>);

impl Writer {
    fn word(&mut self, value: usize) {
        self.0.extend((value as u16).to_be_bytes());
    }

    fn code(&mut self, code: Code) {
        self.0.extend(code.0);
    }

    fn string(&mut self, text: &str) {
        let bytes = macroman::encode(text).unwrap_or_default();
        let bytes = &bytes[..bytes.len().min(255)];
        self.0.push(bytes.len() as u8);
        self.0.extend(bytes);
    }

    fn align(&mut self) {
        if !self.0.len().is_multiple_of(2) {
            self.0.push(0);
        }
    }

    /// A name and an empty description.
    fn named(&mut self, name: &str) {
        self.string(name);
        self.string("");
        self.align();
    }

    /// A type, an empty description and flags.
    fn typed(&mut self, kind: Code, flags: u16) {
        self.code(kind);
        self.string("");
        self.align();
        self.word(flags.into());
    }

    fn command(&mut self, command: &Command) {
        self.named(&command.name);
        self.code(command.class);
        self.code(command.id);
        self.typed(NO_TYPE, 0); // the reply
        if command.takes_direct {
            self.typed(Code::REFERENCE, 0);
        } else {
            self.typed(NO_TYPE, OPTIONAL);
        }
        self.word(command.parameters.len());
        for parameter in &command.parameters {
            self.string(&parameter.name);
            self.align();
            self.code(parameter.key);
            self.typed(parameter.kind, OPTIONAL);
        }
    }

    fn class(&mut self, class: &Class) {
        self.string(&class.name);
        self.align();
        self.code(class.code);
        self.string("");
        self.align();
        self.word(class.properties.len() + usize::from(class.is_plural));
        if class.is_plural {
            self.property("", PLURAL, Code(*b"type"));
        }
        for (name, code, kind) in &class.properties {
            self.property(name, *code, *kind);
        }
        self.word(0); // elements
    }

    fn property(&mut self, name: &str, code: Code, kind: Code) {
        self.string(name);
        self.align();
        self.code(code);
        self.typed(kind, 0);
    }
}

/// Reads an `aete` resource; `None` when it is cut off.
pub(crate) fn parse(bytes: &[u8]) -> Option<Dictionary> {
    let mut reader = Reader { bytes, at: 6 };
    let mut dictionary = Dictionary::default();
    for _ in 0..reader.word()? {
        reader.suite(&mut dictionary)?;
    }
    Some(dictionary)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn word(&mut self) -> Option<u16> {
        let word = self.bytes.get(self.at..)?.first_chunk()?;
        self.at += 2;
        Some(u16::from_be_bytes(*word))
    }

    fn code(&mut self) -> Option<Code> {
        let code = self.bytes.get(self.at..)?.first_chunk()?;
        self.at += 4;
        Some(Code(*code))
    }

    fn string(&mut self) -> Option<String> {
        let length = usize::from(*self.bytes.get(self.at)?);
        let text = self.bytes.get(self.at + 1..self.at + 1 + length)?;
        self.at += 1 + length;
        Some(macroman::decode(text))
    }

    fn align(&mut self) {
        self.at += self.at % 2;
    }

    /// A name; its description is skipped.
    fn named(&mut self) -> Option<String> {
        let name = self.string()?;
        self.string()?;
        self.align();
        Some(name)
    }

    /// A type and its flags; the description is skipped.
    fn typed(&mut self) -> Option<(Code, u16)> {
        let kind = self.code()?;
        self.string()?;
        self.align();
        Some((kind, self.word()?))
    }

    fn suite(&mut self, dictionary: &mut Dictionary) -> Option<()> {
        self.named()?;
        self.at += 8; // code, level, version
        for _ in 0..self.word()? {
            let command = self.command()?;
            dictionary.commands.push(command);
        }
        for _ in 0..self.word()? {
            let class = self.class()?;
            dictionary.classes.push(class);
        }
        for _ in 0..self.word()? {
            self.named()?;
            self.at += 4;
        }
        for _ in 0..self.word()? {
            self.code()?;
            for _ in 0..self.word()? {
                let name = self.string()?;
                self.align();
                let code = self.code()?;
                self.string()?;
                self.align();
                dictionary.constants.push((name, code));
            }
        }
        Some(())
    }

    fn command(&mut self) -> Option<Command> {
        let name = self.named()?;
        let (class, id) = (self.code()?, self.code()?);
        self.typed()?;
        let (direct, _) = self.typed()?;
        let mut parameters = Vec::new();
        for _ in 0..self.word()? {
            let name = self.string()?;
            self.align();
            let key = self.code()?;
            let (kind, _) = self.typed()?;
            parameters.push(Parameter { name, key, kind });
        }
        Some(Command {
            name,
            class,
            id,
            takes_direct: direct != NO_TYPE,
            parameters,
        })
    }

    fn class(&mut self) -> Option<Class> {
        let name = self.string()?;
        self.align();
        let code = self.code()?;
        self.string()?;
        self.align();
        let (mut properties, mut is_plural) = (Vec::new(), false);
        for _ in 0..self.word()? {
            let name = self.string()?;
            self.align();
            let code = self.code()?;
            let (kind, _) = self.typed()?;
            if code == PLURAL {
                is_plural = true;
            } else {
                properties.push((name, code, kind));
            }
        }
        for _ in 0..self.word()? {
            self.code()?;
            self.at += 4 * usize::from(self.word()?);
        }
        Some(Class {
            name,
            code,
            is_plural,
            properties,
        })
    }
}

//! Codes of four characters: classes, properties, constants, events and their parameters.

use std::fmt;

/// A code of four MacRoman characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub [u8; 4]);

impl Code {
    /// The code of four characters as they stand in a script; `None` for another count, or a character that MacRoman lacks.
    pub fn parse(text: &str) -> Option<Code> {
        let bytes = mc_protocol::macroman::encode(text).ok()?;
        bytes.try_into().ok().map(Code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&mc_protocol::macroman::decode(&self.0))
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{self}'")
    }
}

macro_rules! codes {
    ($($name:ident = $code:literal;)*) => {
        impl Code { $(#[allow(missing_docs)] pub const $name: Code = Code(*$code);)* }
    };
}

// Apple's names and codes: AERegistry.h and ASRegistry.h of the Universal Interfaces.
codes! {
    INTEGER = b"long";
    REAL = b"doub";
    NUMBER = b"nmbr";
    TEXT = b"ctxt";
    STRING = b"TEXT";
    BOOLEAN = b"bool";
    LIST = b"list";
    RECORD = b"reco";
    CLASS = b"pcls";
    CONSTANT = b"enum";
    REFERENCE = b"obj ";
    APPLICATION = b"capp";
    SCRIPT = b"scpt";
    DATA = b"rdat";
    ITEM = b"cobj";
    CHARACTER = b"cha ";
    WORD = b"cwor";
    PARAGRAPH = b"cpar";
    TEXT_ITEM = b"citm";
    LENGTH = b"leng";
    REVERSE = b"rvse";
    REST = b"rest";
    CONTENTS = b"pcnt";
    NAME = b"pnam";
    VERSION = b"vers";
    ID = b"ID  ";
    DELIMITERS = b"txdl";
    PROPERTY = b"prop";
    CORE = b"core";
    REQUIRED = b"aevt";
    MISC = b"misc";
    GET_DATA = b"getd";
    SET_DATA = b"setd";
    COUNT = b"cnte";
    EXISTS = b"doex";
    DIRECT = b"----";
    KEY_DATA = b"data";
    OBJECT_CLASS = b"kocl";
}

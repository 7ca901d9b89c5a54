//! `CNTL` (Inside Macintosh: Macintosh Toolbox Essentials, chapter 5, "The Control Resource" and "Creating a Pop-Up Menu").

use super::{Format, Reader, put_rect, put_string, put_word};
use crate::desktop::geometry::Rect;
use mc_pack::OsType;

/// A control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlTemplate {
    /// Its rectangle in the coordinates of the window; in a dialog that of its item takes its place.
    pub bounds: Rect,
    /// What it is.
    pub kind: ControlKind,
    /// Title.
    pub title: String,
}

/// The standard control definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ControlKind {
    /// pushButProc.
    Button,
    /// checkBoxProc.
    CheckBox {
        /// Whether it is checked at first.
        checked: bool,
    },
    /// radioButProc.
    RadioButton {
        /// Whether it is on at first.
        on: bool,
    },
    /// scrollBarProc.
    ScrollBar {
        /// Value at first.
        value: i16,
        /// Smallest value.
        minimum: i16,
        /// Largest value; a bar with nothing to scroll has the smallest one here.
        maximum: i16,
    },
    /// popupMenuProc: a pop-up menu with its title to the left. Its value at first is the marked item, else the first.
    PopUp {
        /// Resource id of its `MENU`.
        menu: i16,
        /// Pixels that the title takes.
        title_width: i16,
        /// popupFixedWidth: the box is as wide as its rectangle leaves room, not as its widest item.
        fixed_width: bool,
    },
}

/// Definition numbers: 16 times the id of the `CDEF`, and the variation.
const PUSH_BUTTON: i16 = 0;
const CHECK_BOX: i16 = 1;
const RADIO_BUTTON: i16 = 2;
const SCROLL_BAR: i16 = 16;
const POP_UP: i16 = 63 * 16;
/// popupFixedWidth.
const FIXED_WIDTH: i16 = 1;
const FIXED_POP_UP: i16 = POP_UP | FIXED_WIDTH;

impl ControlKind {
    /// Value, maximum, minimum and definition number. A pop-up menu keeps other things in these fields: how its title is
    /// justified, how wide it is, and the id of its menu.
    fn words(self) -> [i16; 4] {
        match self {
            ControlKind::Button => [0, 1, 0, PUSH_BUTTON],
            ControlKind::CheckBox { checked } => [i16::from(checked), 1, 0, CHECK_BOX],
            ControlKind::RadioButton { on } => [i16::from(on), 1, 0, RADIO_BUTTON],
            ControlKind::ScrollBar {
                value,
                minimum,
                maximum,
            } => [value, maximum, minimum, SCROLL_BAR],
            ControlKind::PopUp {
                menu,
                title_width,
                fixed_width,
            } => [
                0,
                title_width,
                menu,
                if fixed_width { FIXED_POP_UP } else { POP_UP },
            ],
        }
    }

    fn from_words([value, maximum, minimum, definition]: [i16; 4]) -> Result<ControlKind, &'static str> {
        let kind = match definition {
            PUSH_BUTTON => ControlKind::Button,
            CHECK_BOX => ControlKind::CheckBox { checked: value != 0 },
            RADIO_BUTTON => ControlKind::RadioButton { on: value != 0 },
            SCROLL_BAR => ControlKind::ScrollBar {
                value,
                minimum,
                maximum,
            },
            POP_UP | FIXED_POP_UP => ControlKind::PopUp {
                menu: minimum,
                title_width: maximum,
                fixed_width: definition == FIXED_POP_UP,
            },
            _ => return Err("its control definition is not a standard one"),
        };
        Ok(kind)
    }
}

impl Format for ControlTemplate {
    const KIND: OsType = OsType(*b"CNTL");

    fn encode(&self) -> Vec<u8> {
        let [value, maximum, minimum, definition] = self.kind.words();
        let mut data = Vec::new();
        put_rect(&mut data, self.bounds);
        // Visible; a reference constant of no meaning at the end.
        for word in [value, 0x0100, maximum, minimum, definition, 0, 0] {
            put_word(&mut data, word);
        }
        put_string(&mut data, &self.title);
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<ControlTemplate, &'static str> {
        let bounds = reader.rect()?;
        let value = reader.word()?;
        reader.bytes(2)?;
        let words = [value, reader.word()?, reader.word()?, reader.word()?];
        reader.bytes(4)?;
        Ok(ControlTemplate {
            bounds,
            kind: ControlKind::from_words(words)?,
            title: reader.string()?,
        })
    }
}

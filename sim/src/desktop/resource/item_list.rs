//! `DITL`, the item list of an alert or dialog (Inside Macintosh: Macintosh Toolbox Essentials, chapter 6, "The Item List
//! Resource").

use super::{Format, Reader, put_rect, put_string, put_word};
use crate::desktop::geometry::Rect;
use mc_pack::OsType;

/// Types of items; a control's is 4 and what sort it is.
const USER: u8 = 0;
const HELP: u8 = 1;
const BUTTON: u8 = 4;
const CHECK_BOX: u8 = 5;
const RADIO_BUTTON: u8 = 6;
const RESOURCE_CONTROL: u8 = 7;
const STATIC_TEXT: u8 = 8;
const EDIT_TEXT: u8 = 16;
const ICON: u8 = 32;
const PICTURE: u8 = 64;
/// Bit 7 of an item's type: clicks on it are not reported.
const DISABLED: u8 = 0x80;

/// What a help item has the Help Manager scan: HMScanhdlg, HMScanhrct, HMScanAppendhdlg.
const SCAN_DIALOG: i16 = 1;
const SCAN_RECTANGLES: i16 = 2;
const SCAN_APPENDED: i16 = 8;

/// The items of an alert or dialog; item numbers count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemList(pub Vec<Item>);

/// One item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Where it is in the box.
    pub rect: Rect,
    /// Whether a click on it is reported to the application. Texts and pictures usually are not.
    pub enabled: bool,
    /// What it is.
    pub kind: ItemKind,
}

/// Kinds of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemKind {
    /// A push button with its title.
    Button(String),
    /// A check box with its title.
    CheckBox(String),
    /// A radio button with its title.
    RadioButton(String),
    /// A control that the `CNTL` with this id describes, such as a pop-up menu.
    Control(i16),
    /// Text; `^0` to `^3` stand for what the application puts in.
    StaticText(String),
    /// Text that the user edits, and what is in it at first.
    EditText(String),
    /// The `ICON` with this id.
    Icon(i16),
    /// The `PICT` with this id.
    Picture(i16),
    /// Something that the application draws.
    User,
    /// Balloon help of the other items; takes no place.
    Help(HelpItem),
}

/// Where the balloons of an item list are described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HelpItem {
    /// In the `hdlg` with this id.
    Dialog(i16),
    /// In the `hrct` with this id.
    Rectangles(i16),
    /// In the `hdlg` with this id, for the items after this one: the list was appended to another.
    Appended {
        /// Resource id.
        id: i16,
        /// Number of the item before the first.
        after: i16,
    },
}

impl Item {
    /// An item of this kind. What is pressed or typed in is enabled, what only shows is not.
    pub fn new(rect: Rect, kind: ItemKind) -> Item {
        let enabled = !matches!(
            kind,
            ItemKind::StaticText(_) | ItemKind::Icon(_) | ItemKind::Picture(_) | ItemKind::Help(_)
        );
        Item { rect, enabled, kind }
    }
}

impl HelpItem {
    fn words(self) -> Vec<i16> {
        match self {
            HelpItem::Dialog(id) => vec![SCAN_DIALOG, id],
            HelpItem::Rectangles(id) => vec![SCAN_RECTANGLES, id],
            HelpItem::Appended { id, after } => vec![SCAN_APPENDED, id, after],
        }
    }

    fn parse(reader: &mut Reader<'_>) -> Result<HelpItem, &'static str> {
        let length = reader.byte()?;
        let (scan, id) = (reader.word()?, reader.word()?);
        match (length, scan) {
            (4, SCAN_DIALOG) => Ok(HelpItem::Dialog(id)),
            (4, SCAN_RECTANGLES) => Ok(HelpItem::Rectangles(id)),
            (6, SCAN_APPENDED) => Ok(HelpItem::Appended {
                id,
                after: reader.word()?,
            }),
            _ => Err("it has a help item of no known form"),
        }
    }
}

impl ItemKind {
    fn code(&self) -> u8 {
        match self {
            ItemKind::User => USER,
            ItemKind::Help(_) => HELP,
            ItemKind::Button(_) => BUTTON,
            ItemKind::CheckBox(_) => CHECK_BOX,
            ItemKind::RadioButton(_) => RADIO_BUTTON,
            ItemKind::Control(_) => RESOURCE_CONTROL,
            ItemKind::StaticText(_) => STATIC_TEXT,
            ItemKind::EditText(_) => EDIT_TEXT,
            ItemKind::Icon(_) => ICON,
            ItemKind::Picture(_) => PICTURE,
        }
    }

    fn put(&self, data: &mut Vec<u8>) {
        match self {
            ItemKind::Button(text)
            | ItemKind::CheckBox(text)
            | ItemKind::RadioButton(text)
            | ItemKind::StaticText(text)
            | ItemKind::EditText(text) => put_string(data, text),
            ItemKind::Control(id) | ItemKind::Icon(id) | ItemKind::Picture(id) => {
                data.push(2);
                put_word(data, *id);
            }
            ItemKind::User => data.push(0),
            ItemKind::Help(help) => {
                let words = help.words();
                data.push(2 * words.len() as u8);
                words.into_iter().for_each(|word| put_word(data, word));
            }
        }
    }

    fn parse(code: u8, reader: &mut Reader<'_>) -> Result<ItemKind, &'static str> {
        let kind = match code {
            BUTTON => ItemKind::Button(reader.string()?),
            CHECK_BOX => ItemKind::CheckBox(reader.string()?),
            RADIO_BUTTON => ItemKind::RadioButton(reader.string()?),
            STATIC_TEXT => ItemKind::StaticText(reader.string()?),
            EDIT_TEXT => ItemKind::EditText(reader.string()?),
            RESOURCE_CONTROL => ItemKind::Control(resource_id(reader)?),
            ICON => ItemKind::Icon(resource_id(reader)?),
            PICTURE => ItemKind::Picture(resource_id(reader)?),
            HELP => return HelpItem::parse(reader).map(ItemKind::Help),
            USER => {
                let length = reader.byte()?;
                reader.bytes(usize::from(length))?;
                ItemKind::User
            }
            _ => return Err("it has an item of no known type"),
        };
        Ok(kind)
    }
}

/// An id, after the length that it has as the data of an item.
fn resource_id(reader: &mut Reader<'_>) -> Result<i16, &'static str> {
    match reader.byte()? {
        2 => reader.word(),
        _ => Err("it has an item whose resource id is not two bytes long"),
    }
}

impl Format for ItemList {
    const KIND: OsType = OsType(*b"DITL");

    fn encode(&self) -> Vec<u8> {
        let mut data = Vec::new();
        put_word(&mut data, self.0.len() as i16 - 1);
        for item in &self.0 {
            data.extend([0; 4]);
            put_rect(&mut data, item.rect);
            data.push(item.kind.code() | if item.enabled { 0 } else { DISABLED });
            item.kind.put(&mut data);
            if data.len() % 2 == 1 {
                data.push(0);
            }
        }
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<ItemList, &'static str> {
        let length = reader.left();
        let count = reader.word()?.saturating_add(1);
        (0..count)
            .map(|_| {
                reader.bytes(4)?;
                let rect = reader.rect()?;
                let code = reader.byte()?;
                let kind = ItemKind::parse(code & !DISABLED, reader)?;
                // The next item begins at a word.
                if (length - reader.left()) % 2 == 1 {
                    reader.byte()?;
                }
                Ok(Item {
                    rect,
                    enabled: code & DISABLED == 0,
                    kind,
                })
            })
            .collect::<Result<_, _>>()
            .map(ItemList)
    }
}

//! `ALRT` and `DITL` (Inside Macintosh: Macintosh Toolbox Essentials, chapter 6, "Resources").

use super::{Format, Reader, put_rect, put_string, put_word};
use crate::desktop::geometry::Rect;
use mc_pack::OsType;

/// The position code "alert position on the main screen".
const ALERT_POSITION_MAIN_SCREEN: i16 = 0x300A;
/// Four stages alike: the box is drawn, item 1 is the default, one beep.
const STAGES: i16 = 0x5555;
/// Bit 7 of an item's type: clicks on it are not reported.
const DISABLED: u8 = 0x80;

/// An alert: its size and its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alert {
    /// Content rectangle; only its size counts, as the box is centred in alert position.
    pub bounds: Rect,
    /// Resource id of its `DITL`.
    pub items: i16,
}

impl Format for Alert {
    const KIND: OsType = OsType(*b"ALRT");

    fn encode(&self) -> Vec<u8> {
        let mut data = Vec::new();
        put_rect(&mut data, self.bounds);
        for word in [self.items, STAGES, ALERT_POSITION_MAIN_SCREEN] {
            put_word(&mut data, word);
        }
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<Alert, &'static str> {
        Ok(Alert {
            bounds: reader.rect()?,
            items: reader.word()?,
        })
    }
}

/// The items of an alert or dialog; item numbers count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialog(pub Vec<DialogItem>);

/// One item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogItem {
    /// Where it is in the box.
    pub rect: Rect,
    /// What it is.
    pub kind: ItemKind,
}

/// Kinds of items that the desktop shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemKind {
    /// A push button with its title.
    Button(String),
    /// Text; `^0` to `^3` stand for what the application puts in.
    StaticText(String),
}

impl Format for Dialog {
    const KIND: OsType = OsType(*b"DITL");

    fn encode(&self) -> Vec<u8> {
        let mut data = Vec::new();
        put_word(&mut data, self.0.len() as i16 - 1);
        for item in &self.0 {
            data.extend([0; 4]);
            put_rect(&mut data, item.rect);
            let (kind, text) = match &item.kind {
                ItemKind::Button(title) => (4, title),
                ItemKind::StaticText(text) => (8 | DISABLED, text),
            };
            data.push(kind);
            put_string(&mut data, text);
            if data.len() % 2 == 1 {
                data.push(0);
            }
        }
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<Dialog, &'static str> {
        let count = reader.word()?.saturating_add(1);
        (0..count)
            .map(|_| {
                reader.bytes(4)?;
                let rect = reader.rect()?;
                let kind = reader.byte()? & !DISABLED;
                let text = reader.string()?;
                // Type and length byte are a word: the text is padded to an even length.
                if super::encode(&text).len() % 2 == 1 {
                    reader.byte()?;
                }
                let kind = match kind {
                    4 => ItemKind::Button(text),
                    8 => ItemKind::StaticText(text),
                    _ => return Err("it has an item that is neither button nor text"),
                };
                Ok(DialogItem { rect, kind })
            })
            .collect::<Result<_, _>>()
            .map(Dialog)
    }
}

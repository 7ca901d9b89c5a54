//! `WIND` and `DLOG`, and the definitions of windows that they name (Inside Macintosh: Macintosh Toolbox Essentials, chapter 4,
//! "The Window Resource", and chapter 6, "The Dialog Resource").

use super::{Format, Position, Reader, put_rect, put_string, put_word};
use crate::desktop::geometry::Rect;
use mc_pack::OsType;

/// The standard window definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WindowProc {
    /// documentProc: title bar, grow box.
    Document,
    /// dBoxProc: a modal dialog or an alert, double border.
    ModalDialog,
    /// plainDBox: a plain line around it.
    PlainBox,
    /// altDBoxProc: a plain line with a shadow.
    ShadowBox,
    /// noGrowDocProc: title bar, neither grow nor zoom box; a modeless dialog.
    #[default]
    FixedDocument,
    /// movableDBoxProc: a modal dialog with a title bar to drag it by.
    MovableDialog,
    /// zoomDocProc: title bar, grow and zoom box.
    ZoomDocument,
    /// zoomNoGrow: title bar, zoom box.
    ZoomFixedDocument,
}

/// Each with its number: 16 times the id of the `WDEF`, and the variation.
const PROCS: [(WindowProc, i16); 8] = [
    (WindowProc::Document, 0),
    (WindowProc::ModalDialog, 1),
    (WindowProc::PlainBox, 2),
    (WindowProc::ShadowBox, 3),
    (WindowProc::FixedDocument, 4),
    (WindowProc::MovableDialog, 5),
    (WindowProc::ZoomDocument, 8),
    (WindowProc::ZoomFixedDocument, 12),
];

impl WindowProc {
    /// Whether it has a title bar.
    pub fn has_title_bar(self) -> bool {
        !matches!(
            self,
            WindowProc::ModalDialog | WindowProc::PlainBox | WindowProc::ShadowBox
        )
    }

    /// Whether the user can change its size.
    pub fn grows(self) -> bool {
        matches!(self, WindowProc::Document | WindowProc::ZoomDocument)
    }

    /// Whether it has a zoom box.
    pub fn zooms(self) -> bool {
        matches!(self, WindowProc::ZoomDocument | WindowProc::ZoomFixedDocument)
    }

    /// Whether it keeps the user from everything else in its application.
    pub fn is_modal(self) -> bool {
        matches!(
            self,
            WindowProc::ModalDialog
                | WindowProc::PlainBox
                | WindowProc::ShadowBox
                | WindowProc::MovableDialog
        )
    }

    fn code(self) -> i16 {
        PROCS
            .iter()
            .find(|(definition, _)| *definition == self)
            .map_or(0, |(_, code)| *code)
    }

    fn from_code(code: i16) -> Result<WindowProc, &'static str> {
        let found = PROCS.iter().find(|(_, number)| *number == code);
        found
            .map(|(definition, _)| *definition)
            .ok_or("its window definition is not a standard one")
    }
}

/// What both templates begin with: rectangle, definition, not visible yet, close box, no reference constant.
fn put_head(data: &mut Vec<u8>, bounds: Rect, proc: WindowProc, closes: bool) {
    put_rect(data, bounds);
    for word in [proc.code(), 0, if closes { 0x0100 } else { 0 }, 0, 0] {
        put_word(data, word);
    }
}

fn parse_head(reader: &mut Reader<'_>) -> Result<(Rect, WindowProc, bool), &'static str> {
    let bounds = reader.rect()?;
    let proc = WindowProc::from_code(reader.word()?)?;
    reader.bytes(2)?;
    let closes = reader.byte()? != 0;
    reader.bytes(5)?;
    Ok((bounds, proc, closes))
}

/// The position stands at a word, behind a title that may have an odd length.
fn put_tail(data: &mut Vec<u8>, title: &str, position: Position) {
    put_string(data, title);
    if data.len() % 2 == 1 {
        data.push(0);
    }
    put_word(data, position.code());
}

fn parse_tail(reader: &mut Reader<'_>) -> Result<(String, Position), &'static str> {
    let before = reader.left();
    let title = reader.string()?;
    if (before - reader.left()) % 2 == 1 && !reader.is_empty() {
        reader.byte()?;
    }
    Ok((title, Position::parse(reader)?))
}

/// A window that an application opens: `WIND`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowTemplate {
    /// Content rectangle in global coordinates.
    pub bounds: Rect,
    /// What it looks like.
    pub proc: WindowProc,
    /// Whether it has a close box.
    pub closes: bool,
    /// Title.
    pub title: String,
    /// Where it comes up.
    pub position: Position,
}

impl Format for WindowTemplate {
    const KIND: OsType = OsType(*b"WIND");

    fn encode(&self) -> Vec<u8> {
        let mut data = Vec::new();
        put_head(&mut data, self.bounds, self.proc, self.closes);
        put_tail(&mut data, &self.title, self.position);
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<WindowTemplate, &'static str> {
        let (bounds, proc, closes) = parse_head(reader)?;
        let (title, position) = parse_tail(reader)?;
        Ok(WindowTemplate {
            bounds,
            proc,
            closes,
            title,
            position,
        })
    }
}

/// A dialog: `DLOG`. Its definition says whether it is modal, movable modal or modeless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogTemplate {
    /// Content rectangle in global coordinates.
    pub bounds: Rect,
    /// What it looks like.
    pub proc: WindowProc,
    /// Whether it has a close box.
    pub closes: bool,
    /// Resource id of its `DITL`.
    pub items: i16,
    /// Title.
    pub title: String,
    /// Where it comes up.
    pub position: Position,
}

impl Format for DialogTemplate {
    const KIND: OsType = OsType(*b"DLOG");

    fn encode(&self) -> Vec<u8> {
        let mut data = Vec::new();
        put_head(&mut data, self.bounds, self.proc, self.closes);
        put_word(&mut data, self.items);
        put_tail(&mut data, &self.title, self.position);
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<DialogTemplate, &'static str> {
        let (bounds, proc, closes) = parse_head(reader)?;
        let items = reader.word()?;
        let (title, position) = parse_tail(reader)?;
        Ok(DialogTemplate {
            bounds,
            proc,
            closes,
            items,
            title,
            position,
        })
    }
}

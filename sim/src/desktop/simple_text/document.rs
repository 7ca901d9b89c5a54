//! A document: its text in its window, with one step to undo. Font, size and style are those of the whole document (the real
//! SimpleText has them for each selection, and keeps them in the resource fork).

use crate::desktop::application::{Bars, Content, Extent, Pane};
use crate::desktop::font::FontName;
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::parts::{KeyEffect, LayoutCache, Press, Step, TextEdit, TextLayout, TooLong, Typeface};
use crate::desktop::{Canvas, Event, Mac, Toolkit, WindowScene};
use std::ops::Range;
use std::sync::Arc;

/// Blank around the text.
const MARGIN: i16 = 4;
/// Ticks between two lines while the mouse is held above or below the text.
const SCROLL_PAUSE: u32 = 4;

const HOME: u8 = 0x01;
const END: u8 = 0x04;
const PAGE_UP: u8 = 0x0B;
const PAGE_DOWN: u8 = 0x0C;

/// What something in a window has the program do.
pub enum Act {
    /// Say that there is no room for what was typed.
    NoRoom,
}

/// See the module.
#[derive(Debug, Clone)]
pub struct Document {
    /// Its text.
    edit: TextEdit,
    typeface: Typeface,
    /// The path of its file; none of a document that was never saved.
    pub path: Option<String>,
    /// Whether it differs from its file.
    pub is_dirty: bool,
    before: Option<Snapshot>,
    /// Whether what is typed next belongs to what was typed last, as far as Undo goes.
    is_typing: bool,
    layouts: LayoutCache,
    next_scroll: u32,
}

/// What Undo goes back to.
#[derive(Debug, Clone)]
struct Snapshot {
    text: Vec<u8>,
    selection: Range<usize>,
    typeface: Typeface,
}

impl Document {
    /// With a text, as far as it is not too long.
    pub fn new(text: &[u8], path: Option<String>) -> Document {
        Document {
            edit: TextEdit::new(text),
            typeface: Typeface::plain(FontName::Geneva10),
            path,
            is_dirty: false,
            before: None,
            is_typing: false,
            layouts: LayoutCache::default(),
            next_scroll: 0,
        }
    }

    /// Its text: bytes in MacRoman, lines end with a carriage return.
    pub fn text(&self) -> &[u8] {
        self.edit.text()
    }

    /// What is selected.
    pub fn selected(&self) -> &[u8] {
        self.edit.selected()
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        self.before.is_some()
    }

    /// How it is drawn.
    pub fn typeface(&self) -> Typeface {
        self.typeface
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            text: self.edit.text().to_vec(),
            selection: self.edit.selection(),
            typeface: self.typeface,
        }
    }

    /// Changes it, in one step as far as Undo goes.
    ///
    /// # Errors
    /// [`TooLong`], and then nothing has changed.
    fn change(&mut self, work: impl FnOnce(&mut Document) -> Result<(), TooLong>) -> Result<(), TooLong> {
        let before = self.snapshot();
        work(self)?;
        self.before = Some(before);
        self.is_dirty = true;
        self.is_typing = false;
        Ok(())
    }

    /// Undo, and after that Redo.
    pub fn undo(&mut self) {
        let Some(before) = self.before.take() else { return };
        self.before = Some(self.snapshot());
        self.edit.set_text(&before.text);
        self.edit.select(before.selection);
        self.typeface = before.typeface;
        self.is_typing = false;
        self.is_dirty = true;
    }

    /// Cut and Clear: takes out what is selected.
    pub fn clear(&mut self) {
        // Taking out cannot make it too long.
        let _: Result<(), TooLong> = self.change(|document| {
            document.edit.delete();
            Ok(())
        });
    }

    /// Paste: puts a text in place of what is selected.
    ///
    /// # Errors
    /// [`TooLong`], and then nothing has changed.
    pub fn paste(&mut self, text: &[u8]) -> Result<(), TooLong> {
        self.change(|document| document.edit.insert(text))
    }

    /// Replaces the whole text.
    ///
    /// # Errors
    /// [`TooLong`], and then nothing has changed.
    pub fn set_text(&mut self, text: &[u8]) -> Result<(), TooLong> {
        let selection = self.edit.selection();
        self.edit.select(0..usize::MAX);
        let set = self.change(|document| document.edit.insert(text));
        if set.is_err() {
            self.edit.select(selection);
        }
        set
    }

    /// Select All.
    pub fn select_all(&mut self) {
        self.edit.select(0..usize::MAX);
        self.is_typing = false;
    }

    /// Draws all of it in another font, size or style.
    pub fn set_typeface(&mut self, typeface: Typeface) {
        // So much text as before is not too long.
        let _: Result<(), TooLong> = self.change(|document| {
            document.typeface = typeface;
            Ok(())
        });
    }

    fn layout(&self, pane: &Pane, toolkit: &Toolkit) -> Arc<TextLayout> {
        let width = pane.view.width() - 2 * MARGIN;
        self.layouts.get(&self.edit, self.typeface, width, &toolkit.fonts)
    }

    /// Scrolls to the end of the selection that moves.
    pub fn reveal_selection(&self, pane: &mut Pane, toolkit: &Toolkit) {
        let caret = self
            .layout(pane, toolkit)
            .caret(self.edit.text(), self.edit.active_end());
        let origin = text_origin(pane);
        pane.reveal(caret.offset(origin.v, origin.h).inset(-MARGIN, 0));
    }

    fn place_at(&self, at: Point, pane: &Pane, toolkit: &Toolkit) -> usize {
        let origin = text_origin(pane);
        let layout = self.layout(pane, toolkit);
        layout.place(self.edit.text(), Point::new(at.v - origin.v, at.h - origin.h))
    }

    /// Scrolls by so many rows, as far as there are.
    fn scroll(&self, by: i16, pane: &mut Pane, toolkit: &Toolkit) {
        let hidden = self
            .extent(pane, toolkit)
            .height
            .saturating_sub(pane.view.height());
        let to = pane.scroll.v.saturating_add(by).clamp(0, hidden.max(0));
        pane.scroll_by(Point::new(to - pane.scroll.v, 0));
    }

    /// The keys that scroll and move nothing.
    fn scrolls(&self, code: u8, pane: &mut Pane, toolkit: &Toolkit) -> bool {
        let page = (pane.view.height() - self.layout(pane, toolkit).line_height).max(1);
        let by = match code {
            HOME => -i16::MAX,
            END => i16::MAX,
            PAGE_UP => -page,
            PAGE_DOWN => page,
            _ => return false,
        };
        self.scroll(by, pane, toolkit);
        true
    }
}

/// The upper left corner of the text.
fn text_origin(pane: &Pane) -> Point {
    let origin = pane.origin();
    Point::new(origin.v + MARGIN, origin.h + MARGIN)
}

impl Content for Document {
    type Act = Act;

    fn draw(&self, canvas: &mut Canvas, pane: &Pane, toolkit: &Toolkit) {
        let layout = self.layout(pane, toolkit);
        self.edit.draw(
            canvas,
            &layout,
            text_origin(pane),
            pane.view,
            &toolkit.fonts,
            pane.active,
        );
    }

    fn bars(&self) -> Bars {
        Bars::Both
    }

    fn extent(&self, pane: &Pane, toolkit: &Toolkit) -> Extent {
        let layout = self.layout(pane, toolkit);
        Extent {
            height: layout.height().saturating_add(2 * MARGIN),
            width: 0,
            line: Point::new(layout.line_height, layout.line_height),
        }
    }

    fn press(
        &mut self,
        press: &Press,
        pane: &mut Pane,
        toolkit: &Toolkit,
        _: &mut dyn Mac,
    ) -> Step<Option<Act>> {
        let place = self.place_at(press.at, pane, toolkit);
        self.edit.press(press, place);
        self.is_typing = false;
        pane.invalidate();
        Step::Again
    }

    fn step(&mut self, pane: &mut Pane, toolkit: &Toolkit, mac: &mut dyn Mac) -> Step<Option<Act>> {
        if !mac.still_down() {
            return Step::Done(None);
        }
        let (mouse, view) = (mac.mouse(), pane.view);
        let line = self.layout(pane, toolkit).line_height;
        let by = match mouse.v {
            v if v < view.top => -line,
            v if v >= view.bottom => line,
            _ => 0,
        };
        if by != 0 {
            if mac.ticks() < self.next_scroll {
                return Step::Again;
            }
            self.next_scroll = mac.ticks() + SCROLL_PAUSE;
            self.scroll(by, pane, toolkit);
        }
        let nearest = Point::new(mouse.v.clamp(view.top, view.bottom - 1), mouse.h);
        let place = self.place_at(nearest, pane, toolkit);
        if self.edit.drag(place) {
            pane.invalidate();
        }
        Step::Again
    }

    fn key(&mut self, event: &Event, pane: &mut Pane, toolkit: &Toolkit, _: &mut dyn Mac) -> Option<Act> {
        if self.scrolls(event.message as u8, pane, toolkit) {
            return None;
        }
        let continues = self.is_typing;
        let before = (TextEdit::is_typing(event) && !continues).then(|| self.snapshot());
        let layout = self.layout(pane, toolkit);
        match self.edit.key(event, &layout) {
            Err(TooLong) => return Some(Act::NoRoom),
            Ok(KeyEffect::Ignored) => return None,
            Ok(KeyEffect::Moved) => self.is_typing = false,
            Ok(KeyEffect::Typed) => {
                self.before = before.or(self.before.take());
                self.is_typing = true;
                self.is_dirty = true;
            }
        }
        self.reveal_selection(pane, toolkit);
        pane.invalidate();
        None
    }

    fn blinks(&self) -> bool {
        true
    }

    fn idle(&mut self, ticks: u32, pane: &mut Pane, _: &Toolkit) {
        if self.edit.idle(ticks) && pane.active {
            pane.invalidate();
        }
    }

    fn scene(&self, pane: &Pane, _: &Toolkit, scene: &mut WindowScene) {
        let rect: Rect = pane.view;
        scene.edit_texts.push(self.edit.scene(rect, pane.active));
    }
}

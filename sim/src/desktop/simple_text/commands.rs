//! What its menus do.

use super::document::Document;
use super::resources::{menus, strings};
use super::saving::After;
use super::{Purpose, SimpleText, Task};
use crate::desktop::application::{Frame, WindowId};
use crate::desktop::font::{FontName, Style};
use crate::desktop::parts::{Choice, TooLong, Typeface};
use crate::desktop::standard_file::StandardFile;
use crate::desktop::{DialogIcon, Mac};
use std::sync::Arc;

/// What Open shows.
const TYPES: [[u8; 4]; 1] = [*b"TEXT"];

const CHECK_MARK: char = '\u{2713}';
/// The fonts of the menu Font, and the sizes of the menu Size. What there is no strike for is dimmed: the desktop draws no other sizes.
const FAMILIES: [&str; 2] = ["Chicago", "Geneva"];
const SIZES: [u8; 3] = [9, 10, 12];
const STYLES: [Style; 2] = [Style::Plain, Style::Bold];
const FONTS: [FontName; 3] = [FontName::Chicago12, FontName::Geneva9, FontName::Geneva10];

fn font_of(family: &str, size: u8) -> Option<FontName> {
    FONTS
        .into_iter()
        .find(|font| font.family_and_size() == (family, size))
}

/// The strike of a family that is nearest in size.
fn nearest(family: &str, size: u8) -> Option<FontName> {
    let of_family = FONTS
        .into_iter()
        .filter(|font| font.family_and_size().0 == family);
    of_family.min_by_key(|font| font.family_and_size().1.abs_diff(size))
}

/// Enables, dims and marks what depends on the window in front.
pub(super) fn adjust_menus(frame: &mut Frame<SimpleText>) {
    let can_paste = frame.scrap.text().is_some_and(|text| !text.is_empty());
    let front = frame.front_window().map(|window| window.content.clone());
    let is_open = front.is_some();
    let is = |test: fn(&Document) -> bool| front.as_ref().is_some_and(test);
    let bar = &mut frame.menus;
    for (menu, item, enabled) in [
        (menus::FILE, menus::CLOSE, is_open),
        (
            menus::FILE,
            menus::SAVE,
            is(|document| document.is_dirty || document.path.is_none()),
        ),
        (menus::FILE, menus::SAVE_AS, is_open),
        (menus::EDIT, menus::UNDO, is(Document::can_undo)),
        (
            menus::EDIT,
            menus::CUT,
            is(|document| !document.selected().is_empty()),
        ),
        (
            menus::EDIT,
            menus::COPY,
            is(|document| !document.selected().is_empty()),
        ),
        (menus::EDIT, menus::PASTE, is_open && can_paste),
        (
            menus::EDIT,
            menus::CLEAR,
            is(|document| !document.selected().is_empty()),
        ),
        (menus::EDIT, menus::SELECT_ALL, is_open),
    ] {
        bar.enable(menu, item, enabled);
    }
    for menu in [menus::FONT, menus::SIZE, menus::STYLE] {
        bar.enable_menu(menu, is_open);
    }
    let face = front.map(|document| document.typeface());
    let (family, size) = face.map(|face| face.font.family_and_size()).unzip();
    let mark = |is_it: bool| is_it.then_some(CHECK_MARK);
    for (item, name) in (1..).zip(FAMILIES) {
        bar.mark(menus::FONT, item, mark(family == Some(name)));
    }
    for (item, points) in (1..).zip(SIZES) {
        bar.mark(menus::SIZE, item, mark(size == Some(points)));
        let there_is = family.and_then(|family| font_of(family, points)).is_some();
        bar.enable(menus::SIZE, item, there_is);
    }
    for (item, style) in (1..).zip(STYLES) {
        bar.mark(
            menus::STYLE,
            item,
            mark(face.map(|face| face.style) == Some(style)),
        );
    }
}

impl SimpleText {
    /// Does what was chosen.
    pub(super) fn carry_out(&mut self, choice: Choice, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
        let front = frame.front_window().map(|window| window.id());
        match (choice.menu, choice.item, front) {
            (menus::APPLE, menus::ABOUT, _) => self.notice(DialogIcon::Note, strings::ABOUT, &[], frame),
            (menus::FILE, menus::NEW, _) => drop(self.new_document(frame)),
            (menus::FILE, menus::OPEN, _) => self.ask_what_to_open(frame, mac),
            (menus::FILE, menus::CLOSE, Some(window)) => {
                self.close_document(window, After::closing(), frame, mac);
            }
            (menus::FILE, menus::SAVE, Some(window)) => self.save(window, After::default(), frame, mac),
            (menus::FILE, menus::SAVE_AS, Some(window)) => self.save_as(window, After::default(), frame, mac),
            (menus::FILE, menus::QUIT, _) => frame.begin_to_quit(),
            (menus::EDIT, item, Some(window)) => self.edit(item, window, frame),
            (menu @ (menus::FONT | menus::SIZE | menus::STYLE), item, Some(window)) => {
                set_typeface(menu, item, window, frame);
            }
            _ => {}
        }
    }

    fn ask_what_to_open(&mut self, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
        let start = self.start_folder(mac);
        let kit = Arc::clone(&self.kit.files);
        let file = StandardFile::get(&kit, &TYPES, &start, Purpose::File, frame, mac);
        self.browsing = Some((file, Task::Open));
    }

    fn edit(&mut self, item: usize, window: WindowId, frame: &mut Frame<SimpleText>) {
        let pasted = frame.scrap.text().map(<[u8]>::to_vec).unwrap_or_default();
        let Some(shown) = frame.window_mut(window) else {
            return;
        };
        let document = &mut shown.content;
        let selected = document.selected().to_vec();
        let mut outcome = Ok(());
        match item {
            menus::UNDO => document.undo(),
            menus::CUT | menus::CLEAR => document.clear(),
            menus::PASTE => outcome = document.paste(&pasted),
            menus::SELECT_ALL => document.select_all(),
            _ => {}
        }
        if matches!(item, menus::CUT | menus::COPY) {
            frame.scrap.put_text(selected);
        }
        if item != menus::SELECT_ALL {
            frame.reveal(window, Document::reveal_selection);
        }
        if outcome == Err(TooLong) {
            self.notice(DialogIcon::Stop, strings::NO_ROOM, &[], frame);
        }
    }
}

fn set_typeface(menu: i16, item: usize, window: WindowId, frame: &mut Frame<SimpleText>) {
    let Some(shown) = frame.window_mut(window) else {
        return;
    };
    let Typeface { font, style } = shown.content.typeface();
    let (family, size) = font.family_and_size();
    let place = item - 1;
    let font_wanted = match menu {
        menus::FONT => FAMILIES.get(place).and_then(|family| nearest(family, size)),
        menus::SIZE => SIZES.get(place).and_then(|size| font_of(family, *size)),
        _ => None,
    };
    let style_wanted = STYLES.get(place).filter(|_| menu == menus::STYLE);
    shown.content.set_typeface(Typeface {
        font: font_wanted.unwrap_or(font),
        style: style_wanted.copied().unwrap_or(style),
    });
    frame.invalidate();
}

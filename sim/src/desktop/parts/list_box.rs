//! A list with one column and one selected row, as the List Manager keeps one in a dialog (Inside Macintosh: More Macintosh
//! Toolbox, chapter 4, "List Manager"): it is scrolled by its bar, a press selects, arrows and typing select, too.

use super::Step;
use super::control::{ControlLook, Press};
use super::scroll_bar::{SCROLL_BAR_WIDTH, ScrollBar, ScrollTracker, Stride};
use super::user_item::{Keyed, UserItem};
use crate::desktop::draw::{Canvas, Colour, TextStyle};
use crate::desktop::font::{FontName, Fonts, Style, decode};
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::resource::SmallIcon;
use crate::desktop::{Event, ListRowScene, ListScene, Mac, TextState, WindowScene};
use std::sync::Arc;

const ROW_HEIGHT: i16 = 16;
const BASELINE: i16 = 12;
/// From the left side to the icon, and to the text.
const ICON_LEFT: i16 = 4;
const TEXT_LEFT: i16 = 24;
/// The frame around a list that typing goes to.
const RING: [i16; 2] = [-2, -3];
/// Letters that follow each other within so many ticks are the beginning of one name.
const TYPING_PAUSE: u32 = 60;
/// Ticks between two rows while the mouse is held above or below the list.
const DRAG_PAUSE: u32 = 6;

const HOME: u8 = 0x01;
const END: u8 = 0x04;
const PAGE_UP: u8 = 0x0B;
const PAGE_DOWN: u8 = 0x0C;
const ARROW_UP: u8 = 0x1E;
const ARROW_DOWN: u8 = 0x1F;

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRow {
    /// What it says.
    pub text: String,
    /// What stands in front of that.
    pub icon: Arc<SmallIcon>,
    /// Whether it can be selected; one that cannot is dimmed.
    pub enabled: bool,
}

/// See the module.
#[derive(Debug, Clone, Default)]
pub struct ListBox {
    rows: Vec<ListRow>,
    selected: Option<usize>,
    /// The first row in view.
    top: usize,
    tracking: Option<Tracking>,
    typed: String,
    typed_at: u32,
    double_clicked: bool,
    /// Whether a frame tells that typing goes to it: where something else could have it, too.
    shows_focus: bool,
    changed: bool,
}

#[derive(Debug, Clone)]
enum Tracking {
    Scroll { bar: ScrollBar, tracker: ScrollTracker },
    Rows { next: u32 },
}

impl ListBox {
    /// A list with these rows, none of them selected.
    pub fn new(rows: Vec<ListRow>, shows_focus: bool) -> ListBox {
        ListBox {
            rows,
            shows_focus,
            changed: true,
            ..ListBox::default()
        }
    }

    /// The rows.
    pub fn rows(&self) -> &[ListRow] {
        &self.rows
    }

    /// The place of the selected row.
    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// Selects a row and scrolls to it.
    pub fn select(&mut self, place: Option<usize>, rect: Rect) {
        self.changed = true;
        self.selected = place.filter(|place| self.rows.get(*place).is_some_and(|row| row.enabled));
        let in_view = rows_in_view(rect);
        if let Some(place) = self.selected {
            self.top = self.top.clamp((place + 1).saturating_sub(in_view), place);
        }
    }

    /// Whether the last press was a double click on a row.
    pub fn take_double_click(&mut self) -> bool {
        std::mem::take(&mut self.double_clicked)
    }

    /// The nearest row in a direction that can be selected.
    fn next_enabled(&self, mut places: impl Iterator<Item = usize>) -> Option<usize> {
        places.find(|place| self.rows[*place].enabled)
    }

    fn bar(&self, rect: Rect) -> ScrollBar {
        let mut bar = ScrollBar::at(Rect {
            left: rect.right - SCROLL_BAR_WIDTH,
            ..rect
        });
        let hidden = self.rows.len().saturating_sub(rows_in_view(rect));
        let number = |rows: usize| i16::try_from(rows).unwrap_or(i16::MAX);
        bar.set(number(self.top), number(hidden));
        bar
    }

    fn row_rect(&self, place: usize, rect: Rect) -> Option<Rect> {
        let row = place
            .checked_sub(self.top)
            .filter(|row| *row < rows_in_view(rect))?;
        let inside = content(rect);
        let top = inside.top + ROW_HEIGHT * row as i16;
        Some(Rect {
            top,
            bottom: top + ROW_HEIGHT,
            ..inside
        })
    }

    fn row_at(&self, at: Point, rect: Rect) -> Option<usize> {
        let inside = content(rect);
        let row = usize::try_from((at.v - inside.top).div_euclid(ROW_HEIGHT)).ok()?;
        let place = self.top + row;
        (row < rows_in_view(rect) && place < self.rows.len()).then_some(place)
    }

    /// The selection follows the mouse; above and below the list it scrolls.
    fn drag(&mut self, mouse: Point, rect: Rect) {
        let inside = content(rect);
        let last = self.rows.len().checked_sub(1);
        let place = if mouse.v < inside.top {
            self.top.checked_sub(1)
        } else if mouse.v >= inside.bottom {
            last.map(|last| last.min(self.top + rows_in_view(rect)))
        } else {
            self.row_at(mouse, rect)
        };
        if let Some(place) = place.filter(|place| self.rows[*place].enabled && self.selected != Some(*place))
        {
            self.select(Some(place), rect);
        }
    }

    /// The row that begins with what was typed, else the next in the alphabet, else the last.
    fn find(&self, typed: &str) -> Option<usize> {
        let wanted = typed.to_lowercase();
        let enabled = || (0..self.rows.len()).filter(|place| self.rows[*place].enabled);
        let is_there = |place: &usize| self.rows[*place].text.to_lowercase() >= wanted;
        enabled().find(is_there).or_else(|| enabled().next_back())
    }
}

/// Where the rows are: inside of the frame, beside the bar.
fn content(rect: Rect) -> Rect {
    Rect::new(
        rect.top + 1,
        rect.left + 1,
        rect.bottom - 1,
        rect.right - SCROLL_BAR_WIDTH,
    )
}

fn rows_in_view(rect: Rect) -> usize {
    usize::from((content(rect).height() / ROW_HEIGHT) as u16)
}

/// A text that fits, cut off with an ellipsis where it must be.
fn shortened(text: &str, width: i16, fonts: &Fonts) -> String {
    let fits = |text: &str| fonts.width(FontName::Chicago12, Style::Plain, text) <= width;
    let mut shown = text.to_owned();
    let mut kept = text.to_owned();
    while !fits(&shown) && kept.pop().is_some() {
        shown = format!("{kept}\u{2026}");
    }
    shown
}

impl UserItem for ListBox {
    fn draw(&self, canvas: &mut Canvas, rect: Rect, fonts: &Fonts, look: ControlLook) {
        canvas.fill(rect, Colour::White);
        canvas.frame(rect, Colour::Black);
        if self.shows_focus && look.focused {
            RING.iter()
                .for_each(|outset| canvas.frame(rect.inset(*outset, *outset), Colour::Black));
        }
        for (place, row) in self.rows.iter().enumerate() {
            let Some(at) = self.row_rect(place, rect) else {
                continue;
            };
            let selected = self.selected == Some(place);
            if selected {
                canvas.fill(at, Colour::Black);
            }
            let state = match (selected, row.enabled) {
                (true, _) => TextState::Inverse,
                (false, true) => TextState::Normal,
                (false, false) => TextState::Dimmed,
            };
            canvas.icon(
                row.icon.as_ref(),
                Point::new(at.top, at.left + ICON_LEFT),
                selected,
            );
            let pen = Point::new(at.top + BASELINE, at.left + TEXT_LEFT);
            let text = shortened(&row.text, at.right - pen.h - 2, fonts);
            canvas.text(
                fonts,
                pen,
                &text,
                TextStyle::plain(FontName::Chicago12).state(state),
            );
        }
        let pressed = match &self.tracking {
            Some(Tracking::Scroll { tracker, .. }) => tracker.pressed(),
            _ => None,
        };
        self.bar(rect).draw(canvas, true, pressed);
        if let Some(Tracking::Scroll { bar, tracker }) = &self.tracking
            && let Some(outline) = tracker.outline(bar)
        {
            canvas.outline(outline);
        }
    }

    fn press(&mut self, press: &Press, rect: Rect, _: &Fonts, mac: &mut dyn Mac) -> Step<bool> {
        self.double_clicked = false;
        self.typed.clear();
        let bar = self.bar(rect);
        if bar.rect.contains(press.at) {
            let Some(part) = bar.part_at(press.at) else {
                return Step::Done(false);
            };
            let tracker = ScrollTracker::new(part, press.at);
            self.tracking = Some(Tracking::Scroll { bar, tracker });
            return Step::Again;
        }
        let place = self.row_at(press.at, rect);
        let is_again = press.clicks == 2 && place.is_some() && place == self.selected;
        self.select(place, rect);
        self.double_clicked = is_again && self.selected.is_some();
        if self.double_clicked {
            return Step::Done(true);
        }
        self.tracking = Some(Tracking::Rows {
            next: mac.ticks() + DRAG_PAUSE,
        });
        Step::Again
    }

    fn step(&mut self, rect: Rect, _: &Fonts, mac: &mut dyn Mac) -> Step<bool> {
        let page = i16::try_from(rows_in_view(rect)).unwrap_or(i16::MAX) - 1;
        match &mut self.tracking {
            Some(Tracking::Scroll { bar, tracker }) => {
                let stride = Stride { line: 1, page };
                let step = tracker.step(bar, stride, mac);
                self.top = usize::try_from(bar.value).unwrap_or(0);
                self.changed = true;
                if step == Step::Again {
                    return Step::Again;
                }
                self.tracking = None;
                Step::Done(false)
            }
            Some(Tracking::Rows { next }) => {
                let (ticks, mouse) = (mac.ticks(), mac.mouse());
                if !mac.still_down() {
                    self.tracking = None;
                    return Step::Done(true);
                }
                let is_inside = content(rect).contains(Point::new(mouse.v, content(rect).left));
                if is_inside || ticks >= *next {
                    *next = ticks + DRAG_PAUSE;
                    self.drag(mouse, rect);
                }
                Step::Again
            }
            None => Step::Done(false),
        }
    }

    fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    fn takes_keys(&self) -> bool {
        true
    }

    fn key(&mut self, event: &Event, rect: Rect, _: &Fonts) -> Keyed {
        let count = self.rows.len();
        let code = event.message as u8;
        let page = rows_in_view(rect);
        match code {
            ARROW_UP => {
                let before = self.selected.unwrap_or(count);
                if let Some(place) = self.next_enabled((0..before).rev()) {
                    self.select(Some(place), rect);
                }
            }
            ARROW_DOWN => {
                let behind = self.selected.map_or(0, |place| place + 1);
                if let Some(place) = self.next_enabled(behind..count) {
                    self.select(Some(place), rect);
                }
            }
            HOME => self.top = 0,
            END => self.top = count.saturating_sub(page),
            PAGE_UP => self.top = self.top.saturating_sub(page),
            PAGE_DOWN => self.top = (self.top + page).min(count.saturating_sub(page)),
            b' '.. => {
                if event.when.saturating_sub(self.typed_at) > TYPING_PAUSE {
                    self.typed.clear();
                }
                self.typed_at = event.when;
                self.typed.push_str(&decode(&[code]));
                let found = self.find(&self.typed);
                self.select(found, rect);
            }
            _ => return Keyed::Ignored,
        }
        Keyed::Hit
    }

    fn scene(&self, rect: Rect, _: &Fonts, scene: &mut WindowScene) {
        let rows = self.rows.iter().enumerate().map(|(place, row)| ListRowScene {
            text: row.text.clone(),
            rect: self.row_rect(place, rect),
            enabled: row.enabled,
            selected: self.selected == Some(place),
        });
        let pressed = match &self.tracking {
            Some(Tracking::Scroll { tracker, .. }) => tracker.pressed(),
            _ => None,
        };
        scene.scroll_bars.push(self.bar(rect).scene(true, pressed));
        // Whether it is active the dialog knows.
        scene.lists.push(ListScene {
            rect,
            rows: rows.collect(),
            active: false,
        });
    }

    fn boxed(&self) -> Box<dyn UserItem> {
        Box::new(self.clone())
    }
}

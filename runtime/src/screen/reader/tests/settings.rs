//! The places where text stands on a Macintosh's screen.

use super::samples::Dice;
use super::*;

/// What is drawn around a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    Bare,
    Button,
    DefaultButton,
    PressedButton,
    CheckBox,
    /// A white box on the grey desktop that is hardly larger than the text.
    Label,
    SelectedLabel,
    /// A row of a menu or list, as high as the line.
    SelectedRow,
    Dimmed,
    Bold,
    /// A field whose frame passes through the rows that only accents use.
    TightField,
}

impl Setting {
    pub(super) const ALL: [Setting; 11] = [
        Setting::Bare,
        Setting::Button,
        Setting::DefaultButton,
        Setting::PressedButton,
        Setting::CheckBox,
        Setting::Label,
        Setting::SelectedLabel,
        Setting::SelectedRow,
        Setting::Dimmed,
        Setting::Bold,
        Setting::TightField,
    ];

    pub(super) fn style(self) -> TextStyle {
        TextStyle {
            inverse: matches!(
                self,
                Setting::PressedButton | Setting::SelectedLabel | Setting::SelectedRow
            ),
            bold: self == Setting::Bold,
            dimmed: self == Setting::Dimmed,
        }
    }

    pub(super) fn look(self) -> Look {
        match self.style() {
            TextStyle { inverse: true, .. } => Look::Inverse,
            TextStyle { dimmed: true, .. } => Look::Dimmed,
            _ => Look::Plain,
        }
    }

    /// Draws what belongs around a text whose cell (pens and font rectangle) is `cell`. Stays within
    /// [`Setting::MARGIN`] of it.
    pub(super) fn surround(self, paper: &mut Paper, cell: Rect, dice: &mut Dice) {
        let wider = |by: i32| Rect::new(cell.x - by, cell.y, cell.w + 2 * by as u32, cell.h);
        let around = Rect {
            y: cell.y - 2,
            h: cell.h + 4,
            ..wider(6 + dice.roll(4) as i32)
        };
        let snug = wider(1 + dice.roll(3) as i32);
        match self {
            Setting::Bare | Setting::Dimmed | Setting::Bold => {}
            Setting::Button => paper.round_frame(around, 5, 1),
            Setting::DefaultButton => {
                paper.round_frame(around, 5, 1);
                paper.round_frame(around.outset(4), 8, 3);
            }
            Setting::PressedButton => paper.fill(around, true),
            Setting::CheckBox => paper.frame(Rect::new(cell.x - 17, cell.y, 12, 12), 1),
            Setting::Label => {
                paper.grey(cell.outset(8));
                paper.fill(snug, false);
            }
            Setting::SelectedLabel => {
                paper.grey(cell.outset(8));
                paper.fill(snug, true);
            }
            Setting::SelectedRow => paper.fill(wider(15), true),
            Setting::TightField => paper.frame(
                Rect {
                    y: cell.y,
                    h: cell.h + 2,
                    ..around
                },
                1,
            ),
        }
    }

    /// How far from the cell anything is drawn.
    pub(super) const MARGIN: u32 = 20;
}

/// A text that was put on a sheet.
#[derive(Debug)]
pub(super) struct Put {
    pub(super) text: String,
    pub(super) setting: Setting,
    /// From the first pen to the last, the height of the font rectangle.
    pub(super) cell: Rect,
    /// Where the pen of each character stands.
    pens: Vec<i32>,
}

impl Put {
    /// The characters of the text that `line` read at their own places; `None` when it read anything else.
    pub(super) fn read_by(&self, line: &TextLine) -> Option<Vec<usize>> {
        if (line.rect.y, line.rect.h, line.look) != (self.cell.y, self.cell.h, self.setting.look()) {
            return None;
        }
        let place = |read: &ReadChar| {
            let at = self.pens.iter().position(|&pen| pen == read.rect.x)?;
            let put = self.text.chars().nth(at)?;
            (put == read.character || read.alike.contains(&put)).then_some(at)
        };
        line.characters.iter().map(place).collect()
    }

    /// How many words there are, and how many of them consist of characters in `read`.
    pub(super) fn words(&self, read: &[usize]) -> (usize, usize) {
        let characters: Vec<(usize, char)> = self.text.chars().enumerate().collect();
        let words = || {
            characters
                .split(|(_, c)| *c == ' ')
                .filter(|word| !word.is_empty())
        };
        let right = words().filter(|word| word.iter().all(|(at, _)| read.contains(at)));
        (words().count(), right.count())
    }
}

/// Puts `text` somewhere on `paper` where `taken` leaves room, in `setting`; `None` when there is no room.
pub(super) fn put(
    paper: &mut Paper,
    taken: &mut Vec<Rect>,
    fonts: &[BdfFont],
    font: usize,
    setting: Setting,
    text: &str,
    dice: &mut Dice,
) -> Option<Put> {
    let bytes = mac_roman(text);
    let width = Paper::new(1, 1).text(&fonts[font], 0, 0, &bytes, setting.style());
    let height = (fonts[font].ascent + fonts[font].descent) as u32;
    let free = (
        paper.width - width - 2 * Setting::MARGIN as i32,
        paper.height - height as i32 - 2 * Setting::MARGIN as i32,
    );
    if free.0 <= 0 || free.1 <= 0 {
        return None;
    }
    let cell = (0..30).find_map(|_| {
        let x = (dice.roll(free.0 as usize) + Setting::MARGIN as usize) as i32;
        let y = (dice.roll(free.1 as usize) + Setting::MARGIN as usize) as i32;
        let cell = Rect::new(x, y, width as u32, height);
        let room = cell.outset(Setting::MARGIN);
        taken
            .iter()
            .all(|t| t.intersection(&room).is_none())
            .then_some(cell)
    })?;
    taken.push(cell.outset(Setting::MARGIN));
    setting.surround(paper, cell, dice);
    paper.text(
        &fonts[font],
        cell.x,
        cell.y + fonts[font].ascent,
        &bytes,
        setting.style(),
    );
    let pens =
        (0..bytes.len()).map(|end| paper.text(&fonts[font], cell.x, -100, &bytes[..end], setting.style()));
    let pens = pens.collect();
    Some(Put {
        text: text.to_owned(),
        setting,
        cell,
        pens,
    })
}

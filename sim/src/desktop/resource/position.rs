//! Where the Window Manager of System 7 puts a window when it opens: the last word of `WIND`, `DLOG` and `ALRT` (Inside
//! Macintosh: Macintosh Toolbox Essentials, chapter 4, "The Window Resource"; codes of Apple's interface file Types.r).

use super::Reader;
use crate::desktop::geometry::{Point, Rect};

const CENTRE: i16 = 0x280A;
const ALERT: i16 = 0x300A;
const STAGGER: i16 = 0x380A;
const OF_PARENT_WINDOW: i16 = 0x8000_u16 as i16;
const OF_PARENT_SCREEN: i16 = 0x4000;

/// Each further staggered window lies so much lower and farther right.
const STAGGER_STEP: i16 = 20;

/// How a window finds its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Position {
    /// Where its rectangle says.
    #[default]
    Given,
    /// In the middle.
    Centre(Within),
    /// A fifth of the free height above it, centred: "alert position".
    Alert(Within),
    /// Lower and farther right than the one before.
    Stagger(Within),
}

/// In what a window is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// The main screen, below the menu bar.
    MainScreen,
    /// The window that was in front.
    ParentWindow,
    /// The screen that this window is on.
    ParentScreen,
}

impl Position {
    /// The word that stands for it.
    pub fn code(self) -> i16 {
        let (base, within) = match self {
            Position::Given => return 0,
            Position::Centre(within) => (CENTRE, within),
            Position::Alert(within) => (ALERT, within),
            Position::Stagger(within) => (STAGGER, within),
        };
        match within {
            Within::MainScreen => base,
            Within::ParentWindow => base | OF_PARENT_WINDOW,
            Within::ParentScreen => base | OF_PARENT_SCREEN,
        }
    }

    fn from_code(code: i16) -> Result<Position, &'static str> {
        let within = match code & (OF_PARENT_WINDOW | OF_PARENT_SCREEN) {
            0 => Within::MainScreen,
            OF_PARENT_WINDOW => Within::ParentWindow,
            OF_PARENT_SCREEN => Within::ParentScreen,
            _ => return Err("its position is none of those that the Window Manager knows"),
        };
        match code & !(OF_PARENT_WINDOW | OF_PARENT_SCREEN) {
            0 if code == 0 => Ok(Position::Given),
            CENTRE => Ok(Position::Centre(within)),
            ALERT => Ok(Position::Alert(within)),
            STAGGER => Ok(Position::Stagger(within)),
            _ => Err("its position is none of those that the Window Manager knows"),
        }
    }

    /// Reads the word. Templates that are older than System 7 end before it.
    pub(super) fn parse(reader: &mut Reader<'_>) -> Result<Position, &'static str> {
        if reader.is_empty() {
            return Ok(Position::Given);
        }
        Position::from_code(reader.word()?)
    }

    /// The place of a window whose content is given by `bounds`: `desk` is the screen below the menu bar, `parent` the content
    /// of the window in front, `number` how many were staggered before.
    pub fn place(self, bounds: Rect, desk: Rect, parent: Option<Rect>, number: i16) -> Rect {
        let (height, width) = (bounds.height(), bounds.width());
        let area = |within| match within {
            Within::ParentWindow => parent.unwrap_or(desk),
            Within::MainScreen | Within::ParentScreen => desk,
        };
        let across = |area: Rect| area.left + (area.width() - width) / 2;
        let origin = match self {
            Position::Given => return bounds,
            Position::Centre(within) => {
                let area = area(within);
                Point::new(area.top + (area.bottom - area.top - height) / 2, across(area))
            }
            Position::Alert(within) => {
                let area = area(within);
                Point::new(area.top + (area.bottom - area.top - height) / 5, across(area))
            }
            Position::Stagger(_) => {
                let step = STAGGER_STEP * number;
                Point::new(bounds.top + step, bounds.left + step)
            }
        };
        Rect::at(origin, height, width)
    }
}

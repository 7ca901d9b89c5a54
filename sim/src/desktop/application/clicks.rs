//! Double clicks: presses that follow each other quickly at the same place.

use crate::desktop::Event;
use crate::desktop::parts::Press;

/// DoubleTime: two presses within so many ticks ...
const DOUBLE_TIME: u32 = 30;
/// ... and pixels belong together.
const DOUBLE_DISTANCE: i16 = 5;

/// See the module.
#[derive(Debug, Clone, Default)]
pub(super) struct ClickCounter {
    last: Option<Press>,
}

impl ClickCounter {
    /// Counts a mouse-down event.
    pub fn count(&mut self, event: &Event) -> Press {
        let at = event.location;
        let before = self.last.filter(|last| {
            event.when.saturating_sub(last.when) <= DOUBLE_TIME
                && (at.h - last.at.h).abs() <= DOUBLE_DISTANCE
                && (at.v - last.at.v).abs() <= DOUBLE_DISTANCE
        });
        let press = Press {
            at,
            when: event.when,
            clicks: before.map_or(1, |before| before.clicks.saturating_add(1)),
            modifiers: event.modifiers,
        };
        self.last = Some(press);
        press
    }

    /// The next press is a first one, as after a window came to the front.
    pub fn forget(&mut self) {
        self.last = None;
    }
}

//! MenuSelect: from the press in the menu bar to the release, and the blinking of what was chosen.

use super::Step;
use super::menu_bar::{Choice, MenuBar, MenuState};
use crate::desktop::Mac;
use crate::desktop::geometry::Point;

/// How often a chosen item blinks: MenuFlash, 3 unless the user has set it otherwise in the control panel General.
const BLINKS: u8 = 3;
/// Ticks that a blinking item stays dark and light.
const BLINK_TICKS: u32 = 3;

/// The blinking of an item that was chosen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blink {
    changes_left: u8,
    next_change: u32,
}

impl Blink {
    /// Begins with the item as it is: dark.
    pub fn new(ticks: u32) -> Blink {
        Blink {
            changes_left: 2 * BLINKS,
            next_change: ticks + BLINK_TICKS,
        }
    }

    /// Goes on when it is time; tells whether it is over.
    pub fn step(&mut self, ticks: u32) -> bool {
        if self.changes_left == 0 {
            return true;
        }
        if ticks >= self.next_change {
            self.changes_left -= 1;
            self.next_change = ticks + BLINK_TICKS;
        }
        false
    }

    /// Whether the item is drawn inverted now.
    pub fn is_dark(self) -> bool {
        self.changes_left.is_multiple_of(2)
    }
}

/// A menu that follows the mouse.
#[derive(Debug, Clone)]
pub struct MenuTracker {
    phase: Phase,
}

#[derive(Debug, Clone)]
enum Phase {
    /// The button is down; the open menu and the item under the mouse.
    Following {
        menu: Option<usize>,
        item: Option<usize>,
    },
    /// The button is up, an item was chosen.
    Blinking { menu: usize, item: usize, blink: Blink },
}

impl MenuTracker {
    /// Starts with the place of the mouse-down event.
    pub fn new(bar: &MenuBar, pressed: Point) -> MenuTracker {
        MenuTracker {
            phase: Phase::Following {
                menu: bar.title_at(pressed),
                item: None,
            },
        }
    }

    /// One round. Done with the chosen item, or `None` when the button was released where there is none. The choice
    /// is where the mouse was in the round before the release, as in the loop of the real one.
    pub fn step(&mut self, bar: &MenuBar, mac: &dyn Mac) -> Step<Option<Choice>> {
        match &mut self.phase {
            Phase::Following { menu, item } if !mac.still_down() => {
                let (Some(menu), Some(item)) = (*menu, *item) else {
                    return Step::Done(None);
                };
                let blink = Blink::new(mac.ticks());
                self.phase = Phase::Blinking { menu, item, blink };
            }
            Phase::Following { menu, item } => {
                let mouse = mac.mouse();
                if bar.contains(mouse) {
                    *menu = bar.title_at(mouse);
                }
                *item = menu.and_then(|menu| bar.item_at(menu, mouse));
            }
            Phase::Blinking { menu, item, blink } => {
                if blink.step(mac.ticks()) {
                    return Step::Done(bar.choice(*menu, *item));
                }
            }
        }
        Step::Again
    }

    /// What is open and highlighted now.
    pub fn state(&self) -> Option<MenuState> {
        match &self.phase {
            Phase::Following { menu, item } => menu.map(|menu| MenuState::Open { menu, item: *item }),
            Phase::Blinking { menu, item, blink } => Some(MenuState::Open {
                menu: *menu,
                item: blink.is_dark().then_some(*item),
            }),
        }
    }
}

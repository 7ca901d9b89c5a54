//! MenuSelect: from the press in the menu bar to the release, and the blinking of what was chosen.

use super::Step;
use super::menu_bar::{Choice, MenuBar, MenuState};
use crate::desktop::Mac;
use crate::desktop::geometry::Point;

/// How often a chosen item blinks: MenuFlash, 3 unless the user has set it otherwise in the control panel General.
const BLINKS: u8 = 3;
/// Ticks that a blinking item stays dark and light.
const BLINK_TICKS: u32 = 3;

/// A menu that follows the mouse.
pub struct MenuTracker {
    phase: Phase,
}

enum Phase {
    /// The button is down; the open menu and the item under the mouse.
    Following {
        menu: Option<usize>,
        item: Option<usize>,
    },
    /// The button is up, an item was chosen.
    Blinking {
        menu: usize,
        item: usize,
        changes_left: u8,
        next_change: u32,
    },
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
        match self.phase {
            Phase::Following { menu, item } if !mac.still_down() => {
                let (Some(menu), Some(item)) = (menu, item) else {
                    return Step::Done(None);
                };
                let next_change = mac.ticks() + BLINK_TICKS;
                self.phase = Phase::Blinking {
                    menu,
                    item,
                    changes_left: 2 * BLINKS,
                    next_change,
                };
            }
            Phase::Following { menu, .. } => {
                let mouse = mac.mouse();
                let menu = if bar.contains(mouse) {
                    bar.title_at(mouse)
                } else {
                    menu
                };
                let item = menu.and_then(|menu| bar.item_at(menu, mouse));
                self.phase = Phase::Following { menu, item };
            }
            Phase::Blinking {
                menu,
                item,
                changes_left: 0,
                ..
            } => return Step::Done(bar.choice(menu, item)),
            Phase::Blinking { next_change, .. } if mac.ticks() < next_change => {}
            Phase::Blinking {
                menu,
                item,
                changes_left,
                ..
            } => {
                let next_change = mac.ticks() + BLINK_TICKS;
                self.phase = Phase::Blinking {
                    menu,
                    item,
                    changes_left: changes_left - 1,
                    next_change,
                };
            }
        }
        Step::Again
    }

    /// What is open and highlighted now.
    pub fn state(&self) -> Option<MenuState> {
        match self.phase {
            Phase::Following { menu, item } => menu.map(|menu| MenuState::Open { menu, item }),
            Phase::Blinking {
                menu,
                item,
                changes_left,
                ..
            } => Some(MenuState::Open {
                menu,
                item: (changes_left % 2 == 0).then_some(item),
            }),
        }
    }
}

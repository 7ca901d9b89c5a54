//! What System 7 windows, menus, alerts and buttons look like and how they follow the mouse: the parts that every
//! application of the desktop is put together from.

mod alert_box;
mod button;
mod icon_view;
mod menu_bar;
mod menu_box;
mod menu_tracker;
mod scroll_bar;
mod window_frame;

pub use alert_box::{AlertBox, AlertTemplate, Reaction, with_parameters};
pub use icon_view::{ICON_SIZE, IconView};
pub use menu_bar::{Choice, MENU_BAR_HEIGHT, MenuBar, MenuState};
pub use menu_tracker::MenuTracker;
pub use scroll_bar::{SCROLL_BAR_WIDTH, draw_scroll_bars};
pub use window_frame::{CloseTracker, WindowFrame};

/// One round of something that follows the mouse in a tight loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<T> {
    /// The loop goes on.
    Again,
    /// The loop is over.
    Done(T),
}

/// Guest cycles of one round of a tracking loop: StillDown, GetMouse, a few PtInRect and a highlight now and then.
/// An estimate: a third of a millisecond on a Macintosh Plus.
pub const ROUND_CYCLES: u32 = 2_500;

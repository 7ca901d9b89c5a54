//! What System 7 windows, menus, alerts and buttons look like and how they follow the mouse: the parts that every
//! application of the desktop is put together from.

mod alert_text;
mod button;
mod check_box;
mod control;
mod dialog_box;
mod dialog_events;
mod dialog_item;
mod dialog_template;
mod edit_text;
mod icon_view;
mod list_box;
mod menu_bar;
mod menu_box;
mod menu_tracker;
mod pop_up;
mod radio_button;
mod scroll_bar;
mod text_edit;
mod user_item;
mod window_frame;
mod window_tracker;

pub use alert_text::with_parameters;
pub use button::Button;
pub use control::{ControlLook, Press};
pub use dialog_box::DialogBox;
pub use dialog_events::Reaction;
pub use dialog_template::BoxTemplate;
pub use edit_text::EditText;
pub use icon_view::{ICON_SIZE, IconView};
pub use list_box::{ListBox, ListRow};
pub use menu_bar::{APPLE_TITLE, Choice, MENU_BAR_HEIGHT, MenuAccess, MenuBar, MenuState};
pub use menu_tracker::MenuTracker;
pub use scroll_bar::{SCROLL_BAR_WIDTH, ScrollBar, ScrollTracker, Stride, draw_grow_box};
pub use text_edit::{
    KeyEffect, LONGEST_TEXT, Layout as TextLayout, LayoutCache, TextEdit, TooLong, Typeface,
};
pub use user_item::{Keyed, UserItem};
pub use window_frame::{WindowFrame, WindowPart};
pub use window_tracker::{BoxTracker, DragTracker, GrowTracker};

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

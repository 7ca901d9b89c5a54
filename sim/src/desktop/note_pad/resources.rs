//! The Note Pad's own file: its menus, its alert and every text that it shows.

use crate::desktop::geometry::Rect;
use crate::desktop::program_file::{add_alert, add_menu};
use crate::desktop::resource::{self, MenuBarList, Position, StringList, WindowProc, WindowTemplate};
use crate::desktop::system_file::{BuildError, add_small_icon};
use mc_pack::ResourceFork;
use mc_pack::size_resource::{Size, SizeFlags};

/// What it wants of the Process Manager.
const SIZE: Size = Size {
    flags: SizeFlags::from_bits(
        SizeFlags::ACCEPT_SUSPEND_RESUME_EVENTS.bits()
            | SizeFlags::CAN_BACKGROUND.bits()
            | SizeFlags::DOES_ACTIVATE_ON_FG_SWITCH.bits()
            | SizeFlags::IS_32_BIT_COMPATIBLE.bits()
            | SizeFlags::IS_HIGH_LEVEL_EVENT_AWARE.bits(),
    ),
    preferred: 192 << 10,
    minimum: 128 << 10,
};

/// Its signature.
pub(in crate::desktop) const SIGNATURE: [u8; 4] = *b"npad";

/// Ids that the frame expects: the menu bar, and the icon in the Application menu's title.
const MENU_BAR: i16 = 128;
const ICON: i16 = 128;
/// Id of the window, and of the texts.
pub(super) const WINDOW: i16 = 128;
pub(super) const STRINGS: i16 = 128;

/// Numbers of the texts.
pub(super) mod strings {
    pub const FILE_NAME: usize = 1;
}

/// The alert before unsaved changes are lost, and the numbers of its buttons.
pub(super) mod alert {
    pub const SAVE_CHANGES: i16 = 128;
    pub const SAVE: usize = 1;
    /// The second one cancels.
    pub const DONT_SAVE: usize = 3;
}

/// Ids of the menus and the numbers of the items that do something.
pub(super) mod menus {
    pub const APPLE: i16 = 128;
    pub const FILE: i16 = 129;
    pub const SAVE: usize = 1;
    pub const QUIT: usize = 3;
    pub const EDIT: i16 = 130;
    pub const CLEAR: usize = 6;
}

const MENUS: [(i16, &str, &[&str]); 3] = [
    (menus::APPLE, "\u{F8FF}", &["(About Note Pad\u{2026}", "(-"]),
    (menus::FILE, "File", &["Save/S", "(-", "Quit/Q"]),
    (
        menus::EDIT,
        "Edit",
        &["(Undo/Z", "(-", "(Cut/X", "(Copy/C", "(Paste/V", "Clear"],
    ),
];

/// The application file.
///
/// # Errors
/// [`BuildError`] when a drawing that is part of this program is wrong.
pub fn note_pad_file() -> Result<ResourceFork, BuildError> {
    let mut fork = ResourceFork::new();
    let bar = MenuBarList(MENUS.map(|(id, ..)| id).to_vec());
    resource::store(&mut fork, MENU_BAR, None, &bar)?;
    for (id, title, items) in MENUS {
        add_menu(&mut fork, id, title, items)?;
    }
    let texts = StringList(vec!["Note".to_owned()]);
    resource::store(&mut fork, STRINGS, None, &texts)?;
    let window = WindowTemplate {
        bounds: Rect::new(110, 120, 250, 400),
        proc: WindowProc::FixedDocument,
        closes: true,
        title: "Note Pad".to_owned(),
        position: Position::Given,
    };
    resource::store(&mut fork, WINDOW, None, &window)?;
    let question = "Save changes to the note before quitting?";
    let buttons = ["Save", "Cancel", "Don\u{2019}t Save"];
    add_alert(&mut fork, alert::SAVE_CHANGES, &buttons, question, 2)?;
    add_small_icon(&mut fork, ICON, include_str!("../art/note-pad.txt"))?;
    fork.add(SIZE.to_resource())?;
    Ok(fork)
}

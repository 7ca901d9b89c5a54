//! SimpleText's own file: its menus, its alerts and every text that it shows.

use super::scripting::dictionary;
use crate::desktop::geometry::Rect;
use crate::desktop::program_file::{add_alert, add_menu};
use crate::desktop::resource::{
    self, Alert, Item, ItemKind, ItemList, MenuBarList, Position, StringList, Version, WindowProc,
    WindowTemplate, Within,
};
use crate::desktop::system_file::{BuildError, add_small_icon, plain};
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
    preferred: 512 << 10,
    minimum: 192 << 10,
};

/// Its signature.
pub(in crate::desktop) const SIGNATURE: [u8; 4] = *b"ttxt";

/// Ids that the frame expects: the menu bar, and the icon in the Application menu's title.
const MENU_BAR: i16 = 128;
const ICON: i16 = 128;
/// Ids of the window, and of the texts.
pub(super) const WINDOW: i16 = 128;
pub(super) const STRINGS: i16 = 128;

/// Ids of the alerts and the numbers of their buttons.
pub(super) mod alerts {
    /// Asks before changes are lost.
    pub const SAVE_CHANGES: i16 = 128;
    pub const SAVE: usize = 1;
    /// The second one cancels.
    pub const DONT_SAVE: usize = 3;
    /// Says something in one sentence.
    pub const NOTICE: i16 = 129;
}

/// Numbers of the texts.
pub(super) mod strings {
    pub const UNTITLED: usize = 1;
    pub const CLOSING: usize = 2;
    pub const QUITTING: usize = 3;
    pub const PROMPT: usize = 4;
    pub const TOO_LARGE: usize = 5;
    pub const NO_ROOM: usize = 6;
    pub const NOT_OPENED: usize = 7;
    pub const NOT_SAVED: usize = 8;
    pub const NOT_A_TEXT: usize = 9;
    pub const ABOUT: usize = 10;
    pub const DISK_FULL: usize = 11;
    pub const DISK_LOCKED: usize = 12;
    pub const FILE_LOCKED: usize = 13;
}

const TEXTS: [&str; 13] = [
    "untitled",
    "closing",
    "quitting",
    "Save this document as:",
    "The document \u{201C}^0\u{201D} is too large to be opened by SimpleText.",
    "There is no room for so much text: a document can have at most 32,767 characters.",
    "The document \u{201C}^0\u{201D} could not be opened, because an error of type ^1 occurred.",
    "The document \u{201C}^0\u{201D} could not be saved, because an error of type ^1 occurred.",
    "The document \u{201C}^0\u{201D} could not be opened, because SimpleText cannot read documents of this kind.",
    "SimpleText 1.0, simulated. Not an Apple product.",
    "The document \u{201C}^0\u{201D} could not be saved, because the disk is full.",
    "The document \u{201C}^0\u{201D} could not be saved, because the disk is locked.",
    "The document \u{201C}^0\u{201D} could not be saved, because the file is locked.",
];

/// Ids of the menus and the numbers of the items that do something.
pub(super) mod menus {
    pub const APPLE: i16 = 128;
    pub const ABOUT: usize = 1;
    pub const FILE: i16 = 129;
    pub const NEW: usize = 1;
    pub const OPEN: usize = 2;
    pub const CLOSE: usize = 4;
    pub const SAVE: usize = 5;
    pub const SAVE_AS: usize = 6;
    pub const QUIT: usize = 11;
    pub const EDIT: i16 = 130;
    pub const UNDO: usize = 1;
    pub const CUT: usize = 3;
    pub const COPY: usize = 4;
    pub const PASTE: usize = 5;
    pub const CLEAR: usize = 6;
    pub const SELECT_ALL: usize = 7;
    /// Numbers of the items are places in `FAMILIES`, `SIZES` and `STYLES`, from 1.
    pub const FONT: i16 = 131;
    pub const SIZE: i16 = 132;
    pub const STYLE: i16 = 133;
}

const MENUS: [(i16, &str, &[&str]); 6] = [
    (menus::APPLE, "\u{F8FF}", &["About SimpleText\u{2026}", "(-"]),
    (
        menus::FILE,
        "File",
        &[
            "New/N",
            "Open\u{2026}/O",
            "(-",
            "Close/W",
            "Save/S",
            "Save As\u{2026}",
            "(-",
            "(Page Setup\u{2026}",
            "(Print\u{2026}/P",
            "(-",
            "Quit/Q",
        ],
    ),
    (
        menus::EDIT,
        "Edit",
        &[
            "Undo/Z",
            "(-",
            "Cut/X",
            "Copy/C",
            "Paste/V",
            "Clear",
            "Select All/A",
        ],
    ),
    (menus::FONT, "Font", &["Chicago", "Geneva"]),
    (menus::SIZE, "Size", &["9 Point", "10 Point", "12 Point"]),
    (
        menus::STYLE,
        "Style",
        &[
            "Plain Text/T",
            "Bold/B",
            "(Italic/I",
            "(Underline/U",
            "(Outline",
            "(Shadow",
            "(Condensed",
            "(Extended",
        ],
    ),
];

/// The question before a document is closed, as the sample code of Apple's developer support has it.
fn add_save_changes(fork: &mut ResourceFork) -> Result<(), BuildError> {
    let button = |left, right, title: &str| {
        let rect = Rect::new(71, left, 91, right);
        Item::new(rect, ItemKind::Button(title.to_owned()))
    };
    let question = "Save changes to the document \u{201C}^0\u{201D} before ^1?";
    let items = ItemList(vec![
        button(315, 367, "Save"),
        button(244, 302, "Cancel"),
        button(80, 162, "Don\u{2019}t Save"),
        Item::new(
            Rect::new(11, 78, 61, 366),
            ItemKind::StaticText(question.to_owned()),
        ),
    ]);
    let alert = Alert {
        bounds: Rect::new(0, 0, 104, 380),
        items: alerts::SAVE_CHANGES,
        default_item: alerts::SAVE,
        position: Position::Alert(Within::MainScreen),
    };
    resource::store(fork, alerts::SAVE_CHANGES, None, &alert)?;
    Ok(resource::store(fork, alerts::SAVE_CHANGES, None, &items)?)
}

/// The application file.
///
/// # Errors
/// [`BuildError`] when a drawing that is part of this program is wrong.
pub fn simple_text_file() -> Result<ResourceFork, BuildError> {
    let mut fork = ResourceFork::new();
    let bar = MenuBarList(MENUS.map(|(id, ..)| id).to_vec());
    resource::store(&mut fork, MENU_BAR, None, &bar)?;
    for (id, title, items) in MENUS {
        add_menu(&mut fork, id, title, items)?;
    }
    let texts = StringList(TEXTS.map(str::to_owned).to_vec());
    resource::store(&mut fork, STRINGS, None, &texts)?;
    let window = WindowTemplate {
        bounds: Rect::new(44, 6, 240, 406),
        proc: WindowProc::ZoomDocument,
        closes: true,
        title: String::new(),
        position: Position::Stagger(Within::MainScreen),
    };
    resource::store(&mut fork, WINDOW, None, &window)?;
    add_save_changes(&mut fork)?;
    add_alert(&mut fork, alerts::NOTICE, &["OK"], "^0", 3)?;
    add_small_icon(&mut fork, ICON, include_str!("../art/simple-text.txt"))?;
    let version = Version {
        number: 0x0100,
        short: "1.0".to_owned(),
        long: "Simulated; not an Apple product".to_owned(),
    };
    resource::store(&mut fork, 1, None, &version)?;
    fork.add(plain(*b"aete", 0, None, dictionary::terms()))?;
    fork.add(SIZE.to_resource())?;
    Ok(fork)
}

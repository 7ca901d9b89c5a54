//! The Finder's own file: its menus, alerts, windows and every text that it shows.

use crate::desktop::Station;
use crate::desktop::geometry::Rect;
use crate::desktop::program_file::{add_alert, add_menu};
use crate::desktop::resource::{self, MenuBarList, Position, StringList, WindowProc, WindowTemplate};
use crate::desktop::system_file::{BuildError, add_large_icon, add_small_icon, icons, system_version};
use mc_pack::ResourceFork;
use mc_pack::size_resource::{Size, SizeFlags};

/// What the Finder wants of the Process Manager.
const SIZE: Size = Size {
    flags: SizeFlags::from_bits(
        SizeFlags::ACCEPT_SUSPEND_RESUME_EVENTS.bits()
            | SizeFlags::CAN_BACKGROUND.bits()
            | SizeFlags::DOES_ACTIVATE_ON_FG_SWITCH.bits()
            | SizeFlags::IS_32_BIT_COMPATIBLE.bits()
            | SizeFlags::IS_HIGH_LEVEL_EVENT_AWARE.bits(),
    ),
    preferred: 300 << 10,
    minimum: 160 << 10,
};

/// Ids that the frame expects: the menu bar, and the icon in the Application menu's title.
const MENU_BAR: i16 = 128;
const FINDER_ICON: i16 = 128;
/// Id of the window About This Macintosh.
pub(super) const ABOUT_WINDOW: i16 = 128;
/// Id of the window of a folder, a disk or the Trash.
pub(super) const FOLDER_WINDOW: i16 = 129;

/// Ids of the alerts and of their item lists.
pub(super) mod alerts {
    /// Asks before the Trash is emptied.
    pub const EMPTY_TRASH: i16 = 128;
    /// Says something in one sentence.
    pub const NOTICE: i16 = 129;
    /// Item number of the button OK in each of them.
    pub const OK: usize = 1;
}

/// Ids of the string lists, and in each the numbers of the strings.
pub(super) mod strings {
    /// Names and the line above the icons of a window.
    pub const WINDOWS: i16 = 128;
    pub const TRASH_NAME: usize = 1;
    pub const ITEM_COUNT: usize = 2;
    pub const ONE_ITEM: usize = 3;
    pub const IN_DISK: usize = 4;
    pub const AVAILABLE: usize = 5;
    pub const KILOBYTES: usize = 6;
    pub const MEGABYTES: usize = 7;
    pub const SYSTEM_FOLDER: usize = 8;

    /// Parts of the alerts.
    pub const MESSAGES: i16 = 129;
    pub const TRASH_ITEMS: usize = 1;
    pub const TRASH_ITEM: usize = 2;
    pub const TRASH_FAILED: usize = 3;
    pub const NO_APPLICATION: usize = 4;
    pub const LAUNCH_FAILED: usize = 5;

    /// The window About This Macintosh.
    pub const ABOUT: i16 = 130;
    pub const SYSTEM_SOFTWARE: usize = 1;
    pub const TOTAL_MEMORY: usize = 2;
    pub const SIMULATED: usize = 3;
}

/// Ids of the menus and the numbers of the items that do something.
pub(super) mod menus {
    pub const APPLE: i16 = 1;
    pub const ABOUT: usize = 1;
    pub const FILE: i16 = 2;
    pub const OPEN: usize = 2;
    pub const CLOSE: usize = 4;
    pub const EDIT: i16 = 3;
    pub const SELECT_ALL: usize = 7;
    pub const VIEW: i16 = 4;
    pub const LABEL: i16 = 5;
    pub const SPECIAL: i16 = 6;
    pub const EMPTY_TRASH: usize = 2;
    /// What the Finder adds to the system's Help menu.
    pub const HELP: i16 = -16490;
}

/// Menus in AppendMenu's notation: `(` dims an item, `/` comes before its Cmd-key, `!` before its mark.
const MENUS: [(i16, &str, &[&str]); 6] = [
    (menus::APPLE, "\u{F8FF}", &["About This Macintosh\u{2026}", "(-"]),
    (
        menus::FILE,
        "File",
        &[
            "(New Folder/N",
            "Open/O",
            "(Print/P",
            "Close Window/W",
            "(-",
            "(Get Info/I",
            "(Sharing\u{2026}",
            "(Duplicate/D",
            "(Make Alias",
            "(Put Away/Y",
            "(-",
            "(Find\u{2026}/F",
            "(Find Again/G",
            "(-",
            "(Page Setup\u{2026}",
            "(Print Window\u{2026}",
        ],
    ),
    (
        menus::EDIT,
        "Edit",
        &[
            "(Undo/Z",
            "(-",
            "(Cut/X",
            "(Copy/C",
            "(Paste/V",
            "(Clear",
            "Select All/A",
            "(-",
            "(Show Clipboard",
        ],
    ),
    (
        menus::VIEW,
        "View",
        &[
            "(by Small Icon",
            "by Icon!\u{2713}",
            "(by Name",
            "(by Size",
            "(by Kind",
            "(by Label",
            "(by Date",
        ],
    ),
    (
        menus::LABEL,
        "Label",
        &[
            "(None!\u{2713}",
            "(-",
            "(Essential",
            "(Hot",
            "(In Progress",
            "(Cool",
            "(Personal",
            "(Project 1",
            "(Project 2",
        ],
    ),
    (
        menus::SPECIAL,
        "Special",
        &[
            "(Clean Up Window",
            "Empty Trash\u{2026}",
            "(-",
            "(Eject Disk/E",
            "(Erase Disk\u{2026}",
            "(-",
            "(Restart",
            "(Shut Down",
        ],
    ),
];

/// Not of the menu bar.
const HELP_ITEMS: [&str; 2] = ["(-", "(Finder Shortcuts"];

const STRINGS: [(i16, &[&str]); 3] = [
    (
        strings::WINDOWS,
        &[
            "Trash",
            "^0 items",
            "1 item",
            "^0 in disk",
            "^0 available",
            "^0K",
            "^0 MB",
            "System Folder",
        ],
    ),
    (
        strings::MESSAGES,
        &[
            "^0 items, which use ^1",
            "1 item, which uses ^1",
            "The Trash could not be emptied, because an error of type ^0 occurred.",
            "The document \u{201C}^0\u{201D} could not be opened, because the application program that created it \
             could not be found.",
            "The application program could not be opened, because an error of type ^0 occurred.",
        ],
    ),
    (
        strings::ABOUT,
        &[
            "System Software ^0",
            "Total Memory: ^0",
            "Simulated; not an Apple product",
        ],
    ),
];

const EMPTY_TRASH_TEXT: &str = "The Trash contains ^0 of disk space.\rAre you sure you want to remove the items in \
                                the Trash permanently?";

/// The resource fork of the Finder.
///
/// # Errors
/// [`BuildError`] when a drawing that is part of this program is wrong.
pub fn finder_file(station: &Station) -> Result<ResourceFork, BuildError> {
    let mut fork = ResourceFork::new();
    resource::store(
        &mut fork,
        MENU_BAR,
        None,
        &MenuBarList(MENUS.map(|(id, ..)| id).to_vec()),
    )?;
    for (id, title, items) in MENUS {
        add_menu(&mut fork, id, title, items)?;
    }
    add_menu(&mut fork, menus::HELP, "Help", &HELP_ITEMS)?;
    for (id, texts) in STRINGS {
        let list = texts.iter().map(|text| (*text).to_owned()).collect();
        resource::store(&mut fork, id, None, &StringList(list))?;
    }
    add_alert(
        &mut fork,
        alerts::EMPTY_TRASH,
        &["OK", "Cancel"],
        EMPTY_TRASH_TEXT,
        4,
    )?;
    add_alert(&mut fork, alerts::NOTICE, &["OK"], "^0", 3)?;
    let about = WindowTemplate {
        bounds: Rect::new(60, 80, 180, 400),
        proc: WindowProc::FixedDocument,
        closes: true,
        title: "About This Macintosh".to_owned(),
        position: Position::Given,
    };
    resource::store(&mut fork, ABOUT_WINDOW, None, &about)?;
    let folder = WindowTemplate {
        bounds: Rect::new(46, 14, 296, 444),
        proc: WindowProc::ZoomDocument,
        closes: true,
        title: String::new(),
        position: Position::Given,
    };
    resource::store(&mut fork, FOLDER_WINDOW, None, &folder)?;
    add_small_icon(&mut fork, FINDER_ICON, include_str!("../art/finder.txt"))?;
    add_large_icon(
        &mut fork,
        icons::TEXT_DOCUMENT,
        include_str!("../art/text-document.txt"),
    )?;
    add_large_icon(&mut fork, icons::COMPUTER, include_str!("../art/computer.txt"))?;
    resource::store(&mut fork, 1, None, &system_version(station))?;
    fork.add(SIZE.to_resource())?;
    Ok(fork)
}

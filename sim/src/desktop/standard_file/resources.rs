//! What the System file has for Standard File: two dialogs, three small ones, their texts. Ids, rectangles and item numbers are those of
//! System 7 (Inside Macintosh: Files, chapter 3, "Customizing the User Interface"; Apple's interface file StandardFile). Three items
//! differ in kind: the pop-up menu of folders and the button for a new folder, which the real ones make at run time in place of user
//! items, are items of their own, and the dividing line is a user item, not a picture.

use crate::desktop::BuildError;
use crate::desktop::geometry::Rect;
use crate::desktop::resource::{
    self, ControlKind, ControlTemplate, DialogTemplate, HelpItem, Item, ItemKind, ItemList, Menu, MenuItem,
    Position, StringList, WindowProc, Within,
};
use mc_pack::ResourceFork;

/// Ids of the dialogs and of their items.
pub(super) const GET: i16 = -6042;
pub(super) const PUT: i16 = -6043;
pub(super) const NOTICE: i16 = -6044;
pub(super) const REPLACE: i16 = -6045;
pub(super) const NEW_FOLDER: i16 = -6046;
/// The texts, and the menu and control of the folders.
pub(super) const STRINGS: i16 = -6042;
const FOLDERS: i16 = -6042;

/// Numbers of the items of both large dialogs.
pub(super) mod items {
    pub const OPEN: usize = 1;
    pub const CANCEL: usize = 2;
    pub const DISK: usize = 4;
    pub const EJECT: usize = 5;
    pub const DESKTOP: usize = 6;
    pub const LIST: usize = 7;
    pub const FOLDERS: usize = 8;
    pub const DIVIDER: usize = 9;
    pub const NAME: usize = 10;
    pub const PROMPT: usize = 11;
    pub const NEW_FOLDER: usize = 12;
    /// Pseudo-items: sfHookOpenFolder and sfHookGoToParent.
    pub const OPEN_FOLDER: usize = 103;
    pub const GO_TO_PARENT: usize = 107;
    /// The name in the dialog for a new folder.
    pub const FOLDER_NAME: usize = 3;
}

/// Numbers of the texts.
pub(super) mod strings {
    pub const DESKTOP: usize = 1;
    pub const OPEN: usize = 2;
    pub const SAVE: usize = 3;
    pub const DISK_LOCKED: usize = 4;
    pub const BAD_NAME: usize = 5;
    pub const FAILED: usize = 6;
    pub const NAME_OF_FOLDER: usize = 7;
    pub const NAME_TAKEN: usize = 8;
}

const TEXTS: [&str; 8] = [
    "Desktop",
    "Open",
    "Save",
    "The disk is locked.",
    "Bad character in name, or can\u{2019}t find that disk.",
    "Sorry, an error occurred.",
    "That name is already used by a folder.",
    "That name is already taken; please use another name.",
];

fn item(sides: [i16; 4], kind: ItemKind) -> Item {
    let [top, left, bottom, right] = sides;
    Item::new(Rect::new(top, left, bottom, right), kind)
}

fn button(sides: [i16; 4], title: &str) -> Item {
    item(sides, ItemKind::Button(title.to_owned()))
}

fn text(sides: [i16; 4], text: &str) -> Item {
    item(sides, ItemKind::StaticText(text.to_owned()))
}

fn edit(sides: [i16; 4], text: &str) -> Item {
    item(sides, ItemKind::EditText(text.to_owned()))
}

/// What both large dialogs have alike: the disk to the pop-up menu.
fn middle_items(dialog: i16, list_bottom: i16) -> Vec<Item> {
    vec![
        item([0, 0, 0, 0], ItemKind::Help(HelpItem::Dialog(dialog))),
        item([8, 235, 24, 337], ItemKind::User),
        button([32, 252, 52, 332], "Eject"),
        button([60, 252, 80, 332], "Desktop"),
        item([29, 12, list_bottom, 230], ItemKind::User),
        item([6, 12, 25, 230], ItemKind::Control(FOLDERS)),
    ]
}

fn get_items() -> Vec<Item> {
    let mut items = vec![
        button([135, 252, 155, 332], "Open"),
        button([104, 252, 124, 332], "Cancel"),
    ];
    items.extend(middle_items(GET, 159));
    items.push(item([91, 251, 92, 333], ItemKind::User));
    items
}

fn put_items() -> Vec<Item> {
    let mut items = vec![
        button([161, 252, 181, 332], "Save"),
        button([130, 252, 150, 332], "Cancel"),
    ];
    items.extend(middle_items(PUT, 127));
    items.extend([
        item([119, 250, 120, 334], ItemKind::User),
        edit([157, 15, 173, 227], ""),
        text([136, 15, 152, 227], "Save as:"),
        button([88, 252, 108, 332], "New Folder"),
    ]);
    items
}

fn notice_items() -> Vec<Item> {
    vec![button([70, 140, 90, 210], "OK"), text([10, 10, 66, 210], "^0")]
}

fn replace_items() -> Vec<Item> {
    vec![
        button([50, 120, 70, 190], "Replace"),
        button([50, 10, 70, 80], "Cancel"),
        text([10, 10, 40, 190], "Replace existing \u{201C}^0\u{201D}?"),
    ]
}

fn new_folder_items() -> Vec<Item> {
    vec![
        button([61, 130, 81, 190], "Create"),
        button([61, 10, 81, 70], "Cancel"),
        edit([33, 12, 49, 189], "untitled folder"),
        text([8, 10, 28, 178], "Name of new folder:"),
    ]
}

/// Adds everything to the System file.
pub(in crate::desktop) fn add(fork: &mut ResourceFork) -> Result<(), BuildError> {
    let on_screen = Position::Alert(Within::MainScreen);
    let on_dialog = Position::Centre(Within::ParentWindow);
    for (id, (height, width), position, items) in [
        (GET, (166, 344), on_screen, get_items()),
        (PUT, (188, 344), on_screen, put_items()),
        (NOTICE, (100, 223), on_dialog, notice_items()),
        (REPLACE, (80, 200), on_dialog, replace_items()),
        (NEW_FOLDER, (90, 204), on_dialog, new_folder_items()),
    ] {
        let dialog = DialogTemplate {
            bounds: Rect::new(0, 0, height, width),
            proc: WindowProc::ModalDialog,
            closes: false,
            items: id,
            title: String::new(),
            position,
        };
        resource::store(fork, id, None, &dialog)?;
        resource::store(fork, id, None, &ItemList(items))?;
    }
    let folders = Menu {
        id: FOLDERS,
        title: String::new(),
        enabled: true,
        items: vec![MenuItem::plain("Desktop")],
    };
    resource::store(fork, FOLDERS, None, &folders)?;
    let control = ControlTemplate {
        bounds: Rect::new(6, 12, 25, 230),
        kind: ControlKind::PopUp {
            menu: FOLDERS,
            title_width: 0,
            fixed_width: false,
        },
        title: String::new(),
    };
    resource::store(fork, FOLDERS, None, &control)?;
    let texts = StringList(TEXTS.map(str::to_owned).to_vec());
    Ok(resource::store(fork, STRINGS, None, &texts)?)
}

//! The System file: fonts, icons and the names of machines.

use super::font::{Association, BdfError, NfntError, encode_fond, encode_nfnt, parse_bdf};
use super::geometry::Point;
use super::program_file::{add_alert, add_menu};
use super::resource::{self, Cursor, LargeIcon, SmallIcon, StringList, Version};
use super::standard_file::add_standard_file;
use super::{Station, keyboard};
use mc_pack::OsType;
use mc_pack::resource_fork::{Attributes, Resource, ResourceFork, ResourceForkError};

/// A drawn strike and the resources that it becomes.
pub(super) struct StrikeSource {
    /// Resource id of the `FOND`, which is the font's family id.
    family: i16,
    /// Resource id of the `NFNT`.
    pub id: i16,
    /// The drawing.
    pub bdf: &'static str,
}

/// Family id of the font that menus, alerts and buttons are drawn with (`systemFont`).
const SYSTEM_FONT: i16 = 0;

/// Every strike of the System file. The ids of the `NFNT`s follow the old rule for `FONT`: 128 times the family
/// and the size.
pub(super) const STRIKES: [StrikeSource; 3] = [
    StrikeSource {
        family: SYSTEM_FONT,
        id: 12,
        bdf: include_str!("../../fonts/chicago-12.bdf"),
    },
    StrikeSource {
        family: 3,
        id: 3 * 128 + 9,
        bdf: include_str!("../../fonts/geneva-9.bdf"),
    },
    StrikeSource {
        family: 3,
        id: 3 * 128 + 10,
        bdf: include_str!("../../fonts/geneva-10.bdf"),
    },
];

/// Resource ids of the icons, as Apple's interface file Icons names them.
pub mod icons {
    /// A document of no known application.
    pub const DOCUMENT: i16 = -4000;
    /// A folder.
    pub const FOLDER: i16 = -3999;
    /// An application without icon.
    pub const APPLICATION: i16 = -3996;
    /// A hard disk.
    pub const HARD_DISK: i16 = -3995;
    /// The Trash with nothing in it.
    pub const TRASH: i16 = -3993;
    /// The Trash with something in it.
    pub const FULL_TRASH: i16 = -3984;
    /// The System Folder.
    pub const SYSTEM_FOLDER: i16 = -3983;
    /// A text document, in the Finder's own file.
    pub const TEXT_DOCUMENT: i16 = 129;
    /// The computer of the About box, in the Finder's own file.
    pub const COMPUTER: i16 = 130;
    /// Icon of stop alerts.
    pub const STOP: i16 = 0;
    /// Icon of note alerts.
    pub const NOTE: i16 = 1;
    /// Icon of caution alerts.
    pub const CAUTION: i16 = 2;
    /// The small balloon that is the title of the Help menu.
    pub const HELP: i16 = -16490;
}

/// The menus that the system adds to those of each application, and what it says when something cannot be opened from them.
pub(super) mod system_menus {
    pub use crate::desktop::parts::APPLE_TITLE;
    /// Help, at the right of the bar.
    pub const HELP: i16 = -16490;
    /// The list of running applications.
    pub const APPLICATION: i16 = -16489;
    /// Numbers of its items before the list.
    pub const HIDE: usize = 1;
    pub const HIDE_OTHERS: usize = 2;
    pub const SHOW_ALL: usize = 3;
    /// Id of the alert, and of the strings that it says.
    pub const OPEN_FAILED: i16 = -16489;
    pub const MESSAGES: i16 = -16489;
    pub const CANNOT_OPEN: usize = 1;
}

/// Id, title and items, in AppendMenu's notation.
const MENUS: [(i16, &str, &[&str]); 2] = [
    (
        system_menus::HELP,
        "Help",
        &["(About Balloon Help\u{2026}", "(-", "(Show Balloons"],
    ),
    (
        system_menus::APPLICATION,
        "Application",
        &["Hide ^0", "Hide Others", "Show All", "(-"],
    ),
];

const LARGE_ICONS: [(i16, &str); 10] = [
    (icons::STOP, include_str!("art/stop.txt")),
    (icons::NOTE, include_str!("art/note.txt")),
    (icons::CAUTION, include_str!("art/caution.txt")),
    (icons::DOCUMENT, include_str!("art/document.txt")),
    (icons::FOLDER, include_str!("art/folder.txt")),
    (icons::APPLICATION, include_str!("art/application.txt")),
    (icons::HARD_DISK, include_str!("art/hard-disk.txt")),
    (icons::TRASH, include_str!("art/trash-empty.txt")),
    (icons::FULL_TRASH, include_str!("art/trash-full.txt")),
    (icons::SYSTEM_FOLDER, include_str!("art/system-folder.txt")),
];

/// The same at a quarter of the size, as lists show them.
const SMALL_ICONS: [(i16, &str); 5] = [
    (icons::HELP, include_str!("art/help.txt")),
    (icons::DOCUMENT, include_str!("art/document-small.txt")),
    (icons::FOLDER, include_str!("art/folder-small.txt")),
    (icons::APPLICATION, include_str!("art/application-small.txt")),
    (icons::HARD_DISK, include_str!("art/hard-disk-small.txt")),
];

const CANNOT_OPEN: &str = "\u{201C}^0\u{201D} could not be opened, because an error of type ^1 occurred.";

/// The pointer that says to wait.
pub const WATCH: i16 = 4;

/// The keyboard layout.
const US_LAYOUT: i16 = 0;

/// Gestalt `mach` is the index of the machine's name in this string list.
const MACHINE_NAMES: i16 = -16395;

/// The names that the Sharing Setup control panel keeps: the computer's, and its owner's.
const NAMES: [(i16, &str); 2] = [(-16413, "Simulated Mac"), (-16096, "Simulated User")];

/// Why one of the files that the simulator brings along could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A drawn strike is wrong.
    #[error(transparent)]
    Bdf(#[from] BdfError),
    /// A strike does not fit into an `NFNT`.
    #[error(transparent)]
    Nfnt(#[from] NfntError),
    /// A drawn icon is wrong.
    #[error("icon {id}: its drawing is wrong in line {line}; use #, . and blank, as many as it has pixels")]
    Icon {
        /// Resource id.
        id: i16,
        /// Number of the line, from 1.
        line: usize,
    },
    /// The resources make no fork.
    #[error(transparent)]
    Fork(#[from] ResourceForkError),
}

/// The resource fork of the System file.
///
/// # Errors
/// [`BuildError`] when a drawing that is part of this program, or the station's own strike, is wrong.
pub fn system_file(station: &Station) -> Result<ResourceFork, BuildError> {
    let mut fork = ResourceFork::new();
    add_fonts(&mut fork, station.system_strike)?;
    for (id, drawing) in LARGE_ICONS {
        add_large_icon(&mut fork, id, drawing)?;
    }
    for (id, drawing) in SMALL_ICONS {
        add_small_icon(&mut fork, id, drawing)?;
    }
    add_standard_file(&mut fork)?;
    for (id, title, items) in MENUS {
        add_menu(&mut fork, id, title, items)?;
    }
    add_alert(&mut fork, system_menus::OPEN_FAILED, &["OK"], "^0", 3)?;
    let messages = StringList(vec![CANNOT_OPEN.to_owned()]);
    resource::store(&mut fork, system_menus::MESSAGES, None, &messages)?;
    resource::store(&mut fork, WATCH, None, &watch()?)?;
    fork.add(plain(*b"KCHR", US_LAYOUT, Some("U.S."), keyboard::us_layout()))?;
    let mut names = vec![String::from("Macintosh"); usize::from(station.machine_type)];
    if let Some(last) = names.last_mut() {
        *last = station.machine_name.to_owned();
    }
    resource::store(&mut fork, MACHINE_NAMES, None, &StringList(names))?;
    for (id, name) in NAMES {
        let length = [name.len() as u8];
        fork.add(plain(*b"STR ", id, None, [&length, name.as_bytes()].concat()))?;
    }
    resource::store(&mut fork, 1, None, &system_version(station))?;
    Ok(fork)
}

fn watch() -> Result<Cursor, BuildError> {
    let drawing = include_str!("art/watch.txt");
    Cursor::from_drawing(drawing, Point::new(8, 8)).map_err(|line| BuildError::Icon { id: WATCH, line })
}

/// The version resource of the system's own files.
pub(super) fn system_version(station: &Station) -> Version {
    let short = version_text(station.system);
    Version {
        number: station.system,
        long: format!("{short}, simulated"),
        short,
    }
}

/// `0x0701` as `7.0.1`.
pub(super) fn version_text(system: u16) -> String {
    let (major, minor, fix) = (system >> 8, system >> 4 & 0xF, system & 0xF);
    if fix == 0 {
        format!("{major}.{minor}")
    } else {
        format!("{major}.{minor}.{fix}")
    }
}

/// `system_strike` takes the place of the built-in system font, under its name.
fn add_fonts(fork: &mut ResourceFork, system_strike: Option<&str>) -> Result<(), BuildError> {
    let mut families: Vec<(i16, String, Vec<Association>)> = Vec::new();
    for source in &STRIKES {
        let replaced = system_strike.filter(|_| source.family == SYSTEM_FONT);
        let mut font = parse_bdf(source.bdf)?;
        if let Some(drawing) = replaced {
            font.strike = parse_bdf(drawing)?.strike;
        }
        fork.add(plain(*b"NFNT", source.id, None, encode_nfnt(&font.strike)?))?;
        let strike = Association {
            size: u16::from(font.size),
            style: 0,
            id: source.id,
        };
        match families.last_mut() {
            Some((family, _, strikes)) if *family == source.family => strikes.push(strike),
            _ => families.push((source.family, font.family, vec![strike])),
        }
    }
    for (family, name, strikes) in families {
        fork.add(plain(
            *b"FOND",
            family,
            Some(&name),
            encode_fond(family, &strikes),
        ))?;
    }
    Ok(())
}

pub(super) fn plain(kind: [u8; 4], id: i16, name: Option<&str>, data: Vec<u8>) -> Resource {
    let name = name.map(|name| name.as_bytes().to_vec());
    Resource {
        res_type: OsType(kind),
        id,
        name,
        attributes: Attributes::PURGEABLE,
        data,
    }
}

/// Adds a drawn `ICN#`.
pub(super) fn add_large_icon(fork: &mut ResourceFork, id: i16, drawing: &str) -> Result<(), BuildError> {
    let icon = LargeIcon::from_drawing(drawing).map_err(|line| BuildError::Icon { id, line })?;
    Ok(resource::store(fork, id, None, &icon)?)
}

/// Adds a drawn `ics#`.
pub(super) fn add_small_icon(fork: &mut ResourceFork, id: i16, drawing: &str) -> Result<(), BuildError> {
    let icon = SmallIcon::from_drawing(drawing).map_err(|line| BuildError::Icon { id, line })?;
    Ok(resource::store(fork, id, None, &icon)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::font::{FontName, Fonts, Style};
    use crate::desktop::tests::STATION;

    #[test]
    fn fonts_come_back_from_the_bytes_of_the_file() {
        let bytes = system_file(&STATION).unwrap().to_bytes().unwrap();
        let fonts = Fonts::load(&ResourceFork::parse(&bytes).unwrap()).unwrap();
        let chicago = fonts.strike(FontName::Chicago12);
        assert_eq!(
            (chicago.ascent(), chicago.descent(), chicago.leading()),
            (12, 3, 1)
        );
        assert_eq!(fonts.width(FontName::Chicago12, Style::Plain, "OK"), 17);
        assert_eq!(fonts.width(FontName::Chicago12, Style::Bold, "OK"), 19);
    }

    #[test]
    fn every_strike_draws_what_a_system_7_screen_shows() {
        let shown = ('!'..='~').chain("\u{2026}\u{2019}\u{2018}\u{201C}\u{201D}\u{2022}\u{2318}\u{2713}\u{25C6}\u{F8FF}\u{E9}\u{E0}\u{F1}\u{FC}\u{C5}\u{E7}".chars());
        let shown: String = shown.collect();
        for source in STRIKES {
            let strike = parse_bdf(source.bdf).unwrap().strike;
            for code in crate::desktop::font::encode(&shown) {
                assert!(
                    strike.glyphs().contains_key(&code),
                    "NFNT {} lacks {code:#04x}",
                    source.id
                );
            }
            assert!(strike.missing().width > 0);
        }
    }

    #[test]
    fn the_machine_has_its_name_at_its_gestalt_number() {
        let fork = system_file(&STATION).unwrap();
        let names: StringList = resource::load(&fork, MACHINE_NAMES).unwrap();
        assert_eq!(names.get(usize::from(STATION.machine_type)), STATION.machine_name);
        assert_eq!(version_text(0x0701), "7.0.1");
        assert_eq!(version_text(0x0710), "7.1");
    }
}

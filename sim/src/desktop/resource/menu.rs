//! `MENU` and `MBAR` (Inside Macintosh: Macintosh Toolbox Essentials, chapter 3, "The Menu Resource").

use super::{Format, Reader, put_string, put_word};
use mc_pack::OsType;

/// A menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// Menu id: what MenuSelect answers in its high word.
    pub id: i16,
    /// Title.
    pub title: String,
    /// Whether the menu as a whole can be used.
    pub enabled: bool,
    /// Items; item numbers count from 1.
    pub items: Vec<MenuItem>,
}

/// One item of a menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuItem {
    /// Its text; `-` makes a dividing line.
    pub text: String,
    /// Whether it can be chosen.
    pub enabled: bool,
    /// Cmd-key equivalent.
    pub command_key: Option<char>,
    /// Mark in front of it.
    pub mark: Option<char>,
}

impl MenuItem {
    /// An item that is only a text, and can be chosen.
    pub fn plain(text: &str) -> MenuItem {
        MenuItem {
            text: text.to_owned(),
            enabled: true,
            command_key: None,
            mark: None,
        }
    }

    /// Whether it is a dividing line.
    pub fn is_divider(&self) -> bool {
        self.text == "-"
    }
}

impl Format for Menu {
    const KIND: OsType = OsType(*b"MENU");

    fn encode(&self) -> Vec<u8> {
        let mut data = Vec::new();
        // Id; width and height, which the Menu Manager fills in; the standard definition procedure; a filler.
        for word in [self.id, 0, 0, 0, 0] {
            put_word(&mut data, word);
        }
        // Bit 0 enables the menu, bits 1 to 31 its items; items after the 31st are always enabled.
        let flags = self
            .items
            .iter()
            .take(31)
            .enumerate()
            .fold(u32::from(self.enabled), |flags, (index, item)| {
                flags | u32::from(item.enabled) << (index + 1)
            });
        data.extend(flags.to_be_bytes());
        put_string(&mut data, &self.title);
        for item in &self.items {
            put_string(&mut data, &item.text);
            data.extend([0, code(item.command_key), code(item.mark), 0]);
        }
        data.push(0);
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<Menu, &'static str> {
        let id = reader.word()?;
        reader.bytes(8)?;
        let flags = reader.long()?;
        let title = reader.string()?;
        let mut items = Vec::new();
        loop {
            let text = reader.string()?;
            if text.is_empty() {
                break;
            }
            let [_icon, key, mark, _style] = reader.bytes(4)? else {
                return Err("an item ends too early");
            };
            let enabled = flags
                .checked_shr(items.len() as u32 + 1)
                .is_none_or(|flags| flags & 1 == 1);
            items.push(MenuItem {
                text,
                enabled,
                command_key: character(*key),
                mark: character(*mark),
            });
        }
        Ok(Menu {
            id,
            title,
            enabled: flags & 1 == 1,
            items,
        })
    }
}

fn code(character: Option<char>) -> u8 {
    character
        .and_then(|character| super::encode(&character.to_string()).first().copied())
        .unwrap_or(0)
}

fn character(code: u8) -> Option<char> {
    (code != 0)
        .then(|| super::decode(&[code]).chars().next())
        .flatten()
}

/// The menus of a menu bar, by resource id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuBarList(pub Vec<i16>);

impl Format for MenuBarList {
    const KIND: OsType = OsType(*b"MBAR");

    fn encode(&self) -> Vec<u8> {
        let mut data = Vec::new();
        put_word(&mut data, self.0.len() as i16);
        for id in &self.0 {
            put_word(&mut data, *id);
        }
        data
    }

    fn parse(reader: &mut Reader<'_>) -> Result<MenuBarList, &'static str> {
        let count = reader.word()?;
        (0..count)
            .map(|_| reader.word())
            .collect::<Result<_, _>>()
            .map(MenuBarList)
    }
}

//! The resources that an application keeps its menus, alerts and texts in, written and read in Apple's formats.
//!
//! One file a format; each has `encode` for the file that we build and `parse` for the application that reads it.

mod alert;
mod control;
mod cursor;
mod icon;
mod item_list;
mod menu;
mod position;
mod strings;
mod version;
mod window;

pub use alert::Alert;
pub use control::{ControlKind, ControlTemplate};
pub use cursor::Cursor;
pub use icon::{Icon, LargeIcon, PlainIcon, SmallIcon};
pub use item_list::{HelpItem, Item, ItemKind, ItemList};
pub use menu::{Menu, MenuBarList, MenuItem};
pub use position::{Position, Within};
pub use strings::StringList;
pub use version::Version;
pub use window::{DialogTemplate, WindowProc, WindowTemplate};

use super::font::{decode, encode};
use super::geometry::Rect;
use mc_pack::OsType;
use mc_pack::resource_fork::{Attributes, Resource, ResourceFork, ResourceForkError};

/// A resource that an application needs and cannot use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResourceError {
    /// The file has no such resource.
    #[error("there is no resource {kind} {id}; add it to the file")]
    Missing {
        /// Its type.
        kind: OsType,
        /// Its id.
        id: i16,
    },
    /// The resource ends too early or holds a value that its format does not have.
    #[error("resource {kind} {id} is damaged: {reason}")]
    Damaged {
        /// Its type.
        kind: OsType,
        /// Its id.
        id: i16,
        /// What is wrong.
        reason: &'static str,
    },
}

/// A resource format.
pub trait Format: Sized {
    /// Resource type.
    const KIND: OsType;

    /// The data of the resource.
    fn encode(&self) -> Vec<u8>;

    /// Reads the data of a resource.
    fn parse(reader: &mut Reader<'_>) -> Result<Self, &'static str>;
}

/// Reads the resource of format `T` with this id.
///
/// # Errors
/// [`ResourceError`].
pub fn load<T: Format>(fork: &ResourceFork, id: i16) -> Result<T, ResourceError> {
    let resource = fork
        .get(T::KIND, id)
        .ok_or(ResourceError::Missing { kind: T::KIND, id })?;
    T::parse(&mut Reader { rest: &resource.data }).map_err(|reason| ResourceError::Damaged {
        kind: T::KIND,
        id,
        reason,
    })
}

/// Adds a resource to a file that is being built.
///
/// # Errors
/// [`ResourceForkError::Duplicate`] and the like.
pub fn store<T: Format>(
    fork: &mut ResourceFork,
    id: i16,
    name: Option<&str>,
    value: &T,
) -> Result<(), ResourceForkError> {
    fork.add(Resource {
        res_type: T::KIND,
        id,
        name: name.map(encode),
        attributes: Attributes::PURGEABLE,
        data: value.encode(),
    })
}

/// What is still unread of a resource.
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// The next bytes.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], &'static str> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or("it ends too early")?;
        self.rest = rest;
        Ok(bytes)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, &'static str> {
        Ok(self.bytes(1)?[0])
    }

    /// The next word.
    pub fn word(&mut self) -> Result<i16, &'static str> {
        let bytes = self.bytes(2)?;
        Ok(i16::from_be_bytes([bytes[0], bytes[1]]))
    }

    /// The next long.
    pub fn long(&mut self) -> Result<u32, &'static str> {
        let bytes = self.bytes(4)?;
        Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// The next rectangle.
    pub fn rect(&mut self) -> Result<Rect, &'static str> {
        Ok(Rect::new(self.word()?, self.word()?, self.word()?, self.word()?))
    }

    /// The next Pascal string.
    pub fn string(&mut self) -> Result<String, &'static str> {
        let length = self.byte()?;
        Ok(decode(self.bytes(usize::from(length))?))
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}

fn put_word(data: &mut Vec<u8>, word: i16) {
    data.extend(word.to_be_bytes());
}

fn put_rect(data: &mut Vec<u8>, rect: Rect) {
    for side in [rect.top, rect.left, rect.bottom, rect.right] {
        put_word(data, side);
    }
}

/// A Pascal string; what does not fit into 255 characters is left out.
fn put_string(data: &mut Vec<u8>, text: &str) {
    let mut codes = encode(text);
    codes.truncate(255);
    data.push(codes.len() as u8);
    data.extend(codes);
}

#[cfg(test)]
mod tests;

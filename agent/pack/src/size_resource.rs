//! `SIZE` resources: how much memory an application wants, and how the Process Manager may treat it.
//!
//! Inside Macintosh: Macintosh Toolbox Essentials, chapter 2, "The Size Resource".

use crate::flags::flags;
use crate::resource_fork::{Attributes, Resource};
use mc_protocol::OsType;

flags! {
    /// The flags of a `SIZE` resource. (They come back in `processMode` of `GetProcessInformation`.)
    SizeFlags: u16 {
        /// Takes suspend and resume events.
        ACCEPT_SUSPEND_RESUME_EVENTS = 0x4000,
        /// Gets null events while in the background.
        CAN_BACKGROUND = 0x1000,
        /// Activates its own windows when it comes forward.
        DOES_ACTIVATE_ON_FG_SWITCH = 0x0800,
        /// Has no user interface and never comes forward.
        ONLY_BACKGROUND = 0x0400,
        /// Wants the click that brought it forward.
        GET_FRONT_CLICKS = 0x0200,
        /// Is told when an application that it launched ends.
        ACCEPT_APP_DIED_EVENTS = 0x0100,
        /// Works with 32-bit addressing.
        IS_32_BIT_COMPATIBLE = 0x0080,
        /// Takes Apple events and other high-level events.
        IS_HIGH_LEVEL_EVENT_AWARE = 0x0040,
        /// Takes them from other machines, too.
        LOCAL_AND_REMOTE_HL_EVENTS = 0x0020,
        /// Opens stationery as such.
        IS_STATIONERY_AWARE = 0x0010,
        /// Uses inline input of the Text Services Manager.
        USE_TEXT_EDIT_SERVICES = 0x0008,
    }
}

/// The contents of a `SIZE` resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// What the application can do.
    pub flags: SizeFlags,
    /// Memory it works well with, in bytes.
    pub preferred: u32,
    /// Memory without which it is not started, in bytes.
    pub minimum: u32,
}

impl Size {
    /// The resource, with id -1: the one that the developer sets. (The Finder keeps the user's in id 0.)
    pub fn to_resource(self) -> Resource {
        let mut data = self.flags.bits().to_be_bytes().to_vec();
        data.extend_from_slice(&self.preferred.to_be_bytes());
        data.extend_from_slice(&self.minimum.to_be_bytes());
        Resource {
            res_type: OsType(*b"SIZE"),
            id: -1,
            name: None,
            attributes: Attributes::empty(),
            data,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_and_sizes_stand_where_the_book_says() {
        let flags = SizeFlags::ONLY_BACKGROUND | SizeFlags::CAN_BACKGROUND | SizeFlags::IS_32_BIT_COMPATIBLE;
        let resource = Size {
            flags,
            preferred: 384 * 1024,
            minimum: 256 * 1024,
        }
        .to_resource();
        assert_eq!(resource.data, [0x14, 0x80, 0, 6, 0, 0, 0, 4, 0, 0]);
        assert_eq!(resource.id, -1);
    }
}

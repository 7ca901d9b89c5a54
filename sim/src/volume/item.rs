//! Entries of the catalogue: files with two forks, and folders.

/// fInvisible in the Finder flags.
const INVISIBLE: u16 = 0x4000;

/// Which fork of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Fork {
    Data,
    Resource,
}

/// The two forks of a file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Forks {
    data: Vec<u8>,
    resource: Vec<u8>,
}

impl Forks {
    pub fn get(&self, fork: Fork) -> &[u8] {
        match fork {
            Fork::Data => &self.data,
            Fork::Resource => &self.resource,
        }
    }

    pub(super) fn get_mut(&mut self, fork: Fork) -> &mut Vec<u8> {
        match fork {
            Fork::Data => &mut self.data,
            Fork::Resource => &mut self.resource,
        }
    }
}

/// What a catalogue entry is.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Folder,
    File(Forks),
}

/// An entry of the catalogue.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub parent: u32,
    pub name: Vec<u8>,
    pub kind: Kind,
    /// Seconds since 1904.
    pub created: u32,
    pub modified: u32,
    /// 0: never.
    pub backed_up: u32,
    pub locked: bool,
    /// FInfo and FXInfo of a file, DInfo and DXInfo of a folder, as the Finder lays them out.
    pub finder: [u8; 32],
}

impl Item {
    pub fn is_folder(&self) -> bool {
        matches!(self.kind, Kind::Folder)
    }

    /// The forks of a file.
    pub fn forks(&self) -> Option<&Forks> {
        match &self.kind {
            Kind::File(forks) => Some(forks),
            Kind::Folder => None,
        }
    }

    pub fn file_type(&self) -> [u8; 4] {
        [self.finder[0], self.finder[1], self.finder[2], self.finder[3]]
    }

    pub fn creator(&self) -> [u8; 4] {
        [self.finder[4], self.finder[5], self.finder[6], self.finder[7]]
    }

    pub fn is_invisible(&self) -> bool {
        u16::from_be_bytes([self.finder[8], self.finder[9]]) & INVISIBLE != 0
    }
}

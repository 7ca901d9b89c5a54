//! The desktop database of a volume: what the Finder remembers of its files.

use std::collections::BTreeMap;

/// Longest Get Info comment; what is longer is cut.
const MAX_COMMENT: usize = 200;

/// Comments and applications. Icons are not kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct DesktopDatabase {
    /// By the number of the file or folder, so that a comment stays with what is moved.
    comments: BTreeMap<u32, Vec<u8>>,
    /// By creator, the newest first.
    applications: BTreeMap<[u8; 4], Vec<Application>>,
}

/// Where an application lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Application {
    pub folder: u32,
    pub name: Vec<u8>,
    pub tag: u32,
}

impl DesktopDatabase {
    /// The comment of an entry.
    pub fn comment(&self, id: u32) -> Option<&[u8]> {
        self.comments.get(&id).map(Vec::as_slice)
    }

    /// Gives an entry a comment.
    pub fn set_comment(&mut self, id: u32, comment: &[u8]) {
        let comment = comment[..comment.len().min(MAX_COMMENT)].to_vec();
        self.comments.insert(id, comment);
    }

    /// Takes the comment of an entry away; whether it had one.
    pub fn remove_comment(&mut self, id: u32) -> bool {
        self.comments.remove(&id).is_some()
    }

    /// Notes where an application lies.
    pub fn add_application(&mut self, creator: [u8; 4], application: Application) {
        let known = self.applications.entry(creator).or_default();
        known.retain(|other| (other.folder, &other.name) != (application.folder, &application.name));
        known.insert(0, application);
    }

    /// Forgets an application; whether it was known.
    pub fn remove_application(&mut self, creator: [u8; 4], folder: u32, name: &[u8]) -> bool {
        let Some(known) = self.applications.get_mut(&creator) else {
            return false;
        };
        let count = known.len();
        known.retain(|other| (other.folder, other.name.as_slice()) != (folder, name));
        known.len() < count
    }

    /// The index-th application with a creator, from 1; 0 is the newest, too.
    pub fn application(&self, creator: [u8; 4], index: usize) -> Option<&Application> {
        self.applications.get(&creator)?.get(index.saturating_sub(1))
    }
}

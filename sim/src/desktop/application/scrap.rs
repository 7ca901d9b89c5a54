//! What an application has cut or copied, in a scrap of its own, as TextEdit keeps one: other applications see it when this one is put
//! behind (Inside Macintosh: More Macintosh Toolbox, chapter 2, "Scrap Manager").

use crate::desktop::{Flavor, Mac};

/// See the module.
#[derive(Debug, Clone, Default)]
pub struct PrivateScrap {
    flavors: Vec<Flavor>,
    /// Whether nobody else has seen it yet.
    is_new: bool,
}

impl PrivateScrap {
    /// Cut and Copy: what is pasted from now on.
    pub fn put(&mut self, flavors: Vec<Flavor>) {
        self.flavors = flavors;
        self.is_new = true;
    }

    /// The same for a text alone: bytes in MacRoman.
    pub fn put_text(&mut self, text: Vec<u8>) {
        self.put(vec![Flavor {
            kind: *b"TEXT",
            data: text,
        }]);
    }

    /// What can be pasted, in one form.
    pub fn get(&self, kind: [u8; 4]) -> Option<&[u8]> {
        let flavor = self.flavors.iter().find(|flavor| flavor.kind == kind);
        flavor.map(|flavor| flavor.data.as_slice())
    }

    /// The text that can be pasted: bytes in MacRoman.
    pub fn text(&self) -> Option<&[u8]> {
        self.get(*b"TEXT")
    }

    /// Puts it out, if it is newer than what everybody sees.
    pub fn publish(&mut self, mac: &mut dyn Mac) {
        if std::mem::take(&mut self.is_new) {
            mac.put_scrap(&self.flavors);
        }
    }

    /// Takes over what another application has left.
    pub fn take(&mut self, mac: &mut dyn Mac) {
        self.flavors = mac.scrap();
        self.is_new = false;
    }
}

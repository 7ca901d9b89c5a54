//! The strikes that a screen is read with.

use super::strike::{Strike, StrikeName};

/// Strikes by name, in the order in which they are preferred when two explain the same pixels.
#[derive(Debug, Clone, Default)]
pub struct StrikeSet {
    strikes: Vec<Strike>,
}

impl StrikeSet {
    /// A set without strikes, which reads nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a strike at the end of the order; one of the same name is replaced in its place and returned.
    pub fn insert(&mut self, strike: Strike) -> Option<Strike> {
        match self.strikes.iter_mut().find(|s| s.name() == strike.name()) {
            Some(same) => Some(std::mem::replace(same, strike)),
            None => {
                self.strikes.push(strike);
                None
            }
        }
    }

    /// The strike of that name.
    pub fn get(&self, name: &StrikeName) -> Option<&Strike> {
        self.strikes.iter().find(|s| s.name() == name)
    }

    /// All strikes, the preferred ones first.
    pub fn iter(&self) -> std::slice::Iter<'_, Strike> {
        self.strikes.iter()
    }

    /// All strikes, the preferred ones first.
    pub fn as_slice(&self) -> &[Strike] {
        &self.strikes
    }

    /// How many strikes there are.
    pub fn len(&self) -> usize {
        self.strikes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.strikes.is_empty()
    }
}

impl FromIterator<Strike> for StrikeSet {
    fn from_iter<I: IntoIterator<Item = Strike>>(strikes: I) -> Self {
        let mut set = Self::new();
        for strike in strikes {
            set.insert(strike);
        }
        set
    }
}

impl<'a> IntoIterator for &'a StrikeSet {
    type Item = &'a Strike;
    type IntoIter = std::slice::Iter<'a, Strike>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

//! The fonts that the desktop draws with, read back from the System file, and what a style does to a strike.

use super::strike::Strike;
use super::{FondError, NfntError, parse_fond, parse_nfnt, symbols};
use mc_pack::{OsType, ResourceFork};

/// A font that is on the System file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FontName {
    /// The system font: menus, titles, dialogs, buttons.
    Chicago12,
    /// Icon names and small print.
    Geneva9,
    /// Text of the About box.
    Geneva10,
}

impl FontName {
    /// Family name and point size.
    pub fn family_and_size(self) -> (&'static str, u8) {
        match self {
            FontName::Chicago12 => ("Chicago", 12),
            FontName::Geneva9 => ("Geneva", 9),
            FontName::Geneva10 => ("Geneva", 10),
        }
    }
}

/// Style of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// As drawn in the strike.
    #[default]
    Plain,
    /// Drawn twice, one pixel apart; each character is a pixel wider.
    Bold,
}

impl Style {
    /// Extra advance of each character, in pixels.
    pub fn extra(self) -> i16 {
        match self {
            Style::Plain => 0,
            Style::Bold => 1,
        }
    }
}

/// Why the desktop has no fonts.
#[derive(Debug, thiserror::Error)]
pub enum FontsError {
    /// The System file lacks a resource.
    #[error("the System file has no {kind} for {family} {size}; add it to the strikes")]
    Missing {
        /// `FOND` or `NFNT`.
        kind: &'static str,
        /// Family name.
        family: &'static str,
        /// Point size.
        size: u8,
    },
    /// A family record is damaged.
    #[error(transparent)]
    Fond(#[from] FondError),
    /// A strike is damaged.
    #[error(transparent)]
    Nfnt(#[from] NfntError),
}

/// The strikes of the desktop.
#[derive(Debug, Clone)]
pub struct Fonts {
    chicago_12: Strike,
    geneva_9: Strike,
    geneva_10: Strike,
}

impl Fonts {
    /// Finds each strike as the Font Manager does: the family's `FOND` by name, its `NFNT` by size.
    ///
    /// # Errors
    /// [`FontsError`].
    pub fn load(system: &ResourceFork) -> Result<Fonts, FontsError> {
        Ok(Fonts {
            chicago_12: load(system, FontName::Chicago12)?,
            geneva_9: load(system, FontName::Geneva9)?,
            geneva_10: load(system, FontName::Geneva10)?,
        })
    }

    /// The strike of a font.
    pub fn strike(&self, font: FontName) -> &Strike {
        match font {
            FontName::Chicago12 => &self.chicago_12,
            FontName::Geneva9 => &self.geneva_9,
            FontName::Geneva10 => &self.geneva_10,
        }
    }

    /// StringWidth: how far the pen moves, in pixels.
    pub fn width(&self, font: FontName, style: Style, text: &str) -> i16 {
        let strike = self.strike(font);
        symbols::encode(text)
            .iter()
            .map(|&code| i16::from(strike.glyph(code).advance) + style.extra())
            .sum()
    }
}

fn load(system: &ResourceFork, font: FontName) -> Result<Strike, FontsError> {
    let (family, size) = font.family_and_size();
    let missing = |kind| FontsError::Missing { kind, family, size };
    let fond = system
        .of_type(OsType(*b"FOND"))
        .find(|resource| resource.name.as_deref() == Some(family.as_bytes()))
        .ok_or_else(|| missing("FOND"))?;
    let strikes = parse_fond(&fond.data)?;
    let strike = strikes
        .iter()
        .find(|strike| strike.size == u16::from(size) && strike.style == 0);
    let nfnt = strike.and_then(|strike| system.get(OsType(*b"NFNT"), strike.id));
    Ok(parse_nfnt(&nfnt.ok_or_else(|| missing("NFNT"))?.data)?)
}

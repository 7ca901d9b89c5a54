//! What an application draws and speaks with: the fonts, and the resources of its own file and of the System file.

use super::font::Fonts;
use super::geometry::Rect;
use super::parts::{BoxTemplate, MENU_BAR_HEIGHT};
use super::resource::{self, Format, LargeIcon};
use super::system_file::{icons, system_file};
use super::{DialogIcon, FinderError, Screen, Station};
use mc_pack::ResourceFork;

/// See the module. It does not change while the application runs.
#[derive(Clone)]
pub struct Toolkit {
    /// The fonts.
    pub fonts: Fonts,
    /// The whole screen.
    pub screen: Rect,
    /// The machine.
    pub station: Station,
    own: ResourceFork,
    system: ResourceFork,
    icons: [LargeIcon; 3],
}

impl Toolkit {
    /// Opens the application's file and the System file of this machine.
    ///
    /// # Errors
    /// [`FinderError`] when the System file cannot be built, or has no fonts or icons.
    pub fn new(own: ResourceFork, station: &Station, screen: Screen) -> Result<Toolkit, FinderError> {
        let system = system_file(station)?;
        Ok(Toolkit {
            fonts: Fonts::load(&system)?,
            screen: Rect::new(0, 0, screen.height, screen.width),
            station: *station,
            icons: [
                resource::load(&system, icons::STOP)?,
                resource::load(&system, icons::NOTE)?,
                resource::load(&system, icons::CAUTION)?,
            ],
            own,
            system,
        })
    }

    /// GetResource: from the application's own file, else from the System file.
    ///
    /// # Errors
    /// [`FinderError::Resource`] when neither has it, or it is damaged.
    pub fn load<T: Format>(&self, id: i16) -> Result<T, FinderError> {
        let file = match self.own.get(T::KIND, id) {
            Some(_) => &self.own,
            None => &self.system,
        };
        Ok(resource::load(file, id)?)
    }

    /// From the System file alone.
    ///
    /// # Errors
    /// [`FinderError::Resource`] when it is missing or damaged.
    pub(super) fn load_system<T: Format>(&self, id: i16) -> Result<T, FinderError> {
        Ok(resource::load(&self.system, id)?)
    }

    /// From the own file, where an application may do without.
    ///
    /// # Errors
    /// [`FinderError::Resource`] when it is damaged.
    pub fn load_own<T: Format>(&self, id: i16) -> Result<Option<T>, FinderError> {
        match self.own.get(T::KIND, id) {
            Some(_) => Ok(Some(resource::load(&self.own, id)?)),
            None => Ok(None),
        }
    }

    /// An `ALRT` with everything that its items need, ready to be brought up.
    ///
    /// # Errors
    /// [`FinderError::Resource`] when something is missing.
    pub fn alert(&self, id: i16) -> Result<BoxTemplate, FinderError> {
        BoxTemplate::alert(self, id)
    }

    /// A `DLOG` with everything that its items need.
    ///
    /// # Errors
    /// [`FinderError::Resource`] when something is missing.
    pub fn dialog(&self, id: i16) -> Result<BoxTemplate, FinderError> {
        BoxTemplate::dialog(self, id)
    }

    /// The picture of an alert's icon.
    pub fn icon(&self, icon: DialogIcon) -> &LargeIcon {
        match icon {
            DialogIcon::Stop => &self.icons[0],
            DialogIcon::Note => &self.icons[1],
            // The system error alert draws its bomb itself; an alert of an application has none.
            DialogIcon::Caution | DialogIcon::Bomb => &self.icons[2],
        }
    }

    /// The screen below the menu bar.
    pub fn desk(&self) -> Rect {
        Rect {
            top: self.screen.top + MENU_BAR_HEIGHT,
            ..self.screen
        }
    }
}

//! The machines that can be simulated and the system software they run.

use m68k::CpuType;
use std::str::FromStr;

/// A model of Macintosh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Profile {
    /// Macintosh Plus: 68000 at 7.83 MHz, 4 MB, 512 x 342 in black and white.
    Plus,
    /// Macintosh IIci: 68030 at 25 MHz, 8 MB, 640 x 480 in 256 colours, 24-bit addressing.
    #[default]
    Iici,
    /// A Quadra: 68040 at 25 MHz, 16 MB, 832 x 624 in 256 colours, 32-bit addressing. It is the profile on which
    /// code that was written as data must be flushed from the caches before it is entered.
    Quadra,
}

/// The figures that make a [`Profile`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hardware {
    pub cpu: CpuType,
    /// Processor clock in cycles a second.
    pub hz: u32,
    pub ram: u32,
    /// Where the ROM answers: the trap addresses and exception entries lie there.
    pub rom_base: u32,
    pub screen: ScreenHardware,
    /// Bits a pixel that the screen can be set to.
    pub depths: &'static [u16],
    /// Whether logical addresses have 32 bits after start. On a 68000 the bus has 24 whatever happens.
    pub addressing_32: bool,
    /// Gestalt `mach`, and the index of the machine's name in `STR# -16395`.
    pub machine_type: u16,
    pub machine_name: &'static str,
    pub has_color_quickdraw: bool,
    pub has_fpu: bool,
    pub has_mmu: bool,
    /// Whether there is a Cursor Device Manager.
    pub has_cursor_devices: bool,
    /// Whether instruction fetches can miss what the processor has written as data: a copyback cache.
    pub has_copyback_cache: bool,
    /// Whether the vertical-retrace interrupt polls the mouse button itself. From the SE on the mouse is on the
    /// Apple Desktop Bus, which reports changes only.
    pub polls_mouse_button: bool,
}

/// The built-in screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScreenHardware {
    pub base: u32,
    pub width: u16,
    pub height: u16,
    /// Bits a pixel.
    pub depth: u16,
    pub row_bytes: u16,
}

impl Hardware {
    /// The same with the screen set to another depth.
    pub fn with_depth(self, depth: u16) -> Hardware {
        let screen = ScreenHardware {
            depth,
            row_bytes: self.screen.width / 8 * depth,
            ..self.screen
        };
        Hardware { screen, ..self }
    }
}

impl ScreenHardware {
    pub fn len(self) -> u32 {
        u32::from(self.row_bytes) * u32::from(self.height)
    }
}

impl Profile {
    /// Every profile.
    pub const ALL: [Profile; 3] = [Profile::Plus, Profile::Iici, Profile::Quadra];

    /// The word for it on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Plus => "plus",
            Profile::Iici => "iici",
            Profile::Quadra => "quadra",
        }
    }

    pub(crate) fn hardware(self) -> Hardware {
        match self {
            Profile::Plus => Hardware {
                cpu: CpuType::M68000,
                hz: 7_833_600,
                ram: 4 << 20,
                rom_base: 0x0040_0000,
                screen: ScreenHardware {
                    // $5900 below the top of memory: Inside Macintosh, Volume III, chapter 2, "The Video Interface".
                    base: (4 << 20) - 0x5900,
                    width: 512,
                    height: 342,
                    depth: 1,
                    row_bytes: 64,
                },
                depths: &[1],
                addressing_32: false,
                machine_type: 4,
                machine_name: "Simulated Macintosh Plus",
                has_color_quickdraw: false,
                has_fpu: false,
                has_mmu: false,
                has_cursor_devices: false,
                has_copyback_cache: false,
                polls_mouse_button: true,
            },
            Profile::Iici => Hardware {
                cpu: CpuType::M68030,
                hz: 25_000_000,
                ram: 8 << 20,
                rom_base: 0x0080_0000,
                screen: ScreenHardware {
                    base: 0xFBB0_8000,
                    width: 640,
                    height: 480,
                    depth: 8,
                    row_bytes: 640,
                },
                depths: &[1, 2, 4, 8],
                addressing_32: false,
                machine_type: 11,
                machine_name: "Simulated Macintosh IIci",
                has_color_quickdraw: true,
                has_fpu: true,
                has_mmu: true,
                has_cursor_devices: false,
                has_copyback_cache: false,
                polls_mouse_button: false,
            },
            Profile::Quadra => Hardware {
                cpu: CpuType::M68040,
                hz: 25_000_000,
                ram: 16 << 20,
                rom_base: 0x4080_0000,
                screen: ScreenHardware {
                    base: 0xF900_0000,
                    width: 832,
                    height: 624,
                    depth: 8,
                    row_bytes: 832,
                },
                depths: &[1, 2, 4, 8, 16, 32],
                addressing_32: true,
                machine_type: 22,
                machine_name: "Simulated Macintosh Quadra 700",
                has_color_quickdraw: true,
                has_fpu: true,
                has_mmu: true,
                has_cursor_devices: true,
                has_copyback_cache: true,
                polls_mouse_button: false,
            },
        }
    }
}

impl FromStr for Profile {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Profile, UnknownName> {
        Profile::ALL
            .into_iter()
            .find(|profile| profile.name() == name)
            .ok_or_else(|| UnknownName {
                what: "profile",
                given: name.to_owned(),
                known: Profile::ALL.map(Profile::name).join(", "),
            })
    }
}

/// Version of the system software.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SystemVersion {
    /// System 7.0: no Fonts folder, no AppleScript.
    V7_0,
    /// System 7.1: the Fonts folder appears.
    #[default]
    V7_1,
    /// System 7.5: AppleScript and a scriptable Finder.
    V7_5,
}

impl SystemVersion {
    /// Every version.
    pub const ALL: [SystemVersion; 3] = [SystemVersion::V7_0, SystemVersion::V7_1, SystemVersion::V7_5];

    /// The word for it on a command line.
    pub fn name(self) -> &'static str {
        match self {
            SystemVersion::V7_0 => "7.0",
            SystemVersion::V7_1 => "7.1",
            SystemVersion::V7_5 => "7.5",
        }
    }

    /// As Gestalt `sysv` and the low-memory global SysVersion give it: `0x0710` for 7.1.
    pub fn bcd(self) -> u16 {
        match self {
            SystemVersion::V7_0 => 0x0700,
            SystemVersion::V7_1 => 0x0710,
            SystemVersion::V7_5 => 0x0750,
        }
    }
}

impl FromStr for SystemVersion {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<SystemVersion, UnknownName> {
        SystemVersion::ALL
            .into_iter()
            .find(|version| version.name() == name)
            .ok_or_else(|| UnknownName {
                what: "system version",
                given: name.to_owned(),
                known: SystemVersion::ALL.map(SystemVersion::name).join(", "),
            })
    }
}

/// A profile or system version that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} {given:?}; use one of {known}")]
pub struct UnknownName {
    what: &'static str,
    given: String,
    known: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for profile in Profile::ALL {
            assert_eq!(profile.name().parse(), Ok(profile));
        }
        for version in SystemVersion::ALL {
            assert_eq!(version.name().parse(), Ok(version));
        }
        let error = "lisa".parse::<Profile>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no profile \"lisa\"; use one of plus, iici, quadra"
        );
    }

    #[test]
    fn the_plus_screen_ends_below_the_sound_buffer() {
        let screen = Profile::Plus.hardware().screen;
        assert_eq!(screen.base, 0x003F_A700);
        assert_eq!(screen.len(), 21_888);
    }
}

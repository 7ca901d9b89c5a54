//! The machines that can be simulated and the system software they run.

use m68k::CpuType;
use std::str::FromStr;

const MB: u32 = 1 << 20;

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
    /// Sizes of memory that the machine could have and System 7 runs in, the smallest first.
    pub ram_sizes: &'static [u32],
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

/// The most memory that 24-bit addresses leave room for below the ROM of a machine with color.
const MOST_RAM_WITH_24_BITS: u32 = 8 * MB;
/// Where the ROM of such a machine answers when addresses have 32 bits.
const ROM_BASE_WITH_32_BITS: u32 = 0x4080_0000;

impl Hardware {
    /// The same with another size of memory. More than 24-bit addresses reach is of use with 32-bit addressing only: it is
    /// switched on then, as in the Memory control panel.
    pub fn with_ram(self, ram: u32) -> Hardware {
        let screen_in_ram = self.screen.base < self.ram;
        let base = if screen_in_ram {
            ram - (self.ram - self.screen.base)
        } else {
            self.screen.base
        };
        let needs_32_bits = ram > MOST_RAM_WITH_24_BITS;
        Hardware {
            ram,
            screen: ScreenHardware { base, ..self.screen },
            addressing_32: self.addressing_32 || needs_32_bits,
            rom_base: if needs_32_bits {
                ROM_BASE_WITH_32_BITS
            } else {
                self.rom_base
            },
            ..self
        }
    }

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

    /// The sizes of memory that it can have, in bytes, the smallest first.
    pub fn ram_sizes(self) -> &'static [u32] {
        self.hardware().ram_sizes
    }

    pub(crate) fn hardware(self) -> Hardware {
        match self {
            Profile::Plus => Hardware {
                cpu: CpuType::M68000,
                hz: 7_833_600,
                ram: 4 << 20,
                // One MB is what it came with; System 7 needs two.
                ram_sizes: &[2 * MB, 2 * MB + MB / 2, 4 * MB],
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
                // Two banks of four modules of 256 KB to 16 MB.
                ram_sizes: &[
                    2 * MB,
                    4 * MB,
                    5 * MB,
                    8 * MB,
                    16 * MB,
                    17 * MB,
                    20 * MB,
                    32 * MB,
                    64 * MB,
                    65 * MB,
                    68 * MB,
                    80 * MB,
                    128 * MB,
                ],
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
                // Four on its board and four modules of 1, 4 or 16 MB; 16 MB is what the larger Quadras were often sold with.
                ram_sizes: &[4 * MB, 8 * MB, 16 * MB, 20 * MB, 68 * MB],
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
            .ok_or_else(|| UnknownName::new("profile", name, &Profile::ALL.map(Profile::name)))
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
            .ok_or_else(|| {
                UnknownName::new(
                    "system version",
                    name,
                    &SystemVersion::ALL.map(SystemVersion::name),
                )
            })
    }
}

/// A profile, system version or speed that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} {given:?}; use one of {known}")]
pub struct UnknownName {
    what: &'static str,
    given: String,
    known: String,
}

impl UnknownName {
    pub(crate) fn new(what: &'static str, given: &str, known: &[&str]) -> UnknownName {
        UnknownName {
            what,
            given: given.to_owned(),
            known: known.join(", "),
        }
    }
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
    fn what_lies_at_the_end_of_memory_moves_with_it() {
        let plus = Profile::Plus.hardware().with_ram(2 * MB);
        assert_eq!((plus.ram, plus.screen.base), (0x0020_0000, 0x001F_A700));
        let iici = Profile::Iici.hardware().with_ram(5 * MB);
        assert_eq!((iici.screen.base, iici.rom_base), (0xFBB0_8000, 0x0080_0000));
        assert!(!iici.addressing_32);
        let iici = Profile::Iici.hardware().with_ram(20 * MB);
        assert!(iici.addressing_32 && iici.rom_base > iici.ram);
    }

    #[test]
    fn the_usual_memory_is_one_that_the_machine_can_have() {
        for profile in Profile::ALL {
            let hardware = profile.hardware();
            assert!(hardware.ram_sizes.contains(&hardware.ram), "{profile:?}");
            assert!(hardware.ram_sizes.is_sorted(), "{profile:?}");
        }
    }

    #[test]
    fn the_plus_screen_ends_below_the_sound_buffer() {
        let screen = Profile::Plus.hardware().screen;
        assert_eq!(screen.base, 0x003F_A700);
        assert_eq!(screen.len(), 21_888);
    }
}

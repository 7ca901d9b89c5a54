//! What a simulated Macintosh is started with.

use crate::fault::Fault;
use crate::pace::Speed;
use crate::profile::{Profile, SystemVersion};
use std::borrow::Cow;
use std::time::Duration;

/// What the owner of the Macintosh lets the agent do: the `agent` line of its preferences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Consent {
    /// Nothing.
    Disabled,
    /// Look, but change nothing.
    ReadOnly,
    /// Everything.
    #[default]
    Full,
}

impl Consent {
    /// The word in the preferences.
    pub fn word(self) -> &'static str {
        match self {
            Consent::Disabled => "disabled",
            Consent::ReadOnly => "read-only",
            Consent::Full => "full",
        }
    }
}

/// Another disk of the Macintosh, with one volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disk {
    /// The volume's name.
    pub name: &'static str,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether its drive can eject it.
    pub ejectable: bool,
    /// Whether it is write-protected.
    pub locked: bool,
    /// Whether it has a desktop database: a floppy disk has none.
    pub has_desktop_database: bool,
    /// Whether its file system can exchange files: that of another kind of computer cannot.
    pub exchanges: bool,
}

impl Disk {
    /// A floppy disk of 1.4 MB.
    pub fn floppy(name: &'static str) -> Disk {
        Disk {
            name,
            bytes: 1_440 << 10,
            ejectable: true,
            locked: false,
            has_desktop_database: false,
            exchanges: true,
        }
    }
}

/// A host that the Macintosh can dial: an address and port as it knows them, and what stands for them here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Host {
    /// The address, such as `[10, 0, 2, 2]`.
    pub address: [u8; 4],
    /// The port that the Macintosh dials.
    pub port: u16,
    /// The port on 127.0.0.1 where somebody may listen.
    pub local_port: u16,
}

/// How a [`Sim`](crate::Sim) is started. `Config::default()` runs the agent that is built into this program on a IIci.
#[derive(Debug, Clone)]
pub struct Config {
    /// The machine.
    pub profile: Profile,
    /// Bits a pixel of its screen; the usual ones of the machine when `None`.
    pub depth: Option<u16>,
    /// Its memory in bytes, one of [`Profile::ram_sizes`]; the usual one of the machine when `None`.
    pub ram: Option<u32>,
    /// How guest time stands to the time of the host.
    pub speed: Speed,
    /// Its system software.
    pub system: SystemVersion,
    /// Whether AppleScript is installed; `None`: as the system comes, with it from 7.5 on.
    pub applescript: Option<bool>,
    /// The token that the agent's preferences name.
    pub token: String,
    /// What the agent's preferences allow.
    pub consent: Consent,
    /// More lines of the agent's preferences, each `key = value`.
    pub preferences: Vec<String>,
    /// Who can be dialled.
    pub hosts: Vec<Host>,
    /// What goes wrong from the first instruction of the agent on.
    pub faults: Vec<Fault>,
    /// The agent: a MacBinary file with an application.
    pub agent: Cow<'static, [u8]>,
    /// Seed of what is random in the machine: RndSeed, and how long the start took until the first tick was counted.
    pub seed: u32,
    /// The host's port on 127.0.0.1 that stands for the guest's port 4780; 0 takes a free one.
    pub listen_port: u16,
    /// Whether the alert of Empty Trash is on the screen at start.
    pub trash: bool,
    /// A strike to draw menus, alerts and buttons with instead of the built-in one: the text of a BDF font of 12 points
    /// whose encoding is MacRoman. It becomes the system font of the System file.
    pub system_strike: Option<&'static str>,
    /// Size of the startup volume in bytes.
    pub disk_bytes: u32,
    /// The other disks.
    pub disks: Vec<Disk>,
    /// Date and time in the guest when it starts, in seconds since 1904.
    pub date: u32,
    /// Seconds east of Greenwich, as the Map control panel stored them; `None`: nobody ever set them.
    pub gmt_offset: Option<i32>,
    /// How long [`Sim::start`](crate::Sim::start) waits for the agent to listen or dial, in time of the host.
    pub patience: Duration,
}

/// The agent as it is built from this repository.
const AGENT: &[u8] = include_bytes!("../../agent/dist/mc-agent-68k.bin");

/// Monday, 4 January 1993, 9:41 in the morning.
const DATE: u32 = 2_808_985_260;

impl Default for Config {
    fn default() -> Config {
        Config::with_agent(AGENT)
    }
}

impl Config {
    /// Whether AppleScript is there.
    pub(crate) fn has_applescript(&self) -> bool {
        self.applescript.unwrap_or(self.system == SystemVersion::V7_5)
    }

    /// The standard configuration with another agent.
    pub fn with_agent(agent: impl Into<Cow<'static, [u8]>>) -> Config {
        Config {
            profile: Profile::default(),
            depth: None,
            ram: None,
            speed: Speed::default(),
            system: SystemVersion::default(),
            applescript: None,
            token: "simulated".to_owned(),
            consent: Consent::default(),
            preferences: Vec::new(),
            hosts: Vec::new(),
            faults: Vec::new(),
            agent: agent.into(),
            seed: 1,
            listen_port: 0,
            trash: false,
            system_strike: None,
            disk_bytes: 40 << 20,
            disks: Vec::new(),
            date: DATE,
            gmt_offset: None,
            patience: Duration::from_secs(20),
        }
    }
}

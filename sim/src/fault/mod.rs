//! Failures that can be switched on: one table, which Rust, Lua (`sim.fault{kind = ...}`) and the command line (`--fault`) share.
//!
//! A fault that counts (`nth`) strikes once. The others last until they are lifted ([`Sim::lift`](crate::Sim::lift), in Lua
//! `sim.fault{kind = ..., off = true}`), or as long as they say. Spans are the guest's time. What each looks like to the user of
//! a Macintosh stands in `docs/simulator-faults.md`.

mod countdown;
mod fields;
mod hand;
mod request;
mod switching;
mod table;

pub(crate) use countdown::{Countdown, PlannedTrouble, Trouble};
pub use fields::{Crash, DiskFailure, Heap, Seconds};
pub(crate) use hand::{Hand, move_mouse};
pub use request::FaultRequest;
pub use table::{FieldInfo, KindInfo};

use crate::trap;
use mc_protocol::OsType;

table::faults! {
    /// The `nth` write to a disk from now (1 is the next) fails, and nothing is changed by it.
    DiskWrite = "disk_write" {
        /// Counts every call of the File Manager that changes a fork, the catalogue or what the disk holds of them: Write,
        /// SetEOF, FlushFile, Close of a fork that may be written to, FlushVol, Create, DirCreate, Delete, Rename, CatMove,
        /// ExchangeFiles, SetFInfo, SetCatInfo, SetFLock, RstFLock, the same by FSSpec, and
        /// FindFolder when it makes the folder.
        nth: u32,
        /// How it fails.
        error: DiskFailure,
    },
    /// The `nth` allocation from now, of any kind, finds no memory.
    Allocation = "allocation" {
        /// Counts NewPtr, NewHandle, NewEmptyHandle, TempNewHandle and SetHandleSize, and what the Resource Manager takes.
        nth: u32,
    },
    /// Memory is short: no block larger than so many bytes is to be had.
    OutOfMemory = "out_of_memory" {
        /// Bytes that are still to be had in one piece; none when it is left out.
        above: Option<u32>,
        /// Where memory is short; everywhere when it is left out.
        heap: Option<Heap>,
    },
    /// A disk has only so much room left, as if another program had filled it; what a write needs beyond that is dskFulErr.
    DiskFull = "disk_full" {
        /// Bytes that still fit, to whole allocation blocks; none when it is left out.
        bytes: Option<u32>,
        /// The name of the volume; the startup disk when it is left out.
        volume: Option<String>,
    },
    /// A disk is write-protected: every write to it is wPrErr.
    VolumeLocked = "volume_locked" {
        /// The name of the volume; the startup disk when it is left out.
        volume: Option<String>,
    },
    /// A disk is ejected and stays on the desktop, dimmed: what needs the disk is volOffLinErr, as when the request to insert it is cancelled. Lifting
    /// puts it in again.
    VolumeEjected = "volume_ejected" {
        /// The name of the volume.
        volume: String,
    },
    /// The program crashes inside of the `nth` call of a trap from now.
    CrashInTrap = "crash_in_trap" {
        /// Apple's name of the trap, as its table in `toolbox` has it: `CopyBits`, `FlushVol`, `Pack8`.
        trap: String,
        /// 1 is the next call; 0 none.
        nth: u32,
        /// What becomes of it.
        crash: Crash,
    },
    /// The `nth` call of a trap from now takes so long, as of a disk that has to be spun up; interrupt-time code runs meanwhile.
    StallInTrap = "stall_in_trap" {
        /// Apple's name of the trap, as for `crash_in_trap`.
        trap: String,
        /// 1 is the next call; 0 none.
        nth: u32,
        /// How long.
        seconds: Seconds,
    },
    /// The front process keeps the processor for so long from its next turn on, as one that hangs in a loop: nothing but
    /// interrupt-time code runs meanwhile. Then it goes on as if nothing had been. The time passes as fast as the host can.
    FrontHangs = "front_hangs" {
        /// How long.
        seconds: Seconds,
    },
    /// The application in front puts up a modal alert, which stays until one of its buttons is pressed on the screen, or the fault is lifted. Meanwhile
    /// it answers no Apple event, and no other application comes to the front.
    Alert = "alert" {
        /// What it says.
        text: String,
        /// Its buttons, the default first; OK when it is left out.
        buttons: Option<Vec<String>>,
        /// Whether it asks for events without giving time to anybody, so that only interrupt-time code runs beside it; otherwise it gives time as
        /// ModalDialog does.
        starves: Option<bool>,
    },
    /// The system error alert: the processor stops for programs, the network is silent, and nothing can be dismissed. Lifting it changes nothing: only a
    /// restart helps.
    BombBox = "bomb_box" {
        /// The number of the error; 1, a bus error, when it is left out.
        id: Option<u32>,
    },
    /// The power is cut at the `nth` write to a disk from now, which does not reach the disk. Nothing happens any more; the disk is as it was left.
    PowerCut = "power_cut" {
        /// Counts as for `disk_write`.
        nth: u32,
    },
    /// A screen saver: black with something that moves, until there is input; the first event is thrown away.
    ScreenSaver = "screen_saver" {
        /// How long there has to be no input; none when it is left out.
        after: Option<Seconds>,
        /// Where the moving thing begins; 1 when it is left out.
        seed: Option<u32>,
    },
    /// A user's hand is on the mouse: at every tick it moves from where the pointer was set to.
    UserHand = "user_hand" {
        /// How many pixels it moves in a tick at most, in each direction; 6 when it is left out.
        reach: Option<u32>,
        /// What its way follows from; 1 when it is left out.
        seed: Option<u32>,
    },
    /// After a switch of application the windows of the one in front are blank for so long before they are drawn.
    SlowRedraw = "slow_redraw" {
        /// How long.
        seconds: Seconds,
    },
    /// Close of a resource fork that may be written to leaves stray bytes in it.
    StrayBytes = "stray_bytes" {
        /// How many; 77 when it is left out.
        count: Option<u32>,
        /// Where; 48, in the part of the header that the system keeps for itself, when it is left out. What lies beyond the end of the fork is put
        /// at its end, as where the end of file was not set.
        at: Option<u32>,
    },
    /// An application of the desktop leaves every Apple event from now on unanswered.
    AppleEventsIgnored = "apple_events_ignored" {
        /// Its signature, `MACS` for the Finder.
        creator: OsType,
    },
    /// MacTCP keeps the port for an old connection: the next passive opens fail.
    PortKept = "port_kept" {
        /// How many.
        opens: u32,
    },
    /// No byte passes the network; connections stay open.
    NetworkPause = "network_pause",
    /// The network is cut: all connections are reset, and none comes about.
    NetworkCut = "network_cut",
    /// The network is slow, in both directions.
    NetworkSlow = "network_slow" {
        /// Bytes a second, in each direction; as fast as it was when it is left out. A modem of the time has 1,400.
        bytes_per_second: Option<u32>,
        /// From the one end to the other; none when it is left out.
        latency: Option<Seconds>,
    },
    /// The network card loses the second of two small segments (less than 512 bytes) that the host sends back to back. They come when the host's TCP
    /// sends them again, and what follows waits for them. Whatever the host's TCP has put into one segment counts as one write.
    SmallWritesDropped = "small_writes_dropped" {
        /// What comes sooner than this after the one before is lost; 0.002 when it is left out.
        quiet: Option<Seconds>,
        /// From the loss to the second try; 0.311 when it is left out.
        retransmit: Option<Seconds>,
    },
    /// The network card loses what comes on the heels of its own acknowledgement: of a burst from the host each segment (1,448 bytes) comes only at the
    /// second try, unless the host leaves a pause between two.
    AckBurstsDropped = "ack_bursts_dropped" {
        /// What comes sooner than this after the segment before is lost; 0.002 when it is left out.
        quiet: Option<Seconds>,
        /// From the loss to the second try; 0.311 when it is left out.
        retransmit: Option<Seconds>,
    },
    /// MacTCP is not installed: opening `.IPP` is fnfErr. A program that has it open keeps it.
    MactcpAbsent = "mactcp_absent",
    /// AppleScript is not installed: no scripting component is found. A program that has one open keeps it.
    ApplescriptAbsent = "applescript_absent",
}

/// Why a fault cannot be switched on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultError {
    /// It does not say what.
    #[error("a fault is named by its `kind`; there are {}", names())]
    NoKind,
    /// There is none of this name.
    #[error("`{kind}` is no fault of the simulator; there are {}", names())]
    UnknownKind {
        /// What was given.
        kind: String,
    },
    /// The kind does not take this.
    #[error("{} takes no `{field}`; {}", kind.name(), fields_of(*kind))]
    UnknownField {
        /// The kind.
        kind: FaultKind,
        /// What was given.
        field: String,
    },
    /// A field has to be given.
    #[error("{} needs `{field}`: {}", kind.name(), kind.info().usage())]
    MissingField {
        /// The kind.
        kind: FaultKind,
        /// What is missing.
        field: &'static str,
    },
    /// A field has a value that it cannot have.
    #[error("`{field}` of {} has to be {wanted}", kind.name())]
    Value {
        /// The kind.
        kind: FaultKind,
        /// The field.
        field: &'static str,
        /// What it can be.
        wanted: String,
    },
    /// A fault is lifted as a whole.
    #[error("{} with `off` takes nothing else, not `{field}`: all faults of this kind are lifted", kind.name())]
    OffAndMore {
        /// The kind.
        kind: FaultKind,
        /// What was given.
        field: String,
    },
    /// No trap of the simulation has this name.
    #[error("no trap of the simulation is called `{trap}`{}", alike(trap))]
    NoSuchTrap {
        /// What was given.
        trap: String,
    },
    /// No volume of the machine has this name.
    #[error("there is no volume `{volume}`; there are {}", volumes.join(", "))]
    NoSuchVolume {
        /// What was given.
        volume: String,
        /// What there is.
        volumes: Vec<String>,
    },
    /// An alert does not come up.
    #[error("the alert cannot be put up: {reason}")]
    Alert {
        /// Why.
        reason: String,
    },
    /// The system is on it.
    #[error("the startup disk cannot be ejected")]
    NotEjectable,
}

fn names() -> String {
    let names: Vec<&str> = Fault::kinds().iter().map(|kind| kind.name).collect();
    names.join(", ")
}

fn fields_of(kind: FaultKind) -> String {
    let names: Vec<&str> = kind.info().fields.iter().map(|field| field.name).collect();
    match names.is_empty() {
        true => "it has no fields".to_owned(),
        false => format!("it has {}", names.join(", ")),
    }
}

/// Traps whose names are the same but for case, or contain what was given.
fn alike(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let mut alike: Vec<&str> = trap::names()
        .filter(|known| !name.is_empty() && known.to_ascii_lowercase().contains(&name))
        .collect();
    alike.sort_unstable();
    match alike.is_empty() {
        true => "; names are Apple's, such as CopyBits or FlushVol".to_owned(),
        false => format!("; did you mean {}?", alike.join(", ")),
    }
}

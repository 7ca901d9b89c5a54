//! The processes: who there is, in which layer, and what is known of each.

use super::context::Context;
use crate::toolbox::file_manager::Entry as CatalogueEntry;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// A process serial number: its low long. The high one is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Psn(pub u32);

/// kCurrentProcess; real numbers begin beyond it.
pub(crate) const CURRENT_PROCESS: Psn = Psn(2);
/// The Finder's, which is the first process.
pub(crate) const FINDER: Psn = Psn(0x2001);

/// Bits of the flags word of SIZE, which GetProcessInformation gives as the mode (Inside Macintosh: Macintosh Toolbox
/// Essentials, chapter 2, "The Size Resource").
pub(super) const TAKES_SUSPEND_EVENTS: u16 = 0x4000;
pub(super) const CAN_BACKGROUND: u16 = 0x1000;
pub(super) const ONLY_BACKGROUND: u16 = 0x0400;
pub(super) const WANTS_OBITUARIES: u16 = 0x0100;
pub(super) const HIGH_LEVEL_EVENT_AWARE: u16 = 0x0040;

impl Psn {
    /// From the eight bytes of the record.
    pub fn from_bytes(bytes: &[u8]) -> Option<Psn> {
        let number = u64::from_be_bytes(bytes.try_into().ok()?);
        u32::try_from(number).ok().map(Psn)
    }

    /// As the eight bytes of the record.
    pub fn to_bytes(self) -> [u8; 8] {
        u64::from(self.0).to_be_bytes()
    }
}

/// What was launched.
#[derive(Debug, Clone)]
pub(crate) struct Description {
    pub name: Vec<u8>,
    pub file_type: [u8; 4],
    pub creator: [u8; 4],
    pub mode: u16,
    pub file: CatalogueEntry,
}

/// A process.
pub(super) struct Member {
    pub psn: Psn,
    pub description: Description,
    /// In ticks.
    pub launched_at: u32,
    pub launcher: Option<Psn>,
    pub partition: Range<u32>,
    /// Guest cycles that it had the processor for.
    pub active: u64,
    /// Whether the user has hidden its windows.
    pub hidden: bool,
    /// What it has of the processor, if it is a program; an application of the desktop has its turns in
    /// [`front`](crate::front).
    pub program: Option<Program>,
}

/// A process whose code the processor executes.
pub(super) struct Program {
    /// First byte of the code of CODE 1.
    pub code_1: Option<u32>,
    /// Toolbox traps that it has patched.
    pub patches: BTreeMap<u16, u32>,
    pub state: State,
    /// Messages of the suspend and resume events that it has not got yet.
    pub notices: VecDeque<u32>,
}

/// Where a program is.
pub(super) enum State {
    /// It runs, or is inside of a call in which others have their turns.
    Running,
    /// It can go on as this says: it has just been launched.
    Ready(Box<Context>),
    /// It waits for an event.
    Waiting(Box<Context>, Wait),
}

/// What a program waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wait {
    /// Where the event is to be stored, and whether it leaves its queue then.
    pub record: u32,
    pub takes: bool,
    pub mask: u16,
    /// When it gets a null event, in guest cycles.
    pub wakes_at: u64,
}

impl Member {
    pub fn has(&self, flag: u16) -> bool {
        self.description.mode & flag != 0
    }
}

/// The processes of the machine.
#[derive(Default)]
pub(crate) struct ProcessManager {
    pub(super) members: Vec<Member>,
    /// The process whose code runs.
    pub(super) current: Option<Psn>,
    /// The processes that can be in front, the one that is first.
    pub(super) layers: Vec<Psn>,
    /// Who is to come to the front when the process that is there lets go.
    pub(super) next_front: Option<Psn>,
    /// Whether the process in front has been told that it is to go.
    pub(super) is_leaving: bool,
    pub(super) last_psn: u32,
    /// The program whose cycles are counted: the first one.
    pub(super) measured: Option<Psn>,
    /// What the program that is being put aside waits for.
    pub(super) waiting: Option<Wait>,
    /// When the program that runs got the processor, in guest cycles.
    pub(super) slice_began: u64,
    /// The partition of the program that ended last, and where its code was.
    pub(super) dead: Option<(Range<u32>, Option<u32>)>,
}

impl ProcessManager {
    pub(super) fn member(&self, psn: Psn) -> Option<&Member> {
        self.members.iter().find(|member| member.psn == psn)
    }

    pub(super) fn member_mut(&mut self, psn: Psn) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.psn == psn)
    }

    pub(super) fn program(&self, psn: Psn) -> Option<&Program> {
        self.member(psn)?.program.as_ref()
    }

    pub(super) fn program_mut(&mut self, psn: Psn) -> Option<&mut Program> {
        self.member_mut(psn)?.program.as_mut()
    }

    pub(super) fn new_psn(&mut self) -> Psn {
        self.last_psn = (self.last_psn + 1).max(FINDER.0);
        Psn(self.last_psn)
    }

    fn current_member(&self) -> Option<&Member> {
        self.member(self.current?)
    }

    /// The process whose code runs.
    pub fn current(&self) -> Option<Psn> {
        self.current
    }

    /// The process in front.
    pub fn front(&self) -> Option<Psn> {
        self.layers.first().copied()
    }

    /// The processes that can be in front, the one that is first.
    pub fn layers(&self) -> impl Iterator<Item = Psn> {
        self.layers.iter().copied()
    }

    /// Whether the user has hidden the windows of a process.
    pub fn is_hidden(&self, psn: Psn) -> bool {
        self.member(psn).is_some_and(|member| member.hidden)
    }

    /// The creator of what a process was launched from.
    pub fn signature(&self, psn: Psn) -> Option<[u8; 4]> {
        self.member(psn).map(|member| member.description.creator)
    }

    /// Every process, in the order of launching.
    pub fn all(&self) -> impl Iterator<Item = (Psn, &Description)> {
        self.members
            .iter()
            .map(|member| (member.psn, &member.description))
    }

    /// Whether there is such a process.
    pub fn exists(&self, psn: Psn) -> bool {
        self.member(psn).is_some()
    }

    /// The process with this signature, the one that was launched first.
    pub fn with_signature(&self, signature: [u8; 4]) -> Option<Psn> {
        let mut all = self.all();
        all.find(|(_, description)| description.creator == signature)
            .map(|(psn, _)| psn)
    }

    /// The process that was launched from this file.
    pub fn of_file(&self, file: CatalogueEntry) -> Option<Psn> {
        let mut all = self.all();
        all.find(|(_, description)| description.file == file)
            .map(|(psn, _)| psn)
    }

    /// Whether a process takes Apple events: isHighLevelEventAware.
    pub fn takes_high_level_events(&self, psn: Psn) -> bool {
        self.member(psn)
            .is_some_and(|member| member.has(HIGH_LEVEL_EVENT_AWARE))
    }

    /// Whether a process can never come to the front.
    pub fn is_background_only(&self, psn: Psn) -> bool {
        self.member(psn).is_some_and(|member| member.has(ONLY_BACKGROUND))
    }

    /// The memory of the program that runs.
    pub fn partition(&self) -> Option<&Range<u32>> {
        self.current_member().map(|member| &member.partition)
    }

    /// Whether an address lies in the memory of a program.
    pub fn owns(&self, address: u32) -> bool {
        let mut programs = self.members.iter().filter(|member| member.program.is_some());
        programs.any(|member| member.partition.contains(&address))
    }

    /// Notes where the code of a segment of the current program lies.
    pub fn segment_loaded(&mut self, id: i16, code: u32) {
        let current = self.current;
        if id == 1
            && let Some(program) = current.and_then(|psn| self.program_mut(psn))
        {
            program.code_1 = Some(code);
        }
    }

    /// How far into the code of CODE 1 of its program an address is.
    pub fn offset_in_code(&self, address: u32) -> Option<u32> {
        let living = self.members.iter().filter_map(|member| {
            let program = member.program.as_ref()?;
            Some((&member.partition, program.code_1))
        });
        let dead = self.dead.iter().map(|(partition, code)| (partition, *code));
        let (_, code) = living
            .chain(dead)
            .find(|(partition, _)| partition.contains(&address))?;
        address.checked_sub(code?)
    }

    /// The routine that the current program has put in place of a trap.
    pub fn patch(&self, number: u16) -> Option<u32> {
        let program = self.current_member()?.program.as_ref()?;
        program.patches.get(&number).copied()
    }

    /// Patches a trap for the current program, or takes the patch away.
    pub fn set_patch(&mut self, number: u16, address: Option<u32>) {
        let Some(program) = self.current.and_then(|psn| self.program_mut(psn)) else {
            return;
        };
        match address {
            Some(address) => program.patches.insert(number, address),
            None => program.patches.remove(&number),
        };
    }
}

//! Launching: partition, heap, stack and A5 world of an application.
//!
//! From the top of the partition down lie the A5 world (jump table and parameters above A5, globals below), the stack and
//! the heap (Inside Macintosh: Processes, chapter 1; Memory, chapter 1, "Organization of Memory in an Application
//! Partition").

use super::context::Context;
use super::table::{Description, FINDER, Member, ONLY_BACKGROUND, Program, Psn, State};
use super::{fronts, scheduling};
use crate::bomb::{Failure, Settle, Stop, broken_rule};
use crate::costs::Cost;
use crate::desktop;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::apple_event_manager;
use crate::toolbox::file_manager::Entry as CatalogueEntry;
use crate::toolbox::memory_manager::ZoneId;
use crate::toolbox::resource_manager;
use crate::toolbox::scrap_manager;
use crate::toolbox::segment_loader::A5World;
use crate::volume::Fork;
use mc_pack::{OsType, ResourceFork};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// What a bomb of launching calls the call.
const LAUNCH: &str = "LaunchApplication";

/// Stack of an application that does not ask for more: DefltStack of a machine with, and one without Color QuickDraw.
const STACK_WITH_COLOR: u32 = 24 << 10;
const STACK: u32 = 8 << 10;
/// Stack of one that is background-only (README of Apple's sample SmallDaemon, 1993).
const STACK_IN_BACKGROUND: u32 = 2 << 10;

/// What the heap leaves to the stack at first, so that a program may still ask for more; MaxApplZone takes the rest.
const LEFT_AT_START: u32 = 24 << 10;

/// Partition of an application without a SIZE resource.
const DEFAULT_PARTITION: u32 = 512 << 10;

/// The least that is left for the heap.
const SMALLEST_HEAP: u32 = 4 << 10;

/// What the resources of an application ask for.
pub(super) struct Wishes {
    /// The flags word of SIZE.
    pub mode: u16,
    pub preferred: u32,
    pub minimum: u32,
    /// CODE 0, of a program.
    world: Option<A5World>,
}

impl Wishes {
    pub fn read(machine: &Machine, file: CatalogueEntry) -> Result<Wishes, Failure> {
        let fork = machine.mounted(file.volume)?.fork(file.id, Fork::Resource)?;
        let resources = ResourceFork::parse(fork).map_err(|_| OsErr::RESOURCE_NOT_FOUND)?;
        // The one that the user has set in the Finder goes before the developer's.
        let size = [0, -1]
            .into_iter()
            .find_map(|id| resources.get(OsType(*b"SIZE"), id));
        let size = size.map_or(&[][..], |size| &size.data);
        let long = |at: usize| {
            let bytes = size.get(at..).and_then(|size| size.first_chunk());
            bytes.map(|bytes| u32::from_be_bytes(*bytes))
        };
        let preferred = long(2).unwrap_or(DEFAULT_PARTITION);
        let code_0 = resources.get(OsType(*b"CODE"), 0);
        Ok(Wishes {
            mode: size.first_chunk().map_or(0, |mode| u16::from_be_bytes(*mode)),
            preferred,
            minimum: long(6).unwrap_or(preferred).min(preferred),
            world: code_0.map(|code_0| A5World::parse(&code_0.data)).transpose()?,
        })
    }
}

/// What is to be launched, and how.
#[derive(Debug, Clone, Copy)]
pub(super) struct Order {
    pub file: CatalogueEntry,
    /// launchUseMinimum: less than the preferred size will do.
    pub use_minimum: bool,
    pub launcher: Option<Psn>,
    /// Whether it is launched with documents: then it gets Open Documents in place of Open Application.
    pub has_documents: bool,
}

/// Takes what memory there is for processes, and makes the Finder the first of them.
///
/// # Errors
/// A bomb when there is not enough memory for a Finder.
pub(crate) fn start(machine: &mut Machine) -> Result<(), Stop> {
    let end = machine.memory.get(low::BUF_PTR) & !3;
    let system_zone = machine.memory.get(low::SYS_ZONE);
    let bottom = machine.memory.long(system_zone)?;
    machine.open_zone(ZoneId::Temporary, bottom, end)?;
    let Some(file) = finder_file(machine) else {
        return Err(broken_rule(LAUNCH, "there is no Finder in the System Folder"));
    };
    let order = Order {
        file,
        use_minimum: true,
        launcher: None,
        has_documents: false,
    };
    let psn = launch_desktop(machine, &order, Wishes::read(machine, file)).settle()?;
    let psn = psn.map_err(|error| broken_rule(LAUNCH, format!("the Finder: {error}")))?;
    debug_assert_eq!(psn, FINDER);
    fronts::switch(machine, psn)
}

fn finder_file(machine: &Machine) -> Option<CatalogueEntry> {
    let volume = &machine.volume;
    let folder = volume.child(crate::volume::ROOT, b"System Folder")?;
    let id = volume.child(folder, b"Finder")?;
    Some(CatalogueEntry {
        volume: volume.v_ref_num(),
        id,
    })
}

/// Launches an application.
///
/// # Errors
/// memFullErr when there is no partition for it, appMemFullErr when the one that it asks for is too small for it, what the
/// file and its resources are refused with.
pub(super) fn launch_order(machine: &mut Machine, order: &Order) -> Result<Psn, Failure> {
    machine.charge(Cost::Launch, 1);
    let wishes = Wishes::read(machine, order.file)?;
    let psn = match &wishes.world {
        Some(_) => launch_program(machine, order, wishes)?,
        None => launch_desktop(machine, order, Ok(wishes))?,
    };
    let is_aware = machine.processes.takes_high_level_events(psn);
    if is_aware && !order.has_documents {
        apple_event_manager::post_open_application(machine, psn);
    }
    Ok(psn)
}

/// Launches an application of the startup volume that comes with the system, before anything else runs.
///
/// # Errors
/// A bomb when it cannot be launched.
pub(crate) fn launch_at_start(machine: &mut Machine, file: u32) -> Result<Psn, Stop> {
    let order = Order {
        file: CatalogueEntry {
            volume: machine.volume.v_ref_num(),
            id: file,
        },
        use_minimum: false,
        launcher: None,
        has_documents: false,
    };
    let launched = launch_order(machine, &order).settle()?;
    launched.map_err(|error| broken_rule(LAUNCH, format!("the application cannot be launched: {error}")))
}

/// Launches the application in a file of the startup volume and gives everybody their turns until it has ended.
///
/// # Errors
/// A bomb, and the end of the machine.
pub(crate) fn run_application(machine: &mut Machine, file: u32) -> Result<(), Stop> {
    let psn = launch_at_start(machine, file)?;
    for fault in std::mem::take(&mut machine.faults_at_start) {
        if let Err(error) = machine.fault(fault) {
            return Err(broken_rule("faults at start", error.to_string()));
        }
    }
    scheduling::run_until_ended(machine, psn)
}

/// Launches a program and makes it the one that runs, without running it; gives the address at which it starts.
///
/// # Errors
/// A bomb when it cannot be launched.
#[cfg(test)]
pub(crate) fn launch(machine: &mut Machine, file: u32) -> Result<u32, Stop> {
    let psn = launch_at_start(machine, file)?;
    let program = machine.processes.program_mut(psn);
    let state = program.map(|program| std::mem::replace(&mut program.state, State::Running));
    let Some(State::Ready(context)) = state else {
        return Err(broken_rule(LAUNCH, "it is no program"));
    };
    context.load(machine)?;
    machine.processes.slice_began = machine.clock.now();
    Ok(machine.cpu.pc)
}

/// Takes a partition for an application.
fn take_partition(machine: &mut Machine, wishes: &Wishes, use_minimum: bool) -> Result<Range<u32>, Failure> {
    let wanted = wishes.preferred & !3;
    let start = match machine.new_partition(wanted)? {
        Some(start) => Some((start, wanted)),
        None if use_minimum => {
            let size = machine.largest_partition() & !3;
            let enough = size >= wishes.minimum;
            let start = if enough {
                machine.new_partition(size)?
            } else {
                None
            };
            start.map(|start| (start, size))
        }
        None => None,
    };
    let (start, size) = start.ok_or(OsErr::MEMORY_FULL)?;
    Ok(start..start + size)
}

/// Makes a process of an application of the desktop.
fn launch_desktop(
    machine: &mut Machine,
    order: &Order,
    wishes: Result<Wishes, Failure>,
) -> Result<Psn, Failure> {
    let wishes = wishes?;
    let description = describe(machine, order.file, wishes.mode)?;
    if machine.processes.last_psn != 0 {
        // All but the Finder, which is there already.
        let setting = machine.front.setting.ok_or(OsErr::RESOURCE_NOT_FOUND)?;
        let process = desktop::application(description.creator, &setting.station, setting.screen);
        let process = process.ok_or(OsErr::RESOURCE_NOT_FOUND)?;
        let process = process.map_err(|error| {
            tracing::error!(%error, "an application of the desktop");
            OsErr::RESOURCE_NOT_FOUND
        })?;
        let partition = take_partition(machine, &wishes, order.use_minimum)?;
        let psn = enlist(machine, order, description, partition, None);
        machine.front.add(psn, process);
        return Ok(psn);
    }
    let partition = take_partition(machine, &wishes, order.use_minimum)?;
    Ok(enlist(machine, order, description, partition, None))
}

fn describe(machine: &Machine, file: CatalogueEntry, mode: u16) -> Result<Description, OsErr> {
    let item = machine.mounted(file.volume)?.item(file.id);
    let item = item.ok_or(OsErr::FILE_NOT_FOUND)?;
    Ok(Description {
        name: item.name.clone(),
        file_type: item.file_type(),
        creator: item.creator(),
        mode,
        file,
    })
}

/// Adds a process to the table.
fn enlist(
    machine: &mut Machine,
    order: &Order,
    description: Description,
    partition: Range<u32>,
    program: Option<Program>,
) -> Psn {
    let psn = machine.processes.new_psn();
    if description.mode & ONLY_BACKGROUND == 0 {
        machine.processes.layers.push(psn);
    }
    machine.processes.members.push(Member {
        psn,
        description,
        launched_at: machine.memory.get(low::TICKS),
        launcher: order.launcher,
        partition,
        active: 0,
        hidden: false,
        program,
    });
    psn
}

/// Makes a process of a program, ready to run.
fn launch_program(machine: &mut Machine, order: &Order, wishes: Wishes) -> Result<Psn, Failure> {
    let description = describe(machine, order.file, wishes.mode)?;
    let partition = take_partition(machine, &wishes, order.use_minimum)?;
    let program = Program {
        code_1: None,
        patches: BTreeMap::new(),
        state: State::Running,
        notices: VecDeque::new(),
    };
    let psn = enlist(machine, order, description, partition.clone(), Some(program));
    let outer = Context::save(machine)?;
    let made = make_ready(machine, psn, &partition, &wishes);
    outer.load(machine)?;
    match made {
        Ok(context) => {
            if let Some(program) = machine.processes.program_mut(psn) {
                program.state = State::Ready(Box::new(context));
            }
            machine.processes.measured.get_or_insert(psn);
            Ok(psn)
        }
        Err(error) => {
            machine.processes.members.retain(|member| member.psn != psn);
            machine.processes.layers.retain(|&layer| layer != psn);
            resource_manager::process_ended(machine, psn, &partition);
            machine.files.close_all_of(psn);
            machine.heap.close_zone(partition.start);
            machine.dispose_partition(partition.start)?;
            Err(error)
        }
    }
}

/// Lays the partition out, opens the resources of the application, and gives what it starts with.
fn make_ready(
    machine: &mut Machine,
    psn: Psn,
    partition: &Range<u32>,
    wishes: &Wishes,
) -> Result<Context, Failure> {
    let Some(world) = &wishes.world else {
        return Err(OsErr::RESOURCE_NOT_FOUND.into());
    };
    machine.processes.current = Some(psn);
    machine.files.opener = Some(psn);
    machine.resources.user = Some(psn);
    let a5 = lay_out(machine, partition, world, wishes.mode)?;
    let system_map = machine.memory.get(low::SYS_MAP_HANDLE);
    let system_file = machine.memory.get(low::SYS_MAP);
    machine.memory.put(low::TOP_MAP_HANDLE, system_map);
    machine.memory.put(low::CUR_MAP, system_file);
    machine.memory.put(low::RES_LOAD, 1);
    let Some(member) = machine.processes.member(psn) else {
        return Err(OsErr::PROCESS_NOT_FOUND.into());
    };
    let (file, name) = (member.description.file, member.description.name.clone());
    let ref_num = resource_manager::open_entry(machine, file)?;
    machine.memory.put(low::CUR_AP_REF_NUM, ref_num as u16);
    machine.memory.set_pascal_string(low::CUR_AP_NAME, &name)?;
    scrap_manager::start(machine)?;
    machine.memory.flush_code_cache();
    let start = world.install(machine, a5)?;
    machine.ready_program(start)?;
    Ok(Context::save(machine)?)
}

/// Lays out A5 world, stack and heap, and gives A5.
fn lay_out(
    machine: &mut Machine,
    partition: &Range<u32>,
    world: &A5World,
    mode: u16,
) -> Result<u32, Failure> {
    let has_color = machine.hardware.has_color_quickdraw;
    let default_stack = if has_color { STACK_WITH_COLOR } else { STACK };
    let only_background = mode & ONLY_BACKGROUND != 0;
    let stack = if only_background {
        STACK_IN_BACKGROUND
    } else {
        default_stack
    };
    let a5 = partition.end.saturating_sub(world.above) & !3;
    let stack_base = a5.saturating_sub(world.below) & !3;
    let limit = stack_base.saturating_sub(stack);
    let heap_end = stack_base.saturating_sub(LEFT_AT_START);
    if heap_end < partition.start + SMALLEST_HEAP {
        return Err(OsErr::PARTITION_TOO_SMALL.into());
    }
    machine.memory.fill(stack_base, partition.end - stack_base, 0)?;
    machine.open_zone(ZoneId::Application, partition.start, heap_end)?;
    let memory = &mut machine.memory;
    memory.put(low::APPL_ZONE, partition.start);
    memory.put(low::THE_ZONE, partition.start);
    memory.put(low::HEAP_END, heap_end);
    memory.put(low::APPL_LIMIT, limit);
    memory.put(low::DEFLT_STACK, default_stack);
    memory.put(low::BUF_PTR, partition.end);
    memory.put(low::CUR_STACK_BASE, stack_base);
    memory.put(low::CURRENT_A5, a5);
    machine.cpu.dar = [0; 16];
    machine.cpu.set_a(5, a5);
    machine.cpu.set_sp(stack_base);
    Ok(a5)
}

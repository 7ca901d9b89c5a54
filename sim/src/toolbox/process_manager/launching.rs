//! Launching: partition, heap, stack and A5 world of an application.
//!
//! From the top of the partition down lie the A5 world (jump table and parameters above A5, globals below), the stack and
//! the heap (Inside Macintosh: Processes, chapter 1; Memory, chapter 1, "Organization of Memory in an Application
//! Partition").

use super::{Description, HIGH_LEVEL_EVENT_AWARE};
use crate::bomb::{Settle, Stop, broken_rule};
use crate::low_memory as low;
use crate::machine::Machine;
use crate::toolbox::apple_event_manager;
use crate::toolbox::memory_manager::ZoneId;
use crate::toolbox::resource_manager;
use crate::toolbox::segment_loader::A5World;
use crate::volume::Fork;
use mc_pack::{OsType, ResourceFork};
use std::ops::Range;

/// What a bomb of launching calls the call.
const LAUNCH: &str = "LaunchApplication";

/// Stack of an application that does not ask for more: DefltStack of a machine with, and one without Color QuickDraw.
const STACK_WITH_COLOR: u32 = 24 << 10;
const STACK: u32 = 8 << 10;
/// Stack of one that is background-only (README of Apple's sample SmallDaemon, 1993).
const STACK_IN_BACKGROUND: u32 = 2 << 10;
/// onlyBackground in the flags word of SIZE.
const ONLY_BACKGROUND: u16 = 0x0400;

/// What the heap leaves to the stack at first, so that a program may still ask for more; MaxApplZone takes the rest.
const LEFT_AT_START: u32 = 24 << 10;

/// Partition of an application without a SIZE resource.
const DEFAULT_PARTITION: u32 = 512 << 10;

/// The least that is left for heap and temporary memory.
const SMALLEST_HEAP: u32 = 4 << 10;
const SMALLEST_REST: u32 = 64 << 10;

/// What the resources of an application ask for.
struct Wishes {
    /// The flags word of SIZE.
    mode: u16,
    partition: u32,
    world: A5World,
}

impl Wishes {
    fn read(machine: &Machine, file: u32) -> Result<Wishes, Stop> {
        let fork = machine.volume.fork(file, Fork::Resource);
        let fork = fork.map_err(|error| broken_rule(LAUNCH, error.to_string()))?;
        let resources = ResourceFork::parse(fork).map_err(|error| broken_rule(LAUNCH, error.to_string()))?;
        let size = resources
            .get(OsType(*b"SIZE"), -1)
            .map_or(&[][..], |size| &size.data);
        let preferred = size.get(2..).and_then(|size| size.first_chunk());
        let code_0 = resources
            .get(OsType(*b"CODE"), 0)
            .ok_or_else(|| broken_rule(LAUNCH, "there is no CODE 0: it is not an application"))?;
        Ok(Wishes {
            mode: size.first_chunk().map_or(0, |mode| u16::from_be_bytes(*mode)),
            partition: preferred.map_or(DEFAULT_PARTITION, |size| u32::from_be_bytes(*size)),
            world: A5World::parse(&code_0.data)?,
        })
    }
}

/// Launches the application in a file of the startup volume and runs it to its end.
///
/// # Errors
/// How it ended.
pub(crate) fn run_application(machine: &mut Machine, file: u32) -> Result<(), Stop> {
    let start = launch(machine, file)?;
    machine.meter.start_turn();
    machine.run_program(start)
}

/// Makes an application ready to run; gives the address at which it starts.
///
/// # Errors
/// A bomb when it is no application or does not fit.
pub(crate) fn launch(machine: &mut Machine, file: u32) -> Result<u32, Stop> {
    let wishes = Wishes::read(machine, file)?;
    let partition = take_partition(machine, wishes.partition)?;
    let a5 = lay_out(machine, &partition, &wishes)?;
    introduce(machine, file, partition, wishes.mode)?;
    machine.memory.flush_code_cache();
    wishes.world.install(machine, a5)
}

/// Takes the partition from the top of what the Process Manager has left, so that temporary memory stays in one piece.
fn take_partition(machine: &mut Machine, wanted: u32) -> Result<Range<u32>, Stop> {
    let end = machine.memory.get(low::BUF_PTR) & !3;
    let system_zone = machine.memory.get(low::SYS_ZONE);
    let bottom = machine.memory.long(system_zone)?;
    let start = end.saturating_sub(wanted) & !3;
    if start < bottom + SMALLEST_REST {
        let rule = format!("there is no room for a partition of {wanted} bytes");
        return Err(broken_rule(LAUNCH, rule));
    }
    machine.open_zone(ZoneId::Temporary, bottom, start)?;
    Ok(start..end)
}

/// Lays out A5 world, stack and heap, and gives A5.
fn lay_out(machine: &mut Machine, partition: &Range<u32>, wishes: &Wishes) -> Result<u32, Stop> {
    let has_color = machine.hardware.has_color_quickdraw;
    let default_stack = if has_color { STACK_WITH_COLOR } else { STACK };
    let only_background = wishes.mode & ONLY_BACKGROUND != 0;
    let stack = if only_background {
        STACK_IN_BACKGROUND
    } else {
        default_stack
    };
    let a5 = partition.end.saturating_sub(wishes.world.above) & !3;
    let stack_base = a5.saturating_sub(wishes.world.below) & !3;
    let limit = stack_base.saturating_sub(stack);
    let heap_end = stack_base.saturating_sub(LEFT_AT_START);
    if heap_end < partition.start + SMALLEST_HEAP {
        let rule = "the partition is too small for the A5 world and the stack";
        return Err(broken_rule(LAUNCH, rule));
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

/// Opens the application's resources and makes it the current process.
fn introduce(machine: &mut Machine, file: u32, partition: Range<u32>, mode: u16) -> Result<(), Stop> {
    let ref_num = resource_manager::open(machine, file).settle()?;
    let ref_num = ref_num
        .map_err(|error| broken_rule(LAUNCH, format!("its resource fork cannot be opened: {error}")))?;
    machine.memory.put(low::CUR_AP_REF_NUM, ref_num as u16);
    let Some(item) = machine.volume.item(file) else {
        return Err(broken_rule(LAUNCH, "there is no such file"));
    };
    let process = Description {
        name: item.name.clone(),
        file_type: item.file_type(),
        creator: item.creator(),
        mode,
        file,
    };
    machine
        .memory
        .set_pascal_string(low::CUR_AP_NAME, &process.name)?;
    machine.processes.partition = Some(partition);
    let is_aware = process.mode & HIGH_LEVEL_EVENT_AWARE != 0;
    machine.processes.process = Some(process);
    if let Some(psn) = machine.processes.current().filter(|_| is_aware) {
        apple_event_manager::post_open_application(machine, psn);
    }
    Ok(())
}

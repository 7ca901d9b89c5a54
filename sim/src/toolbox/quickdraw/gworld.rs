//! Offscreen graphics worlds: a color port with a map, a color table and a device of its own.
//!
//! Inside Macintosh: Imaging With QuickDraw, chapter 6. The system's own color tables only, no update and no purging.

use super::area::Area;
use super::device::{color_table, g_device, pix_map_of};
use super::port::{self, PORT_BITS};
use crate::bomb::{Settle, Stop, broken_rule};
use crate::costs::Cost;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::memory_manager::ZoneId;
use crate::trap::Trap;

const TRAP: &str = "QDExtensions";

/// Flags of NewGWorld.
const USE_TEMP_MEM: u32 = 1 << 2;
const KEEP_LOCAL: u32 = 1 << 3;

/// The bit of a handle's state that says it is locked.
const LOCKED: u8 = 0x80;

/// A CGrafPort and what NewGWorld hides behind it.
const WORLD_LEN: u32 = 108;

/// A world, by the parts of it that are given back with it.
#[derive(Debug, Clone, Copy)]
struct World {
    port: u32,
    map: u32,
    /// Address of the map: its handle is locked.
    map_at: u32,
    pixels: u32,
    table: u32,
    device: u32,
    is_locked: bool,
}

/// The worlds that there are.
#[derive(Default)]
pub(super) struct Worlds(Vec<World>);

impl Worlds {
    /// Whether a map is one of a world whose pixels may move.
    pub fn has_unlocked(&self, map_at: u32) -> bool {
        self.0
            .iter()
            .any(|world| world.map_at == map_at && !world.is_locked)
    }

    fn of_map(&mut self, map: u32) -> Result<&mut World, Stop> {
        let world = self.0.iter_mut().find(|world| world.map == map);
        world.ok_or_else(|| broken_rule(TRAP, "the map belongs to no offscreen world"))
    }

    fn of_port(&self, port: u32) -> Option<World> {
        self.0.iter().copied().find(|world| world.port == port)
    }
}

/// The selector in D0: the size of the arguments, and the routine.
pub(super) fn qd_extensions(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    match machine.cpu.d(0) {
        0x0016_0000 => new_gworld(machine),
        0x0004_0001 => lock_pixels(machine),
        0x0004_0002 => unlock_pixels(machine),
        0x0004_0004 => dispose_gworld(machine),
        0x0008_0005 => get_gworld(machine),
        0x0008_0006 => set_gworld(machine),
        0x0004_000F => get_pix_base_addr(machine),
        0x0004_0017 => get_gworld_pix_map(machine),
        selector => Err(broken_rule(
            TRAP,
            format!("selector ${selector:08X} is not simulated"),
        )),
    }
}

/// NewGWorld(offscreenGWorld, pixelDepth, boundsRect, cTable, aGDevice, flags): QDErr.
fn new_gworld(machine: &mut Machine) -> Result<(), Stop> {
    let flags = machine.pop_long()?;
    let (device, table) = (machine.pop_pointer()?, machine.pop_pointer()?);
    let bounds = machine.pop_pointer()?;
    let depth = machine.pop_word()?;
    let result_at = machine.pop_pointer()?;
    let area = Area::read(machine, bounds)?;
    if table != 0 || device != 0 || flags & !(USE_TEMP_MEM | KEEP_LOCAL) != 0 {
        let rule = "only worlds with the system's own colors and a device of their own are simulated";
        return Err(broken_rule("NewGWorld", rule));
    }
    machine.memory.set_long(result_at, 0)?;
    let result = match depth {
        1 | 2 | 4 | 8 | 16 | 32 if !area.is_empty() => make(machine, depth, area, bounds, flags)?,
        1 | 2 | 4 | 8 | 16 | 32 => Err(OsErr::PARAMETER),
        _ => Err(OsErr::DEPTH),
    };
    if let Ok(port) = result {
        machine.memory.set_long(result_at, port)?;
    }
    machine.return_word(result.map_or_else(|error| error.0 as u16, |_| 0))?;
    Ok(())
}

/// Allocates all parts of a world, or none.
fn make(
    machine: &mut Machine,
    depth: u16,
    area: Area,
    bounds_at: u32,
    flags: u32,
) -> Result<Result<u32, OsErr>, Stop> {
    let row_bytes = (area.width() as u32 * u32::from(depth)).div_ceil(32) * 4;
    let mut bounds = [0; 8];
    bounds.copy_from_slice(machine.memory.bytes(bounds_at, 8)?);
    let (zone, short) = match flags & USE_TEMP_MEM {
        0 => (machine.current_zone(), OsErr::MEMORY_FULL),
        _ => (ZoneId::Temporary, OsErr::NO_TEMPORARY_MEMORY),
    };
    machine.charge(Cost::Allocate, 7);
    machine.charge(Cost::InverseTable, 1);
    let heap = machine.current_zone();
    // Each part needs the one before it; the pixels come last.
    let parts: [&dyn Fn(u32) -> Vec<u8>; 5] = [
        &|_| color_table(depth, 0),
        &|table| pix_map_of(0, row_bytes as u16, bounds, depth, table).to_vec(),
        &|map| g_device(map, depth, bounds).to_vec(),
        &|_| port::rect_region(&bounds),
        &|_| port::rect_region(&port::WIDE_OPEN),
    ];
    let mut handles: Vec<u32> = Vec::new();
    for part in parts {
        let before = handles.last().copied().unwrap_or_default();
        match machine.new_handle_with(heap, &part(before)).settle()? {
            Ok(handle) => handles.push(handle),
            Err(_) => return give_back(machine, &handles, None, OsErr::MEMORY_FULL),
        }
    }
    let Ok(port) = machine.new_ptr(heap, WORLD_LEN).settle()? else {
        return give_back(machine, &handles, None, OsErr::MEMORY_FULL);
    };
    let Ok(pixels) = machine
        .new_handle(zone, row_bytes * area.height() as u32)
        .settle()?
    else {
        return give_back(machine, &handles, Some(port), short);
    };
    let &[table, map, device, visible, clip] = handles.as_slice() else {
        return give_back(machine, &handles, Some(port), short);
    };
    machine.change_state(map, LOCKED, 0, "NewGWorld")?;
    port::fill_world(machine, port, map, bounds, [visible, clip])?;
    let world = World {
        port,
        map,
        map_at: machine.memory.pointer(map)?,
        pixels,
        table,
        device,
        is_locked: false,
    };
    machine.memory.set_long(world.map_at, pixels)?;
    machine.quickdraw.worlds.0.push(world);
    Ok(Ok(port))
}

/// What there is of a world that cannot be made.
fn give_back(
    machine: &mut Machine,
    handles: &[u32],
    port: Option<u32>,
    error: OsErr,
) -> Result<Result<u32, OsErr>, Stop> {
    for &handle in handles {
        machine.dispose_handle(handle)?;
    }
    if let Some(port) = port {
        machine.dispose_ptr(port)?;
    }
    Ok(Err(error))
}

/// While they are locked the map has their address, else their handle.
fn set_locked(machine: &mut Machine, map: u32, locked: bool) -> Result<(), Stop> {
    let world = machine.quickdraw.worlds.of_map(map)?;
    world.is_locked = locked;
    let World { map_at, pixels, .. } = *world;
    let (set, clear) = if locked { (LOCKED, 0) } else { (0, LOCKED) };
    machine.change_state(pixels, set, clear, "LockPixels")?;
    let base = if locked {
        machine.memory.pointer(pixels)?
    } else {
        pixels
    };
    machine.memory.set_long(map_at, base)?;
    Ok(())
}

fn lock_pixels(machine: &mut Machine) -> Result<(), Stop> {
    let map = machine.pop_pointer()?;
    set_locked(machine, map, true)?;
    machine.return_boolean(true)?;
    Ok(())
}

fn unlock_pixels(machine: &mut Machine) -> Result<(), Stop> {
    let map = machine.pop_pointer()?;
    set_locked(machine, map, false)
}

fn get_pix_base_addr(machine: &mut Machine) -> Result<(), Stop> {
    let map = machine.pop_pointer()?;
    let pixels = machine.quickdraw.worlds.of_map(map)?.pixels;
    let address = machine.memory.pointer(pixels)?;
    machine.return_long(address)?;
    Ok(())
}

fn get_gworld_pix_map(machine: &mut Machine) -> Result<(), Stop> {
    let port = machine.pop_pointer()?;
    let map = machine.memory.long(port + PORT_BITS)?;
    machine.return_long(map)?;
    Ok(())
}

fn dispose_gworld(machine: &mut Machine) -> Result<(), Stop> {
    let port = machine.pop_pointer()?;
    let Some(world) = machine.quickdraw.worlds.of_port(port) else {
        return Err(broken_rule("DisposeGWorld", "this is no offscreen world"));
    };
    if machine.memory.get(low::THE_G_DEVICE) == world.device {
        return Err(broken_rule("DisposeGWorld", "the world is still the current one"));
    }
    machine.quickdraw.worlds.0.retain(|other| other.port != port);
    port::close_regions(machine, port)?;
    for handle in [world.pixels, world.table, world.map, world.device] {
        machine.dispose_handle(handle)?;
    }
    machine.dispose_ptr(port)?;
    Ok(())
}

/// GetGWorld(port, gdh).
fn get_gworld(machine: &mut Machine) -> Result<(), Stop> {
    let device_at = machine.pop_pointer()?;
    let port_at = machine.pop_pointer()?;
    let port = port::current(machine)?;
    let device = machine.memory.get(low::THE_G_DEVICE);
    machine.memory.set_long(port_at, port)?;
    machine.memory.set_long(device_at, device)?;
    Ok(())
}

/// SetGWorld(port, gdh): the device of a world is its own.
fn set_gworld(machine: &mut Machine) -> Result<(), Stop> {
    let device = machine.pop_pointer()?;
    let port = machine.pop_pointer()?;
    let own = machine.quickdraw.worlds.of_port(port).map(|world| world.device);
    port::make_current(machine, port)?;
    machine.memory.put(low::THE_G_DEVICE, own.unwrap_or(device));
    Ok(())
}

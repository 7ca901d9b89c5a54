//! Starting up: the content of the volume, the globals and heaps, the System file, the desktop, the agent.

use crate::bomb::Failure;
use crate::config::{Config, Disk};
use crate::desktop::{self, Depth, InitialItem, InitialKind, Station};
use crate::error::SimError;
use crate::front::{Front, Setting};
use crate::low_memory as low;
use crate::machine::{Command, Machine, Parts};
use crate::memory::Memory;
use crate::network::{GUEST_PORT, Network};
use crate::os_err::OsErr;
use crate::profile::Hardware;
use crate::toolbox::memory_manager::ZoneId;
use crate::toolbox::{
    cursor_device_manager, event_manager, file_manager, process_manager, quickdraw, resource_manager,
    script_manager,
};
use crate::volume::{Application, DesktopDatabase, Fork, Medium, ROOT, Volume};
use mc_pack::MacFile;
use mc_protocol::macroman;
use std::sync::mpsc::Receiver;

/// Where the agent lies, and its preferences.
const STARTUP_ITEMS: [&[u8]; 2] = [b"System Folder", b"Startup Items"];
const PREFERENCES: [&[u8]; 2] = [b"System Folder", b"Preferences"];
const PREFERENCES_FILE: &[u8] = b"mc-agent Preferences";

/// The name of the startup volume.
const VOLUME_NAME: &[u8] = b"Macintosh HD";

/// Size of the system heap, with and without Color QuickDraw.
const SYSTEM_HEAP_WITH_COLOR: u32 = 768 << 10;
const SYSTEM_HEAP: u32 = 256 << 10;

/// Size of the stack that belongs to no process.
const SYSTEM_STACK: u32 = 8 << 10;

/// What TickCount has got to when the system takes over, an estimate: the tests of the ROM, and a disk that comes up to speed,
/// which takes more or less.
const TICKS_OF_THE_ROM: u32 = 300;
const DISK_TICKS: u32 = 120;

/// fInvisible, as the upper byte of the Finder flags.
const INVISIBLE: u8 = 0x40;

/// Where a MachineLocation lies in the parameter RAM.
const LOCATION: usize = 0xE4;

/// A MachineLocation (Inside Macintosh: Operating System Utilities, chapter 4): latitude and longitude as parts of a
/// quarter of a circle, in 2 and 30 bits, and the difference to Greenwich in the lower 24 bits of a long. The place is the
/// one of that difference on the latitude of London.
fn location(offset: i32) -> [u8; 12] {
    const QUARTER: f64 = (1 << 30) as f64;
    let latitude = (51.5 / 90.0 * QUARTER) as i32;
    let longitude = (f64::from(offset) / 21_600.0 * QUARTER) as i32;
    let mut bytes = [0; 12];
    bytes[..4].copy_from_slice(&latitude.to_be_bytes());
    bytes[4..8].copy_from_slice(&longitude.to_be_bytes());
    bytes[9..].copy_from_slice(&offset.to_be_bytes()[1..]);
    bytes
}

/// A machine that is ready to run its agent.
pub(crate) struct Booted {
    pub machine: Machine,
    /// The agent's file in the catalogue.
    pub agent: u32,
}

/// Builds a machine, with a new disk unless there is one.
///
/// # Errors
/// When the agent is no MacBinary file, a part of the desktop is wrong, or the disk that there is has no agent.
pub(crate) fn boot(
    config: &Config,
    network: Network,
    commands: Receiver<Command>,
    disk: Option<Volume>,
) -> Result<Booted, SimError> {
    let hardware = hardware(config)?;
    let station = Station {
        system: config.system.bcd(),
        machine_name: hardware.machine_name,
        machine_type: hardware.machine_type,
        memory: hardware.ram,
        system_strike: config.system_strike,
        has_applescript: config.has_applescript(),
    };
    let (volume, agent) = match disk {
        Some(volume) => installed(volume)?,
        None => install(config, &station)?,
    };

    let screen = desktop::Screen {
        width: hardware.screen.width as i16,
        height: hardware.screen.height as i16,
        depth: Depth::of_screen(hardware.screen.depth),
    };
    let finder = desktop::finder_process(&station, screen, config.trash)?;
    let mut front = Front::new(finder);
    front.setting = Some(Setting { station, screen });
    let mut machine = Machine::new(Parts {
        hardware,
        system: config.system,
        has_applescript: config.has_applescript(),
        volume,
        more_volumes: more_volumes(config)?,
        network,
        front,
        commands,
        started: config.date,
        speed: config.speed,
    });
    if let Some(offset) = config.gmt_offset {
        let location = location(offset);
        machine.parameter_ram[LOCATION..][..location.len()].copy_from_slice(&location);
    }
    start_system(&mut machine, config.seed)?;
    for fault in &config.faults {
        machine.check_fault(fault)?;
    }
    machine.faults_at_start = config.faults.clone();
    Ok(Booted { machine, agent })
}

/// The machine, with the memory that is wanted and its screen set to the depth that is wanted.
fn hardware(config: &Config) -> Result<Hardware, SimError> {
    let profile = config.profile.name();
    let hardware = config.profile.hardware();
    let hardware = match config.ram {
        None => hardware,
        Some(ram) if hardware.ram_sizes.contains(&ram) => hardware.with_ram(ram),
        Some(ram) => {
            return Err(SimError::Ram {
                profile,
                ram,
                possible: hardware.ram_sizes,
            });
        }
    };
    match config.depth {
        None => Ok(hardware),
        Some(depth) if hardware.depths.contains(&depth) => Ok(hardware.with_depth(depth)),
        Some(depth) => Err(SimError::Depth {
            profile,
            depth,
            possible: hardware.depths,
        }),
    }
}

/// A new disk with the system, the agent's preferences and the agent, and the agent's number on it.
fn install(config: &Config, station: &Station) -> Result<(Volume, u32), SimError> {
    let mut volume = Volume::new(VOLUME_NAME, u64::from(config.disk_bytes), config.date);
    for item in desktop::initial_files(station)? {
        add_initial_item(&mut volume, &item, config.date)?;
    }
    add_preferences(&mut volume, config)?;
    let agent = add_agent(&mut volume, config)?;
    Ok((volume, agent))
}

/// A disk that another machine has left, and the number of the application in its Startup Items.
fn installed(volume: Volume) -> Result<(Volume, u32), SimError> {
    let folder = STARTUP_ITEMS
        .iter()
        .try_fold(ROOT, |folder, name| volume.child(folder, name));
    let is_agent = |id: &u32| {
        let item = volume.item(*id);
        item.is_some_and(|item| item.file_type() == *b"APPL" && item.creator() == *b"mcAg")
    };
    let agent = folder.and_then(|folder| volume.children(folder).find(is_agent));
    let agent = agent.ok_or(SimError::NoAgent)?;
    Ok((volume, agent))
}

/// The volumes of the other disks: drives and reference numbers follow those of the startup disk.
fn more_volumes(config: &Config) -> Result<Vec<Volume>, SimError> {
    let make = |(number, disk): (i16, &Disk)| {
        let name = macroman::encode(disk.name)
            .map_err(|_| SimError::volume("naming", disk.name, OsErr::BAD_NAME))?;
        let mut volume = Volume::new(&name, disk.bytes, config.date);
        volume.medium = Medium {
            v_ref_num: -number,
            drive: number,
            ejectable: disk.ejectable,
            locked: disk.locked,
            exchanges: disk.exchanges,
        };
        volume.desktop = disk.has_desktop_database.then(DesktopDatabase::default);
        Ok(volume)
    };
    (2..).zip(&config.disks).map(make).collect()
}

/// Adds a file with both forks and its Finder information.
///
/// # Errors
/// As the volume has them.
pub(crate) fn add_file(
    volume: &mut Volume,
    folder: u32,
    name: &[u8],
    file: &NewFile<'_>,
    now: u32,
) -> Result<u32, OsErr> {
    let id = volume.create_file(folder, name, now)?;
    volume.write(id, Fork::Data, 0, file.data, now)?;
    volume.write(id, Fork::Resource, 0, file.resource, now)?;
    if let Some(item) = volume.item_mut(id) {
        item.finder[..4].copy_from_slice(&file.file_type);
        item.finder[4..8].copy_from_slice(&file.creator);
    }
    // The Finder notes every application that it sees.
    if let Some(desktop) = volume.desktop.as_mut().filter(|_| file.file_type == *b"APPL") {
        let name = name.to_vec();
        let application = Application { folder, name, tag: 0 };
        desktop.add_application(file.creator, application);
    }
    Ok(id)
}

/// What [`add_file`] puts on the volume.
pub(crate) struct NewFile<'a> {
    pub file_type: [u8; 4],
    pub creator: [u8; 4],
    pub data: &'a [u8],
    pub resource: &'a [u8],
}

fn add_initial_item(volume: &mut Volume, item: &InitialItem, now: u32) -> Result<(), SimError> {
    let path =
        macroman::encode(item.path).map_err(|_| SimError::volume("naming", item.path, OsErr::BAD_NAME))?;
    let mut names: Vec<&[u8]> = path.split(|&byte| byte == b':').collect();
    let name = names.pop().unwrap_or_default();
    let add = || -> Result<u32, OsErr> {
        let folder = volume.ensure_folder(&names, now)?;
        let id = match &item.kind {
            InitialKind::Folder => volume.create_folder(folder, name, now)?,
            InitialKind::File {
                file_type,
                creator,
                data,
                resources,
            } => {
                let file = NewFile {
                    file_type: *file_type,
                    creator: *creator,
                    data,
                    resource: resources,
                };
                add_file(volume, folder, name, &file, now)?
            }
        };
        if let Some(entry) = volume.item_mut(id).filter(|_| item.invisible) {
            entry.finder[8] |= INVISIBLE;
        }
        Ok(id)
    };
    add_named(item.path, add).map(|_| ())
}

fn add_named(what: &str, mut add: impl FnMut() -> Result<u32, OsErr>) -> Result<u32, SimError> {
    add().map_err(|error| SimError::volume("adding", what, error))
}

fn add_preferences(volume: &mut Volume, config: &Config) -> Result<(), SimError> {
    let mut text = format!(
        "token = {}\rport = {GUEST_PORT}\ragent = {}\r",
        config.token,
        config.consent.word()
    );
    for line in &config.preferences {
        text.push_str(line);
        text.push('\r');
    }
    let text = macroman::encode(&text).map_err(|_| SimError::Token)?;
    let file = NewFile {
        file_type: *b"TEXT",
        creator: *b"ttxt",
        data: &text,
        resource: &[],
    };
    add_named("the agent's preferences", || {
        let folder = volume.ensure_folder(&PREFERENCES, config.date)?;
        add_file(volume, folder, PREFERENCES_FILE, &file, config.date)
    })?;
    Ok(())
}

fn add_agent(volume: &mut Volume, config: &Config) -> Result<u32, SimError> {
    let agent = MacFile::parse(&config.agent)?;
    let file = NewFile {
        file_type: agent.file_type.0,
        creator: agent.creator.0,
        data: &agent.data_fork,
        resource: &agent.resource_fork,
    };
    add_named("the agent", || {
        let folder = volume.ensure_folder(&STARTUP_ITEMS, config.date)?;
        add_file(volume, folder, agent.name.as_bytes(), &file, config.date)
    })
}

/// What the ROM and the System file do before the first application runs.
fn start_system(machine: &mut Machine, seed: u32) -> Result<(), SimError> {
    let hardware = machine.hardware;
    set_globals(&mut machine.memory, &hardware, machine.system.bcd(), seed);
    let heap_len = if hardware.has_color_quickdraw {
        SYSTEM_HEAP_WITH_COLOR
    } else {
        SYSTEM_HEAP
    };
    machine.memory.put(low::SYS_ZONE, low::END);
    machine.memory.put(low::THE_ZONE, low::END);
    machine
        .open_zone(ZoneId::System, low::END, low::END + heap_len)
        .map_err(Failure::Stop)
        .and_then(|()| start_stack(machine))
        .and_then(|()| event_manager::start(machine))
        .and_then(|()| file_manager::start(machine))
        .and_then(|()| quickdraw::start(machine))
        .and_then(|()| cursor_device_manager::start(machine))
        .and_then(|()| script_manager::start(machine))
        .and_then(|()| open_system_file(machine))
        .and_then(|()| Ok(process_manager::start(machine)?))
        .map_err(SimError::start)
}

/// The stack that is used while no process runs: routines at interrupt time are called on it then.
fn start_stack(machine: &mut Machine) -> Result<(), Failure> {
    let stack = machine.new_ptr(ZoneId::System, SYSTEM_STACK)?;
    machine.cpu.set_sp(stack + SYSTEM_STACK);
    Ok(())
}

fn open_system_file(machine: &mut Machine) -> Result<(), Failure> {
    let folder = machine.volume.child(ROOT, b"System Folder");
    let system = folder.and_then(|folder| machine.volume.child(folder, b"System"));
    let ref_num = resource_manager::open(machine, system.ok_or(OsErr::FILE_NOT_FOUND)?)?;
    machine.memory.put(low::SYS_MAP, ref_num as u16);
    let map = machine.memory.get(low::TOP_MAP_HANDLE);
    machine.memory.put(low::SYS_MAP_HANDLE, map);
    Ok(())
}

fn set_globals(memory: &mut Memory, hardware: &Hardware, system: u16, seed: u32) {
    let screen_in_ram = hardware.screen.base < hardware.ram;
    let top = if screen_in_ram {
        hardware.screen.base
    } else {
        hardware.ram
    };
    memory.put(low::MEM_TOP, hardware.ram);
    memory.put(low::BUF_PTR, top);
    memory.put(low::ROM_BASE, hardware.rom_base);
    memory.put(low::SYS_VERSION, system);
    memory.put(low::RND_SEED, seed);
    memory.put(low::TICKS, TICKS_OF_THE_ROM + seed % DISK_TICKS);
    memory.put(low::BOOT_DRIVE, 1);
    memory.put(low::RES_LOAD, 1);
    memory.put(low::DOUBLE_TIME, 30);
    memory.put(low::CARET_TIME, 32);
    memory.put(low::MIN_STACK, 1024);
    memory.put(low::LO3_BYTES, 0x00FF_FFFF);
    memory.put(low::MMU_32_BIT, u8::from(hardware.addressing_32));
    memory.put(low::CPU_FLAG, cpu_flag(hardware));
    // Clear on every machine with at least the 128K ROM; the top bit is set where there is no Color QuickDraw.
    memory.put(
        low::ROM_85,
        if hardware.has_color_quickdraw {
            0x3FFF
        } else {
            0x7FFF
        },
    );
}

fn cpu_flag(hardware: &Hardware) -> u8 {
    match hardware.cpu {
        m68k::CpuType::M68000 => 0,
        m68k::CpuType::M68030 => 3,
        _ => 4,
    }
}

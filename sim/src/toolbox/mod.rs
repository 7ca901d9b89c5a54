//! The Toolbox and the Operating System: one file for each manager, named after it.
//!
//! A file holds the manager's state, the functions that answer its traps and a `TRAPS` table of them. Arguments are
//! read from where the real call has them (registers, the stack, parameter blocks in guest memory) and results are
//! written back there; nothing of the guest's is kept on the host that the guest could look for in memory.

pub(crate) mod apple_event_manager;
pub(crate) mod component_manager;
pub(crate) mod cursor_device_manager;
pub(crate) mod desktop_manager;
pub(crate) mod device_manager;
pub(crate) mod event_manager;
pub(crate) mod file_manager;
pub(crate) mod folder_manager;
pub(crate) mod gestalt;
pub(crate) mod mactcp;
pub(crate) mod memory_manager;
pub(crate) mod os_utils;
pub(crate) mod osa;
pub(crate) mod process_manager;
pub(crate) mod quickdraw;
pub(crate) mod resource_manager;
pub(crate) mod scrap_manager;
pub(crate) mod script_manager;
pub(crate) mod segment_loader;
pub(crate) mod serial_driver;
pub(crate) mod time_manager;
pub(crate) mod window_manager;

use crate::machine::Machine;
use crate::trap::Entry;

/// The tables of all managers.
pub(crate) fn tables() -> impl Iterator<Item = &'static [Entry]> {
    [
        apple_event_manager::TRAPS,
        component_manager::TRAPS,
        cursor_device_manager::TRAPS,
        device_manager::TRAPS,
        event_manager::TRAPS,
        file_manager::TRAPS,
        folder_manager::TRAPS,
        gestalt::TRAPS,
        memory_manager::TRAPS,
        os_utils::TRAPS,
        process_manager::TRAPS,
        quickdraw::TRAPS,
        resource_manager::TRAPS,
        scrap_manager::TRAPS,
        script_manager::TRAPS,
        segment_loader::TRAPS,
        time_manager::TRAPS,
        window_manager::TRAPS,
    ]
    .into_iter()
}

/// Whether this machine and system have a call that the simulation knows: a Plus has no Color QuickDraw and no
/// caches to flush, and only a Quadra a list of cursor devices.
pub(crate) fn is_in_this_machine(machine: &Machine, number: u16) -> bool {
    if cursor_device_manager::is_own(number) {
        return machine.hardware.has_cursor_devices;
    }
    if quickdraw::needs_color(number) {
        return machine.hardware.has_color_quickdraw;
    }
    if os_utils::needs_caches(number) {
        return machine.has_caches();
    }
    component_manager::is_here(machine, number)
}

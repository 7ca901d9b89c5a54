//! Font, Window and Menu Manager, as far as a program needs them that comes to the front and shows nothing: it initialises them, and has
//! an empty list of windows and an empty menu bar then. Inside Macintosh: Macintosh Toolbox Essentials, chapter 3,
//! InitMenus, and chapter 4, InitWindows; Text, chapter 4, InitFonts.

use crate::bomb::{Settle, Stop};
use crate::costs::Cost;
use crate::low_memory as low;
use crate::machine::Machine;
use crate::toolbox::memory_manager::ZoneId;
use crate::trap::{Entry, Trap, tool};

pub(crate) const TRAPS: &[Entry] = &[
    tool(0xA8FE, "InitFonts", Cost::Small, init_fonts),
    tool(0xA912, "InitWindows", Cost::Small, init_windows),
    tool(0xA930, "InitMenus", Cost::Small, init_menus),
];

/// Bytes of a menu list without menus.
const EMPTY_MENU_LIST: u32 = 6;

fn init_fonts(_: &mut Machine, _: Trap) -> Result<(), Stop> {
    Ok(())
}

fn init_windows(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    machine.memory.put(low::WINDOW_LIST, 0);
    Ok(())
}

/// The menu list lies in the heap of the program. (Without memory for it a Macintosh bombs.)
fn init_menus(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    let list = machine.new_handle_with(ZoneId::Application, &[0; EMPTY_MENU_LIST as usize]);
    machine.memory.put(low::MENU_LIST, list.settle()?.unwrap_or(0));
    Ok(())
}

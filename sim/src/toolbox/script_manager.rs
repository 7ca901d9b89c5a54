//! Script Manager: the address of the keyboard layout. Inside Macintosh: Text, chapter 6.

use crate::bomb::{Failure, Stop, broken_rule};
use crate::costs::Cost;
use crate::desktop;
use crate::machine::Machine;
use crate::toolbox::memory_manager::ZoneId;
use crate::trap::{Entry, Trap, tool};

pub(crate) const TRAPS: &[Entry] = &[tool(0xA8B5, "ScriptUtil", Cost::Small, script_util)];

/// GetScriptManagerVariable.
const GET_VARIABLE: u32 = 0x8402_0008;
const KCHR_CACHE: u16 = 38;

/// The layout that is in use.
#[derive(Default)]
pub(crate) struct ScriptManager {
    layout: u32,
}

/// Keeps the System file's layout in memory, as the Script Manager does.
///
/// # Errors
/// When the system heap has no room.
pub(crate) fn start(machine: &mut Machine) -> Result<(), Failure> {
    let layout = desktop::us_layout();
    let at = machine.new_ptr(ZoneId::System, layout.len() as u32)?;
    machine.memory.set_bytes(at, &layout)?;
    machine.script.layout = at;
    Ok(())
}

/// The selector is on top of the stack.
fn script_util(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    match machine.pop_long()? {
        GET_VARIABLE => {
            let variable = machine.pop_word()?;
            if variable != KCHR_CACHE {
                let rule = format!("variable {variable} is not simulated");
                return Err(broken_rule("GetScriptManagerVariable", rule));
            }
            let layout = machine.script.layout;
            machine.return_long(layout)?;
            Ok(())
        }
        selector => Err(broken_rule(
            "ScriptUtil",
            format!("selector ${selector:08X} is not simulated"),
        )),
    }
}

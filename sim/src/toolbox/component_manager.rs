//! Component Manager: opening a component, calling it, closing it. One component is there: AppleScript, in [`osa`].
//!
//! Everything goes through one trap. D0 says which routine of the manager is called; 0 is a call of a component, whose
//! selector and size of arguments are pushed last (Apple's Components.h; Inside Macintosh: More Macintosh Toolbox, chapter 6).

use crate::bomb::{Cause, Failure, Settle, Stop, broken_rule};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::profile::SystemVersion;
use crate::toolbox::osa;
use crate::trap::{Entry, Trap, tool};

pub(crate) const TRAPS: &[Entry] = &[tool(DISPATCH, "ComponentDispatch", Cost::Small, dispatch)];

const DISPATCH: u16 = 0xA82A;
const NAME: &str = "ComponentDispatch";

/// Results of component calls that no OSErr has: the instance is none, the component knows no such selector.
const BAD_INSTANCE: u32 = 0x8000_8001;
const BAD_SELECTOR: u32 = 0x8000_8002;

/// badComponentInstance as the word that CloseComponent returns.
const BAD_INSTANCE_WORD: u16 = 0x8001;

/// Routines of the manager, by D0.
const OPEN_DEFAULT_COMPONENT: u32 = 0x21;
const CLOSE_COMPONENT: u32 = 0x08;
const CALL_COMPONENT: u32 = 0;

/// Whether this is the manager's trap. It came with System 7.1; to System 7.0 AppleScript brings it along.
pub(crate) fn is_here(machine: &Machine, number: u16) -> bool {
    number != DISPATCH || machine.system != SystemVersion::V7_0 || machine.osa.is_installed()
}

fn dispatch(machine: &mut Machine, _: Trap) -> Result<(), Stop> {
    if machine.at_interrupt_time() {
        let rule = "components move memory and must not be called at interrupt time";
        return Err(broken_rule(NAME, rule));
    }
    match machine.cpu.d(0) {
        CALL_COMPONENT => call_component(machine),
        OPEN_DEFAULT_COMPONENT => open_default_component(machine),
        CLOSE_COMPONENT => close_component(machine),
        selector => Err(Cause::UnknownSelector { trap: NAME, selector }.into()),
    }
}

/// OpenDefaultComponent(componentType, componentSubType): the instance, NIL when there is no such component or it does not
/// open.
fn open_default_component(machine: &mut Machine) -> Result<(), Stop> {
    let subtype = machine.pop_long()?.to_be_bytes();
    let kind = machine.pop_long()?.to_be_bytes();
    let opened = if osa::is_meant(machine, kind, subtype) {
        osa::open(machine).settle()?.unwrap_or(0)
    } else {
        0
    };
    machine.return_long(opened)?;
    Ok(())
}

fn close_component(machine: &mut Machine) -> Result<(), Stop> {
    let instance = machine.pop_long()?;
    let result = if osa::close(machine, instance)? {
        0
    } else {
        BAD_INSTANCE_WORD
    };
    machine.return_word(result)?;
    Ok(())
}

/// A call of a component: on top lie selector and size of the arguments, then the arguments, the last one first, then the
/// instance and the room for the result.
fn call_component(machine: &mut Machine) -> Result<(), Stop> {
    let parameters = machine.pop_long()?;
    let (size, selector) = ((parameters >> 16) & 0xFF, parameters as u16);
    let arguments_at = machine.cpu.sp();
    let instance = machine.memory.long(arguments_at + size)?;
    let result = match osa::call_of(selector) {
        _ if !machine.osa.has_instance(instance) => BAD_INSTANCE,
        Some((call, wanted)) if wanted == size => {
            let mut arguments = Vec::new();
            // In the order in which they were pushed.
            for offset in (0..size).step_by(4).rev() {
                arguments.push(machine.memory.long(arguments_at + offset)?);
            }
            let outcome: Result<(), Failure> = call(machine, instance, &arguments);
            outcome
                .settle()?
                .map_or_else(|error| i32::from(error.0) as u32, |()| 0)
        }
        Some((_, wanted)) => {
            let rule = format!("selector ${selector:04X} takes {wanted} bytes of arguments, not {size}");
            return Err(broken_rule(NAME, rule));
        }
        None => BAD_SELECTOR,
    };
    machine.cpu.set_sp(arguments_at + size + 4);
    machine.return_long(result)?;
    Ok(())
}

//! Open Scripting Architecture: AppleScript as a component (Inside Macintosh: Interapplication Communication, chapter 10; Apple's
//! OSA.h).
//!
//! What an instance, a compiled script and a value take lies in handles of the process that opened the component, so that
//! it shows there; how much is an estimate. What they mean stays with the [`language`](crate::applescript).

mod applications;
mod calls;
mod convert;
mod errors;
mod host;
mod sending;
#[cfg(test)]
mod tests;

use crate::applescript::{Script, ScriptError, Value};
use crate::bomb::{Failure, Stop};
use crate::costs::Cost;
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::memory_manager::ZoneId;
use crate::toolbox::process_manager::Psn;
use std::collections::BTreeMap;
use std::rc::Rc;

pub(crate) use calls::call_of;

/// kOSAComponentType.
const OSA: [u8; 4] = *b"osa ";
/// The subtypes by which AppleScript is opened: its own, and the generic one, whose default it is.
const SUBTYPES: [[u8; 4]; 2] = [*b"ascr", *b"scpt"];

/// What an open instance takes of the heap, an estimate: dialect, tables, a stack.
const INSTANCE_BYTES: u32 = 48 << 10;
/// What compiled code takes for each character of the source, an estimate.
const BYTES_PER_CHARACTER: u32 = 3;
/// What a compiled script or a value takes whatever it is, an estimate.
const LEAST_BYTES: u32 = 256;
/// Accesses to the disk when the component is opened: its resources.
const OPENING_ACCESSES: u32 = 4;

/// AppleScript in this machine.
#[derive(Default)]
pub(crate) struct Osa {
    is_installed: bool,
    /// Taken away on request.
    pub is_absent: bool,
    instances: BTreeMap<u32, Instance>,
    last_instance: u32,
}

/// A routine of the guest and what it wants to be told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Callback {
    routine: u32,
    reference: u32,
}

/// An open connection to the component.
struct Instance {
    owner: Option<Psn>,
    storage: u32,
    active: Callback,
    send: Callback,
    scripts: BTreeMap<u32, Stored>,
    last_script: u32,
    /// Why the last call failed.
    error: ScriptError,
    /// How many calls of OSAExecute are under way.
    running: u32,
}

/// What a script ID stands for, and the handle that it takes.
struct Stored {
    content: Content,
    handle: u32,
}

#[derive(Clone)]
enum Content {
    Compiled(Rc<Script>),
    /// A value, and the script whose words it is shown with.
    Value(Value, Rc<Script>),
}

impl Osa {
    /// AppleScript, installed or not.
    pub fn new(is_installed: bool) -> Osa {
        Osa {
            is_installed,
            ..Osa::default()
        }
    }

    /// Whether AppleScript is there.
    pub fn is_installed(&self) -> bool {
        self.is_installed && !self.is_absent
    }

    /// Whether an instance is open.
    pub fn has_instance(&self, instance: u32) -> bool {
        self.instances.contains_key(&instance)
    }

    /// Forgets the instances of a process that is gone, with its heap.
    pub fn process_ended(&mut self, psn: Psn) {
        self.instances.retain(|_, open| open.owner != Some(psn));
    }

    fn instance(&mut self, instance: u32) -> Result<&mut Instance, OsErr> {
        self.instances.get_mut(&instance).ok_or(OsErr::OSA_SYSTEM)
    }
}

/// Whether OpenDefaultComponent means AppleScript, and it is there. A type of 0 stands for any.
pub(crate) fn is_meant(machine: &Machine, kind: [u8; 4], subtype: [u8; 4]) -> bool {
    let is_subtype = subtype == [0; 4] || SUBTYPES.contains(&subtype);
    machine.osa.is_installed() && kind == OSA && is_subtype
}

/// Opens AppleScript; the instance.
///
/// # Errors
/// memFullErr.
pub(crate) fn open(machine: &mut Machine) -> Result<u32, Failure> {
    machine.charge(Cost::DiskAccess, OPENING_ACCESSES);
    let zone = machine.current_zone();
    let storage = machine.new_handle(zone, INSTANCE_BYTES)?;
    let owner = machine.processes.current();
    let osa = &mut machine.osa;
    osa.last_instance += 1;
    // A ComponentInstance is no pointer that anybody may follow.
    let number = 0x0001_0001 + (osa.last_instance << 16);
    osa.instances.insert(
        number,
        Instance {
            owner,
            storage,
            active: Callback::default(),
            send: Callback::default(),
            scripts: BTreeMap::new(),
            last_script: 0,
            error: ScriptError::new(0, ""),
            running: 0,
        },
    );
    Ok(number)
}

/// Closes an instance with all its scripts; whether there was one.
///
/// # Errors
/// A bomb when it is closed while it runs a script.
pub(crate) fn close(machine: &mut Machine, instance: u32) -> Result<bool, Stop> {
    let Some(open) = machine.osa.instances.remove(&instance) else {
        return Ok(false);
    };
    if open.running > 0 {
        let rule = "the instance is closed while it runs a script: its memory goes from under it";
        return Err(crate::bomb::broken_rule("CloseComponent", rule));
    }
    for stored in open.scripts.values() {
        machine.dispose_handle(stored.handle)?;
    }
    machine.dispose_handle(open.storage)?;
    Ok(true)
}

/// Keeps something under a script ID; an ID of 0 stands for a new one.
fn store(
    machine: &mut Machine,
    instance: u32,
    id: u32,
    content: Content,
    bytes: u32,
) -> Result<u32, Failure> {
    let zone: ZoneId = machine.current_zone();
    let handle = machine.new_handle(zone, LEAST_BYTES + bytes)?;
    let open = machine.osa.instance(instance)?;
    let id = if id == 0 {
        open.last_script += 1;
        open.last_script
    } else {
        id
    };
    let old = open.scripts.insert(id, Stored { content, handle });
    if let Some(old) = old {
        machine.dispose_handle(old.handle)?;
    }
    Ok(id)
}

//! What is exchanged when another process gets the processor: the registers, and the low-memory globals that each process has
//! for itself (Inside Macintosh: Processes, chapter 1, "About Processes").

use super::Psn;
use super::table::{Program, State};
use crate::bomb::Stop;
use crate::low_memory as low;
use crate::machine::Machine;

/// The globals that are swapped: address and bytes.
const SWAPPED: [(u32, u32); 13] = [
    (low::BUF_PTR.0, 4),
    (low::HEAP_END.0, 4),
    (low::THE_ZONE.0, 4),
    (low::APPL_LIMIT.0, 4),
    (low::MEM_ERR.0, 2),
    (low::APPL_ZONE.0, 4),
    (low::DEFLT_STACK.0, 4),
    // CurApRefNum, CurrentA5, CurStackBase and CurApName.
    (low::CUR_AP_REF_NUM.0, 0x30),
    (low::CUR_JT_OFFSET.0, 2),
    // ScrapSize, ScrapHandle, ScrapCount, ScrapState and ScrapName.
    (low::SCRAP_SIZE.0, 16),
    (low::TOP_MAP_HANDLE.0, 4),
    (low::CUR_MAP.0, 2),
    // ResLoad and ResErr.
    (low::RES_LOAD.0, 4),
];

/// What a process has of the machine while it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Context {
    registers: [u32; 16],
    pc: u32,
    sr: u16,
    is_32_bit: bool,
    globals: Vec<Vec<u8>>,
    current: Option<Psn>,
}

impl Context {
    /// What the machine has now.
    pub fn save(machine: &Machine) -> Result<Context, Stop> {
        let globals = SWAPPED
            .iter()
            .map(|&(at, len)| Ok(machine.memory.bytes(at, len)?.to_vec()));
        Ok(Context {
            registers: machine.cpu.dar,
            pc: machine.cpu.pc,
            sr: machine.cpu.get_sr(),
            is_32_bit: machine.memory.is_32_bit(),
            globals: globals.collect::<Result<_, Stop>>()?,
            current: machine.processes.current,
        })
    }

    /// Gives the machine to the process that this is of.
    pub fn load(self, machine: &mut Machine) -> Result<(), Stop> {
        for ((at, _), bytes) in SWAPPED.iter().zip(&self.globals) {
            machine.memory.set_bytes(*at, bytes)?;
        }
        machine.cpu.dar = self.registers;
        machine.cpu.set_sr(self.sr);
        machine.memory.set_32_bit(self.is_32_bit);
        machine.memory.put(low::MMU_32_BIT, u8::from(self.is_32_bit));
        machine.jump(self.pc);
        machine.processes.current = self.current;
        machine.files.opener = self.current;
        machine.resources.user = self.current;
        let zone = machine.memory.get(low::APPL_ZONE);
        machine.heap.switch_to(zone);
        Ok(())
    }
}

/// Works with the globals and the heap of a program that is put aside, or that runs; `None` of an application of the desktop, which has
/// neither, and of a program that is inside of a call that others have their turns in.
///
/// # Errors
/// Those of `work`, and when its globals are damaged.
pub(crate) fn in_context_of<T>(
    machine: &mut Machine,
    psn: Psn,
    work: impl FnOnce(&mut Machine) -> Result<T, Stop>,
) -> Result<Option<T>, Stop> {
    if machine.processes.current == Some(psn) {
        return work(machine).map(Some);
    }
    let Some(context) = machine.processes.program(psn).and_then(Program::context) else {
        return Ok(None);
    };
    let outer = Context::save(machine)?;
    context.load(machine)?;
    let outcome = work(machine);
    let after = Context::save(machine)?;
    if let Some(program) = machine.processes.program_mut(psn) {
        program.set_context(after);
    }
    outer.load(machine)?;
    outcome.map(Some)
}

impl Program {
    /// How it goes on.
    fn context(&self) -> Option<Context> {
        match &self.state {
            State::Running => None,
            State::Ready(context) | State::Waiting(context, _) => Some(context.as_ref().clone()),
        }
    }

    fn set_context(&mut self, changed: Context) {
        match &mut self.state {
            State::Running => {}
            State::Ready(context) | State::Waiting(context, _) => **context = changed,
        }
    }
}

//! From a trap word to the function that answers it, through one place that charges for it.
//!
//! Each Toolbox file lists its calls in a `TRAPS` table; [`call`] is the only way to them. A word that no table lists
//! is a bomb that names it.

use crate::bomb::{Cause, Stop};
use crate::costs::Cost;
use crate::fault::{Crash, Trouble};
use crate::machine::Machine;
use crate::toolbox;
use std::collections::HashMap;
use std::sync::OnceLock;

/// `_ExitToShell`.
const EXIT_TO_SHELL: u16 = 0xA9F4;

/// The function behind a trap.
pub(crate) type Handler = fn(&mut Machine, Trap) -> Result<(), Stop>;

/// An A-line word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trap(pub u16);

impl Trap {
    /// Bit 11: a Toolbox trap, with arguments on the stack; else an Operating System trap, with arguments in
    /// registers (Inside Macintosh: Operating System Utilities, chapter 8, "Trap Manager").
    pub fn is_toolbox(self) -> bool {
        self.0 & 0x0800 != 0
    }

    /// The word without the bits that vary the call.
    pub fn number(self) -> u16 {
        if self.is_toolbox() {
            0xA800 | (self.0 & 0x03FF)
        } else {
            0xA000 | (self.0 & 0x00FF)
        }
    }

    /// Bit 10 of an Operating System trap: asynchronous for a driver or file call, the system heap for the Memory
    /// Manager, the Toolbox table for the Trap Manager.
    pub fn bit_10(self) -> bool {
        self.0 & 0x0400 != 0
    }

    /// Bit 9 of an Operating System trap: hierarchical for a file call, cleared for the Memory Manager, the new form
    /// for the Trap Manager.
    pub fn bit_9(self) -> bool {
        self.0 & 0x0200 != 0
    }

    /// Bit 8 of an Operating System trap: A0 comes back changed.
    pub fn bit_8(self) -> bool {
        self.0 & 0x0100 != 0
    }

    /// Bit 10 of a Toolbox trap: the trap was reached through JSR and returns to that caller.
    fn is_auto_pop(self) -> bool {
        self.is_toolbox() && self.bit_10()
    }
}

/// Which registers a call gives back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Convention {
    /// D1, D2, A1 and A2 come back as they were, A0 too unless bit 8 is set; the condition codes follow D0.W.
    Register,
    /// A Pascal routine: D0, D1, D2, A0 and A1 come back with anything in them.
    Pascal,
    /// The call itself looks after the registers.
    Own,
}

/// One call of the Toolbox or the Operating System.
pub(crate) struct Entry {
    /// [`Trap::number`].
    number: u16,
    name: &'static str,
    /// What every call of it costs besides the dispatch; the function charges what depends on the amount of work.
    cost: Cost,
    convention: Convention,
    run: Handler,
}

/// An Operating System trap.
pub(crate) const fn os(number: u16, name: &'static str, cost: Cost, run: Handler) -> Entry {
    Entry {
        number,
        name,
        cost,
        convention: Convention::Register,
        run,
    }
}

/// A Toolbox trap.
pub(crate) const fn tool(number: u16, name: &'static str, cost: Cost, run: Handler) -> Entry {
    Entry {
        number,
        name,
        cost,
        convention: Convention::Pascal,
        run,
    }
}

/// A Toolbox trap that keeps all registers.
pub(crate) const fn tool_keeping_registers(
    number: u16,
    name: &'static str,
    cost: Cost,
    run: Handler,
) -> Entry {
    Entry {
        number,
        name,
        cost,
        convention: Convention::Own,
        run,
    }
}

fn table() -> &'static HashMap<u16, &'static Entry> {
    static TABLE: OnceLock<HashMap<u16, &'static Entry>> = OnceLock::new();
    TABLE.get_or_init(|| {
        toolbox::tables()
            .flatten()
            .map(|entry| (entry.number, entry))
            .collect()
    })
}

/// Apple's names of all traps, in no order.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    table().values().map(|entry| entry.name)
}

/// Apple's name of the trap that has it, as the tables spell it.
pub(crate) fn named(name: &str) -> Option<&'static str> {
    names().find(|known| *known == name)
}

/// Whether the machine has this trap; NGetTrapAddress gives the address of `_Unimplemented` where it has not.
pub(crate) fn exists(machine: &Machine, number: u16) -> bool {
    table().contains_key(&number) && toolbox::is_in_this_machine(machine, number)
}

fn entry(machine: &Machine, trap: Trap) -> Result<&'static Entry, Stop> {
    match table().get(&trap.number()) {
        Some(entry) if toolbox::is_in_this_machine(machine, trap.number()) => Ok(entry),
        _ => Err(Cause::UnknownTrap { word: trap.0 }.into()),
    }
}

/// Answers the trap `word`, whose arguments are in the registers and on the stack: with the routine that the process has
/// put in its place, or with the original.
///
/// # Errors
/// A bomb for a word that is not answered, and whatever the call itself stops with.
pub(crate) fn call(machine: &mut Machine, word: u16) -> Result<(), Stop> {
    let trap = Trap(word);
    if let Some(patch) = machine.processes.patch(trap.number()) {
        machine.charge(Cost::Dispatch, 1);
        if !trap.is_auto_pop() {
            machine.push_long(machine.cpu.pc)?;
        }
        machine.jump(patch);
        return Ok(());
    }
    let entry = entry(machine, trap)?;
    match machine.trouble.strikes_in(entry.name) {
        Some(Trouble::Crash(crash)) => return come_down(machine, entry, crash),
        Some(Trouble::Stall(ticks)) => machine.pass_ticks(ticks)?,
        None => {}
    }
    let return_to = if trap.is_auto_pop() {
        Some(machine.pop_long()?)
    } else {
        None
    };
    let outcome = run(machine, trap, entry);
    if returns(&outcome) {
        if let Some(address) = return_to {
            machine.cpu.pc = address;
        }
        machine.cpu.invalidate_prefetch();
    }
    outcome
}

/// The crash that was asked for, inside of a call.
fn come_down(machine: &mut Machine, entry: &Entry, crash: Crash) -> Result<(), Stop> {
    match crash {
        Crash::Bomb => Err(Cause::Crash { trap: entry.name }.into()),
        Crash::ExitToShell => call(machine, EXIT_TO_SHELL),
    }
}

/// Answers a Toolbox trap that a patch has jumped to: its return address is on the stack.
///
/// # Errors
/// As [`call`].
pub(crate) fn call_original(machine: &mut Machine, number: u16) -> Result<(), Stop> {
    let trap = Trap(number);
    let entry = entry(machine, trap)?;
    let return_to = machine.pop_long()?;
    let outcome = run(machine, trap, entry);
    if returns(&outcome) {
        machine.jump(return_to);
    }
    outcome
}

/// Whether the program goes on behind the call, now or when it gets the processor again.
fn returns(outcome: &Result<(), Stop>) -> bool {
    matches!(outcome, Ok(()) | Err(Stop::Yield))
}

/// The one place where calls are charged and done.
fn run(machine: &mut Machine, trap: Trap, entry: &Entry) -> Result<(), Stop> {
    tracing::trace!(trap = entry.name, word = format_args!("{:04X}", trap.0), "call");
    let before = machine.meter.charged_in_turn();
    machine.charge(Cost::Dispatch, 1);
    machine.charge(entry.cost, 1);
    let outcome = answer(machine, trap, entry);
    // A call in which the turn ended has charged nothing to the new one.
    let charged = machine.meter.charged_in_turn().saturating_sub(before);
    machine.meter.called(entry.name, charged);
    machine.end_if_wanted()?;
    outcome
}

fn answer(machine: &mut Machine, trap: Trap, entry: &Entry) -> Result<(), Stop> {
    match entry.convention {
        Convention::Register => with_registers_kept(machine, trap, entry.run),
        Convention::Pascal => {
            let outcome = (entry.run)(machine, trap);
            if returns(&outcome) {
                scramble_registers(machine);
            }
            outcome
        }
        Convention::Own => (entry.run)(machine, trap),
    }
}

fn with_registers_kept(machine: &mut Machine, trap: Trap, run: Handler) -> Result<(), Stop> {
    let before = machine.cpu.dar;
    run(machine, trap)?;
    let [d1, d2, a0, a1, a2] = [1, 2, 8, 9, 10];
    for register in [d1, d2, a1, a2] {
        machine.cpu.dar[register] = before[register];
    }
    if !trap.bit_8() {
        machine.cpu.dar[a0] = before[a0];
    }
    let result = machine.cpu.d(0) as i16;
    let extend = machine.cpu.get_ccr() & 0x10;
    let negative = if result < 0 { 0x08 } else { 0 };
    let zero = if result == 0 { 0x04 } else { 0 };
    machine.cpu.set_ccr(extend | negative | zero);
    Ok(())
}

/// Puts noise where a Pascal routine may leave anything, so that glue which counts on a register fails here.
fn scramble_registers(machine: &mut Machine) {
    for register in [0, 1, 2] {
        machine.cpu.set_d(register, 0xD0D0_D0D1 + register as u32);
    }
    for register in [0, 1] {
        machine.cpu.set_a(register, 0xA0A0_A0A1 + 2 * register as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;
    use crate::testing::Bench;
    use proptest::prelude::*;

    #[test]
    fn numbers_drop_the_flags() {
        assert_eq!(Trap(0xA660).number(), 0xA060);
        assert!(Trap(0xA660).bit_9() && Trap(0xA660).bit_10() && !Trap(0xA660).bit_8());
        assert_eq!(Trap(0xACEC).number(), 0xA8EC);
        assert!(Trap(0xACEC).is_auto_pop());
    }

    #[test]
    fn no_number_is_answered_by_two_files() {
        assert_eq!(toolbox::tables().flatten().count(), table().len());
    }

    /// What a program may have in a register or on the stack, rightly or wrongly: an index into the values that
    /// [`values`] gives.
    fn anything() -> impl Strategy<Value = usize> {
        0..VALUES
    }

    const VALUES: usize = 24;

    /// Values of all sorts: nothing, small numbers, pointers that are good, odd or wild.
    fn values(bench: &mut Bench) -> [u32; VALUES] {
        let block = bench.room(512);
        let string = bench.string(b"Macintosh HD:Read Me");
        let handle = bench.os(0xA122, 0, 64).0;
        let (sp, screen) = (bench.machine.cpu.sp() - 256, bench.machine.hardware.screen.base);
        let (rom, system) = (bench.machine.memory.rom_base(), 0x2000);
        let wild = [u32::MAX, 0x7FFF_FFFF, 0x8000_0000, 0xFFFE_FFFF, 0x00FF_FFFE];
        let small = [0, 1, 2, 3, 7, 9, 23, 26, 0x100, 0xFFFF];
        let good = [
            block,
            block + 1,
            string,
            handle,
            sp,
            screen,
            rom,
            system,
            block + 100,
        ];
        let all = [&wild[..], &small, &good].concat();
        std::array::from_fn(|index| all[index])
    }

    /// Traps that would wait for something that never comes.
    const WAITING: [u16; 4] = [0xA860, 0xA970, 0xA971, 0xA004];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Whatever a program passes, a call succeeds, gives a result code or stops the guest; the host goes on.
        #[test]
        fn no_arguments_bring_the_host_down(
            profile in 0..Profile::ALL.len(),
            calls in prop::collection::vec((any::<prop::sample::Index>(), 0_u16..8, prop::array::uniform16(anything())), 200),
        ) {
            let mut bench = Bench::new(Profile::ALL[profile]);
            let values = values(&mut bench);
            let mut numbers: Vec<u16> = table().keys().copied().filter(|number| !WAITING.contains(number)).collect();
            numbers.sort_unstable();
            let start = bench.machine.cpu.dar;
            for (which, flags, arguments) in calls {
                let number = numbers[which.index(numbers.len())];
                let word = if Trap(number).is_toolbox() { number } else { number | flags << 8 };
                bench.machine.cpu.dar = start;
                for (register, value) in [0, 1, 8, 9].into_iter().zip(arguments) {
                    bench.machine.cpu.dar[register] = values[value];
                }
                let block = values[15];
                for (at, value) in (block..).step_by(4).zip(arguments) {
                    bench.put_long(at, values[value]);
                }
                for value in arguments {
                    bench.machine.push_long(values[value]).expect("a stack");
                }
                let _: Result<(), Stop> = call(&mut bench.machine, word);
            }
        }
    }
}

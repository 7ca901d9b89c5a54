//! What a Toolbox call costs: one table.
//!
//! The interpreter counts the cycles of the agent's own code. A call answered in Rust would cost nothing, so each
//! is charged from here. A figure that was measured names where; all others say estimate, and no figure that contains
//! charged cycles is a claim about a real machine: [`Stats`](crate::Stats) keeps the two apart.

use m68k::CpuType;

/// A kind of work done for the guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cost {
    /// The A-line exception and the trap dispatcher.
    Dispatch,
    /// A call that looks something up or sets a field.
    Small,
    /// Taking or giving back a block of memory.
    Allocate,
    /// One byte moved by BlockMove or for a grown block.
    MoveByte,
    /// Finding a resource in the map.
    FindResource,
    /// Setting up a CopyBits.
    CopyBits,
    /// One byte of destination written by CopyBits.
    CopyBitsByte,
    /// One pixel whose color CopyBits maps.
    CopyBitsMapped,
    /// Making the inverse table of a new device.
    InverseTable,
    /// Hiding or showing the pointer.
    Pointer,
    /// Finding an entry in the catalogue, its nodes being in the cache.
    Catalogue,
    /// One access to the disk: seek, latency, driver.
    DiskAccess,
    /// One byte to or from the disk.
    DiskByte,
    /// A switch to another process and back in WaitNextEvent.
    ProcessSwitch,
    /// Starting an application, without what its resources cost to read.
    Launch,
    /// Posting, taking or looking for an event.
    Event,
    /// An Apple event on its way to its target, or to a handler there.
    AppleEvent,
    /// One step of a running AppleScript: a statement, an operator, a call.
    ScriptStep,
    /// One character of source compiled by AppleScript.
    ScriptCompile,
    /// A call of the network driver.
    Driver,
    /// One byte through TCP: copy and checksum.
    NetworkByte,
    /// One byte out of a serial port: the interrupt and the driver's work for it.
    SerialByte,
    /// The interrupt and the Time Manager's own work for one expired task.
    TimerInterrupt,
    /// The vertical-retrace interrupt with the cursor task.
    TickInterrupt,
}

/// One row of the table: cycles for one unit of work.
struct Row {
    cost: Cost,
    m68000: u32,
    m68030: u32,
    source: &'static str,
}

const ESTIMATE: &str = "estimate";

/// A 68040 is charged as a 68030, which is too much.
const TABLE: &[Row] = &[
    row(
        Cost::Dispatch,
        200,
        120,
        "A-line exception 34 cycles, MC68000 User's Manual, section 8; dispatcher: estimate",
    ),
    row(Cost::Small, 300, 200, ESTIMATE),
    row(Cost::Allocate, 1_500, 1_000, ESTIMATE),
    row(
        Cost::MoveByte,
        5,
        1,
        "68000: MOVEM.L of 12 registers, MC68000 User's Manual, section 8; 68030: estimate",
    ),
    row(Cost::FindResource, 3_000, 2_000, ESTIMATE),
    row(
        Cost::CopyBits,
        10_000,
        6_600,
        "New Old World, PowerBook 180c: banding a capture costs about 0.2 ms a band; 68000: estimate, some 2.5 times the cycles \
         an instruction, of a QuickDraw that looks at less",
    ),
    row(
        Cost::CopyBitsByte,
        20,
        26,
        "New Old World, PowerBook 180c at 33 MHz: 640x480x8 in 245 ms, 48 rows in about 24; 68000: derived from the MC68000 \
         User's Manual, section 8: of each long two are read, shifted by eight bits on average, masked and written, 80 cycles",
    ),
    row(Cost::CopyBitsMapped, 120, 50, ESTIMATE),
    row(
        Cost::InverseTable,
        1_000_000,
        1_000_000,
        "estimate: 40 ms at 25 MHz",
    ),
    row(Cost::Pointer, 3_000, 2_500, ESTIMATE),
    row(Cost::Catalogue, 20_000, 15_000, ESTIMATE),
    row(Cost::DiskAccess, 200_000, 400_000, "estimate: 25 ms and 16 ms"),
    row(Cost::DiskByte, 30, 25, "estimate: 260 KB/s and 1 MB/s"),
    row(Cost::ProcessSwitch, 8_000, 12_000, "estimate: 1 ms and 0.5 ms"),
    row(
        Cost::Launch,
        4_000_000,
        6_000_000,
        "estimate: half a second and a quarter",
    ),
    row(Cost::Event, 800, 500, ESTIMATE),
    row(Cost::AppleEvent, 40_000, 30_000, "estimate: 5 ms and 1 ms"),
    row(Cost::ScriptStep, 9_000, 5_000, "estimate: about 1 ms and 0.2 ms"),
    row(Cost::ScriptCompile, 12_000, 7_000, ESTIMATE),
    row(Cost::Driver, 2_500, 1_800, ESTIMATE),
    row(Cost::NetworkByte, 12, 5, ESTIMATE),
    row(Cost::SerialByte, 600, 400, ESTIMATE),
    row(Cost::TimerInterrupt, 800, 500, ESTIMATE),
    row(Cost::TickInterrupt, 1_500, 1_000, ESTIMATE),
];

const fn row(cost: Cost, m68000: u32, m68030: u32, source: &'static str) -> Row {
    Row {
        cost,
        m68000,
        m68030,
        source,
    }
}

/// Cycles that one unit of `cost` takes on `cpu`.
pub(crate) fn cycles(cost: Cost, cpu: CpuType) -> u32 {
    TABLE
        .iter()
        .find(|row| row.cost == cost)
        .map_or(0, |row| match cpu {
            CpuType::M68000 => row.m68000,
            _ => row.m68030,
        })
}

/// The table as text, one row a line: `kind 68000 68030 source`.
pub(crate) fn describe() -> String {
    TABLE.iter().fold(String::new(), |text, row| {
        text + &format!("{:?}\t{}\t{}\t{}\n", row.cost, row.m68000, row.m68030, row.source)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_kind_is_free_or_listed_twice() {
        let kinds: HashSet<_> = TABLE.iter().map(|row| row.cost).collect();
        assert_eq!(kinds.len(), TABLE.len());
        for row in TABLE {
            assert!(row.m68000 > 0 && row.m68030 > 0 && !row.source.is_empty());
            assert!(describe().contains(&format!("{:?}\t", row.cost)));
        }
    }

    #[test]
    fn a_whole_screen_of_256_colours_costs_what_was_measured() {
        let cycles = u64::from(cycles(Cost::CopyBitsByte, CpuType::M68030)) * 640 * 480;
        let ms_at_33_mhz = cycles / 33_000;
        assert!((240..=250).contains(&ms_at_33_mhz), "{ms_at_33_mhz} ms");
    }

    #[test]
    fn a_band_of_48_rows_costs_what_was_measured() {
        let bytes = u64::from(cycles(Cost::CopyBitsByte, CpuType::M68030)) * 640 * 48;
        let microseconds_at_33_mhz = (bytes + u64::from(cycles(Cost::CopyBits, CpuType::M68030))) / 33;
        assert!(
            (23_000..=25_000).contains(&microseconds_at_33_mhz),
            "{microseconds_at_33_mhz} us"
        );
    }
}

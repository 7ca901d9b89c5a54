//! What each method costs a 68000 at 7.83 MHz, on the tour of all methods: the most between two yields, and the most in one call
//! at interrupt time.

use mc_protocol::system;
use mc_sim::{Profile, Stats};
use mc_tests::Wire;
use mc_tests::tour::{STOPS, Tour, start};

use crate::{Failure, row};

/// The most of something, and where it was.
#[derive(Default)]
struct Worst {
    cycles: u64,
    place: String,
}

impl Worst {
    fn see(&mut self, cycles: u64, place: &str) {
        if cycles > self.cycles {
            *self = Worst {
                cycles,
                place: place.to_owned(),
            };
        }
    }
}

/// Takes and prints the figures.
///
/// A turn is counted with all that its calls of the Toolbox are charged with, but without the single calls that alone take 50 ms or
/// more; `agent/README.md` lists those.
pub fn measure() -> Result<(), Failure> {
    let sim = start(Profile::Plus)?;
    if let Some(ticks) = sim.listened_at() {
        row("boot_to_listening_ticks", ticks, "ticks");
    }
    let mut wire = Wire::greeted(sim.port(), sim.token());
    row("free_heap_bytes", wire.call(&system::Info {})?.free_mem, "bytes");
    wire.hang_up();
    let (mut turn, mut own, mut interrupt) = (Worst::default(), Worst::default(), Worst::default());
    let mut all = Stats::default();
    let mut look = |place: &str| {
        let stats = sim.stats();
        row(
            &format!("handler_ms.{place}"),
            milliseconds(&stats, stats.worst_rest_between_yields),
            "ms",
        );
        turn.see(stats.worst_rest_between_yields, place);
        own.see(stats.worst_own_between_yields, place);
        interrupt.see(stats.worst_own_in_interrupt, place);
        all.hz = stats.hz;
        all.own_cycles += stats.own_cycles;
        all.charged_cycles += stats.charged_cycles;
        sim.reset_stats();
    };
    sim.reset_stats();
    let mut tour = Tour::new(&sim);
    look("hello");
    for stop in STOPS {
        tour.visit(stop)?;
        match stop.about {
            "" => look(stop.method),
            about => look(&format!("{}({about})", stop.method)),
        }
    }
    row("worst_handler_ms", milliseconds(&all, turn.cycles), "ms");
    row("worst_handler", turn.place, "method");
    row("worst_handler_own_ms", milliseconds(&all, own.cycles), "ms");
    row("worst_handler_own", own.place, "method");
    let microseconds = all.span_of(interrupt.cycles).as_secs_f64() * 1e6;
    row("worst_interrupt_us", format!("{microseconds:.0}"), "us");
    row("worst_interrupt", interrupt.place, "method");
    let share = all.modelled_share() * 100.0;
    row("modelled_share_percent", format!("{share:.0}"), "%");
    Ok(())
}

fn milliseconds(stats: &Stats, cycles: u64) -> String {
    format!("{:.1}", stats.span_of(cycles).as_secs_f64() * 1000.0)
}

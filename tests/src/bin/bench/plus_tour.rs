//! What the tour costs a 68000: the most cycles of the agent's own code between two yields and in one call at interrupt
//! time, and the method that spent them.
//!
//! The program runs the tour through a relay that reads along: whenever a request passes, what the guest has spent since the
//! one before is put down to the method before.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::thread;

use mc_protocol::frame::{Decoder, Frame, Sender};
use mc_protocol::health;
use mc_protocol::message::FromHost;
use mc_sim::{Config, Profile, Sim};
use mc_tests::Wire;

use crate::{Failure, demo, row};

/// The most that one method has spent.
#[derive(Default)]
struct Worst {
    cycles: u64,
    method: String,
}

impl Worst {
    fn see(&mut self, cycles: u64, method: &str) {
        if cycles > self.cycles {
            *self = Worst {
                cycles,
                method: method.to_owned(),
            };
        }
    }
}

/// The figures that are taken.
#[derive(Default)]
struct Figures {
    turn: Worst,
    interrupt: Worst,
    own: u64,
    charged: u64,
}

impl Figures {
    fn take(&mut self, sim: &Sim, method: &str) {
        let stats = sim.stats();
        sim.reset_stats();
        self.turn.see(stats.worst_own_between_yields, method);
        self.interrupt.see(stats.worst_own_in_interrupt, method);
        self.own += stats.own_cycles;
        self.charged += stats.charged_cycles;
    }
}

/// Takes and prints the figures.
pub fn measure(program: &Path) -> Result<(), Failure> {
    let sim = Sim::start(Config {
        profile: Profile::Plus,
        trash: true,
        ..Config::default()
    })?;
    row(
        "boot_to_listening_ticks",
        sim.listened_at().ok_or("the agent does not listen")?,
        "ticks",
    );
    row("free_heap_bytes", free_heap(&sim), "bytes");
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let target = format!("tcp://{}", listener.local_addr()?);
    sim.reset_stats();
    let (figures, toured) = thread::scope(|scope| {
        let relay = scope.spawn(|| relay(&listener, &sim));
        let toured = demo(program, &["--target", &target, "--token", sim.token()]);
        (relay.join().expect("the relay does not panic"), toured)
    });
    toured?;
    let figures = figures?;
    row("worst_handler_own_cycles", figures.turn.cycles, "cycles");
    row("worst_handler", figures.turn.method, "method");
    row("worst_interrupt_own_cycles", figures.interrupt.cycles, "cycles");
    row("worst_interrupt", figures.interrupt.method, "method");
    let share = figures.charged as f64 / (figures.own + figures.charged).max(1) as f64;
    row("modelled_share_percent", format!("{:.0}", share * 100.0), "%");
    Ok(())
}

/// What the agent's heap has left after the start.
fn free_heap(sim: &Sim) -> u32 {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let health = wire.call(&health::Health {}).expect("health is served");
    wire.hang_up();
    health.free_mem
}

/// Passes one connection through and takes figures.
fn relay(listener: &TcpListener, sim: &Sim) -> Result<Figures, std::io::Error> {
    let (mut host, _) = listener.accept()?;
    let mut guest = TcpStream::connect(("127.0.0.1", sim.port()))?;
    guest.set_nodelay(true)?;
    host.set_nodelay(true)?;
    let (mut answers, mut back) = (guest.try_clone()?, host.try_clone()?);
    let answering = thread::spawn(move || {
        // Ends when either side has closed.
        let _ = std::io::copy(&mut answers, &mut back);
    });
    let mut figures = Figures::default();
    let mut method = "hello".to_owned();
    let mut decoder = Decoder::new(Sender::Host);
    let mut piece = [0; 8192];
    loop {
        let count = host.read(&mut piece)?;
        if count == 0 {
            break;
        }
        decoder.push(&piece[..count]);
        while let Ok(Some(frame)) = decoder.next() {
            if let Frame::Json(payload) = &frame
                && let Ok(FromHost::Request { method: next, .. }) = FromHost::parse(payload)
            {
                figures.take(sim, &method);
                method = next;
            }
        }
        guest.write_all(&piece[..count])?;
    }
    figures.take(sim, &method);
    guest.shutdown(Shutdown::Both)?;
    // The thread only copies; what it met on the way the tour has met, too.
    let _ = answering.join();
    Ok(figures)
}

//! `make bench`: the figures of the product, one `name value unit` a row.
//!
//! Times are of this machine and not checked against anything. Cycles are the simulated processor's own, the same on every
//! machine: see `sim/README.md` for what they count and what they leave out.

mod machine;
mod plus_tour;
mod transfers;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mc_protocol::{health, screen};
use mc_runtime::guest::Guest;
use mc_runtime::provider::Providers;
use mc_runtime::screen::find::MatchKind;
use mc_runtime::screen::pict;
use mc_runtime::session::{Confirm, Session, Sought, drag};
use mc_runtime::target::Token;
use mc_runtime::trace::{Kind, Trace};
use mc_sim::desktop::{MenuScene, Scene};
use mc_sim::{Config, Profile, Sim};
use mc_tests::Wire;

/// Why a figure could not be taken.
type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let program = program()?;
    row(
        "demo_seconds",
        format!("{:.2}", demo(&program)?.as_secs_f64()),
        "s",
    );
    let sim = Sim::start(Config {
        profile: Profile::Iici,
        trash: true,
        ..Config::default()
    })?;
    row("ping_us", ping(&sim), "us");
    let (capture, bytes) = capture(&sim)?;
    row("capture_ms", format!("{:.1}", milliseconds(capture)), "ms");
    row("capture_bytes", bytes, "bytes");
    let (poll, passed) = poll_unchanged(&sim)?;
    row("poll_unchanged_ms", format!("{:.1}", milliseconds(poll)), "ms");
    row("poll_unchanged_bytes", passed, "bytes");
    row(
        "click_text_ms",
        format!("{:.0}", milliseconds(click_text(&sim)?)),
        "ms",
    );
    row(
        "agent_68k_bytes",
        std::fs::metadata(repository().join("agent/dist/mc-agent-68k.bin"))?.len(),
        "bytes",
    );
    machine::measure()?;
    transfers::measure()?;
    plus_tour::measure()
}

/// Prints a figure.
fn row(name: &str, value: impl std::fmt::Display, unit: &str) {
    println!("{name} {value} {unit}");
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The program, which is built beside this one.
fn program() -> Result<PathBuf, Failure> {
    let program = std::env::current_exe()?.with_file_name("mac-control");
    match program.is_file() {
        true => Ok(program),
        false => Err("mac-control is not built: use `make bench`".into()),
    }
}

/// Runs the demo as a user does, and says how long it took.
fn demo(program: &Path) -> Result<Duration, Failure> {
    let out = std::env::temp_dir().join(format!("mac-control-bench-{}", std::process::id()));
    let began = Instant::now();
    let status = Command::new(program)
        .args(["demo", "--json", "--out"])
        .arg(&out)
        .stdout(Stdio::null())
        .status()?;
    let took = began.elapsed();
    std::fs::remove_dir_all(&out)?;
    match status.success() {
        true => Ok(took),
        false => Err(format!("the demo failed: {status}").into()),
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let began = Instant::now();
    let result = work();
    (began.elapsed(), result)
}

/// The median of a request and its answer, in microseconds.
fn ping(sim: &Sim) -> u128 {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let mut once = || timed(|| wire.call(&health::Health {}).expect("health is served")).0;
    median((0..1000).map(|_| once()).collect()).as_micros()
}

/// The median of a capture of the whole screen, decoded, and its size.
fn capture(sim: &Sim) -> Result<(Duration, usize), Failure> {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let mut times = Vec::new();
    let mut size = 0;
    for _ in 0..20 {
        let (time, bytes) = timed(|| -> Result<usize, Failure> {
            let (_, picture) = wire.fetch(&screen::Capture::default())?;
            pict::decode(&picture)?;
            Ok(picture.len())
        });
        times.push(time);
        size = bytes?;
    }
    Ok((median(times), size))
}

/// The median of a poll of the whole screen while nothing changes on it, and the bytes that it takes, both ways.
fn poll_unchanged(sim: &Sim) -> Result<(Duration, usize), Failure> {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let (first, _) = wire.fetch(&screen::Capture::default())?;
    let poll = screen::Capture {
        since: Some(first.checksum),
        ..screen::Capture::default()
    };
    let mut times = Vec::new();
    let mut passed = 0;
    for _ in 0..20 {
        let before = wire.passed();
        let (time, answer) = timed(|| wire.fetch(&poll));
        if answer?.0.picture.is_some() {
            return Err("the screen changed by itself".into());
        }
        times.push(time);
        passed = wire.passed() - before;
    }
    Ok((median(times), passed))
}

/// The median of `click_text("Cancel")` on the alert: looking, clicking, and seeing that something has changed.
fn click_text(sim: &Sim) -> Result<Duration, Failure> {
    let target = format!("tcp://127.0.0.1:{}", sim.port()).parse()?;
    let session = Session::new(Guest::open(
        &target,
        Token::from(sim.token().to_owned()),
        None,
        &Providers::default(),
    )?);
    let sought = |text: &str| Sought {
        text: text.to_owned(),
        kind: MatchKind::Exact,
        occurrence: None,
        region: None,
    };
    let patience = Duration::from_secs(10);
    let runtime = tokio::runtime::Runtime::new()?;
    let mut times = Vec::new();
    for _ in 0..7 {
        let span = Trace::off().begin(Kind::Native, "click_text", serde_json::Value::Null);
        let began = Instant::now();
        runtime.block_on(session.click_text(
            &sought("Cancel"),
            patience,
            Confirm::Change(patience),
            &span,
        ))?;
        times.push(began.elapsed());
        let path = empty_trash(&sim.scene()).ok_or("the Finder has no Empty Trash")?;
        let drag = drag(&path, Duration::from_millis(50), Vec::new())?;
        runtime.block_on(async {
            session.act(vec![drag], Confirm::Nothing, &span).await?;
            session.await_text(&sought("Cancel"), patience).await
        })?;
    }
    Ok(median(times))
}

/// From the title of the menu to the item.
fn empty_trash(scene: &Scene) -> Option<Vec<mc_runtime::geometry::Point>> {
    let has_it = |menu: &&MenuScene| menu.items.iter().any(|item| item.text.starts_with("Empty Trash"));
    let menu = scene.menu_bar.iter().find(has_it)?;
    let item = menu
        .items
        .iter()
        .find(|item| item.text.starts_with("Empty Trash"))?;
    let middle = |rect: mc_sim::desktop::Rect| {
        mc_runtime::geometry::Point::new(
            i32::from(rect.left + rect.right) / 2,
            i32::from(rect.top + rect.bottom) / 2,
        )
    };
    Some(vec![middle(menu.rect), middle(item.rect)])
}

//! The command line: what can be typed, and what the help says of it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use mc_runtime::Result;
use mc_runtime::driver::agent::Metering;
use mc_runtime::geometry::Rect;
use mc_runtime::guest::Guest;
use mc_runtime::provider::Providers;
use mc_runtime::session::Session;
use mc_runtime::target::{Target, Token};
use mc_sim::Fault;

use crate::machine::Machine;
use crate::sim_provider::SimProvider;

/// Drives classic Macintoshes: reads their screen, clicks, types, moves files, from Lua.
#[derive(Debug, Parser)]
#[command(
    name = "mac-control",
    version,
    max_term_width = 100,
    after_help = "\
Exit codes: 0 done, 1 the recipe failed, 2 usage, 3 target unreachable, 4 refused or unsupported, 5 timed out,
130 interrupted.

Examples:
  mac-control demo                                       the tour, on a simulated Macintosh
  mac-control eval 'print(mac.screen.text())'            read the screen of a simulated Macintosh
  mac-control run demo/tour --target tcp://mac.local     a recipe on a real one"
)]
pub struct Cli {
    /// Answer with one JSON object on standard output.
    #[arg(long, global = true)]
    pub json: bool,
    /// Log more to standard error; twice for every call, three times for everything.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Shows what it is for: a recipe answers a dialog, moves a file, and leaves pictures and a trace.
    Demo(DemoArgs),
    /// Runs a simulated Macintosh until Ctrl-C.
    Sim(SimArgs),
    /// Runs a recipe.
    Run(RunArgs),
    /// Runs a piece of Lua and prints its value.
    Eval(EvalArgs),
    /// Saves what is on the screen as a PNG.
    Capture(CaptureArgs),
}

/// Which guest.
#[derive(Debug, Args)]
pub struct TargetArgs {
    /// The guest: `sim:`, `sim:plus`, `sim:iici,system=7.5` or `tcp://host[:port]`. Behind `sim:` stand the flags of `mac-control sim`.
    #[arg(short, long, default_value = "sim:")]
    pub target: String,
    /// The token from the guest's preferences; otherwise the environment's MAC_CONTROL_TOKEN.
    #[arg(long)]
    pub token: Option<String>,
    /// Write in pieces of 1,448 bytes with a gap, for network cards that drop what comes too fast.
    #[arg(long)]
    pub metered: bool,
}

/// `mac-control demo`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mac-control demo
  mac-control demo --target sim:plus --out plus-out
  mac-control demo --json")]
pub struct DemoArgs {
    #[command(flatten)]
    pub target: TargetArgs,
    /// Where pictures and the trace go.
    #[arg(short, long, default_value = "demo-out")]
    pub out: PathBuf,
}

const SIM_EXAMPLES: &str = "\
Examples:
  mac-control sim
  mac-control sim --profile plus --port 4780 --token secret
  mac-control sim --system 7.5 --depth 1 --agent read-only
  mac-control sim --profile plus --ram 2.5M --speed real
  mac-control sim --fault disk_full,bytes=65536 --fault disk_write,nth=40,error=medium
  MAC_CONTROL_TOKEN=secret mac-control capture --target tcp://127.0.0.1:4780";

/// The examples, and what `--fault` can be.
fn sim_help() -> String {
    format!(
        "{SIM_EXAMPLES}\n\nFaults, as `--fault` takes them; a script writes \
         sim.fault{{kind = '...', field = value}}, and sim.fault{{kind = '...', off = true}} to lift one:\n{}",
        Fault::help()
    )
}

/// `mac-control sim`
#[derive(Debug, Args)]
#[command(after_help = SIM_EXAMPLES, after_long_help = sim_help())]
pub struct SimArgs {
    #[command(flatten)]
    pub machine: Machine,
    /// Port on 127.0.0.1; a free one by default.
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// The token that clients must know; a random one by default.
    #[arg(long, value_parser = token)]
    pub token: Option<String>,
}

/// `mac-control run`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mac-control run demo/tour
  mac-control run my-recipe.lua --target tcp://mac.local --param folder='Macintosh HD:Inbox'
  mac-control run my-recipe.lua --trace --out result --json")]
pub struct RunArgs {
    /// A file, or the name of a recipe that is built in.
    pub recipe: String,
    #[command(flatten)]
    pub target: TargetArgs,
    /// A parameter of the recipe; may be repeated.
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub params: Vec<(String, String)>,
    /// The folder that the recipe may write to.
    #[arg(short, long, default_value = "mac-control-out")]
    pub out: PathBuf,
    /// Leave trace.json and pictures of each step in the folder.
    #[arg(long)]
    pub trace: bool,
    /// Give the run up after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u32>,
}

/// `mac-control eval`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mac-control eval '6 * 7'
  mac-control eval 'print(mac.screen.text())' --target sim:plus
  mac-control eval 'mac.applescript.eval(\"2 + 3\")' --target sim:iici,system=7.5
  mac-control eval 'mac.fs.list(\"Macintosh HD:\")' --target tcp://mac.local --json")]
pub struct EvalArgs {
    /// Lua: an expression, or a chunk that may return something.
    pub lua: String,
    #[command(flatten)]
    pub target: TargetArgs,
    /// The folder that the script may write to.
    #[arg(short, long, default_value = "mac-control-out")]
    pub out: PathBuf,
}

/// `mac-control capture`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mac-control capture
  mac-control capture --target tcp://mac.local -o mac.png
  mac-control capture --region 0,0,640,20 -o menu-bar.png")]
pub struct CaptureArgs {
    #[command(flatten)]
    pub target: TargetArgs,
    /// The file; `-` for standard output.
    #[arg(short, long, default_value = "screen.png")]
    pub output: PathBuf,
    /// Only a part of the screen.
    #[arg(long, value_name = "X,Y,WIDTH,HEIGHT", value_parser = region, allow_hyphen_values = true)]
    pub region: Option<Rect>,
}

impl TargetArgs {
    /// The guest, not yet connected.
    ///
    /// # Errors
    /// `bad_params` for what is no target.
    pub fn session(&self, sims: SimProvider) -> Result<Session> {
        let target: Target = self.target.parse()?;
        let token = self
            .token
            .clone()
            .or_else(|| std::env::var("MAC_CONTROL_TOKEN").ok())
            .unwrap_or_default();
        let metering = self.metered.then_some(Metering::CLASSIC);
        let providers = Providers::new(vec![std::sync::Arc::new(sims)]);
        Ok(Session::new(Guest::open(
            &target,
            Token::from(token),
            metering,
            &providers,
        )?))
    }
}

fn name_and_value(text: &str) -> std::result::Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("a parameter is given as NAME=VALUE".to_owned()),
    }
}

/// A token as the agent's preferences can hold it: the rest of a line.
fn token(text: &str) -> std::result::Result<String, String> {
    match !text.is_empty() && text.trim() == text && !text.contains(char::is_control) {
        true => Ok(text.to_owned()),
        false => Err("a token is one line that neither begins nor ends with a space".to_owned()),
    }
}

fn region(text: &str) -> std::result::Result<Rect, String> {
    let wrong = || "a region is X,Y,WIDTH,HEIGHT in pixels, such as 0,0,640,20".to_owned();
    let parts: Vec<i32> = text
        .split(',')
        .map(|part| part.trim().parse().map_err(|_| wrong()))
        .collect::<std::result::Result<_, _>>()?;
    match parts[..] {
        [x, y, width, height] if width > 0 && height > 0 => Ok(Rect::new(x, y, width as u32, height as u32)),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_shows_examples() {
        for command in Cli::command().get_subcommands() {
            let help = command
                .get_after_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(
                help.contains("mac-control "),
                "{} has no examples",
                command.get_name()
            );
        }
    }

    #[test]
    fn tokens_are_one_line() {
        assert_eq!(token("open sesame"), Ok("open sesame".to_owned()));
        for wrong in ["", " a", "a ", "a\nagent = full", "a\r"] {
            assert!(token(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn regions_are_four_numbers() {
        assert_eq!(region("1, 2,3,4"), Ok(Rect::new(1, 2, 3, 4)));
        for wrong in ["", "1,2,3", "1,2,3,4,5", "1,2,0,4", "a,b,c,d", "1,2,3,-4"] {
            assert!(region(wrong).is_err(), "{wrong}");
        }
    }
}

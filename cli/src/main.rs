//! The `mac-control` program: recipes and Lua on classic Macintoshes, from the command line.

mod args;
mod commands;
mod library;
mod machine;
mod output;
mod sim_provider;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;
use mc_protocol::Code;
use mc_runtime::cancel::{Cancel, Reason};
use mc_runtime::{Error, Result};
use tracing_subscriber::EnvFilter;

use args::{Cli, Command};
use output::Output;

/// What a shell reports of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    start_log(cli.verbose);
    let cancel = Cancel::new();
    let output = Output::new(cli.json, cancel.clone());
    match with_runtime(&cli.command, &output, cancel) {
        Ok(code) => code,
        Err(error) => output.failure(&error),
    }
}

/// Help and version, or what is wrong with what was typed: as JSON when JSON was asked for.
fn usage(error: &clap::Error) -> ExitCode {
    let wants_json = std::env::args_os()
        .take_while(|argument| argument != "--")
        .any(|argument| argument == "--json");
    if !error.use_stderr() || !wants_json {
        error.exit();
    }
    let text = error.render().to_string();
    let message = text.trim().trim_start_matches("error: ");
    Output::new(true, Cancel::new()).failure(&Error::bad_param("arguments", message))
}

fn with_runtime(command: &Command, output: &Output, cancel: Cancel) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Error::new(Code::Internal, format!("no runtime: {error}")))?;
    let ended = runtime.block_on(async {
        // Before anything runs: until then Ctrl-C would end the program as if it had been killed.
        let interrupts = interrupts()
            .map_err(|error| Error::new(Code::Internal, format!("Ctrl-C cannot be watched: {error}")))?;
        tokio::spawn(cancel_on_interrupt(interrupts, cancel.clone()));
        match command {
            Command::Demo(demo) => commands::demo::run(demo, output, cancel).await,
            Command::Sim(sim) => commands::sim::run(sim, output, cancel).await,
            Command::Run(run) => commands::run::run(run, output, cancel).await,
            Command::Eval(eval) => commands::eval::run(eval, output, cancel).await,
            Command::Capture(capture) => commands::capture::run(capture, output, cancel).await,
        }
    });
    // Nobody waits for work that was given up, such as a host's name that is still being looked up.
    runtime.shutdown_background();
    ended
}

#[cfg(unix)]
type Interrupts = tokio::signal::unix::Signal;
#[cfg(windows)]
type Interrupts = tokio::signal::windows::CtrlC;

/// Watches for Ctrl-C from now on.
#[cfg(unix)]
fn interrupts() -> std::io::Result<Interrupts> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())
}

/// Watches for Ctrl-C from now on.
#[cfg(windows)]
fn interrupts() -> std::io::Result<Interrupts> {
    tokio::signal::windows::ctrl_c()
}

/// The first Ctrl-C stops the run, which then says how far it came. The second does not wait for that.
async fn cancel_on_interrupt(mut interrupts: Interrupts, cancel: Cancel) {
    while interrupts.recv().await.is_some() {
        if cancel.reason().is_some() {
            std::process::exit(INTERRUPTED);
        }
        cancel.cancel(Reason::Interrupted);
    }
}

/// Log lines go to standard error: results have standard output for themselves.
fn start_log(verbose: u8) {
    let level = match verbose {
        0 => "warn",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let has_colours =
        std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(has_colours)
        .without_time()
        .init();
}

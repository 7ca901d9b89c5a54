//! `mac-control sim`: a simulated Macintosh that others can connect to.

use std::process::ExitCode;
use std::time::Duration;

use mc_protocol::Code;
use mc_runtime::cancel::Cancel;
use mc_runtime::{Error, Result};
use mc_sim::Config;
use serde_json::json;

use crate::args::SimArgs;
use crate::output::{Output, announce, complain};
use crate::sim_provider::{random_token, start};

/// How often to look whether the machine still lives.
const LOOK: Duration = Duration::from_millis(500);

/// Runs it until Ctrl-C, which is how it is meant to end, or until the machine bombs.
///
/// # Errors
/// `unreachable` when the machine does not come up.
pub async fn run(args: &SimArgs, output: &Output, cancel: Cancel) -> Result<ExitCode> {
    let config = Config {
        token: args.token.clone().unwrap_or_else(random_token),
        listen_port: args.port,
        ..args.machine.config()
    };
    let sim = start(config)?;
    let target = format!("tcp://127.0.0.1:{}", sim.port());
    let (port, token) = (sim.port(), sim.token());
    announce(&match output.json {
        true => json!({ "ok": true, "target": target, "token": token }).to_string(),
        false => format!(
            "127.0.0.1:{port} token {token}\n\
             try: MAC_CONTROL_TOKEN='{token}' mac-control capture --target {target}\n\
             Ctrl-C ends it."
        ),
    });
    loop {
        tokio::select! {
            _ = cancel.cancelled() => return Ok(ExitCode::SUCCESS),
            () = tokio::time::sleep(LOOK) => {}
        }
        if let Some(bomb) = sim.bomb() {
            let error =
                Error::new(Code::Unreachable, bomb.to_string()).attempting("running a simulated Macintosh");
            // The answer on standard output was given when it came up.
            return Ok(complain(&error));
        }
    }
}

//! `mac-control demo`: the tour, with a table of its steps.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use mc_runtime::Result;
use mc_runtime::cancel::Cancel;
use mc_runtime::run;

use super::run::setting;
use crate::args::DemoArgs;
use crate::library;
use crate::output::Output;
use crate::sim_provider::SimProvider;

/// Runs the tour.
///
/// # Errors
/// What the tour fails with.
pub async fn run(args: &DemoArgs, output: &Output, cancel: Cancel) -> Result<ExitCode> {
    let began = Instant::now();
    let session = args.target.session(SimProvider { alert: true })?;
    let found = library::find("demo/tour")?;
    let setting = setting(&found, &args.out, Some(&args.out), output.table(), cancel)?;
    if !output.json {
        output.line(&format!("{} on {}", found.script.name, session.guest().name()));
    }
    let result = run::recipe(&session, found.script, BTreeMap::new(), &setting).await?;
    if output.json {
        return Ok(output.success(&result, &setting.trace.step_times()));
    }
    let program = std::env::args()
        .next()
        .unwrap_or_else(|| "mac-control".to_owned());
    for line in [
        format!("  {:<58} {:>7.2} s", "all of it", began.elapsed().as_secs_f64()),
        format!("Pictures and trace.json are in {}.", args.out.display()),
        "Try next:".to_owned(),
        format!("  {program} eval 'print(mac.screen.text())'"),
        format!("  {program} run demo/tour --target sim:plus --trace"),
    ] {
        output.line(&line);
    }
    Ok(ExitCode::SUCCESS)
}

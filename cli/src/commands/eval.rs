//! `mac-control eval`: a piece of Lua and its value.

use std::process::ExitCode;

use mc_runtime::Result;
use mc_runtime::cancel::Cancel;
use mc_runtime::host_files::HostFiles;
use mc_runtime::lua::Limits;
use mc_runtime::run::{self, Script, Setting};
use mc_runtime::trace::Trace;

use crate::args::EvalArgs;
use crate::library;
use crate::output::Output;
use crate::sim_provider::SimProvider;

/// Runs it.
///
/// # Errors
/// What the script fails with.
pub async fn run(args: &EvalArgs, output: &Output, cancel: Cancel) -> Result<ExitCode> {
    let session = args.target.session(SimProvider::default())?;
    let setting = Setting {
        files: HostFiles::new(&args.out, &[])?,
        trace: Trace::new(None, Some(output.progress())),
        cancel,
        limits: Limits::default(),
        modules: library::modules(None),
    };
    let script = Script {
        name: "eval".to_owned(),
        source: args.lua.clone(),
    };
    let result = run::eval(&session, script, &setting).await?;
    Ok(output.success(&result, &setting.trace.step_times()))
}

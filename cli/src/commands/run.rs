//! `mac-control run`: a recipe.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use mc_protocol::Code;
use mc_runtime::cancel::Cancel;
use mc_runtime::host_files::HostFiles;
use mc_runtime::lua::Limits;
use mc_runtime::recipe::Given;
use mc_runtime::run::{self, Setting};
use mc_runtime::trace::{Listener, Trace};
use mc_runtime::{Error, Result};

use crate::args::RunArgs;
use crate::library::{self, Found};
use crate::output::Output;
use crate::sim_provider::SimProvider;

/// Runs it.
///
/// # Errors
/// What is wrong with the recipe, its parameters or the guest; what it fails with.
pub async fn run(args: &RunArgs, output: &Output, cancel: Cancel) -> Result<ExitCode> {
    let found = library::find(&args.recipe)?;
    let session = args.target.session(SimProvider::default())?;
    let given = args
        .params
        .iter()
        .map(|(name, value)| (name.clone(), Given::Text(value.clone())))
        .collect();
    let traced = args.trace.then_some(args.out.as_path());
    let mut setting = setting(&found, &args.out, traced, output.progress(), cancel)?;
    setting.limits.time = args
        .timeout
        .map(|seconds| Duration::from_secs(u64::from(seconds)));
    let result = run::recipe(&session, found.script, given, &setting).await?;
    Ok(output.success(&result, &setting.trace.step_times()))
}

/// What a recipe is given besides its script.
///
/// # Errors
/// `bad_file` for folders that cannot be made.
pub fn setting(
    found: &Found,
    out: &Path,
    traced: Option<&Path>,
    listener: Listener,
    cancel: Cancel,
) -> Result<Setting> {
    if let Some(folder) = traced {
        std::fs::create_dir_all(folder).map_err(|error| {
            Error::new(
                Code::BadFile,
                format!("{} cannot be made: {error}", folder.display()),
            )
        })?;
    }
    let beside: Vec<PathBuf> = found.folder.iter().cloned().collect();
    Ok(Setting {
        files: HostFiles::new(out, &beside)?,
        trace: Trace::new(traced.map(Path::to_owned), Some(listener)),
        cancel,
        limits: Limits::default(),
        modules: library::modules(found.folder.clone()),
    })
}

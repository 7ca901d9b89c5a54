//! `mac-control capture`: what is on the screen, as a PNG.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use mc_protocol::Code;
use mc_runtime::cancel::Cancel;
use mc_runtime::{Error, Result};
use serde_json::json;

use crate::args::CaptureArgs;
use crate::output::Output;
use crate::sim_provider::SimProvider;

/// Captures and writes the file.
///
/// # Errors
/// What the capture fails with; `bad_file` when the file cannot be written.
pub async fn run(args: &CaptureArgs, output: Output, cancel: Cancel) -> Result<ExitCode> {
    let session = args.target.session(SimProvider::default())?;
    let capture = cancel.guard(session.capture(args.region)).await?;
    let png = capture
        .image
        .to_png()
        .map_err(|error| Error::new(Code::Internal, error.to_string()))?;
    if args.output == Path::new("-") {
        std::io::stdout()
            .lock()
            .write_all(&png)
            .map_err(|error| cannot_write(&args.output, &error))?;
        return Ok(ExitCode::SUCCESS);
    }
    std::fs::write(&args.output, png).map_err(|error| cannot_write(&args.output, &error))?;
    let (width, height) = (capture.image.width(), capture.image.height());
    let path = args.output.display().to_string();
    Ok(match output.json {
        true => output.success(&json!({ "path": path, "width": width, "height": height }), &[]),
        false => output.success(&json!(format!("{path}: {width}x{height}")), &[]),
    })
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    Error::new(
        Code::BadFile,
        format!("{} cannot be written: {error}", path.display()),
    )
}

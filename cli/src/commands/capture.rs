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
pub async fn run(args: &CaptureArgs, output: &Output, cancel: Cancel) -> Result<ExitCode> {
    if output.json && args.output == Path::new("-") {
        let message = "the picture and the JSON object cannot both go to standard output; name a file";
        return Err(Error::bad_param("output", message));
    }
    let session = args.target.session(SimProvider::default())?;
    let capture = cancel.guard(session.capture(args.region)).await?;
    let png = capture
        .image
        .to_png()
        .map_err(|error| Error::new(Code::Internal, error.to_string()))?;
    if args.output == Path::new("-") {
        let mut stdout = std::io::stdout().lock();
        stdout
            .write_all(&png)
            .and_then(|()| stdout.flush())
            .map_err(|error| cannot_write(Path::new("standard output"), &error))?;
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

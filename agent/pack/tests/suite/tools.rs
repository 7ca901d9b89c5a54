//! What several tests need: tools that may be missing, folders, and the built packer.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// True when the program `name` is here. If not, says so and lets the test pass, except where everything must be
/// tested: with `CI=true` a missing program is a failure.
pub fn have(name: &str) -> bool {
    let found = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()));
    if !found {
        assert!(
            std::env::var("CI").as_deref() != Ok("true"),
            "`{name}` is missing, and CI=true; run make setup-dev"
        );
        eprintln!("skipped: `{name}` is not installed; run make setup-dev");
    }
    found
}

/// The folder `agent`.
pub fn agent() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("agent/pack has a parent")
        .to_owned()
}

/// Runs a command to its end and gives what it printed, or panics with what it complained about.
pub fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("starting {command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?} failed: {}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

//! The built program, as these tests start it.

use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// The program, away from what this shell has set for it.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mac-control"));
    command
        .env_remove("MAC_CONTROL_TOKEN")
        .env_remove("RUST_LOG")
        .stdin(Stdio::null());
    command
}

/// Runs it to its end.
pub fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program starts")
}

/// Its exit code.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

/// Its standard output.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Its standard error.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The JSON on its standard output.
pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stdout(output)))
}

/// The shell's own `kill`: the program of that name is not on every system.
pub fn interrupt(child: &Child) {
    let status = Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status()
        .expect("the shell runs");
    assert!(status.success());
}

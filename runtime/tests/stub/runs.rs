//! Running Lua against a stub.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use mc_protocol::Code;
use mc_runtime::Result;
use mc_runtime::cancel::Cancel;
use mc_runtime::host_files::HostFiles;
use mc_runtime::lua::Limits;
use mc_runtime::recipe::Given;
use mc_runtime::run::{self, Script, Setting};
use mc_runtime::session::Session;
use mc_runtime::trace::Trace;
use serde_json::Value;

use super::Stub;

/// Nothing to write to, nothing to require, and time enough on a machine that has much to do.
pub fn setting() -> Setting {
    Setting {
        files: HostFiles::none(),
        trace: Trace::off(),
        cancel: Cancel::new(),
        limits: Limits {
            memory: 64 << 20,
            time: Some(Duration::from_secs(60)),
        },
        modules: Arc::new(|_| None),
    }
}

pub fn script(source: &str) -> Script {
    Script {
        name: "test.lua".to_owned(),
        source: source.to_owned(),
    }
}

pub async fn eval(stub: &Stub, source: &str) -> Result<Value> {
    run::eval(&Session::new(stub.guest()), script(source), &setting()).await
}

pub async fn recipe(stub: &Stub, source: &str, given: &[(&str, &str)]) -> Result<Value> {
    let given: BTreeMap<String, Given> = given
        .iter()
        .map(|(name, text)| ((*name).to_owned(), Given::Text((*text).to_owned())))
        .collect();
    run::recipe(&Session::new(stub.guest()), script(source), given, &setting()).await
}

/// The value of a script that succeeds.
pub async fn value(stub: &Stub, source: &str) -> Value {
    eval(stub, source)
        .await
        .unwrap_or_else(|error| panic!("{source}: {error}"))
}

/// The code of the error that a script fails with.
pub async fn code(stub: &Stub, source: &str) -> Code {
    eval(stub, source).await.expect_err(source).code()
}

/// A script that may read in a folder and write in its `out`.
pub async fn eval_in(folder: &Path, stub: &Stub, source: &str) -> Result<Value> {
    let files = HostFiles::new(&folder.join("out"), &[folder.to_owned()]).expect("folders");
    let setting = Setting { files, ..setting() };
    run::eval(&Session::new(stub.guest()), script(source), &setting).await
}

/// The trace of a script, as it is written.
pub async fn traced(stub: &Stub, source: &str) -> (Result<Value>, String) {
    traced_on(&Session::new(stub.guest()), source).await
}

/// The same on a guest of one's own.
pub async fn traced_on(session: &Session, source: &str) -> (Result<Value>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let setting = Setting {
        trace: Trace::new(Some(folder.path().to_owned()), None),
        ..setting()
    };
    let outcome = run::eval(session, script(source), &setting).await;
    let trace = std::fs::read_to_string(folder.path().join("trace.json")).expect("written");
    (outcome, trace)
}

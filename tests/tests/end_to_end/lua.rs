//! Running Lua on the real agent.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use mc_runtime::Result;
use mc_runtime::cancel::Cancel;
use mc_runtime::guest::Guest;
use mc_runtime::host_files::HostFiles;
use mc_runtime::lua::Limits;
use mc_runtime::provider::Providers;
use mc_runtime::run::{self, Script, Setting};
use mc_runtime::session::Session;
use mc_runtime::target::Token;
use mc_runtime::trace::Trace;
use mc_sim::{Config, Consent, Profile, Sim};
use serde_json::Value;

/// A Macintosh whose owner allows so much.
pub fn desktop(consent: Consent) -> Sim {
    let sim = Sim::start(Config {
        profile: Profile::Iici,
        consent,
        trash: false,
        ..Config::default()
    });
    sim.expect("the sim boots and the agent listens")
}

/// What a run is given: no folder of the host, no trace, no limit of time.
pub fn setting() -> Setting {
    Setting {
        files: HostFiles::none(),
        trace: Trace::off(),
        cancel: Cancel::new(),
        limits: Limits::default(),
        modules: Arc::new(|_| None),
    }
}

/// A piece of Lua.
pub fn script(source: impl Into<String>) -> Script {
    Script {
        name: "test.lua".to_owned(),
        source: source.into(),
    }
}

/// The guest of a run.
pub fn session(sim: &Sim) -> Session {
    session_by(sim, sim.port())
}

/// The same by way of another port, where somebody stands between.
pub fn session_by(sim: &Sim, port: u16) -> Session {
    let target = format!("tcp://127.0.0.1:{port}").parse().expect("a target");
    let token = Token::from(sim.token().to_owned());
    Session::new(Guest::open(&target, token, None, &Providers::default()).expect("opens lazily"))
}

/// Runs a piece of Lua.
pub fn eval(sim: &Sim, source: &str) -> Result<Value> {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(run::eval(&session(sim), script(source), &setting()))
}

/// Runs a piece of Lua that may read and write below a folder of the host.
pub fn eval_in(session: &Session, folder: &Path, source: &str) -> Result<Value> {
    let setting = Setting {
        files: HostFiles::new(folder, &[]).expect("a folder"),
        ..setting()
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(run::eval(session, script(source), &setting))
}

/// Runs `body` as a recipe that promises an effect.
pub fn recipe(sim: &Sim, effect: &str, body: &str) -> Result<Value> {
    let source = format!(
        "return {{ name = 'test', summary = 'A test.', effect = '{effect}', run = function() {body} end }}"
    );
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(run::recipe(
        &session(sim),
        script(source),
        BTreeMap::new(),
        &setting(),
    ))
}

/// The value of a script that succeeds.
pub fn value(sim: &Sim, source: &str) -> Value {
    eval(sim, source).unwrap_or_else(|error| panic!("{source}: {error}"))
}

//! Runs: a recipe or a piece of Lua, from its source to its result.

use std::collections::BTreeMap;

use mc_protocol::{Code, Effect};
use mlua::{Function, Value};
use serde_json::{Value as Json, json};

use crate::cancel::Cancel;
use crate::error::{Error, Result};
use crate::host_files::HostFiles;
use crate::lua::{Host, Limits, Modules, Vm, in_vm};
use crate::recipe::{Given, Recipe};
use crate::session::Session;
use crate::trace::Trace;

/// A piece of Lua and what it is called in messages.
#[derive(Clone, Debug)]
pub struct Script {
    /// Its name: the file's, or `(eval)`.
    pub name: String,
    /// Its text.
    pub source: String,
}

/// What a run is given besides its script.
#[derive(Clone)]
pub struct Setting {
    /// The host files that it may touch.
    pub files: HostFiles,
    /// Where it writes down what it does.
    pub trace: Trace,
    /// Who may stop it.
    pub cancel: Cancel,
    /// What it may use up.
    pub limits: Limits,
    /// What it can require.
    pub modules: Modules,
}

impl Setting {
    fn host(&self, session: &Session) -> Host {
        Host::new(
            session,
            self.files.clone(),
            self.trace.clone(),
            self.cancel.clone(),
            self.modules.clone(),
        )
    }

    /// Writes the trace of a run that is over. One that cannot be written does not hide how the run ended.
    fn close(&self, session: &Session, what: Json, outcome: &Result<Json>) {
        let mut header = what;
        header["target"] = json!(session.guest().name());
        header["outcome"] = match outcome {
            Ok(value) => json!({ "ok": true, "value": value }),
            Err(error) => json!({ "ok": false, "error": error.to_json() }),
        };
        if let Err(error) = self.trace.write(header) {
            tracing::warn!(%error, "the trace was not written");
        }
    }
}

/// Runs a piece of Lua. Expressions give their value.
///
/// # Errors
/// `bad_recipe` when it is not Lua; what it failed with; `cancelled` or `limit` when it was stopped.
pub async fn eval(session: &Session, script: Script, setting: &Setting) -> Result<Json> {
    let what = json!({ "script": script.name });
    let outcome = in_vm(setting.host(session), setting.limits, move |vm| {
        vm.eval(&script.name, &script.source)
    })
    .await;
    session.guest().settle().await;
    setting.close(session, what, &outcome);
    outcome
}

/// Runs a recipe: checks its table, the parameters and the guest before anything is done, then holds it to its effect.
///
/// # Errors
/// `bad_recipe`, `bad_params`, `denied` or `unsupported` before it begins; what it failed with; `cancelled` or `limit`.
pub async fn recipe(
    session: &Session,
    script: Script,
    given: BTreeMap<String, Given>,
    setting: &Setting,
) -> Result<Json> {
    let name = script.name.clone();
    let work = move |vm: &Vm| {
        // Whatever stands around the table is run when it is loaded, and may do nothing yet.
        let session = vm.host().session();
        vm.host()
            .replace_session(session.with(session.guest().limited_to(Effect::None)));
        let (recipe, run) = load(vm, &script)?;
        let arguments = recipe.arguments(&given)?;
        for secret in recipe.secrets(&arguments) {
            vm.host().trace().hide(secret);
        }
        let hello = vm.host().wait(session.guest().hello())?;
        recipe.check_guest(&hello).map_err(|error| {
            error
                .attempting(format!("preparing {}", recipe.name))
                .on(session.guest().name())
        })?;
        vm.host()
            .replace_session(session.with(session.guest().limited_to(recipe.effect)));
        let header = json!({ "recipe": recipe.name, "params": recipe.shown(&arguments), "guest": hello });
        let results = vm.call(&run, vm.value(&arguments)?);
        let outcome = results.and_then(|results| vm.json(&results.into_iter().next().unwrap_or(Value::Nil)));
        Ok((header, outcome))
    };
    let (header, outcome) = match in_vm(setting.host(session), setting.limits, work).await {
        Ok(ended) => ended,
        Err(error) => (json!({ "recipe": name }), Err(error)),
    };
    // A script that was stopped fails with whatever it was doing. What matters is why it was stopped.
    let outcome = match setting.cancel.reason() {
        Some(reason) if outcome.is_err() => Err(reason.error()),
        _ => outcome,
    };
    session.guest().settle().await;
    setting.close(session, header, &outcome);
    outcome
}

fn load(vm: &Vm, script: &Script) -> Result<(Recipe, Function)> {
    let in_file = |error: Error| error.attempting(format!("loading {}", script.name));
    let chunk = vm.load(&script.name, &script.source)?;
    let results = vm.call(&chunk, ()).map_err(in_file)?;
    let Some(Value::Table(table)) = results.into_iter().next() else {
        let message = "the file does not return a table with name, summary, effect, params and run";
        return Err(in_file(Error::new(Code::BadRecipe, message)));
    };
    let run = table.get::<Value>("run")?;
    let Value::Function(run) = run else {
        return Err(in_file(Error::new(
            Code::BadRecipe,
            "the recipe's `run` is not a function",
        )));
    };
    table.set("run", Value::Nil)?;
    let recipe = Recipe::from_table(vm.json(&Value::Table(table))?).map_err(in_file)?;
    Ok((recipe, run))
}

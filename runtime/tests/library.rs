//! The standard library, and what surrounds a script: steps, checks, modules, callbacks.

mod stub;

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use mc_protocol::Code;
use mc_runtime::recipe::Given;
use mc_runtime::run::{self, Setting};
use mc_runtime::session::Session;
use mc_runtime::trace::{Listener, Trace};
use serde_json::{Value, json};
use stub::Stub;
use stub::calls::screen_that_turns;
use stub::runs::{code, eval, script, setting, value};

/// A setting that leaves its trace in a folder, and what is told of the run as it goes.
fn recorded(folder: &Path) -> (Setting, Arc<Mutex<Vec<String>>>) {
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let ears = Arc::clone(&heard);
    let listener: Listener =
        Arc::new(move |event| ears.lock().expect("not poisoned").push(format!("{event:?}")));
    let setting = Setting {
        trace: Trace::new(Some(folder.to_owned()), Some(listener)),
        ..setting()
    };
    (setting, heard)
}

#[tokio::test]
async fn steps_lines_and_secrets_stand_in_the_trace() {
    let (folder, stub) = (tempfile::tempdir().expect("a folder"), screen_that_turns(false));
    let (setting, heard) = recorded(folder.path());
    let source = "
        local answer = step('outer', function()
            print('a', 1)
            step('inner', function() mac.input.type('hunter2', {secret = true}) end)
            return 42
        end)
        pcall(step, 'fails', function() error('on purpose') end)
        return answer";
    let result = run::eval(&Session::new(stub.guest()), script(source), &setting)
        .await
        .expect("runs");
    assert_eq!(result, 42);
    let text = fs::read_to_string(folder.path().join("trace.json")).expect("written");
    assert!(!text.contains("hunter2") && !text.contains(stub::TOKEN), "{text}");
    let trace: Value = serde_json::from_str(&text).expect("JSON");
    let outer = &trace["steps"][0];
    assert_eq!(
        (&outer["name"], &outer["log"][0]["message"]),
        (&json!("outer"), &json!("a\t1"))
    );
    let native = &outer["steps"][0]["steps"][0];
    assert_eq!(
        (&native["name"], &native["arguments"]["text"]),
        (&json!("mac.input.type"), &json!("***"))
    );
    assert_ne!(native["before"], native["after"]);
    assert!(
        native["steps"]
            .as_array()
            .expect("calls")
            .iter()
            .any(|call| call["name"] == "screen.input")
    );
    let failed = &trace["steps"][1];
    assert!(
        failed["outcome"]["error"]["message"]
            .as_str()
            .expect("text")
            .contains("on purpose")
    );
    let heard = heard.lock().expect("not poisoned").join("\n");
    assert!(
        heard.contains("StepStarted { depth: 1, name: \"inner\" }"),
        "{heard}"
    );
}

#[tokio::test]
async fn a_secret_parameter_is_written_down_nowhere() {
    let (folder, stub) = (tempfile::tempdir().expect("a folder"), screen_that_turns(false));
    let (setting, heard) = recorded(folder.path());
    let source = "return {
        name = 'login', summary = 'Logs in.', effect = 'write',
        params = {password = {type = 'string', summary = 'the password', secret = true}},
        run = function(params)
            step('type ' .. params.password, function()
                mac.input.type(params.password)
                log.info('typed ' .. params.password)
                pcall(mac.fs.stat, 'Macintosh HD:' .. params.password)
                pcall(mac.screen.find, params.password)
            end)
            return {used = params.password}
        end,
    }";
    let given = [("password".to_owned(), Given::Text("hunter2".to_owned()))].into();
    run::recipe(&Session::new(stub.guest()), script(source), given, &setting)
        .await
        .expect("runs");
    let written = fs::read_to_string(folder.path().join("trace.json")).expect("written");
    let heard = heard.lock().expect("not poisoned").join("\n");
    assert!(!written.contains("hunter2"), "{written}");
    assert!(
        !heard.contains("hunter2") && heard.contains("typed ***"),
        "{heard}"
    );
    assert_eq!(
        stub.last("screen.input").expect("typed")["events"][0]["text"],
        "hunter2"
    );
}

#[tokio::test]
async fn checks_say_what_was_expected() {
    let stub = Stub::ordinary();
    assert_eq!(
        value(&stub, "expect.equal({1, {a = 2}}, {1, {a = 2}})[1]").await,
        1
    );
    let error = eval(&stub, "expect.equal(1, 2, 'the Trash')")
        .await
        .expect_err("differ");
    assert_eq!(
        (error.code(), error.message()),
        (Code::Script, "the Trash: expected 2, got 1")
    );
    assert_eq!(code(&stub, "expect.that(nil, 'there')").await, Code::Script);
    assert_eq!(
        value(
            &stub,
            "expect.fails('bad_params', function() mac.fs.stat() end).details.param"
        )
        .await,
        "path"
    );
    assert_eq!(
        code(&stub, "expect.fails('busy', function() mac.fs.stat() end)").await,
        Code::Script
    );
    assert_eq!(
        code(&stub, "expect.fails('busy', function() end)").await,
        Code::Script
    );
}

#[tokio::test]
async fn only_what_the_run_was_given_can_be_required() {
    let stub = Stub::ordinary();
    let modules: mc_runtime::lua::Modules = Arc::new(|name| match name {
        "tools" => Some((
            "tools.lua".to_owned(),
            "local t = {count = 0} return t".to_owned(),
        )),
        "broken" => Some(("broken.lua".to_owned(), "return return".to_owned())),
        _ => None,
    });
    let setting = Setting { modules, ..setting() };
    let session = Session::new(stub.guest());
    let run = async |source: &str| run::eval(&session, script(source), &setting).await;
    let same = "require('tools').count = 7; return require('tools').count";
    assert_eq!(run(same).await.expect("runs"), 7);
    let error = run("require('os')").await.expect_err("nothing");
    assert!(error.message().contains("no module"), "{error}");
    let error = run("require('broken')").await.expect_err("no Lua");
    assert!(error.message().contains("broken.lua:1:"), "{error}");
}

#[tokio::test]
async fn natives_work_inside_callbacks_and_coroutines() {
    let stub = Stub::ordinary();
    let source = "
        local count = 0
        local function look() count = count + mac.system.health().uptime_s end
        table.sort({3, 1, 2}, function(a, b) look() return a < b end)
        ;('ab'):gsub('.', look)
        coroutine.wrap(look)()
        for _ in coroutine.wrap(function() look() coroutine.yield(1) look() end) do end
        local object = setmetatable({}, {__index = function(_, key) look() return key end})
        return {count = count > 6, key = object.x}";
    assert_eq!(value(&stub, source).await, json!({ "count": true, "key": "x" }));
}

#[tokio::test]
async fn a_guest_that_nobody_brought_up_has_no_provider_functions() {
    assert_eq!(value(&Stub::ordinary(), "sim == nil").await, true);
}

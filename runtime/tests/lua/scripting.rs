//! AppleScript.

use std::time::Duration;

use mc_protocol::Code;
use mc_runtime::cancel::{Cancel, Reason};
use mc_runtime::run::{self, Setting};
use mc_runtime::session::Session;
use serde_json::json;

use crate::stub::jobs::{done, state, stub_at_work, stub_that_can_be_stopped};
use crate::stub::runs::{code, eval, script, setting, traced, value};
use crate::stub::{Stub, answer};

/// A guest that answers a script with its own source, as it came.
fn echo() -> Stub {
    let source = std::sync::Mutex::new(Vec::new());
    Stub::start(move |peer, request| match request.method.as_str() {
        "applescript.eval" => {
            let body = peer.take_body(request.id)?.unwrap_or_default();
            peer.result(request.id, json!({ "job_id": 7 }))?;
            let end = state("done", json!({ "size": body.len() }));
            *source.lock().expect("not poisoned") = body;
            peer.json(&done(&end))
        }
        "jobs.result" => {
            let body = source.lock().expect("not poisoned").clone();
            peer.streamed(request.id, json!({ "data": { "$binary": true } }), &body)
        }
        _ => answer(peer, request),
    })
}

#[tokio::test]
async fn a_script_goes_as_macroman_and_comes_back_as_utf_8() {
    let stub = echo();
    let source = "mac.applescript.eval('say \"Grüße\"\\nbeep', {timeout = 2, form = 'display', interaction = 'never'})";
    assert_eq!(value(&stub, source).await, "say \"Grüße\"\nbeep");
    assert_eq!(
        stub.last("applescript.eval").expect("sent"),
        json!({ "size": 16, "timeout_ms": 2000, "form": "display", "interaction": "never" })
    );
    let error = eval(&stub, "mac.applescript.eval('beep\\nsay \"日\"')")
        .await
        .expect_err("no Kanji");
    assert_eq!(error.code(), Code::BadParams);
    assert!(error.message().contains("`日` (U+65E5) in line 2"), "{error}");
    assert!(
        error.to_string().contains("mac.applescript.eval(\"beep...\")"),
        "{error}"
    );
    for source in [
        "mac.applescript.eval()",
        "mac.applescript.eval('beep', {timeout = 0.01})",
        "mac.applescript.eval('beep', {timeout = 3601})",
        "mac.applescript.eval('beep', {form = 'pretty'})",
    ] {
        assert_eq!(code(&stub, source).await, Code::BadParams, "{source}");
    }
    assert_eq!(
        code(&stub, "mac.applescript.eval(('x'):rep(32768))").await,
        Code::TooLarge
    );
    assert_eq!(stub.count("applescript.eval"), 1);
}

#[tokio::test]
async fn a_secret_script_stands_in_no_trace() {
    let stub = echo();
    let source = "mac.applescript.eval('log in with \"hunter2\"', {secret = true})";
    let (outcome, trace) = traced(&stub, source).await;
    assert!(outcome.expect("runs").as_str().expect("text").contains("hunter2"));
    // What the run itself gives back is its own to keep.
    let (steps, _) = trace.split_once("\"outcome\"").unwrap_or((&trace, ""));
    assert!(!steps.contains("hunter2"), "{trace}");
}

#[tokio::test]
async fn a_script_that_fails_says_where() {
    let error = json!({ "error": { "code": "applescript", "message": "Expected end of line.", "os_error": -2741, "line": 3 } });
    let stub = stub_at_work(move |peer, request| peer.result(request.id, state("failed", error.clone())));
    let source = "
        local ok, problem = pcall(mac.applescript.eval, 'tell')
        return {problem.code, problem.message, problem.details.os_error, problem.details.line}";
    let setting = Setting { ..setting() };
    let session = Session::new(stub.guest().within(Duration::from_millis(100)));
    let caught = run::eval(&session, script(source), &setting)
        .await
        .expect("caught");
    assert_eq!(caught, json!(["applescript", "Expected end of line.", -2741, 3]));
}

#[tokio::test]
async fn stopping_a_run_stops_its_script_on_the_mac() {
    let stub = stub_that_can_be_stopped();
    let cancel = Cancel::new();
    let setting = Setting {
        cancel: cancel.clone(),
        ..setting()
    };
    let session = Session::new(stub.guest());
    let stopper = async {
        while stub.count("applescript.eval") == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        cancel.cancel(Reason::Interrupted);
    };
    let run = run::eval(&session, script("mac.applescript.eval('repeat\\nend')"), &setting);
    let (outcome, ()) = tokio::join!(run, stopper);
    assert_eq!(outcome.expect_err("stopped").code(), Code::Cancelled);
    assert_eq!(stub.count("jobs.cancel"), 1, "before the run is over");
}

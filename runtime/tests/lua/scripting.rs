//! AppleScript and Apple events.

use std::time::Duration;

use mc_protocol::Code;
use mc_protocol::health::Health;
use mc_runtime::cancel::{Cancel, Reason};
use mc_runtime::run::{self, Setting};
use mc_runtime::session::Session;
use serde_json::json;

use crate::stub::jobs::{done, state, stub_at_work, stub_that_can_be_stopped};
use crate::stub::runs::{code, eval, script, setting, traced, traced_on, value};
use crate::stub::{Stub, answer};

/// A guest that answers a script with its own source, and an event with its own parameters, as they came.
fn echo() -> Stub {
    let sent = std::sync::Mutex::new(Vec::new());
    Stub::start(move |peer, request| match request.method.as_str() {
        "applescript.eval" | "apple_event.send" => {
            let body = peer.take_body(request.id)?.unwrap_or_default();
            peer.result(request.id, json!({ "job_id": 7 }))?;
            let end = state("done", json!({ "method": request.method, "size": body.len() }));
            *sent.lock().expect("not poisoned") = body;
            peer.json(&done(&end))
        }
        "jobs.result" => {
            let body = sent.lock().expect("not poisoned").clone();
            peer.streamed(request.id, json!({ "data": { "$binary": true } }), &body)
        }
        "volume.list" => {
            let volume = json!({
                "vref": -2, "name": "Disk", "fs": "HFS", "total_bytes": 2, "free_bytes": 1, "ejectable": false, "locked": false,
                "startup": true,
            });
            peer.result(request.id, json!({ "volumes": [volume] }))
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
async fn what_a_secret_script_fails_with_stands_in_no_trace() {
    let error = json!({ "error": { "code": "applescript", "message": "Can’t log in with hunter2.", "os_error": -1728 } });
    let stub = stub_at_work(move |peer, request| peer.result(request.id, state("failed", error.clone())));
    let attempt = |options: &str| {
        format!(
            "local ok, problem = pcall(mac.applescript.eval, 'tell', {options}) \
             expect.that(problem.message:find('hunter2')) return problem.details.os_error"
        )
    };
    // The stub's job is asked about: nobody tells of its end.
    let session = Session::new(stub.guest().within(Duration::from_millis(100)));
    let (told, trace) = traced_on(&session, &attempt("{secret = true}")).await;
    assert_eq!(told.expect("caught"), -1728);
    assert!(
        !trace.contains("hunter2") && trace.contains("applescript"),
        "{trace}"
    );
    let (_, trace) = traced_on(&session, &attempt("{}")).await;
    assert!(trace.contains("hunter2"), "{trace}");
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
        // The connection is free for this as soon as the job has begun.
        session.guest().call(&Health {}).await.expect("served meanwhile");
        cancel.cancel(Reason::Interrupted);
    };
    let run = run::eval(&session, script("mac.applescript.eval('repeat\\nend')"), &setting);
    let (outcome, ()) = tokio::join!(run, stopper);
    assert_eq!(outcome.expect_err("stopped").code(), Code::Cancelled);
    assert_eq!(stub.count("jobs.cancel"), 1, "before the run is over");
}

#[tokio::test]
async fn what_an_event_carries_are_values() {
    let stub = echo();
    let source = "
        local event = mac.apple_event
        local target = {signature = 'ttxt'}
        return event.send{class = 'aevt', id = 'odoc', target = target, timeout = 1, interaction = 'never', params = {
            ['----'] = {1, -2, 'Grüße', true, {}, 0.5},
            insh = {name = 'x', size = {2}},
            rtyp = event.type('docu'), savo = event.enum('no  '), file = event.alias('\\0\\1'), data = event.raw('shor', '\\1\\0'),
            from = event.object('cwor', 2, {from = event.object('docu', 'Letter')}),
        }}";
    let reply = value(&stub, source).await;
    assert_eq!(
        stub.last("apple_event.send").expect("sent"),
        json!({ "class": "aevt", "id": "odoc", "signature": "ttxt", "size": 356, "timeout_ms": 1000, "interaction": "never" })
    );
    assert_eq!(reply["----"], json!([1, -2, "Grüße", true, [], 0.5]));
    assert_eq!(reply["insh"], json!({ "name": "x", "size": [2] }));
    assert_eq!(reply["rtyp"], json!({ "type": "type", "value": "docu" }));
    assert_eq!(reply["savo"], json!({ "type": "enum", "value": "no  " }));
    assert_eq!(reply["file"], json!({ "type": "alis", "bytes": "\0\u{1}" }));
    assert_eq!(reply["data"], 256, "a shor is a number like any other");
    let word = &reply["from"]["fields"];
    assert_eq!(
        (&word["form"]["value"], &word["seld"]),
        (&json!("indx"), &json!(2))
    );
    assert_eq!(
        word["from"]["fields"],
        json!({
            "want": { "type": "type", "value": "docu" }, "from": { "type": "null", "bytes": "" },
            "form": { "type": "enum", "value": "name" }, "seld": "Letter",
        })
    );
}

#[tokio::test]
async fn an_event_says_who_gets_it() {
    let stub = echo();
    for (target, name, sent) in [
        ("{signature = 'MACS'}", "signature", json!("MACS")),
        ("{name = 'SimpleText'}", "name", json!("SimpleText")),
        (
            "{psn = {high = 0, low = 5}, name = 'SimpleText'}",
            "psn",
            json!({ "high": 0, "low": 5 }),
        ),
    ] {
        let source =
            format!("mac.apple_event.send{{class = 'aevt', id = 'quit', target = {target}, reply = false}}");
        assert_eq!(value(&stub, &source).await, json!({}));
        let mut wanted = json!({
            "class": "aevt", "id": "quit", "reply": false, "timeout_ms": 5000, "interaction": "can",
        });
        wanted[name] = sent;
        assert_eq!(stub.last("apple_event.send").expect("sent"), wanted, "{target}");
    }
    for source in [
        "{class = 'aevt', id = 'quit'}",
        "{class = 'aevt', id = 'quit', target = 'Finder'}",
        "{class = 'aevt', id = 'quit', target = {}}",
        "{class = 'aevt', id = 'quit', target = {signature = 'x'}}",
        "{class = 'aevt', id = 'quit', target = {signature = 'MACS', name = 'Finder'}}",
        "{class = 'aevt', target = {name = 'Finder'}}",
        "{class = 'aevt', id = 'quit', target = {name = 'Finder'}, params = 'none'}",
        "{class = 'aevt', id = 'quit', target = {name = 'Finder'}, params = {direct = 1}}",
        "{class = 'aevt', id = 'quit', target = {name = 'Finder'}, params = {text = '日'}}",
    ] {
        assert_eq!(
            code(&stub, &format!("mac.apple_event.send{source}")).await,
            Code::BadParams,
            "{source}"
        );
    }
    assert_eq!(
        code(&stub, "mac.apple_event.object('docu', true)").await,
        Code::BadParams
    );
}

#[tokio::test]
async fn a_file_is_named_by_its_path() {
    let stub = echo();
    let spec = |path: &str| {
        format!(
            "local spec = mac.apple_event.fss('{path}') return {{spec.type, #spec.bytes, {{spec.bytes:byte(1, 12)}}}}"
        )
    };
    for (path, bytes) in [
        (
            "Disk:Letter",
            json!([255, 254, 0, 0, 0, 2, 6, 76, 101, 116, 116, 101]),
        ),
        // The folder's id is what fs.stat says of it.
        (
            "Disk:Folder:It",
            json!([255, 254, 0, 0, 0, 16, 2, 73, 116, 0, 0, 0]),
        ),
        ("Disk:", json!([255, 254, 0, 0, 0, 1, 4, 68, 105, 115, 107, 0])),
    ] {
        assert_eq!(
            value(&stub, &spec(path)).await,
            json!(["fss ", 70, bytes]),
            "{path}"
        );
    }
    assert_eq!(stub.last("fs.stat").expect("asked")["path"], "Disk:Folder");
    for (path, wanted) in [
        ("Letter", Code::BadParams),
        (":Letter", Code::BadParams),
        ("Elsewhere:Letter", Code::NotFound),
        ("Disk:日", Code::BadName),
        ("Disk:a::", Code::BadName),
    ] {
        assert_eq!(code(&stub, &spec(path)).await, wanted, "{path}");
    }
}

#[tokio::test]
async fn a_reply_that_does_not_fit_is_a_bad_answer() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "apple_event.send" => {
            peer.take_body(request.id)?;
            peer.result(request.id, json!({ "job_id": 7 }))?;
            peer.json(&done(&state(
                "done",
                json!({ "method": "apple_event.send", "size": 5 }),
            )))
        }
        "jobs.result" => peer.streamed(request.id, json!({ "data": { "$binary": true } }), b"-----"),
        _ => answer(peer, request),
    });
    let source = "mac.apple_event.send{class = 'aevt', id = 'quit', target = {name = 'Finder'}}";
    assert_eq!(code(&stub, source).await, Code::BadAnswer);
}
